"""Bots come and go: what they leave in the worker's memory does not pile up."""

import asyncio
import gc
import sys
from collections.abc import Iterator

import pytest

from harness.bots.pool import Settings
from harness.match import Bot, Match
from harness.worker import Hall, Outcome

STARTS = 70


@pytest.fixture
def no_search() -> Iterator[None]:
    """As in a worker, which goes in search of cycles so seldom that a test would not see it."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_search")
def test_what_bots_leave_is_swept_up() -> None:
    bots = tuple(Bot(name, (sys.executable, "-c", "")) for name in ("ann", "bob"))

    async def run() -> None:
        async with Hall(Settings("test-pool.")) as hall:
            for number in range(STARTS // 2):
                over: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
                hall.play(Match(f"{number}", f"wire-{number}", "schwimmen", {}, bots, "seed"), over.set_result)
                await over

    before = _processes()
    asyncio.run(run())
    assert _processes() - before < STARTS // 2


def _processes() -> int:
    return sum(isinstance(one, asyncio.subprocess.Process) for one in gc.get_objects())
