"""The clock of one bot: a batch is timed as a whole, and its time shared equally among its decisions."""

import asyncio
import time
from collections.abc import Callable, Collection

from harness.pulse import Pulse
from harness.referee import Ask


class Stopwatch:
    """The time since a batch was sent, without that in which the harness could not have heard the answer."""

    def __init__(self, pulse: Pulse, expired: Callable[[], None]) -> None:
        self.decisions = 0  # in the batch
        self._pulse = pulse
        self._expired = expired
        self._sent_at = 0.0
        self._alarm: asyncio.TimerHandle | None = None

    def start(self, asks: Collection[Ask], now: float) -> None:
        """A batch with these decisions is sent at this moment of ``time.perf_counter``."""
        self.decisions, self._sent_at = len(asks), now
        self.watch(asks)

    def watch(self, asks: Collection[Ask]) -> None:
        """Call ``expired`` when the next of these decisions will be late."""
        left = min([ask.left for ask in asks])
        at = self._sent_at + left * self.decisions + self._pulse.lost_since(self._sent_at)
        delay = max(0.0, at - time.perf_counter())
        self._alarm = asyncio.get_running_loop().call_later(delay, self._expired)

    def shares(self, now: float) -> tuple[float, float]:
        """Each decision's share of the time since the batch was sent: seconds used, and seconds the harness lost."""
        if not self.decisions:
            return 0.0, 0.0
        lost = self._pulse.lost_since(self._sent_at)
        return (now - self._sent_at - lost) / self.decisions, lost / self.decisions

    def stop(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
