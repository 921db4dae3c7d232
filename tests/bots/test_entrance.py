"""Strangers at the gate: nobody gets in without a token, and nobody disturbs those who are in."""

import asyncio
import os
import ssl
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

import grpc
import msgspec
import pytest

from harness.arena import sha256
from harness.bots import entrance
from harness.bots.guest import Guest
from harness.bots.pool import Settings
from harness.certificate import make
from harness.gate import Certificate, Gate, open_gate
from harness.match import Bot, Clock, Match, Verdict, unpack_log
from harness.worker import Hall, Outcome
from tests.test_doors import refused
from tests.test_verdicts import GOOD, match

TOKEN = "5" * 64
FAR = Bot("far", id=9, remote=True)
CLOCK = Clock(move=5.0, bank=5.0, start=20.0)
BAD_PATH = b"\x83\x86\x04\x02/\xd3\x01\x01x" + b"\x00\x02te\x08trailers\x00\x0ccontent-type\x10application/grpc"
BREAKS_DOOR = (
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0"
    + len(BAD_PATH).to_bytes(3, "big")
    + b"\1\4\0\0\0\1"
    + BAD_PATH
)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return make(tmp_path_factory.mktemp("keys"), [])


class Scene:
    """A hall with a gate, and the bot whose token opens it."""

    def __init__(self, hall: Hall, gate: Gate, certificate: Certificate) -> None:
        self.hall = hall
        self.gate = gate
        self.certificate = certificate

    @asynccontextmanager
    async def bot(self) -> AsyncIterator[asyncio.subprocess.Process]:
        told = {"HARNESS_ADDRESS": self.gate.address, "HARNESS_TOKEN": TOKEN, "HARNESS_CA": str(self.certificate.cert)}
        command = (sys.executable, "-m", "sample_bots.first_bot")
        process = await asyncio.create_subprocess_exec(*command, env={**os.environ, **told}, stderr=-3)
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def play(self, key: str, leg: tuple[int, int] = (0, 0), clock: Clock = CLOCK) -> list[Verdict]:
        """The verdicts of a match of the remote bot in seat 0."""
        return await self.outcome(self.match(key, leg, clock))

    async def outcome(self, one: Match) -> list[Verdict]:
        over: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self.hall.play(one, over.set_result)
        played = await over
        assert not isinstance(played, Exception)
        return list(unpack_log(played.packed).result.verdicts)

    def match(self, key: str, leg: tuple[int, int] = (0, 0), clock: Clock = CLOCK) -> Match:
        return msgspec.structs.replace(match(key, [FAR, GOOD[0]], clock), leg=leg)

    async def guest(self) -> Guest:
        return await self.hall.meet(self.match("none"), 0)

    async def connect(self, *, tls: bool = True) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        context = ssl.create_default_context(cafile=str(self.certificate.cert)) if tls else None
        if context is not None:
            context.set_alpn_protocols(["h2"])
        host, port = self.gate.listening.getsockname()
        return await asyncio.open_connection(host, port, ssl=context)

    def channel(self) -> Any:
        credentials = grpc.ssl_channel_credentials(self.certificate.cert.read_bytes())
        return grpc.aio.secure_channel(self.gate.address, credentials, options=[("grpc.enable_http_proxy", 0)])


def at_the_gate(certificate: Certificate, then: Callable[[Scene], Awaitable[None]]) -> None:
    async def run() -> None:
        with closing(open_gate("127.0.0.1:0", certificate)) as gate:
            async with Hall(Settings("test-entrance.", remote=((FAR.id, sha256(TOKEN)),)), gate) as hall:
                await asyncio.wait_for(then(Scene(hall, gate, certificate)), 60)

    asyncio.run(run())


def played(verdicts: list[Verdict]) -> bool:
    return [verdict.cause for verdict in verdicts] == ["played"] * 2


def undisturbed(certificate: Certificate, deed: Callable[[Scene], Awaitable[None]]) -> None:
    """Whatever is done, the bot that is in keeps its stream, and plays on it."""

    async def then(scene: Scene) -> None:
        async with scene.bot():
            assert played(await scene.play("1"))
            before = await scene.guest()
            await deed(scene)
            assert await scene.guest() is before and before.usable
            assert played(await scene.play("2"))

    at_the_gate(certificate, then)


@pytest.mark.parametrize("shown", [(), (("harness-token", "0" * 64),), (("harness-token", TOKEN[:-1]),)])
def test_a_wrong_token_or_none(certificate: Certificate, shown: tuple[tuple[str, str], ...]) -> None:
    async def deed(scene: Scene) -> None:
        async with scene.channel() as channel:
            assert await refused(channel, *shown) is grpc.StatusCode.UNAUTHENTICATED

    undisturbed(certificate, deed)


