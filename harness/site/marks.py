"""Text as HTML: what strangers wrote made harmless, and cards as rank and suit symbol."""

import html
import json
import re
import unicodedata
from collections.abc import Sequence

from markupsafe import Markup

from harness.games.cards import RANKS, SUITS, TEXT
from harness.games.faces import FRENCH
from harness.match import Bot

LONGEST = 60  # characters of a name that are shown
OUTPUT = 4000  # and of what a bot printed
_TEXT_STYLE = "\ufe0e"  # keeps the suits from being drawn as emoji
_CARD = re.compile(rf"\b[{RANKS}][{SUITS}]\b")
_MINUS, _ZERO = re.compile(r"(?<= )-(?=\d)"), re.compile(r"(?<= )\+0\b")
_SIMPLE = re.compile(r"[A-Za-z][A-Za-z0-9 #_-]{1,38}[A-Za-z0-9]")
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


def evidence(value: object) -> str:
    """What a verdict stands on, as text: lines as lines, all else as JSON."""
    if isinstance(value, list | tuple) and all(isinstance(line, str) for line in value):
        return output("\n".join(value))
    return output(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


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


# Short, because a page may hold thousands; the class is the suit.
_CARDS = {card: f'<i class="{card[1]}">{FRENCH.card(card)}{_TEXT_STYLE}</i>' for card in TEXT}


def drawn(text: str) -> str:
    """A text of the harness's own as HTML, with every card in it drawn."""
    return _CARD.sub(lambda found: _CARDS[found[0]], html.escape(text))


def _inline(text: str) -> str:
    """A name as it stands in thousands of sentences: nothing turns the direction of plain letters and digits."""
    return text if _SIMPLE.fullmatch(text) else str(name(text))


class Names:
    """The bots of a match, as they are named in its sentences.

    While a sentence is made, a private-use character stands for each of them: no card, no markup and no other bot can
    be mistaken for it.
    """

    def __init__(self, bots: Sequence[Bot]) -> None:
        self.marks = [chr(_FIRST_SEAT + seat) for seat in range(len(bots))]
        self._names = [f"<b>{_inline(bot.label)}</b>" for bot in bots]

    def go_on(self, before: str, sentence: str) -> str:
        """A sentence that follows another in the same row: it names a bot with which that one opened no more."""
        mark, space, rest = sentence.partition(" ")
        return rest[0].upper() + rest[1:] if space and mark in self.marks and before.startswith(mark) else sentence

    def put_in(self, sentence: str) -> str:
        """A sentence about the marks as HTML, with cards as rank and symbol and the bots named.

        A match holds thousands of cards: the page's script finds them in the text, so that none needs an element.
        """
        told = _CARD.sub(lambda found: FRENCH.card(found[0]), html.escape(sentence))
        told = _ZERO.sub("0", _MINUS.sub("\u2212", told))
        for mark, shown in zip(self.marks, self._names, strict=True):
            told = told.replace(mark, shown)
        return told
