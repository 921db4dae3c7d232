"""One bot's stream: a Player in all its matches, and the one who judges what the bot says.

Everything that a bot sends is hostile: sizes are capped, nothing is believed, and a message out of turn is a fault of
that bot and of nobody else.
"""

import asyncio
import secrets
import time
from collections import deque
from typing import Any, Protocol

import msgspec
from google.protobuf.message import DecodeError

from harness.batch import NextBatch
from harness.games import Action, Seat
from harness.match import Cause, Limits, Verdict
from harness.referee import Ask, Referee
from harness.rpc import grpc
from harness.stopwatch import Stopwatch
from harness.traffic import Traffic
from harness.wire import arena_pb2 as pb

PROTOCOL = 1
MAX_MESSAGE = 1 << 20  # bytes of a bot's message; over it the bot is at fault
MAX_HOLDS = 256  # matches in one process
MAX_SDK = 100  # characters of an SDK's name
_FEW = 16  # decisions that always go in one message; more go by half of what the bot holds, so that it never has all
_EXIT_WAIT = 1.0  # seconds to learn whether a process that closed its stream has died


class Exit(msgspec.Struct, frozen=True):
    """How a process ended."""

    status: int  # negative: the number of a signal
    text: str  # the end of a sentence, such as "with exit status 3"


class Witness(Protocol):
    """What is known of the process behind a connection, for the evidence of a verdict."""

    async def exited(self, within: float) -> Exit | None:
        """How the process ended, if it ends within so many seconds."""

    def last_words(self) -> list[str]:
        """The last lines of its stderr."""


