"""``python -m tests.chaos``: disturb a ladder, and count what it did to it. The last line is one JSON object."""

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from harness.ladder import open_ladder
from harness.verify import verify
from tests.chaos import disturbances, ladders
from tests.test_resume import left_behind, wait_for_matches


def chaos(seed: int, sets: int, rounds: int) -> dict[str, int]:
    """Play ladders under disturbances drawn from the seed; what was found, in numbers."""
    luck = random.Random(seed)
    with (
        tempfile.TemporaryDirectory(prefix="chaos-") as scratch,
        disk(Path(scratch) / "results") as results,
        temporary_files(Path(scratch) / "tmp"),
    ):
        undisturbed = ladders.write(Path(scratch) / "undisturbed", seed, sets)
        ladders.finish(undisturbed)
        disturbed = ladders.write(results / "disturbed", seed, sets)
        disturb(disturbed, luck, rounds, can_fill=os.path.ismount(results))
        stopped = ladders.write_stopped(results / "stopped", seed)
        stop_a_bot(stopped, seed)
        found = {
            "matches": len(ladders.seats(disturbed)) + len(ladders.seats(stopped)),
            **compared(undisturbed, disturbed),
            "unverified": sum(unverified(folder) for folder in (disturbed, stopped)),
            "left_behind": remains((disturbed, stopped)),
        }
        found["wrongly_blamed"] += blamed_for_the_stop(stopped)
        return {**found, "seed": seed}


@contextmanager
def temporary_files(folder: Path) -> Iterator[None]:
    """A place of their own: whatever is left there was left by what ran here."""
    folder.mkdir()
    before = tempfile.tempdir, os.environ.get("TMPDIR")
    tempfile.tempdir = os.environ["TMPDIR"] = str(folder)
    try:
        yield
    finally:
        tempfile.tempdir = before[0]
        os.environ.pop("TMPDIR")
        if before[1] is not None:
            os.environ["TMPDIR"] = before[1]


@contextmanager
def disk(folder: Path) -> Iterator[Path]:
    """A disk of a few megabytes where one can be mounted, else an ordinary folder."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", str(folder)]
    mounted = shutil.which("mount") and subprocess.run(command, capture_output=True, check=False).returncode == 0
    if not mounted:
        print("no small disk can be mounted here, so none is filled")
    try:
        yield folder
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(folder)], check=True)


def disturb(folder: Path, luck: random.Random, rounds: int, *, can_fill: bool) -> None:
    """Start the ladder again and again; given rounds enough, everything happens at least once."""
    every = [*disturbances.ALL, *([disturbances.the_disk_fills] if can_fill else [])]
    luck.shuffle(every)
    for what in [*every, *(luck.choice(every) for _ in range(rounds - len(every)))][:rounds]:
        said = disturbances.befall(ladders.start(folder, jumping=luck.random() < 0.5), folder, what, luck)
        last = said.strip().rpartition("\n")[2]
        print(f"{what.__name__}: {last[:150]}", flush=True)
    ladders.finish(folder)


def stop_a_bot(folder: Path, seed: int) -> None:
    """Stop a bot in the middle of its matches, as the harness was stopped before."""
    run = ladders.start(folder)
    wait_for_matches(folder)
    for pid in ladders.bots_of(f"stopped-{seed}"):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
    said, _ = run.communicate(timeout=200)
    if run.returncode:
        raise RuntimeError(f"with a stopped bot: {said}")
    print(f"a bot is stopped: {said.strip().rpartition(chr(10))[2][:150]}")


def compared(undisturbed: Path, disturbed: Path) -> dict[str, int]:
    """The disturbed ladder beside the undisturbed one."""
    due, found = ladders.seats(undisturbed), ladders.seats(disturbed)
    for key in sorted(due.keys() | found.keys()):
        if due.get(key) != found.get(key):
            print(f"different: {key}: {due.get(key)}, disturbed {found.get(key)}")
    return {
        "lost": len(due.keys() - found.keys()),
        "counted_twice": len(found.keys() - due.keys()),
        "wrongly_blamed": sum(blamed(key, seat) for key, seats in found.items() for seat in seats),
        "different": sum(found[key] != due[key] for key in due.keys() & found.keys())
        + (ladders.ratings(undisturbed) != ladders.ratings(disturbed)),
    }


def blamed(key: str, seat: ladders.Seat) -> bool:
    """Whether a seat paid for what its bot did not do. A match may be over before a bad bot comes to its fault."""
    own = {"played", seat.bot.removeprefix("is-")} if seat.bot.startswith("is-") else {"played"}
    wrong = seat.verdict not in own or (seat.bot in ladders.GOOD and seat.strikes > 0)
    if wrong:
        print(f"wrongly blamed in {key}: {seat}")
    return wrong


def blamed_for_the_stop(folder: Path) -> int:
    """Seats that paid for the stopped bot's being late; itself if it did not."""
    matches = ladders.seats(folder)
    others = sum(blamed(key, seat) for key, seats in matches.items() for seat in seats if seat.bot != "stopped")
    own = [seat for seats in matches.values() for seat in seats if seat.bot == "stopped" and seat.verdict == "late"]
    print(f"the stopped bot: {own}")
    return others + (not own)


def unverified(folder: Path) -> int:
    findings = verify(open_ladder(folder), lambda done, total: None).findings
    for finding in findings:
        print(f"{folder.name}: {finding.where}: {finding.what}")
    return len(findings)


def remains(folders: tuple[Path, ...]) -> int:
    """Processes that are still there ten seconds after the end, files and folders beside what a ladder consists of."""
    deadline = time.monotonic() + 10
    while (left := [one for folder in folders for one in left_behind(folder)]) and time.monotonic() < deadline:
        time.sleep(0.1)
    known = {"ladder.toml", "ladder.db", "ladder.db-wal", "ladder.db-shm", "logs", "site", ".lock"}
    files = [path for folder in folders for path in folder.iterdir() if path.name not in known]
    files += Path(tempfile.gettempdir()).iterdir()
    for one in (*left, *files):
        print(f"left behind: {one}")
    return len(left) + len(files)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="a failing one reproduces")
    parser.add_argument("--sets", type=int, default=2, help="length of the ladder")
    parser.add_argument("--rounds", type=int, default=16, help="disturbances")
    args = parser.parse_args()
    print(f"seed {args.seed}", flush=True)
    found = chaos(args.seed, args.sets, args.rounds)
    print(json.dumps(found))
    return any(count for what, count in found.items() if what not in ("matches", "seed"))


if __name__ == "__main__":
    sys.exit(main())
