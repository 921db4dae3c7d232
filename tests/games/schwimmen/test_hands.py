"""What hands are worth: against written values, and over all hands against a slow reading of the rules."""

from collections import Counter
from itertools import combinations, product
from typing import Any

import pytest

from harness.errors import ConfigError
from harness.games import cards
from harness.games.cards import Card
from harness.games.schwimmen import game
from harness.games.schwimmen.hands import Worths
from harness.games.schwimmen.options import Rules

Key = tuple[Any, ...]

VALUES = [
    ("schwimmen", {}, "Ah Kh Th", 31),
    ("schwimmen", {}, "8c 8h 8d", 30.5),
    ("schwimmen", {}, "Ac As Ah", 30.5),
    ("schwimmen", {"feuer": True}, "Ac As Ah", 33),
    ("schwimmen", {}, "7c 8h 9s", 9),
    ("schwimmen", {}, "Ks Ts 9s", 29),
    ("schwimmen", {}, "Ad Kc 7c", 17),
    ("schwimmen", {}, "Ah Qh 8h", 29),
    ("schwimmen", {}, "Kc 8c 7c", 25),
    ("schwimmen", {}, "Ah Ks Ts", 20),
    ("schwimmen", {}, "Ad Kc 7h", 11),
    ("schwimmen", {}, "7c 7d 8s", 8),
    ("einunddreissig", {}, "Qh Th Jd", 20),
    ("einunddreissig", {}, "Ac Kc 9c", 30),
    ("einunddreissig", {}, "Ad Kd Td", 31),
    ("einunddreissig", {}, "7d 7h 7s", 30.5),
    ("einunddreissig", {"pack": 36}, "6c 6d 6h", 30.5),
    ("einunddreissig", {"pack": 52}, "2c 3d 4h", 4),
    ("einunddreissig", {"pack": 52}, "2c 3c 4c", 9),
    ("einunddreissig", {"pack": 64}, "As As Ks", 31),
    ("einunddreissig", {"pack": 64}, "As As 9s", 31),
    ("einunddreissig", {"pack": 64}, "Ks Ks Kh", 20),
    ("einunddreissig", {"pack": 64}, "Ks Kh Kd", 30.5),
    ("einunddreissig", {"handeln": True}, "Kc Kd 7c", 20),
    ("einunddreissig", {"handeln": True}, "7c 7s 7h", 21),
    ("einunddreissig", {"handeln": True}, "Ac As Ah", 33),
    ("einunddreissig", {"handeln": True}, "As Ah 9s", 22),
    ("einunddreissig", {"handeln": True, "pack": 64}, "As As Ah", 33),
    ("einunddreissig", {"feuer": True, "pack": 64}, "As As Ah", 22),
    ("schnauz", {}, "7h 9h Ks", 16),
    ("schnauz", {}, "9c 9s 9h", 27),
    ("schnauz", {}, "Jc Js Jh", 30),
    ("schnauz", {}, "Ac As Ah", 32),
    ("schnauz", {}, "Ad Kd Qd", 31),
    ("schnauz", {}, "7c 7s 7h", 21),
    ("dutch-31", {}, "Ac As Ah", 30.5),
    ("dutch-31", {}, "Kc Ks Kh", 30),
    ("dutch-31", {}, "Ah Th Jh", 31),
    ("forty-one", {}, "Ac Kc 9d 5c", 26),
    ("forty-one", {}, "9s 9h 8h 2h", 19),
    ("forty-one", {}, "2c 2d 2h 2s", 2),
    ("forty-one", {}, "Ah Kh Qh Th", 41),
    ("forty-one", {}, "Ac As Ah Ad", 11),
]


@pytest.mark.parametrize(("name", "options", "hand", "value"), VALUES)
def test_5_values(name: str, options: dict[str, object], hand: str, value: float) -> None:
    worth = game(name, options).value(cards.parse_all(hand))
    assert worth == value
    assert isinstance(worth, int) == (value == int(value)), "whole values are whole numbers"


TIES = [
    ("einunddreissig", "Kc Ks Kh", "7d 7h 7s", 1),
    ("einunddreissig", "Ac As Ah", "Kc Ks Kh", 1),
    ("schwimmen", "Ac As Ah", "7d 7h 7s", 0),
    ("schnauz", "Kc Qc 7d", "Kd Qd 7c", 1),
    ("schnauz", "9c 9s 9h", "Th Jh 7h", 1),
    ("schnauz", "7c Tc 8d", "8c 9c 7h", 0),
    ("schnauz", "Kd Qc 7h", "Kh Qs 7d", 1),  # equal best sums: the higher suit, clubs over spades
    ("dutch-31", "9h 8h Th", "9d 8d Qd", 1),
]


@pytest.mark.parametrize(("name", "better", "worse", "sign"), TIES)
def test_5_ties(name: str, better: str, worse: str, sign: int) -> None:
    worths = Worths(game(name, {}).in_force)
    one, other = (worths[tuple(sorted(cards.parse_all(hand)))] for hand in (better, worse))
    assert (one.order > other.order) - (one.order < other.order) == sign


