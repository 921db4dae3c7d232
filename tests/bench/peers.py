"""(j): other frameworks for card games, installed in an environment of their own, against this one."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median

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


def measure(runs: int) -> Iterator[Figure]:
    """Actions a second in one process over theirs, and decisions a second end to end over theirs."""
    python = ENVIRONMENT / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(ENVIRONMENT)], check=True)
    steps = {}
    for game, (package, what) in PEERS.items():
        trouble = _installed(python, package)
        if trouble:
            print(f"(j) {what}: not measured, because pip cannot install {package} here: {trouble}", flush=True)
        else:
            steps[game] = [_steps(python, game) for _ in range(runs)]
    own = {"random actions/s of schwimmen": [playouts.playouts("schwimmen", 3) for _ in range(runs)]}
    played = [endtoend.played(3, 64, 1500) for _ in range(runs)]
    own["decisions/s end to end, bots holding 64,"] = [one.decisions / one.seconds for one in played]
    for name, (measured, mine) in zip(("rules", "end to end"), own.items(), strict=True):
        for game, theirs in steps.items():
            ratios = [one / other for one, other in zip(mine, theirs, strict=True)]
            what = f"{measured} over {PEERS[game][1]}"
            yield Figure("j", f"{name}: {game}", what, ratios, f"{median(mine):,.0f} and {median(theirs):,.0f}")


def _installed(python: Path, package: str) -> str:
    """Install a package as a wheel; empty, or the last thing pip said of why it cannot be."""
    command = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--prefer-binary", package]
    ran = subprocess.run([str(python), *command], capture_output=True, text=True, check=False)
    return ran.stderr.strip().splitlines()[-1] if ran.returncode else ""


def _steps(python: Path, game: str) -> float:
    ran = subprocess.run([str(python), str(PROGRAM), game], capture_output=True, text=True, check=True)
    return float(json.loads(ran.stdout.splitlines()[-1]))
