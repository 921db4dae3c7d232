"""A page for each bot that has played, and one for each pair that has met."""

import shlex
from collections.abc import Iterable, Sequence

from harness.match import Bot
from harness.outing import Outing
from harness.ratings import Standing
from harness.site import charts, words
from harness.site.ground import Ground
from harness.site.lines import OwnLine, lines, own_line

_ROOT = "../"


def page(ground: Ground, one: Standing) -> str:
    """The page of a bot."""
    bot, record, duels = one.bot, ground.record, ground.table.duels
    outings = _own(ground, bot.id, record.of_bot(bot.id))
    others = [two.bot for two in ground.table.standings if (bot.id, two.bot.id) in duels]
    return ground.render(
        f"bots/{bot.id}.html",
        "bot.html",
        "bot",
        one=one,
        standing=words.standing(one, ground.table, _ROOT),
        course=charts.course(record.course(bot.id)),
        scores=charts.counts(record.bots[bot.id].scores),
        thinking=charts.thinking(one.thinking),
        duels=[(two, duels[bot.id, two.id], ground.has_pair(bot.id, two.id)) for two in others],
        seated=[(size, record.seated(bot.id, size)) for size in record.sizes],
        verdicts=record.forfeits(bot.id),
        faulty=_own(ground, bot.id, record.faulty_of_bot(bot.id)),
        best=_own(ground, bot.id, record.best_of_bot(bot.id)),
        worst=_own(ground, bot.id, record.worst_of_bot(bot.id)),
        lines=outings,
        latest=outings[0],
        command=shlex.join(bot.command),
        language=ground.languages[bot.id],
        versions=[two for two in ground.bots.values() if two.name == bot.name and two.id in record.bots],
        again=_again(ground, bot, others),
    )


def _again(ground: Ground, bot: Bot, others: Sequence[Bot]) -> str:
    """The command line that lets the bot play again, where the harness can start it."""
    if bot.image:
        return shlex.join(["harness", "check", "--game", ground.game.name, bot.image])
    opponent = next((other for other in others if other.command and not other.image), None)
    if opponent is None or bot.remote:
        return ""
    seated = [shlex.join(one.command) for one in (bot, *[opponent] * (ground.record.sizes[0] - 1))]
    return shlex.join(["harness", "match", "--game", ground.game.name, *seated])


def pair(ground: Ground, one: int, two: int) -> str:
    """The page of a pair of bots, the lower number first."""
    return ground.render(
        f"pairs/{one}-{two}.html",
        "pair.html",
        "head-to-head",
        one=ground.bots[one],
        two=ground.bots[two],
        duel=ground.table.duels[one, two],
        lines=lines(ground, ground.record.of_pair(one, two), _ROOT),
    )


def _own(ground: Ground, bot: int, outings: Iterable[Outing]) -> list[OwnLine]:
    return [own_line(ground, bot, outing, _ROOT) for outing in outings]
