"""What is not played yet gets played, and stored."""

import os
import queue
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from datetime import UTC, datetime

import msgspec

from harness import history, schedule
from harness.bots.leftovers import sweep
from harness.bots.pool import Settings
from harness.crew import Crew
from harness.errors import HarnessError, MachineFault
from harness.gate import Gate
from harness.ladder import Ladder, entrants
from harness.match import Bot, Fixture
from harness.played import Played
from harness.ratings import table_of
from harness.remaining import Remaining
from harness.store import Store
from harness.worker import play

_WINDOW = 256  # matches handed to each worker ahead of their results
_COMMIT_EVERY = 0.2  # seconds; what a kill can lose is played again
_KEEP_EVERY = 2_000  # matches; so many, at most, does the next run look at again after a kill
_TRIES = 3  # of a match that the machine failed, before the run gives up


class Progress(msgspec.Struct, frozen=True):
    """How far a run is, in matches; ``total`` counts those stored before it began."""

    done: int
    total: int


class Report(msgspec.Struct, frozen=True):
    """What a run did."""

    played: int
    already: int
    total: int
    benched: tuple[Bot, ...]
    stopped: bool
    seconds: float
    incidents: int


class Stop:
    """Set ``requested`` from anywhere: the running matches finish, no other begins."""

    def __init__(self) -> None:
        self.requested = False


