"""What a hand is worth in each rule set of the Schwimmen family.

A card is text: ``card[0]`` is its rank and ``card[1]`` its suit.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

Hand = tuple[str, ...]
Valuation = Callable[[Hand], float]

POINTS = {**{str(face): face for face in range(2, 10)}, "T": 10, "J": 10, "Q": 10, "K": 10, "A": 11}

RULE_SETS = ("schwimmen", "einunddreissig", "schnauz", "dutch-31", "forty-one")


def suit_sum(hand: Sequence[str]) -> int:
    """The best sum of one suit: cards of different suits never add up."""
    sums: dict[str, int] = {}
    for card in hand:
        sums[card[1]] = sums.get(card[1], 0) + POINTS[card[0]]
    return max(sums.values())


def rank_sum(hand: Sequence[str]) -> int:
    """The best sum of equal ranks."""
    return max(number * POINTS[rank] for rank, number in Counter(card[0] for card in hand).items())


def is_trip(hand: Sequence[str]) -> bool:
    """Three of a rank in three suits."""
    return len(hand) == 3 and hand[0][0] == hand[1][0] == hand[2][0] and len({card[1] for card in hand}) == 3


def valuation(rule_set: str, options: Mapping[str, Any]) -> Valuation:
    """The function that values hands, whole or in part, under a rule set with its options in force."""
    return _valuation(rule_set, bool(options.get("feuer")), bool(options.get("handeln")))


@cache
def _valuation(rule_set: str, feuer: bool, handeln: bool) -> Valuation:
    def trip(hand: Hand) -> float:
        rank = hand[0][0]
        if rank == "A":
            return {"schnauz": 32, "dutch-31": 30.5}.get(rule_set, 33 if feuer else 30.5)
        return 3 * POINTS[rank] if rule_set in ("schnauz", "dutch-31") else 30.5

    @lru_cache(maxsize=1 << 16)
    def value(hand: Hand) -> float:
        if not hand:
            return 0
        if rule_set == "forty-one":
            return suit_sum(hand)
        if handeln:
            return max(min(suit_sum(hand), 31), rank_sum(hand))
        return trip(hand) if is_trip(hand) else min(suit_sum(hand), 31)

    return value


def pack(rule_set: str, options: Mapping[str, Any]) -> list[str]:
    """Every card of the pack that is played with; in a pack of 64 each card is there twice."""
    size = 52 if rule_set == "forty-one" else options.get("pack", 32)
    lowest = {32: 7, 36: 6, 52: 2, 64: 7}[size]
    ranks = [rank for rank, points in POINTS.items() if points >= lowest]
    return [rank + suit for suit in "cdhs" for rank in ranks] * (2 if size == 64 else 1)
