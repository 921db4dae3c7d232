"""What a schedule still lacks: found again without reading what is settled, and the same."""

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from harness import schedule
from harness.config import Config
from harness.match import Fixture
from harness.remaining import Remaining
from harness.store import Store
from tests.test_history import BENCH, CONFIG, opened, result

BOTS = [1, 2, 3, 4]
DEAD = [4]
SMALL = Config("schwimmen", schedule=CONFIG.schedule, clock=type(CONFIG.clock)(bench_after=BENCH))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with opened(tmp_path / "ladder.db") as one:
        yield one


def play(store: Store, remaining: Remaining, matches: int, luck: random.Random) -> None:
    """Some matches, of which a few are in play at a time and end in any order; then the run breaks off."""
    todo, running = remaining.fixtures(), list[Fixture]()
    for _ in range(matches):
        running += islice(todo, luck.randrange(1, 6))
        if not running:
            break
        fixture = running.pop(luck.randrange(len(running)))
        if not remaining.bench.sits_out(fixture):
            played = result(fixture, DEAD)
            store.add([played])
            remaining.bench.note(fixture, [bot for bot in fixture.table if bot in DEAD])


@pytest.mark.parametrize("seed", range(8))
def test_a_run_goes_on_where_everything_is_settled(store: Store, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    luck = random.Random(seed)
    for _ in range(4):
        remaining = Remaining(store, BOTS, SMALL)
        play(store, remaining, luck.randrange(5, 25), luck)
        if luck.random() < 0.7:  # else it was killed
            remaining.keep()
    went_on = Remaining(store, BOTS, SMALL)
    with monkeypatch.context() as patch:
        patch.setattr(store, "noted", lambda key: None)
        anew = Remaining(store, BOTS, SMALL)
    assert list(went_on.fixtures()) == list(anew.fixtures())
    assert (went_on.already, went_on.bench.benched) == (anew.already, anew.bench.benched)
    assert went_on.bench.in_a_row == anew.bench.in_a_row


def test_what_is_settled_is_not_scheduled_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    remaining = Remaining(store, BOTS, SMALL)
    store.add([result(fixture) for fixture in islice(schedule.round_robin(BOTS, SMALL), 50)])
    first = next(remaining.fixtures())
    remaining.keep()
    made: list[Fixture] = []
    real = schedule.round_robin

    def watched(*arguments: object) -> Iterator[Fixture]:
        for fixture in real(*arguments):  # type: ignore[arg-type]
            made.append(fixture)
            yield fixture

    monkeypatch.setattr(schedule, "round_robin", watched)
    went_on = Remaining(store, BOTS, SMALL)
    assert went_on.already == 50
    assert next(went_on.fixtures()) == first == made[0]


@pytest.mark.parametrize("change", ["new bot", "more sets", "earlier match"])
def test_another_schedule_is_looked_at_from_its_beginning(store: Store, change: str) -> None:
    fixtures = list(islice(schedule.round_robin(BOTS, SMALL), 20))
    store.add([result(fixture) for fixture in fixtures])
    remaining = Remaining(store, BOTS, SMALL)
    next(remaining.fixtures())
    remaining.keep()
    bots, config = BOTS, SMALL
    if change == "new bot":
        bots = [*BOTS, 5]
    elif change == "more sets":
        more = type(SMALL.schedule)(seats=(2, 3), sets=4)
        config = Config("schwimmen", schedule=more, clock=SMALL.clock)
    else:
        store.add([result(next(schedule.round_robin([5, 6], SMALL)))])  # of bots that were in the field once
    assert Remaining(store, bots, config).already == 0
