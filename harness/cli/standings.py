"""The leaderboard, as a table and as JSON."""

from harness.cli.terminal import put_table
from harness.ladder import Ladder
from harness.ratings import Standing, Table, table
from harness.shares import shown

COLUMNS = (
    ">#", ">range", "bot", ">rating", ">skill", ">matches", ">rank", ">forfeits", ">strikes", ">ms",
)  # fmt: skip


def standings(ladder: Ladder) -> Table:
    """The leaderboard of what a ladder has stored."""
    with ladder.read() as store:
        return shown(table(store, ladder.config.clock.bench_after, ladder.game))


def put_standings(found: Table) -> None:
    """Place and the places left open, mu - 3 sigma, mu with its interval, mean rank, median think time."""
    put_table(COLUMNS, [_row(one) for one in found.standings])


def _row(one: Standing) -> tuple[str, ...]:
    return (
        str(one.place),
        f"{one.best_place}-{one.worst_place}",
        f"{one.bot.label} (benched)" if one.benched else one.bot.label,
        f"{one.rating:.2f}",
        f"{one.skill.mu:.2f} ±{one.half:.2f}",
        str(one.matches),
        f"{one.mean_rank:.2f}",
        str(one.forfeits),
        str(one.strikes),
        f"{one.thinking.quantile(0.5) / 1000:.2f}",
    )


def as_json(one: Standing) -> dict[str, object]:
    """A row of the leaderboard; times in milliseconds."""
    thinking = one.thinking
    return {
        "place": one.place,
        "range": [one.best_place, one.worst_place],
        "bot": one.bot.name,
        "version": one.bot.version,
        "author": one.bot.author,
        **one.figures,
        "interval": [one.low, one.high],
        "think_ms": {"median": thinking.quantile(0.5) / 1000, "p99": thinking.quantile(0.99) / 1000},
        "decisions": sum(thinking.decisions.values()),
    }