def default_jobs() -> int:
    """One worker for every two cores: the bots need the other one."""
    return max(1, (os.cpu_count() or 2) // 2)


def cores_explained() -> str:
    """Why a run has so many workers by default."""
    return f"one worker for every two of {os.cpu_count() or 2} processors, because the bots need the others"


def workers(ladder: Ladder, jobs: int | None) -> int:
    """How many workers a run has, if so many are asked for: each must be able to fill a table."""
    return min(jobs or default_jobs(), ladder.config.limits.alive // max(ladder.config.table_sizes))


def jobs_explained(ladder: Ladder) -> str:
    """How many workers a run has by default, and why."""
    number = workers(ladder, None)
    why = cores_explained()
    if number < default_jobs():
        most, seats = ladder.config.limits.alive, max(ladder.config.table_sizes)
        why = f"limits.alive = {most} bots fill no more tables of {seats} at once"
    return f"{number} worker{'s' if number != 1 else ''} (--jobs): {why}"


def run(
    ladder: Ladder,
    *,
    jobs: int | None,
    on_progress: Callable[[Progress], None],
    stop: Stop,
    gate: Gate | None = None,
) -> Report:
    """Play what the ladder's schedule still lacks, with remote bots that come through the gate.

    HarnessError if the machine keeps failing, or a remote bot is due and there is no gate.
    """
    with ladder.write() as store:
        mark = f"{store.noted('id')}."
        bots = entrants(ladder, store)
        containers = any(bot.image for bot in bots)
        sweep(mark, containers=containers)
        number = workers(ladder, jobs)
        tokens = store.roster.tokens()
        settings = Settings(
            mark,
            str(ladder.logs.resolve()),
            ladder.config.container_limits,
            ladder.config.limits.alive // number,
            tuple((bot.id, tokens[bot.id]) for bot in bots if bot.remote) if gate is not None else (),
        )
        try:
            with Crew(number, settings, gate) as crew:
                report = _Round(ladder, store, bots, crew, settings, _WINDOW * number, on_progress).play(stop)
        finally:
            sweep(mark, containers=containers)
        folded = history.renew(store, ladder.config.clock.bench_after, ladder.config.pages.matches)
        found = table_of(folded, store, ladder.game)
        store.keep_ratings((one.bot.id, one.skill.mu, one.skill.sigma, one.matches) for one in found.standings)
        return report


class _Round:
    """One run through the schedule."""

    def __init__(
        self,
        ladder: Ladder,
        store: Store,
        bots: Sequence[Bot],
        executor: Executor,
        settings: Settings,
        window: int,
        on_progress: Callable[[Progress], None],
    ) -> None:
        self._config = ladder.config
        self._store = store
        self._bots = {bot.id: bot for bot in bots}
        self._secret = store.noted("secret") or ""
        self._executor = executor
        self._settings = settings
        self._window = window
        self._on_progress = on_progress
        self._total = schedule.matches(list(self._bots), self._config)
        self._remaining = Remaining(store, list(self._bots), self._config)
        self._bench = self._remaining.bench
        self._in_play: dict[str, tuple[Fixture, Future[Played]]] = {}
        self._results: queue.SimpleQueue[tuple[Fixture, Future[Played]]] = queue.SimpleQueue()
        self._again: list[Fixture] = []
        self._tries: Counter[str] = Counter()
        self._unsaved: list[tuple[Fixture, Played]] = []
        self._saved_at = time.monotonic()
        self._played = self._incidents = 0

    def play(self, stop: Stop) -> Report:
        began = time.monotonic()
        todo = self._remaining.fixtures()
        called_off = False
        try:
            while True:
                if not stop.requested:
                    self._hand_out(todo)
                elif not called_off:
                    self._executor.shutdown(wait=False, cancel_futures=True)
                    called_off = True
                if not self._in_play:
                    break
                self._collect()
        finally:
            self._save()
            self._remaining.keep()
        return Report(
            played=self._played,
            already=self._remaining.already,
            total=self._total,
            benched=tuple(self._bots[bot] for bot in sorted(self._bench.benched)),
            stopped=stop.requested,
            seconds=time.monotonic() - began,
            incidents=self._incidents,
        )

    def _hand_out(self, todo: Iterator[Fixture]) -> None:
        """Keep every worker supplied."""
        while len(self._in_play) < self._window:
            fixture = self._again.pop() if self._again else next(todo, None)
            if fixture is None:
                return
            self._require_gate(fixture)
            match = schedule.match(fixture, self._bots, self._config, self._secret)
            future = self._executor.submit(play, match, self._settings)
            self._in_play[fixture.key] = fixture, future
            future.add_done_callback(lambda done, fixture=fixture: self._results.put((fixture, done)))  # type: ignore[misc]

    def _require_gate(self, fixture: Fixture) -> None:
        """A remote bot must not be blamed because nobody listens for it."""
        gone = [bot.label for one in fixture.seats if (bot := self._bots[one]).remote]
        if gone and not self._settings.remote:
            raise HarnessError(f"{gone[0]} is a remote bot: run with --listen HOST:PORT, so that it can connect")

    def _collect(self) -> None:
        """Wait a little for results; take all there are."""
        try:
            fixture, future = self._results.get(timeout=_COMMIT_EVERY)
        except queue.Empty:
            self._save()
            return
        while True:
            self._take(fixture, future)
            if self._results.empty():
                break
            fixture, future = self._results.get()
        if time.monotonic() - self._saved_at >= _COMMIT_EVERY:
            self._save()

    def _take(self, fixture: Fixture, future: "Future[Played]") -> None:
        del self._in_play[fixture.key]
        if future.cancelled():
            return
        error = future.exception()
        if isinstance(error, MachineFault):
            self._machine_failed(fixture, error)
            return
        played = future.result()
        if self._bench.sits_out(fixture):
            return  # benched while this was in play: as if it had never been scheduled
        verdicts = zip(fixture.seats, played.result.verdicts, strict=True)
        if self._bench.note(fixture, [bot for bot, verdict in verdicts if verdict.forfeit]):
            self._call_off_benched()
        self._unsaved.append((fixture, played))
        self._played += 1
        self._on_progress(Progress(self._remaining.already + self._played, self._total))

    def _call_off_benched(self) -> None:
        for fixture, future in list(self._in_play.values()):
            if self._bench.sits_out(fixture):
                future.cancel()

    def _machine_failed(self, fixture: Fixture, error: MachineFault) -> None:
        """Nobody is blamed: the match is played again, unless the machine fails it every time."""
        self._incidents += 1
        self._tries[fixture.key] += 1
        self._store.add_incident(datetime.now(UTC).isoformat(timespec="seconds"), fixture.key, error.word, str(error))
        if self._tries[fixture.key] >= _TRIES:
            raise HarnessError(
                f"match {fixture.key} failed {_TRIES} times, through no bot's fault: {error}; mend that, then run again"
            )
        self._again.append(fixture)

    def _save(self) -> None:
        if self._unsaved:
            self._store.add(self._unsaved)
            self._unsaved = []
            if self._remaining.moved >= _KEEP_EVERY:
                self._remaining.keep()
        self._saved_at = time.monotonic()
