"""What the pages tell about the matches, from one walk over them in schedule order."""

from collections import Counter, defaultdict, deque
from collections.abc import Iterable
from itertools import combinations

import msgspec

from harness import ratings
from harness.match import Cause
from harness.skill import Skill
from harness.store import MatchRow

PAGES = 1_000  # the latest matches that have a page of their own
FAULTY_PAGES = 500  # the latest matches with a fault that have one besides
LISTED = 100  # matches listed on the page of a bot or of a pair


class Outing(msgspec.Struct, frozen=True):
    """A stored match with its bots' skills before and after it."""

    row: MatchRow
    before: dict[int, Skill]
    after: dict[int, Skill]

    @property
    def faulty(self) -> bool:
        return any(seat.verdict != Cause.PLAYED.word for seat in self.row.seats)

    def ratings(self, bot: int) -> tuple[float, float]:
        """The bot's rating before and after the match."""
        before, after = self.before[bot], self.after[bot]
        return before.mu - 3 * before.sigma, after.mu - 3 * after.sigma


def _newest(size: int) -> deque[Outing]:
    return deque(maxlen=size)


class Record:
    """The latest matches of the ladder, of each bot and of each pair; "latest" is last in schedule order."""

    def __init__(self, rows: Iterable[MatchRow]) -> None:
        self.latest = _newest(PAGES)
        self.faulty = _newest(FAULTY_PAGES)
        self.of_bot: dict[int, deque[Outing]] = defaultdict(lambda: _newest(LISTED))
        self.faulty_of_bot: dict[int, deque[Outing]] = defaultdict(lambda: _newest(LISTED))
        self.of_pair: dict[tuple[int, int], deque[Outing]] = defaultdict(lambda: _newest(LISTED))
        self.courses: dict[int, list[Skill]] = defaultdict(lambda: [Skill()])  # from before the first match
        self.verdicts: dict[int, Counter[str]] = defaultdict(Counter)  # by bot; words of causes
        for row, before, after in ratings.fold(rows):
            self._note(Outing(row, before, after))

    def _note(self, outing: Outing) -> None:
        self.latest.append(outing)
        if outing.faulty:
            self.faulty.append(outing)
        for seat in outing.row.seats:
            self.of_bot[seat.bot].append(outing)
            self.courses[seat.bot].append(outing.after[seat.bot])
            self.verdicts[seat.bot][seat.verdict] += 1
            if seat.verdict != Cause.PLAYED.word:
                self.faulty_of_bot[seat.bot].append(outing)
        for pair in combinations(sorted(seat.bot for seat in outing.row.seats), 2):
            self.of_pair[pair].append(outing)

    def paged(self) -> dict[str, Outing]:
        """The matches that have a page, by key in schedule order; the last one of every bot is among them."""
        last = [outings[-1] for outings in self.of_bot.values()]
        chosen = {outing.row.key: outing for outing in (*self.latest, *self.faulty, *last)}
        return dict(sorted(chosen.items(), key=lambda item: item[1].row.position))
