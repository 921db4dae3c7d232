"""What bots send: whatever it is, the sender is judged and nobody else, and the match ends as the rules have it."""

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import grpc
import pytest

from harness import games, replay
from harness.arena import Arena
from harness.connection import Connection, Exit
from harness.match import BY_WORD, Bot, Class, Clock, Limits, Log, Match
from harness.referee import Referee
from harness.wire import arena_pb2 as pb
from tests.fuzz.conftest import NUMBERS, TEXTS, Script, changed_bytes, fuzzed

CLOCK = Clock(move=20.0, bank=20.0)
HELLO = pb.BotMessage(hello=pb.Hello(sdk="fuzz", sdk_version="1", holds=1)).SerializeToString()
GAME = games.game("schwimmen", {"lives": 1, "swimming": False, "circuit_cap": 2})


class Gone:
    """A process that ended as soon as somebody asks."""

    async def exited(self, within: float) -> Exit | None:
        return Exit(3, "with exit status 3") if within else None

    def last_words(self) -> list[str]:
        return []


class Stream:
    """The stream of a bot that answers at once, as gRPC shows it to the arena."""

    def __init__(self) -> None:
        self.coming: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.coming.put_nowait(HELLO)

    async def read(self) -> Any:
        data = await self.coming.get()
        return grpc.aio.EOF if data is None else data

    async def write(self, data: bytes) -> None:
        batch = pb.HarnessMessage.FromString(data).batch
        if batch.decisions or batch.rejections:
            for answer in self.answers([*batch.rejections, *batch.decisions]):
                self.coming.put_nowait(answer)

    def answers(self, asked: list[Any]) -> list[bytes | None]:
        """What to say to a batch, message by message; None: close the stream."""
        actions = [pb.Action(match_id=one.match_id, decision_id=one.decision_id, action=one.legal[0]) for one in asked]
        return [pb.BotMessage(actions=pb.Actions(actions=actions)).SerializeToString()]


class Wild(Stream):
    """It says what its script says, sooner or later."""

    def __init__(self, script: Script) -> None:
        super().__init__()
        self.script = script
        if not script.below(4):
            self.coming = asyncio.Queue()
            self.coming.put_nowait(self.hello())

    def hello(self) -> bytes:
        script, games = self.script, [self.text() for _ in range(self.script.choice((0, 1, 50)))]
        hello = pb.Hello(
            sdk=self.text(), sdk_version=self.text(), games=games, holds=script.choice((0, 1, 300, 2**32 - 1))
        )
        data = pb.BotMessage(hello=hello).SerializeToString()
        return data if script.below(2) else changed_bytes(data, script)

    def text(self) -> str:
        return self.script.choice(TEXTS)

    def answers(self, asked: list[Any]) -> list[bytes | None]:
        honest = super().answers(asked)[0]
        assert honest is not None
        said = self.script.choice(
            (self.sound, self.sound, self.changed, self.absurd, self.joined, self.noise, self.end)
        )
        return [said(asked, honest) for _ in range(3 if self.script.below(8) == 7 else 1)]

    def sound(self, asked: list[Any], honest: bytes) -> bytes:
        return honest

    def changed(self, asked: list[Any], honest: bytes) -> bytes:
        return changed_bytes(honest, self.script)

    def joined(self, asked: list[Any], honest: bytes) -> bytes:
        """Two messages run together: to protobuf they are one, with the parts of both."""
        some = (honest, HELLO, b"\x7a\x05hello", self.absurd(asked, honest))
        return self.script.choice(some) + self.script.choice(some)

    def noise(self, asked: list[Any], honest: bytes) -> bytes:
        return bytes(self.script.below(256) for _ in range(self.script.below(30)))

    def end(self, asked: list[Any], honest: bytes) -> bytes | None:
        """The end of the stream, or of the patience of whoever reads it."""
        return self.script.choice((None, HELLO, b"", b"\x12" + b"\xff" * 12, b"x" * ((1 << 20) + 1)))

    def absurd(self, asked: list[Any], honest: bytes) -> bytes:
        """A sound message with nonsense in it."""
        script, one = self.script, asked[0]
        ids, numbers = (
            (one.match_id, one.match_id, *TEXTS),
            [n for n in NUMBERS if isinstance(n, int) and 0 <= n < 2**32],
        )
        actions = [
            pb.Action(
                match_id=script.choice(ids),
                decision_id=script.choice((one.decision_id, one.decision_id, *numbers)),
                action=script.choice((*one.legal, *TEXTS)),
            )
            for _ in range(script.choice((0, 1, 1, 1, 2, 40)))
        ]
        return pb.BotMessage(actions=pb.Actions(actions=actions)).SerializeToString()


async def refereed(script: Script) -> tuple[Log, Connection]:
    """A match between a bot that answers at once and the wild one, and what became of the latter."""
    arena = Arena()
    seat = script.below(2)
    streams = [Stream(), Stream()]
    streams[seat] = Wild(script)
    connections = [arena.expect(Gone(), Limits()) for _ in streams]
    serving = [asyncio.create_task(one.serve(stream)) for one, stream in zip(connections, streams, strict=True)]
    for connection in connections:
        await connection.ready
    bots = (Bot("a", ("x",)), Bot("b", ("x",)))
    match = Match("k", "wire", GAME.name, dict(GAME.options), bots, str(random.Random(seat).random()), clock=CLOCK)
    over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    with arena.traffic.flushing():
        referee = Referee(match, GAME, connections, lambda: over.set_result(None))
        referee.begin(0.0)
    await over
    log = referee.log
    assert log is not None
    for connection in connections:
        arena.dismiss(connection)
    await asyncio.gather(*serving)
    calm, wild = log.result.verdicts[1 - seat], log.result.verdicts[seat]
    assert (calm.cause, log.result.strikes[1 - seat]) == ("played", 0)
    assert BY_WORD[wild.cause].blame is not Class.MACHINE
    assert log.result.ranks[seat] == 2 or not wild.forfeit
    return log, connections[seat]


@pytest.fixture(scope="module")
def loop() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


def test_an_honest_script_plays(loop: asyncio.Runner) -> None:
    log, _ = loop.run(refereed(Script(b"\x00\x00\x00\x01" + bytes(100))))
    assert [verdict.cause for verdict in log.result.verdicts] == ["played", "played"]


@fuzzed
def test_messages(loop: asyncio.Runner, data: bytes) -> None:
    log, _ = loop.run(refereed(Script(data)))
    assert replay.faults(log) == []
    for verdict in log.result.verdicts:
        assert verdict.sentence.isprintable() and len(verdict.sentence) < 300
