"""A match as the replay on the page takes it: its steps deal by deal, with their events, as compact JSON."""

from collections.abc import Sequence
from typing import Any

import msgspec
from markupsafe import Markup

from harness import games
from harness.games import Action, Event
from harness.games.cards import TEXT
from harness.match import Entry, Log
from harness.site import marks

# What an event says that its step, or the table by then, says already.
_KNOWN = {"trick": ("event", "deal", "cards")}
_LETTERS = dict(zip(TEXT, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", strict=True))


def _row(value: Any) -> str | None:
    """A letter for each card of a row; None if it is no row of cards."""
    if isinstance(value, list | tuple) and all(isinstance(one, str) and one in _LETTERS for one in value):
        return "".join(_LETTERS[card] for card in value)
    return None


def _packed(value: Any) -> Any:
    """A row of cards, or one for each seat, as letters; their key is starred. Anything else as it is."""
    if not isinstance(value, list | tuple) or not value:
        return value
    whole, rows = _row(value), [_row(one) for one in value]
    return whole if whole is not None else value if None in rows else rows


class Steps:
    """Gathers the steps. Names of events and actions are written once, and elsewhere by their number."""

    def __init__(self) -> None:
        self._deals: dict[int, list[list[object]]] = {}
        self._verbs: dict[tuple[str, int], int] = {}  # of actions: the first word, and how many cards follow it
        self._kinds: dict[tuple[str, ...], int] = {}  # of events: a name and the names of its values

    def add(
        self, deal: int, number: int, entry: Entry | None, legal: Sequence[Action], events: Sequence[Event]
    ) -> None:
        """Add a step: an action by its number in the match, or what came of it in another deal."""
        steps = self._deals.setdefault(deal, [])
        told = [self._told(event) for event in events]
        if entry is None:
            steps.append([number, told])
        else:
            chosen, choices = legal.index(entry.action), self._choices(legal)
            steps.append([number, told, entry.seat, entry.think_us, entry.flag, chosen, choices])

    def _told(self, event: Event) -> list[object]:
        """An event by the number of its kind, and its values."""
        left_out = _KNOWN.get(event.name, ("event", "deal"))
        fields = {key: value for key, value in event.fields.items() if key not in left_out}
        if event.audience is not None:
            fields["to"] = event.audience[0]
        packed = {key: _packed(value) for key, value in fields.items()}
        names = [f"*{key}" if packed[key] != value else key for key, value in fields.items()]
        kind = self._kinds.setdefault((event.name, *names), len(self._kinds))
        return [kind, *packed.values()]

    def _choices(self, legal: Sequence[Action]) -> str:
        """Legal actions in order: "0 1 2FiFj" is the verbs 0 and 1, and the verb 2 with two pairs of cards."""
        groups: list[tuple[int, str]] = []
        for action in legal:
            verb, *words = action.split(" ")
            cards = _row(words)
            number = self._verbs.setdefault((action, 0) if cards is None else (verb, len(words)), len(self._verbs))
            if groups and cards and groups[-1][0] == number:
                cards = groups.pop()[1] + cards
            groups.append((number, cards or ""))
        return " ".join(f"{number}{cards}" for number, cards in groups)

    def json(self, log: Log) -> Markup:
        """All of it as JSON that may stand inside a script element."""
        whole = {
            "game": log.game,
            "options": games.game(log.game, log.options).options,
            "seats": [marks.plain(bot.label) for bot in log.bots],
            "ranks": log.result.ranks,
            "scores": log.result.scores,
            "verdicts": [verdict.cause for verdict in log.result.verdicts],
            "cards": TEXT,
            "verbs": list(self._verbs),
            "kinds": list(self._kinds),
            "deals": list(self._deals.items()),
        }
        text = msgspec.json.encode(whole).decode()
        return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))
