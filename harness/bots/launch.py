"""What a started bot is to the pool, however it was started."""

from pathlib import Path
from typing import Protocol

import msgspec

from harness.connection import Exit
from harness.match import Bot, Limits


class NotStarted(Exception):
    """The bot could not be started, and that is its own fault; the text says why."""


class Door(msgspec.Struct, frozen=True):
    """Where a bot finds the harness, and how it shows who it is."""

    address: str
    token: str


class Launch(msgspec.Struct, frozen=True):
    """All that is needed to start a bot."""

    bot: Bot
    door: Door
    mark: str  # borne by everything that is started, so that it can be found again
    limits: Limits
    output: Path | None  # where what it prints is kept


class Running(Protocol):
    """A started bot: the Witness of its connection."""

    async def exited(self, within: float) -> Exit | None:
        """How it ended, if it ends within so many seconds."""

    def last_words(self) -> list[str]:
        """The last lines of its stderr."""

    async def memory(self) -> int | None:
        """The bytes that it uses now, where the system tells."""

    async def stop(self) -> None:
        """See that it ends, and everything that it started."""
