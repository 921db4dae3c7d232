"""Cards: small integers inside the rules, two-letter text everywhere else.

A card is ``suit * 13 + rank`` with suits c d h s and ranks 2 to A counted from 0, so that sorting cards puts them in
pack order. The two copies of a card in a pack of 64 are the same integer.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from harness.errors import ConfigError

Card = int

SUITS = "cdhs"
RANKS = "23456789TJQKA"
TEXT: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
_CARD: dict[str, Card] = {text: card for card, text in enumerate(TEXT)}

PACK_SIZES = (32, 36, 52, 64)


def pack(size: int) -> tuple[Card, ...]:
    """The whole pack in pack order: suit by suit, low to high; twins of a pack of 64 side by side."""
    lowest = {32: "7", 36: "6", 52: "2", 64: "7"}[size]
    single = [card for card in range(52) if card % 13 >= RANKS.index(lowest)]
    return tuple(card for card in single for _ in range(2)) if size == 64 else tuple(single)


def parse(text: str) -> Card:
    """The card that a text such as ``Th`` names; ConfigError if it names none."""
    try:
        return _CARD[text]
    except KeyError:
        raise ConfigError(
            f"'{text[:20]}' is not a card; write rank (2-9 T J Q K A) and suit (c d h s), as in Th"
        ) from None


def parse_all(text: str) -> list[Card]:
    """The cards of a text such as ``Ah Kh Th``; ConfigError if one of the words is no card."""
    return [parse(word) for word in text.split()]


def texts(cards: Iterable[Card]) -> list[str]:
    """The texts of the cards, in the order given."""
    return [TEXT[card] for card in cards]


def in_pack_order(cards: Sequence[Card]) -> list[str]:
    """The texts of the cards, in pack order."""
    return [TEXT[card] for card in sorted(cards)]


@lru_cache(maxsize=1 << 13)
def shown(cards: tuple[Card, ...]) -> tuple[str, ...]:
    """The texts of the cards, in the order given, remembered."""
    return tuple(TEXT[card] for card in cards)
