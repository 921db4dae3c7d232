"""Where remote bots come in. Every connection is a stranger's until it shows a token.

A connection is decrypted here and its bytes are carried to a door of its own, a gRPC server on a private socket: what
breaks a server breaks nobody else's. Strangers are few at once and have little time.
"""

import asyncio
import shutil
import socket
from collections import Counter
from contextlib import suppress
from pathlib import Path

from harness.arena import Arena
from harness.bots.relay import Streams, carry, streams
from harness.gate import Gate

STRANGERS = 32  # connections without a token at once
PATIENCE = 5.0  # seconds until a token must be shown, the handshake included
_FAREWELL = 0.5  # seconds for a refusal to be read
_PAUSE = 0.2  # seconds before the next is let in when the machine has no room for one more


class Visit:
    """One connection, and how long it may stay."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.stranger = True
        self.task: asyncio.Task[None]  # set by the entrance
        self._end: asyncio.TimerHandle | None = None
        self.gone()

    def known(self) -> None:
        self.stranger = False
        self._end_in(None)

    def gone(self) -> None:
        self.stranger = True
        self._end_in(PATIENCE)

    def refused(self) -> None:
        if self.stranger:
            self._end_in(_FAREWELL)

    def end(self) -> None:
        self.over()
        self.task.cancel()

    def over(self) -> None:
        self._end_in(None)

    def _end_in(self, seconds: float | None) -> None:
        if self._end is not None:
            self._end.cancel()
        self._end = None if seconds is None else asyncio.get_running_loop().call_later(seconds, self.end)


class Entrance:
    """Lets in whoever connects to a gate."""

    def __init__(self, arena: Arena, folder: Path, gate: Gate) -> None:
        self._arena = arena
        self._folder = folder  # for sockets
        self._listening = gate.listening
        self._context = gate.certificate.context() if gate.certificate is not None else None
        self._visits: dict[Visit, None] = {}  # in order of arrival
        self._count = 0
        self._accepting: asyncio.Task[None]

    def open(self) -> None:
        self._listening.setblocking(False)
        self._accepting = asyncio.create_task(self._accept())

    async def close(self) -> None:
        """Let nobody in any more, and break off what is open."""
        self._accepting.cancel()
        visits = list(self._visits)
        for visit in visits:
            visit.end()
        await asyncio.gather(self._accepting, *(visit.task for visit in visits), return_exceptions=True)
        self._listening.close()

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                peer, address = await loop.sock_accept(self._listening)
            except OSError:  # it has left already, or too many files are open
                await asyncio.sleep(_PAUSE)
                continue
            self._make_room()
            visit = Visit(str(address[0]))
            visit.task = asyncio.create_task(self._receive(visit, peer))
            self._visits[visit] = None

    def _make_room(self) -> None:
        """Of too many strangers one goes: of the address that sent most of them, the one that came first."""
        strangers = [visit for visit in self._visits if visit.stranger]
        if len(strangers) >= STRANGERS:
            ((busiest, _),) = Counter(visit.address for visit in strangers).most_common(1)
            first = next(visit for visit in strangers if visit.address == busiest)
            first.end()
            del self._visits[first]

    async def _receive(self, visit: Visit, peer: socket.socket) -> None:
        self._count += 1
        folder = self._folder / f"visit-{self._count}"
        try:
            # What goes wrong with a connection (no TLS, a reset) ends it, and is nobody else's business.
            with suppress(OSError):
                outside = await streams(peer, self._context, PATIENCE)
                folder.mkdir(mode=0o700)
                await self._show_in(visit, outside, folder)
        finally:
            visit.over()
            self._visits.pop(visit, None)

    async def _show_in(self, visit: Visit, outside: Streams, folder: Path) -> None:
        """Carry a connection's bytes to a door of its own until either side ends it."""
        door = await self._arena.open(folder / "arena.sock", stranger=visit)
        try:
            await carry(outside, await asyncio.open_unix_connection(str(folder / "arena.sock")))
        finally:
            await door.close()
            shutil.rmtree(folder, ignore_errors=True)
