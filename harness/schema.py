"""The tables of a ladder's database, and how those of earlier harnesses become them."""

import logging
from itertools import count
from pathlib import Path

from harness.database import DAMAGED, Database
from harness.errors import StoreError

APPLICATION_ID = 0x43424831  # "CBH1"
SCHEMA = 4

TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE bots (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, version INTEGER NOT NULL, author TEXT NOT NULL,
    command TEXT NOT NULL, folder TEXT NOT NULL, image TEXT NOT NULL, UNIQUE (name, version));
CREATE TABLE matches (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, position TEXT NOT NULL UNIQUE, set_key TEXT NOT NULL,
    seats INTEGER NOT NULL, actions INTEGER NOT NULL, started TEXT NOT NULL, seconds REAL NOT NULL, log BLOB NOT NULL);
CREATE INDEX matches_set ON matches (set_key);
CREATE TABLE seats (
    match INTEGER NOT NULL REFERENCES matches, seat INTEGER NOT NULL, bot INTEGER NOT NULL REFERENCES bots,
    rank INTEGER NOT NULL, score INTEGER NOT NULL, verdict TEXT NOT NULL, sentence TEXT NOT NULL,
    strikes INTEGER NOT NULL, PRIMARY KEY (match, seat)) WITHOUT ROWID;
CREATE INDEX seats_bot ON seats (bot, match);
CREATE TABLE thinking (
    bot INTEGER NOT NULL, bucket INTEGER NOT NULL, decisions INTEGER NOT NULL, think_us INTEGER NOT NULL,
    own_us INTEGER NOT NULL, PRIMARY KEY (bot, bucket)) WITHOUT ROWID;
CREATE TABLE incidents (at TEXT NOT NULL, key TEXT NOT NULL, cause TEXT NOT NULL, sentence TEXT NOT NULL);
CREATE TABLE ratings (
    bot INTEGER PRIMARY KEY REFERENCES bots, mu REAL NOT NULL, sigma REAL NOT NULL, matches INTEGER NOT NULL);
CREATE TABLE submissions (
    id INTEGER PRIMARY KEY, at TEXT NOT NULL, name TEXT NOT NULL, author TEXT NOT NULL, bot INTEGER REFERENCES bots,
    report TEXT NOT NULL);
CREATE TABLE tokens (bot INTEGER PRIMARY KEY REFERENCES bots, sha256 TEXT NOT NULL UNIQUE);
CREATE TABLE folds (
    stored INTEGER PRIMARY KEY, position TEXT NOT NULL, made_by TEXT NOT NULL, tallies BLOB NOT NULL,
    pairs BLOB NOT NULL, sha256 TEXT NOT NULL);
CREATE TABLE changes (match INTEGER PRIMARY KEY REFERENCES matches, skills BLOB NOT NULL);
"""

# By version: the statements that lead to the next one. A table whose declaration changes is made anew, because
# `harness verify` compares declarations, and ALTER TABLE would leave another one.
STEPS = {
    # Bots in containers, and submissions.
    1: """
CREATE TABLE new_bots (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, version INTEGER NOT NULL, author TEXT NOT NULL,
    command TEXT NOT NULL, folder TEXT NOT NULL, image TEXT NOT NULL, UNIQUE (name, version));
INSERT INTO new_bots SELECT id, name, version, author, command, folder, '' FROM bots;
DROP TABLE bots;
ALTER TABLE new_bots RENAME TO bots;
CREATE TABLE submissions (
    id INTEGER PRIMARY KEY, at TEXT NOT NULL, name TEXT NOT NULL, author TEXT NOT NULL, bot INTEGER REFERENCES bots,
    report TEXT NOT NULL);
""",
    # Remote bots: only the SHA-256 of a token is kept.
    2: """
CREATE TABLE tokens (bot INTEGER PRIMARY KEY REFERENCES bots, sha256 TEXT NOT NULL UNIQUE);
""",
    # Folds that can be continued.
    3: """
CREATE TABLE folds (
    stored INTEGER PRIMARY KEY, position TEXT NOT NULL, made_by TEXT NOT NULL, tallies BLOB NOT NULL,
    pairs BLOB NOT NULL, sha256 TEXT NOT NULL);
CREATE TABLE changes (match INTEGER PRIMARY KEY REFERENCES matches, skills BLOB NOT NULL);
""",
}

_log = logging.getLogger(__name__)  # unless it is told otherwise, Python prints warnings on stderr


class Outdated(StoreError):
    """The database of an earlier harness, opened to be read: who may write to it can upgrade it."""


def settle(database: Database, *, write: bool) -> None:
    """See that the database has the tables of today: make or upgrade them if it may be written to.

    StoreError if it is another program's, of a later harness, or damaged.
    """
    if write and database.number("SELECT count(*) FROM sqlite_master") == 0:
        _create(database)
    if database.number("PRAGMA application_id") != APPLICATION_ID:
        raise StoreError(f"{database.path}: this is not a ladder's database; name a folder that `harness init` made")
    version = database.number("PRAGMA user_version")
    if version != SCHEMA and version not in STEPS:
        raise StoreError(
            f"{database.path}: schema version {version}, this harness reads {SCHEMA}; use the release that wrote it"
        )
    if version != SCHEMA and not write:
        raise Outdated(f"{database.path}: schema version {version}; `harness run` upgrades it to {SCHEMA}")
    if write:
        _check(database)
    if version != SCHEMA:
        _upgrade(database, version)


def declarations(database: Database) -> list[tuple[str, str]]:
    """Every table and index with its declaration; SQLite quotes the name of a table that was renamed."""
    found = database.rows(tuple[str, str], "SELECT name, ifnull(sql, '') FROM sqlite_master ORDER BY name")
    return [(name, declared.replace('"', "")) for name, declared in found]


def faults(database: Database) -> list[str]:
    """What SQLite itself finds wrong with the file."""
    said = [what for (what,) in database.rows(tuple[str], "PRAGMA integrity_check") if what != "ok"]
    astray = database.rows(tuple[str, int | None, str, int], "PRAGMA foreign_key_check")
    return said + [f"a row of {table} names a row of {parent} that is not there" for table, _, parent, _ in astray]


def _create(database: Database) -> None:
    database.change("PRAGMA journal_mode = WAL")
    with database.transaction():
        database.change(f"PRAGMA application_id = {APPLICATION_ID}")
        database.change(f"PRAGMA user_version = {SCHEMA}")
        _execute(database, TABLES)


def _execute(database: Database, statements: str) -> None:
    for statement in statements.split(";\n"):
        database.change(statement)


def _check(database: Database) -> None:
    """What is damaged must not be written to."""
    for what in faults(database):
        raise StoreError(f"{database.path}: damaged: {what}; {DAMAGED}")


def _upgrade(database: Database, version: int) -> None:
    """Step by step to today's version: all of it, or nothing."""
    backup = _unused(database.path, version)
    database.copy(backup)
    with database.transaction():
        for step in range(version, SCHEMA):
            _execute(database, STEPS[step])
        database.change(f"PRAGMA user_version = {SCHEMA}")
    _log.warning(
        "%s: upgraded from schema version %d to %d; as it was, it is kept as %s",
        database.path, version, SCHEMA, backup.name,
    )  # fmt: skip


def _unused(path: Path, version: int) -> Path:
    """A name for the backup that no file has yet."""
    names = (path.with_name(f"{path.stem}.v{version}{f'-{number}' if number else ''}.db") for number in count())
    return next(name for name in names if not name.exists())
