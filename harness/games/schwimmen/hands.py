"""What a hand is worth, and which of two hands is better."""

from functools import lru_cache
from typing import NamedTuple

from harness.games.cards import RANKS, Card
from harness.games.schwimmen.options import Rules

Hand = tuple[Card, ...]  # always in pack order

POINTS = tuple({"A": 11, "T": 10, "J": 10, "Q": 10, "K": 10}.get(rank, 0) or int(rank) for rank in RANKS)
ACE = RANKS.index("A")
SPECIAL = 31  # from here on a hand of three is a special combination
FEUER = 33
TRIP = 30.5

# Half a point is 16 steps of order, so that what breaks a tie never outweighs a difference in points.
STEPS = 32
SUIT_STRENGTH = (3, 0, 1, 2)  # of c d h s: diamonds lowest, clubs highest


class Worth(NamedTuple):
    """A hand's worth: its points, and what follows from them."""

    points: float  # an int where whole
    order: int  # of two hands the better has the greater; equal: tied
    special: bool  # shown as soon as it is held
    feuer: bool  # everybody else loses a life


class Worths(dict[Hand, Worth]):
    """The worth of hands under one set of rules, remembered."""

    MOST = 30_000  # hands; all there are of three cards, and a bound where there are more

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self.rules = rules

    def __missing__(self, hand: Hand) -> Worth:
        if len(self) >= self.MOST:
            self.clear()
        worth = self[hand] = appraise(hand, self.rules)
        return worth


@lru_cache(maxsize=16)
def worths_under(rules: Rules) -> Worths:
    """The worths under these rules, shared by all matches."""
    return Worths(rules)


def appraise(hand: Hand, rules: Rules) -> Worth:
    """The worth of a hand under these rules."""
    sums = _suit_sums(hand)
    if rules.pack == 64:  # twins add up, but not past the best hand of a single pack
        sums = [min(points, SPECIAL) for points in sums]
    points: float = max(sums)
    suits = [suit for suit in range(4) if sums[suit] == points]
    trip = is_trip(hand)
    aces = trip and hand[0] % 13 == ACE
    if rules.handeln:
        points = max(points, _rank_sum(hand))
    elif trip and rules.trips != "nothing":
        points = _trip_points(hand, rules)
        suits = [card // 13 for card in hand]
    tie = 0
    if rules.suit_order:
        tie = max(SUIT_STRENGTH[suit] for suit in suits)
    elif rules.trip_order and points == TRIP:
        tie = hand[0] % 13
    special = rules.special != "nothing" and points >= SPECIAL
    return Worth(points, int(points * STEPS) + tie, special, rules.feuer and aces)


def is_trip(hand: Hand) -> bool:
    """Whether the hand is three cards of one rank in three suits."""
    return len(hand) == 3 and len({card % 13 for card in hand}) == 1 and len(set(hand)) == 3


def _suit_sums(hand: Hand) -> list[int]:
    sums = [0, 0, 0, 0]
    for card in hand:
        sums[card // 13] += POINTS[card % 13]
    return sums


def _rank_sum(hand: Hand) -> int:
    ranks = [card % 13 for card in hand]
    return max((ranks.count(rank) * POINTS[rank] for rank in ranks if ranks.count(rank) > 1), default=0)


def _trip_points(hand: Hand, rules: Rules) -> float:
    if hand[0] % 13 == ACE:
        if rules.feuer:
            return FEUER
        if rules.aces is not None:
            return rules.aces
    return TRIP if rules.trips == "flat" else 3 * POINTS[hand[0] % 13]
