"""Why a seat did not win a match, and where to see it."""

from collections.abc import Iterator, Sequence

import msgspec

from harness import hindsight
from harness.match import Cause, Log, Verdict
from harness.rows import MatchRow
from harness.site import figures, marks
from harness.site.deal import Deal, Moment

PRINTED = ("stderr", "stdout")  # evidence that a bot wrote itself
EXCERPT = 600  # characters of it, beside a match that is listed


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


def found(log: Log, deals: Sequence[Deal], *, whole: bool, printed: bool) -> Reasons:
    """The reasons of a match; ``whole``: it was played again to its end; ``printed``: what bots printed is told."""
    seats = range(len(log.bots))
    whys = tuple(_why(log, seat, deals) for seat in seats)
    moments = [_moment(log, seat, deals) for seat in seats]
    if whole:
        moments = list(_turned(log, moments, deals))
    outputs = tuple(_excerpt(verdict) if printed else "" for verdict in log.result.verdicts)
    return Reasons(whys, tuple(moments), outputs)


def forfeited(cause: str, sentence: str) -> str:
    """Why a seat that forfeited did not win; the sentence may quote what its bot sent."""
    return marks.plain(f"{cause}: {sentence}", 400)


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
            would = "would" if turn.sure else "might"
            brought = f"{would} have " + (f"scored {figures.short(turn.gain)} more" if points else "kept the life")
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
