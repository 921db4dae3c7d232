"""Bytes carried from one connection to another, and back."""

import asyncio
import socket
import ssl
from contextlib import suppress

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
_CHUNK = 1 << 16
_LINGER = 1.0  # seconds for what is on its way to arrive once the other side has ended


async def streams(peer: socket.socket, context: ssl.SSLContext | None, patience: float) -> Streams:
    """An accepted connection, after the handshake where there is a context; OSError if that fails."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    limits = {} if context is None else {"ssl_handshake_timeout": patience, "ssl_shutdown_timeout": _LINGER}
    transport, _ = await loop.connect_accepted_socket(lambda: protocol, peer, ssl=context, **limits)
    return reader, asyncio.StreamWriter(transport, protocol, reader, loop)


async def carry(one: Streams, other: Streams) -> None:
    """Carry both ways until either side ends, and close both."""
    ways = [asyncio.create_task(_carry(one[0], other[1])), asyncio.create_task(_carry(other[0], one[1]))]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for _, writer in (one, other):
            writer.close()
        await asyncio.wait([asyncio.create_task(_closed(writer)) for _, writer in (one, other)], timeout=_LINGER)
    finally:
        for way in ways:
            way.cancel()
        for _, writer in (one, other):
            writer.transport.abort()


async def _carry(source: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while chunk := await source.read(_CHUNK):
            to.write(chunk)
            await to.drain()


async def _closed(writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        await writer.wait_closed()
