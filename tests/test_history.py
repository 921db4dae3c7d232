"""Folds that are kept and continued come out as one from nothing would, to the last bit."""

import random
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness import games, history, inference
from harness.config import Config, ScheduleEntry
from harness.errors import StoreError
from harness.history import History
from harness.match import Bot, Fixture
from harness.played import Played
from harness.ratings import counted, fold, table_of
from harness.schedule import round_robin
from harness.store import Store
from tests.test_ratings import played

CONFIG = Config("schwimmen", schedule=ScheduleEntry(seats=(2, 3), sets=3))
BENCH, PAGES = 4, 20
GAME = games.game("schwimmen")


@pytest.fixture(autouse=True)
def _small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "STEP", 7)
    monkeypatch.setattr(history, "KEEP_EVERY", 14)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with opened(tmp_path / "ladder.db") as one:
        yield one


def opened(path: Path) -> Store:
    one = Store(path, write=True)
    for number in range(1, 7):
        one.roster.register(Bot(f"bot{number}", ("x",)))
    return one


def result(fixture: Fixture, dead: Sequence[int] = ()) -> tuple[Fixture, Played]:
    """A match whose result follows from its key; bots that are dead forfeit."""
    luck = random.Random(fixture.key)
    ranks = [bot if bot in dead else luck.randrange(1, 4) for bot in fixture.seats]
    ranks = [1 + sum(other < one for other in ranks) for one in ranks]
    return played(fixture, ranks, dead)


def scheduled(bots: Sequence[int], dead: Sequence[int] = ()) -> list[tuple[Fixture, Played]]:
    return [result(fixture, dead) for fixture in round_robin(bots, CONFIG)]


def from_nothing(store: Store, path: Path) -> History:
    """The history of the same matches in a database that never kept a fold."""
    shutil.copy(store.path, path)
    for side in ("-wal", "-shm"):
        if store.path.with_name(store.path.name + side).exists():
            shutil.copy(store.path.with_name(store.path.name + side), path.with_name(path.name + side))
    with Store(path, write=True) as other:
        other._db.change("DELETE FROM folds")
        other._db.change("DELETE FROM changes")
        return history.renew(other, BENCH, PAGES)


def check(store: Store, tmp_path: Path) -> None:
    """What is read now, and what is kept, is what the matches give from nothing."""
    fresh = from_nothing(store, tmp_path / "other.db")
    assert history.read(store, BENCH, PAGES).fold.packed() == fresh.fold.packed()
    kept = history.renew(store, BENCH, PAGES)
    assert kept.fold.packed() == fresh.fold.packed()
    assert list(history.faults(store, BENCH, PAGES)) == []
    with Store(tmp_path / "other.db", write=False) as other:
        assert table_of(kept, store, GAME) == table_of(history.read(other, BENCH, PAGES), other, GAME)
    folded = {bot: skill for _, _, after in fold(counted(store, BENCH)) for bot, skill in after.items()}
    assert {bot: tally.skill for bot, tally in kept.bots.items()} == folded


@pytest.mark.parametrize("seed", range(5))
def test_a_fold_goes_on_wherever_a_run_broke_off(store: Store, tmp_path: Path, seed: int) -> None:
    luck, matches = random.Random(seed), scheduled([1, 2, 3, 4])
    luck.shuffle(matches)  # by the worst of luck, matches end in any order
    while matches:
        some = luck.randrange(1, 40)
        store.add(matches[:some])
        del matches[:some]
        if luck.random() < 0.7:
            history.renew(store, BENCH, PAGES)
        history.read(store, BENCH, PAGES)
    check(store, tmp_path)


def test_what_was_kept_is_not_folded_again(store: Store) -> None:
    matches = scheduled([1, 2, 3, 4])
    store.add(matches[:50])
    assert len(history.read(store, BENCH, PAGES, whole=True).fresh) == 50
    history.renew(store, BENCH, PAGES)
    assert history.read(store, BENCH, PAGES).fresh == {}
    store.add(matches[50:60])
    assert len(history.read(store, BENCH, PAGES, whole=True).fresh) == 10


def test_matches_stored_before_the_end_of_a_fold(store: Store) -> None:
    """Those that a stopped run left out: the fold goes on from the step before them."""
    matches = scheduled([1, 2, 3, 4])
    store.add([*matches[:50], *matches[51:60]])
    history.renew(store, BENCH, PAGES)
    store.add(matches[50:51])
    assert len(history.read(store, BENCH, PAGES, whole=True).fresh) == 60 - 42


def test_new_versions_whose_matches_come_earlier_in_the_schedule(store: Store, tmp_path: Path) -> None:
    store.add(scheduled([1, 2, 3]))
    history.renew(store, BENCH, PAGES)
    present = {fixture.key for fixture, _ in scheduled([1, 2, 3])}
    store.add([one for one in scheduled([1, 2, 3, 5]) if one[0].key not in present])
    check(store, tmp_path)


def test_benching(store: Store, tmp_path: Path) -> None:
    matches = scheduled([1, 2, 3, 4], dead=[4])
    for first in range(0, len(matches), 10):
        store.add(matches[first : first + 10])
        history.renew(store, BENCH, PAGES)
    check(store, tmp_path)
    folded = history.read(store, BENCH, PAGES)
    assert [bot for bot, tally in folded.bots.items() if tally.in_a_row >= BENCH] == [4]
    assert folded.bots[4].matches == BENCH
    row = next(row for row in store.matches() if row.id in folded.ladder.void)
    assert folded.outing_of(row).after == {}
    assert history.read(store, BENCH + 1, PAGES).bots[4].matches == BENCH + 1


def test_pages_are_counted_anew_when_more_are_asked_for(store: Store) -> None:
    store.add(scheduled([1, 2, 3, 4]))
    history.renew(store, BENCH, PAGES)
    assert len(history.read(store, BENCH, PAGES).ladder.latest.numbers) == PAGES
    assert len(history.read(store, BENCH, 2 * PAGES).ladder.latest.numbers) == 2 * PAGES


def test_a_damaged_fold_is_refused(store: Store) -> None:
    store.add(scheduled([1, 2, 3]))
    history.renew(store, BENCH, PAGES)
    store._db.change("UPDATE folds SET tallies = CAST(tallies || ' ' AS BLOB)")
    with pytest.raises(StoreError, match=r"the fold of \d+ matches is damaged; see what is damaged with"):
        history.read(store, BENCH, PAGES)


@settings(derandomize=True)
@given(st.data())
def test_the_arithmetic_is_the_packages(data: st.DataObject) -> None:
    size = data.draw(st.integers(2, 8))
    skills = [(data.draw(st.floats(0, 50)), data.draw(st.floats(0.2, 9))) for _ in range(size)]
    ranks = sorted(data.draw(st.integers(1, size)) for _ in range(size))
    rating = inference.ENVIRONMENT.create_rating
    try:
        due = [(one.mu, one.sigma) for (one,) in inference.ENVIRONMENT.rate([(rating(*s),) for s in skills], ranks)]
    except FloatingPointError:
        with pytest.raises(FloatingPointError):
            inference.rate(skills, ranks)
    else:
        assert inference.rate(skills, ranks) == due
