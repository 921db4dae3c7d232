"""What goes out to the bots: whatever is ready for one of them goes in one message, over all its matches."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from harness.pulse import Pulse

_PATIENCE = 3  # rounds of the loop in which what has arrived is heard before anything is sent: it makes fuller messages


class Sender(Protocol):
    """Somebody with something to send."""

    def flush(self) -> None:
        """Send what has gathered, if it may be sent now."""


class Traffic:
    """The outgoing messages of one event loop, and its pulse."""

    def __init__(self) -> None:
        self.pulse = Pulse()
        self._touched: list[Sender] = []  # who has something to send
        self._at_once: list[Sender] = []
        self._flush_due = False

    def touch(self, sender: Sender, *, at_once: bool) -> None:
        """Something is ready to be sent there: at once, or with what will be ready in a moment."""
        (self._at_once if at_once else self._touched).append(sender)

    @contextmanager
    def flushing(self) -> Iterator[None]:
        """Whatever becomes ready inside goes out afterwards, one message a bot."""
        yield
        while self._at_once:
            self._at_once.pop().flush()
        if self._touched and not self._flush_due:
            self._flush_due = True
            self._flush_in(_PATIENCE)

    def _flush_in(self, rounds: int) -> None:
        if rounds:
            asyncio.get_running_loop().call_soon(self._flush_in, rounds - 1)
            return
        self._flush_due = False
        touched, self._touched = self._touched, []
        for sender in touched:
            sender.flush()
