"""A ladder that is killed again and again ends as if nothing had happened."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import msgspec
import pytest

from harness import site
from harness.errors import StoreError
from harness.ladder import open_ladder
from harness.match import pack_log, unpack_log

HERE = Path(__file__).parent
KILLS = 10
_LADDER = """
game = "schwimmen"
options = { lives = 1, circuit_cap = 3 }
clock = { move = 20.0, bench_after = 1000 }
schedule = { seats = [3], sets = {sets}, seed = "resume" }
"""
MOMENT = "2026-01-01T00:00:00.000+00:00"


def write_ladder(folder: Path, sets: int) -> Path:
    """Three bots that play well and two that misbehave, each in a way that does not depend on time."""
    misbehave = HERE / "bots" / "misbehave.py"
    commands = {
        "thoughtful": ["python", "-m", "sample_bots.thoughtful"],
        "greedy": ["python", "-m", "sample_bots.greedy"],
        "random": ["python", "-m", "sample_bots.random_bot"],
        "illegal": ["python", str(misbehave), "--illegal", "--holds", "4"],
        "dead": ["python", str(misbehave), "--exits-at-start", "1"],
    }
    entry = '[[bots]]\nname = "{}"\ncommand = {}\n'.format
    bots = [entry(name, msgspec.json.encode(command).decode()) for name, command in commands.items()]
    folder.mkdir()
    (folder / "ladder.toml").write_text(_LADDER.replace("{sets}", str(sets)) + "".join(bots))
    return folder


def start(folder: Path, *arguments: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "harness", "run", str(folder), *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def finish(folder: Path, *arguments: str) -> None:
    process = start(folder, *arguments)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, (out + err).decode()


def without_times(folder: Path, into: Path) -> tuple[list[tuple[object, ...]], dict[str, bytes]]:
    """All that the store and the pages say of a ladder but for clock readings: rows, and pages by name."""
    into.mkdir(parents=True)
    (into / "ladder.toml").write_bytes((folder / "ladder.toml").read_bytes())
    with closing(sqlite3.connect(folder / "ladder.db")) as source, closing(sqlite3.connect(into / "ladder.db")) as db:
        source.backup(db)
        for key, packed in db.execute("SELECT key, log FROM matches").fetchall():
            db.execute("UPDATE matches SET log = ? WHERE key = ?", (timeless(packed), key))
        db.execute("UPDATE matches SET started = ?, seconds = 0", (MOMENT,))
        db.execute("UPDATE bots SET folder = '.'")
        db.execute("DELETE FROM thinking")
        db.commit()
        rows: list[tuple[object, ...]] = []
        for query in (
            "SELECT key, position, set_key, seats, actions, log FROM matches ORDER BY position",
            "SELECT m.key, s.seat, s.bot, s.rank, s.score, s.verdict, s.sentence, s.strikes"
            " FROM seats s JOIN matches m ON m.id = s.match ORDER BY m.position, s.seat",
            "SELECT * FROM ratings ORDER BY bot",
            "SELECT * FROM bots ORDER BY id",
            "SELECT * FROM meta WHERE key != 'id' ORDER BY key",
        ):
            rows += db.execute(query).fetchall()
    page = site.build(open_ladder(into))
    files = [file for file in page.parent.rglob("[!.]*") if file.is_file()]
    pages = {str(file.relative_to(page.parent)): file.read_bytes() for file in files}
    return rows, pages


def timeless(packed: bytes) -> bytes:
    """A stored log without its clock readings and the folder its bots ran in."""
    log = unpack_log(packed)
    return pack_log(
        msgspec.structs.replace(
            log,
            started=MOMENT,
            seconds=0.0,
            lag=0.0,
            actions=tuple(msgspec.structs.replace(entry, think_us=0, own_us=0) for entry in log.actions),
            bots=tuple(msgspec.structs.replace(bot, folder=".") for bot in log.bots),
        )
    )


def left_behind(folder: Path) -> list[str]:
    """Processes that bear the mark of the ladder's runs."""
    with open_ladder(folder).read() as store:
        mark = f"HARNESS_RUN={store.noted('id')}.".encode()
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (process / "environ").read_bytes() and int(process.name) != os.getpid():
                found.append((process / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:
            continue
    return found


def wait_until_nothing_is_left(folder: Path) -> None:
    deadline = time.monotonic() + 10
    while left := left_behind(folder):
        assert time.monotonic() < deadline, left
        time.sleep(0.05)


@pytest.fixture
def sockets(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the workers of this test alone keep their sockets, whose paths must be short."""
    with tempfile.TemporaryDirectory() as folder:
        monkeypatch.setenv("TMPDIR", folder)
        yield Path(folder)


@pytest.mark.timeout(200)
def test_killed_at_ten_random_moments(tmp_path: Path, sockets: Path) -> None:
    seed = random.randrange(10**6)
    print(f"the moments are drawn from seed {seed}")
    moments = random.Random(seed)
    folder, undisturbed = write_ladder(tmp_path / "killed", 5), write_ladder(tmp_path / "undisturbed", 5)
    finish(undisturbed, "--jobs", "1")
    for _ in range(KILLS):
        process = start(folder, "--jobs", "2")
        with suppress(subprocess.TimeoutExpired):
            process.communicate(timeout=moments.uniform(0.3, 2.5))
        process.kill()
        process.communicate()
    finish(folder)
    wait_until_nothing_is_left(folder)
    assert list(sockets.iterdir()) == []
    (rows, pages), (expected_rows, expected_pages) = (
        without_times(folder, tmp_path / "a" / "ladder"),
        without_times(undisturbed, tmp_path / "b" / "ladder"),
    )
    assert [row for row in rows if row not in expected_rows] == []
    assert len(rows) == len(expected_rows)
    assert [name for name, page in pages.items() if page != expected_pages.get(name)] == []
    assert pages.keys() == expected_pages.keys()
    again = start(folder)
    _, err = again.communicate(timeout=60)
    assert b"nothing had to be played" in err


def test_the_first_interrupt_lets_running_matches_finish(tmp_path: Path) -> None:
    folder = write_ladder(tmp_path / "stopped", 40)
    process = start(folder)
    wait_for_matches(folder)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130, (out + err).decode()
    assert b"the running matches finish" in err
    with open_ladder(folder).read() as store:
        assert 0 < store.count() < 4 * 40 * 3
    wait_until_nothing_is_left(folder)


def test_the_second_interrupt_stops_now(tmp_path: Path) -> None:
    folder = write_ladder(tmp_path / "stopped", 40)
    process = start(folder)
    wait_for_matches(folder)
    process.send_signal(signal.SIGINT)
    assert process.stderr is not None
    assert any(b"Ctrl-C again" in line for line in process.stderr)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130, (out + err).decode()
    assert b"Traceback" not in err
    wait_until_nothing_is_left(folder)


def wait_for_matches(folder: Path) -> None:
    """Until the running harness has stored something."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        if (folder / "ladder.db").exists():
            with suppress(StoreError), open_ladder(folder).read() as store:
                if store.count():
                    return
        time.sleep(0.05)
    raise AssertionError("no match was stored")


def test_two_harnesses_on_one_ladder(tmp_path: Path) -> None:
    folder = write_ladder(tmp_path / "shared", 40)
    first = start(folder)
    wait_for_matches(folder)
    second = start(folder)
    _, err = second.communicate(timeout=30)
    assert second.returncode == 1
    assert b"another harness is running this ladder" in err
    first.kill()
    first.communicate()
    wait_until_nothing_is_left(folder)
