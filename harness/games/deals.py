"""Where all luck comes from: the order of the packs, their reshuffles, and the first dealer.

The algorithm is written down in ``proto/README.md`` exactly enough to be reproduced in another language.
"""

import hashlib
import struct
from collections.abc import Iterator, Sequence
from itertools import chain, count
from typing import Protocol

from harness.games.cards import Card

_EIGHT = struct.Struct(">8I")
_WHOLE = (0, *(2**32 - 2**32 % bound for bound in range(1, 65)))  # by bound: its last whole multiple


class Deals(Protocol):
    """The luck of one match."""

    def first_dealer(self, seats: int) -> int:
        """The seat that deals first."""

    def pack(self, deal: int, cards: Sequence[Card]) -> list[Card]:
        """The cards (given in pack order) as shuffled for deal number ``deal``, from 1, top card first."""

    def reshuffle(self, deal: int, nth: int, cards: Sequence[Card]) -> list[Card]:
        """The cards (given in pack order) as the ``nth`` new reserve of a deal, from 1, top card first."""


class SeededDeals:
    """Deals drawn from a seed: each order is a function of the seed and its own numbers alone."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def first_dealer(self, seats: int) -> int:
        return _below(seats, _words(f"{self.seed}:dealer"))

    def pack(self, deal: int, cards: Sequence[Card]) -> list[Card]:
        return _shuffled(cards, f"{self.seed}:deal:{deal}")

    def reshuffle(self, deal: int, nth: int, cards: Sequence[Card]) -> list[Card]:
        return _shuffled(cards, f"{self.seed}:reshuffle:{deal}:{nth}")


class FixedDeals:
    """Deals written out in a scenario; a deal without a pack, and every reshuffle, comes in pack order."""

    def __init__(self, packs: Sequence[Sequence[Card]], dealer: int) -> None:
        self.packs = packs
        self.dealer = dealer

    def first_dealer(self, seats: int) -> int:
        return self.dealer

    def pack(self, deal: int, cards: Sequence[Card]) -> list[Card]:
        top = list(self.packs[deal - 1]) if deal <= len(self.packs) else []
        rest = list(cards)
        for card in top:
            rest.remove(card)
        return top + rest

    def reshuffle(self, deal: int, nth: int, cards: Sequence[Card]) -> list[Card]:
        return list(cards)


def _words(label: str) -> Iterator[int]:
    """32-bit big-endian words of SHA-256 over ``label:0``, ``label:1``, …"""
    return chain.from_iterable(_EIGHT.unpack(hashlib.sha256(f"{label}:{block}".encode()).digest()) for block in count())


def _below(bound: int, words: Iterator[int]) -> int:
    """A number from 0 to bound - 1, each equally likely: words past the last whole multiple are skipped."""
    word = next(words)
    while word >= _WHOLE[bound]:
        word = next(words)
    return word % bound


def _shuffled(cards: Sequence[Card], label: str) -> list[Card]:
    """Fisher-Yates from the last place down to the second."""
    order = list(cards)
    words = _words(label)
    for last in range(len(order) - 1, 0, -1):
        word = next(words)
        while word >= _WHOLE[last + 1]:  # as ``_below`` does, without a call for each card
            word = next(words)
        other = word % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order
