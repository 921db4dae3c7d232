"""An SQLite file whose every failure is a StoreError, which names the file and the next step."""

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec

from harness.errors import StoreError

T = TypeVar("T")

_NEXT = {
    sqlite3.SQLITE_FULL: "free some space, then run again; what was stored is safe",
    sqlite3.SQLITE_READONLY: "make it writable, then run again",
    sqlite3.SQLITE_CANTOPEN: "see to the rights of its folder",
    sqlite3.SQLITE_BUSY: "wait until no other program uses it",
    sqlite3.SQLITE_LOCKED: "wait until no other program uses it",
}
DAMAGED = "see what is damaged with `harness verify`, or put back a copy"


class Database:
    """An open SQLite file. What is read is checked against the shape that it is asked for in."""

    def __init__(self, path: Path, *, write: bool) -> None:
        self.path = path
        with self._failures():
            mode = "mode=rwc" if write else "mode=ro" if _may_change(path) else "immutable=1"
            self._open = sqlite3.connect(f"{path.resolve().as_uri()}?{mode}", uri=True, isolation_level=None)

    def close(self) -> None:
        self._open.close()

    def rows(self, shape: type[T], query: str, values: Sequence[object] = ()) -> Iterator[T]:
        """The rows that a query finds, each as ``shape``: a tuple, or a struct that is array-like."""
        with self._failures():
            for row in self._open.execute(query, values):
                yield msgspec.convert(row, shape)

    def row(self, shape: type[T], query: str, values: Sequence[object] = ()) -> T | None:
        """The first row that a query finds, if it finds any."""
        return next(self.rows(shape, query, values), None)

    def number(self, query: str) -> int:
        """What a query that always gives one number gives."""
        ((found,),) = self.rows(tuple[int], query)
        return found

    def change(self, statement: str, values: Sequence[object] = ()) -> None:
        """Execute one statement."""
        with self._failures():
            self._open.execute(statement, values)

    def change_each(self, statement: str, rows: Iterable[Sequence[object]]) -> None:
        """Execute one statement for each row of values."""
        with self._failures():
            self._open.executemany(statement, rows)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is changed inside, or nothing of it."""
        self.change("BEGIN IMMEDIATE")
        try:
            yield
            self.change("COMMIT")
        finally:
            if self._open.in_transaction:
                self.change("ROLLBACK")

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """All that is read inside is of one moment, whoever writes meanwhile."""
        self.change("BEGIN")
        try:
            yield
        finally:
            self.change("COMMIT")

    def copy(self, to: Path) -> None:
        """Write the whole database, as it is now, to a new file."""
        with self._failures(), closing(sqlite3.connect(to)) as other:
            self._open.backup(other)

    @contextmanager
    def _failures(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            # Python's own complaints, such as one about a text that is not UTF-8, have no code.
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
            raise StoreError(f"{self.path}: {error}; {_NEXT.get(code, DAMAGED)}") from None
        except (msgspec.ValidationError, UnicodeDecodeError, OverflowError) as error:
            raise StoreError(f"{self.path}: holds what no harness wrote there: {error}; {DAMAGED}") from None


def _may_change(path: Path) -> bool:
    """Whether somebody may be writing to it. On a read-only disk nobody is, and SQLite can keep no locks there."""
    return os.access(path.parent, os.W_OK) or path.with_name(f"{path.name}-wal").exists()
