"""Sentences about results, for people who read nothing else."""

from collections.abc import Sequence

from markupsafe import Markup

from harness.match import Bot
from harness.outing import Outing
from harness.ratings import Standing, Table
from harness.site import figures, marks

NAMED = 4  # bots that a sentence names before it says "and 5 others"


def headline(table: Table, root: str) -> Markup:
    """Who leads, and whether that is certain."""
    if not table.standings:
        return Markup("No match has been played yet.")
    leaders = [one for one in table.standings if one.place == 1]
    leader = leaders[0]
    if len(table.standings) == 1:
        return Markup("{} is the only bot that has played.").format(marks.link(leader.bot, root))
    rivals = not_told_apart(leader, table)
    if not rivals:
        return Markup("{} leads; no other bot’s interval reaches it.").format(marks.link(leader.bot, root))
    verb = "is ahead" if len(leaders) == 1 else "shares the first place"
    return Markup("{} {}, but that is not certain: it cannot be told apart from {}.").format(
        marks.link(leader.bot, root), verb, _named([one.bot for one in rivals], root)
    )


def not_told_apart(one: Standing, table: Table) -> list[Standing]:
    """The other bots whose intervals overlap this one's; for the leader also one that would lie above it."""
    return [
        other
        for other in table.standings
        if other is not one and other.high >= one.low and (other.low <= one.high or one.place == 1)
    ]


def standing(one: Standing, table: Table, root: str) -> Markup:
    """A bot's place, and whom it cannot be told apart from."""
    field = len(table.standings)
    place = Markup("{} is {} of {} by rating").format(marks.name(one.bot.label), figures.ordinal(one.place), field)
    rivals = not_told_apart(one, table)
    if not rivals:
        return Markup("{}, and that place is certain.").format(place)
    return Markup("{}, but cannot be told apart from {}.").format(place, _named([two.bot for two in rivals], root))


def result(outing: Outing, bots: dict[int, Bot], root: str) -> Markup:
    """How a match ended, in one sentence."""
    by_rank: dict[int, list[Bot]] = {}
    for seat in outing.row.seats:
        by_rank.setdefault(seat.rank, []).append(bots[seat.bot])
    first, *others = (by_rank[rank] for rank in sorted(by_rank))
    names = marks.listing([marks.link(bot, root) for bot in first])
    if not others:
        return Markup("{} share the first place.").format(names)
    opening = Markup("{} wins" if len(first) == 1 else "{} share the first place").format(names)
    places = [
        Markup("{} {} {}").format(
            marks.listing([marks.link(bot, root) for bot in by_rank[rank]]),
            "is" if len(by_rank[rank]) == 1 else "are",
            figures.ordinal(rank),
        )
        for rank in sorted(by_rank)[1:]
    ]
    return Markup("{}; {}.").format(opening, marks.listing(places))


def _named(bots: Sequence[Bot], root: str) -> Markup:
    links = [marks.link(bot, root) for bot in bots]
    if len(links) > NAMED + 1:
        links = [*links[:NAMED], Markup(f"{len(bots) - NAMED} others")]
    return marks.listing(links)
