"""``harness export``: what is stored, in forms that other programs read."""

import csv
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from harness.ladder import open_ladder
from harness.replay import faults, read_log
from tests.cli.conftest import Run

QUERIES = {
    "matches": "SELECT key, set_key, seats, actions, started, seconds FROM matches ORDER BY position",
    "seats": "SELECT m.key, s.seat, b.id, b.name, b.version, s.rank, s.score, s.strikes, s.verdict, s.sentence"
    " FROM seats s JOIN matches m ON m.id = s.match JOIN bots b ON b.id = s.bot ORDER BY m.position, s.seat",
    "ratings": "SELECT b.id, b.name, b.version, b.author, r.mu, r.sigma, r.matches"
    " FROM ratings r JOIN bots b ON b.id = r.bot ORDER BY b.id",
}
PYTHON = {"int64": int, "double": float, "string": str}


@pytest.fixture
def exported(harness: Run, ladder: Path, tmp_path: Path) -> Path:
    with closing(sqlite3.connect(ladder / "ladder.db")) as database, database:
        database.execute("UPDATE bots SET author = '=1+1' WHERE id = 1")
    ran = harness("export", ladder, tmp_path / "out", "--json")
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    for name in QUERIES:
        assert told[name] == len(stored(ladder, name)) > 2
    assert told["logs"] == told["matches"]
    return tmp_path / "out"


def stored(ladder: Path, name: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(ladder / "ladder.db")) as database:
        return database.execute(QUERIES[name]).fetchall()


@pytest.mark.parametrize("name", QUERIES)
def test_all_forms_say_what_is_stored(ladder: Path, exported: Path, name: str) -> None:
    due = stored(ladder, name)
    lines = [json.loads(line) for line in (exported / f"{name}.jsonl").read_text().splitlines()]
    assert [tuple(line.values()) for line in lines] == due
    columns = json.loads((exported / f"{name}.columns.json").read_text())
    assert list(columns) == list(lines[0])
    assert list(zip(*(column["values"] for column in columns.values()), strict=True)) == due
    for column in columns.values():
        assert {type(value) for value in column["values"]} == {PYTHON[column["type"]]}
    with (exported / f"{name}.csv").open(newline="") as file:
        head, *rows = csv.reader(file)
    assert head == list(columns)
    assert rows == [["'=1+1" if value == "=1+1" else str(value) for value in row] for row in due]


def test_the_logs_can_be_played_again(harness: Run, ladder: Path, exported: Path) -> None:
    files = sorted((exported / "logs").iterdir())
    with open_ladder(ladder).read() as store:
        for file in files:
            log = read_log(file)
            assert log == store.log(file.stem)
            assert faults(log) == []
        assert len(files) == store.count()
    assert harness("replay", files[0]).returncode == 0


def test_nothing_is_overwritten(harness: Run, ladder: Path, exported: Path) -> None:
    before = {path: path.read_bytes() for path in exported.rglob("*") if path.is_file()}
    ran = harness("export", ladder, exported)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "name a new folder" in ran.stderr
    assert {path: path.read_bytes() for path in exported.rglob("*") if path.is_file()} == before
