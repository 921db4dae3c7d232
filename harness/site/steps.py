"""A match as the replay on the page takes it: its steps deal by deal, with their events, as compact JSON."""

from collections.abc import Sequence

import msgspec
from markupsafe import Markup

from harness import games
from harness.games import Action, Event
from harness.match import Entry, Log
from harness.site import marks

# What an event says that its step, or the table by then, says already.
_KNOWN = {"trick": ("event", "deal", "cards")}


class Steps:
    """Gathers the steps. Actions are written once, and elsewhere by their number: they come again and again."""

    def __init__(self) -> None:
        self._deals: dict[int, list[list[object]]] = {}
        self._actions: dict[Action, int] = {}
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
            choices = [self._number(action) for action in legal]
            steps.append([number, told, entry.seat, entry.think_us, entry.flag, self._number(entry.action), choices])

    def _told(self, event: Event) -> list[object]:
        """An event by the number of its kind, and its values."""
        left_out = _KNOWN.get(event.name, ("event", "deal"))
        fields = {key: value for key, value in event.fields.items() if key not in left_out}
        if event.audience is not None:
            fields["to"] = event.audience[0]
        kind = self._kinds.setdefault((event.name, *fields), len(self._kinds))
        return [kind, *fields.values()]

    def _number(self, action: Action) -> int:
        return self._actions.setdefault(action, len(self._actions))

    def json(self, log: Log) -> Markup:
        """All of it as JSON that may stand inside a script element."""
        whole = {
            "game": log.game,
            "options": games.game(log.game, log.options).options,
            "seats": [marks.plain(bot.label) for bot in log.bots],
            "ranks": log.result.ranks,
            "scores": log.result.scores,
            "verdicts": [verdict.cause for verdict in log.result.verdicts],
            "actions": list(self._actions),
            "kinds": list(self._kinds),
            "deals": list(self._deals.items()),
        }
        text = msgspec.json.encode(whole).decode()
        return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))
