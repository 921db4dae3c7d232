"""A bot that plays the first legal action, except for the faults that its flags ask for. Raw gRPC, no SDK."""

import argparse
import asyncio
import os
import socket
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

from grpc import aio

from harness.wire.arena_pb2 import Action, Actions, Batch, BotMessage, HarnessMessage, Hello

# Field 15, a string: a message from a protocol that nobody has written yet.
UNKNOWN = b"\x7a\x05hello"
GARBAGE = b"\xff\xff\xff\xff not a protobuf message"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    flag = partial(parser.add_argument, action="store_true")
    number = partial(parser.add_argument, type=int, metavar="N")
    flag("--never-connects", help="stay alive, but never connect")
    flag("--says-nothing", help="connect, but say no Hello")
    number("--exits-at-start", help="exit with status N before connecting")
    flag("--no-hello", help="send Actions where a Hello is due")
    flag("--hello-twice", help="send a second Hello after the Welcome")
    parser.add_argument("--name", default="misbehave", help="the name told in the Hello, true or not")
    number("--holds", default=1, help="matches held at once")
    flag("--floods", help="write a megabyte to stdout and to stderr at each batch")
    number("--dies-at", help="exit with status 3 when asked for the Nth decision")
    number("--closes-at", help="cancel the stream, and live on, at the Nth decision")
    number("--half-closes-at", help="say that nothing more will be sent, and live on, at the Nth decision")
    number("--from", dest="first", default=1, help="the faults below begin at the Nth decision")
    parser.add_argument("--late", type=float, metavar="SECONDS", help="sleep before each answer")
    number("--illegal", nargs="?", const=2**31, default=0, help="answer with an illegal action, always or N times")
    parser.add_argument("--action", default="moo", help="the illegal action (default: moo)")
    flag("--garbage", help="answer with bytes that are no protobuf message")
    flag("--unknown-message", help="answer with a message of no known kind")
    flag("--huge", help="answer with a message of 5 MB")
    flag("--wrong-match-id", help="answer for a match that is not its own")
    flag("--wrong-decision-id", help="answer a decision that was not asked")
    flag("--breaks-door", help="before all else send a request whose path is no text, on a connection of its own")
    flag("--answers-twice", help="send every answer twice")
    parser.add_argument("--counts", metavar="FILE", help="write down how many decisions each batch has")
    flag("--partial", help="leave the last decision of each batch unanswered")
    return parser.parse_args()


class Misbehaviour:
    """Plays one stream, counting each match's decisions from 1: what it played before changes nothing."""

    def __init__(self, args: argparse.Namespace, call: Any) -> None:
        self.args = args
        self.call = call
        self.decisions = 0  # of the match that has come furthest of those that are asked
        self.counts: Counter[str] = Counter()
        self.illegal_left = args.illegal

    async def play(self) -> None:
        if self.args.says_nothing:
            await asyncio.Event().wait()
        hello = BotMessage(hello=Hello(sdk=self.args.name, sdk_version="0", holds=self.args.holds))
        first = BotMessage(actions=Actions()) if self.args.no_hello else hello
        await self.call.write(first.SerializeToString())
        while (data := await self.call.read()) is not aio.EOF:
            message = HarnessMessage.FromString(data)
            if message.HasField("welcome") and self.args.hello_twice:
                await self.call.write(hello.SerializeToString())
            if message.batch.decisions or message.batch.rejections:
                await self.answer(message.batch)

    async def answer(self, batch: Batch) -> None:
        self.counts.update(decision.match_id for decision in batch.decisions)
        if self.args.counts:
            with Path(self.args.counts).open("a") as file:
                file.write(f"{len(batch.decisions)}\n")
        asked: list[Any] = [*batch.rejections, *batch.decisions]
        self.decisions = max(self.counts[one.match_id] for one in asked)
        if self.args.floods:
            os.write(1, b"out " * 250_000)
            os.write(2, b"err " * 250_000)
        if self.args.dies_at and self.decisions >= self.args.dies_at:
            sys.stderr.write("misbehave: dying as asked\n")
            sys.stderr.flush()
            os._exit(3)
        if self.args.closes_at and self.decisions >= self.args.closes_at:
            self.call.cancel()
            await asyncio.Event().wait()
        if self.args.half_closes_at and self.decisions >= self.args.half_closes_at:
            await self.call.done_writing()
            await asyncio.Event().wait()
        wrong = self.decisions >= self.args.first
        if wrong and self.args.late:
            await asyncio.sleep(self.args.late)
        for data in self.answers(batch, wrong):
            await self.call.write(data)

    def answers(self, batch: Batch, wrong: bool) -> list[bytes]:
        """What to send, message by message."""
        args = self.args
        actions = [self.action(asked, wrong) for asked in (*batch.rejections, *batch.decisions)]
        if wrong and args.partial:
            actions.pop()
        data = BotMessage(actions=Actions(actions=actions)).SerializeToString()
        if not wrong:
            return [data]
        if args.garbage:
            return [GARBAGE]
        if args.unknown_message:
            return [UNKNOWN]
        if args.huge:
            return [BotMessage(actions=Actions(actions=[Action(action="x" * 5_000_000)])).SerializeToString()]
        return [data, data] if args.answers_twice else [data]

    def action(self, asked: Any, wrong: bool) -> Action:
        action = Action(match_id=asked.match_id, decision_id=asked.decision_id, action=asked.legal[0])
        if wrong and self.illegal_left > 0:
            self.illegal_left -= 1
            action.action = self.args.action
        if wrong and self.args.wrong_match_id:
            action.match_id = "somebody-elses"
        if wrong and self.args.wrong_decision_id:
            action.decision_id += 1000
        return action


def break_door() -> None:
    """HTTP/2 by hand, as no gRPC library would send it: preface, settings, and a request whose path is no text."""
    path = b"\x83\x86\x04\x02/\xd3\x01\x01x" + b"\x00\x02te\x08trailers\x00\x0ccontent-type\x10application/grpc"
    frames = b"\0\0\0\4\0\0\0\0\0" + len(path).to_bytes(3, "big") + b"\1\4\0\0\0\1" + path
    with socket.socket(socket.AF_UNIX) as door:
        door.connect(os.environ["HARNESS_ADDRESS"].removeprefix("unix:"))
        door.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frames)
        time.sleep(0.2)


async def main() -> None:
    args = arguments()
    if args.breaks_door:
        break_door()
    if args.never_connects:
        time.sleep(3600)
    if args.exits_at_start is not None:
        sys.stderr.write("misbehave: exiting before connecting, as asked\n")
        sys.exit(args.exits_at_start)
    async with aio.insecure_channel(os.environ["HARNESS_ADDRESS"]) as channel:
        call = channel.stream_stream("/harness.v1.Arena/Play")(
            metadata=(("harness-token", os.environ["HARNESS_TOKEN"]),)
        )
        await Misbehaviour(args, call).play()


if __name__ == "__main__":
    asyncio.run(main())
