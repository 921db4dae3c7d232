"""The baseline: bare gRPC, one message there and one back, with the sizes of one decision and one action.

As a program it is the client: ``python -m tests.bench.pingpong ADDRESS BYTES``.
"""

import asyncio
import sys
import tempfile
import time
from typing import Any

import grpc

ROUNDS = 4000


def rate(asked: int, answered: int) -> float:
    """Round trips a second between two processes over a unix socket, for messages of so many bytes."""
    return asyncio.run(_serve(asked, answered))


async def _serve(asked: int, answered: int) -> float:
    measured: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    async def play(_: Any, context: Any) -> None:
        message = b"x" * asked
        await context.read()
        began = time.perf_counter()
        for _ in range(ROUNDS):
            await context.write(message)
            await context.read()
        measured.set_result(ROUNDS / (time.perf_counter() - began))

    server = grpc.aio.server()
    handler = grpc.method_handlers_generic_handler("bench.Bench", {"Play": grpc.stream_stream_rpc_method_handler(play)})
    server.add_generic_rpc_handlers((handler,))
    with tempfile.TemporaryDirectory() as folder:
        address = f"unix:{folder}/socket"
        server.add_insecure_port(address)
        await server.start()
        client = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.bench.pingpong", address, str(answered)
        )
        found = await measured
        await server.stop(0)
        await client.wait()
    return found


async def _answer(address: str, size: int) -> None:
    message = b"y" * size
    async with grpc.aio.insecure_channel(address) as channel:
        call = channel.stream_stream("/bench.Bench/Play")()
        await call.write(message)
        while await call.read() is not grpc.aio.EOF:
            await call.write(message)


if __name__ == "__main__":
    asyncio.run(_answer(sys.argv[1], int(sys.argv[2])))
