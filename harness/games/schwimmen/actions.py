"""Actions as text: the words, and tables from cards to text and back."""

from collections.abc import Iterable

from harness.games.cards import TEXT, Card
from harness.games.game import Action

# Every word there is, in listing order, with what follows it.
USAGE = {
    "keep": "keep",
    "refuse": "refuse",
    "swap": "swap GIVEN TAKEN",
    "swap-all": "swap-all",
    "draw-all": "draw-all",
    "pass": "pass",
    "knock": "knock",
    "close": "close",
    "stay": "stay",
    "hold": "hold CARD CARD CARD",
    "decline": "decline",
}

SWAP: tuple[tuple[Action, ...], ...] = tuple(tuple(f"swap {given} {taken}" for taken in TEXT) for given in TEXT)
SWAPPED: dict[Action, tuple[Card, Card]] = {
    text: (given, taken) for given, row in enumerate(SWAP) for taken, text in enumerate(row)
}


def hold(cards: Iterable[Card]) -> Action:
    """The text for keeping these cards, which are in pack order."""
    return "hold " + " ".join(TEXT[card] for card in cards)
