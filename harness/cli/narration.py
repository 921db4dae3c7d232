"""A match told line by line, as everybody saw it or as one seat did."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from harness import games
from harness.errors import ConfigError
from harness.games import Event, Seat
from harness.games.faces import Faces
from harness.match import Entry, Log
from harness.replay import Frame, frames

_INDENT = " " * 6
_SHORT = 5  # cards of a hand that fits at the end of a line


class Step(msgspec.Struct):
    """A frame with what is to be seen of it."""

    frame: Frame
    deal: int  # in which the step began
    events: list[Event]


class Narration:
    """One way to look at a log: all of it or one deal, with open cards or from one seat."""

    def __init__(self, log: Log, *, seat: Seat | None, deal: int | None, faces: Faces) -> None:
        if seat is not None and seat >= len(log.bots):
            raise ConfigError(f"--seat: there is no seat {seat}; the seats are 0 to {len(log.bots) - 1}")
        self.log = log
        self.seat = seat
        self.deal = deal
        self.faces = faces
        self.game = games.game(log.game, log.options)

    def steps(self) -> Iterator[Step]:
        """The steps to be shown; ConfigError, at the end, if the match has no such deal."""
        current = 1
        shown = False
        for frame in frames(self.log):
            events = [event for event in frame.events if self._shows(event)]
            if events or self.deal in (None, current):
                shown = True
                yield Step(frame, current, events)
            for event in frame.events:
                current = _deal(event)
        if not shown:
            raise ConfigError(f"--deal: there is no deal {self.deal}; the deals are 1 to {current}")

    def _shows(self, event: Event) -> bool:
        seen = self.seat is None or event.audience is None or self.seat in event.audience
        return seen and self.deal in (None, _deal(event))

    def lines(self) -> Iterator[str]:
        """Each action in a line, and in lines of their own what came of it."""
        for step in self.steps():
            told = [line for event in step.events for line in self._told(event)]
            entry = step.frame.entry
            if entry is not None and self.deal in (None, step.deal):  # else it ended the deal before
                first = told.pop(0).strip() if told else f"{self.log.bots[entry.seat].label} acts unseen."
                yield f"{step.frame.index:4}  {first}{self._remark(step, entry)}"
            yield from told

    def _told(self, event: Event) -> Iterator[str]:
        """An event as a sentence; a deal begins with an empty line and ends with what everybody has left."""
        # Names are put in last, so that a bot called Ah is not taken for a card.
        sentence = self.game.sentence(event.fields, [f"\0{seat}\0" for seat in range(len(self.log.bots))])
        line = self._named(self.faces.printed(sentence))
        if event.name == "deal":
            yield from ("", line)
        else:
            yield f"{_INDENT}{line}"
        if event.name == "showdown":
            yield from self._balance(event.fields)

    def _balance(self, fields: Mapping[str, Any]) -> Iterator[str]:
        for what in ("hands", "lives", "totals"):
            if what in fields:
                shown = [self.faces.printed(" ".join(one)) if what == "hands" else str(one) for one in fields[what]]
                each = [f"{bot.label} {one}" for bot, one in zip(self.log.bots, shown, strict=True) if one]
                yield f"{_INDENT}{what}: {'; '.join(each)}"

    def _remark(self, step: Step, entry: Entry) -> str:
        """What the seat holds after its action, if that is to be seen, and how the action came about."""
        own = self.seat in (None, entry.seat)
        remarks = []
        if own and not any(event.name == "showdown" for event in step.frame.events):
            hand: Sequence[str] = getattr(step.frame.state.view(entry.seat), "hand", ())
            if 0 < len(hand) <= _SHORT:
                remarks.append(f"[{self.faces.printed(' '.join(hand))}]")
        if entry.refused and own:
            remarks.append(f"(refused before: {', '.join(text[:100] for text in entry.refused)})")
        if entry.flag:
            remarks.append(f"({entry.flag}: the default action)")
        return "".join(f"  {remark}" for remark in remarks)

    def _named(self, text: str) -> str:
        return re.sub("\0(\\d+)\0", lambda seat: self.log.bots[int(seat[1])].label, text)

    def records(self) -> Iterator[dict[str, object]]:
        """Each step as plain JSON, with the state after it, or a seat's view of it; times in milliseconds."""
        for step in self.steps():
            entry, state = step.frame.entry, step.frame.state
            record: dict[str, object] = {"index": step.frame.index, "deal": step.deal}
            if entry is not None:
                record |= {"seat": entry.seat, "flag": entry.flag}
                if self.seat in (None, entry.seat):
                    think = {"think_ms": entry.think_us / 1000, "own_ms": entry.own_us / 1000}
                    record |= {"action": entry.action, "refused": entry.refused, **think}
            record["events"] = [event.fields for event in step.events]
            if self.seat is None:
                record["state"] = state.snapshot()
            else:
                record["view"] = state.view(self.seat)
            yield record


def _deal(event: Event) -> int:
    number = event.fields["deal"]
    assert isinstance(number, int)
    return number
