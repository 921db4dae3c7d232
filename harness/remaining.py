"""What a ladder's schedule still lacks, from where the last run had settled everything."""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec

from harness import schedule
from harness.bench import Bench
from harness.config import Config
from harness.database import DAMAGED
from harness.errors import StoreError
from harness.match import Fixture
from harness.store import Store

_NOTE = "settled"  # the key of the note in the store
_FORMAT = 1
_END = "~"  # after every position


class Settled(msgspec.Struct, frozen=True):
    """How far a schedule is settled: all before it is stored, or its bots sit out."""

    made_of: str  # what the schedule depends on
    fixtures: int  # of the schedule, from its beginning
    before: str  # the position of the first that is not among them
    stored: int  # matches before that position, those of earlier versions included
    ended: int  # matches of the schedule before it
    in_a_row: dict[int, int]  # as the bench counted up to there
    benched: dict[int, str]


class Remaining:
    """The fixtures that are to be played, and the bench that keeps some bots from them."""

    def __init__(self, store: Store, bots: Sequence[int], config: Config) -> None:
        self.bench = Bench(bots, config.clock.bench_after)
        self.already = 0  # matches of the schedule that are stored from earlier runs, as far as they were looked at
        self._store = store
        self._bots = bots
        self._config = config
        self._seen = 0  # fixtures, from the beginning of the schedule
        self._scheduled: dict[str, int] = {}  # by position: ``_seen`` before that fixture
        self._go_on()
        self._kept = self.bench.ended

    @property
    def moved(self) -> int:
        """Matches that were settled since ``keep``."""
        return self.bench.ended - self._kept

    def fixtures(self) -> Iterator[Fixture]:
        """The fixtures in schedule order that are not stored and whose bots are not benched."""
        fixtures = schedule.round_robin(self._bots, self._config, self._seen)
        while some := list(islice(fixtures, 500)):
            stored = self._store.forfeits([fixture.key for fixture in some])
            for fixture in some:
                number, self._seen = self._seen, self._seen + 1
                if fixture.key in stored:
                    self.already += 1
                    self._schedule(fixture, number)
                    self.bench.note(fixture, stored[fixture.key])
                elif not self.bench.sits_out(fixture):
                    self._schedule(fixture, number)
                    yield fixture

    def _schedule(self, fixture: Fixture, number: int) -> None:
        self._scheduled[fixture.position] = number
        self.bench.schedule(fixture)

    def keep(self) -> None:
        """Note how far everything is settled; all that ended must be stored."""
        for position in list(self._scheduled):
            if self.bench.awaits(position):
                break
            del self._scheduled[position]
        before, number = next(iter(self._scheduled.items()), (_END, self._seen))
        stored, bench = self._store.count(before), self.bench
        made_of = _made_of(self._bots, self._config)
        settled = Settled(made_of, number, before, stored, bench.ended, bench.in_a_row, bench.benched)
        self._store.note(_NOTE, msgspec.json.encode(settled).decode())
        self._kept = bench.ended

    def _go_on(self) -> None:
        """From where the last run had come to, if the schedule and the matches up to there are still the same."""
        noted = self._store.noted(_NOTE)
        if noted is None:
            return
        try:
            settled = msgspec.json.decode(noted, type=Settled)
        except msgspec.MsgspecError as error:
            raise StoreError(f"{self._store.path}: the note '{_NOTE}' is damaged: {error}; {DAMAGED}") from None
        if settled.made_of != _made_of(self._bots, self._config) or settled.stored != self._store.count(settled.before):
            return
        self._seen, self.already = settled.fixtures, settled.ended
        self.bench.go_on(settled.in_a_row, settled.benched, settled.ended)


def _made_of(bots: Sequence[int], config: Config) -> str:
    """All that the schedule and the bench depend on beside the matches."""
    entry = config.schedule
    parts = (
        _FORMAT, sorted(bots), sorted(set(config.table_sizes)), entry.sets, entry.rotations, config.clock.bench_after
    )  # fmt: skip
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()
