"""One worker: an event loop, an arena and its bots, playing matches as they come.

``play`` is what a worker does, as a plain function that any ``concurrent.futures.Executor`` can run. A ``Hall`` keeps
its doors open: its bots stay alive from one match to the next.
"""

import asyncio
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from harness import games
from harness.arena import Arena
from harness.bots.entrance import Entrance
from harness.bots.guest import Guest, Table, keys
from harness.bots.pool import Pool, Settings
from harness.errors import MachineFault
from harness.games import Seat
from harness.gate import Gate
from harness.match import Cause, Log, Match, Verdict
from harness.played import Played, ready
from harness.referee import Referee

Outcome = Played | MachineFault
Waiting = tuple[Match, Callable[[Outcome], None]]
_AHEAD = 8  # tables in the queue whose bots are started ahead of need


class Hall:
    """Where matches are played, as many at once as the bots can hold."""

    def __init__(self, settings: Settings, gate: Gate | None = None) -> None:
        self._settings = settings
        self._gate = gate  # where remote bots come in
        self._entrance: Entrance | None = None
        self._arena = Arena()
        self._pool: Pool
        self._folder: Path
        self._games: dict[bytes, games.Game] = {}
        self._queue: dict[Table, dict[str, Waiting]] = {}  # in order of arrival, by table and key
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._leg = (0, 0)  # the latest that was asked for

    async def __aenter__(self) -> "Hall":
        self._folder = Path(tempfile.mkdtemp(prefix=f"harness-{os.getpid()}-"))
        self._folder.chmod(0o711)
        if self._settings.logs:
            Path(self._settings.logs).mkdir(parents=True, exist_ok=True)
        self._pool = Pool(self._arena, self._folder, self._settings, self._seat_more)
        self._arena.traffic.pulse.start()
        if self._gate is not None:
            self._entrance = Entrance(self._arena, self._folder, self._gate)
            self._entrance.open()
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._queue.clear()
        for task in self._playing.values():
            task.cancel()
        await self._pool.close()
        if self._entrance is not None:
            await self._entrance.close()
        await self._arena.traffic.pulse.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def play(self, match: Match, done: Callable[[Outcome], None]) -> None:
        """Play a match as soon as its bots are free; ``done`` is called with it, or with the machine's fault."""
        self._queue.setdefault(keys(match), {})[match.key] = match, done
        if match.leg > self._leg:
            self._leg = match.leg
            self._end_legs()
        self._seat_more()

    async def meet(self, match: Match, seat: Seat) -> Guest:
        """The bot that will sit there, once it has said Hello, or failed to; the match's bots are started for it."""
        self._pool.prepare(match)
        guest = self._pool.find(match, seat)
        await guest.bringing
        return guest

    def call_off(self, key: str = "") -> list[str]:
        """Forget a match, or all, if it has not begun; returns the keys of those forgotten."""
        called_off = []
        for table, waiting in list(self._queue.items()):
            called_off += [one for one in waiting if key in ("", one)]
            self._queue[table] = {one: what for one, what in waiting.items() if key not in ("", one)}
        return called_off

    def _seat_more(self) -> None:
        """Begin every match of the first leg in the queue whose bots are free, and start the bots of the next ones."""
        pool = self._pool
        crowded = False  # an earlier table waits for room: nobody is started before its bots are
        legs = sorted({table[0][2] for table in self._queue})
        for ahead, (table, waiting) in enumerate(list(self._queue.items())):
            leg = table[0][2]
            may_begin = leg == legs[0] and not (crowded and pool.missing(table))
            while waiting and may_begin and pool.free(table) and pool.room(table):
                match, done = waiting.pop(next(iter(waiting)))
                guests = pool.seat(match)
                self._playing[match.key] = asyncio.create_task(self._play(match, guests, done))
            if not waiting:
                del self._queue[table]
            elif crowded:
                continue
            elif pool.room(table):
                if ahead < _AHEAD and leg in legs[:2]:
                    pool.prepare(next(iter(waiting.values()))[0])
            elif pool.free(table):
                pool.make_room(table)
                crowded = True

    async def _play(self, match: Match, guests: Sequence[Guest], done: Callable[[Outcome], None]) -> None:
        """One match from the arrival of its bots to its log."""
        over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        for guest in guests:
            await guest.connection.ready
        self._seat_more()  # now it is known how many matches the bots hold
        shortages = [guest.shortage for guest in guests if guest.shortage is not None]
        outcome: Outcome
        if shortages:
            outcome = shortages[0]
            self._leave(match, guests, None)
        else:
            referee = self._begin(match, guests, lambda: over.set_result(None))
            await over
            self._leave(match, guests, referee.log)
            outcome = referee.fault or ready(referee.over)
        del self._playing[match.key]
        done(outcome)

    def _begin(self, match: Match, guests: Sequence[Guest], done: Callable[[], None]) -> Referee:
        players = [guest.connection for guest in guests]
        referee = Referee(match, self._game(match), players, done)
        now = time.perf_counter()
        with self._arena.traffic.flushing():
            for seat, player in enumerate(players):
                if player.games and match.game not in player.games:
                    sentence = f"Its Hello says that it plays only {', '.join(player.games)}."
                    referee.lost(seat, Verdict(Cause.OTHER_GAME.word, sentence), now)
            referee.begin(now)
        return referee

    def _leave(self, match: Match, guests: Sequence[Guest], log: Log | None) -> None:
        """The match is over: its bots are free, but if it was given up they have met its deals, and leave."""
        for seat, guest in enumerate(guests):
            self._pool.leave(guest, for_good=log is None or log.result.verdicts[seat].forfeit)
        self._seat_more()
        if match.leg < self._leg:
            self._end_legs()

    def _end_legs(self) -> None:
        self._pool.end_leg(self._leg, {key for table in self._queue for key in table})

    def _game(self, match: Match) -> games.Game:
        """The match's rule set, made once for all matches that share it."""
        key = msgspec.json.encode((match.game, match.options))
        if key not in self._games:
            self._games[key] = games.game(match.game, match.options)
        return self._games[key]


def play(match: Match, settings: Settings) -> Played:
    """Play one match with bots started for it; MachineFault if the machine fails it."""
    outcome = asyncio.run(_play(match, settings))
    if isinstance(outcome, MachineFault):
        raise outcome
    return outcome


async def _play(match: Match, settings: Settings) -> Outcome:
    outcome: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
    async with Hall(settings) as hall:
        hall.play(match, outcome.set_result)
        return await outcome
