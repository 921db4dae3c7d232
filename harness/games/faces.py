"""How cards look to people: French or German suits, in two colours or four. Rules, wire and logs know letters alone."""

import re
from collections.abc import Mapping

import msgspec

from harness.games.cards import RANKS, SUITS

_CARD = re.compile(rf"\b([{RANKS}])([{SUITS}])\b")


class Faces(msgspec.Struct, frozen=True):
    """One way to print cards; suits and ranks by their letters, a rank that is missing is printed as it is written."""

    suits: Mapping[str, str]  # symbols
    suit_names: Mapping[str, str]
    ranks: Mapping[str, str]
    rank_names: Mapping[str, str]

    def printed(self, text: str) -> str:
        """A text with every card in it printed this way."""
        return _CARD.sub(lambda card: self.card(card[0]), text)

    def card(self, card: str) -> str:
        """One card, as 10♥."""
        return self.ranks.get(card[0], card[0]) + self.suits[card[1]]

    def named(self, card: str) -> str:
        """One card in words, as "10 of hearts"."""
        return f"{self.rank_names.get(card[0], card[0])} of {self.suit_names[card[1]]}"

    def legend(self) -> str:
        """What the symbols stand for, and the letters of the one notation."""
        suits = ", ".join(f"{self.suits[suit]} {self.suit_names[suit]} ({suit})" for suit in SUITS)
        ranks = ", ".join(
            f"{shown} {self.rank_names[rank]} ({rank})" for rank, shown in self.ranks.items() if rank in "JQKA"
        )
        return f"{suits}; {ranks}"


FRENCH = Faces(
    suits={"c": "♣", "d": "♦", "h": "♥", "s": "♠"},
    suit_names={"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"},
    ranks={"T": "10"},
    rank_names={"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"},
)
GERMAN = Faces(
    suits={"c": "🌰", "d": "🔔", "h": "♥", "s": "🍃"},
    suit_names={"c": "acorns", "d": "bells", "h": "hearts", "s": "leaves"},
    ranks={"T": "10", "J": "U", "Q": "O", "K": "K", "A": "D"},
    rank_names={"T": "10", "J": "Unter", "Q": "Ober", "K": "König", "A": "Daus"},
)
LETTERS = Faces(
    suits={suit: suit for suit in SUITS}, suit_names=FRENCH.suit_names, ranks={}, rank_names=FRENCH.rank_names
)
FACES = {"french": FRENCH, "german": GERMAN, "letters": LETTERS}

# The colours of a suit, by name, for eyes that tell four better than two; "" is the colour of the text.
COLOURS = {
    "two": {"c": "", "d": "red", "h": "red", "s": ""},
    "four": {"c": "green", "d": "blue", "h": "red", "s": ""},
}
