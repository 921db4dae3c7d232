"""What is counted of each bot, each pair and the ladder while matches are folded in schedule order.

Nothing here grows with the matches: of matches themselves only numbers are kept, and of those a fixed number.
"""

import heapq
from collections.abc import Sequence

import msgspec

from harness.match import Cause
from harness.outing import Outing
from harness.rows import SetRow
from harness.skill import Skill
from harness.sums import Sums

LISTED = 100  # matches listed on the page of a bot or of a pair
TELLING = 5  # best and worst matches of a bot
POINTS = 256  # of a course, at least, once so many matches were played; at most twice as many


class Newest(msgspec.Struct, array_like=True):
    """The last of some matches in schedule order, by number."""

    size: int
    numbers: list[int] = []

    def note(self, number: int) -> None:
        self.numbers.append(number)
        if len(self.numbers) > self.size:
            del self.numbers[0]


class Best(msgspec.Struct, array_like=True):
    """The matches that lead by some measure, of equal ones the latest."""

    size: int
    count: int = 0
    heap: list[tuple[float, int, int]] = []  # measure, how many were noted before, number of the match

    def note(self, measure: float, number: int) -> None:
        self.count += 1
        entry = (measure, self.count, number)
        if len(self.heap) < self.size:
            heapq.heappush(self.heap, entry)
        elif entry > self.heap[0]:
            heapq.heapreplace(self.heap, entry)

    @property
    def numbers(self) -> list[int]:
        """The leading one first."""
        return [number for _, _, number in sorted(self.heap, reverse=True)]


class Course(msgspec.Struct, array_like=True):
    """A skill after every so many matches, from before the first; the more there are, the wider apart."""

    every: int = 1
    points: list[tuple[float, float]] = msgspec.field(default_factory=lambda: [(Skill().mu, Skill().sigma)])

    def note(self, matches: int, skill: Skill) -> None:
        if matches % self.every == 0:
            self.points.append((skill.mu, skill.sigma))
            if len(self.points) > 2 * POINTS:
                self.points = self.points[::2]
                self.every *= 2


class Sitting(msgspec.Struct, array_like=True):
    """A bot's matches in one seat of tables of one size."""

    matches: int = 0
    ranks: int = 0
    scores: int = 0


class Verdicts(msgspec.Struct, array_like=True):
    """How often a bot's match ended in one way."""

    matches: int = 0
    last: int = 0  # number of the last such match


class BotTally(msgspec.Struct, array_like=True):
    """What is counted for one bot."""

    mu: float = Skill().mu
    sigma: float = Skill().sigma
    matches: int = 0
    ranks: int = 0
    strikes: int = 0
    in_a_row: int = 0  # forfeits, up to now
    verdicts: dict[str, Verdicts] = {}  # by word of a cause
    scores: dict[int, int] = {}  # how often each came
    sittings: dict[int, list[Sitting]] = {}  # by table size, then by seat
    shares: dict[int, Sums] = {}  # by table size k: twice the opponents beaten, of 2 (k - 1) a match
    squares: dict[int, int] = {}  # by table size: squares of single matches' totals
    edges: dict[int, Sums] = {}  # by table size k: k times the score less the table's, of whole sets
    course: Course = msgspec.field(default_factory=Course)
    latest: Newest = msgspec.field(default_factory=lambda: Newest(LISTED))
    faulty: Newest = msgspec.field(default_factory=lambda: Newest(LISTED))
    best: Best = msgspec.field(default_factory=lambda: Best(TELLING))
    worst: Best = msgspec.field(default_factory=lambda: Best(TELLING))

    @property
    def skill(self) -> Skill:
        return Skill(self.mu, self.sigma)

    @property
    def forfeits(self) -> int:
        return sum(found.matches for word, found in self.verdicts.items() if word != Cause.PLAYED.word)

    def note(self, outing: Outing, place: int, merit: float) -> None:
        """Count a match in which the bot has the seat ``place``."""
        row, seat = outing.row, outing.row.seats[place]
        played = seat.verdict == Cause.PLAYED.word
        skill = outing.after[seat.bot]
        self.mu, self.sigma = skill.mu, skill.sigma
        self.matches += 1
        self.ranks += seat.rank
        self.strikes += seat.strikes
        self.in_a_row = 0 if played else self.in_a_row + 1
        verdicts = self.verdicts.setdefault(seat.verdict, Verdicts())
        verdicts.matches, verdicts.last = verdicts.matches + 1, row.id
        self.scores[seat.score] = self.scores.get(seat.score, 0) + 1
        self._note_sitting(len(row.seats), place, seat.rank, seat.score)
        beaten = sum(2 * (seat.rank < other.rank) + (seat.rank == other.rank) for other in row.seats) - 1
        self.squares[len(row.seats)] = self.squares.get(len(row.seats), 0) + beaten * beaten
        self.course.note(self.matches, skill)
        self.latest.note(row.id)
        if not played:
            self.faulty.note(row.id)
        if merit > 0:
            self.best.note(merit, row.id)
        elif merit < 0:
            self.worst.note(-merit, row.id)

    def _note_sitting(self, size: int, place: int, rank: int, score: int) -> None:
        if size not in self.sittings:  # all at once, so that they are in one order however the fold was cut up
            self.sittings[size] = [Sitting() for _ in range(size)]
            self.shares[size], self.edges[size] = Sums(), Sums()
        sitting = self.sittings[size][place]
        sitting.matches += 1
        sitting.ranks += rank
        sitting.scores += score


class PairTally(msgspec.Struct, array_like=True):
    """What is counted for two bots, the lower number first."""

    one: int
    two: int
    shares: Sums = msgspec.field(default_factory=Sums)  # twice how often the first did better, ties half
    latest: Newest = msgspec.field(default_factory=lambda: Newest(LISTED))


class SetTotals:
    """One set's totals over the matches that were played."""

    def __init__(self, matches: Sequence[Sequence[SetRow]]) -> None:
        self.matches = len(matches)
        self.size = len(matches[0]) if matches else 0
        self.beaten: dict[int, int] = {}
        self.edges: dict[int, int] = {}
        self.pairs: dict[tuple[int, int], int] = {}
        for seats in matches:
            self._add(seats)

    @property
    def whole(self) -> bool:
        """Only then every bot met the cards in every seat."""
        return self.matches % self.size == 0

    def _add(self, seats: Sequence[SetRow]) -> None:
        scores = sum(seat.score for seat in seats)
        for seat in seats:
            self.edges[seat.bot] = self.edges.get(seat.bot, 0) + self.size * seat.score - scores
            beaten = 0
            for other in seats:
                if other is not seat:
                    better = 2 * (seat.rank < other.rank) + (seat.rank == other.rank)
                    beaten += better
                    if seat.bot < other.bot:
                        pair = seat.bot, other.bot
                        self.pairs[pair] = self.pairs.get(pair, 0) + better
            self.beaten[seat.bot] = self.beaten.get(seat.bot, 0) + beaten
