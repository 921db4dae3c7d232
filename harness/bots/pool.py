"""The live bots of one worker: at most one process a bot and leg, kept alive between matches."""

import asyncio
from collections.abc import Collection, Coroutine
from pathlib import Path
from typing import Any

from harness.arena import Arena, Connection, exit_text
from harness.bots.process import NotStarted, Process
from harness.errors import MachineFault
from harness.match import Bot, Cause, Match

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
        self.connection: Connection  # set by the pool, which has the arena
        self.shortage: MachineFault | None = None  # why the machine could not start it
        self.bringing: asyncio.Task[None]
        self.process: Process | None = None
        self.retired = False
        self.leaving = False

    @property
    def usable(self) -> bool:
        return self.connection.verdict is None and self.shortage is None and not self.retired

    @property
    def full(self) -> bool:
        """Whether it holds all it can; before its Hello that is one match."""
        return self.seated >= (self.connection.holds if self.connection.ready.done() else 1)

    async def exited(self, within: float) -> int | None:
        return await self.process.exited(within) if self.process else None

    def last_words(self) -> list[str]:
        return self.process.last_words() if self.process else []


class Pool:
    """The processes that play, by bot and leg."""

    def __init__(self, arena: Arena, address: str, mark: str, logs: Path | None) -> None:
        self._arena = arena
        self._address = address
        self._mark = mark
        self._logs = logs
        self._guests: dict[Key, Guest] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def free(self, table: Table) -> bool:
        """Whether every bot of the table can be seated now."""
        guests = (self._guests.get(key) for key in table)
        return not any(guest is not None and guest.usable and guest.full for guest in guests)

    def seat(self, match: Match) -> list[Guest]:
        """Seat every bot of the match, starting those that are not there; by seat."""
        guests = [self._guest(key, bot, match) for key, bot in zip(keys(match), match.bots, strict=True)]
        for guest in guests:
            guest.seated += 1
        return guests

    def prepare(self, match: Match) -> None:
        """Start the bots of a match ahead of need."""
        for key, bot in zip(keys(match), match.bots, strict=True):
            self._guest(key, bot, match)

    def leave(self, guest: Guest, *, forfeited: bool) -> None:
        """A match of the guest is over. A process that forfeited is not seated again."""
        guest.seated -= 1
        if forfeited or not guest.usable:
            self._retire(guest)

    def end_leg(self, leg: tuple[int, int], wanted: Collection[Key]) -> None:
        """Send away those of earlier legs that nobody wants any more."""
        for guest in list(self._guests.values()):
            if guest.key[2] < leg and guest.key not in wanted and not guest.seated:
                self._retire(guest)

    async def close(self) -> None:
        """Send everybody away and wait until they are gone."""
        for guest in list(self._guests.values()):
            guest.seated = 0
            self._retire(guest)
        while self._tasks:
            await asyncio.wait(self._tasks)

    def _guest(self, key: Key, bot: Bot, match: Match) -> Guest:
        guest = self._guests.get(key)
        if guest is not None and guest.usable:
            return guest
        if guest is not None:
            self._retire(guest)
        guest = self._guests[key] = Guest(key, bot)
        guest.connection = self._arena.expect(guest)
        guest.bringing = self._later(self._bring(guest, match.clock.start))
        return guest

    async def _bring(self, guest: Guest, limit: float) -> None:
        """Start the process and see it through to its Hello, or to the verdict why not."""
        connection = guest.connection
        output = self._logs / f"{guest.bot.name}-v{guest.bot.version}.log" if self._logs else None
        try:
            guest.process = await Process.start(guest.bot, self._address, connection.token, self._mark, output)
        except MachineFault as shortage:
            guest.shortage = shortage
            connection.dismiss()
        except NotStarted as error:
            connection.fail(Cause.NO_START, str(error), {})
        else:
            await self._await_hello(guest.process, connection, limit)

    async def _await_hello(self, process: Process, connection: Connection, limit: float) -> None:
        ended = asyncio.create_task(process.exited(limit))
        either: list[asyncio.Future[Any]] = [connection.ready, ended]
        await asyncio.wait(either, timeout=limit, return_when=asyncio.FIRST_COMPLETED)
        status = ended.result() if ended.done() else None
        ended.cancel()
        if connection.ready.done():
            return
        with self._arena.flushing():
            if status is not None:
                text = f"Its process ended {exit_text(status)} before it said Hello."
                connection.fail(Cause.NO_START, text, {"exit": status})
            elif connection.connected:
                connection.fail(Cause.NO_HELLO, f"It connected, but said no Hello within {limit:g} s.", {})
            else:
                connection.fail(Cause.NO_CONNECT, f"It did not connect within {limit:g} s.", {})

    def _retire(self, guest: Guest) -> None:
        """Seat it no more; once it holds no match, stop it."""
        guest.retired = True
        if self._guests.get(guest.key) is guest:
            del self._guests[guest.key]
        if not guest.seated and not guest.leaving:
            guest.leaving = True
            guest.connection.dismiss()
            self._later(self._stop(guest))

    async def _stop(self, guest: Guest) -> None:
        await guest.bringing
        if guest.process is not None:
            await guest.process.stop()

    def _later(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
