"""A ladder's database: damaged, cut off, another program's, of another harness; read or refused, never believed."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from harness import games, history
from harness.errors import StoreError
from harness.match import Bot, Fixture
from harness.played import ready
from harness.ratings import table
from harness.store import Store
from tests.fuzz.conftest import Script, changed_bytes, fuzzed
from tests.fuzz.test_logs import LOGS


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of three matches, in one file."""
    path = tmp_path_factory.mktemp("database") / "sound.db"
    with Store(path, write=True) as store:
        bots = [store.roster.register(bot) for bot in LOGS[0].bots]
        store.note("secret", "x")
        for rotation in range(3):
            seats = tuple(bot.id for bot in (*bots[rotation:], *bots[:rotation]))
            one = Fixture((1, 2, 3), 0, rotation, seats)
            store.add([(one, ready(LOGS[0]))])
            if rotation < 2:
                history.renew(store, 5)
        store.keep_ratings([(bot.id, 25.0, 8.0, 3) for bot in bots])
        store.add_incident("2026-01-02", "1-2.0.0", "worker-lost", "It was lost.")
    with closing(sqlite3.connect(path)) as database:  # in small pages hardly a byte is idle
        for pragma in ("PRAGMA journal_mode = DELETE", "PRAGMA page_size = 512", "VACUUM", "PRAGMA journal_mode = WAL"):
            database.execute(pragma)
    return path


def read_all(path: Path) -> tuple[object, ...]:
    """All that there is to read."""
    with Store(path, write=False) as store:
        rows = list(store.matches())
        return (
            store.roster.bots(), store.noted("secret"), rows, list(store.matches_of(1)), store.numbered([1, 2]),
            list(store.sets([row.set_key for row in rows], "9")), list(store.folds.changes([1, 2])),
            [store.log(row.key) for row in rows], store.forfeits([row.key for row in rows]), store.thinking(),
            store.kept_ratings(), store.incidents(), store.roster.submissions(), store.count(),
        )  # fmt: skip


def rated(path: Path) -> None:
    """What the pages and the standings are made of."""
    with Store(path, write=False) as store:
        table(store, 5, games.game("schwimmen"))
        folded = history.read(store, 5)
        folded.outings(folded.ladder.latest.numbers)


def written(path: Path) -> None:
    """What a run writes."""
    with Store(path, write=True) as store:
        store.roster.register(Bot("new", ("x",)))
        one = Fixture((1, 2, 3), 1, 0, (1, 2, 3))
        store.add([(one, ready(LOGS[0]))])


@fuzzed
def test_databases(sound: Path, data: bytes) -> None:
    script = Script(data)
    path = sound.with_name("changed.db")
    path.write_bytes(changed_bytes(sound.read_bytes(), script))
    for side in ("-wal", "-shm"):
        path.with_name(path.name + side).unlink(missing_ok=True)
    for use in (read_all, rated, written) if script.below(10) == 0 else (read_all,):
        try:
            use(path)
        except StoreError as error:
            assert str(error).startswith(f"{path}: ")


def test_a_match_that_lost_its_seats_is_not_rated(sound: Path) -> None:
    path = sound.with_name("seatless.db")
    path.write_bytes(sound.read_bytes())
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DELETE FROM seats WHERE match = 2 AND seat > 0")
    with pytest.raises(StoreError, match="has lost its seats"):
        rated(path)
