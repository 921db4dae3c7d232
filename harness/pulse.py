"""How much time the harness itself lost: its loop's delay, and what the host took away.

A bot is not to be blamed for time in which the harness could not have heard it. Such time stops the clocks, is written
into the match's log, and a strike that falls into it counts for nothing: the match is played again.
"""

import asyncio
import contextlib
import os
import time
from collections import deque
from pathlib import Path

BEAT = 0.02  # seconds between two looks at the clock
TOLERANCE = 0.05  # seconds: a loop at work is late by less
_REMEMBERED = 600.0  # seconds; no decision takes longer without having been given up
_STEAL_EVERY = 1.0


class Pulse:
    """The heartbeat of one event loop."""

    def __init__(self) -> None:
        self._lost: deque[tuple[float, float, float]] = deque()  # from when to when, and how much of that
        self._beaten = time.perf_counter()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._beat())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def lost_since(self, moment: float) -> float:
        """Seconds lost since a moment of ``time.perf_counter``."""
        now = time.perf_counter()
        due = self._beaten + BEAT
        lost = 0.0
        if now - due > TOLERANCE:  # the loop has just come back, and this is heard before the beat
            lost = now - max(due, moment)
        for begin, end, seconds in reversed(self._lost):
            if end <= moment:
                break
            lost += seconds * (end - max(begin, moment)) / (end - begin)
        return lost

    async def _beat(self) -> None:
        steal, looked = _steal(), time.perf_counter()
        delayed = 0.0
        while True:
            self._beaten = time.perf_counter()
            await asyncio.sleep(BEAT)
            now, due = time.perf_counter(), self._beaten + BEAT
            if now - due > TOLERANCE:
                delayed += now - due
                self._note(due, now, now - due)
            if now - looked >= _STEAL_EVERY:
                stolen = _steal() - steal
                if stolen > max(TOLERANCE, delayed):
                    self._note(looked, now, stolen - delayed)
                steal, looked, delayed = steal + stolen, now, 0.0

    def _note(self, begin: float, end: float, lost: float) -> None:
        self._lost.append((begin, end, lost))
        while self._lost[0][1] < end - _REMEMBERED:
            self._lost.popleft()


def _steal() -> float:
    """Seconds that the host gave to others while this machine's processors had work, per processor (Linux)."""
    try:
        fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()
        return int(fields[8]) / os.sysconf("SC_CLK_TCK") / (os.cpu_count() or 1)
    except (OSError, IndexError, ValueError):
        return 0.0
