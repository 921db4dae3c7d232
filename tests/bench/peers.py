"""(j): other frameworks for card games, installed in an environment of their own, against this one."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.bench import endtoend, playouts
from tests.bench.figures import Figure

ENVIRONMENT = Path(__file__).parents[2] / ".venv-peers"
PROGRAM = Path(__file__).with_name("peers_steps.py")
# By what the program calls it: the package as pip names it, and what is played.
PEERS = {
    "hearts": ("open-spiel", "OpenSpiel's hearts, driven from Python"),
    "gin-rummy": ("rlcard", "RLCard's gin-rummy"),
    "connectx": ("kaggle-environments", "kaggle-environments' connectx"),
}
MEASURED = {
    "rules": "random actions/s of schwimmen",
    "tricks": "random actions/s of bismarck",  # a game of tricks, as hearts is
    "end to end": "decisions/s end to end, bots holding 64,",
}
OWN: dict[str, Callable[[], float]] = {
    "rules": lambda: playouts.playouts("schwimmen", 3),
    "tricks": lambda: playouts.playouts("bismarck", 3),
    "end to end": lambda: endtoend.played(3, 64, 1500).rate,
}


def measure(runs: int) -> Iterator[Figure]:
    """Actions a second in one process over theirs, and decisions a second end to end over theirs."""
    python = ENVIRONMENT / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(ENVIRONMENT)], check=True)
    there = []
    for game, (package, what) in PEERS.items():
        trouble = _installed(python, package)
        if trouble:
            print(f"(j) {what}: not measured, because pip cannot install {package} here: {trouble}", flush=True)
        else:
            there.append(game)
    ratios: dict[tuple[str, str], list[float]] = {}
    for _ in range(runs):
        mine = {name: rate() for name, rate in OWN.items()}
        theirs = {game: _steps(python, game) for game in there}
        for name, rate in mine.items():
            for game, other in theirs.items():
                ratios.setdefault((name, game), []).append(rate / other)
    for (name, game), found in ratios.items():
        yield Figure("j", f"{name}: {game}", f"{MEASURED[name]} over {PEERS[game][1]}", found)


def _installed(python: Path, package: str) -> str:
    """Install a package as a wheel; empty, or the last thing pip said of why it cannot be."""
    command = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--prefer-binary", package]
    ran = subprocess.run([str(python), *command], capture_output=True, text=True, check=False)
    return ran.stderr.strip().splitlines()[-1] if ran.returncode else ""


def _steps(python: Path, game: str) -> float:
    ran = subprocess.run([str(python), str(PROGRAM), game], capture_output=True, text=True, check=True)
    return float(json.loads(ran.stdout.splitlines()[-1]))
