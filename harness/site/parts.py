"""A match in parts, each on a page of its own, so that no page is longer than one cares to load: usually it is one."""

from collections.abc import Iterator, Sequence

import msgspec
from markupsafe import Markup

from harness.site.account import Account, Deal, Moment

MOST = 150_000  # bytes of moves on a page; about 50,000 more are for all else


class Piece(msgspec.Struct, frozen=True):
    """A deal, or as much of it as a page takes."""

    deal: Deal
    start: int  # steps, as those of the deal
    end: int

    @property
    def moves(self) -> Markup:
        return Markup("".join(self.deal.rows[self.start - self.deal.start : self.end - self.deal.start]))

    @property
    def ends(self) -> bool:
        return self.end == self.deal.end


class Part(msgspec.Struct, frozen=True):
    """What one page tells of a match."""

    number: int  # from 1
    pieces: list[Piece]
    moment: Moment  # of its first step

    @property
    def first(self) -> int:
        """Its first step, from 0."""
        return self.pieces[0].start

    @property
    def deals(self) -> str:
        """The numbers of its deals."""
        first, last = self.pieces[0].deal.number, self.pieces[-1].deal.number
        return str(first) if first == last else f"{first}–{last}"

    @property
    def replayed(self) -> dict[int, range]:
        """By deal, the steps that its replay needs: also those of its first deal that stand on the page before."""
        return {piece.deal.number: range(piece.deal.start, piece.end) for piece in self.pieces}


def parts(told: Account) -> list[Part]:
    """All parts of a match."""
    return [_part(told, number, steps) for number, steps in enumerate(_ranges(told), 1)]


def file(key: str, part: int) -> str:
    """The name of a part's page."""
    return f"{key}.html" if part == 1 else f"{key}.{part}.html"


def cut(deals: Sequence[int], rows: Sequence[int], steps: Sequence[int]) -> Iterator[range]:
    """The steps of each part, in order.

    By step: ``deals``, the deal that it belongs to; ``rows``, the bytes of its row in the transcript; ``steps``, those
    that it takes for the replay. A part ends where a deal does; only a deal that is too long for a page is cut itself,
    and the part that goes on with it takes its steps from the deal's beginning, without their rows.
    """
    start = 0
    while start < len(deals):
        end, size = start, sum(steps[deals.index(deals[start]) : start])
        while end < len(deals) and (end == start or size + rows[end] + steps[end] <= MOST):
            size += rows[end] + steps[end]
            end += 1
        if end < len(deals):
            opening = deals.index(deals[end])
            end = opening if opening > start else end
        yield range(start, end)
        start = end


def _ranges(told: Account) -> Iterator[range]:
    deals = [deal.number for deal in told.deals for _ in deal.rows]
    rows = [len(row.encode()) for deal in told.deals for row in deal.rows]
    for deal in told.deals:
        # Its heading, and its line in the table of deals.
        rows[deal.start] += 300 + len(deal.summary.encode()) + 60 * len(told.reasons.whys)
    return cut(deals, rows, [len(step) + 1 for step in told.steps.written])


def _part(told: Account, number: int, steps: range) -> Part:
    deals = [deal for deal in told.deals if deal.start < steps.stop and steps.start < deal.end]
    pieces = [Piece(deal, max(deal.start, steps.start), min(deal.end, steps.stop)) for deal in deals]
    return Part(number, pieces, Moment(deals[0].number, told.steps.actions[steps.start]))
