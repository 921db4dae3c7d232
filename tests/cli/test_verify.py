"""Whatever is changed in a ladder's record, verify finds it."""

import json
import math
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from harness.ladder import open_ladder
from harness.match import Log, pack_log, unpack_log
from harness.site import build
from harness.verify import verify
from tests.cli.conftest import Run

KEY = "1-2.1.0"
BROKEN = "1-3.0.0"


def findings(ladder: Path) -> dict[str, list[str]]:
    """What verify finds, by where it found it."""
    by_place: dict[str, list[str]] = {}
    for finding in verify(open_ladder(ladder), lambda done, total: None).findings:
        by_place.setdefault(finding.where, []).append(finding.what)
    return by_place


@pytest.fixture
def record(ladder: Path) -> Path:
    """A played ladder without pages, to be changed at will."""
    shutil.rmtree(ladder / "site")
    return ladder


def change(ladder: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(ladder / "ladder.db", isolation_level=None)) as database:
        assert database.execute(statement, values).rowcount != 0


def change_log(ladder: Path, key: str, alter: Callable[[Log], Log]) -> None:
    with closing(sqlite3.connect(ladder / "ladder.db")) as database:
        (packed,) = database.execute("SELECT log FROM matches WHERE key = ?", (key,)).fetchone()
    log = unpack_log(packed)
    altered = alter(log)
    assert altered != log
    change(ladder, "UPDATE matches SET log = ? WHERE key = ?", pack_log(altered), key)


def test_an_honest_ladder_has_no_findings(harness: Run, ladder: Path) -> None:
    ran = harness("verify", ladder)
    assert (ran.returncode, ran.stdout) == (0, "")
    assert "all is as it should be" in ran.stderr
    found = json.loads(harness("verify", ladder, "--json").stdout)
    assert found["matches"] >= 9
    assert found["pages"] > found["matches"]
    assert found["findings"] == []


def test_a_finding_is_printed_and_exits_1(harness: Run, record: Path) -> None:
    change(record, "UPDATE meta SET value = 'x' WHERE key = 'commitment'")
    ran = harness("verify", record)
    assert (ran.returncode, ran.stdout) == (1, "secret: its SHA-256 is not the commitment\n")
    assert "1 finding" in ran.stderr


@pytest.mark.parametrize(
    ("statement", "where", "what"),
    [
        (f"UPDATE seats SET rank = 3 - rank WHERE match = (SELECT id FROM matches WHERE key = '{KEY}')", KEY, "seats"),
        (f"UPDATE seats SET score = 9 WHERE match = (SELECT id FROM matches WHERE key = '{KEY}')", KEY, "seats"),
        (f"UPDATE matches SET started = '2001-01-01' WHERE key = '{KEY}'", KEY, "started"),
        (f"UPDATE matches SET actions = actions + 1 WHERE key = '{KEY}'", KEY, "actions"),
        (f"UPDATE matches SET position = 'x' WHERE key = '{KEY}'", KEY, "position"),
        (f"UPDATE matches SET key = '1-2.7.0' WHERE key = '{KEY}'", "1-2.7.0", "seed does not follow from the secret"),
        (f"UPDATE matches SET key = '1-2.1.2' WHERE key = '{KEY}'", "1-2.1.2", "no schedule has a match"),
        (f"UPDATE matches SET key = 'x' WHERE key = '{KEY}'", "x", "no schedule has a match"),
        (f"UPDATE matches SET log = x'00' WHERE key = '{KEY}'", KEY, "damaged"),
        ("UPDATE seats SET sentence = 'Was unlucky.' WHERE verdict = 'no-start'", BROKEN, "seats"),
        ("DELETE FROM seats WHERE match = 1", "matches", "have seats"),
        ("DELETE FROM matches WHERE id = 1", "ladder.db", "that is not there"),
        ("DROP INDEX matches_set", "ladder.db", "not declared"),
        ("UPDATE bots SET name = 'cheat' WHERE id = 1", KEY, "bots"),
        ("UPDATE bots SET command = '[\"cheat\"]' WHERE id = 1", KEY, "bots"),
        ("UPDATE thinking SET think_us = 0 WHERE bot = 1", "think times", "bot 1"),
        ("DELETE FROM thinking", "think times", "bot 2"),
        ("UPDATE ratings SET mu = mu + 0.001 WHERE bot = 1", "ratings", "bot 1"),
        ("UPDATE ratings SET matches = 1 WHERE bot = 2", "ratings", "bot 2"),
        ("DELETE FROM ratings WHERE bot = 3", "ratings", "bot 3"),
        ("UPDATE meta SET value = 'x' WHERE key = 'commitment'", "secret", "not the commitment"),
        ("UPDATE meta SET value = 'x' WHERE key = 'secret'", "secret", "not the seed"),
        ("UPDATE meta SET value = 'x' WHERE key = 'secret'", KEY, "wire_id does not follow from the secret"),
    ],
)
def test_a_changed_row_is_found(record: Path, statement: str, where: str, what: str) -> None:
    change(record, statement)
    found = findings(record)
    assert where in found
    assert any(what in each for each in found[where])


