"""What goes out to the bots: whatever is ready for one of them goes in one message, over all its matches."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from harness.pulse import Pulse

_PATIENCE = 20  # rounds of the loop in which what has arrived is heard before little is sent: it makes fuller messages


class Sender(Protocol):
    """Somebody with something to send."""

    @property
    def full(self) -> bool:
        """There is so much to send that no more should be waited for."""

    def flush(self) -> None:
        """Send what has gathered, if it may be sent now."""


class Traffic:
    """The outgoing messages of one event loop, and its pulse."""

    def __init__(self) -> None:
        self.pulse = Pulse()
        self._touched: list[Sender] = []  # who has something to send
        self._flush_due = False

    def touch(self, sender: Sender) -> None:
        """Something may be ready to be sent there."""
        self._touched.append(sender)

    @contextmanager
    def flushing(self) -> Iterator[None]:
        """Whatever becomes ready inside goes out afterwards, one message a bot: at once, or, if it is little, soon."""
        yield
        touched, self._touched = self._touched, []
        for sender in touched:
            if sender.full:
                sender.flush()
            else:
                self._touched.append(sender)
        if self._touched and not self._flush_due:
            self._flush_due = True
            self._flush_in(_PATIENCE)

    def _flush_in(self, rounds: int) -> None:
        if rounds and self._touched:
            asyncio.get_running_loop().call_soon(self._flush_in, rounds - 1)
            return
        self._flush_due = False
        touched, self._touched = self._touched, []
        for sender in touched:
            sender.flush()
