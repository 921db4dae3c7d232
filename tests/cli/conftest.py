"""The real program, run as a subprocess, and a small ladder that real bots played."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Ran = subprocess.CompletedProcess[str]
Run = Callable[..., Ran]

PROGRAM = [sys.executable, "-m", "harness"]
LADDER = """
game = "schwimmen"

[schedule]
seats = [2]
sets = 2
seed = "of the command line's tests"

[[bots]]
name = "greedy"
command = ["{python}", "-m", "sample_bots.greedy"]

[[bots]]
name = "random"
command = ["{python}", "-m", "sample_bots.random_bot"]

[[bots]]
name = "broken"
command = ["{python}", "-c", "raise SystemExit(7)"]
"""


def program(*args: object, **environment: str) -> Ran:
    ran = subprocess.run(
        [*PROGRAM, *map(str, args)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, **environment},
    )
    assert "Traceback" not in ran.stderr
    return ran


@pytest.fixture
def harness() -> Run:
    """The program, called with arguments and, by keyword, environment variables."""
    return program


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ladder of three bots, one of them broken, played to its end; not to be changed."""
    folder = tmp_path_factory.mktemp("results", numbered=False) / "small"
    folder.mkdir()
    (folder / "ladder.toml").write_text(LADDER.format(python=sys.executable))
    ran = program("run", folder)
    assert ran.returncode == 0, ran.stderr
    return folder


@pytest.fixture
def ladder(played: Path, tmp_path: Path) -> Path:
    """A copy of the played ladder, to be changed at will."""
    return Path(shutil.copytree(played, tmp_path / "results" / "small"))
