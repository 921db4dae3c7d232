"""A stored match with what it did to the skills of its bots."""

import heapq
import struct

import msgspec

from harness.match import Cause
from harness.rows import MatchRow
from harness.skill import Skill, odds

_SEAT = struct.Struct("<4d")  # mu and sigma before the match and after it


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
        winner = max(self.before[seat.bot].rating for seat in self.row.seats if seat.rank == 1)
        return max(self.before[seat.bot].rating for seat in self.row.seats) - winner

    def gain(self, bot: int) -> float:
        """By how much the match moved the bot's mu: up if it did better than was expected, else down."""
        return self.after[bot].mu - self.before[bot].mu

    def expected(self, bot: int) -> float:
        """The mean rank that the skills before the match promised it, ties counting half."""
        own = self.before[bot]
        others = (self.before[seat.bot] for seat in self.row.seats if seat.bot != bot)
        return 1 + sum(odds(other, own) for other in others)

    def merits(self) -> list[float]:
        """By seat, by how many ranks it did better than was expected, as a share of all there are: -1 to 1."""
        seats = self.row.seats
        skills = [self.before[seat.bot] for seat in seats]
        found = [0.0] * len(seats)
        for one, seat in enumerate(seats):
            for two in range(one + 1, len(seats)):
                other = seats[two].rank
                better = 1.0 if seat.rank < other else 0.5 if seat.rank == other else 0.0
                surprise = (better - odds(skills[one], skills[two])) / (len(seats) - 1)
                found[one] += surprise
                found[two] -= surprise
        return found

    @property
    def packed(self) -> bytes:
        """The skills, by seat."""
        skills = [(self.before[seat.bot], self.after[seat.bot]) for seat in self.row.seats]
        return b"".join(_SEAT.pack(one.mu, one.sigma, two.mu, two.sigma) for one, two in skills)


def outing(row: MatchRow, packed: bytes) -> Outing:
    """The match with the skills that ``packed`` gave; ValueError if they are not as many as its seats."""
    if len(packed) != _SEAT.size * len(row.seats):
        raise ValueError(f"match {row.key} has {len(row.seats)} seats, but other skills are kept of it")
    before, after = {}, {}
    for seat, (mu, sigma, new_mu, new_sigma) in zip(row.seats, _SEAT.iter_unpack(packed), strict=True):
        before[seat.bot], after[seat.bot] = Skill(mu, sigma), Skill(new_mu, new_sigma)
    return Outing(row, before, after)
