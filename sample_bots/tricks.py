"""Cards in trick-taking games, and what a seat of Bismarck has seen of them."""

from collections.abc import Iterable, Sequence

from harness.sdk import BismarckView

RANKS = "23456789TJQKA"
SUITS = "cdhs"
RANK = {rank + suit: place for place, rank in enumerate(RANKS) for suit in SUITS}  # 0 for a two, 12 for an ace
PACK = tuple(RANK)


def beats(card: str, other: str, trump: str) -> bool:
    """Whether a card played later takes the trick from the other."""
    if card[1] == other[1]:
        return RANK[card] > RANK[other]
    return card[1] == trump


def winning(trick: Sequence[str], trump: str) -> str:
    """The card that wins the trick as it stands."""
    best = trick[0]
    for card in trick[1:]:
        if beats(card, best, trump):
            best = card
    return best


def unseen(view: BismarckView) -> list[str]:
    """The cards that may be in the other hands: not the own ones, nor those played or discarded by oneself."""
    seen = {*view.hand, *view.played, *view.trick, *view.discards}
    return [card for card in PACK if card not in seen]


def higher(card: str, among: Iterable[str]) -> int:
    """How many of the cards are of the same suit and higher."""
    return sum(other[1] == card[1] and RANK[other] > RANK[card] for other in among)


def lower(card: str, among: Iterable[str]) -> int:
    """How many of the cards are of the same suit and lower."""
    return sum(other[1] == card[1] and RANK[other] < RANK[card] for other in among)


def length(suit: str, hand: Iterable[str]) -> int:
    """How many cards of the suit there are."""
    return sum(card[1] == suit for card in hand)
