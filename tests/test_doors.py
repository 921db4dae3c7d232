"""Who may come in: a token is one bot's and opens one stream, and whoever breaks a door breaks only his own."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import grpc
import pytest

from harness.arena import Arena
from harness.connection import Connection, Exit
from harness.match import Limits
from harness.rpc import Ending
from harness.wire.arena_pb2 import BotMessage, HarnessMessage, Hello
from tests.test_verdicts import GOOD, logs, match, misbehaving

HELLO = BotMessage(hello=Hello(sdk="honest")).SerializeToString()


class Nobody:
    """The process behind a connection that is no process."""

    async def exited(self, within: float) -> Exit | None:
        return None

    def last_words(self) -> list[str]:
        return []


async def refused(channel: Any, *metadata: tuple[str, str | bytes]) -> grpc.StatusCode:
    """The status with which a stream ends at once."""
    call = channel.stream_stream("/harness.v1.Arena/Play")(metadata=metadata)
    ending = Ending(call)
    with suppress(grpc.aio.AioRpcError):
        await call.write(HELLO)
        assert await call.read() is grpc.aio.EOF
    code, _ = await ending.status()
    return code


@asynccontextmanager
async def opened(arena: Arena, socket: Path, only: Connection | None = None) -> AsyncIterator[Any]:
    """A channel to a door, which is closed whatever happens: a server must not outlive its loop."""
    opening = await arena.open(socket, only)
    try:
        async with grpc.aio.insecure_channel(f"unix:{socket}") as channel:
            yield channel
    finally:
        await opening.close()


def seated(folder: Path, then: Callable[[Arena, Connection, Any], Awaitable[None]]) -> None:
    """A bot is welcomed; whatever is done then, its stream goes on."""

    async def run() -> None:
        arena = Arena()
        own = arena.expect(Nobody(), Limits())
        async with opened(arena, folder / "arena.sock") as channel:
            call = channel.stream_stream("/harness.v1.Arena/Play")(metadata=(("harness-token", own.token),))
            await call.write(HELLO)
            assert HarnessMessage.FromString(await call.read()).HasField("welcome")
            await then(arena, own, channel)
            assert own.verdict is None and not call.done()
            arena.dismiss(own)
            assert await call.read() is grpc.aio.EOF

    asyncio.run(run())


def test_tokens_are_long_and_never_the_same() -> None:
    async def run() -> list[str]:
        return [Arena().expect(Nobody(), Limits()).token for _ in range(500)]

    tokens = asyncio.run(run())
    assert len(set(tokens)) == 500
    assert all(re.fullmatch("[0-9a-f]{32}", token) for token in tokens)


@pytest.mark.parametrize(
    "shown", [(), (("harness-token", ""),), (("harness-token", "0" * 32),), (("harness-token", "x" * 5000),)]
)
def test_a_wrong_token_or_none(tmp_path: Path, shown: tuple[tuple[str, str]]) -> None:
    async def then(arena: Arena, own: Connection, channel: Any) -> None:
        assert await refused(channel, *shown) is grpc.StatusCode.UNAUTHENTICATED

    seated(tmp_path, then)


def test_a_token_cut_short_or_too_long(tmp_path: Path) -> None:
    async def then(arena: Arena, own: Connection, channel: Any) -> None:
        for shown in (own.token[:-1], own.token + "0", own.token.upper() + " "):
            assert await refused(channel, ("harness-token", shown)) is grpc.StatusCode.UNAUTHENTICATED

    seated(tmp_path, then)


def test_a_second_stream_with_the_same_token(tmp_path: Path) -> None:
    async def then(arena: Arena, own: Connection, channel: Any) -> None:
        assert await refused(channel, ("harness-token", own.token)) is grpc.StatusCode.ALREADY_EXISTS

    seated(tmp_path, then)


def test_a_token_of_one_who_was_sent_away(tmp_path: Path) -> None:
    async def then(arena: Arena, own: Connection, channel: Any) -> None:
        gone = arena.expect(Nobody(), Limits())
        arena.dismiss(gone)
        assert await refused(channel, ("harness-token", gone.token)) is grpc.StatusCode.UNAUTHENTICATED

    seated(tmp_path, then)


def test_a_token_at_another_door(tmp_path: Path) -> None:
    async def run() -> None:
        arena = Arena()
        own, other = (arena.expect(Nobody(), Limits()) for _ in range(2))
        async with opened(arena, tmp_path / "arena.sock", only=own) as channel:
            assert await refused(channel, ("harness-token", other.token)) is grpc.StatusCode.UNAUTHENTICATED

    asyncio.run(run())


def test_whoever_breaks_his_door_breaks_no_other(capfd: pytest.CaptureFixture[str]) -> None:
    first, second = logs(
        match("1", [misbehaving("--breaks-door"), GOOD[0], GOOD[1]]),
        match("2", [GOOD[0], GOOD[1], GOOD[2]]),
    )
    mallory, *good = first.result.verdicts
    assert mallory.cause in ("no-start", "no-connect")
    assert [verdict.cause for verdict in good] == ["played", "played"]
    assert [verdict.cause for verdict in second.result.verdicts] == ["played"] * 3
    assert "Traceback" not in capfd.readouterr().err


def test_a_token_is_told_to_nobody(capfd: pytest.CaptureFixture[str]) -> None:
    """It stands in no log and in no output, not even of a match in which everything goes wrong."""
    (log,) = logs(match("1", [GOOD[0], misbehaving("--dies-at", "1")]))
    assert not re.search("[0-9a-f]{32}", repr(log))
    assert not re.search("[0-9a-f]{32}", "".join(capfd.readouterr()))
