"""What a database keeps of folds: the last few whole, and the skills before and after every match."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from harness.database import DAMAGED, Database
from harness.errors import StoreError

KEPT = 3  # folds; the older ones serve where matches were stored before the end of the newest
_ASKED = 500  # values in one query


class Kept(msgspec.Struct, frozen=True, array_like=True):
    """A fold as it is kept."""

    stored: int  # matches up to its position
    position: str  # of its last match
    made_by: str  # what it depends on beside the matches
    tallies: bytes
    pairs: bytes
    sha256: str  # of the two

    @classmethod
    def of(cls, stored: int, position: str, made_by: str, tallies: bytes, pairs: bytes) -> "Kept":
        return cls(stored, position, made_by, tallies, pairs, _digest(tallies, pairs))


class Folds:
    """The folds in one open database."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def newest(self, made_by: str) -> Kept | None:
        """The longest fold that still holds: no match was stored since before its end."""
        heads = list(
            self._db.rows(
                tuple[int, str], "SELECT stored, position FROM folds WHERE made_by = ? ORDER BY stored DESC", (made_by,)
            )
        )
        for stored, position in heads:
            query = "SELECT count(*) FROM matches WHERE position <= ?"
            if self._db.row(tuple[int], query, (position,)) == (stored,):
                return self._kept(stored)
        return None

    def _kept(self, stored: int) -> Kept | None:
        query = "SELECT stored, position, made_by, tallies, pairs, sha256 FROM folds WHERE stored = ?"
        kept = self._db.row(Kept, query, (stored,))
        if kept is not None and _digest(kept.tallies, kept.pairs) != kept.sha256:
            raise StoreError(f"{self._db.path}: the fold of {stored} matches is damaged; {DAMAGED}")
        return kept

    def keep(self, fold: Kept) -> None:
        """Keep a fold, in place of those that are outdated."""
        with self._db.transaction():
            self._db.change("DELETE FROM folds WHERE stored >= ? OR made_by != ?", (fold.stored, fold.made_by))
            self._db.change("INSERT INTO folds VALUES (?, ?, ?, ?, ?, ?)", msgspec.structs.astuple(fold))
            oldest = "SELECT stored FROM folds ORDER BY stored DESC LIMIT -1 OFFSET ?"
            self._db.change(f"DELETE FROM folds WHERE stored IN ({oldest})", (KEPT,))

    def keep_changes(self, skills: Iterable[tuple[int, bytes]]) -> None:
        """Keep, by number of the match, the skills before and after it, in place of those that were kept."""
        with self._db.transaction():
            self._db.change_each("INSERT OR REPLACE INTO changes VALUES (?, ?)", skills)

    def changes(self, matches: Sequence[int]) -> Iterator[tuple[int, bytes]]:
        """The skills before and after these matches, as they were kept, by number of the match."""
        for first in range(0, len(matches), _ASKED):
            some = matches[first : first + _ASKED]
            query = f"SELECT match, skills FROM changes WHERE match IN ({','.join('?' * len(some))})"
            yield from self._db.rows(tuple[int, bytes], query, some)


def _digest(tallies: bytes, pairs: bytes) -> str:
    return hashlib.sha256(tallies + b"\n" + pairs).hexdigest()
