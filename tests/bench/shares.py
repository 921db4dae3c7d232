"""(e): where the processor's time of a decision goes, in the process that referees.

A ladder's matches are played in this process, by real bots, with clocks around the real functions: each measures the
processor time of its thread and takes what is measured inside it off the one around it. What the clocks themselves cost
is measured on a function that does nothing, and taken off as well. Transport is what remains of the whole process: gRPC
with its threads, and the event loop.
"""

import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

from harness import connection, encoding, worker
from harness.bots.pool import Settings
from harness.games.schwimmen.game import SchwimmenGame
from harness.games.schwimmen.state import SchwimmenState
from harness.match import Bot, Clock, Fixture, Match
from harness.played import Played
from harness.referee import Referee
from harness.stopwatch import Stopwatch
from harness.store import Store
from tests.bench import playouts
from tests.bench.figures import Figure

HOLDS, MATCHES, SEATS = 64, 600, 3
PROGRAM = Path(__file__).with_name("first_bot.py")
RULES = ("opening", "to_act", "legal", "apply", "default", "ranks", "scores")
# Part, owner and names of the functions that belong to it; who is called from another is taken off that other.
PARTS: tuple[tuple[str, Any, tuple[str, ...]], ...] = (
    ("rules", SchwimmenState, RULES),
    ("rules", SchwimmenGame, ("start",)),
    ("views", SchwimmenState, ("view",)),
    ("encoding", encoding, ("decision", "batch")),
    ("encoding", Referee, ("_hear",)),
    ("clock", Stopwatch, ("start", "watch", "shares", "stop")),
    ("store", worker, ("ready",)),
    ("store", Store, ("add",)),
    ("referee", Referee, ("begin", "answer")),
    ("referee", connection.Connection, ("start", "ask", "end", "flush", "_hear")),
)


class Meter:
    """Seconds by part, each without what is measured inside it."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self.calls: Counter[str] = Counter()
        self.inside: Counter[str] = Counter()  # by part: calls of others from it
        self._open: list[list[Any]] = []  # part, since when, seconds so far

    def around(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function under the clock of a part; where that runs already, the function itself."""

        def measured(*arguments: Any, **named: Any) -> Any:
            running = self._open
            if running and running[-1][0] == part:
                return function(*arguments, **named)
            now = time.thread_time()
            if running:
                running[-1][2] += now - running[-1][1]
                self.inside[running[-1][0]] += 1
            running.append([part, time.thread_time(), 0.0])
            try:
                return function(*arguments, **named)
            finally:
                now = time.thread_time()
                _, since, so_far = running.pop()
                self.seconds[part] += so_far + now - since
                self.calls[part] += 1
                if running:
                    running[-1][1] = time.thread_time()

        return measured

    @contextmanager
    def attached(self) -> Iterator[None]:
        """The real functions under their clocks."""
        with ExitStack() as stack:
            for part, owner, names in PARTS:
                for name in names:
                    stack.enter_context(patch.object(owner, name, self.around(part, getattr(owner, name))))
            yield


def _cost() -> tuple[float, float]:
    """Seconds that a clock adds to what it measures, and in all, per call."""
    meter, calls = Meter(), 20_000
    empty = meter.around("empty", lambda: None)
    began = time.thread_time()
    for _ in range(calls):
        empty()
    return meter.seconds["empty"] / calls, (time.thread_time() - began) / calls


def measure(runs: int) -> Iterator[Figure]:
    found = [_measured() for _ in range(runs)]
    rounds = [1 / playouts.plain() for _ in range(runs)]
    middle = {part: median(one[part] for one in found) for part in found[0]}
    total = sum(middle.values())
    for part, seconds in middle.items():
        ratios = [one[part] / base for one, base in zip(found, rounds, strict=True)]
        detail = f"{seconds * 1e6:.1f} µs, {seconds / total:.0%} of {total * 1e6:.0f} µs"
        what = f"processor time of {part} per decision over a round of a plain loop"
        yield Figure("e", part, what, ratios, detail, more_is_better=False)


def _measured() -> dict[str, float]:
    """Seconds per decision by part."""
    inner, whole = _cost()
    meter = Meter()
    with meter.attached():
        decisions, spent = asyncio.run(_play())
    parts = {
        part: seconds - meter.calls[part] * inner - meter.inside[part] * (whole - inner) / 2
        for part, seconds in meter.seconds.items()
    }
    spent -= meter.calls.total() * whole
    parts["transport"] = spent - sum(parts.values())
    order = ("rules", "views", "encoding", "transport", "clock", "store", "referee")
    return {part: parts[part] / decisions for part in order}


async def _play() -> tuple[int, float]:
    """Decisions, and the processor time of the whole process that they took."""
    bots = [Bot(f"bot{number}", (sys.executable, str(PROGRAM), str(HOLDS)), id=number) for number in (1, 2, 3)]
    async with worker.Hall(Settings("bench-shares.")) as hall:
        await _matches(hall, bots, "warm", 20)
        with tempfile.TemporaryDirectory() as name, Store(Path(name, "ladder.db"), write=True) as store:
            for bot in bots:
                store.roster.register(bot)
            began = time.process_time()
            played = await _matches(hall, bots, "", MATCHES)
            numbered = [(Fixture((1, 2, 3), n, 0, (1, 2, 3)), one) for n, one in enumerate(played)]
            for first in range(0, MATCHES, 100):
                store.add(numbered[first : first + 100])
            return sum(one.actions for one in played), time.process_time() - began


async def _matches(hall: worker.Hall, bots: list[Bot], name: str, count: int) -> list[Played]:
    waiting: list[asyncio.Future[worker.Outcome]] = []
    for number in range(count):
        key = f"{name}{number}"
        match = Match(key, f"wire-{key}", "schwimmen", {}, tuple(bots), f"seed-{key}", clock=Clock(move=30.0))
        waiting.append(asyncio.get_running_loop().create_future())
        hall.play(match, waiting[-1].set_result)
    outcomes = await asyncio.gather(*waiting)
    return [one for one in outcomes if isinstance(one, Played)]
