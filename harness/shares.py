"""Intervals that a streak in few sets cannot close.

Three sets, all lost, spread not at all, which does not make a bot hopeless. So the interval of a share is that of two
sets more, one all won and one all lost (what Agresti and Coull do for plain counts), and it is drawn around the share
that was seen. With many sets the difference vanishes.
"""

import math

import msgspec

from harness.ratings import Z95, Duel, Estimate, Standing, Table


def cautious(share: Estimate) -> Estimate:
    """The same share, 0 to 1, with an interval that is never empty; that of a single set stays unknown."""
    sets, seen = share.sets, share.mean
    if sets < 2:
        return share
    spread = (share.half / Z95) ** 2 * sets * (sets - 1)  # sum of the squares of what each set is off
    middle = (sets * seen + 1) / (sets + 2)
    spread += sets * (seen - middle) ** 2 + middle**2 + (1 - middle) ** 2
    half = abs(seen - middle) + Z95 * math.sqrt(spread) / (sets + 2)
    return msgspec.structs.replace(share, half=max(share.half, half))


def unsure(edge: Estimate) -> Estimate:
    """The same edge, which has no bounds to reckon with: where all sets agree, its interval is unknown."""
    return edge if edge.half else msgspec.structs.replace(edge, half=math.inf)


def shown(table: Table) -> Table:
    """A leaderboard with the intervals that are shown."""
    return msgspec.structs.replace(
        table,
        standings=tuple(map(_standing, table.standings)),
        duels={pair: _duel(duel) for pair, duel in table.duels.items()},
    )


def _standing(one: Standing) -> Standing:
    return msgspec.structs.replace(one, share=cautious(one.share), edge=unsure(one.edge))


def _duel(one: Duel) -> Duel:
    return msgspec.structs.replace(one, share=cautious(one.share))
