"""Who loses a life: the written examples, and random tables against a slow reading of the rules."""

import random

import pytest

from harness.games import cards
from harness.games.cards import Card
from harness.games.schwimmen import game
from harness.games.schwimmen.hands import Worth, Worths
from harness.games.schwimmen.options import Rules
from harness.games.schwimmen.showdown import losers, points


def worth(value: float) -> Worth:
    return Worth(value, int(value * 32), False, False)


@pytest.mark.parametrize(
    ("values", "payers"),
    [
        ((29, 25, 18), [1, 2]),
        ((29, 21), [1]),
        ((29, 25, 21), [2]),
        ((20, 19, 12), [1, 2]),
        ((20, 20, 20), []),
        ((27, 27, 19), [2]),
    ],
)
def test_1_4_twenty_or_less(values: tuple[float, ...], payers: list[int]) -> None:
    rules = game("einunddreissig", {"losers": "twenty-or-less"}).in_force
    assert losers(rules, {seat: worth(value) for seat, value in enumerate(values)}) == payers


def test_1_4_twenty_or_less_looks_at_the_rank_of_trips() -> None:
    rules = game("einunddreissig", {"losers": "twenty-or-less"}).in_force
    worths = Worths(rules)
    hands = ["7c 7d 7h", "Kc Kd Kh", "8c 8d 8h"]
    assert losers(rules, {seat: worths[tuple(cards.parse_all(hand))] for seat, hand in enumerate(hands)}) == [0]


def slow_losers(hands: list[tuple[Card, ...]], rules: Rules, worths: Worths) -> list[int]:
    """The payers, read off the written rules word by word."""
    seats = range(len(hands))
    aces = [all(card % 13 == 12 for card in hand) and len(set(hand)) == 3 for hand in hands]
    if rules.feuer and any(aces):
        return [seat for seat in seats if not aces[seat]]
    value = [(worths[hand].points, worths[hand].order) for hand in hands]
    if rules.losers == "twenty-or-less":
        winners = [seat for seat in seats if value[seat] == max(value)]
        above = [value[seat] for seat in seats if value[seat][0] > 20]
        pays = [value[seat][0] <= 20 or value[seat] == min(above) for seat in seats]
        return [seat for seat in seats if pays[seat] and seat not in winners]
    lowest = [seat for seat in seats if value[seat] == min(value)]
    return [] if rules.ties_spared and len(lowest) == len(hands) else lowest


@pytest.mark.parametrize("losing", ["lowest", "twenty-or-less"])
@pytest.mark.parametrize("feuer", [False, True])
@pytest.mark.parametrize("pack", [32, 64])
def test_random_tables_against_a_slow_reading(losing: str, feuer: bool, pack: int) -> None:
    rules = game("einunddreissig", {"losers": losing, "feuer": feuer, "pack": pack}).in_force
    worths = Worths(rules)
    chance = random.Random(f"{losing} {feuer} {pack}")
    high = [card for card in cards.pack(pack) if card % 13 > 10]
    counts: set[int] = set()
    for _ in range(3000):
        seats = chance.randint(2, 4 if pack == 64 else 2)
        drawn = chance.sample(chance.choice([cards.pack(pack), high]), 3 * seats)
        hands = [tuple(sorted(drawn[place : place + 3])) for place in range(0, 3 * seats, 3)]
        paying = losers(rules, {seat: worths[hand] for seat, hand in enumerate(hands)})
        assert paying == slow_losers(hands, rules, worths), hands
        counts.add(len(paying))
    assert 1 in counts


def test_1_7_4_points() -> None:
    assert points({0: worth(36), 1: worth(10), 2: worth(11)}, 3) == [36, -26, -25]
    assert points({0: worth(30), 1: worth(30), 2: worth(11)}, 3) == [30, 30, -19]
