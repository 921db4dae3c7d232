"""A bot that is called to matches: one process, or one stream of a remote bot."""

import asyncio

from harness.arena import Opening
from harness.bots.launch import Running
from harness.connection import Connection, Exit
from harness.errors import MachineFault
from harness.match import Bot, Match

Key = tuple[str, int, tuple[int, int]]  # a bot's name and version, and the leg
Table = tuple[Key, ...]


def keys(match: Match) -> Table:
    """What the match needs, by seat."""
    return tuple((bot.name, bot.version, match.leg) for bot in match.bots)


class Guest:
    """One process of a bot, from before it starts until it is gone: the Witness of its connection."""

    def __init__(self, key: Key, bot: Bot) -> None:
        self.key = key
        self.bot = bot
        self.seated = 0  # matches it holds
        self.used = 0  # when it was last seated, counted in seatings
        self.took = 0.0  # seconds from its start to its Hello
        self.connection: Connection  # set by the pool, which has the arena
        self.shortage: MachineFault | None = None  # why the machine could not start it
        self.bringing: asyncio.Task[None]
        self.running: Running | None = None
        self.door: Opening | None = None
        self.line: asyncio.Lock | None = None  # of a remote bot, while it is this guest's
        self.retired = False
        self.leaving = False

    @property
    def usable(self) -> bool:
        return self.connection.verdict is None and self.shortage is None and not self.retired

    @property
    def full(self) -> bool:
        """Whether it holds all it can; before its Hello that is one match."""
        return self.seated >= (self.connection.holds if self.connection.ready.done() else 1)

    async def exited(self, within: float) -> Exit | None:
        return await self.running.exited(within) if self.running else None

    def last_words(self) -> list[str]:
        return self.running.last_words() if self.running else []
