"""Legal actions as short text: a letter for each card, and the rules by which a list of rows of cards comes about.

``2FiFj`` is the verb 2 with two pairs of cards, ``2FG.ij`` with each of the first cards and each of the second,
``0FIYfl!FIY`` with every three of five cards but those named; ``0~!~`` if the five are the seat's own three and the two
that it was handed, and its own three are those that are not to be had. The replay's script reads it.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from typing import Any

from harness.games import Action
from harness.games.cards import TEXT

# In the order of the cards, which is that of ASCII.
_LETTERS = dict(zip(TEXT, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", strict=True))
_FEW = 4  # rows that are written one by one


def row(value: Any) -> str | None:
    """A letter for each card of a row; None if it is no row of cards."""
    if isinstance(value, list | tuple) and all(isinstance(one, str) and one in _LETTERS for one in value):
        return "".join(_LETTERS[card] for card in value)
    return None


def cards_of(action: Action) -> list[str]:
    """The cards that an action names."""
    return [word for word in action.split(" ")[1:] if word in _LETTERS]


def pool(legal: Sequence[Action]) -> list[str]:
    """The cards that the actions name, in pack order, each as often as one of them does."""
    found: Counter[str] = Counter()
    for action in legal:
        found |= Counter(cards_of(action))
    return sorted(found.elements(), key=_LETTERS.__getitem__)


class Choices:
    """Writes lists of legal actions; the verbs are numbered as they come."""

    def __init__(self) -> None:
        self.verbs: dict[tuple[str, int], int] = {}  # the first word, and how many cards follow it

    def text(self, legal: Sequence[Action], own: str = "", handed: str = "") -> str:
        """The actions in order, in groups of the same verb; ``own`` and ``handed``: letters that the reader has."""
        groups: list[tuple[int, list[str]]] = []
        for action in legal:
            verb, *words = action.split(" ")
            cards = row(words)
            number = self.verbs.setdefault((action, 0) if cards is None else (verb, len(words)), len(self.verbs))
            if groups and cards and groups[-1][0] == number:
                groups[-1][1].append(cards)
            else:
                groups.append((number, [cards or ""]))
        return " ".join(f"{number}{_rows(rows, own, handed)}" for number, rows in groups)


def _rows(rows: list[str], own: str, handed: str) -> str:
    plain = "".join(rows)
    if len(rows) < _FEW:
        return plain
    return min(plain, _paired(rows) or plain, _drawn(rows, own, handed) or plain, key=len)


def _paired(rows: list[str]) -> str | None:
    """Rows of two cards that are each of some with each of others."""
    if len(rows[0]) != 2:
        return None
    firsts, seconds = ("".join(dict.fromkeys(cards)) for cards in zip(*rows, strict=True))
    return f"{firsts}.{seconds}" if ["".join(pair) for pair in product(firsts, seconds)] == rows else None


def _drawn(rows: list[str], own: str, handed: str) -> str | None:
    """Rows that are every so many of some cards, in order, but for a few."""
    count, most = len(rows[0]), Counter[str]()
    if count < 3:
        return None
    for cards in rows:
        most |= Counter(cards)
    among = "".join(sorted(most.elements()))
    every = list(dict.fromkeys(map("".join, combinations(among, count))))
    if [cards for cards in every if cards in rows] != rows:
        return None
    lacking = "".join(cards for cards in every if cards not in rows)
    known = "~" if among == "".join(sorted(own + handed)) else among
    return f"{known}!{'~' if lacking and lacking == own else lacking}"
