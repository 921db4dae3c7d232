"""The live bots of one worker: at most one process a bot and leg, kept alive between matches."""

import asyncio
import gc
import shutil
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from harness.arena import Arena
from harness.bots.guest import Guest, Key, Table, keys
from harness.bots.launch import Door, Launch, NotStarted, Running
from harness.bots.process import Process
from harness.bots.remote import Remote
from harness.connection import Connection
from harness.errors import MachineFault
from harness.games import Seat
from harness.match import Bot, Cause, Limits, Match

if TYPE_CHECKING:
    from harness.bots.container import Engine

_STARTS = 4  # bots brought up at once: more of them would keep each other beyond their start limit
_SWEEP_EVERY = 32  # bots that have gone: a process and its stream leave cycles, of which a worker seldom goes in search


class Settings(msgspec.Struct, frozen=True):
    """What a worker must know beside its matches."""

    mark: str  # what it starts bears it, and can be found again
    logs: str = ""  # folder for what the bots print; empty: not kept
    limits: Limits = Limits()  # of containers
    alive: int = 0  # bots alive at once; 0: as many as are wanted. Never less than a table has seats
    remote: tuple[tuple[int, str], ...] = ()  # remote bots: id, and the SHA-256 of the token


class Pool:
    """The processes that play, by bot and leg."""

    def __init__(self, arena: Arena, folder: Path, settings: Settings, roomier: Callable[[], None]) -> None:
        self._arena = arena
        self._roomier = roomier  # called when a bot is gone and another may come
        self._folder = folder  # for sockets
        self._settings = settings
        self._engine: Engine | None = None  # asked for when the first container is due
        self._guests: dict[Key, Guest] = {}
        self._alive: set[Guest] = set()  # those on their way out included
        self._seatings = 0
        self._doors = 0
        self._gone = 0
        self._starts = asyncio.Semaphore(_STARTS)
        self._digests = dict(settings.remote)
        self._lines: dict[int, asyncio.Lock] = defaultdict(asyncio.Lock)  # a remote bot plays one leg at a time
        arena.remote = frozenset(self._digests.values())
        self._tasks: set[asyncio.Task[None]] = set()

    def free(self, table: Table) -> bool:
        """Whether every bot of the table can be seated now."""
        guests = (self._guests.get(key) for key in table)
        return not any(guest is not None and guest.usable and guest.full for guest in guests)

    def missing(self, table: Table) -> int:
        """How many bots of the table would have to be started."""
        return sum(key not in self._guests or not self._guests[key].usable for key in table)

    def room(self, table: Table) -> bool:
        """Whether there is room for those who are missing."""
        return not self._settings.alive or len(self._alive) + self.missing(table) <= self._settings.alive

    def make_room(self, table: Table) -> None:
        """Send away idle bots of other tables, those first that were seated longest ago, as many as it takes."""
        leaving = sum(guest.leaving for guest in self._alive)
        short = len(self._alive) - leaving + self.missing(table) - self._settings.alive
        idle = [guest for key, guest in self._guests.items() if not guest.seated and key not in table]
        for guest in sorted(idle, key=lambda guest: guest.used)[: max(0, short)]:
            self._retire(guest)

    def seat(self, match: Match) -> list[Guest]:
        """Seat every bot of the match, starting those that are not there; by seat."""
        guests = [self._guest(key, bot, match) for key, bot in zip(keys(match), match.bots, strict=True)]
        self._seatings += 1
        for guest in guests:
            guest.seated += 1
            guest.used = self._seatings
        return guests

    def prepare(self, match: Match) -> None:
        """Start the bots of a match that are not there. A remote bot is there once, and may be needed elsewhere yet."""
        for key, bot in zip(keys(match), match.bots, strict=True):
            if not (bot.remote and self._others(key)):
                self._guest(key, bot, match)

    def find(self, match: Match, seat: Seat) -> Guest:
        """The bot for that seat; it is started if it is not there."""
        return self._guest(keys(match)[seat], match.bots[seat], match)

    def _others(self, key: Key) -> list[Guest]:
        """The same version of a bot in other legs."""
        return [guest for other, guest in self._guests.items() if other[:2] == key[:2] and other != key]

    def leave(self, guest: Guest, *, for_good: bool) -> None:
        """A match of the guest is over. A process that forfeited is not seated again."""
        guest.seated -= 1
        if for_good or not guest.usable:
            self._retire(guest)

    def end_leg(self, leg: tuple[int, int], wanted: Collection[Key]) -> None:
        """Send away those of earlier legs that nobody wants any more."""
        for guest in list(self._guests.values()):
            if guest.key[2] < leg and guest.key not in wanted and not guest.seated:
                self._retire(guest)

    async def close(self) -> None:
        """Send everybody away and wait until they are gone."""
        for guest in list(self._alive):  # those too who were not to be seated again, but still sat
            guest.seated = 0
            self._retire(guest)
        while self._tasks:
            await asyncio.wait(self._tasks)
        if self._engine is not None:
            self._engine.close()

    def _guest(self, key: Key, bot: Bot, match: Match) -> Guest:
        guest = self._guests.get(key)
        if guest is not None and guest.usable:
            return guest
        if guest is not None:
            self._retire(guest)
        guest = self._guests[key] = Guest(key, bot)
        guest.used = self._seatings
        self._alive.add(guest)
        if bot.remote:
            for other in self._others(key):
                self._retire(other)
            guest.connection = self._arena.foresee(guest, Limits())
            guest.bringing = self._later(self._call(guest, match.clock.start))
        else:
            guest.connection = self._arena.expect(guest, self._settings.limits if bot.image else Limits())
            guest.bringing = self._later(self._bring(guest, match.clock.start))
        return guest

    async def _call(self, guest: Guest, limit: float) -> None:
        """Let a remote bot in once its stream of the leg before has ended; see it through to its Hello."""
        line = self._lines[guest.bot.id]
        await line.acquire()
        guest.line = line
        if not guest.leaving:
            guest.running = Remote()
            self._arena.admit(guest.connection, self._digests[guest.bot.id])
            began = time.monotonic()
            await self._await_hello(guest.running, guest.connection, limit)
            guest.took = time.monotonic() - began

    async def _bring(self, guest: Guest, limit: float) -> None:
        """Start the bot and see it through to its Hello, or to the verdict why not."""
        connection = guest.connection
        async with self._starts:
            if guest.leaving:
                return
            try:
                guest.running = await (self._start_container(guest) if guest.bot.image else self._start_process(guest))
            except MachineFault as shortage:
                guest.shortage = shortage
                connection.dismiss()
            except NotStarted as error:
                connection.fail(Cause.NO_START, str(error), {})
            else:
                began = time.monotonic()
                await self._await_hello(guest.running, connection, limit)
                guest.took = time.monotonic() - began

    async def _start_process(self, guest: Guest) -> Running:
        folder = await self._open_door(guest)
        return await Process.start(self._launch(guest, f"unix:{folder}/arena.sock", Limits()))

    async def _start_container(self, guest: Guest) -> Running:
        # Imported here: who seats no containers needs no engine, and pays nothing for its client.
        from harness.bots.container import DOOR, Engine

        self._engine = self._engine or Engine()
        folder = await self._open_door(guest)
        (folder / "arena.sock").chmod(0o777)  # it is an unprivileged user who connects
        launch = self._launch(guest, f"unix:{DOOR}/arena.sock", self._settings.limits)
        return await self._engine.start(launch, str(folder))

    async def _open_door(self, guest: Guest) -> Path:
        """A folder with a socket for this bot alone: whoever breaks a door, and some bytes do, breaks only his own."""
        self._doors += 1
        folder = self._folder / str(self._doors)
        folder.mkdir(mode=0o755)
        guest.door = await self._arena.open(folder / "arena.sock", only=guest.connection)
        return folder

    def _launch(self, guest: Guest, address: str, limits: Limits) -> Launch:
        bot, logs = guest.bot, self._settings.logs
        output = Path(logs, f"{bot.name}-v{bot.version}.log") if logs else None
        return Launch(bot, Door(address, guest.connection.token), self._settings.mark, limits, output)

    async def _await_hello(self, running: Running, connection: Connection, limit: float) -> None:
        ended = asyncio.create_task(running.exited(limit))
        either: list[asyncio.Future[Any]] = [connection.ready, ended]
        await asyncio.wait(either, timeout=limit, return_when=asyncio.FIRST_COMPLETED)
        end = ended.result() if ended.done() else None
        ended.cancel()
        if connection.ready.done():
            return
        with self._arena.traffic.flushing():
            if end is not None:
                text = f"Its process ended {end.text} before it said Hello."
                connection.fail(Cause.NO_START, text, {"exit": end.status})
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
            self._arena.dismiss(guest.connection)
            self._later(self._stop(guest))

    async def _stop(self, guest: Guest) -> None:
        await guest.bringing
        if guest.running is not None:
            await guest.running.stop()
        if guest.line is not None:
            guest.line.release()
        if guest.door is not None:
            await guest.door.close()
            shutil.rmtree(guest.door.folder, ignore_errors=True)
        self._alive.discard(guest)
        self._gone += 1
        if self._gone % _SWEEP_EVERY == 0:
            gc.collect()
        self._roomier()

    def _later(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
