"""One match told from its log: every step in words, and every deal's outcome."""

from collections.abc import Iterator, Sequence

import msgspec
from markupsafe import Markup

from harness import games, replay
from harness.errors import HarnessError
from harness.match import Log
from harness.site import marks, moves, reasons
from harness.site.deal import Deal, Moment
from harness.site.reasons import Reasons
from harness.site.steps import Steps


class Account(msgspec.Struct, frozen=True):
    """A match, told. ``trouble`` says why it could not be told to its end."""

    deals: list[Deal]
    steps: Steps
    reasons: Reasons
    trouble: str = ""


def tell(log: Log, *, printed: bool) -> Account:
    """Play a log again and put it into words; ``printed``: also what its bots printed, which is for their owners."""
    told: dict[int, Deal] = {}
    steps = Steps(len(log.bots))
    trouble = ""
    try:
        teller = _Teller(log, told, steps)
        for frame in replay.frames(log):
            teller.add(frame)
    except HarnessError as error:
        trouble = str(error)
    deals = list(told.values())
    return Account(deals, steps, reasons.found(log, deals, whole=not trouble, printed=printed), trouble)


class _Teller:
    """Gathers the steps of a match deal by deal."""

    def __init__(self, log: Log, deals: dict[int, Deal], steps: Steps) -> None:
        self.deals = deals  # by number
        self.steps = steps
        self._game = games.game(log.game, log.options)
        self._names = marks.Names(log.bots)
        self._legal: Sequence[games.Action] = ()

    def add(self, frame: replay.Frame) -> None:
        """A step may end one deal and open the next: its events are told in the deal that they belong to."""
        by_deal: dict[int, list[games.Event]] = {}
        for event in frame.events:
            by_deal.setdefault(int(str(event.fields["deal"])), []).append(event)
        entry = frame.entry
        for number, events in by_deal.items():
            deal = self.deals.setdefault(number, Deal(number, len(self.steps.written), frame.index))
            said = "".join(self._all_said(deal, events))
            deal.rows.append(moves.played(frame.index, entry, said) if entry else moves.told(said))
            deal.last = frame.index
            if entry and entry.flag != "forfeit" and len(self._legal) > 1:
                deal.choices[entry.seat] = Moment(number, frame.index, entry.action)
            self.steps.add(number, entry, self._legal, events)
            entry = None
        self._legal = frame.state.legal()

    def _all_said(self, deal: Deal, events: Sequence[games.Event]) -> Iterator[str]:
        """Each event's sentence; cards that go from one hand to the next are told once, to both.

        What the giver holds then is left to the action, which stands in the same row: the replay's script tells it.
        """
        before = ""
        for place, event in enumerate(events):
            following = events[place + 1 : place + 2]
            if event.name == "hold" and following and following[0].fields.get("cards") == event.fields["passed"]:
                continue
            sentence = self._game.sentence(event.fields, self._names.marks)
            heard = place and events[place - 1].audience in (None, event.audience)
            said = self._names.put_in(self._names.go_on(before, sentence) if heard else sentence)
            if event.name == "showdown":
                deal.outcome, deal.summary = event.fields, Markup(said)
            elif event.name == "out":
                deal.out.append(int(str(event.fields["seat"])))
            before = sentence
            yield f"<p>{said}" if place else said
