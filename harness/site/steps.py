"""A match as the replay on the page takes it: its steps with their events, as compact JSON.

Whatever recurs is written once and called by its number; what follows from a step's action is named, not written.
Nothing in a deal refers to another one, so that a page may begin with any deal. Think times and sentences are not
here: the script reads them from the transcript.
"""

from collections.abc import Mapping, Sequence, Set
from copy import deepcopy
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

# What one may want to jump to, by the event that it is.
_JUMPS = {"deal": "deal", "trick": "trick", "knock": "knock", "close": "knock"}


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


class _Standing(msgspec.Struct):
    """What a match carries from one deal to the next."""

    totals: list[int]
    lives: list[int] | None = None  # None: as many as each had at the start
    out: set[int] = set()
    gone: set[int] = set()  # seats that have forfeited

    def note(self, event: Event) -> None:
        """Count what an event says of it."""
        told: dict[str, Any] = event.fields
        if event.name == "out":
            self.out.add(told["seat"])
        if "lives" in told:
            self.lives = told["lives"]
        if event.name == "showdown" and "scores" in told:
            self.totals = [total + score for total, score in zip(self.totals, told["scores"], strict=True)]


class Steps:
    """Gathers the steps."""

    def __init__(self, seats: int) -> None:
        self.written: list[bytes] = []  # each step as JSON
        self.actions: list[int] = []  # after each step, how many there were
        self.jumps: dict[str, list[int]] = {"deal": [], "trick": [], "knock": [], "fault": []}  # steps, from 0
        self._seats = seats
        self._actor = 0  # of the last action
        self._standing = _Standing([0] * seats)
        self._starts: dict[int, _Standing] = {}  # how the match stood when a deal began
        self._choices = Choices()
        self._own: dict[int, str] = {}  # by seat, the letters of the cards that it was last told to hold
        self._handed = ""  # and of the loose cards
        self._shapes: dict[tuple[object, ...], int] = {}  # how far the turn went, the flag, and the kinds of events
        self._kinds: dict[tuple[str, ...], int] = {}  # of events: a name and the names of its values

    def add(self, deal: int, entry: Entry | None, legal: Sequence[Action], events: Sequence[Event]) -> None:
        """Add a step: an action with what came of it, or what came of it in another deal."""
        if deal not in self._starts:
            self._starts[deal] = deepcopy(self._standing)
            self._actor, self._own, self._handed = 0, {}, ""
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
            self._standing.note(event)
        opening: tuple[object, ...] = (None, "")
        if entry is not None:
            opening = ((entry.seat - self._actor) % self._seats, entry.flag)
            self._actor = entry.seat
            values = [legal.index(entry.action), choices, *values]
        shape = self._shapes.setdefault((*opening, *kinds), len(self._shapes))
        self._mark({_JUMPS.get(event.name) for event in events}, entry)
        self.actions.append((self.actions[-1] if self.actions else 0) + (entry is not None))
        self.written.append(msgspec.json.encode([shape, *values]))

    def _mark(self, names: Set[str | None], entry: Entry | None) -> None:
        """Note what one may want to jump to; of a forfeit the first action that is made for its seat."""
        for name, steps in self.jumps.items():
            if name in names:
                steps.append(len(self.written))
        if entry and entry.flag and not (entry.flag == "forfeit" and entry.seat in self._standing.gone):
            self.jumps["fault"].append(len(self.written))
        if entry and entry.flag == "forfeit":
            self._standing.gone.add(entry.seat)

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

    def json(self, log: Log, deals: Mapping[int, range]) -> Markup:
        """The steps of some deals in a row, by number, as JSON that may stand inside a script element."""
        first, steps = next(iter(deals.items()))
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
            "jumps": self.jumps,
            "total": len(self.written),
            "actions": self.actions[-1],
            "start": steps.start,
            "number": self.actions[steps.start],
            "standing": self._starts[first],
            "deals": [(number, [msgspec.Raw(self.written[step]) for step in steps]) for number, steps in deals.items()],
        }
        text = msgspec.json.encode(whole).decode()
        return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def _same(value: object, other: object) -> bool:
    return (list(value) if isinstance(value, tuple) else value) == other
