"""Broken frames: what arrives at a bot's door may be no gRPC, no HTTP/2, or cut off; other doors are not disturbed."""

import asyncio
import gc
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import grpc
import pytest

from harness.arena import Arena
from harness.connection import Connection
from harness.match import Limits
from harness.wire.arena_pb2 import BotMessage, HarnessMessage, Hello
from tests.fuzz.conftest import Script, changed_bytes, fuzzed
from tests.fuzz.test_messages import Gone

_RENEWED = 16  # knocks


class Door:
    """A socket on which an arena listens, and what an honest bot sent to one."""

    def __init__(self, runner: asyncio.Runner, folder: Path) -> None:
        self.runner = runner
        self.arena = Arena()
        self.folder = folder
        self.path = folder / "0.sock"
        self.other = folder / "other.sock"
        self.knocks = 0
        self.kept = runner.run(self.arena.open(self.other))
        self.opening = runner.run(self.arena.open(self.path))
        self.recorded = runner.run(self._record(folder / "proxy.sock"))

    async def _record(self, proxy: Path) -> bytes:
        """The bytes of an honest bot from its first to its Hello."""
        sent = bytearray()
        passed_on = asyncio.Event()

        async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            inward, outward = await asyncio.open_unix_connection(self.path)

            async def back() -> None:
                while data := await inward.read(4096):
                    writer.write(data)

            answering = asyncio.create_task(back())
            with suppress(ConnectionError):  # the bot breaks off
                while data := await reader.read(4096):
                    sent.extend(data)
                    outward.write(data)
            answering.cancel()
            for one in (outward, writer):
                one.close()
                with suppress(ConnectionError):
                    await one.wait_closed()
            passed_on.set()

        async with await asyncio.start_unix_server(pass_on, proxy):
            connection = await self.hello(proxy)
            await asyncio.wait_for(passed_on.wait(), 10)
        assert connection.ready.done() and connection.token.encode() in sent
        return bytes(sent)

    def knock(self, sent: bytes) -> None:
        """Send something and break off. Some bytes end gRPC's server for good, so a new one is made now and then."""
        self.knocks += 1
        if self.knocks % _RENEWED == 0 or not self.path.exists():
            self.runner.run(self._renew())
        with socket.socket(socket.AF_UNIX) as knocking, suppress(OSError):
            knocking.connect(str(self.path))
            knocking.sendall(sent)

    async def _renew(self) -> None:
        await asyncio.sleep(0.002)  # it is heard meanwhile
        await self.opening.close()
        self.path = self.folder / f"{self.knocks}.sock"
        self.opening = await self.arena.open(self.path)

    async def hello(self, path: Path) -> Connection:
        """An honest bot, from its connection to the Welcome."""
        connection = self.arena.expect(Gone(), Limits())
        async with grpc.aio.insecure_channel(f"unix:{path}") as channel:
            call = channel.stream_stream("/harness.v1.Arena/Play")(metadata=(("harness-token", connection.token),))
            await call.write(BotMessage(hello=Hello(sdk="honest")).SerializeToString())
            welcome = HarnessMessage.FromString(await asyncio.wait_for(call.read(), 10))
            assert welcome.welcome.protocol == 1
        return connection


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    with asyncio.Runner() as runner:
        one = Door(runner, tmp_path_factory.mktemp("door"))
        try:
            yield one
            assert runner.run(one.hello(one.other)).ready.done(), "after all of it"
        finally:
            runner.run(one.opening.close())
            runner.run(one.kept.close())
            runner.run(collect())


async def collect() -> None:
    """What gRPC left behind of its servers wants a loop to end in."""
    gc.collect()
    await asyncio.sleep(0)


@fuzzed
def test_frames(door: Door, data: bytes) -> None:
    script = Script(data)
    sent = changed_bytes(door.recorded, script) if script.below(8) else bytes(script.below(256) for _ in range(20))
    door.knock(sent)


def test_an_honest_bot_is_welcomed_among_connections_that_broke_off(door: Door) -> None:
    for _ in range(200):
        door.knock(door.recorded[: len(door.recorded) // 2])
    assert door.runner.run(door.hello(door.path)).ready.done()


def test_a_path_that_is_no_text_ends_one_door_only(door: Door) -> None:
    """What fuzzing found: it ends gRPC's asyncio server, token or none."""
    door.knock(door.recorded.replace(b"/harness.v1.Arena/Play", b"/harness.v1.Aren\xd3/Play"))
    assert door.runner.run(door.hello(door.other)).ready.done()
