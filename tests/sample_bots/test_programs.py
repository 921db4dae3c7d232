"""Every sample bot is a program."""

import subprocess
import sys
from pathlib import Path

import pytest

import sample_bots

PROGRAMS = [
    path.stem for path in sorted(Path(sample_bots.__path__[0]).glob("*.py")) if "__main__" in path.read_text("utf-8")
]


def test_there_are_programs() -> None:
    assert {"random_bot", "first_bot", "greedy", "thoughtful", "bismarck_greedy"} < set(PROGRAMS)


@pytest.mark.parametrize("program", PROGRAMS)
def test_started_by_hand_it_says_what_to_do(program: str) -> None:
    command = [sys.executable, "-m", f"sample_bots.{program}"]
    run = subprocess.run(command, capture_output=True, text=True, check=False, env={})
    assert run.returncode == 2
    assert "HARNESS_ADDRESS" in run.stderr
    assert "Traceback" not in run.stderr
