"""A ladder's run as a person sees it: how far it is, how long it will take, and how to stop it."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from harness.cli.terminal import say
from harness.ladder import Ladder

if TYPE_CHECKING:
    from harness.gate import Gate
    from harness.tournament import Report, Stop


def play(ladder: Ladder, jobs: int | None, gate: "Gate | None" = None) -> "Report":
    """Play what is missing, with a bar on a terminal; the first Ctrl-C lets the running matches finish."""
    from harness import tournament

    if jobs is None:
        say(tournament.jobs_explained(ladder))
    with _interruptible() as stop, bar("playing") as moved:
        report = tournament.run(
            ladder,
            jobs=jobs,
            on_progress=lambda progress: moved(progress.done, progress.total),
            stop=stop,
            gate=gate,
        )
    _tell(ladder, report)
    return report


def _tell(ladder: Ladder, report: "Report") -> None:
    if report.played:
        say(f"{_matches(report.played)} played in {report.seconds:.1f} s, {report.already} were stored before")
    elif not report.stopped:
        say(f"nothing had to be played: {report.already} of {_matches(report.total)} are stored")
    if report.incidents:
        say(f"{report.incidents} times the machine failed, nobody is blamed: see harness status {ladder.folder}")
    for bot in report.benched:
        say(f"{bot.label} is benched: it forfeited {ladder.config.clock.bench_after} matches in a row")
    if report.stopped:
        left = _matches(report.total - report.already - report.played)
        say(f"stopped with {left} to go; run again to go on; pages of what there is: harness site {ladder.folder}")


def _matches(count: int) -> str:
    return "1 match" if count == 1 else f"{count} matches"


@contextmanager
def _interruptible() -> "Iterator[Stop]":
    from harness.tournament import Stop

    stop = Stop()

    def interrupted(number: int, frame: FrameType | None) -> None:
        if stop.requested:
            raise KeyboardInterrupt
        stop.requested = True
        # Python's own streams may be in the middle of a write here.
        os.write(2, b"\nstopping: the running matches finish; Ctrl-C again stops now\n")

    before = signal.signal(signal.SIGINT, interrupted)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


def pages(ladder: Ladder) -> Path:
    """Write a ladder's pages; the path of the first one."""
    from harness import site

    with bar("making pages") as moved:
        return site.build(ladder, on_progress=moved)


@contextmanager
def bar(title: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar with the time that is left, on stderr if that is a terminal; called with done and total."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(title), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("left"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
