"""``python -m tests.chaos.soak``: 20,000 matches in one run; at the end the harness holds what it held early."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import msgspec

from harness.errors import StoreError
from harness.ladder import open_ladder
from tests.chaos import ladders

FIRST_BOT = Path(__file__).parent.parent / "bench" / "first_bot.py"
EARLY = 1000  # matches
BEFORE_THE_END = 4000  # matches: so that no reading is of a harness that is closing down
WORKERS = 2
BOTS = 3  # one table, 3 matches a set: all bots are there from the first match on
_CONFIG = """
game = "schwimmen"
options = {{ lives = 1, circuit_cap = 6 }}
clock = {{ move = 60.0 }}
schedule = {{ seats = [3], sets = {sets}, seed = "soak" }}
"""


class Held(msgspec.Struct):
    """What the harness and its workers hold; bots are counted, but their own is theirs."""

    matches: int
    memory_mib: int
    open_files: int
    threads: int
    processes: int
    temporary_files: int


def held(run: "subprocess.Popen[str]", folder: Path, scratch: Path) -> Held:
    """The lowest of some readings, because bots come and go: what is never let go of is in all of them."""
    readings = []
    for _ in range(40):
        with suppress(OSError):
            readings.append(_reading(run, folder, scratch))
        time.sleep(0.1)
    return Held(*(min(getattr(one, field) for one in readings) for field in Held.__struct_fields__))


def _reading(run: "subprocess.Popen[str]", folder: Path, scratch: Path) -> Held:
    own = [run.pid, *ladders.workers(run)]
    if len(own) != 1 + WORKERS:
        raise RuntimeError(f"there are {len(own) - 1} workers, not {WORKERS}; give the soak more matches")
    status = [(Path("/proc") / str(pid) / "status").read_text() for pid in own]
    return Held(
        matches=stored(folder),
        memory_mib=sum(_field(text, "VmRSS") for text in status) // 1024,
        open_files=sum(len(list((Path("/proc") / str(pid) / "fd").iterdir())) for pid in own),
        threads=sum(_field(text, "Threads") for text in status),
        processes=sum(parent in own for _, parent, _ in ladders.processes()),
        temporary_files=sum(1 for _ in scratch.rglob("*")),
    )


def _field(status: str, name: str) -> int:
    return int(status.partition(f"{name}:")[2].split()[0])


def stored(folder: Path) -> int:
    with suppress(StoreError), open_ladder(folder).read() as store:
        return store.count()
    return 0


def wait_for(matches: int, run: "subprocess.Popen[str]", folder: Path) -> None:
    while stored(folder) < matches:
        if run.poll() is not None:
            raise RuntimeError(f"the run ended early: {run.communicate()[0]}")
        time.sleep(0.2)


def soak(matches: int) -> tuple[Held, Held]:
    """What is held after the first thousand matches, and shortly before the last."""
    with tempfile.TemporaryDirectory(prefix="soak-") as name:
        folder, scratch = Path(name) / "ladder", Path(name) / "tmp"
        scratch.mkdir()
        os.environ["TMPDIR"] = str(scratch)
        sets = -(-matches // BOTS)
        bots = {f"bot{number}": ["python", str(FIRST_BOT), "64"] for number in range(BOTS)}
        ladders.write_ladder(folder, _CONFIG.format(sets=sets), bots)
        run = ladders.start(folder)
        wait_for(EARLY, run, folder)
        early = held(run, folder, scratch)
        wait_for(matches - BEFORE_THE_END, run, folder)
        late = held(run, folder, scratch)
        said, _ = run.communicate(timeout=600)
        if run.returncode or stored(folder) < matches:
            raise RuntimeError(f"the run failed: {said}")
        left = Held(stored(folder), 0, 0, 0, 0, sum(1 for _ in scratch.rglob("*")))
        print(f"left when it had ended: {left.temporary_files} temporary files")
        return early, late


def grown(early: Held, late: Held) -> list[str]:
    """What grew by more than a tenth: the bots of a leg come and go, and memory is taken in pieces."""
    fields = [field for field in Held.__struct_fields__ if field != "matches"]
    return [field for field in fields if getattr(late, field) > 1.1 * getattr(early, field) + 2]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20_000)
    early, late = soak(parser.parse_args().matches)
    print(f"early: {early}")
    print(f"late:  {late}")
    found = grown(early, late)
    told = {"early": msgspec.structs.asdict(early), "late": msgspec.structs.asdict(late), "grown": found}
    print(json.dumps(told))
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
