"""Nobody is late because the harness was held up; who is held up himself, is."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from harness.errors import StoreError
from harness.ladder import open_ladder
from harness.match import Log

SLOW = str(Path(__file__).parent / "bots" / "misbehave.py")
_LADDER = f"""
game = "schwimmen"
options = {{ circuit_cap = 3 }}
clock = {{ move = 0.4, bank = 0.2 }}
schedule = {{ seats = [2], sets = 2, seed = "clocks" }}
[[bots]]
name = "ann"
command = ["python", "{SLOW}", "--late", "0.02", "--name", "ann"]
[[bots]]
name = "bob"
command = ["python", "{SLOW}", "--late", "0.02", "--name", "bob"]
"""


def processes(folder: Path, names: str) -> list[int]:
    """The processes in whose command line a text stands, among those with the ladder's folder in their environment."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if names.encode() in (process / "cmdline").read_bytes() and folder == (process / "cwd").resolve():
                found.append(int(process.name))
        except OSError:
            continue
    return found


def play(folder: Path, hold_up: Callable[["subprocess.Popen[bytes]"], None]) -> list[Log]:
    """The logs of a ladder of two bots, one run, held up once in the middle."""
    folder.mkdir()
    (folder / "ladder.toml").write_text(_LADDER)
    command = [sys.executable, "-m", "harness", "run", str(folder), "--no-site", "--jobs", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            deadline = time.monotonic() + 30
            while stored(folder) < 1:  # the next match is in play then, and takes a second or more
                assert time.monotonic() < deadline
                time.sleep(0.02)
            hold_up(process)
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 0, (out + err).decode()
    with open_ladder(folder).read() as store:
        return [store.log(row.key) for row in store.matches()]


def stored(folder: Path) -> int:
    with suppress(StoreError), open_ladder(folder).read() as store:
        return store.count()
    return 0


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_nobody_is_late_because_the_harness_stood_still(tmp_path: Path) -> None:
    def stop_the_harness(process: "subprocess.Popen[bytes]") -> None:
        held = [process.pid, *children(process.pid)]
        for pid in held:
            os.kill(pid, signal.SIGSTOP)
        time.sleep(1.5)  # the hold-up itself: longer than any clock
        for pid in held:
            os.kill(pid, signal.SIGCONT)

    logs = play(tmp_path / "ladder", stop_the_harness)
    assert len(logs) == 4
    assert all(log.result.strikes == (0, 0) for log in logs)
    assert sum(log.lag for log in logs) > 1.0


def test_a_bot_that_stood_still_is_late(tmp_path: Path) -> None:
    folder = tmp_path / "ladder"

    def stop_a_bot(process: "subprocess.Popen[bytes]") -> None:
        held = processes(folder, "--name\0ann")
        for pid in held:
            os.kill(pid, signal.SIGSTOP)
        time.sleep(1.5)
        for pid in held:
            os.kill(pid, signal.SIGCONT)

    logs = play(folder, stop_a_bot)
    assert len(logs) == 4
    late = [(log.bots[entry.seat].name, entry.flag) for log in logs for entry in log.actions if entry.flag == "late"]
    assert late
    assert set(late) == {("ann", "late")}
