"""A match as the replay on the page takes it: its steps deal by deal, with their events, as compact JSON.

Whatever recurs is written once and called by its number; what follows from a step's action is named, not written.
Think times and sentences are not here: the script reads them from the transcript.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from markupsafe import Markup

from harness import games
from harness.games import Action, Event
from harness.games.cards import TEXT
from harness.match import Entry, Log
from harness.site import marks
from harness.site.choices import Choices, cards_of, pool, row

# What an event says that its step, or the table by then, says already.
_KNOWN = {"trick": ("event", "deal", "cards")}
# Where else a value of an event stands: its action's cards, the cards not chosen, what the event before passes on.
_SOURCES = {
    ("hold", "cards"): "chosen",
    ("hold", "passed"): "rest",
    ("loose", "cards"): "passed",
    ("swap", "given"): "first",
    ("swap", "taken"): "second",
    ("play", "card"): "first",
    ("discard", "card"): "first",
}


def _packed(value: Any) -> Any:
    """A row of cards, or one for each seat, as letters; their key is starred. Anything else as it is."""
    if not isinstance(value, list | tuple) or not value:
        return value
    whole, rows = row(value), [row(one) for one in value]
    return whole if whole is not None else value if None in rows else rows


def _implied(entry: Entry, legal: Sequence[Action], events: Sequence[Event]) -> dict[str, object]:
    """What an action gives to the events that come of it, by the names of the sources."""
    chosen = cards_of(entry.action)
    known: dict[str, object] = {"chosen": chosen, **dict(zip(("first", "second"), chosen, strict=False))}
    if any("passed" in event.fields for event in events):
        rest = pool(legal)
        for card in chosen:
            rest.remove(card)
        known["rest"] = rest
    return known


class Steps:
    """Gathers the steps."""

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._actor = 0  # of the last action
        self._deals: dict[int, list[list[object]]] = {}
        self._choices = Choices()
        self._own: dict[int, str] = {}  # by seat, the letters of the cards that it was last told to hold
        self._handed = ""  # and of the loose cards
        self._shapes: dict[tuple[object, ...], int] = {}  # how far the turn went, the flag, and the kinds of events
        self._kinds: dict[tuple[str, ...], int] = {}  # of events: a name and the names of its values

    def add(self, deal: int, entry: Entry | None, legal: Sequence[Action], events: Sequence[Event]) -> None:
        """Add a step: an action with what came of it, or what came of it in another deal."""
        implied = _implied(entry, legal, events) if entry else {}
        choices = self._choices.text(legal, self._own.get(entry.seat, ""), self._handed) if entry else ""
        kinds: list[int] = []
        values: list[object] = []
        for event in events:
            kind, left = self._told(event, entry, implied)
            kinds.append(kind)
            values += left
            implied["passed"] = event.fields.get("passed")
            self._note(event)
        opening: tuple[object, ...] = (None, "")
        if entry is not None:
            opening = ((entry.seat - self._actor) % self._seats, entry.flag)
            self._actor = entry.seat
            values = [legal.index(entry.action), choices, *values]
        shape = self._shapes.setdefault((*opening, *kinds), len(self._shapes))
        self._deals.setdefault(deal, []).append([shape, *values])

    def _note(self, event: Event) -> None:
        cards = row(event.fields.get("cards"))
        if cards is not None and event.name in ("hand", "hold"):
            self._own[int(str(event.fields["seat"]))] = cards
        elif cards is not None and event.name == "loose":
            self._handed = cards

    def _told(self, event: Event, entry: Entry | None, implied: Mapping[str, object]) -> tuple[int, list[object]]:
        """An event's kind by its number, and those of its values that do not follow from elsewhere."""
        left_out = _KNOWN.get(event.name, ("event", "deal"))
        fields: dict[str, Any] = {key: value for key, value in event.fields.items() if key not in left_out}
        if event.audience is not None:
            fields["to"] = event.audience[0]
        names, values = [], []
        for key, value in fields.items():
            source, packed = _SOURCES.get((event.name, key), ""), _packed(value)
            if key == "seat" and entry:
                names.append(f"seat+{(value - entry.seat) % self._seats}")
            elif key == "to" and value == fields.get("seat"):
                names.append("to=seat")
            elif source and _same(value, implied.get(source)):
                names.append(f"{key}={source}")
            else:
                names.append(f"*{key}" if packed != value else key)
                values.append(packed)
        return self._kinds.setdefault((event.name, *names), len(self._kinds)), values

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
            "verbs": list(self._choices.verbs),
            "kinds": list(self._kinds),
            "shapes": list(self._shapes),
            "deals": list(self._deals.items()),
        }
        text = msgspec.json.encode(whole).decode()
        return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def _same(value: object, other: object) -> bool:
    return (list(value) if isinstance(value, tuple) else value) == other
