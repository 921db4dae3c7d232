"""The store: versions and upgrades, damage, other programs' files, one writer, disks that are full or read-only."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from harness import schema
from harness.errors import StoreError
from harness.ladder import Ladder, open_ladder
from harness.match import Bot, Fixture
from harness.played import ready
from harness.store import Store
from harness.verify import verify
from tests.fuzz.test_logs import LOGS

# As the first harness of all made them.
VERSION_1 = """
CREATE TABLE bots (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, version INTEGER NOT NULL, author TEXT NOT NULL,
    command TEXT NOT NULL, folder TEXT NOT NULL, UNIQUE (name, version));
"""
CONFIG = """
game = "schwimmen"
options = { lives = 1, swimming = false, circuit_cap = 2 }
schedule = { seats = [3], sets = 1, seed = "store" }
[[bots]]
name = "bot0"
command = ["x"]
"""


def add_match(store: Store, rotation: int) -> None:
    seats = ((1, 2, 3), (2, 3, 1), (3, 1, 2))[rotation]
    store.add([(Fixture((1, 2, 3), 0, rotation, seats), ready(LOGS[0]))])


@pytest.fixture
def ladder(tmp_path: Path) -> Ladder:
    """A ladder with a match in it."""
    (tmp_path / "ladder.toml").write_text(CONFIG)
    one = open_ladder(tmp_path)
    with one.write() as store:
        for bot in LOGS[0].bots:
            store.roster.register(bot)
        add_match(store, 0)
    return one


def statements(ladder: Ladder, script: str) -> None:
    with closing(sqlite3.connect(ladder.database)) as database:
        database.executescript(script)


def dump(ladder: Ladder) -> list[str]:
    with closing(sqlite3.connect(ladder.database)) as database:
        return list(database.iterdump())


def make_old(ladder: Ladder) -> None:
    """The database becomes what a harness of schema version 1 would have left."""
    statements(
        ladder,
        f"ALTER TABLE bots RENAME TO newer; {VERSION_1}"
        "INSERT INTO bots SELECT id, name, version, author, command, folder FROM newer; DROP TABLE newer;"
        "DROP TABLE submissions; DROP TABLE tokens; DROP TABLE folds; DROP TABLE changes; PRAGMA user_version = 1;",
    )
    statements(ladder, "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, '\"newer\"', 'bots');")


@pytest.mark.parametrize("opened", ["read", "write"])
def test_an_older_ladder_is_upgraded_and_says_so(ladder: Ladder, opened: str, caplog: pytest.LogCaptureFixture) -> None:
    with ladder.read() as store:
        before = (store.roster.bots(), list(store.matches()), store.log("1-2-3.0.0"), store.noted("secret"))
    make_old(ladder)
    old = ladder.database.read_bytes()
    with getattr(ladder, opened)() as store:
        assert (store.roster.bots(), list(store.matches()), store.log("1-2-3.0.0"), store.noted("secret")) == before
        assert store.roster.submissions() == []
    (record,) = caplog.records
    backup = ladder.folder / "ladder.v1.db"
    assert record.getMessage().endswith(
        f"upgraded from schema version 1 to {schema.SCHEMA}; as it was, it is kept as {backup.name}"
    )
    with closing(sqlite3.connect(backup)) as kept, closing(sqlite3.connect(":memory:")) as same:
        same.deserialize(old[:18] + b"\1\1" + old[20:])  # the write-ahead log is of no use in memory
        assert list(kept.iterdump()) == list(same.iterdump())
    findings = verify(ladder, lambda done, total: None).findings
    assert "ladder.db" not in [finding.where for finding in findings], "it is declared as a new one is"


def test_a_backup_is_never_overwritten(ladder: Ladder) -> None:
    make_old(ladder)
    (ladder.folder / "ladder.v1.db").write_text("precious")
    with ladder.read():
        pass
    assert (ladder.folder / "ladder.v1.db").read_text() == "precious"
    assert (ladder.folder / "ladder.v1-1.db").stat().st_size > 4096


def test_an_upgrade_that_fails_changes_nothing(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    make_old(ladder)
    monkeypatch.setitem(schema.STEPS, 1, schema.STEPS[1] + "CREATE TABLE bots (x);\n")
    before = dump(ladder)
    with pytest.raises(StoreError, match="already exists"), ladder.write():
        pass
    assert dump(ladder) == before


@pytest.mark.parametrize("version", [0, schema.SCHEMA + 1, 99])
def test_another_version_is_refused(ladder: Ladder, version: int) -> None:
    statements(ladder, f"PRAGMA user_version = {version}")
    before = ladder.database.read_bytes()
    for use in (ladder.read, ladder.write):
        with pytest.raises(StoreError, match=f"schema version {version}, this harness reads {schema.SCHEMA}"), use():
            pass
    assert ladder.database.read_bytes() == before


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "ladder.db"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE songs (title TEXT)")
    before = path.read_bytes()
    for write in (False, True):
        with pytest.raises(StoreError, match="this is not a ladder's database"):
            Store(path, write=write)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"x", b"not a database at all" * 1000, b"SQLite format 3\0" + bytes(84)])
def test_a_file_that_is_no_database(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "ladder.db"
    path.write_bytes(content)
    with pytest.raises(StoreError, match=str(path)):
        Store(path, write=False)


def test_damage_is_found_before_anything_is_written(ladder: Ladder) -> None:
    data = bytearray(ladder.database.read_bytes())
    index = data.rindex(b"1-2-3.0.0")
    data[index] ^= 1
    ladder.database.write_bytes(data)
    with pytest.raises(StoreError, match=r"damaged: .*; see what is damaged with `harness verify`"), ladder.write():
        pass
    assert ladder.database.read_bytes() == data


def test_a_database_that_is_cut_off(ladder: Ladder) -> None:
    data = ladder.database.read_bytes()
    for length in range(1000, len(data) - 4096, 1000):  # its last page is that of a table without rows
        ladder.database.write_bytes(data[:length])
        with pytest.raises(StoreError, match=str(ladder.database)), ladder.write():
            pass
        assert ladder.database.stat().st_size == length


def test_two_writers_at_once(ladder: Ladder) -> None:
    with (
        ladder.write(),
        pytest.raises(StoreError, match="another harness is running this ladder; wait for it to end"),
        ladder.write(),
    ):
        pass


def test_the_lock_ends_with_its_holder_however_that_ends(ladder: Ladder) -> None:
    hold = (
        "import os, sys; from pathlib import Path; from harness.ladder import open_ladder\n"
        "with open_ladder(Path(sys.argv[1])).write(): print('held', flush=True); os.kill(os.getpid(), 9)"
    )
    ran = subprocess.run([sys.executable, "-c", hold, str(ladder.folder)], stdout=subprocess.PIPE, check=False)
    assert (ran.returncode, ran.stdout) == (-9, b"held\n")
    with ladder.write() as store:
        assert store.count() == 1


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of half a megabyte."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("only root can mount a small disk")
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(disk)], stderr=subprocess.PIPE, check=False, text=True
    )
    if mounted.returncode:
        pytest.skip(f"no disk can be mounted here: {mounted.stderr.strip()}")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def test_a_full_disk_loses_nothing(small_disk: Path) -> None:
    (small_disk / "ladder.toml").write_text(CONFIG)
    ladder = open_ladder(small_disk)
    with ladder.write() as store:
        for bot in LOGS[0].bots:
            store.roster.register(bot)
        add_match(store, 0)
        filler = small_disk / "filler"
        with suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(1024))
        with pytest.raises(StoreError, match="free some space, then run again; what was stored is safe"):
            for number in range(1000):
                store.roster.register(Bot("x" * 2000, ("x",), version=number))
        with ladder.read() as reader:
            assert reader.log("1-2-3.0.0") == LOGS[0]
        filler.unlink()
        add_match(store, 1)
    with ladder.write() as store:
        assert store.count() == 2


def test_a_read_only_disk(small_disk: Path) -> None:
    (small_disk / "ladder.toml").write_text(CONFIG)
    ladder = open_ladder(small_disk)
    with ladder.write():
        pass
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with pytest.raises(StoreError, match=f"{small_disk}: cannot be written to"), ladder.write():
        pass
    with ladder.read() as store:
        assert store.count() == 0
