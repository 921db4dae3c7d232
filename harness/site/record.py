"""What the pages tell about the matches, from one walk over them in schedule order."""

import heapq
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Sequence
from itertools import combinations

import msgspec

from harness import ratings
from harness.match import Cause
from harness.skill import Skill
from harness.store import MatchRow

LISTED = 100  # matches listed on the page of a bot or of a pair
TELLING = 5  # best and worst matches of a bot


class Outing(msgspec.Struct, frozen=True):
    """A stored match with its bots' skills before and after it."""

    row: MatchRow
    before: dict[int, Skill]
    after: dict[int, Skill]

    @property
    def faulty(self) -> bool:
        return any(seat.verdict != Cause.PLAYED.word for seat in self.row.seats)

    @property
    def margin(self) -> int:
        """How far the best score is from the second; 0: the closest a match can end."""
        best, second = heapq.nlargest(2, (seat.score for seat in self.row.seats))
        return best - second

    @property
    def surprise(self) -> float:
        """By how much the rating of the best bot at the table exceeded that of the winner, before the match."""
        winner = max(self.ratings(seat.bot)[0] for seat in self.row.seats if seat.rank == 1)
        return max(self.ratings(seat.bot)[0] for seat in self.row.seats) - winner

    def ratings(self, bot: int) -> tuple[float, float]:
        """The bot's rating before and after the match."""
        before, after = self.before[bot], self.after[bot]
        return before.mu - 3 * before.sigma, after.mu - 3 * after.sigma

    def gain(self, bot: int) -> float:
        before, after = self.ratings(bot)
        return after - before


class Sitting(msgspec.Struct):
    """A bot's matches in one seat of tables of one size."""

    matches: int = 0
    ranks: int = 0
    scores: int = 0


class Best:
    """The outings that lead by some measure, of equal ones the latest."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._heap: list[tuple[float, int, Outing]] = []
        self._count = 0

    def note(self, measure: float, outing: Outing) -> None:
        self._count += 1
        entry = (measure, self._count, outing)
        if len(self._heap) < self._size:
            heapq.heappush(self._heap, entry)
        elif entry > self._heap[0]:
            heapq.heapreplace(self._heap, entry)

    def outings(self) -> list[Outing]:
        """The leading one first."""
        return [outing for _, _, outing in sorted(self._heap, reverse=True)]


def _newest(size: int) -> deque[Outing]:
    return deque(maxlen=size)


class Record:
    """The matches worth a page, and those of each bot and each pair; "latest" is last in schedule order."""

    def __init__(self, rows: Iterable[MatchRow], pages: int) -> None:
        self.latest = _newest(pages)
        self.faulty = _newest(max(1, pages // 2))
        self.close = Best(max(1, pages // 10))
        self.upsets = Best(max(1, pages // 10))
        self.of_bot: dict[int, deque[Outing]] = defaultdict(lambda: _newest(LISTED))
        self.faulty_of_bot: dict[int, deque[Outing]] = defaultdict(lambda: _newest(LISTED))
        self.best_of_bot: dict[int, Best] = defaultdict(lambda: Best(TELLING))
        self.worst_of_bot: dict[int, Best] = defaultdict(lambda: Best(TELLING))
        self.of_pair: dict[tuple[int, int], deque[Outing]] = defaultdict(lambda: _newest(LISTED))
        self.courses: dict[int, list[Skill]] = defaultdict(lambda: [Skill()])  # from before the first match
        self.verdicts: dict[int, Counter[str]] = defaultdict(Counter)  # by bot; words of causes
        self.scores: dict[int, Counter[int]] = defaultdict(Counter)  # by bot
        self.sittings: dict[tuple[int, int, int], Sitting] = defaultdict(Sitting)  # by bot, table size and seat
        self._places: dict[str, tuple[int, ...]] = {}  # by match and seat: of the skill before it in the bot's course
        for row, before, after in ratings.fold(rows):
            self._note(Outing(row, before, after))

    def _note(self, outing: Outing) -> None:
        row = outing.row
        self._places[row.key] = tuple(len(self.courses[seat.bot]) - 1 for seat in row.seats)
        self.latest.append(outing)
        if outing.faulty:
            self.faulty.append(outing)
        else:
            self.close.note(-outing.margin, outing)
            if outing.surprise > 0:
                self.upsets.note(outing.surprise, outing)
        for place, seat in enumerate(outing.row.seats):
            self._note_seat(outing, place)
            self.verdicts[seat.bot][seat.verdict] += 1
            if seat.verdict != Cause.PLAYED.word:
                self.faulty_of_bot[seat.bot].append(outing)
        for pair in combinations(sorted(seat.bot for seat in outing.row.seats), 2):
            self.of_pair[pair].append(outing)

    def _note_seat(self, outing: Outing, place: int) -> None:
        seat = outing.row.seats[place]
        self.of_bot[seat.bot].append(outing)
        self.courses[seat.bot].append(outing.after[seat.bot])
        self.scores[seat.bot][seat.score] += 1
        gain = outing.gain(seat.bot)
        self.best_of_bot[seat.bot].note(gain, outing)
        self.worst_of_bot[seat.bot].note(-gain, outing)
        sitting = self.sittings[seat.bot, len(outing.row.seats), place]
        sitting.matches += 1
        sitting.ranks += seat.rank
        sitting.scores += seat.score

    def outing(self, row: MatchRow) -> Outing | None:
        """Any match with its skills; None if it does not count."""
        places = self._places.get(row.key)
        if places is None:
            return None
        at = [(seat.bot, self.courses[seat.bot], place) for seat, place in zip(row.seats, places, strict=True)]
        before = {bot: course[place] for bot, course, place in at}
        return Outing(row, before, {bot: course[place + 1] for bot, course, place in at})

    @property
    def sizes(self) -> list[int]:
        """The table sizes that were played, ascending."""
        return sorted({size for _, size, _ in self.sittings})

    def seated(self, bot: int, size: int) -> Sequence[Sitting]:
        """A bot's matches at tables of that size, by seat."""
        return [self.sittings.get((bot, size, seat), Sitting()) for seat in range(size)]

    def paged(self) -> dict[str, Outing]:
        """The matches that have a page, by key in schedule order; the last one of every bot is among them."""
        last = [outings[-1] for outings in self.of_bot.values()]
        telling = (*self.close.outings(), *self.upsets.outings())
        chosen = {outing.row.key: outing for outing in (*self.latest, *self.faulty, *telling, *last)}
        return dict(sorted(chosen.items(), key=lambda item: item[1].row.position))

    def notes(self) -> dict[str, list[str]]:
        """By key of a match: what makes it worth a look."""
        found: dict[str, list[str]] = defaultdict(list)
        for word, best in (("close", self.close), ("upset", self.upsets)):
            for outing in best.outings():
                found[outing.row.key].append(word)
        return found
