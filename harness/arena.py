"""The gRPC server that bots connect to. A bot is known by its token alone."""

import asyncio
import hashlib
import hmac
import logging
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from harness.connection import Connection, Witness
from harness.match import Limits
from harness.rpc import grpc
from harness.traffic import Traffic

_OPTIONS = [
    ("grpc.max_receive_message_length", 16 << 20),  # more than a bot may send, so that its fault can be seen and named
    ("grpc.max_send_message_length", -1),
    ("grpc.so_reuseport", 0),
]

# For a stranger's door: a peer that fell silent is found out, and a peer has no use for more than one stream.
_STRANGERS = [
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.http2.min_recv_ping_interval_without_data_ms", 10_000),  # a peer that waits may do the same
    ("grpc.max_concurrent_streams", 4),
]

logging.getLogger("grpc").setLevel(logging.CRITICAL)  # it would print what bots send, with tracebacks


@cache
def _keep_polling() -> None:
    """Keep gRPC's poller for the life of the process.

    It ends with the last server or channel, and where that is found by the garbage collector gRPC can wait for ever.
    """
    grpc.aio.init_grpc_aio()


def sha256(token: str | bytes) -> str:
    """A token as it may be kept, hexadecimal."""
    return hashlib.sha256(token.encode() if isinstance(token, str) else token).hexdigest()


class Stranger(Protocol):
    """Whoever came from outside, through a door of his own."""

    def known(self) -> None:
        """He has shown the token of a remote bot, and his stream begins."""

    def gone(self) -> None:
        """That stream is over."""

    def refused(self) -> None:
        """He has shown none, or no good one."""


class Arena:
    """The servers, and the connections that they expect."""

    def __init__(self) -> None:
        self.traffic = Traffic()
        self.remote: frozenset[str] = frozenset()  # the SHA-256 of each remote bot's token
        self._expected: dict[str, Connection] = {}  # by the SHA-256 of the token
        self._waiting: dict[str, asyncio.Future[Connection]] = {}  # remote bots that are here before they are expected

    async def open(self, socket: Path, only: Connection | None = None, stranger: Stranger | None = None) -> "Opening":
        """Listen on a unix socket: with ``only``, for that one connection; for a stranger, for remote bots alone."""
        asyncio.get_running_loop().set_exception_handler(_ended)
        _keep_polling()
        server = grpc.aio.server(options=_OPTIONS if stranger is None else _OPTIONS + _STRANGERS)

        async def play(_: Any, context: Any) -> None:
            await (self._play(context, only) if stranger is None else self._play_remote(context, stranger))

        handler = grpc.stream_stream_rpc_method_handler(play)
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("harness.v1.Arena", {"Play": handler}),))
        server.add_insecure_port(f"unix:{socket}")
        await server.start()
        return Opening(server, socket)

    def expect(self, witness: Witness, limits: Limits) -> Connection:
        """A connection that may now be made by whoever shows its token."""
        connection = Connection(self.traffic, witness, limits)
        self._expected[sha256(connection.token)] = connection
        return connection

    def foresee(self, witness: Witness, limits: Limits) -> Connection:
        """A connection to a remote bot that nobody can make yet; see ``admit``."""
        return Connection(self.traffic, witness, limits, remote=True)

    def admit(self, connection: Connection, digest: str) -> None:
        """A connection that may now be made by the remote bot whose token has that SHA-256; it may be here already."""
        self._expected[digest] = connection
        waiting = self._waiting.get(digest)
        if waiting is not None and not waiting.done():
            connection.connected = True
            waiting.set_result(connection)

    def dismiss(self, connection: Connection) -> None:
        """It is not needed any more: end its stream, and let nobody in with its token."""
        connection.dismiss()
        self._expected = {digest: one for digest, one in self._expected.items() if one is not connection}

    async def _play(self, context: Any, only: Connection | None) -> None:
        connection = self._expected.get(_among(self._expected, context))
        if connection is None or only not in (None, connection):
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, "the token in HARNESS_TOKEN is not expected here")
        elif connection.connected:
            await context.abort(grpc.StatusCode.ALREADY_EXISTS, "this token has been used; a bot opens one stream")
        else:
            await connection.serve(context)

    async def _play_remote(self, context: Any, stranger: Stranger) -> None:
        """A remote bot may come before it is expected, and waits until it is; one with each token."""
        digest = _among(self.remote, context)
        connection = self._expected.get(digest)
        if not digest:
            stranger.refused()
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, "the token in HARNESS_TOKEN is not expected here")
        elif digest in self._waiting or (connection is not None and connection.connected):
            stranger.refused()
            await context.abort(grpc.StatusCode.ALREADY_EXISTS, "this token is in use; a bot opens one stream")
        else:
            stranger.known()
            try:
                await (connection or await self._expecting(digest, context)).serve(context)
            finally:
                stranger.gone()

    async def _expecting(self, digest: str, context: Any) -> Connection:
        """Wait until the bot with that token is expected."""
        waiting: asyncio.Future[Connection] = asyncio.get_running_loop().create_future()
        self._waiting[digest] = waiting
        try:
            await context.send_initial_metadata(())  # so that it knows that it is in
            return await waiting
        except asyncio.CancelledError:
            if waiting.done() and not waiting.cancelled():
                waiting.result().connected = False  # it went away in the very moment in which it was expected
            raise
        finally:
            del self._waiting[digest]


def _among(digests: Iterable[str], context: Any) -> str:
    """The digest of the token that is shown, if it is one of these; else nothing."""
    token = dict(context.invocation_metadata()).get("harness-token", "")
    shown, found = sha256(token), ""
    for digest in digests:  # all of them: the time taken must tell nothing
        if hmac.compare_digest(digest, shown):
            found = digest
    return found


def _ended(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """A request whose path is no text ends gRPC's server, and with it this one door; that is nobody else's business."""
    if not isinstance(context.get("exception"), UnicodeDecodeError):
        loop.default_exception_handler(context)


class Opening:
    """A socket on which the arena listens."""

    def __init__(self, server: Any, socket: Path) -> None:
        self.folder = socket.parent
        self._server = server

    async def close(self) -> None:
        """Break off what is still open there."""
        with suppress(UnicodeDecodeError):  # a broken door says once more by what
            await self._server.stop(grace=0)
        del self._server  # as long as there is a loop: it ends itself once more when it is forgotten
        await asyncio.sleep(0)
