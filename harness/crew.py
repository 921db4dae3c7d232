"""Worker processes on this machine, shaped as an executor whose bots stay alive from one call to the next."""

import asyncio
import contextlib
import gc
import multiprocessing
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from multiprocessing.connection import Connection
from typing import Any, Self

import msgspec

from harness.bots.leftovers import sweep
from harness.bots.pool import Settings
from harness.errors import MachineFault
from harness.gate import Gate
from harness.match import Cause, Match
from harness.played import Played
from harness.worker import Hall, Outcome, play

_context = multiprocessing.get_context("spawn")  # gRPC does not survive a fork
_CLOSE, _CALL_OFF = b"close", b"call off "  # what is said to a worker beside matches; the latter with a key, or for all
_STOP_WAIT = 10.0  # seconds for a worker to send its bots away


class Told(msgspec.Struct, frozen=True):
    """What a worker says of a match: it was played, or the machine failed."""

    key: str
    played: Played | None = None
    fault: tuple[str, str] | None = None  # cause and sentence; with neither, it was called off before it began


class Crew(Executor):
    """``submit(play, match, settings)`` has the match played by the worker with the fewest in hand.

    With a gate the first worker listens there, and plays all matches of remote bots: each of them connects but once.
    """

    def __init__(self, workers: int, settings: Settings, gate: Gate | None = None) -> None:
        self._settings = settings
        self._gate = gate
        self._workers = [self._hired(number) for number in range(workers)]

    def _hired(self, number: int) -> "_Worker":
        return _Worker(self._settings, number, None if number else self._gate)

    def __enter__(self) -> Self:
        return self

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        if fn is not play or args[1:] != (self._settings,) or kwargs:
            raise TypeError("a crew plays matches, under its own settings: submit(play, match, settings)")
        for place, worker in enumerate(self._workers):
            if not worker.alive:
                self._workers[place] = self._hired(worker.number)
        able = self._workers[:1] if any(bot.remote for bot in args[0].bots) else self._workers
        return min(able, key=lambda worker: worker.in_hand).send(args[0])

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Call off what has not begun; with ``wait``, also send all bots away and end the workers."""
        for worker in self._workers:
            worker.say(_CLOSE if wait else _CALL_OFF)
        for worker in self._workers if wait else ():
            worker.join()


class _Worker:
    """One worker process as the crew sees it."""

    def __init__(self, settings: Settings, number: int, gate: Gate | None) -> None:
        self.number = number
        self.alive = True
        self._pending: dict[str, Future[Played]] = {}
        self._containers = False  # whether it was given a bot in a container
        self._lock = threading.Lock()
        self._pipe, theirs = _context.Pipe()
        settings = msgspec.structs.replace(settings, mark=f"{settings.mark}{number}.")
        self._mark = settings.mark
        name = f"worker-{number}"
        self._process = _context.Process(target=_work, args=(theirs, settings, gate), name=name, daemon=True)
        self._process.start()
        theirs.close()
        self._reader = threading.Thread(target=self._read, name=f"worker-{number}-results", daemon=True)
        self._reader.start()

    @property
    def in_hand(self) -> int:
        return len(self._pending)

    def send(self, match: Match) -> "Future[Played]":
        future: Future[Played] = Future()
        with self._lock:
            self._pending[match.key] = future
            self._containers |= any(bot.image for bot in match.bots)
        try:
            self._pipe.send_bytes(msgspec.msgpack.encode(match))
        except OSError:
            self._lose()
        future.add_done_callback(lambda _: self._forget(match.key))
        return future

    def _forget(self, key: str) -> None:
        """The future is settled; if the worker still has the match, it was cancelled here."""
        with self._lock:
            cancelled = self._pending.pop(key, None) is not None
        if cancelled:
            self.say(_CALL_OFF + key.encode())

    def _read(self) -> None:
        decoder = msgspec.msgpack.Decoder(Told)
        try:
            while True:
                told = decoder.decode(self._pipe.recv_bytes())
                with self._lock:
                    future = self._pending.pop(told.key, None)
                if future is None:
                    continue  # cancelled, but it had begun
                if told.played is not None:
                    future.set_result(told.played)
                elif told.fault is not None:
                    future.set_exception(MachineFault(*told.fault))
                else:
                    future.cancel()
        except (OSError, EOFError):
            self._lose()

    def _lose(self) -> None:
        """The worker is gone: its matches are to be played again."""
        self.alive = False
        with self._lock:
            pending, self._pending = self._pending, {}
        if pending:
            # What cannot be removed now is at the end of the run, or at the next start.
            with contextlib.suppress(MachineFault):
                sweep(self._mark, containers=self._containers)
        for future in pending.values():
            fault = MachineFault(Cause.WORKER_LOST.word, "the process that refereed the match was lost")
            future.set_exception(fault)

    def say(self, word: bytes) -> None:
        with contextlib.suppress(OSError):
            self._pipe.send_bytes(word)

    def join(self) -> None:
        self._process.join(_STOP_WAIT)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._reader.join()
        self._pipe.close()


def _work(pipe: Connection, settings: Settings, gate: Gate | None) -> None:
    """The worker process: play what comes through the pipe until it is closed."""
    gc.set_threshold(50_000, 20, 50)  # a referee makes many short-lived objects and hardly a cycle; the pool sweeps
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal sends Ctrl-C to everybody; the crew says when to stop
    asyncio.run(_serve(pipe, settings, gate))


async def _serve(pipe: Connection, settings: Settings, gate: Gate | None) -> None:
    loop = asyncio.get_running_loop()
    closed = asyncio.Event()
    decoder = msgspec.msgpack.Decoder(Match)

    async with Hall(settings, gate) as hall:

        def tell(told: Told) -> None:
            try:
                pipe.send_bytes(msgspec.msgpack.encode(told))
            except OSError:
                closed.set()

        def hear() -> None:
            try:
                data = pipe.recv_bytes()
            except (OSError, EOFError):
                data = _CLOSE
            if data == _CLOSE:
                loop.remove_reader(pipe.fileno())
                closed.set()
            elif data.startswith(_CALL_OFF):
                for key in hall.call_off(data.removeprefix(_CALL_OFF).decode()):
                    tell(Told(key))
            else:
                match = decoder.decode(data)
                hall.play(match, lambda outcome: tell(_told(match.key, outcome)))

        loop.add_reader(pipe.fileno(), hear)
        await closed.wait()


def _told(key: str, outcome: Outcome) -> Told:
    if isinstance(outcome, MachineFault):
        return Told(key, fault=(outcome.word, str(outcome)))
    return Told(key, outcome)
