"""The JSON API: what the pages show, as data."""

import math
from collections.abc import Mapping
from itertools import islice
from typing import Any

import msgspec

from harness.rows import SeatRow
from harness.site import match_pages
from harness.site.ground import Ground
from harness.site.progress import Progress, progress
from harness.sums import Estimate

MOST = 1_000  # matches in one answer


class Summary(msgspec.Struct, frozen=True):
    """A ladder in a few words."""

    name: str  # of its folder
    title: str
    game: str
    options: Mapping[str, Any]
    bots: int
    matches: int
    progress: Progress
    commitment: str
    closed: bool


class Entrant(msgspec.Struct, frozen=True):
    """One version of a bot."""

    id: int
    name: str
    version: int
    author: str
    image: str


class ThinkTime(msgspec.Struct, frozen=True):
    """Of a bot's decisions, in microseconds; null if there was none."""

    median: float | None
    p99: float | None


class Row(msgspec.Struct, frozen=True):
    """A row of the leaderboard; intervals of 95 %, whose half-width is null where it is unknown."""

    place: int
    best_place: int
    worst_place: int
    bot: Entrant
    rating: float
    mu: float
    sigma: float
    matches: int
    mean_rank: float
    share: Estimate
    edge: Estimate
    forfeits: int
    strikes: int
    benched: bool
    low: float
    high: float
    think_us: ThinkTime


class Pair(msgspec.Struct, frozen=True):
    """How often a bot did better than another, ties counting half."""

    bot: int
    opponent: int
    share: Estimate
    matches: int


class Listed(msgspec.Struct, frozen=True):
    """A stored match."""

    key: str
    started: str
    actions: int
    seats: tuple[SeatRow, ...]


def summary(name: str, ground: Ground) -> Summary:
    """One ladder in a few words."""
    return Summary(
        name=name,
        title=ground.ladder.title,
        game=ground.game.name,
        options=ground.game.options,
        bots=len(ground.table.standings),
        matches=ground.table.matches,
        progress=progress(ground.ladder, ground.store),
        commitment=ground.commitment,
        closed=ground.closed,
    )


def standings(ground: Ground) -> list[Row]:
    """The leaderboard."""
    return [
        Row(
            place=one.place,
            best_place=one.best_place,
            worst_place=one.worst_place,
            bot=Entrant(*(getattr(one.bot, key) for key in Entrant.__struct_fields__)),
            low=one.low,
            high=one.high,
            think_us=ThinkTime(_known(one.thinking.quantile(0.5)), _known(one.thinking.quantile(0.99))),
            **one.figures,
        )
        for one in ground.table.standings
    ]


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None


def duels(ground: Ground) -> list[Pair]:
    """Every pair, both ways."""
    return [Pair(one, two, duel.share, duel.matches) for (one, two), duel in sorted(ground.table.duels.items())]


def matches(ground: Ground, bot: int | None, first: int, count: int) -> list[Listed]:
    """Stored matches in schedule order, those of one bot or all."""
    rows = ground.store.matches() if bot is None else ground.store.matches_of(bot)
    return [Listed(row.key, row.started, row.actions, row.seats) for row in islice(rows, first, first + count)]


def log(ground: Ground, key: str) -> bytes:
    """A match's log as anybody may have it; StoreError if there is none."""
    return match_pages.log_file(ground, key)


def encoded(value: object) -> bytes:
    """JSON; numbers that are infinite or none at all become null."""
    return msgspec.json.encode(value)
