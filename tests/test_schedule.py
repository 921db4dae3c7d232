"""Who meets whom: every table, every set, every seat, and no process twice on a deal."""

import hashlib
import hmac
import math
import random
from collections import Counter, defaultdict
from itertools import combinations, islice

import pytest

from harness.bench import Bench
from harness.config import Config, ScheduleEntry
from harness.match import SETS_PER_BLOCK, Bot, Fixture
from harness.schedule import commitment, match, matches, round_robin


def config(seats: tuple[int, ...] = (3,), sets: int = 2, rotations: str = "cyclic") -> Config:
    return Config("schwimmen", schedule=ScheduleEntry(seats, sets, rotations))  # type: ignore[arg-type]


def test_every_table_plays_every_set_in_every_rotation() -> None:
    fixtures = list(round_robin(range(1, 6), config((2, 3), sets=4)))
    assert len(fixtures) == matches(range(1, 6), config((2, 3), sets=4)) == 10 * 4 * 2 + 10 * 4 * 3
    assert len({fixture.key for fixture in fixtures}) == len(fixtures)
    by_set: dict[str, list[Fixture]] = defaultdict(list)
    for fixture in fixtures:
        by_set[fixture.set_key].append(fixture)
    tables = {fixture.table for fixture in fixtures}
    assert tables == {table for size in (2, 3) for table in combinations(range(1, 6), size)}
    for group in by_set.values():
        size = len(group[0].table)
        assert len(group) == size
        for seat in range(size):
            assert {fixture.seats[seat] for fixture in group} == set(group[0].table)


def test_all_rotations_are_all_orders() -> None:
    fixtures = list(round_robin(range(1, 4), config(sets=1, rotations="all")))
    assert len(fixtures) == math.factorial(3)
    assert len({fixture.seats for fixture in fixtures}) == 6


def test_cyclic_sets_go_through_all_neighbourhoods() -> None:
    fixtures = list(round_robin(range(1, 5), config((4,), sets=6)))
    circles = {fixture.seats for fixture in fixtures if fixture.rotation == 0}
    assert len(circles) == 6


def test_a_leg_holds_no_deal_twice() -> None:
    legs: dict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    for fixture in round_robin(range(1, 5), config((2, 3), sets=SETS_PER_BLOCK + 3)):
        legs[fixture.leg][fixture.set_key] += 1
    assert all(count == 1 for sets in legs.values() for count in sets.values())


def test_legs_come_in_order_and_so_do_positions() -> None:
    fixtures = list(round_robin(range(1, 6), config((2, 3), sets=SETS_PER_BLOCK + 2)))
    assert [fixture.leg for fixture in fixtures] == sorted(fixture.leg for fixture in fixtures)
    assert [fixture.position for fixture in fixtures] == sorted(fixture.position for fixture in fixtures)


def test_a_new_bot_moves_no_old_match() -> None:
    before = {fixture.key: fixture for fixture in round_robin(range(1, 4), config(sets=5))}
    after = {fixture.key: fixture for fixture in round_robin(range(1, 6), config(sets=5))}
    assert before.items() <= after.items()


def test_a_million_matches_are_scheduled_lazily() -> None:
    big = config((3,), sets=100)
    assert matches(range(1, 41), big) == math.comb(40, 3) * 300 > 1_000_000
    assert next(islice(round_robin(range(1, 41), big), 1000, None)).rotation == 0


@pytest.mark.parametrize("seats", [(2,), (3,), (2, 4)])
def test_any_number_of_matches_can_be_passed_over(seats: tuple[int, ...]) -> None:
    whole = list(round_robin(range(1, 7), config(seats, sets=3)))
    for skip in range(len(whole) + 2):
        assert list(round_robin(range(1, 7), config(seats, sets=3), skip)) == whole[skip:]


def test_a_billion_matches_are_passed_over_without_being_made() -> None:
    """It ends in a moment, or not at all."""
    big = config((4,), sets=SETS_PER_BLOCK + 200)
    skip = math.comb(300, 4) * SETS_PER_BLOCK * 4 + 1_000_000_007
    one = next(round_robin(range(1, 301), big, skip))
    assert one.leg == (1, 0)
    assert one.set == SETS_PER_BLOCK + 1_000_000_007 % 200


def test_seeds_are_derived_from_the_secret() -> None:
    bots = {number: Bot(f"bot{number}", ("x",), id=number) for number in (1, 2, 3)}
    fixtures = list(round_robin([1, 2, 3], config(sets=2)))
    played = [match(fixture, bots, config(sets=2), "s3cret") for fixture in fixtures]
    assert [one.seed for one in played if one.key.startswith("1-2-3.0.")] == [
        hmac.new(b"s3cret", b"set 1-2-3.0", hashlib.sha256).hexdigest()
    ] * 3
    assert len({one.seed for one in played}) == 2
    assert len({one.wire_id for one in played}) == len(played)
    assert commitment("s3cret") == hashlib.sha256(b"s3cret").hexdigest()


# The bench.


def bench(after: int = 3) -> tuple[Bench, list[Fixture]]:
    fixtures = list(round_robin([1, 2, 3], config((2,), sets=4)))
    found = Bench([1, 2, 3], after)
    for fixture in fixtures:
        found.schedule(fixture)
    return found, fixtures


@pytest.mark.parametrize("backwards", [False, True], ids=["in order", "backwards"])
def test_forfeits_in_a_row_bench_whatever_order_matches_end_in(backwards: bool) -> None:
    found, fixtures = bench()
    for fixture in reversed(fixtures) if backwards else fixtures:
        found.note(fixture, {1} & set(fixture.table))
    mine = [fixture for fixture in fixtures if 1 in fixture.table]
    assert found.benched == {1: mine[2].position}
    assert not found.sits_out(mine[2])
    assert all(found.sits_out(fixture) for fixture in mine[3:])
    assert not any(found.sits_out(fixture) for fixture in fixtures if 1 not in fixture.table)


def test_a_match_played_to_the_end_starts_the_count_anew() -> None:
    found, fixtures = bench()
    mine = [fixture for fixture in fixtures if 2 in fixture.table]
    for number, fixture in enumerate(mine):
        found.note(fixture, [] if number % 3 == 2 else [2])
    assert found.benched == {}


@pytest.mark.parametrize("seed", range(20))
def test_who_is_benched_does_not_depend_on_the_order_in_which_matches_end(seed: int) -> None:
    luck = random.Random(seed)
    fixtures = list(round_robin(range(1, 7), config((3,), sets=2)))
    forfeited = {one.key: [bot for bot in one.table if luck.random() < bot / 6] for one in fixtures}
    benched: dict[int, str] = {}
    in_a_row = dict.fromkeys(range(1, 7), 0)
    for one in fixtures:
        if benched.keys().isdisjoint(one.table):
            for bot in one.table:
                in_a_row[bot] = in_a_row[bot] + 1 if bot in forfeited[one.key] else 0
                if in_a_row[bot] == 3:
                    benched[bot] = one.position
    found = Bench(range(1, 7), 3)
    for one in fixtures:
        found.schedule(one)
    for one in luck.sample(fixtures, len(fixtures)):
        if not found.sits_out(one):
            found.note(one, forfeited[one.key])
    assert len(benched) > 2
    assert found.benched == benched
