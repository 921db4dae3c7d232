"""The ladders of a folder as they are served: looked at again when their files have changed."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from harness.errors import HarnessError
from harness.ladder import Ladder, open_ladder
from harness.site.ground import Ground

AGE = 3.0  # seconds for which figures are shown as they are, however fast a ladder is played


class Book:
    """One ladder with its figures as last computed. One request at a time uses them: SQLite's connection is one."""

    def __init__(self, ladder: Ladder) -> None:
        self.ladder = ladder
        self._lock = threading.Lock()
        self._ground: Ground | None = None
        self._print: tuple[float, ...] = ()
        self._computed = 0.0

    @contextmanager
    def ground(self) -> Iterator[Ground]:
        """What its pages stand on; StoreError if it never ran."""
        with self._lock, self.ladder.read() as store:
            now, changed = time.monotonic(), _print(self.ladder)
            if self._ground is None or (changed != self._print and now - self._computed > AGE):
                self._ground = Ground(self.ladder, store, live=True)
                self._print, self._computed = changed, now
            self._ground.store = store
            yield self._ground


class Shelf:
    """All ladders below a folder, by the names of theirs."""

    def __init__(self, results: Path) -> None:
        self.results = results
        self._books: dict[str, tuple[float, Book]] = {}
        self._lock = threading.Lock()

    def names(self) -> list[str]:
        """The folders that hold a ladder."""
        return sorted(path.parent.name for path in self.results.glob("*/ladder.toml"))

    def book(self, name: str) -> Book | None:
        """The ladder of that name; None if there is none. ConfigError if its configuration is wrong."""
        if name not in self.names():  # so that no name leads out of the folder
            return None
        folder = self.results / name
        changed = (folder / "ladder.toml").stat().st_mtime
        with self._lock:
            at, book = self._books.get(name, (0.0, None))
            if book is None or at != changed:
                book = Book(open_ladder(folder))
                self._books[name] = changed, book
            return book

    def played(self) -> dict[str, Book]:
        """Those that can be read and have begun."""
        found = {}
        for name in self.names():
            try:
                book = self.book(name)
            except HarnessError:
                continue  # the list of ladders says why
            if book is not None and book.ladder.played:
                found[name] = book
        return found


def _print(ladder: Ladder) -> tuple[float, ...]:
    """Changes whenever the database does."""
    files = (ladder.database, ladder.database.with_name(f"{ladder.database.name}-wal"))
    return tuple(float(part) for file in files if file.exists() for part in (file.stat().st_mtime, file.stat().st_size))
