"""Results into a table: TrueSkill folded in schedule order, and what the sets say beside it.

Everything shown with an interval counts a *set* (one deal seed, all rotations) as one sample, because the matches of
a set share their cards and are not independent.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from harness import history
from harness.games import Game
from harness.history import History
from harness.match import Bot
from harness.rows import MatchRow, Thinking
from harness.skill import Skill, rated
from harness.store import Store
from harness.sums import Z95, Estimate, estimate, mean, places, quantile
from harness.tally import BotTally


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
    edge: Estimate  # score above the table's mean on the same cards from every seat, per deal; see `per`
    forfeits: int
    strikes: int
    benched: bool
    thinking: Thinking

    @property
    def rating(self) -> float:
        """What the table is sorted by: mu - 3 sigma, a skill that the bot has almost surely."""
        return self.skill.rating

    @property
    def figures(self) -> dict[str, Any]:
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


class Duels(Mapping[tuple[int, int], Duel]):
    """Every pair of bots that met, both ways; each is worked out when it is asked for."""

    def __init__(self, folded: History) -> None:
        self._folded = folded

    def __getitem__(self, pair: tuple[int, int]) -> Duel:
        (one, two), pairs = pair, self._folded.pairs
        shares = pairs[one, two].shares if one < two else pairs[two, one].shares.turned(2)
        return Duel(estimate([(shares, Fraction(1, 2))]), shares.w)

    def __contains__(self, pair: object) -> bool:
        return isinstance(pair, tuple) and tuple(sorted(pair)) in self._folded.pairs

    def __iter__(self) -> Iterator[tuple[int, int]]:
        for one, two in self._folded.pairs:
            yield one, two
            yield two, one

    def __len__(self) -> int:
        return 2 * len(self._folded.pairs)


class Table(msgspec.Struct, frozen=True):
    """The whole leaderboard."""

    standings: tuple[Standing, ...]  # best first
    duels: Mapping[tuple[int, int], Duel]  # by bot ids, both ways
    matches: int


def per(game: Game, size: int) -> int:
    """What the scores of a match are divided by: its deals, if the rules fix their number; else it counts as one."""
    return game.deals(size) or 1


def table(store: Store, bench_after: int, game: Game) -> Table:
    """The leaderboard of all that is stored."""
    return table_of(history.read(store, bench_after), store, game)


def table_of(folded: History, store: Store, game: Game) -> Table:
    """The leaderboard of the matches that were folded."""
    thinking = store.thinking()
    bots = [bot for bot in store.roster.bots() if bot.id in folded.bots]
    bench_after = folded.ladder.bench_after
    standings = [_standing(bot, folded.bots[bot.id], bench_after, game, thinking.get(bot.id)) for bot in bots]
    return Table(_placed(standings), Duels(folded), folded.ladder.matches)


def _standing(bot: Bot, tally: BotTally, bench_after: int, game: Game, thinking: Thinking | None) -> Standing:
    shares = [(sums, Fraction(1, 2 * (size - 1))) for size, sums in sorted(tally.shares.items())]
    edges = [(sums, Fraction(1, size * per(game, size))) for size, sums in sorted(tally.edges.items())]
    effect = _design_effect(tally)
    return Standing(
        place=0, best_place=0, worst_place=0,
        bot=bot,
        skill=tally.skill,
        half=Z95 * tally.sigma * math.sqrt(effect),
        design_effect=effect,
        matches=tally.matches,
        mean_rank=tally.ranks / tally.matches,
        share=estimate(shares),
        edge=estimate(edges),
        forfeits=tally.forfeits,
        strikes=tally.strikes,
        benched=tally.in_a_row >= bench_after,
        thinking=thinking or Thinking({}, 0, 0),
    )  # fmt: skip


def _design_effect(tally: BotTally) -> float:
    """How many times wider, in variance, the sets spread than independent matches would; at least 1.

    A single set says nothing of that spread: all its matches count as one.
    """
    shares = [(sums, Fraction(1, 2 * (size - 1))) for size, sums in sorted(tally.shares.items())]
    squares = sum((total * Fraction(1, 2 * (size - 1)) ** 2 for size, total in tally.squares.items()), Fraction())
    over_sets = estimate(shares)
    single = float(squares / tally.matches - mean(shares) ** 2)
    if over_sets.sets < 2:
        return float(tally.matches)
    if single <= 0.0:
        return 1.0
    return max(1.0, (over_sets.half / quantile(over_sets.sets)) ** 2 / (single / (tally.matches - 1)))


def _placed(standings: Sequence[Standing]) -> tuple[Standing, ...]:
    """Sorted by rating, with the places that the intervals leave open."""
    ordered = sorted(standings, key=lambda one: (-one.rating, one.bot.id))
    found = places([(one.rating, one.low, one.high) for one in ordered])
    return tuple(
        msgspec.structs.replace(one, place=at.place, best_place=at.best, worst_place=at.worst)
        for one, at in zip(ordered, found, strict=True)
    )


def counted(store: Store, bench_after: int) -> Iterator[MatchRow]:
    """The stored matches that count, in schedule order: those with a bot that was benched before do not."""
    in_a_row: dict[int, int] = defaultdict(int)
    for row in store.matches():
        if all(in_a_row[seat.bot] < bench_after for seat in row.seats):
            for seat in row.seats:
                in_a_row[seat.bot] = in_a_row[seat.bot] + 1 if seat.verdict != "played" else 0
            yield row


def fold(rows: Iterable[MatchRow]) -> Iterator[tuple[MatchRow, dict[int, Skill], dict[int, Skill]]]:
    """Each match with its bots' skills before and after it; rows come in schedule order."""
    skills: dict[int, Skill] = {}
    for row in rows:
        before = {seat.bot: skills.get(seat.bot, Skill()) for seat in row.seats}
        after = rated(before, {seat.bot: seat.rank for seat in row.seats})
        skills |= after
        yield row, before, after
