"""gRPC as the harness and its bots use it: taken from here, because it reads its settings when it is first imported."""

import asyncio
import os
import sys
from collections.abc import Coroutine
from importlib.metadata import version
from typing import Any, TypeVar

_SETTINGS = "GRPC_EXPERIMENTS"
# With its event engine a message goes through more threads: half as many again go there and back in a second without.
_FEWER_THREADS = "-event_engine_client,-event_engine_listener"
_KNOW_IT = range(70, 86)  # minor versions of gRPC 1; another would complain on stderr of names that it does not know

_major, _minor = map(int, version("grpcio").split(".")[:2])
_ours = sys.platform == "linux" and _major == 1 and _minor in _KNOW_IT and _SETTINGS not in os.environ
if _ours:
    os.environ[_SETTINGS] = _FEWER_THREADS
try:
    import grpc
    from grpc import aio
finally:
    if _ours:
        del os.environ[_SETTINGS]  # what this process starts may have another gRPC

__all__ = ["Ending", "aio", "grpc"]

T = TypeVar("T")


class Ending:
    """How the other side ended a call.

    ``call.code()`` can be wrong: where a write fails because the call is over, gRPC's asyncio client puts INTERNAL in
    the place of the status that came. The first status is the one that came.
    """

    def __init__(self, call: Any) -> None:
        self._first: asyncio.Future[tuple[grpc.StatusCode, str]] = asyncio.get_running_loop().create_future()
        call.add_done_callback(self._done)

    def _done(self, call: Any) -> None:
        if not self._first.done():
            self._first.set_result((_at_hand(call.code()), _at_hand(call.details())))

    async def status(self) -> tuple[grpc.StatusCode, str]:
        """The status and its details, once the call is over."""
        return await self._first


def _at_hand(answer: Coroutine[Any, Any, T]) -> T:
    """What a coroutine returns that has nothing to wait for."""
    try:
        answer.send(None)
    except StopIteration as returned:
        result: T = returned.value
        return result
    raise RuntimeError("a call that is over has no status")
