"""The stored matches folded in schedule order, in steps, so that a fold can be kept and continued.

Continued or begun from nothing, a fold comes out the same to the last bit: skills are folded one match after another,
and everything else is a sum of whole numbers, from which a set's totals are taken out before those with its next
matches are put in.
"""

from collections.abc import Sequence
from itertools import groupby

import msgspec

from harness.outing import Outing
from harness.rows import MatchRow, SetRow
from harness.skill import rated
from harness.store import Store
from harness.tally import Best, BotTally, Newest, PairTally, SetTotals

_Pairs = dict[tuple[int, int], PairTally]


class LadderTally(msgspec.Struct, array_like=True):
    """What the matches up to one position in the schedule amount to, beside what is counted for pairs."""

    bench_after: int  # matches forfeited in a row
    pages: int  # matches that are to have a page
    latest: Newest
    faulty: Newest
    close: Best
    upsets: Best
    position: str = ""  # of the last match
    stored: int = 0  # matches up to there
    matches: int = 0  # of them those that count
    void: dict[int, bool] = {}  # and the numbers of the others
    bots: dict[int, BotTally] = {}

    @classmethod
    def empty(cls, bench_after: int, pages: int) -> "LadderTally":
        tenth = max(1, pages // 10)
        return cls(bench_after, pages, Newest(pages), Newest(max(1, pages // 2)), Best(tenth), Best(tenth))


class Fold:
    """The matches folded up to one position; ``pairs`` are decoded only where they are asked for."""

    def __init__(self, ladder: LadderTally, pairs: bytes = b"") -> None:
        self.ladder = ladder
        self._packed_pairs = pairs
        self._pairs: _Pairs | None = None if pairs else {}

    @property
    def pairs(self) -> _Pairs:
        if self._pairs is None:
            found = msgspec.json.decode(self._packed_pairs, type=list[PairTally])
            self._pairs = {(pair.one, pair.two): pair for pair in found}
        return self._pairs

    def packed(self) -> tuple[bytes, bytes]:
        """The fold as it is kept: ladder and pairs."""
        pairs = [pair for _, pair in sorted(self.pairs.items())]
        return msgspec.json.encode(self.ladder), msgspec.json.encode(pairs)

    def add(self, rows: Sequence[MatchRow], store: Store) -> list[Outing]:
        """Fold the next matches in schedule order; those that count, with the skills of their bots."""
        since = self.ladder.position
        outings = [self._rate(row) for row in rows if self._counts(row)]
        self._add_sets(outings, since, store)
        if rows:
            self.ladder.position = rows[-1].position
            self.ladder.stored += len(rows)
        return outings

    def _counts(self, row: MatchRow) -> bool:
        """Whether none of its bots was benched before it.

        A bot that forfeited ``bench_after`` matches in a row is benched. What was in play beyond that when it
        happened does not count, so that the table is the same whatever order matches end in.
        """
        bots = self.ladder.bots
        if any(seat.bot in bots and bots[seat.bot].in_a_row >= self.ladder.bench_after for seat in row.seats):
            self.ladder.void[row.id] = True
            return False
        return True

    def _rate(self, row: MatchRow) -> Outing:
        ladder = self.ladder
        tallies = {seat.bot: ladder.bots.get(seat.bot) or BotTally() for seat in row.seats}
        before = {bot: tally.skill for bot, tally in tallies.items()}
        outing = Outing(row, before, rated(before, {seat.bot: seat.rank for seat in row.seats}))
        ladder.bots.update(tallies)
        ladder.matches += 1
        for place, (seat, merit) in enumerate(zip(row.seats, outing.merits(), strict=True)):
            tallies[seat.bot].note(outing, place, merit)
        ladder.latest.note(row.id)
        if outing.faulty:
            ladder.faulty.note(row.id)
        else:
            ladder.close.note(float(-outing.margin), row.id)
            if outing.surprise > 0:
                ladder.upsets.note(outing.surprise, row.id)
        self._note_pairs(row)
        return outing

    def _note_pairs(self, row: MatchRow) -> None:
        pairs, bots = self.pairs, sorted(seat.bot for seat in row.seats)
        for place, one in enumerate(bots):
            for two in bots[place + 1 :]:
                pair = pairs.get((one, two))
                if pair is None:
                    pair = pairs[one, two] = PairTally(one, two)
                pair.latest.note(row.id)

    def _add_sets(self, outings: Sequence[Outing], since: str, store: Store) -> None:
        """Replace the totals of the sets that these matches belong to."""
        fresh: dict[str, list[list[SetRow]]] = {}
        for outing in outings:
            row = outing.row
            seats = [SetRow(row.set_key, row.id, seat.bot, seat.rank, seat.score) for seat in row.seats]
            fresh.setdefault(row.set_key, []).append(seats)
        earlier: dict[str, list[list[SetRow]]] = {}
        for match, rows in groupby(store.sets(list(fresh), since), key=lambda row: row.match):
            if match not in self.ladder.void:
                seats = list(rows)
                earlier.setdefault(seats[0].set_key, []).append(seats)
        for key, matches in fresh.items():
            before = earlier.get(key, [])
            if before:
                self._count_set(SetTotals(before), -1)
            self._count_set(SetTotals(before + matches), 1)

    def _count_set(self, totals: SetTotals, sign: int) -> None:
        for bot, total in totals.beaten.items():
            tally = self.ladder.bots[bot]
            tally.shares[totals.size].add(total, totals.matches, sign)
            if totals.whole:
                tally.edges[totals.size].add(totals.edges[bot], totals.matches, sign)
        for pair, total in totals.pairs.items():
            self.pairs[pair].shares.add(total, totals.matches, sign)
