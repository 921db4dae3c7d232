"""What the pages tell about the matches; "latest" is last in schedule order."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from harness.history import History
from harness.match import Cause
from harness.outing import Outing
from harness.rows import MatchRow
from harness.skill import Skill
from harness.tally import BotTally, Sitting


class Record:
    """The matches worth a page, and those of each bot and each pair, read from the store when they are asked for."""

    def __init__(self, history: History) -> None:
        self._history = history
        ladder = history.ladder
        self._close = set(ladder.close.numbers)
        self._upsets = set(ladder.upsets.numbers)

    @property
    def bots(self) -> Mapping[int, BotTally]:
        """What was counted of every bot that has played."""
        return self._history.bots

    @property
    def void(self) -> Collection[int]:
        """The numbers of the matches that do not count."""
        return self._history.ladder.void

    def of_bot(self, bot: int) -> list[Outing]:
        """The latest matches of a bot, the last one first."""
        return self._history.outings(self.bots[bot].latest.numbers[::-1])

    def faulty_of_bot(self, bot: int) -> list[Outing]:
        """Of its latest forfeits, the last one first."""
        return self._history.outings(self.bots[bot].faulty.numbers[::-1])

    def best_of_bot(self, bot: int) -> list[Outing]:
        """The matches in which it did better than was expected, the most surprising first."""
        return self._history.outings(self.bots[bot].best.numbers)

    def worst_of_bot(self, bot: int) -> list[Outing]:
        """The matches in which it did worse than was expected, the most surprising first."""
        return self._history.outings(self.bots[bot].worst.numbers)

    def of_pair(self, one: int, two: int) -> list[Outing]:
        """The latest matches of two bots, the lower number first; the last one first."""
        return self._history.outings(self._history.pairs[one, two].latest.numbers[::-1])

    def last(self, bots: Sequence[int]) -> dict[int, Outing]:
        """The last match of each of these bots."""
        return dict(zip(bots, self._history.outings([self.bots[bot].latest.numbers[-1] for bot in bots]), strict=True))

    def course(self, bot: int) -> list[tuple[int, Skill]]:
        """A bot's skill after so many of its matches, from before the first to after the last."""
        tally = self.bots[bot]
        points = [(place * tally.course.every, Skill(*point)) for place, point in enumerate(tally.course.points)]
        return points if points[-1][0] == tally.matches else [*points, (tally.matches, tally.skill)]

    def forfeits(self, bot: int) -> list[tuple[str, int]]:
        """By word of the cause, how many matches it forfeited for it."""
        verdicts = sorted(self.bots[bot].verdicts.items())
        return [(word, found.matches) for word, found in verdicts if word != Cause.PLAYED.word]

    def outing(self, row: MatchRow) -> Outing:
        """Any match with its skills; one that does not count has none."""
        return self._history.outing_of(row)

    @property
    def sizes(self) -> list[int]:
        """The table sizes that were played, ascending."""
        return sorted({size for tally in self.bots.values() for size in tally.sittings})

    def seated(self, bot: int, size: int) -> Sequence[Sitting]:
        """A bot's matches at tables of that size, by seat."""
        return self.bots[bot].sittings.get(size) or [Sitting() for _ in range(size)]

    def paged(self, telling: Iterable[int]) -> dict[str, Outing]:
        """The matches that have a page, by key in schedule order; the last one of every bot is among them.

        So are the best and the worst ones of some bots.
        """
        ladder = self._history.ladder
        last = {tally.latest.numbers[-1] for tally in self.bots.values()}
        chosen = {*ladder.latest.numbers, *ladder.faulty.numbers, *self._close, *self._upsets, *last}
        for bot in telling:
            chosen |= {*self.bots[bot].best.numbers, *self.bots[bot].worst.numbers}
        outings = sorted(self._history.outings(sorted(chosen)), key=lambda outing: outing.row.position)
        return {outing.row.key: outing for outing in outings}

    def notes(self, outings: Mapping[str, Outing]) -> dict[str, list[str]]:
        """By key, of these matches: what makes them worth a look."""
        found: dict[str, list[str]] = defaultdict(list)
        for key, outing in outings.items():
            for word, numbers in (("close", self._close), ("upset", self._upsets)):
                if outing.row.id in numbers:
                    found[key].append(word)
        return found
