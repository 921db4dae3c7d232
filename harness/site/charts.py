"""Drawings as inline SVG paths: intervals on a common scale, courses of ratings, bars.

No library draws them, since a page is to open from disk and stay small. Every drawing is 100 units wide and is
stretched by the page's style sheet; labels stay outside it, as text.
"""

import math
from collections.abc import Mapping, Sequence

import msgspec

from harness.match import Log
from harness.rows import Thinking
from harness.site import figures
from harness.skill import Skill
from harness.sums import Z95

POINTS = 150  # of a line; more would not be seen
SETTLED = 10  # per cent of a course after which all of it must be seen


class Scale(msgspec.Struct, frozen=True):
    """A range with round ends, cut into equal parts by its ticks."""

    ticks: tuple[float, ...]  # ascending, at least two

    def at(self, value: float) -> float:
        """Where a value lies, from 0 to 100."""
        low, high = self.ticks[0], self.ticks[-1]
        return round(100 * (value - low) / (high - low), 2)


def scale(values: Sequence[float], parts: int = 4) -> Scale:
    """The scale for some values: about so many parts, at round numbers."""
    low, high = min(values), max(values)
    rough = max((high - low) / parts, 1e-6)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * 0.75)
    first, last = math.floor(low / step), math.ceil(high / step)
    return Scale(tuple(round(number * step, 6) for number in range(first, max(last, first + 1) + 1)))


class Course(msgspec.Struct, frozen=True):
    """A skill over its matches: mu inside the band of its 95 % interval, which is cut off where it leaves the scale."""

    line: str  # SVG path
    band: str  # SVG path
    scale: Scale
    matches: int


def course(skills: Sequence[tuple[int, Skill]]) -> Course:
    """The drawing of a bot's skill after so many matches, from before its first to after its last."""
    last, matches = len(skills) - 1, skills[-1][0]
    shown = sorted({round(index * last / POINTS) for index in range(POINTS + 1)}) if last > POINTS else range(last + 1)
    low = [skills[index][1].mu - Z95 * skills[index][1].sigma for index in shown]
    high = [skills[index][1].mu + Z95 * skills[index][1].sigma for index in shown]
    across = [round(100 * skills[index][0] / max(matches, 1), 2) for index in shown]
    middle = [skills[index][1].mu for index in shown]
    # The width of the beginning, when nothing was known, would leave no height for the rest.
    settled = [end for x, ends in zip(across, zip(low, high, strict=True), strict=True) if x >= SETTLED for end in ends]
    axis = scale([*settled, *middle])
    there = _points(across, high, axis)
    back = _points(across[::-1], low[::-1], axis)
    return Course(f"M{_points(across, middle, axis)}", f"M{there}L{back}Z", axis, matches)


def _points(across: Sequence[float], values: Sequence[float], axis: Scale) -> str:
    return "L".join(f"{x:g} {100 - axis.at(value):g}" for x, value in zip(across, values, strict=True))


class Bar(msgspec.Struct, frozen=True):
    """One bar of a distribution; ``share`` is its height, of the highest bar's, from 0 to 100."""

    label: str
    count: int
    share: float


BARS = 24  # of a distribution; more would not be told apart


def counts(found: Mapping[int, int]) -> list[Bar]:
    """How often each score came, in classes of equal width if there are many."""
    low, high = min(found), max(found)
    width = -(-(high - low + 1) // BARS)
    classes = [0] * ((high - low) // width + 1)
    for score, count in found.items():
        classes[(score - low) // width] += count
    return _bars([(_class(low + width * place, width), count) for place, count in enumerate(classes)])


def _class(low: int, width: int) -> str:
    ends = (figures.short(low), figures.short(low + width - 1))
    return ends[0] if width == 1 else " to ".join(ends)


def thinking(times: Thinking) -> list[Bar]:
    """How often a decision took how long, in classes that double; empty if there was none."""
    classes: dict[int, int] = {}
    for number, count in times.decisions.items():
        power = max(0, math.floor(math.log2(max(1.0, math.expm1(number / 10)))))
        classes[power] = classes.get(power, 0) + count
    if not classes:
        return []
    powers = range(min(classes), max(classes) + 1)
    return _bars([(f"up to {figures.duration(2.0 ** (power + 1))}", classes.get(power, 0)) for power in powers])


def times(log: Log) -> list[Bar]:
    """The mean think time of each seat's own decisions, in microseconds."""
    found = []
    for seat, bot in enumerate(log.bots):
        taken = [entry.think_us for entry in log.actions if entry.seat == seat and entry.flag != "forfeit"]
        found.append((bot.label, round(sum(taken) / len(taken)) if taken else 0))
    return _bars(found)


def _bars(found: Sequence[tuple[str, int]]) -> list[Bar]:
    highest = max(1, *(count for _, count in found))
    return [Bar(label, count, round(100 * count / highest, 1)) for label, count in found]
