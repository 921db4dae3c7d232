"""What the store gives back: matches, seats and think times as they are counted."""

import math

import msgspec


class SeatRow(msgspec.Struct, frozen=True):
    """One seat of a stored match."""

    bot: int
    rank: int
    score: int
    verdict: str
    sentence: str
    strikes: int


class MatchRow(msgspec.Struct, frozen=True):
    """A stored match without its log."""

    id: int
    key: str
    position: str
    set_key: str
    actions: int
    started: str
    seconds: float
    seats: tuple[SeatRow, ...]


class SetRow(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One seat of a match, as far as its set's totals are made of it."""

    set_key: str
    match: int
    bot: int
    rank: int
    score: int


class Thinking(msgspec.Struct, frozen=True):
    """A bot's think times: decisions by bucket (see ``harness.played.bucket``), and sums in microseconds."""

    decisions: dict[int, int]
    think_us: int
    own_us: int

    def quantile(self, q: float) -> float:
        """The think time in microseconds below which a share ``q`` of the decisions fell, to within 5 %."""
        due = q * sum(self.decisions.values())
        for number, count in sorted(self.decisions.items()):
            due -= count
            if due <= 0:
                return math.expm1(number / 10)
        return 0.0
