"""Intervals that a streak in few sets cannot close.

Three sets, all lost, spread not at all, which does not make a bot hopeless. So the interval of a share is that of two
sets more, one all won and one all lost (what Agresti and Coull do for plain counts), and it is drawn around the share
that was seen. With many sets the difference vanishes.
"""

import math
from collections.abc import Iterator, Mapping

import msgspec

from harness.ratings import Duel, Standing, Table
from harness.sums import Z95, Estimate, quantile


def cautious(share: Estimate) -> Estimate:
    """The same share, 0 to 1, with an interval that is never empty; that of a single set stays unknown."""
    sets, seen = share.sets, share.mean
    if sets < 2:
        return share
    spread = (share.half / quantile(sets)) ** 2 * sets * (sets - 1)  # sum of the squares of what each set is off
    middle = (sets * seen + 1) / (sets + 2)
    spread += sets * (seen - middle) ** 2 + middle**2 + (1 - middle) ** 2
    half = abs(seen - middle) + Z95 * math.sqrt(spread) / (sets + 2)
    if seen in (0.0, 1.0):
        half = max(half, 1 - 0.025 ** (1 / sets))  # Clopper and Pearson's: six sets of a kind before one half is out
    return msgspec.structs.replace(share, half=min(1.0, max(share.half, half)))


def unsure(edge: Estimate) -> Estimate:
    """The same edge, which has no bounds to reckon with: where all sets agree, its interval is unknown."""
    return edge if edge.half else msgspec.structs.replace(edge, half=math.inf)


def shown(table: Table) -> Table:
    """A leaderboard with the intervals that are shown."""
    return msgspec.structs.replace(
        table,
        standings=tuple(map(_standing, table.standings)),
        duels=_Cautious(table.duels),
    )


class _Cautious(Mapping[tuple[int, int], Duel]):
    """The duels, each with its share's interval as it is shown, worked out when it is asked for."""

    def __init__(self, duels: Mapping[tuple[int, int], Duel]) -> None:
        self._duels = duels

    def __getitem__(self, pair: tuple[int, int]) -> Duel:
        duel = self._duels[pair]
        return msgspec.structs.replace(duel, share=cautious(duel.share))

    def __contains__(self, pair: object) -> bool:
        return pair in self._duels

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(self._duels)

    def __len__(self) -> int:
        return len(self._duels)


def _standing(one: Standing) -> Standing:
    return msgspec.structs.replace(one, share=cautious(one.share), edge=unsure(one.edge))
