"""The stream to the harness: connect, say Hello, answer batches until it closes."""

import asyncio
import os
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from grpc import StatusCode, aio

from harness import __version__
from harness.sdk.bot import Bot
from harness.sdk.table import Table
from harness.wire.arena_pb2 import BotMessage, HarnessMessage, Hello

_UNLIMITED = [("grpc.max_receive_message_length", -1)]  # a batch grows with the matches held
_BY_HAND = """\
This is a bot: the harness starts it and tells it where to connect. Try a match:

    harness match --game schwimmen "python {program}" random

To connect to a harness that runs elsewhere, set HARNESS_ADDRESS (unix:PATH or HOST:PORT) and HARNESS_TOKEN.
"""


def run(make: Callable[[], Bot[Any]], *, games: Sequence[str] = (), holds: int = 1) -> NoReturn:
    """Connect to the harness, play until it closes the stream, and exit.

    ``make`` makes the bot for one match: a class, or any function without arguments. ``games`` are the rule sets it
    plays (empty: all). ``holds`` is how many matches it can hold at once, 1 to 256: they are thought about one after
    the other in this thread, and the more there are, the less each message costs.

    Exit status: 0 the harness closed the stream; 1 the bot raised (the traceback is on stderr) or the harness cannot
    be reached; 2 the environment does not say where the harness is.
    """
    if not 1 <= holds <= 256:
        raise ValueError(f"holds={holds}: a bot can hold 1 to 256 matches at once")
    address, token = os.environ.get("HARNESS_ADDRESS"), os.environ.get("HARNESS_TOKEN")
    if not address or not token:
        sys.stderr.write(_BY_HAND.format(program=sys.argv[0]))
        sys.exit(2)
    if address.startswith("unix:"):
        # Ctrl-C in a terminal reaches every process at once, but it is for the harness to stop its bots in good order.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    hello = Hello(sdk="harness.sdk for Python", sdk_version=__version__, games=games, holds=holds)
    try:
        sys.exit(asyncio.run(_play(address, token, hello, Table(make))))
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception:
        traceback.print_exc()
        sys.exit(1)


async def _play(address: str, token: str, hello: Hello, table: Table) -> int:
    """Play one stream to its end; the exit status."""
    async with aio.insecure_channel(address, options=_UNLIMITED) as channel:
        play = channel.stream_stream(
            "/harness.v1.Arena/Play",
            request_serializer=BotMessage.SerializeToString,
            response_deserializer=HarnessMessage.FromString,
        )
        call = play(metadata=(("harness-token", token),))
        welcomed = False
        try:
            await call.write(BotMessage(hello=hello))
            while (message := await call.read()) is not aio.EOF:
                welcomed = True
                actions = table.answer(message.batch)
                if actions is not None and not call.done():
                    await call.write(BotMessage(actions=actions))
        except aio.AioRpcError:
            pass  # the stream is over; its status, read below, says how
        code = await call.code()
        if code is StatusCode.OK or (welcomed and code in (StatusCode.UNAVAILABLE, StatusCode.CANCELLED)):
            return 0  # closed in good order, or the harness is gone, and its bots go with it
        sys.stderr.write(f"the harness at {address} ended the stream: {code.name}: {await call.details()}\n")
        return 1
