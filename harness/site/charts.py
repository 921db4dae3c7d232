"""Drawings as inline SVG paths: intervals on a common scale, and a rating over its matches.

Every drawing is 100 units wide and high and is stretched by the page's style sheet; labels stay outside it, as text.
"""

import math
from collections.abc import Sequence

import msgspec

from harness.ratings import Z95
from harness.skill import Skill

POINTS = 150  # of a line; more would not be seen


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
    """A rating over its matches: a line for mu inside the band of its 95 % interval."""

    line: str  # SVG path
    band: str  # SVG path
    scale: Scale
    matches: int


def course(skills: Sequence[Skill]) -> Course:
    """The drawing of a bot's skill, from before its first match to after its last."""
    last = len(skills) - 1
    shown = sorted({round(index * last / POINTS) for index in range(POINTS + 1)}) if last > POINTS else range(last + 1)
    low = [skills[index].mu - Z95 * skills[index].sigma for index in shown]
    high = [skills[index].mu + Z95 * skills[index].sigma for index in shown]
    axis = scale([*low, *high])
    across = [round(100 * index / max(last, 1), 2) for index in shown]
    middle = [skills[index].mu for index in shown]
    there = _points(across, high, axis)
    back = _points(across[::-1], low[::-1], axis)
    return Course(f"M{_points(across, middle, axis)}", f"M{there}L{back}Z", axis, last)


def _points(across: Sequence[float], values: Sequence[float], axis: Scale) -> str:
    return "L".join(f"{x:g} {100 - axis.at(value):g}" for x, value in zip(across, values, strict=True))
