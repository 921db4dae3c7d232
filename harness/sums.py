"""Exact sums over sets: whole numbers, so that what was added can be taken out again and the order does not matter."""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

import msgspec

Z95 = 1.96  # two-sided 95 % of the normal distribution
# And of Student's, by degrees of freedom from 1; with more it is the normal one's to within 3 %.
_T95 = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip


class Estimate(msgspec.Struct, frozen=True):
    """A mean over sets with the half-width of its 95 % interval (infinite with fewer than two sets)."""

    mean: float
    half: float
    sets: int


def quantile(sets: int) -> float:
    """How many standard errors wide half a 95 % interval over so many sets is."""
    return _T95[sets - 2] if 2 <= sets < 2 + len(_T95) else Z95 if sets >= 2 else math.inf


class Places(NamedTuple):
    """A place by value, and the places that the intervals leave open; all from 1."""

    place: int  # equal values share it
    best: int  # 1 + those whose intervals lie above
    worst: int  # the field less those whose intervals lie below


class Sums(msgspec.Struct, array_like=True):
    """Of sets with a total ``t`` over ``w`` matches each; totals are whole numbers in some unit."""

    sets: int = 0
    w: int = 0
    ww: int = 0
    t: int = 0
    tw: int = 0
    tt: int = 0

    def add(self, total: int, matches: int, sign: int = 1) -> None:
        """Add one set, or with ``sign`` -1 take it out."""
        self.sets += sign
        self.w += sign * matches
        self.ww += sign * matches * matches
        self.t += sign * total
        self.tw += sign * total * matches
        self.tt += sign * total * total

    def turned(self, most: int) -> "Sums":
        """The same sets seen from the other side, which has what is missing to ``most`` a match."""
        t, tw = most * self.w - self.t, most * self.ww - self.tw
        return Sums(self.sets, self.w, self.ww, t, tw, most * most * self.ww - 2 * most * self.tw + self.tt)


def mean(parts: Iterable[tuple[Sums, Fraction]]) -> Fraction:
    """The mean per match over sums in different units; ZeroDivisionError without matches."""
    parts = list(parts)
    return sum((one.t * unit for one, unit in parts), Fraction()) / sum(one.w for one, _ in parts)


def estimate(parts: Iterable[tuple[Sums, Fraction]]) -> Estimate:
    """The mean over sets, each weighing as many matches as it has; the interval is that of a ratio of sums."""
    parts = list(parts)
    sets, weight = sum(one.sets for one, _ in parts), sum(one.w for one, _ in parts)
    if not weight:
        return Estimate(math.nan, math.inf, 0)
    middle = mean(parts)
    if sets < 2:
        return Estimate(float(middle), math.inf, sets)
    spread = sum(
        (one.tt * unit**2 - 2 * middle * one.tw * unit + middle**2 * one.ww for one, unit in parts), Fraction()
    )
    return Estimate(float(middle), quantile(sets) * math.sqrt(spread * sets / (sets - 1)) / weight, sets)


def places(field: Sequence[tuple[float, float, float]]) -> Iterator[Places]:
    """The places of a field of values, highest first, each with the low and the high end of its interval."""
    values = [-value for value, _, _ in field]
    lows, highs = sorted(low for _, low, _ in field), sorted(high for _, _, high in field)
    for value, low, high in field:
        yield Places(
            1 + bisect_left(values, -value),
            1 + len(field) - bisect_right(lows, high),
            len(field) - bisect_left(highs, low),
        )
