"""Text as HTML: what strangers wrote made harmless, and cards as rank and suit symbol."""

import html
import re
import unicodedata
from collections.abc import Sequence

from markupsafe import Markup

from harness.games.cards import RANKS, SUITS
from harness.match import Bot

LONGEST = 60  # characters of a name that are shown
OUTPUT = 4000  # and of what a bot printed
_SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_RANK_NAMES = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
_TEXT_STYLE = "\ufe0e"  # keeps the suits from being drawn as emoji
_CARD = re.compile(rf"\b[{RANKS}][{SUITS}]\b")
_FIRST_SEAT = 0xE000  # the first private-use character
_HARMFUL = {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}  # controls, marks that turn the direction, private use, halves, breaks


def plain(text: str, limit: int = LONGEST, *, keep: str = "") -> str:
    """A stranger's text cut to ``limit`` characters, with what does not print shown as U+FFFD."""
    cut = text if len(text) <= limit else f"{text[: limit - 1]}…"
    if cut.isascii() and cut.isprintable():
        return cut
    return "".join(c if c in keep or unicodedata.category(c) not in _HARMFUL else "\ufffd" for c in cut)


def output(text: str) -> str:
    """What a bot printed: its end, lines kept."""
    return plain(text.replace("\r\n", "\n")[-OUTPUT:], OUTPUT, keep="\n\t")


def name(text: str) -> Markup:
    """A name, kept from changing the direction of what stands around it."""
    return Markup("<bdi>{}</bdi>").format(plain(text))


def link(bot: Bot, root: str) -> Markup:
    """A bot's name, leading to its page; ``root`` leads from the page to the site's folder."""
    return Markup('<a href="{}bots/{}.html">{}</a>').format(root, bot.id, name(bot.label))


def listing(words: Sequence[str], last: str = "and") -> Markup:
    """Words in a row, escaped: A, B and C."""
    if len(words) < 2:
        return Markup("").join(words)
    return Markup("{} {} {}").format(Markup(", ").join(words[:-1]), last, words[-1])


def _card(text: str) -> str:
    rank, suit = text[0], text[1]
    shown = ("10" if rank == "T" else rank) + _SYMBOLS[suit] + _TEXT_STYLE
    colour = "red" if suit in "dh" else "black"
    spoken = f"{_RANK_NAMES.get(rank, rank)} of {_SUIT_NAMES[suit]}"
    return f'<span class="card {colour}" role="img" aria-label="{spoken}">{shown}</span>'


_CARDS = {rank + suit: _card(rank + suit) for suit in SUITS for rank in RANKS}


def drawn(text: str) -> str:
    """A text of the harness's own as HTML, with every card in it drawn."""
    return _CARD.sub(lambda found: _CARDS[found[0]], html.escape(text))


class Names:
    """The bots of a match, as they are named in its sentences.

    While a sentence is made, a private-use character stands for each of them: no card, no markup and no other bot can
    be mistaken for it.
    """

    def __init__(self, bots: Sequence[Bot]) -> None:
        self.marks = [chr(_FIRST_SEAT + seat) for seat in range(len(bots))]
        self._names = [f"<b>{name(bot.label)}</b>" for bot in bots]

    def put_in(self, sentence: str) -> str:
        """A sentence about the marks as HTML, with cards drawn and the bots named."""
        told = drawn(sentence)
        for mark, shown in zip(self.marks, self._names, strict=True):
            told = told.replace(mark, shown)
        return told
