"""A match in parts, each on a page of its own, so that no page is longer than one cares to load: usually it is one."""

from collections.abc import Iterator, Sequence

import msgspec

from harness.site.account import Account
from harness.site.deal import Deal

MOST = 150_000  # bytes of moves on a page; about 15,000 more are for all else, unless much is evidence


class Part(msgspec.Struct, frozen=True):
    """What one page tells of a match."""

    number: int  # from 1
    deals: list[Deal]  # none only if the log cannot be played again at all

    @property
    def start(self) -> int:
        """Its first step, from 0."""
        return self.deals[0].start

    @property
    def steps(self) -> dict[int, range]:
        """By deal."""
        return {deal.number: range(deal.start, deal.end) for deal in self.deals}

    @property
    def label(self) -> str:
        """The numbers of its deals."""
        first, last = self.deals[0].number, self.deals[-1].number
        return str(first) if first == last else f"{first}–{last}"


def parts(told: Account) -> list[Part]:
    """All parts of a match; at least one."""
    if not told.deals:
        return [Part(1, [])]
    ranges = enumerate(cut([_size(told, deal) for deal in told.deals]), 1)
    return [Part(number, told.deals[deals.start : deals.stop]) for number, deals in ranges]


def file(key: str, part: int) -> str:
    """The name of a part's page."""
    return f"{key}.html" if part == 1 else f"{key}.{part}.html"


def cut(sizes: Sequence[int]) -> Iterator[range]:
    """The deals of each part, by their sizes in bytes: as many as a page holds, at least one."""
    start, size = 0, 0
    for place, more in enumerate(sizes):
        if place > start and size + more > MOST:
            yield range(start, place)
            start, size = place, 0
        size += more
    yield range(start, len(sizes))


def _size(told: Account, deal: Deal) -> int:
    rows = sum(len(row.encode()) for row in deal.rows)
    steps = sum(len(step) + 1 for step in told.steps.written[deal.start : deal.end])
    # Its heading, and its line in the table of deals.
    return rows + steps + len(deal.summary.encode()) + 300 + 60 * len(told.reasons.whys)
