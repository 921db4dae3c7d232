"""Containers against bare processes of the same bot: how fast they start, and how fast they play.

    python -m tests.bench.containers

The image is that of `make images harness-python`; the bot is tests/bench/first_bot.py in both.
"""

import asyncio
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from statistics import median

import msgspec

from harness.bots import images
from harness.bots.container import Engine
from harness.bots.pool import Settings
from harness.match import Bot, Clock, Limits, Match
from harness.played import Played
from harness.worker import Hall, Outcome

RUNS = 5
LIMITS = Limits(memory_mb=512, cpus=2.0, processes=64, files=256, tmp_mb=64)
PROGRAM = Path(__file__).with_name("first_bot.py")
MATCHES = {1: 60, 64: 900}  # by how many the bots hold at once
_DOCKERFILE = """\
FROM harness-python
COPY first_bot.py /bot/bot.py
CMD ["python", "/bot/bot.py", "{holds}"]
"""


class Measured(msgspec.Struct):
    """One hall's figures."""

    first: float  # seconds from the start of the bots to the end of a match of a few decisions
    rate: float  # decisions a second, once the bots are there


def measured(bots: list[Bot], matches: int) -> Measured:
    """Play so many matches between three bots."""
    return asyncio.run(_measured(bots, matches))


async def _measured(bots: list[Bot], matches: int) -> Measured:
    async with Hall(Settings("bench-containers.", limits=LIMITS)) as hall:
        began = time.perf_counter()
        guests = [await hall.meet(_match("0", bots), seat) for seat in range(3)]
        assert all(guest.connection.verdict is None for guest in guests)
        await _play(hall, [_match("first", bots)])
        first = time.perf_counter() - began
        began = time.perf_counter()
        decisions = await _play(hall, [_match(f"{number}", bots) for number in range(matches)])
        return Measured(first, decisions / (time.perf_counter() - began))


async def _play(hall: Hall, matches: list[Match]) -> int:
    """The number of decisions that they took."""
    waiting: list[asyncio.Future[Outcome]] = []
    for match in matches:
        waiting.append(asyncio.get_running_loop().create_future())
        hall.play(match, waiting[-1].set_result)
    decisions = 0
    for outcome in await asyncio.gather(*waiting):
        assert isinstance(outcome, Played), outcome
        assert not any(verdict.forfeit for verdict in outcome.result.verdicts), outcome.result
        decisions += outcome.actions
    return decisions


def _match(key: str, bots: list[Bot]) -> Match:
    options = {"circuit_cap": 3}
    return Match(key, f"wire-{key}", "schwimmen", options, tuple(bots), f"seed-{key}", clock=Clock(move=30.0))


def _image(holds: int) -> str:
    with tempfile.TemporaryDirectory() as name, closing(Engine()) as engine:
        Path(name, "first_bot.py").write_bytes(PROGRAM.read_bytes())
        Path(name, "Dockerfile").write_text(_DOCKERFILE.format(holds=holds))
        return images.find(engine, name).digest


def main() -> None:
    for holds, matches in MATCHES.items():
        image = _image(holds)
        boxed = [Bot(f"bot{number}", image=image) for number in range(3)]
        bare = [Bot(f"bot{number}", (sys.executable, str(PROGRAM), str(holds))) for number in range(3)]
        slower, ratios = [], []
        for _ in range(RUNS):
            process, container = measured(bare, matches), measured(boxed, matches)
            slower.append((container.first - process.first) / 3)
            ratios.append(container.rate / process.rate)
            print(
                f"holding {holds}: processes {process.rate:,.0f} decisions/s after {process.first:.2f} s,"
                f" containers {container.rate:,.0f} after {container.first:.2f} s", flush=True,
            )  # fmt: skip
        spread = f"{min(ratios):.2f} to {max(ratios):.2f}"
        print(f"decisions/s in containers over those in processes, holding {holds}: {median(ratios):.2f} ({spread})")
        print(f"a container's start to its first match over a process's: {median(slower):+.2f} s a bot")
        with closing(Engine()) as engine:
            images.drop(engine, image)


if __name__ == "__main__":
    main()
