"""A scripted harness: a real gRPC server that plays a script with the one bot that connects."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import grpc
import pytest

from harness.wire.arena_pb2 import BotMessage, HarnessMessage

Script = Callable[[Iterator[BotMessage]], Iterator[HarnessMessage]]
TOKEN = "a-token-of-this-test"
ROOT = Path(__file__).resolve().parents[2]


class ScriptedHarness(grpc.GenericRpcHandler):  # type: ignore[misc]
    """Plays ``script`` with each stream that brings the token, and keeps what the bot sent."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.script: Script = lambda received: iter(())
        self.received: list[BotMessage] = []
        self.ended = threading.Event()  # a stream is over
        self.address = f"unix:{folder}/socket"
        self.port = 0

    def service(self, details: Any) -> Any:
        assert details.method == "/harness.v1.Arena/Play"
        return grpc.stream_stream_rpc_method_handler(
            self._play, BotMessage.FromString, HarnessMessage.SerializeToString
        )

    def _play(self, requests: Iterator[BotMessage], context: Any) -> Iterator[HarnessMessage]:
        context.add_callback(self.ended.set)
        if dict(context.invocation_metadata()).get("harness-token") != TOKEN:
            context.abort(grpc.StatusCode.UNAUTHENTICATED, "no bot has this token")
        return self.script(self._kept(requests))

    def _kept(self, requests: Iterator[BotMessage]) -> Iterator[BotMessage]:
        for request in requests:
            self.received.append(request)
            yield request

    def start(self, *command: str, **environment: str) -> subprocess.Popen[str]:
        """A process that is told where this harness is."""
        return subprocess.Popen(
            command,
            env={**os.environ, "HARNESS_ADDRESS": self.address, "HARNESS_TOKEN": TOKEN, **environment},
            cwd=self.folder,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def run_bot(self, source: str, **environment: str) -> tuple[int, str, str]:
        """Run a bot in Python from its source to its end: exit status, stdout, stderr."""
        program = self.folder / "bot.py"
        program.write_text(source, encoding="utf-8")
        with self.start(sys.executable, str(program), **environment) as process:
            out, err = process.communicate(timeout=30)
        return process.returncode, out, err


@pytest.fixture
def scripted(tmp_path: Path) -> Iterator[ScriptedHarness]:
    harness = ScriptedHarness(tmp_path)
    with ThreadPoolExecutor(max_workers=2) as threads:
        server = grpc.server(threads)
        server.add_generic_rpc_handlers((harness,))
        server.add_insecure_port(harness.address)
        harness.port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        yield harness
        server.stop(grace=None).wait()
