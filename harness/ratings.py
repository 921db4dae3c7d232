"""Results into a table: TrueSkill folded in schedule order, and what the sets say beside it.

Everything shown with an interval counts a *set* (one deal seed, all rotations) as one sample, because the matches of
a set share their cards and are not independent.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import msgspec

from harness.match import Bot
from harness.skill import Skill, rated
from harness.store import MatchRow, Store, Thinking

Z95 = 1.96  # two-sided 95 % of the normal distribution


class Estimate(msgspec.Struct, frozen=True):
    """A mean over sets with the half-width of its 95 % interval (infinite with fewer than two sets)."""

    mean: float
    half: float
    sets: int


class Standing(msgspec.Struct, frozen=True):
    """One row of the leaderboard."""

    place: int  # by rating, from 1; equal ratings share it
    best_place: int  # 1 + the number of bots that are better beyond doubt
    worst_place: int  # the field less the number of bots that are worse beyond doubt
    bot: Bot
    skill: Skill
    half: float  # half-width of the rating's 95 % interval: 1.96 sigma, widened by the design effect
    design_effect: float  # variance of the bot's results between sets over what independent matches would give
    matches: int
    mean_rank: float
    share: Estimate  # opponents beaten in a match, ties count half, 0 to 1
    edge: Estimate  # score above the table's mean on the same cards from every seat, per match
    forfeits: int
    strikes: int
    benched: bool
    thinking: Thinking

    @property
    def rating(self) -> float:
        """What the table is sorted by: mu - 3 sigma, a skill that the bot has almost surely."""
        return self.skill.mu - 3 * self.skill.sigma

    @property
    def figures(self) -> dict[str, object]:
        """What every report of a standing names alike."""
        return {
            "rating": self.rating,
            "mu": self.skill.mu,
            "sigma": self.skill.sigma,
            "matches": self.matches,
            "mean_rank": self.mean_rank,
            "share": self.share,
            "edge": self.edge,
            "forfeits": self.forfeits,
            "strikes": self.strikes,
            "benched": self.benched,
        }

    @property
    def low(self) -> float:
        return self.skill.mu - self.half

    @property
    def high(self) -> float:
        return self.skill.mu + self.half


class Duel(msgspec.Struct, frozen=True):
    """One bot against another, over all matches in which both sat."""

    share: Estimate  # how often the first did better, ties count half
    matches: int


class Table(msgspec.Struct, frozen=True):
    """The whole leaderboard."""

    standings: tuple[Standing, ...]  # best first
    duels: dict[tuple[int, int], Duel]  # by bot ids, both ways
    matches: int


def counted(store: Store, bench_after: int, *, by_set: bool = False) -> Iterator[MatchRow]:
    """The stored matches that count, in schedule order or set by set.

    A bot that forfeited ``bench_after`` matches in a row is benched. What was in play beyond that when it happened
    does not count, so that the table is the same whatever order matches end in.
    """
    if not by_set:
        yield from (row for row, void in _benching(store, bench_after) if not void)
        return
    void = {row.key for row, void in _benching(store, bench_after) if void}
    yield from (row for row in store.matches(by_set=True) if row.key not in void)


def _benching(store: Store, bench_after: int) -> Iterator[tuple[MatchRow, bool]]:
    in_a_row: dict[int, int] = defaultdict(int)
    for row in store.matches():
        void = any(in_a_row[seat.bot] >= bench_after for seat in row.seats)
        if not void:
            for seat in row.seats:
                in_a_row[seat.bot] = in_a_row[seat.bot] + 1 if seat.verdict != "played" else 0
        yield row, void


def fold(rows: Iterable[MatchRow]) -> Iterator[tuple[MatchRow, dict[int, Skill], dict[int, Skill]]]:
    """Each match with its bots' skills before and after it; rows come in schedule order."""
    skills: dict[int, Skill] = {}
    for row in rows:
        before = {seat.bot: skills.get(seat.bot, Skill()) for seat in row.seats}
        after = rated(before, {seat.bot: seat.rank for seat in row.seats})
        skills |= after
        yield row, before, after


def table(store: Store, bench_after: int) -> Table:
    """The leaderboard of all that is stored."""
    skills: dict[int, Skill] = {}
    tallies: dict[int, _Tally] = defaultdict(_Tally)
    played = 0
    for row, _, after in fold(counted(store, bench_after)):
        skills |= after
        played += 1
        for seat in row.seats:
            tallies[seat.bot].count(seat.rank, seat.strikes, seat.verdict != "played", bench_after)
    sets = _Sets()
    for _, rows in groupby(counted(store, bench_after, by_set=True), key=lambda row: row.set_key):
        sets.count(list(rows))
    thinking = store.thinking()
    bots = [bot for bot in store.bots() if bot.id in skills]
    standings = [_standing(bot, skills[bot.id], tallies[bot.id], sets, thinking.get(bot.id)) for bot in bots]
    return Table(_placed(standings), sets.duels(), played)


