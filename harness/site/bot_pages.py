"""A page for each bot that has played, and one for each pair that has met."""

import shlex

from harness.match import Cause
from harness.ratings import Standing
from harness.site import charts, words
from harness.site.ground import Ground
from harness.site.lines import lines, own_line

_ROOT = "../"


def write(ground: Ground) -> None:
    """Write them."""
    for standing in ground.table.standings:
        _write_bot(ground, standing)
    for (one, two), outings in sorted(ground.record.of_pair.items()):
        ground.put(
            f"pairs/{one}-{two}.html",
            "pair.html",
            "head-to-head",
            one=ground.bots[one],
            two=ground.bots[two],
            duel=ground.table.duels[one, two],
            lines=lines(ground, reversed(outings), _ROOT),
        )


def _write_bot(ground: Ground, one: Standing) -> None:
    bot, record, duels = one.bot, ground.record, ground.table.duels
    outings = [own_line(ground, bot.id, outing, _ROOT) for outing in reversed(record.of_bot[bot.id])]
    others = [two.bot for two in ground.table.standings if (bot.id, two.bot.id) in duels]
    ground.put(
        f"bots/{bot.id}.html",
        "bot.html",
        "bot",
        one=one,
        standing=words.standing(one, ground.table, _ROOT),
        course=charts.course(record.courses[bot.id]),
        duels=[(two, duels[bot.id, two.id]) for two in others],
        verdicts=[item for item in sorted(record.verdicts[bot.id].items()) if item[0] != Cause.PLAYED.word],
        faulty=[own_line(ground, bot.id, outing, _ROOT) for outing in reversed(record.faulty_of_bot[bot.id])],
        lines=outings,
        latest=outings[0],
        command=bot.image or shlex.join(bot.command),
        versions=[
            two for two in ground.bots.values() if two.name == bot.name and two.id in record.of_bot
        ],  # that played
    )
