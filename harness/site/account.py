"""One match told from its log: every step in words, every deal's outcome, and why a seat did not win."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from markupsafe import Markup

from harness import games, hindsight, replay
from harness.errors import HarnessError
from harness.match import Cause, Log, Verdict
from harness.rows import MatchRow
from harness.site import figures, marks, moves
from harness.site.steps import Steps

PRINTED = ("stderr", "stdout")  # evidence that a bot wrote itself
EXCERPT = 600  # characters of it, beside a match that is listed


class Deal(msgspec.Struct):
    """One deal of a match; ``outcome`` is its showdown, empty if there was none."""

    number: int
    start: int  # its first step, from 0
    first: int  # number of the action that its first step came of; 0: of none
    rows: list[str] = []  # of its table of moves, HTML, one for each step
    last: int = 0
    outcome: Mapping[str, Any] = {}
    out: list[int] = []  # the seats that it put out of the match
    choices: dict[int, "Moment"] = {}  # by seat: the last time that it had one
    summary: Markup = Markup("")

    @property
    def end(self) -> int:
        """The step after its last."""
        return self.start + len(self.rows)

    @property
    def moves(self) -> Markup:
        return Markup("".join(self.rows))

    def cell(self, seat: int) -> tuple[str, str, bool]:
        """For one seat: the figure that counts, what stands behind it, and whether the seat lost the deal."""
        shown = self.outcome
        lost = seat in shown.get("losers", ())
        if "scores" in shown:
            if "tricks" in shown:
                return figures.signed(shown["scores"][seat], 0), figures.plural(shown["tricks"][seat], "trick"), lost
            return figures.signed(shown["scores"][seat], 0), f"with {figures.short(shown['values'][seat])}", lost
        value = shown["values"][seat]
        if value is None:
            return figures.NOTHING, "", lost
        left = shown["lives"][seat]
        state = "out" if seat in self.out else "swims" if left == 0 else figures.lives(left)
        return figures.short(value), state, lost


class Moment(msgspec.Struct, frozen=True):
    """A step of a match, as the replay's address names it."""

    deal: int
    step: int
    action: games.Action = ""  # what the seat chose there; empty: nothing, or no longer itself
    last: int = 0  # the step that ended the deal
    instead: games.Action = ""  # what would have done best in that deal, all else as it was
    brought: str = ""  # and what it would have done
    helpless: bool = False  # no other choice in the deal would have done better

    @property
    def address(self) -> str:
        return f"#deal={self.deal}&step={self.step}"

    @property
    def end(self) -> str:
        """The address of the deal's end."""
        return f"#deal={self.deal}&step={self.last}"


class Reasons(msgspec.Struct, frozen=True):
    """By seat: why it did not win (empty if it did), where to see it, and what it printed last, if that is told."""

    whys: tuple[str, ...]
    moments: tuple[Moment | None, ...]
    outputs: tuple[str, ...]

    @classmethod
    def short(cls, row: MatchRow) -> "Reasons":
        """What is known without playing the match again: its forfeits."""
        whys = (
            forfeited(seat.verdict, seat.sentence) if seat.verdict != Cause.PLAYED.word else "" for seat in row.seats
        )
        return cls(tuple(whys), (None,) * len(row.seats), ("",) * len(row.seats))


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
    seats = range(len(log.bots))
    whys = tuple(_why(log, seat, deals) for seat in seats)
    moments = [_moment(log, seat, deals) for seat in seats]
    if not trouble:
        moments = list(_turned(log, moments, deals))
    outputs = tuple(_excerpt(verdict) if printed else "" for verdict in log.result.verdicts)
    return Account(deals, steps, Reasons(whys, tuple(moments), outputs), trouble)


def forfeited(cause: str, sentence: str) -> str:
    """Why a seat that forfeited did not win; the sentence may quote what its bot sent."""
    return marks.plain(f"{cause}: {sentence}", 400)


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


def _excerpt(verdict: Verdict) -> str:
    """The end of what a bot that forfeited printed."""
    printed = next((verdict.evidence[key] for key in PRINTED if verdict.evidence.get(key)), "")
    text = marks.evidence(printed)
    return text if len(text) <= EXCERPT else text[-EXCERPT:].partition("\n")[2]


def _why(log: Log, seat: int, deals: Sequence[Deal]) -> str:
    """Why a seat did not win, in one short sentence of the harness's own."""
    verdict = log.result.verdicts[seat]
    if verdict.forfeit:
        return forfeited(verdict.cause, verdict.sentence)
    if log.result.ranks[seat] == 1:
        return ""
    lost = [deal for deal in deals if seat in deal.outcome.get("losers", ())]
    if lost:
        return _knocked_out(seat, lost)
    scored = [deal for deal in deals if "scores" in deal.outcome]
    if not scored:
        return ""
    worst = min(scored, key=lambda deal: int(deal.outcome["scores"][seat]))
    score = figures.signed(worst.outcome["scores"][seat], 0)
    total, best = (figures.signed(score, 0) for score in (log.result.scores[seat], max(log.result.scores)))
    return f"Total {total} against {best}; its worst deal was number {worst.number}, with {score}."


def _moment(log: Log, seat: int, deals: Sequence[Deal]) -> Moment | None:
    """Where to look for why a seat did not win: its forfeit, or its last choice in the deal that cost it most."""
    at = log.result.verdicts[seat].at
    if at is not None:
        deal = next((deal for deal in deals if deal.first <= at + 1 <= deal.last), None)
        return Moment(deal.number, at + 1) if deal else None
    if log.result.ranks[seat] == 1:
        return None
    lost = [deal for deal in deals if seat in deal.outcome.get("losers", ())]
    scored = [deal for deal in deals if "scores" in deal.outcome]
    if not lost and not scored:
        return None
    shown = lost[-1] if lost else min(scored, key=lambda deal: int(deal.outcome["scores"][seat]))
    choice = shown.choices.get(seat, Moment(shown.number, shown.last))
    return msgspec.structs.replace(choice, last=shown.last)


def _turned(log: Log, moments: Sequence[Moment | None], deals: Sequence[Deal]) -> Iterator[Moment | None]:
    """The moments in lost deals moved to the choice that cost most there, where another would have done better."""
    lost = {seat: moment.deal for seat, moment in enumerate(moments) if moment is not None and moment.last}
    found = hindsight.turns(log, lost)
    for seat, moment in enumerate(moments):
        turn = found.get(seat)
        if moment is None or turn is None:
            yield moment
        elif not turn.number:
            yield msgspec.structs.replace(moment, helpless=bool(moment.action))
        else:
            points = any(deal.number == moment.deal and "scores" in deal.outcome for deal in deals)
            brought = f"scored {figures.short(turn.gain)} more" if points else "kept the life"
            yield msgspec.structs.replace(
                moment,
                step=turn.number, action=log.actions[turn.number - 1].action, instead=turn.instead, brought=brought,
            )  # fmt: skip


def _knocked_out(seat: int, lost: Sequence[Deal]) -> str:
    last = lost[-1]
    values = last.outcome["values"]
    best = max(value for value in values if value is not None)
    return (
        f"Lost {figures.plural(len(lost), 'deal')}; the last was number {last.number},"
        f" with {figures.short(values[seat])} against {figures.short(best)}."
    )
