"""Benchmarks compared: what got slower beyond the spread is named, and an old file is never written over."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.figures import Figure, keep, slower


def kept(path: Path, *figures: Figure) -> Path:
    keep(figures, path)
    return path


def rate(*ratios: float, name: str = "64") -> Figure:
    return Figure("a", name, "decisions", ratios)


def size(*ratios: float) -> Figure:
    return Figure("h", "", "start", ratios, more_is_better=False)


def test_a_run_is_kept_by_letter(tmp_path: Path) -> None:
    found = json.loads(kept(tmp_path / "run.json", rate(2, 3, 9), rate(1, name="1"), size(4)).read_text())
    assert (found["a"], found["h"]) == ({"64": 3, "1": 1}, 4)
    with pytest.raises(FileExistsError):
        kept(tmp_path / "run.json", size(4))


@pytest.mark.parametrize(
    ("old", "new", "worse"),
    [
        (rate(4, 5, 6), rate(2, 3, 3.9), True),
        (rate(4, 5, 6), rate(2, 3, 4.1), False),
        (rate(4, 5, 6), rate(8), False),
        (size(4, 5, 6), size(6.1, 7), True),
        (size(4, 5, 6), size(1, 2), False),
        (size(4, 5, 6), rate(1), False),
    ],
)
def test_what_got_slower_beyond_the_spread(tmp_path: Path, old: Figure, new: Figure, worse: bool) -> None:
    before, after = kept(tmp_path / "old.json", old), kept(tmp_path / "new.json", new)
    assert bool(slower(json.loads(before.read_text()), json.loads(after.read_text()))) is worse
    command = [sys.executable, "-m", "tests.bench.compare", str(before), str(after)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == int(worse), ran.stderr
    assert ("slower: " in ran.stdout) is worse


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--only", "a,z"], "'a,z' are not letters from a to j with commas between"),
        (["--runs", "0"], "'0' is not a number of runs"),
        (["--json", "{here}/old.json"], "exists and is left as it is; name a new file"),
    ],
)
def test_wrong_arguments_are_explained(tmp_path: Path, arguments: list[str], said: str) -> None:
    (tmp_path / "old.json").write_text("precious")
    command = [sys.executable, "-m", "tests.bench", *(one.format(here=tmp_path) for one in arguments)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 2 and said in ran.stderr and "Traceback" not in ran.stderr
    assert (tmp_path / "old.json").read_text() == "precious"
