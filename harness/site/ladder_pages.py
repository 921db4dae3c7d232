"""The pages about the ladder as a whole: leaderboard, head to head, rules and conditions."""

from bisect import bisect_right

from harness.match import Cause
from harness.ratings import Standing
from harness.site import charts, marks, rulebook, words
from harness.site.ground import Ground
from harness.site.lines import own_line

_SHADES = (0.05, 0.2, 0.35)  # distances from one half at which a cell's colour deepens
INCIDENTS = 50  # listed; the others are counted


def write(ground: Ground) -> None:
    """Write them."""
    _write_leaderboard(ground)
    ground.put("head-to-head.html", "duels.html", "head-to-head", shade=shade)
    _write_rules(ground)


def shade(share: float) -> str:
    """The class of a cell's colour: seven steps from always beaten to always winning."""
    step = bisect_right(_SHADES, abs(share - 0.5))
    return f"{'win' if share > 0.5 else 'loss'}-{step}" if step else "even"


def _write_leaderboard(ground: Ground) -> None:
    ends = [end for one in ground.table.standings for end in (one.low, one.high)]
    ground.put(
        "index.html",
        "leaderboard.html",
        "index",
        headline=words.headline(ground.table, ""),
        scale=charts.scale(ends) if ends else None,
        last={bot: own_line(ground, bot, outings[-1], "") for bot, outings in ground.record.of_bot.items()},
    )


def _write_rules(ground: Ground) -> None:
    config, store = ground.ladder.config, ground.store
    incidents = store.incidents()
    ground.put(
        "rules.html",
        "rules.html",
        "rules",
        rules=rulebook.html(ground.game.rules()),
        schedule=config.schedule,
        clock=config.clock,
        sizes=marks.listing([str(size) for size in sorted(set(config.table_sizes))], "or"),
        commitment=store.noted("commitment"),
        secret=store.noted("secret") if ground.seeded else "",
        forfeits=_forfeits(ground),
        incidents=len(incidents),
        latest_incidents=incidents[: -INCIDENTS - 1 : -1],
    )


def _forfeits(ground: Ground) -> list[tuple[Standing, str, int]]:
    """Each bot's forfeits by the word of their cause."""
    return [
        (one, word, count)
        for one in ground.table.standings
        for word, count in sorted(ground.record.verdicts[one.bot.id].items())
        if word != Cause.PLAYED.word
    ]
