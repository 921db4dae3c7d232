"""Matches as they stand in lists, one line each."""

from collections.abc import Iterable

import msgspec
from markupsafe import Markup

from harness.match import Cause
from harness.outing import Outing
from harness.site import marks, words
from harness.site.deal import Moment
from harness.site.ground import Ground


class Line(msgspec.Struct, frozen=True):
    """A match for anybody."""

    key: str
    paged: bool
    result: Markup
    notes: list[str]  # what makes it worth a look
    faults: tuple[str, ...]
    actions: int


class OwnLine(msgspec.Struct, frozen=True):
    """A match from the side of one of its bots."""

    key: str
    paged: bool
    against: Markup
    rank: int
    expected: float  # rank, by the skills before the match
    shared: bool
    seats: int
    score: int
    gain: float
    strikes: int
    forfeit: bool
    why: str  # it did not win; empty if it did
    moment: Moment | None  # where to see it
    output: str  # the end of what it printed, if it forfeited and that is shown


def lines(ground: Ground, outings: Iterable[Outing], root: str) -> list[Line]:
    """Each match's line; ``root`` leads from the page to the site's folder."""
    return [
        Line(
            key=outing.row.key,
            paged=ground.has_page(outing.row.key),
            result=words.result(outing, ground.bots, root),
            notes=ground.notes.get(outing.row.key, []),
            faults=tuple(seat.verdict for seat in outing.row.seats if seat.verdict != Cause.PLAYED.word),
            actions=outing.row.actions,
        )
        for outing in outings
    ]


def own_line(ground: Ground, bot: int, outing: Outing, root: str) -> OwnLine:
    """The match's line for one of its bots."""
    row = outing.row
    place = next(place for place, seat in enumerate(row.seats) if seat.bot == bot)
    seat = row.seats[place]
    reasons = ground.reasons(outing)
    return OwnLine(
        key=row.key,
        paged=ground.has_page(row.key),
        against=marks.listing([marks.link(ground.bots[other.bot], root) for other in row.seats if other.bot != bot]),
        rank=seat.rank,
        expected=outing.expected(bot),
        shared=sum(other.rank == seat.rank for other in row.seats) > 1,
        seats=len(row.seats),
        score=seat.score,
        gain=outing.gain(bot),
        strikes=seat.strikes,
        forfeit=seat.verdict != Cause.PLAYED.word,
        why=reasons.whys[place],
        moment=reasons.moments[place],
        output=reasons.outputs[place],
    )
