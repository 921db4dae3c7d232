"""The stream to the harness: connect, say Hello, answer batches until it closes."""

import asyncio
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from harness import __version__
from harness.rpc import Ending, aio, grpc
from harness.sdk.bot import Bot
from harness.sdk.place import NoPlace, Place
from harness.sdk.table import Table
from harness.wire.arena_pb2 import BotMessage, HarnessMessage, Hello

_BY_HAND = """\
This is a bot: the harness starts it and tells it where to connect. Try a match:

    harness match --game schwimmen "python {program}" random

To connect to a harness that runs elsewhere, set HARNESS_ADDRESS (HOST:PORT), HARNESS_TOKEN, and HARNESS_CA to the file
with its certificate.
"""
_PAUSES = (0.2, 1.0, 2.0, 5.0)  # seconds before a remote bot tries again; the last for all further times


def run(make: Callable[[], Bot[Any]], *, games: Sequence[str] = (), holds: int = 1) -> NoReturn:
    """Connect to the harness, play until it closes the stream, and exit.

    ``make`` makes the bot for one match: a class, or any function without arguments. ``games`` are the rule sets it
    plays (empty: all). ``holds`` is how many matches it can hold at once, 1 to 256: they are thought about one after
    the other in this thread, and the more there are, the less each message costs.

    Where HARNESS_ADDRESS is HOST:PORT, nobody else would start the bot again, so it stays: whenever a stream ends, it
    connects anew, until it is interrupted or its token is refused.

    Exit status: 0 the harness closed the stream; 1 the bot raised (the traceback is on stderr), the harness cannot
    be reached, or it refused the token; 2 the environment does not say where the harness is.
    """
    if not 1 <= holds <= 256:
        raise ValueError(f"holds={holds}: a bot can hold 1 to 256 matches at once")
    try:
        place = Place.told()
    except NoPlace as error:
        sys.stderr.write(f"{error}\n" if str(error) else _BY_HAND.format(program=sys.argv[0]))
        sys.exit(2)
    if not place.remote:
        # Ctrl-C in a terminal reaches every process at once, but it is for the harness to stop its bots in good order.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    hello = Hello(sdk="harness.sdk for Python", sdk_version=__version__, games=games, holds=holds)
    try:
        sys.exit(asyncio.run(_stay(place, hello, make) if place.remote else _visit(place, hello, make)))
    except KeyboardInterrupt:
        sys.exit(130)


async def _visit(place: Place, hello: Hello, make: Callable[[], Bot[Any]]) -> int:
    """Play one stream to its end; the exit status."""
    stream = Stream(place, hello)
    try:
        await stream.play(Table(make))
    except Exception:
        traceback.print_exc()
        return 1
    code = stream.code
    if code is grpc.StatusCode.OK or (
        stream.welcomed and code in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)
    ):
        return 0  # closed in good order, or the harness is gone, and its bots go with it
    sys.stderr.write(f"the harness at {place.address} ended the stream: {code.name}: {stream.details}\n")
    return 1


async def _stay(place: Place, hello: Hello, make: Callable[[], Bot[Any]]) -> int:
    """Play stream after stream, each with bots made anew; the exit status once the token is refused."""
    failures, told = 0, ""

    def say(text: str) -> None:
        nonlocal told
        if text != told:
            told = text
            sys.stderr.write(f"the harness at {place.address}: {text}\n")

    while True:
        stream = Stream(place, hello)
        try:
            await stream.play(Table(make), lambda: say("connected"))
        except Exception:
            traceback.print_exc()
        if stream.code is grpc.StatusCode.UNAUTHENTICATED:
            say(f"it refused HARNESS_TOKEN: {stream.details}")
            return 1
        if not stream.welcomed:
            say(f"{stream.code.name}: {stream.details}; trying again")
        failures = 0 if stream.welcomed else failures + 1
        await asyncio.sleep(_PAUSES[min(failures, len(_PAUSES) - 1)])


class Stream:
    """One stream, and how it ended."""

    def __init__(self, place: Place, hello: Hello) -> None:
        self.welcomed = False
        self.code = grpc.StatusCode.UNKNOWN
        self.details = ""
        self._place = place
        self._hello = hello

    async def play(self, table: Table, entered: Callable[[], None] = lambda: None) -> None:
        """Answer what comes until the stream ends; ``entered`` is called once the harness let the bot in."""
        async with self._place.channel() as channel:
            play = channel.stream_stream(
                "/harness.v1.Arena/Play",
                request_serializer=BotMessage.SerializeToString,
                response_deserializer=HarnessMessage.FromString,
            )
            call = play(metadata=(("harness-token", self._place.token),))
            ending = Ending(call)
            try:
                await call.write(BotMessage(hello=self._hello))
                await call.initial_metadata()
                if not call.done():
                    entered()
                while (message := await call.read()) is not aio.EOF:
                    self.welcomed = True
                    actions = table.answer(message.batch)
                    if actions is not None and not call.done():
                        await call.write(BotMessage(actions=actions))
            except aio.AioRpcError:
                pass  # the stream is over; its status, read below, says how
            self.code, self.details = await ending.status()
