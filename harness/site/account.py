"""One match told from its log: every step in words, every deal's outcome, and why a seat did not win."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from markupsafe import Markup

from harness import games, replay
from harness.errors import HarnessError
from harness.match import Log
from harness.site import figures, marks, moves


class Deal(msgspec.Struct):
    """One deal of a match; ``outcome`` is its showdown, empty if there was none."""

    number: int
    rows: list[str]  # of its table of moves, HTML
    outcome: Mapping[str, Any] = {}
    out: list[int] = []  # the seats that it put out of the match
    summary: Markup = Markup("")

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
            return figures.signed(shown["scores"][seat], 0), f"hand {figures.short(shown['values'][seat])}", lost
        value = shown["values"][seat]
        if value is None:
            return figures.NOTHING, "", lost
        left = shown["lives"][seat]
        state = "out" if seat in self.out else "swims" if left == 0 else figures.lives(left)
        return figures.short(value), state, lost


class Account(msgspec.Struct, frozen=True):
    """A match, told. ``trouble`` says why it could not be told to its end."""

    deals: list[Deal]
    whys: tuple[str, ...]  # by seat; empty for the winner
    trouble: str = ""


def tell(log: Log) -> Account:
    """Play a log again and put it into words."""
    teller = _Teller(log)
    trouble = ""
    try:
        for frame in replay.frames(log):
            teller.add(frame)
    except HarnessError as error:
        trouble = str(error)
    deals = list(teller.deals.values())
    return Account(deals, tuple(_why(log, seat, deals) for seat in range(len(log.bots))), trouble)


def forfeited(cause: str, sentence: str) -> str:
    """Why a seat that forfeited did not win; the sentence may quote what its bot sent."""
    return marks.plain(f"{cause}: {sentence}", 400)


class _Teller:
    """Gathers the steps of a match deal by deal."""

    def __init__(self, log: Log) -> None:
        self.deals: dict[int, Deal] = {}
        self._game = games.game(log.game, log.options)
        self._names = marks.Names(log.bots)

    def add(self, frame: replay.Frame) -> None:
        """A step may end one deal and open the next: its events are told in the deal that they belong to."""
        by_deal: dict[int, list[str]] = {}
        for event in frame.events:
            number = int(str(event.fields["deal"]))
            said = self._names.put_in(self._game.sentence(event.fields, self._names.marks))
            by_deal.setdefault(number, []).append(said)
            if event.name == "showdown":
                deal = self._deal(number)
                deal.outcome, deal.summary = event.fields, Markup(said)
            elif event.name == "out":
                self._deal(number).out.append(int(str(event.fields["seat"])))
        entry = frame.entry
        for number, sentences in by_deal.items():
            said = "<br>".join(sentences)
            self._deal(number).rows.append(moves.played(frame.index, entry, said) if entry else moves.told(said))
            entry = None

    def _deal(self, number: int) -> Deal:
        return self.deals.setdefault(number, Deal(number, []))


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


def _knocked_out(seat: int, lost: Sequence[Deal]) -> str:
    last = lost[-1]
    values = last.outcome["values"]
    best = max(value for value in values if value is not None)
    return (
        f"Lost {figures.plural(len(lost), 'deal')}; the last was number {last.number},"
        f" with {figures.short(values[seat])} in hand against {figures.short(best)}."
    )
