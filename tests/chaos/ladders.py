"""The ladders that are disturbed, and what is to be found of them afterwards."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from harness.ladder import open_ladder
from harness.ratings import counted

MISBEHAVE = Path(__file__).parent.parent / "bots" / "misbehave.py"
JUMPING = Path(__file__).parent / "wall_clock"
GOOD = {
    "thoughtful": ["python", "-m", "sample_bots.thoughtful"],
    "greedy": ["python", "-m", "sample_bots.greedy"],
    "first": ["python", "-m", "sample_bots.first_bot"],
}
# Each misbehaves in a way that does not depend on time, and the fault is the one that is named.
BAD = {
    "no-start": ["--exits-at-start", "1"],
    "died": ["--dies-at", "4"],
    "garbage": ["--garbage", "--from", "3"],
    "wrong-message": ["--wrong-match-id", "--from", "2"],
    "illegal": ["--illegal"],
    "left": ["--half-closes-at", "5"],
}
_CONFIG = """
game = "schwimmen"
options = {{ lives = 1, circuit_cap = 3 }}
clock = {{ move = {move}, bank = {bank} }}
schedule = {{ seats = [3], sets = {sets}, seed = "{seed}" }}
"""
_BOT = '[[bots]]\nname = "{}"\ncommand = {}\n'


def write(folder: Path, seed: int, sets: int) -> Path:
    """A ladder of good and bad bots."""
    bad = {f"is-{fault}": ["python", str(MISBEHAVE), *flags] for fault, flags in BAD.items()}
    return write_ladder(folder, _CONFIG.format(move=1.0, bank=2.0, sets=sets, seed=seed), {**GOOD, **bad})


def write_stopped(folder: Path, seed: int) -> Path:
    """A ladder of two good bots, and one that will be stopped; it can be told by its flags."""
    stopped = ["python", str(MISBEHAVE), "--name", f"stopped-{seed}"]
    bots = {"greedy": GOOD["greedy"], "first": GOOD["first"], "stopped": stopped}
    return write_ladder(folder, _CONFIG.format(move=0.5, bank=1.0, sets=100, seed=seed), bots)


def write_ladder(folder: Path, config: str, bots: dict[str, list[str]]) -> Path:
    folder.mkdir()
    entries = "".join(_BOT.format(name, msgspec.json.encode(command).decode()) for name, command in bots.items())
    (folder / "ladder.toml").write_text(config + entries)
    return folder


def start(folder: Path, *, jumping: bool = False) -> "subprocess.Popen[str]":
    """A harness that plays the ladder with two workers."""
    command = [sys.executable, "-m", "harness", "run", str(folder), "--jobs", "2", "--no-site"]
    path = {"PYTHONPATH": str(JUMPING)} if jumping else {}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    return subprocess.Popen(command, text=True, env={**os.environ, **path}, **pipes)  # type: ignore[call-overload, no-any-return]


def finish(folder: Path) -> None:
    """Play the ladder to its end."""
    said, _ = (run := start(folder)).communicate(timeout=300)
    if run.returncode:
        raise RuntimeError(f"{folder}: the last run failed: {said}")


class Seat(NamedTuple):
    """One seat of a match, as it counts."""

    bot: str
    rank: int
    score: int
    verdict: str
    strikes: int


def seats(folder: Path) -> dict[str, list[Seat]]:
    """Every match that counts, by its key; what a benched bot played ahead of its turn does not."""
    ladder = open_ladder(folder)
    with ladder.read() as store:
        names = {bot.id: bot.name for bot in store.roster.bots()}
        return {
            row.key: [Seat(names[one.bot], one.rank, one.score, one.verdict, one.strikes) for one in row.seats]
            for row in counted(store, ladder.config.clock.bench_after)
        }


def ratings(folder: Path) -> list[tuple[int, float, float, int]]:
    with closing(sqlite3.connect(folder / "ladder.db")) as database:
        return database.execute("SELECT * FROM ratings ORDER BY bot").fetchall()


def processes() -> Iterator[tuple[int, int, str]]:
    """Every process of the machine: its id, its parent's, its command."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            yield int(folder.name), parent, (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()


def workers(run: "subprocess.Popen[str]") -> list[int]:
    """The worker processes of a run."""
    return [pid for pid, parent, command in processes() if parent == run.pid and "spawn_main" in command]


def bots_of(mark: str) -> list[int]:
    """The bots whose command holds this mark."""
    return [pid for pid, _, command in processes() if mark in command and str(MISBEHAVE) in command]
