"""What an action of the Schwimmen family leads to, as far as it can be foreseen."""

from collections.abc import Sequence
from dataclasses import dataclass

from harness.sdk import SchwimmenView
from sample_bots.hands import Hand


@dataclass(frozen=True, slots=True)
class Move:
    """An action with the cards it leaves: in hand (None: unknown cards are drawn), and for the next seat to take."""

    action: str
    hand: Hand | None
    left: Hand
    ends: bool = False  # knocks or closes


def move(view: SchwimmenView, action: str) -> Move:
    """One action of a turn with what it leads to."""
    word, *cards = action.split()
    hand, centre = tuple(view.hand), tuple(view.centre)
    if word == "swap":
        given, taken = cards
        return Move(action, _exchanged(hand, given, taken), _exchanged(centre, taken, given))
    if word == "swap-all":
        return Move(action, centre, hand)
    if word == "draw-all":
        return Move(action, None, centre)
    if word == "hold":
        return Move(action, tuple(cards), _without((*hand, *view.loose), cards))
    loose = tuple(view.loose) or centre  # closed game: a knock passes on the same two cards
    return Move(action, hand, loose, ends=word in ("knock", "close"))


def _exchanged(cards: Hand, given: str, taken: str) -> Hand:
    return (*_without(cards, [given]), taken)


def _without(cards: Hand, gone: Sequence[str]) -> Hand:
    rest = list(cards)
    for card in gone:
        rest.remove(card)
    return tuple(rest)
