"""One SQLite file per ladder. The logs are the truth; everything else in it derives from them."""

import json
import math
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Self

import msgspec

from harness.errors import StoreError
from harness.match import Bot, Fixture, Log, Played, unpack_log

SCHEMA = 1
APPLICATION_ID = 0x43424831  # "CBH1"

_TABLES = """
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
"""


class SeatRow(msgspec.Struct, frozen=True):
    """One seat of a stored match."""

    bot: int
    rank: int
    score: int
    verdict: str
    sentence: str
    strikes: int


class MatchRow(msgspec.Struct, frozen=True):
    """A stored match without its log."""

    id: int
    key: str
    position: str
    set_key: str
    actions: int
    started: str
    seconds: float
    seats: tuple[SeatRow, ...]


class Thinking(msgspec.Struct, frozen=True):
    """A bot's think times: decisions by bucket (see ``bucket``), and sums in microseconds."""

    decisions: dict[int, int]
    think_us: int
    own_us: int

    def quantile(self, q: float) -> float:
        """The think time in microseconds below which a share ``q`` of the decisions fell, to within 5 %."""
        due = q * sum(self.decisions.values())
        for number, count in sorted(self.decisions.items()):
            due -= count
            if due <= 0:
                return math.expm1(number / 10)
        return 0.0


def bucket(microseconds: int) -> int:
    """The number of the logarithmic bucket (10 % wide) that a time falls into."""
    return round(10 * math.log1p(max(0, microseconds)))


