"""The other baseline: a unix socket without gRPC, asyncio streams, one message there and one back.

As a program it is the client: ``python -m tests.bench.rawping PATH BYTES-ASKED BYTES-ANSWERED``.
"""

import asyncio
import sys
import tempfile
import time

ROUNDS = 20_000


def rate(asked: int, answered: int) -> float:
    """Round trips a second between two processes over a unix socket, for messages of so many bytes."""
    return asyncio.run(_serve(asked, answered))


async def _serve(asked: int, answered: int) -> float:
    measured: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    async def play(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        message = b"x" * asked
        await reader.readexactly(answered)
        began = time.perf_counter()
        for _ in range(ROUNDS):
            writer.write(message)
            await reader.readexactly(answered)
        measured.set_result(ROUNDS / (time.perf_counter() - began))
        writer.close()

    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/socket"
        async with await asyncio.start_unix_server(play, path):
            client = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.bench.rawping", path, str(asked), str(answered)
            )
            found = await measured
            await client.wait()
    return found


async def _answer(path: str, asked: int, answered: int) -> None:
    message = b"y" * answered
    reader, writer = await asyncio.open_unix_connection(path)
    writer.write(message)
    try:
        while True:
            await reader.readexactly(asked)
            writer.write(message)
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()


if __name__ == "__main__":
    asyncio.run(_answer(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