def test_the_token_of_a_local_bot(certificate: Certificate) -> None:
    async def deed(scene: Scene) -> None:
        near = await scene.hall.meet(scene.match("none"), 1)
        async with scene.channel() as channel:
            shown = ("harness-token", near.connection.token)
            assert await refused(channel, shown) is grpc.StatusCode.UNAUTHENTICATED

    undisturbed(certificate, deed)


def test_a_second_connection_with_the_same_token(certificate: Certificate) -> None:
    async def deed(scene: Scene) -> None:
        async with scene.channel() as channel:
            assert await refused(channel, ("harness-token", TOKEN)) is grpc.StatusCode.ALREADY_EXISTS

    undisturbed(certificate, deed)


@pytest.mark.parametrize("tls", [False, True])
@pytest.mark.parametrize("sent", [b"GET / HTTP/1.1\r\n\r\n", bytes(range(256)) * 40, b"", BREAKS_DOOR])
def test_bytes_that_are_no_stream(
    certificate: Certificate, sent: bytes, tls: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Plain TCP among them; with the empty ones somebody connects and says nothing. They are all shown out."""

    async def deed(scene: Scene) -> None:
        monkeypatch.setattr(entrance, "PATIENCE", 0.5)
        reader, writer = await scene.connect(tls=tls)
        writer.write(sent)
        with suppress(ConnectionError, ssl.SSLError):
            while await asyncio.wait_for(reader.read(1 << 16), 20):
                pass
        writer.transport.abort()

    undisturbed(certificate, deed)
    assert caplog.records == []


def test_a_crowd_keeps_nobody_out(certificate: Certificate, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does it stay: the first of too many are shown out before their time is up."""
    monkeypatch.setattr(entrance, "PATIENCE", 50.0)

    async def then(scene: Scene) -> None:
        crowd = [await scene.connect(tls=bool(number % 2)) for number in range(2 * entrance.STRANGERS)]
        async with scene.bot():
            assert played(await scene.play("1"))
        for reader, _ in crowd[: entrance.STRANGERS]:
            while await asyncio.wait_for(reader.read(1 << 16), 20):
                pass
        for _, writer in crowd:
            writer.transport.abort()

    at_the_gate(certificate, then)


def test_every_leg_has_a_stream_of_its_own(certificate: Certificate) -> None:
    """Also where a leg comes back, because the machine had failed one of its matches."""

    async def then(scene: Scene) -> None:
        async with scene.bot():
            streams = []
            for number, leg in enumerate([(0, 0), (0, 0), (0, 1), (0, 0), (0, 1)]):
                one = scene.match(str(number), leg)
                streams.append((await scene.hall.meet(one, 0)).connection)
                assert played(await scene.outcome(one))
        assert streams[0] is streams[1]
        assert len(set(map(id, streams))) == 4

    at_the_gate(certificate, then)


def test_many_matches_of_two_legs_at_once(certificate: Certificate) -> None:
    async def then(scene: Scene) -> None:
        async with scene.bot():
            legs = [(0, number % 2) for number in range(40)]
            games = [scene.play(str(number), leg) for number, leg in enumerate(legs)]
            assert all(map(played, await asyncio.gather(*games)))

    at_the_gate(certificate, then)


def test_a_bot_that_dies_forfeits_and_may_come_again(certificate: Certificate) -> None:
    async def then(scene: Scene) -> None:
        async with scene.bot() as process:
            assert (await scene.guest()).usable
            process.kill()
            far, near = await scene.play("1")
        assert (far.cause, far.sentence, near.cause) == ("left", "It closed its stream.", "played")
        async with scene.bot():
            assert played(await scene.play("2"))

    at_the_gate(certificate, then)


def test_nobody_comes(certificate: Certificate) -> None:
    async def then(scene: Scene) -> None:
        far, near = await scene.play("1", clock=Clock(start=3.0))  # in which the near one has to be there
        assert (far.cause, near.cause) == ("no-connect", "played")

    at_the_gate(certificate, then)


def test_all_is_closed_in_the_end(certificate: Certificate, monkeypatch: pytest.MonkeyPatch) -> None:
    """No socket and no folder is left."""

    async def then(scene: Scene) -> None:
        async with scene.bot():
            assert played(await scene.play("1"))
            _, writer = await scene.connect(tls=False)
            writer.transport.abort()

    with tempfile.TemporaryDirectory(prefix="gate-") as folder:  # pytest's own paths are too long for sockets
        monkeypatch.setattr("tempfile.tempdir", folder)
        at_the_gate(certificate, then)
        assert not list(Path(folder).iterdir())
