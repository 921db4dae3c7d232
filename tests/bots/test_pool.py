"""Bots come and go: what they leave in the worker's memory does not pile up."""

import asyncio
import gc
import sys
from collections.abc import Iterator

import pytest

from harness.match import Bot
from tests.test_verdicts import match, play

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
    before = _processes()
    play(*(match(str(number), bots) for number in range(STARTS // 2)))
    assert _processes() - before < STARTS // 2


def _processes() -> int:
    return sum(isinstance(one, asyncio.subprocess.Process) for one in gc.get_objects())