class Store:
    """An open ladder.db. One process writes; others may read at any time."""

    def __init__(self, path: Path, *, write: bool) -> None:
        self.path = path
        mode = "rwc" if write else "ro"
        try:
            self._db = sqlite3.connect(f"{path.resolve().as_uri()}?mode={mode}", uri=True, isolation_level=None)
            fresh = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
            if write and fresh:
                self._create()
            self._check()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise StoreError(f"{path}: cannot be opened as a ladder's database: {error}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()

    def _create(self) -> None:
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.executescript(
            f"BEGIN; PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {SCHEMA}; {_TABLES} COMMIT;"
        )

    def _check(self) -> None:
        application = self._db.execute("PRAGMA application_id").fetchone()[0]
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if application != APPLICATION_ID:
            raise StoreError(f"{self.path}: this is not a ladder's database; name a folder that `harness init` made")
        if version != SCHEMA:
            raise StoreError(f"{self.path}: schema version {version}, this harness reads {SCHEMA}; use its release")

    # What is noted once.

    def note(self, key: str, value: str) -> None:
        """Keep a fact about the ladder."""
        self._db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def noted(self, key: str) -> str | None:
        """A fact about the ladder, if it was kept."""
        row = self._db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    # Bots.

    def bots(self) -> list[Bot]:
        """Every version of every bot, by id."""
        rows = self._db.execute("SELECT name, command, version, author, id, folder, image FROM bots ORDER BY id")
        return [Bot(name, tuple(json.loads(command)), *rest) for name, command, *rest in rows]

    def register(self, bot: Bot) -> Bot:
        """Keep a new version of a bot and give it its id."""
        command = json.dumps(bot.command)
        row = self._db.execute(
            "INSERT INTO bots (name, version, author, command, folder, image) VALUES (?, ?, ?, ?, ?, ?) RETURNING id",
            (bot.name, bot.version, bot.author, command, bot.folder, bot.image),
        ).fetchone()
        return msgspec.structs.replace(bot, id=int(row[0]))

    # Matches.

    def add(self, played: Sequence[tuple[Fixture, Played]]) -> None:
        """Store matches with their logs, seats and think times: all of them in one transaction, or none."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            for fixture, one in played:
                self._add(fixture, one)
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise StoreError(f"{self.path}: cannot be written: {error}; free space or rights, then run again") from None

    def _add(self, fixture: Fixture, played: Played) -> None:
        log, result = played.log, played.log.result
        row = self._db.execute(
            "INSERT INTO matches (key, position, set_key, seats, actions, started, seconds, log)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
            (
                fixture.key, fixture.position, fixture.set_key, len(log.bots),
                len(log.actions), log.started, log.seconds, played.packed,
            ),
        ).fetchone()  # fmt: skip
        self._db.executemany(
            "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (row[0], seat, bot.id, result.ranks[seat], result.scores[seat],
                 result.verdicts[seat].cause, result.verdicts[seat].sentence, result.strikes[seat])
                for seat, bot in enumerate(log.bots)
            ],
        )  # fmt: skip
        self._db.executemany(
            "INSERT INTO thinking VALUES (?, ?, ?, ?, ?) ON CONFLICT (bot, bucket) DO UPDATE SET"
            " decisions = decisions + excluded.decisions, think_us = think_us + excluded.think_us,"
            " own_us = own_us + excluded.own_us",
            thinking_rows(log),
        )

    def add_incident(self, at: str, key: str, cause: str, sentence: str) -> None:
        """Keep a fault of the machine: it blames nobody, and its match is played again."""
        self._db.execute("INSERT INTO incidents VALUES (?, ?, ?, ?)", (at, key, cause, sentence))

    def incidents(self) -> list[tuple[str, str, str, str]]:
        """Faults of the machine: when, in which match, cause, sentence."""
        return self._db.execute("SELECT at, key, cause, sentence FROM incidents ORDER BY at").fetchall()

    def count(self) -> int:
        """How many matches are stored."""
        return int(self._db.execute("SELECT count(*) FROM matches").fetchone()[0])

    def forfeits(self, keys: Sequence[str]) -> dict[str, frozenset[int]]:
        """Of these matches those that are stored, each with the bots that forfeited it."""
        found: dict[str, set[int]] = {}
        for first in range(0, len(keys), 500):
            some = keys[first : first + 500]
            marks = ",".join("?" * len(some))
            for key, bot, verdict in self._db.execute(
                "SELECT m.key, s.bot, s.verdict FROM matches m JOIN seats s ON s.match = m.id"
                f" WHERE m.key IN ({marks})",
                some,
            ):
                found.setdefault(key, set())
                if verdict != "played":
                    found[key].add(bot)
        return {key: frozenset(bots) for key, bots in found.items()}

    def matches(self, *, by_set: bool = False) -> Iterator[MatchRow]:
        """Every stored match in schedule order, or set by set."""
        order = "m.set_key, m.position" if by_set else "m.position"
        return self._rows(f"ORDER BY {order}, s.seat", ())

    def matches_of(self, bot: int) -> Iterator[MatchRow]:
        """Every stored match of a bot, in schedule order."""
        return self._rows("WHERE m.id IN (SELECT match FROM seats WHERE bot = ?) ORDER BY m.position, s.seat", (bot,))

    def match(self, key: str) -> MatchRow:
        """One stored match; StoreError if there is none with this key."""
        for row in self._rows("WHERE m.key = ? ORDER BY s.seat", (key,)):
            return row
        raise StoreError(f"{self.path}: no match '{key}' is stored; see `harness status --matches`")

    def _rows(self, tail: str, values: tuple[Any, ...]) -> Iterator[MatchRow]:
        head: tuple[Any, ...] | None = None
        seats: list[SeatRow] = []
        for row in self._db.execute(
            "SELECT m.id, m.key, m.position, m.set_key, m.actions, m.started, m.seconds,"
            " s.bot, s.rank, s.score, s.verdict, s.sentence, s.strikes"
            f" FROM matches m JOIN seats s ON s.match = m.id {tail}",
            values,
        ):
            if head is not None and row[0] != head[0]:
                yield _match_row(head, seats)
                seats = []
            head = row[:7]
            seats.append(SeatRow(*row[7:]))
        if head is not None:
            yield _match_row(head, seats)

    def log(self, key: str) -> Log:
        """The log of a stored match; StoreError if there is none, or it is damaged."""
        row = self._db.execute("SELECT log FROM matches WHERE key = ?", (key,)).fetchone()
        if row is None:
            raise StoreError(f"{self.path}: no match '{key}' is stored; see `harness status --matches`")
        try:
            return unpack_log(row[0])
        except ValueError as error:
            raise StoreError(f"{self.path}: the log of match '{key}' is damaged: {error}") from None

    def thinking(self) -> dict[int, Thinking]:
        """Think times by bot id."""
        found: dict[int, Thinking] = {}
        for bot, number, decisions, think, own in self._db.execute("SELECT * FROM thinking ORDER BY bot, bucket"):
            old = found.get(bot, Thinking({}, 0, 0))
            found[bot] = Thinking({**old.decisions, number: decisions}, old.think_us + think, old.own_us + own)
        return found

    # Ratings, as last computed.

    def keep_ratings(self, rows: Iterable[tuple[int, float, float, int]]) -> None:
        """Replace the kept ratings: bot, mu, sigma, matches."""
        self._db.execute("BEGIN IMMEDIATE")
        self._db.execute("DELETE FROM ratings")
        self._db.executemany("INSERT INTO ratings VALUES (?, ?, ?, ?)", rows)
        self._db.execute("COMMIT")

    def kept_ratings(self) -> list[tuple[int, float, float, int]]:
        """The ratings as last kept: bot, mu, sigma, matches."""
        return self._db.execute("SELECT bot, mu, sigma, matches FROM ratings ORDER BY bot").fetchall()


def _match_row(head: tuple[Any, ...], seats: Sequence[SeatRow]) -> MatchRow:
    number, key, position, set_key, actions, started, seconds = head
    return MatchRow(number, key, position, set_key, actions, started, seconds, tuple(seats))


def thinking_rows(log: Log) -> list[tuple[int, int, int, int, int]]:
    """The think times of a log's chosen actions: bot, bucket, decisions, microseconds of the bot and of the harness."""
    decisions: Counter[tuple[int, int]] = Counter()
    think: Counter[tuple[int, int]] = Counter()
    own: Counter[tuple[int, int]] = Counter()
    for entry in log.actions:
        if entry.flag != "forfeit":
            at = log.bots[entry.seat].id, bucket(entry.think_us)
            decisions[at] += 1
            think[at] += entry.think_us
            own[at] += entry.own_us
    return [(*at, decisions[at], think[at], own[at]) for at in decisions]
