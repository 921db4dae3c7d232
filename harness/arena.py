"""The gRPC server that bots connect to. A bot is known by its token alone."""

import asyncio
import hmac
import logging
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import grpc

from harness.connection import Connection, Witness
from harness.match import Limits
from harness.traffic import Traffic

_OPTIONS = [
    ("grpc.max_receive_message_length", 16 << 20),  # more than a bot may send, so that its fault can be seen and named
    ("grpc.max_send_message_length", -1),
    ("grpc.so_reuseport", 0),
]

logging.getLogger("grpc").setLevel(logging.CRITICAL)  # it would print what bots send, with tracebacks


@cache
def _keep_polling() -> None:
    """Keep gRPC's poller for the life of the process.

    It ends with the last server or channel, and where that is found by the garbage collector gRPC can wait for ever.
    """
    grpc.aio.init_grpc_aio()


class Arena:
    """The servers, and the connections that they expect."""

    def __init__(self) -> None:
        self.traffic = Traffic()
        self._expected: dict[str, Connection] = {}

    async def open(self, socket: Path, only: Connection | None = None) -> "Opening":
        """Listen on a unix socket; with ``only``, for that one connection."""
        asyncio.get_running_loop().set_exception_handler(_ended)
        _keep_polling()
        server = grpc.aio.server(options=_OPTIONS)

        async def play(_: Any, context: Any) -> None:
            await self._play(context, only)

        handler = grpc.stream_stream_rpc_method_handler(play)
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("harness.v1.Arena", {"Play": handler}),))
        server.add_insecure_port(f"unix:{socket}")
        await server.start()
        return Opening(server, socket)

    def expect(self, witness: Witness, limits: Limits) -> Connection:
        """A connection that may now be made by whoever shows its token."""
        connection = Connection(self.traffic, witness, limits)
        self._expected[connection.token] = connection
        return connection

    def dismiss(self, connection: Connection) -> None:
        """It is not needed any more: end its stream, and let nobody in with its token."""
        connection.dismiss()
        self._expected.pop(connection.token, None)

    async def _play(self, context: Any, only: Connection | None) -> None:
        connection = self._bearer(dict(context.invocation_metadata()).get("harness-token", ""))
        if connection is None or only not in (None, connection):
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, "the token in HARNESS_TOKEN is not expected here")
        elif connection.connected:
            await context.abort(grpc.StatusCode.ALREADY_EXISTS, "this token has been used; a bot opens one stream")
        else:
            await connection.serve(context)

    def _bearer(self, token: Any) -> Connection | None:
        shown = token if isinstance(token, bytes) else str(token).encode()
        found = None
        for connection in self._expected.values():  # all of them: the time taken must tell nothing
            if hmac.compare_digest(connection.token.encode(), shown):
                found = connection
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