def slow_points(hand: tuple[Card, ...], rules: Rules) -> float:
    """What a hand is worth, read off the written rules word by word."""
    ranks, suits = [cards.TEXT[card][0] for card in hand], [cards.TEXT[card][1] for card in hand]
    face = {**{str(n): n for n in range(2, 10)}, **dict.fromkeys("TJQK", 10), "A": 11}
    by_suit = {suit: sum(face[r] for r, s in zip(ranks, suits, strict=True) if s == suit) for suit in "cdhs"}
    best: float = max(by_suit.values())
    if rules.pack == 64:
        best = min(best, 31)
    if rules.handeln:
        return max(best, *(face[rank] * times for rank, times in Counter(ranks).items()))
    if rules.trips == "nothing" or len(set(ranks)) > 1 or len(set(suits)) < 3:
        return best
    if ranks[0] == "A" and rules.feuer:
        return 33
    if ranks[0] == "A" and rules.aces:
        return rules.aces
    return 30.5 if rules.trips == "flat" else 3 * face[ranks[0]]


def slow_key(hand: tuple[Card, ...], rules: Rules) -> Key:
    """What orders the hands."""
    points = slow_points(hand, rules)
    if rules.trip_order and points == 30.5:
        return (points, hand[0] % 13)
    if rules.suit_order:
        sums: Counter[int] = Counter()
        for card in hand:
            sums[card // 13] += {"A": 11}.get(cards.TEXT[card][0], min(10, card % 13 + 2))
        trip = len({card % 13 for card in hand}) == 1
        scoring = [suit for suit in sums if trip or sums[suit] == max(sums.values())]
        return (points, max("dhsc".index("cdhs"[suit]) for suit in scoring))
    return (points,)


SETS = [
    (name, options)
    for name in ("schwimmen", "einunddreissig", "schnauz", "dutch-31")
    for options in ([{}] if name in ("schnauz", "dutch-31") else [{}, {"feuer": True}, {"handeln": True}])
] + [("einunddreissig", {"pack": 64, "handeln": handeln}) for handeln in (False, True)]


@pytest.mark.parametrize(("name", "options"), SETS)
def test_all_hands_of_three_against_a_slow_reading(name: str, options: dict[str, object]) -> None:
    rules = game(name, options).in_force
    worths = Worths(rules)
    keys: dict[int, set[Key]] = {}
    for hand in set(combinations(cards.pack(rules.pack), 3)):
        worth = worths[hand]
        assert worth.points == slow_points(hand, rules), hand
        assert worth.special == (worth.points >= 31), hand
        aces = all(cards.TEXT[card][0] == "A" for card in hand) and len(set(hand)) == 3
        assert worth.feuer == (rules.feuer and aces), hand
        keys.setdefault(worth.order, set()).add(slow_key(hand, rules))
    assert all(len(tied) == 1 for tied in keys.values()), "equal order means tied"
    ordered = [keys[order].pop() for order in sorted(keys)]
    assert ordered == sorted(set(ordered)), "greater order means better"


def test_all_hands_of_forty_one_against_a_slow_reading() -> None:
    worths = Worths(game("forty-one", {}).in_force)
    points = {card: {"A": 11}.get(cards.TEXT[card][0], min(10, card % 13 + 2)) for card in range(52)}
    seen, ordered = 0, set()
    for hand in combinations(range(52), 4):
        sums = [0, 0, 0, 0]
        for card in hand:
            sums[card // 13] += points[card]
        worth = worths[hand]
        assert worth.points == max(sums)
        assert not worth.special
        ordered.add((worth.order, worth.points))
        seen += 1
    assert seen == 270_725
    assert len({order for order, _ in ordered}) == len(ordered) == len({points for _, points in ordered})
    assert len(worths) <= Worths.MOST


def test_the_document_says_7c7d8s_is_the_minimum() -> None:
    worths = Worths(game("schwimmen", {}).in_force)
    assert min(worths[hand].points for hand in combinations(cards.pack(32), 3)) == 8


def test_1_1_2_suits_never_add_up() -> None:
    value = game("schwimmen", {}).value
    for one, two, three in product(cards.parse_all("Ah Th 7h"), cards.parse_all("Kc 9c"), cards.parse_all("As 8d")):
        assert value([one, two, three]) <= 11 or len({one % 13, two % 13, three % 13}) == 1


@pytest.mark.parametrize(
    ("name", "hand", "said"),
    [
        ("schwimmen", "Ah Kh", "has 3 cards; these are 2"),
        ("forty-one", "Ah Kh Th", "has 4 cards; these are 3"),
        ("schwimmen", "2c Kh Th", "2c is named 1 times, but a pack of 32 has it 0 times"),
        ("schwimmen", "Ah Ah Th", "Ah is named 2 times, but a pack of 32 has it 1 times"),
    ],
)
def test_a_hand_that_cannot_be_is_refused(name: str, hand: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        game(name, {}).value(cards.parse_all(hand))
