"""The standing at tables of one size: what the leaderboard says, for so many seats alone."""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from harness import shares
from harness.ratings import Standing, per
from harness.site import charts, figures
from harness.site.ground import Ground
from harness.sums import Estimate, estimate, places
from harness.tally import BotTally

SCALE = charts.Scale((0.0, 0.5, 1.0))


class Seated(msgspec.Struct, frozen=True):
    """A bot at tables of one size."""

    one: Standing  # over all tables
    matches: int
    mean_rank: float
    share: Estimate
    edge: Estimate
    place: int = 0  # by share, from 1; equal shares share it
    best_place: int = 0  # 1 + the bots whose intervals lie above its own
    worst_place: int = 0  # the field less those whose intervals lie below it

    @property
    def low(self) -> float:
        return max(0.0, self.share.mean - self.share.half)

    @property
    def high(self) -> float:
        return min(1.0, self.share.mean + self.share.half)


def standings(ground: Ground, size: int) -> list[Seated]:
    """The bots that sat at such tables, the one that beat most first."""
    found = [_seated(ground, one, size) for one in ground.table.standings if size in _tally(ground, one).sittings]
    return _placed(sorted(found, key=lambda seated: -seated.share.mean))


def by_seat(ground: Ground, bot: int, size: int) -> str:
    """The bot's mean score in each seat of tables of that size."""
    return " ".join(
        figures.fixed(one.scores / one.matches, 1) if one.matches else figures.NOTHING
        for one in ground.record.seated(bot, size)
    )


def page(ground: Ground, size: int) -> str:
    """The page of the tables of one size."""
    return ground.render(
        f"seats-{size}.html",
        "seats.html",
        "seats",
        size=size,
        sizes=ground.record.sizes,
        seated=standings(ground, size),
        by_seat={one.bot.id: by_seat(ground, one.bot.id, size) for one in ground.table.standings},
        scale=SCALE,
        languages=ground.languages,
    )


def _tally(ground: Ground, one: Standing) -> BotTally:
    return ground.record.bots[one.bot.id]


def _seated(ground: Ground, one: Standing, size: int) -> Seated:
    tally, sittings = _tally(ground, one), ground.record.seated(one.bot.id, size)
    matches = sum(sitting.matches for sitting in sittings)
    edges = tally.edges.get(size)
    return Seated(
        one,
        matches,
        sum(sitting.ranks for sitting in sittings) / matches,
        shares.cautious(estimate([(tally.shares[size], Fraction(1, 2 * (size - 1)))])),
        shares.unsure(estimate([(edges, Fraction(1, size * per(ground.game, size)))] if edges else [])),
    )


def _placed(ordered: Sequence[Seated]) -> list[Seated]:
    found = places([(one.share.mean, one.low, one.high) for one in ordered])
    return [
        msgspec.structs.replace(one, place=at.place, best_place=at.best, worst_place=at.worst)
        for one, at in zip(ordered, found, strict=True)
    ]