def _standing(bot: Bot, skill: Skill, tally: "_Tally", sets: "_Sets", thinking: Thinking | None) -> Standing:
    effect = sets.design_effect(bot.id)
    return Standing(
        place=0, best_place=0, worst_place=0,
        bot=bot,
        skill=skill,
        half=Z95 * skill.sigma * math.sqrt(effect),
        design_effect=effect,
        matches=tally.matches,
        mean_rank=tally.ranks / tally.matches,
        share=estimate(sets.shares[bot.id]),
        edge=estimate(sets.edges[bot.id]),
        forfeits=tally.forfeits,
        strikes=tally.strikes,
        benched=tally.benched,
        thinking=thinking or Thinking({}, 0, 0),
    )  # fmt: skip


def _placed(standings: Sequence[Standing]) -> tuple[Standing, ...]:
    """Sorted by rating, with the places that the intervals leave open."""
    ordered = sorted(standings, key=lambda one: (-one.rating, one.bot.id))
    return tuple(
        msgspec.structs.replace(
            one,
            place=1 + sum(other.rating > one.rating for other in ordered),
            best_place=1 + sum(other.low > one.high for other in ordered),
            worst_place=len(ordered) - sum(other.high < one.low for other in ordered),
        )
        for one in ordered
    )


def estimate(samples: Sequence[tuple[float, int]]) -> Estimate:
    """The mean over sets, each weighing as many matches as it has; the interval is that of a ratio of sums."""
    total = sum(weight for _, weight in samples)
    if not total:
        return Estimate(math.nan, math.inf, 0)
    mean = sum(value * weight for value, weight in samples) / total
    if len(samples) < 2:
        return Estimate(mean, math.inf, len(samples))
    spread = sum((weight * (value - mean)) ** 2 for value, weight in samples)
    return Estimate(mean, Z95 * math.sqrt(spread * len(samples) / (len(samples) - 1)) / total, len(samples))


class _Tally:
    """What is counted for one bot match by match."""

    def __init__(self) -> None:
        self.matches = self.ranks = self.strikes = self.forfeits = self.in_a_row = 0
        self.benched = False

    def count(self, rank: int, strikes: int, forfeit: bool, bench_after: int) -> None:
        self.matches += 1
        self.ranks += rank
        self.strikes += strikes
        self.forfeits += forfeit
        self.in_a_row = self.in_a_row + 1 if forfeit else 0
        self.benched = self.benched or self.in_a_row >= bench_after


class _Sets:
    """What is counted set by set. A sample is (mean over the set's matches, number of matches)."""

    def __init__(self) -> None:
        self.shares: dict[int, list[tuple[float, int]]] = defaultdict(list)
        self.edges: dict[int, list[tuple[float, int]]] = defaultdict(list)
        self._pairs: dict[tuple[int, int], list[tuple[float, int]]] = defaultdict(list)
        self._squares: dict[int, float] = defaultdict(float)  # of single matches' shares

    def count(self, rows: Sequence[MatchRow]) -> None:
        """Add one set's matches."""
        shares: dict[int, float] = defaultdict(float)
        edges: dict[int, float] = defaultdict(float)
        pairs: dict[tuple[int, int], float] = defaultdict(float)
        for row in rows:
            mean = sum(seat.score for seat in row.seats) / len(row.seats)
            for one in row.seats:
                beaten = 0.0
                for other in row.seats:
                    if other is not one:
                        won = (one.rank < other.rank) + (one.rank == other.rank) / 2
                        pairs[one.bot, other.bot] += won
                        beaten += won
                share = beaten / (len(row.seats) - 1)
                shares[one.bot] += share
                self._squares[one.bot] += share * share
                edges[one.bot] += one.score - mean
        played = len(rows)
        whole = played % len(rows[0].seats) == 0  # only then every bot met the cards in every seat
        for bot, total in shares.items():
            self.shares[bot].append((total / played, played))
            if whole:
                self.edges[bot].append((edges[bot] / played, played))
        for pair, total in pairs.items():
            self._pairs[pair].append((total / played, played))

    def duels(self) -> dict[tuple[int, int], Duel]:
        return {pair: Duel(estimate(sets), sum(n for _, n in sets)) for pair, sets in self._pairs.items()}

    def design_effect(self, bot: int) -> float:
        """How many times wider, in variance, the sets spread than independent matches would; at least 1."""
        sets = self.shares[bot]
        over_sets = estimate(sets)
        matches = sum(weight for _, weight in sets)
        single = self._squares[bot] / matches - over_sets.mean**2 if matches else 0.0
        if over_sets.sets < 2 or matches < 2 or single <= 1e-12:
            return 1.0
        return max(1.0, (over_sets.half / Z95) ** 2 / (single / (matches - 1)))
