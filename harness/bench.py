"""Who is benched."""

from collections.abc import Collection

from harness.match import Fixture


class Bench:
    """Who sits out for having forfeited so many matches in a row, in schedule order, whatever order they end in."""

    def __init__(self, bots: Collection[int], after: int) -> None:
        self.benched: dict[int, str] = {}  # bot: position of the last match it forfeited
        self.in_a_row = dict.fromkeys(bots, 0)
        self.ended = 0  # matches that were counted, or had ended and do not count
        self._after = after
        # In schedule order, each with the bots that forfeited it once it ended.
        self._pending: dict[str, tuple[Fixture, Collection[int] | None]] = {}

    def go_on(self, in_a_row: dict[int, int], benched: dict[int, str], ended: int) -> None:
        """From what was counted before."""
        self.in_a_row |= in_a_row
        self.benched |= benched
        self.ended = ended

    def schedule(self, fixture: Fixture) -> None:
        """The match is the next in the order; its outcome is to come."""
        self._pending[fixture.position] = fixture, None

    def note(self, fixture: Fixture, forfeited: Collection[int]) -> bool:
        """The match ended, and these bots forfeited it; whether somebody was benched for it."""
        before = len(self.benched)
        self._pending[fixture.position] = fixture, forfeited
        self._advance()
        return len(self.benched) > before

    def sits_out(self, fixture: Fixture) -> bool:
        """Whether one of its bots was benched before this match."""
        return any(fixture.position > self.benched[bot] for bot in fixture.table if bot in self.benched)

    def awaits(self, position: str) -> bool:
        """Whether the match there was scheduled, and it or one before it has not ended."""
        return position in self._pending

    def _advance(self) -> None:
        """Count up to the first match that has not ended. One with a benched bot counts for none of its bots."""
        while self._pending:
            position, (fixture, forfeited) = next(iter(self._pending.items()))
            if not self.sits_out(fixture):
                if forfeited is None:
                    return
                for bot in fixture.table:
                    self._count(bot, position, bot in forfeited)
            self.ended += forfeited is not None
            del self._pending[position]

    def _count(self, bot: int, position: str, forfeited: bool) -> None:
        self.in_a_row[bot] = self.in_a_row[bot] + 1 if forfeited else 0
        if self.in_a_row[bot] >= self._after:
            self.benched[bot] = position
