"""One trick: what may be played to it, and who wins it."""

from collections.abc import Sequence

from harness.games.cards import SUITS, Card

SUIT = tuple(card // 13 for card in range(52))


def playable(hand: Sequence[Card], trick: Sequence[Card]) -> Sequence[Card]:
    """The cards of the hand that may be played: those that follow suit, else all. Nobody has to trump or overtake."""
    if not trick:
        return hand
    led = SUIT[trick[0]]
    return [card for card in hand if SUIT[card] == led] or hand


def winning_place(trick: Sequence[Card], trump: str) -> int:
    """The place in the trick, from 0, of the card that wins it: the highest trump, else the highest of the suit led."""
    suits = [SUIT[card] for card in trick]
    # -1, when there is no trump, is no card's suit.
    suit = SUITS.find(trump) if trump else -1
    if suit not in suits:
        suit = suits[0]
    return trick.index(max(card for card in trick if SUIT[card] == suit))
