"""The baseline: bare gRPC, one message there and one back, with the sizes of one decision and one action.

Server and client are processes of their own: ``python -m tests.bench.pingpong serve ASKED ANSWERED SETTINGS``, where
SETTINGS is ``plain`` for gRPC as it comes, or ``ours`` for gRPC as the harness sets it up.
"""

import asyncio
import subprocess
import sys
import tempfile
import time
from typing import Any

if "ours" in sys.argv:
    from harness.rpc import grpc
else:
    import grpc

ROUNDS = 20_000


def rate(asked: int, answered: int, settings: str = "plain") -> float:
    """Round trips a second between two processes over a unix socket, for messages of so many bytes."""
    command = [sys.executable, "-m", "tests.bench.pingpong", "serve", str(asked), str(answered), settings]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


async def _serve(asked: int, answered: int, settings: str) -> float:
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
            sys.executable, "-m", "tests.bench.pingpong", "answer", address, str(answered), settings
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
    role, one, other, settings = sys.argv[1:]
    if role == "serve":
        sys.stdout.write(str(asyncio.run(_serve(int(one), int(other), settings))))
    else:
        asyncio.run(_answer(one, int(other)))
