"""What befalls a run. Each disturbance leaves it ended, or to go on."""

import os
import random
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tests.chaos import ladders

STALL = 4.0  # seconds: more than a move and the bank together


def killed(run: "subprocess.Popen[str]", folder: Path, luck: random.Random) -> None:
    run.kill()


def terminated(run: "subprocess.Popen[str]", folder: Path, luck: random.Random) -> None:
    run.terminate()


def interrupted(run: "subprocess.Popen[str]", folder: Path, luck: random.Random) -> None:
    run.send_signal(signal.SIGINT)


def interrupted_twice(run: "subprocess.Popen[str]", folder: Path, luck: random.Random) -> None:
    run.send_signal(signal.SIGINT)
    time.sleep(luck.uniform(0.0, 0.3))
    run.send_signal(signal.SIGINT)


def a_worker_dies(run: "subprocess.Popen[str]", folder: Path, luck: random.Random) -> None:
    if found := ladders.workers(run):
        with suppress(ProcessLookupError):
            os.kill(luck.choice(found), signal.SIGKILL)


def stalled(run: "subprocess.Popen[str]", folder: Path, luck: random.Random) -> None:
    """The harness and its workers stand still; its bots do not."""
    held = [run.pid, *ladders.workers(run)]
    for number, wait in ((signal.SIGSTOP, STALL), (signal.SIGCONT, 0.5)):
        for pid in held:
            with suppress(ProcessLookupError):
                os.kill(pid, number)
        time.sleep(wait)


def a_second_one_starts(run: "subprocess.Popen[str]", folder: Path, luck: random.Random) -> None:
    said, _ = (second := ladders.start(folder)).communicate(timeout=60)
    if run.poll() is None and (second.returncode, "another harness is running" in said) != (1, True):
        raise RuntimeError(f"a second harness was not turned away: {second.returncode}, {said}")


def the_disk_fills(run: "subprocess.Popen[str]", folder: Path, luck: random.Random) -> None:
    filler = folder.parent / "filler"
    with suppress(OSError), filler.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(1 << 12))
    with suppress(subprocess.TimeoutExpired):
        run.wait(timeout=20)
    filler.unlink()


Disturbance = Callable[["subprocess.Popen[str]", Path, random.Random], None]
ALL: tuple[Disturbance, ...] = (
    killed, terminated, interrupted, interrupted_twice, a_worker_dies, stalled, a_second_one_starts,
)  # fmt: skip


def befall(run: "subprocess.Popen[str]", folder: Path, what: Disturbance, luck: random.Random) -> str:
    """Let it happen at a random moment; then let the run go on for a while, or end it. What the run printed."""
    with suppress(subprocess.TimeoutExpired):
        run.wait(timeout=luck.uniform(0.8, 3.5))
    if run.poll() is None:
        what(run, folder, luck)
    with suppress(subprocess.TimeoutExpired):
        run.wait(timeout=luck.uniform(2.0, 5.0))
    run.kill()
    said, _ = run.communicate(timeout=30)
    if "Traceback" in said or "unexpected" in said:
        raise RuntimeError(f"after {what.__name__}: {said}")
    return said