def with_result(log: Log, **changes: Any) -> Log:
    return msgspec.structs.replace(log, result=msgspec.structs.replace(log.result, **changes))


def without_a_strike(log: Log) -> Log:
    return with_result(log, strikes=[strikes + 1 for strikes in log.result.strikes])


def acquitted(log: Log) -> Log:
    verdicts = [msgspec.structs.replace(verdict, cause="played") for verdict in log.result.verdicts]
    return with_result(log, verdicts=verdicts)


def swapped(log: Log) -> Log:
    return msgspec.structs.replace(log, bots=log.bots[::-1])


def shortened(log: Log) -> Log:
    return msgspec.structs.replace(log, actions=log.actions[:-1])


@pytest.mark.parametrize(
    ("key", "alter", "what"),
    [
        (KEY, lambda log: with_result(log, ranks=log.result.ranks[::-1]), "ranks"),
        (KEY, lambda log: with_result(log, scores=[7, 7]), "scores"),
        (KEY, lambda log: with_result(log, strikes=[0, 1]), "strikes"),
        (KEY, lambda log: with_result(log, strikes=[0]), "differ in length"),
        (BROKEN, acquitted, "does not fit when it forfeited"),
        (KEY, swapped, "not those that the schedule seats there"),
        (KEY, shortened, "ends before the match does"),
        (KEY, lambda log: msgspec.structs.replace(log, seed="0"), "seed does not follow"),
        (KEY, lambda log: msgspec.structs.replace(log, options={"lives": 3, "feuer": True}), "rules"),
        (KEY, lambda log: msgspec.structs.replace(log, game="schnauz"), "schnauz has no option 'pack'"),
        (KEY, lambda log: msgspec.structs.replace(log, game="whist"), "there is no rule set 'whist'"),
    ],
)
def test_a_changed_log_is_found(record: Path, key: str, alter: Callable[[Log], Log], what: str) -> None:
    change_log(record, key, alter)
    assert any(what in each for each in findings(record)[key])


def test_a_changed_page_is_found(ladder: Path) -> None:
    page, other = ladder / "site" / "index.html", ladder / "site" / "matches" / f"{KEY}.html"
    page.write_text(page.read_text().replace("greedy", "Greedy"))
    other.unlink()
    found = findings(ladder)
    assert set(found) == {str(page), str(other)}
    assert "harness site" in found[str(page)][0]
    assert "is missing" in found[str(other)][0]
    build(open_ladder(ladder))
    assert findings(ladder) == {}


