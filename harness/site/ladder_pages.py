"""The pages about the ladder as a whole: leaderboard, head to head, finals, rules and conditions."""

from bisect import bisect_right

from harness.ratings import Standing
from harness.site import charts, marks, rulebook, sizes, words
from harness.site.ground import Ground
from harness.site.lines import own_line
from harness.site.progress import progress

_SHADES = (0.05, 0.2, 0.35)  # distances from one half at which a cell's colour deepens
INCIDENTS = 50  # listed; the others are counted
EXPLAINED = 50  # bots whose last match is explained on the leaderboard; the others' is on their own pages


def leaderboard(ground: Ground) -> str:
    """The first page."""
    standings, record = ground.table.standings, ground.record
    last = record.last([one.bot.id for one in standings])
    ends = [end for one in standings for end in (one.low, one.high)]
    return ground.render(
        "index.html",
        "leaderboard.html",
        "index",
        headline=words.headline(ground.table, ""),
        progress=progress(ground.ladder, ground.store),
        scale=charts.scale(ends) if ends else None,
        sizes=record.sizes,
        by_seat={one.bot.id: sizes.by_seat(ground, one.bot.id, record.sizes[0]) for one in standings},
        languages=ground.languages,
        last={bot: outing.row for bot, outing in last.items()},
        explained=[own_line(ground, one.bot.id, last[one.bot.id], "") for one in standings[:EXPLAINED]],
    )


def head_to_head(ground: Ground) -> str:
    """Every pair that met, of the bots that lead."""
    return ground.render("head-to-head.html", "duels.html", "head-to-head", shade=shade, matrix=ground.matrix)


def shade(share: float) -> str:
    """The class of a cell's colour: seven steps from always beaten to always winning."""
    step = bisect_right(_SHADES, abs(share - 0.5))
    return f"{'win' if share > 0.5 else 'loss'}-{step}" if step else "even"


def finals(ground: Ground) -> str:
    """The standings to print and to keep."""
    last = ground.record.last([one.bot.id for one in ground.table.standings]).values()
    return ground.render(
        "finals.html",
        "finals.html",
        "finals",
        headline=words.headline(ground.table, ""),
        last_started=max((outing.row.started for outing in last), default=""),
        commitment=ground.commitment,
        secret=_secret(ground),
    )


def _secret(ground: Ground) -> str:
    """What the cards follow from, once it is no secret any more."""
    return (ground.store.noted("secret") or "") if ground.seeded else ""


def rules(ground: Ground) -> str:
    """Rules and conditions."""
    config, store = ground.ladder.config, ground.store
    incidents = store.incidents()
    return ground.render(
        "rules.html",
        "rules.html",
        "rules",
        rules=rulebook.html(ground.game.rules()),
        void_keys=ground.void_keys(),
        schedule=config.schedule,
        clock=config.clock,
        limits=config.limits,
        progress=progress(ground.ladder, store),
        sizes=marks.listing([str(size) for size in sorted(set(config.table_sizes))], "or"),
        commitment=ground.commitment,
        secret=_secret(ground),
        forfeits=_forfeits(ground),
        incidents=len(incidents),
        latest_incidents=incidents[: -INCIDENTS - 1 : -1],
    )


def _forfeits(ground: Ground) -> list[tuple[Standing, str, int]]:
    """Each bot's forfeits by the word of their cause."""
    return [(one, word, count) for one in ground.table.standings for word, count in ground.record.forfeits(one.bot.id)]
