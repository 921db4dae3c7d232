"""Broken frames: what arrives at the socket need not be gRPC, nor HTTP/2, nor whole; the others are not disturbed."""

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest

from harness.arena import Arena, Connection
from harness.match import Limits
from harness.wire.arena_pb2 import BotMessage, HarnessMessage, Hello
from tests.fuzz.conftest import Script, changed_bytes, fuzzed
from tests.fuzz.test_messages import Gone


class Door:
    """A socket on which an arena listens, and what an honest bot sent to one."""

    def __init__(self, runner: asyncio.Runner, folder: Path) -> None:
        self.runner = runner
        self.arena = Arena()
        self.path = folder / "arena.sock"
        self.opening = runner.run(self.arena.open(self.path))
        self.recorded = runner.run(self._record(folder / "proxy.sock"))

    async def _record(self, proxy: Path) -> bytes:
        """The bytes of an honest bot from its first to its Hello."""
        sent = bytearray()

        async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            inward, outward = await asyncio.open_unix_connection(self.path)

            async def back() -> None:
                while data := await inward.read(4096):
                    writer.write(data)

            answering = asyncio.create_task(back())
            while data := await reader.read(4096):
                sent.extend(data)
                outward.write(data)
            outward.close()
            answering.cancel()
            writer.close()

        async with await asyncio.start_unix_server(pass_on, proxy):
            connection = await self.hello(proxy)
        assert connection.ready.done() and connection.token.encode() in sent
        return bytes(sent)

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
        yield one
        assert runner.run(one.hello(one.path)).verdict is None, "after all of it"
        runner.run(one.opening.close())


@fuzzed
def test_frames(door: Door, data: bytes) -> None:
    script = Script(data)
    sent = changed_bytes(door.recorded, script) if script.below(8) else bytes(script.below(256) for _ in range(20))
    with socket.socket(socket.AF_UNIX) as knocking:
        knocking.connect(str(door.path))
        knocking.sendall(sent)


def test_an_honest_bot_is_welcomed_among_connections_that_broke_off(door: Door) -> None:
    for _ in range(200):
        with socket.socket(socket.AF_UNIX) as knocking:
            knocking.connect(str(door.path))
            knocking.sendall(door.recorded[: len(door.recorded) // 2])
    assert door.runner.run(door.hello(door.path)).verdict is None
