"""Containers that attack the machine, the harness and each other: each gets its verdict, nobody else notices.

A match seats the attacker (``bots/hostile/hostile.py``) between a process and a container, and those two play a
second one afterwards. What the attacker achieved it says itself, on its stderr.
"""

import asyncio
import re
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from docker import DockerClient
from harness import replay
from harness.bots.container import LABEL
from harness.bots.pool import Settings
from harness.errors import MachineFault
from harness.match import Bot, Cause, Clock, Limits, Log, Match, unpack_log
from harness.played import Played
from harness.worker import Hall, Outcome

HOSTILE = Path(__file__).parent / "bots" / "hostile"
CLOCK = Clock(move=0.5, bank=1.0, start=10.0)
LIMITS = Limits(memory_mb=96, cpus=1.0, processes=48, files=128, tmp_mb=8)
BOUND = 60.0  # seconds for the two matches and the clearing up
MARK = "test-hostile."
ANN = Bot("ann", ("python", "-m", "sample_bots.first_bot"))

# The fault, the verdict's word, how its sentence begins, and patterns: one for each line that the attacker says.
ROWS = [
    ("fork-bomb", "late", "Forfeited by 3 strikes: 3 late.", [r"fork: refused, Resource temporarily unavailable"]),
    ("hogs-memory", "died", "Its process ended because it used more than its 96 MiB of memory.", []),
    ("hogs-memory-at-start", "no-start", "Its process ended because it used more than its 96 MiB of memory", []),
    (
        "fills-tmp",
        "played",
        "",
        [r"tmp: refused, No space left on device, after 8388608 bytes", r"exec in /tmp: refused, Permission denied"],
    ),
    ("writes-everywhere", "played", "", [r"(write|overwrite|unlink) \S.*: refused, .+"]),
    (
        "uses-network",
        "played",
        "",
        [
            r"interfaces: \['lo'\]",
            r"ports of 127\.0\.0\.1 that answer: \[\]",
            r"connect \S+: refused, Network is unreachable",
            r"look up example\.com: refused, .+",
        ],
    ),
    (
        "seeks-other-bots",
        "played",
        "",
        [
            r"sockets: \['/run/harness/arena\.sock'\]",
            r"processes: \[\]",
            r"a second stream, own token: ALREADY_EXISTS",
            r"a second stream, guessed token: UNAUTHENTICATED",
        ],
    ),
    (
        "seizes-kernel",
        "played",
        "",
        [
            r"Uid: 65534",
            r"Cap(Eff|Bnd): 0+",
            r"NoNewPrivs: 1",
            r"Seccomp: 2",
            r"processes that can be traced: \[\]",
            r"kill the init: done",  # it takes no notice
            r"(mount|user namespace|mount namespace|become root|chroot|make a device): refused, .+",
            r"(raise a limit|be nicer than others|set the clock|kill everybody): refused, .+",
        ],
    ),
    ("floods-output", "played", "", [r"[flood ]+"]),
    ("floods-stream", "wrong-message", "It answered decision ", []),
    ("storms-door", "played", "", []),
    ("ignores-signals", "played", "", []),
    ("leaves-children", "died", "Its process ended with exit status 0.", [r"children: left"]),
    ("sleeps-at-start", "no-connect", "It did not connect within 10 s.", []),
    ("lies-in-hello", "played", "", []),
    ("other-game", "other-game", "Its Hello says that it plays only bismarck, schwimmen", []),
    ("huge-hello", "too-big", "It sent a message of 5000010 bytes", []),
]


@pytest.fixture(scope="module")
def bob(images: Callable[..., dict[str, str]]) -> Bot:
    return Bot("bob", image=images("harness-python", "harness-bot-random")["harness-bot-random"])


@pytest.fixture
def mallory(engine: DockerClient, bob: Bot, request: pytest.FixtureRequest) -> Iterator[Bot]:
    """The attacker with the fault that the test is parametrized with."""
    fault = request.param
    tag = f"harness-hostile-{fault}"
    image, _ = engine.images.build(path=str(HOSTILE), buildargs={"FAULT": fault}, tag=tag, rm=True, network_mode="none")
    yield Bot("mallory", image=str(image.id))
    engine.images.remove(tag, force=True)


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    """A service of the host's own loopback."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0)
        yield server


@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    ("mallory", "cause", "sentence", "patterns"), ROWS, indirect=["mallory"], ids=[row[0] for row in ROWS]
)
def test_attack(
    mallory: Bot, bob: Bot, cause: str, sentence: str, patterns: list[str],
    engine: DockerClient, listener: socket.socket, tmp_path: Path,
) -> None:  # fmt: skip
    begun = time.monotonic()
    first, second = play([[ANN, mallory, bob], [ANN, bob]], tmp_path)
    assert time.monotonic() - begun < BOUND

    verdict = first.result.verdicts[1]
    assert verdict.cause == cause
    assert verdict.sentence.startswith(sentence)
    assert [bot.name for bot in first.bots] == ["ann", "mallory", "bob"]
    undisturbed(first, seats=(0, 2))
    undisturbed(second, seats=(0, 1))
    if cause != "played":
        assert first.result.ranks[1] == 3

    file = tmp_path / "mallory-v1.log"
    said = file.read_text() if file.exists() else ""
    assert len(said) <= 1 << 20
    lines = [line for line in said.splitlines() if line]
    for line in lines:
        assert any(re.fullmatch(pattern, line) for pattern in patterns), f"unexpected: {line[:200]}"
    for pattern in patterns:
        assert any(re.fullmatch(pattern, line) for line in lines), f"not said: {pattern}"

    with pytest.raises(BlockingIOError):  # nobody has called
        listener.accept()
    nothing_is_left(engine)


def undisturbed(log: Log, seats: Sequence[int]) -> None:
    for seat in seats:
        assert log.result.verdicts[seat].cause == "played"
        assert log.result.strikes[seat] == 0
        mine = [entry for entry in log.actions if entry.seat == seat]
        assert all(entry.flag == "" for entry in mine)
        assert max(entry.think_us for entry in mine) < CLOCK.move * 1e6


def nothing_is_left(engine: DockerClient) -> None:
    left = engine.containers.list(all=True, filters={"label": LABEL}, ignore_removed=True)
    assert [one for one in left if one.labels[LABEL].startswith(MARK)] == []


def play(tables: Sequence[Sequence[Bot]], logs: Path) -> list[Log]:
    """One match for each table, one after the other in one hall."""

    async def run() -> list[Outcome]:
        outcomes = []
        async with Hall(Settings(MARK, str(logs), LIMITS)) as hall:
            for number, bots in enumerate(tables):
                outcomes.append(await at_last(hall, match(str(number), bots)))
        return outcomes

    found = []
    for outcome in asyncio.run(run()):
        assert isinstance(outcome, Played), outcome
        log = unpack_log(outcome.packed)
        assert replay.faults(log) == []
        found.append(log)
    return found


async def at_last(hall: Hall, one: Match) -> Outcome:
    """The outcome of a match; as in a ladder, it is played again if this machine was too busy to be fair."""
    for _ in range(3):
        over: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        hall.play(one, over.set_result)
        outcome = await over
        if not (isinstance(outcome, MachineFault) and outcome.word == Cause.LAGGED.word):
            break
    return outcome


def match(key: str, bots: Sequence[Bot]) -> Match:
    return Match(
        key=key, wire_id=f"wire-{key}", game="schwimmen", options={}, bots=tuple(bots), seed=f"seed-{key}", clock=CLOCK
    )