@pytest.mark.parametrize("seed", range(8))
def test_flipped_bytes_never_end_in_a_traceback(harness: Run, record: Path, seed: int) -> None:
    path = record / "ladder.db"
    data = bytearray(path.read_bytes())
    luck = random.Random(seed)
    for _ in range(80):
        data[luck.randrange(len(data))] ^= 1 << luck.randrange(8)
    path.write_bytes(data)
    ran = harness("verify", record)
    assert ran.returncode == 1
    assert ran.stdout or ran.stderr.startswith("error: ")
    assert "unexpected" not in ran.stderr


def minimally(value: object) -> object:
    """A value that differs as little as one can."""
    if isinstance(value, float):
        return math.nextafter(value, math.inf)
    if isinstance(value, int):
        return value ^ 1
    if isinstance(value, bytes):
        return bytes([value[0] ^ 1]) + value[1:]
    assert isinstance(value, str)
    return chr(ord(value[0]) ^ 1) + value[1:] if value else "!"


# What is derived, or decided before the first match; the rest of a bot's row is what is said of it.
COLUMNS = {
    "matches": ("key", "position", "set_key", "actions", "started", "seconds"),
    "seats": ("seat", "bot", "rank", "score", "verdict", "sentence", "strikes"),
    "ratings": ("bot", "mu", "sigma", "matches"),
    "thinking": ("bot", "bucket", "decisions", "think_us", "own_us"),
    "bots": ("id", "name", "version", "command"),
    "folds": ("tallies", "pairs", "sha256"),
    "changes": ("skills",),
}
KEYS = {"seats": "match", "changes": "match", "folds": "stored"}  # where it is not the first of the columns


@pytest.mark.parametrize("column", [f"{table}.{column}" for table in COLUMNS for column in COLUMNS[table]])
def test_the_smallest_change_of_any_value_is_found(record: Path, column: str) -> None:
    table, name = column.split(".")
    key = KEYS.get(table, COLUMNS[table][0])
    with closing(sqlite3.connect(record / "ladder.db")) as database:
        where, value = database.execute(f"SELECT {key}, {name} FROM {table} ORDER BY {key} DESC LIMIT 1").fetchone()
    with closing(sqlite3.connect(record / "ladder.db")) as database, database:
        changed = minimally(value)
        database.execute(
            f"UPDATE OR REPLACE {table} SET {name} = ? WHERE {key} = ? AND {name} = ?", (changed, where, value)
        )
    assert findings(record)


@pytest.mark.parametrize("fact", ["secret", "commitment", "rules"])
def test_the_smallest_change_of_a_fact_is_found(record: Path, fact: str) -> None:
    change(record, "UPDATE meta SET value = substr(value, 1, length(value) - 1) || '?' WHERE key = ?", fact)
    assert findings(record)


def test_every_flip_of_a_bit_of_a_log_is_found(record: Path) -> None:
    with closing(sqlite3.connect(record / "ladder.db")) as database:
        (packed,) = database.execute("SELECT log FROM matches WHERE key = ?", (KEY,)).fetchone()
    for at in range(len(packed)):
        for bit in range(8):
            flipped = bytearray(packed)
            flipped[at] ^= 1 << bit
            with pytest.raises(ValueError):
                unpack_log(bytes(flipped))
    assert unpack_log(packed[:-4]) == unpack_log(packed), "logs of earlier releases have no checksum"
    flipped = bytearray(packed)
    flipped[len(packed) // 2] ^= 1
    change(record, "UPDATE matches SET log = ? WHERE key = ?", bytes(flipped), KEY)
    assert "is damaged" in findings(record)[KEY][0]


def test_a_flip_of_a_bit_of_any_page_is_found(ladder: Path) -> None:
    luck = random.Random(7)
    pages = sorted(path for path in (ladder / "site").rglob("*") if path.is_file())
    for page in pages:
        data = bytearray(page.read_bytes())
        data[luck.randrange(len(data))] ^= 1 << luck.randrange(8)
        page.write_bytes(data)
    found = findings(ladder)
    assert {str(page) for page in pages} == set(found)
