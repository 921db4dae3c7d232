"""One SQLite file per ladder. The logs are the truth; everything else in it derives from them."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Self, TypeVar

from harness import schema
from harness.database import DAMAGED, Database
from harness.errors import StoreError
from harness.folds import Folds
from harness.match import Fixture, Log, unpack_log
from harness.played import Played
from harness.roster import Roster
from harness.rows import MatchRow, SeatRow, SetRow, Thinking

T = TypeVar("T")

RATING_DIGITS = 9  # after the point; another machine's mathematics may differ in the last one


class Store:
    """An open ladder.db. One process writes; others may read at any time."""

    def __init__(self, path: Path, *, write: bool) -> None:
        self.path = path
        self._db = Database(path, write=write)
        try:
            schema.settle(self._db, write=write)
        except StoreError:
            self._db.close()
            raise
        self.folds = Folds(self._db)
        self.roster = Roster(self._db)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()

    def snapshot(self) -> AbstractContextManager[None]:
        """All that is read inside is of one moment, whoever writes meanwhile."""
        return self._db.snapshot()

    # What is noted once.

    def note(self, key: str, value: str) -> None:
        """Keep a fact about the ladder."""
        self._db.change("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def noted(self, key: str) -> str | None:
        """A fact about the ladder, if it was kept."""
        row = self._db.row(tuple[str], "SELECT value FROM meta WHERE key = ?", (key,))
        return None if row is None else row[0]

    # Matches.

    def add(self, played: Sequence[tuple[Fixture, Played]]) -> None:
        """Store matches with their logs, seats and think times: all of them in one transaction, or none."""
        with self._db.transaction():
            for fixture, one in played:
                self._add(fixture, one)

    def _add(self, fixture: Fixture, played: Played) -> None:
        result = played.result
        row = self._db.row(
            tuple[int],
            "INSERT INTO matches (key, position, set_key, seats, actions, started, seconds, log)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
            (
                fixture.key, fixture.position, fixture.set_key, len(fixture.seats),
                played.actions, played.started, played.seconds, played.packed,
            ),
        )  # fmt: skip
        assert row is not None
        self._db.change_each(
            "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (row[0], seat, bot, result.ranks[seat], result.scores[seat],
                 result.verdicts[seat].cause, result.verdicts[seat].sentence, result.strikes[seat])
                for seat, bot in enumerate(fixture.seats)
            ],
        )  # fmt: skip
        self._db.change_each(
            "INSERT INTO thinking VALUES (?, ?, ?, ?, ?) ON CONFLICT (bot, bucket) DO UPDATE SET"
            " decisions = decisions + excluded.decisions, think_us = think_us + excluded.think_us,"
            " own_us = own_us + excluded.own_us",
            played.thinking,
        )

    def add_incident(self, at: str, key: str, cause: str, sentence: str) -> None:
        """Keep a fault of the machine: it blames nobody, and its match is played again."""
        self._db.change("INSERT INTO incidents VALUES (?, ?, ?, ?)", (at, key, cause, sentence))

    def incidents(self) -> list[tuple[str, str, str, str]]:
        """Faults of the machine: when, in which match, cause, sentence."""
        query = "SELECT at, key, cause, sentence FROM incidents ORDER BY at"
        return list(self._db.rows(tuple[str, str, str, str], query))

    def count(self, before: str = "") -> int:
        """How many matches are stored, or how many of them before a position."""
        if not before:
            return self._db.number("SELECT count(*) FROM matches")
        row = self._db.row(tuple[int], "SELECT count(*) FROM matches WHERE position < ?", (before,))
        return row[0] if row else 0

    def last_started(self) -> str:
        """When the last of all matches began; empty if there is none."""
        row = self._db.row(tuple[str | None], "SELECT max(started) FROM matches")
        return (row and row[0]) or ""

    def count_among(self, bots: Sequence[int], sizes: Collection[int], sets: int) -> int:
        """How many matches are stored of tables of these sizes with no other bots, in their first so many sets."""
        others = f"SELECT match FROM seats WHERE bot IN (SELECT id FROM bots WHERE id NOT IN ({_marks(bots)}))"
        query = (
            f"SELECT count(*) FROM matches WHERE seats IN ({_marks([*sizes])})"
            f" AND CAST(substr(position, -7) AS INTEGER) < ? AND id NOT IN ({others})"
        )
        row = self._db.row(tuple[int], query, (*sizes, sets, *bots))
        return row[0] if row else 0

    def forfeits(self, keys: Sequence[str]) -> dict[str, frozenset[int]]:
        """Of these matches those that are stored, each with the bots that forfeited it."""
        found: dict[str, set[int]] = {}
        for some in _parts(keys):
            for key, bot, verdict in self._db.rows(
                tuple[str, int, str],
                "SELECT m.key, s.bot, s.verdict FROM matches m JOIN seats s ON s.match = m.id"
                f" WHERE m.key IN ({_marks(some)})",
                some,
            ):
                found.setdefault(key, set())
                if verdict != "played":
                    found[key].add(bot)
        return {key: frozenset(bots) for key, bots in found.items()}

    def matches(self, *, after: str = "", to: str = "~") -> Iterator[MatchRow]:
        """Every stored match in schedule order, or those after a position and up to another."""
        return self._rows("WHERE m.position > ? AND m.position <= ? ORDER BY m.position, s.seat", (after, to))

    def numbered(self, numbers: Sequence[int]) -> dict[int, MatchRow]:
        """The matches with these numbers, by number."""
        found = {}
        for some in _parts(numbers):
            for row in self._rows(f"WHERE m.id IN ({_marks(some)}) ORDER BY m.id, s.seat", some):
                found[row.id] = row
        return found

    def sets(self, keys: Sequence[str], to: str) -> Iterator[SetRow]:
        """The seats of the matches of these sets up to a position, those of a match together."""
        for some in _parts(keys):
            yield from self._db.rows(
                SetRow,
                "SELECT m.set_key, m.id, s.bot, s.rank, s.score FROM matches m JOIN seats s ON s.match = m.id"
                f" WHERE m.set_key IN ({_marks(some)}) AND m.position <= ? ORDER BY m.id, s.seat",
                (*some, to),
            )

    def matches_of(self, bot: int) -> Iterator[MatchRow]:
        """Every stored match of a bot, in schedule order."""
        return self._rows("WHERE m.id IN (SELECT match FROM seats WHERE bot = ?) ORDER BY m.position, s.seat", (bot,))

    def match(self, key: str) -> MatchRow:
        """One stored match; StoreError if there is none with this key."""
        for row in self._rows("WHERE m.key = ? ORDER BY s.seat", (key,)):
            return row
        raise StoreError(f"{self.path}: no match '{key}' is stored; see `harness status --matches`")

    def _rows(self, tail: str, values: Sequence[object]) -> Iterator[MatchRow]:
        head: tuple[int, str, str, str, int, str, float] | None = None
        seats: list[SeatRow] = []
        for row in self._db.rows(
            tuple[int, str, str, str, int, str, float, int, int, int, str, str, int],
            "SELECT m.id, m.key, m.position, m.set_key, m.actions, m.started, m.seconds,"
            " s.bot, s.rank, s.score, s.verdict, s.sentence, s.strikes"
            f" FROM matches m JOIN seats s ON s.match = m.id {tail}",
            values,
        ):
            if head is not None and row[0] != head[0]:
                yield self._match(head, seats)
                seats = []
            head = row[:7]
            seats.append(SeatRow(*row[7:]))
        if head is not None:
            yield self._match(head, seats)

    def _match(self, head: tuple[int, str, str, str, int, str, float], seats: Sequence[SeatRow]) -> MatchRow:
        if len(seats) < 2:
            raise StoreError(f"{self.path}: match {head[1]} has lost its seats; {DAMAGED}")
        return MatchRow(*head, tuple(seats))

    def log(self, key: str) -> Log:
        """The log of a stored match; StoreError if there is none, or it is damaged."""
        row = self._db.row(tuple[bytes], "SELECT log FROM matches WHERE key = ?", (key,))
        if row is None:
            raise StoreError(f"{self.path}: no match '{key}' is stored; see `harness status --matches`")
        try:
            return unpack_log(row[0])
        except ValueError as error:
            raise StoreError(f"{self.path}: the log of match '{key}' is damaged: {error}") from None

    def thinking(self) -> dict[int, Thinking]:
        """Think times by bot id."""
        found: dict[int, Thinking] = {}
        query = "SELECT bot, bucket, decisions, think_us, own_us FROM thinking ORDER BY bot, bucket"
        for bot, number, decisions, think, own in self._db.rows(tuple[int, int, int, int, int], query):
            old = found.get(bot, Thinking({}, 0, 0))
            found[bot] = Thinking({**old.decisions, number: decisions}, old.think_us + think, old.own_us + own)
        return found

    # Ratings, as last computed.

    def keep_ratings(self, rows: Iterable[tuple[int, float, float, int]]) -> None:
        """Replace the kept ratings: bot, mu, sigma, matches; rounded, so that each has one spelling."""
        with self._db.transaction():
            self._db.change("DELETE FROM ratings")
            self._db.change_each(
                "INSERT INTO ratings VALUES (?, ?, ?, ?)",
                [(bot, round(mu, RATING_DIGITS), round(sigma, RATING_DIGITS), count) for bot, mu, sigma, count in rows],
            )

    def kept_ratings(self) -> list[tuple[int, float, float, int]]:
        """The ratings as last kept: bot, mu, sigma, matches."""
        query = "SELECT bot, mu, sigma, matches FROM ratings ORDER BY bot"
        return list(self._db.rows(tuple[int, float, float, int], query))


def _parts(values: Sequence[T]) -> Iterator[Sequence[T]]:
    """In parts of as many as one query takes."""
    return (values[first : first + 500] for first in range(0, len(values), 500))


def _marks(values: Sequence[object]) -> str:
    return ",".join("?" * len(values))