class Connection:
    """One bot's process as seen over the wire: a Player in all its matches."""

    def __init__(self, traffic: Traffic, witness: Witness, limits: Limits, *, remote: bool = False) -> None:
        self.token = secrets.token_hex(16)
        self.holds = 1
        self.games: tuple[str, ...] = ()
        self.sdk = ""  # what its Hello says that it is written with
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()  # its Hello was welcomed
        self.connected = False
        self.verdict: Verdict | None = None  # why it is of no more use
        self._traffic = traffic
        self._witness = witness
        self._limits = limits
        self._remote = remote  # its process is out of sight
        self._context: Any = None
        self._task: asyncio.Task[None] | None = None
        self._seated: dict[str, tuple[Referee, Seat]] = {}
        self._next = NextBatch()
        self._touched = False
        self._due: dict[str, Ask] = {}  # sent and not answered, by match
        self._free_at = 0.0  # when the batch before was answered
        self._expired: set[tuple[str, int]] = set()  # decisions that were late: their answers are let pass
        self._clock = Stopwatch(traffic.pulse, self._expire)
        self._outbox: deque[bytes] = deque()
        self._sender: asyncio.Task[None] | None = None

    # The player's side: what the referee hands over.

    def start(self, referee: Referee, seat: Seat) -> None:
        if self.verdict is not None:
            referee.lost(seat, self.verdict, time.perf_counter())
            return
        self._seated[referee.match.wire_id] = referee, seat
        self._next.start(referee, seat)
        self._touch()

    def ask(self, referee: Referee, seat: Seat, ask: Ask) -> None:
        self._next.ask(referee, ask)
        self._touch()

    def reject(self, referee: Referee, seat: Seat, ask: Ask, action: Action, reason: str) -> None:
        self._next.reject(referee, ask, action, reason)
        self._touch()

    def end(self, referee: Referee, seat: Seat, news: list[bytes]) -> None:
        if self._seated.pop(referee.match.wire_id, None) is not None:
            self._next.end(referee, news)
            self._touch()

    def drop(self, referee: Referee, seat: Seat) -> None:
        if self._seated.pop(referee.match.wire_id, None) is not None:
            self._next.drop(referee)
            self._touch()

    def _touch(self) -> None:
        """Something may be ready to be sent."""
        if not self._touched and self._next and not self._due:
            self._touched = True
            self._traffic.touch(self)

    # The wire's side.

    @property
    def full(self) -> bool:
        """It has its share, at a table of three, of all decisions that can be due."""
        return len(self._next) * 3 >= self.holds

    def flush(self) -> None:
        """Send what has gathered, unless the bot still owes an answer."""
        self._touched = False
        if self._due or not self._next or self.verdict is not None:
            return
        data, self._due = self._next.take(max(self.holds // 2, _FEW))
        now = time.perf_counter()
        for ask in self._due.values():
            ask.own += now - max(ask.ready, self._free_at)
        self._send(data)
        if self._due:
            self._clock.start(self._due.values(), now)

    def _send(self, data: bytes) -> None:
        self._outbox.append(data)
        if self._sender is None or self._sender.done():
            self._sender = asyncio.get_running_loop().create_task(self._send_all())

    async def _send_all(self) -> None:
        try:
            while self._outbox:
                await self._context.write(self._outbox.popleft())
        except (grpc.RpcError, asyncio.InvalidStateError, grpc.aio.BaseError):
            self._outbox.clear()  # the stream is broken; whoever reads from it says so

    async def serve(self, context: Any) -> None:
        """Carry the conversation until either side ends it."""
        self._context = context
        self._task = asyncio.current_task()
        self.connected = True
        try:
            await self._converse(context)
        except asyncio.CancelledError:
            # Ours (``dismiss``), or the bot broke the stream off.
            await self._broken_off()
        except (grpc.RpcError, grpc.aio.BaseError):
            await self._broken_off()

    async def _converse(self, context: Any) -> None:
        while self.verdict is None:
            raw = await context.read()
            now = time.perf_counter()
            if raw is grpc.aio.EOF:
                await self._broken_off()
                return
            with self._traffic.flushing():
                self._hear(raw, now)

    async def _broken_off(self) -> None:
        """The stream is closed: find out whether the process has died."""
        if self.verdict is not None:
            return
        self._clock.stop()
        end = None if self._remote else await self._witness.exited(_EXIT_WAIT)
        with self._traffic.flushing():
            if end is None:
                cause = Cause.LEFT if self.ready.done() else Cause.NO_HELLO
                then = "" if self._remote else " and went on running"
                self.fail(cause, f"It closed its stream{then}.", {})
            else:
                cause = Cause.DIED if self.ready.done() else Cause.NO_START
                self.fail(cause, f"Its process ended {end.text}.", {"exit": end.status})

    def fail(self, cause: Cause, sentence: str, evidence: dict[str, Any]) -> None:
        """The bot is at fault: it is lost to all its matches."""
        if self.verdict is not None:
            return
        words = self._witness.last_words()
        self.verdict = Verdict(cause.word, sentence, {**evidence, "stderr": words} if words else evidence)
        self._clock.stop()
        self._due, self._next = {}, NextBatch()
        if not self.ready.done():
            self.ready.set_result(None)
        now = time.perf_counter()
        for referee, seat in list(self._seated.values()):
            referee.lost(seat, self.verdict, now)

    def dismiss(self) -> None:
        """The bot is not needed any more: end its stream."""
        if self.verdict is None:
            self.verdict = Verdict(Cause.LEFT.word, "It was dismissed.")
        self._clock.stop()
        if not self.ready.done():
            self.ready.set_result(None)
        if self._task is not None:
            self._task.cancel()

    # What the bot says.

    def _hear(self, raw: bytes, now: float) -> None:
        if len(raw) > MAX_MESSAGE:
            self.fail(Cause.TOO_BIG, f"It sent a message of {len(raw)} bytes; the limit is {MAX_MESSAGE}.", {})
            return
        try:
            message = pb.BotMessage.FromString(raw)
        except DecodeError:
            self.fail(Cause.GARBAGE, "It sent bytes that are no message of the protocol.", {"bytes": raw[:32].hex()})
            return
        kind = message.WhichOneof("kind")
        if kind == "actions" and self.ready.done():
            self._take(message.actions.actions, now)
        elif kind == "hello" and not self.ready.done():
            self._welcome(message.hello)
        else:
            said = {"hello": "a second Hello", "actions": "actions before its Hello"}.get(
                kind or "", "an unknown message"
            )
            self.fail(Cause.WRONG_MESSAGE, f"It sent {said}.", {"bytes": raw[:32].hex()})

    def _welcome(self, hello: pb.Hello) -> None:
        self.holds = min(max(1, hello.holds), MAX_HOLDS)
        self.games = tuple(name[:40] for name in hello.games[:40])
        self.sdk = hello.sdk[:MAX_SDK]
        limits = self._limits
        welcome = pb.Welcome(
            protocol=PROTOCOL,
            holds=self.holds,
            max_message_bytes=MAX_MESSAGE,
            memory_bytes=limits.memory_mb << 20,
            cpus=limits.cpus,
            processes=limits.processes,
            open_files=limits.files,
            tmp_bytes=limits.tmp_mb << 20,
        )
        self._send(pb.HarnessMessage(welcome=welcome).SerializeToString())
        self.ready.set_result(None)

    def _take(self, actions: Any, now: float) -> None:
        """The answer to the batch that is out: one action for each of its decisions."""
        used, lag = self._clock.shares(now)
        due, seated = self._due, self._seated
        answered: list[tuple[tuple[Referee, Seat], Action]] = []
        stale = False
        for one in actions:
            match_id, number = one.match_id, one.decision_id
            ask = due.get(match_id)
            if ask is not None and ask.number == number:
                del due[match_id]
                answered.append((seated[match_id], one.action))
            elif (match_id, number) in self._expired:
                self._expired.discard((match_id, number))
                stale = True
            else:
                self._misplaced(match_id, number)
                return
        if due and not (stale and not answered):
            sentence = f"It left {len(due)} of {self._clock.decisions} decisions unanswered."
            self.fail(Cause.WRONG_MESSAGE, sentence, {})
            return
        if not answered:
            if not stale:
                self.fail(Cause.WRONG_MESSAGE, "It sent actions when none were asked for.", {})
            return
        self._clock.stop()
        self._closed_batch(now)
        for (referee, seat), action in answered:
            referee.answer(seat, action, used, now, lag)

    def _misplaced(self, match_id: str, number: int) -> None:
        evidence = {"match_id": match_id[:64], "decision_id": number}
        if match_id in self._seated:
            said = f"It answered decision {number}, which was not open"
        else:
            said = "It named a match in which it does not sit"
        self.fail(Cause.WRONG_MESSAGE, f"{said}.", evidence)

    def _expire(self) -> None:
        """Those decisions whose share of the time is used up are late."""
        now = time.perf_counter()
        used, lag = self._clock.shares(now)
        with self._traffic.flushing():
            for match_id, ask in list(self._due.items()):
                if used >= ask.left:
                    referee, seat = self._seated[match_id]
                    del self._due[match_id]
                    self._expired.add((match_id, ask.number))
                    referee.late(seat, used, now, lag)
            if self._due:
                self._clock.watch(self._due.values())
            else:
                self._closed_batch(now)

    def _closed_batch(self, now: float) -> None:
        """What gathered while the bot was busy may go out."""
        self._free_at = now
        self._touch()
