"""Ratings and what stands beside them, on a real store with matches written for the purpose."""

import math
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
import trueskill

from harness import games, history
from harness.match import Bot, Clock, Entry, Fixture, Log, Result, Verdict
from harness.played import Played, ready
from harness.ratings import counted, fold, table
from harness.skill import Skill, rated
from harness.store import Store
from harness.sums import Estimate, Sums, estimate

GAME = games.game("schwimmen")
FORFEIT = Verdict("died", "It died.", at=0)


def played(fixture: Fixture, ranks: Sequence[int], forfeits: Sequence[int] = ()) -> tuple[Fixture, Played]:
    bots = tuple(Bot(f"bot{bot}", ("x",), id=bot) for bot in fixture.seats)
    verdicts = tuple(FORFEIT if bot in forfeits else Verdict() for bot in fixture.seats)
    result = Result(tuple(ranks), tuple(-rank for rank in ranks), verdicts, (0,) * len(ranks))
    actions = tuple(Entry(seat, "pass", 1000, 10) for seat in range(len(ranks)))
    log = Log(1, fixture.key, "w", "schwimmen", {}, bots, "seed", Clock(), "2026-01-01", 0.1, actions, result)
    return fixture, ready(log)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    one = Store(tmp_path / "ladder.db", write=True)
    for number in (1, 2, 3):
        one.roster.register(Bot(f"bot{number}", ("x",)))
    return one


def rotations(number: int, ranks: dict[int, int], forfeits: Sequence[int] = ()) -> list[tuple[Fixture, Played]]:
    """One set of all three bots in which each has the same rank in every rotation."""
    seated = [(1, 2, 3), (2, 3, 1), (3, 1, 2)]
    return [
        played(Fixture((1, 2, 3), number, turn, seats), [ranks[bot] for bot in seats], forfeits)
        for turn, seats in enumerate(seated)
    ]


def test_ratings_fold_in_schedule_order_whatever_order_matches_were_stored_in(store: Store, tmp_path: Path) -> None:
    games = [one for number in range(4) for one in rotations(number, {1: 1, 2: 2 + number % 2, 3: 3 - number % 2})]
    store.add(games)
    with Store(tmp_path / "other.db", write=True) as other:
        for number in (1, 2, 3):
            other.roster.register(Bot(f"bot{number}", ("x",)))
        for one in reversed(games):
            other.add([one])
        assert table(other, 5, GAME) == table(store, 5, GAME)


def test_a_fold_is_what_trueskill_says(store: Store) -> None:
    store.add(rotations(0, {1: 1, 2: 2, 3: 3}))
    environment = trueskill.TrueSkill(tau=0.0, draw_probability=0.1)
    expected = {bot: environment.create_rating() for bot in (1, 2, 3)}
    for row in store.matches():
        order = [seat.bot for seat in row.seats]
        ranks = [seat.rank for seat in row.seats]
        rows = environment.rate([(expected[bot],) for bot in order], ranks=ranks)
        expected = {bot: rating for bot, (rating,) in zip(order, rows, strict=True)}
    *_, (_, _, last) = fold(store.matches())
    for bot, skill in last.items():
        assert (skill.mu, skill.sigma) == pytest.approx((expected[bot].mu, expected[bot].sigma), abs=1e-9)


@pytest.mark.parametrize("ranks", [(1, 1, 1), (1, 2, 2), (1, 1, 3), (1, 2, 2, 2), (1, 1, 3, 3, 5), (1,) * 6])
def test_tied_seats_get_equal_changes(ranks: tuple[int, ...]) -> None:
    after = rated({bot: Skill() for bot in range(len(ranks))}, dict(enumerate(ranks)))
    for bot, rank in enumerate(ranks):
        for other, other_rank in enumerate(ranks):
            if rank == other_rank:
                assert after[bot] == after[other]
            elif rank < other_rank:
                assert after[bot].mu > after[other].mu


def test_a_set_is_one_sample(store: Store) -> None:
    for number in range(4):
        store.add(rotations(number, {1: 1, 2: 2, 3: 3} if number % 2 else {1: 3, 2: 2, 3: 1}))
    found = table(store, 5, GAME)
    one = next(standing for standing in found.standings if standing.bot.id == 1)
    # Four sets, not twelve matches: shares 1, 0, 1, 0.
    assert one.share.sets == 4
    assert one.share.mean == 0.5
    assert one.share.half == pytest.approx(3.182 * math.sqrt(4 * 0.25 / 3) / 2)
    assert one.design_effect == pytest.approx((4 * 0.25 / 3 / 4) / (0.25 / 11))
    assert one.half == pytest.approx(1.96 * one.skill.sigma * math.sqrt(one.design_effect))
    assert found.duels[1, 3].share.sets == 4
    assert found.duels[1, 3].matches == 12
    assert found.duels[1, 3].share.mean + found.duels[3, 1].share.mean == 1.0


def test_places_are_as_wide_as_the_intervals_leave_them(store: Store) -> None:
    for number in range(40):
        tied = {1: 1, 2: 2, 3: 3} if number % 2 else {1: 2, 2: 1, 3: 3}
        store.add(rotations(number, tied))
    one, two, three = table(store, 5, GAME).standings
    assert {one.bot.id, two.bot.id} == {1, 2}
    assert (one.best_place, one.worst_place) == (two.best_place, two.worst_place) == (1, 2)
    assert (three.place, three.best_place, three.worst_place) == (3, 3, 3)


def test_what_was_played_beyond_the_bench_does_not_count(store: Store) -> None:
    for number in range(4):
        store.add(rotations(number, {1: 1, 2: 2, 3: 3}, forfeits=[3]))
    rows = list(counted(store, 5))
    assert len(rows) == 5
    found = table(store, 5, GAME)
    assert found.matches == 5
    assert [standing.benched for standing in found.standings] == [False, False, True]


def test_points_are_told_per_deal_where_a_match_has_a_fixed_number(store: Store) -> None:
    store.add(rotations(0, {1: 1, 2: 2, 3: 3}) + rotations(1, {1: 1, 2: 2, 3: 3}))
    lives, points = table(store, 5, GAME).standings, table(store, 5, games.game("forty-one", {"deals": 4})).standings
    assert [one.edge.mean for one in lives] == [1.0, 0.0, -1.0]
    assert [one.edge.mean for one in points] == [0.25, 0.0, -0.25]
    bismarck = table(store, 5, games.game("bismarck")).standings
    assert [one.edge.mean for one in bismarck] == pytest.approx([1 / 12, 0.0, -1 / 12])


def test_what_surprised_most_leads_whenever_it_was_played(store: Store) -> None:
    for number in range(12):
        store.add(rotations(number, {1: 1, 2: 2, 3: 3}))
    store.add(rotations(12, {1: 2, 2: 3, 3: 1}))
    folded = history.read(store, 5)
    surprises = {row.id for row in store.matches() if row.set_key.endswith(".12")}
    last, first = folded.bots[3], folded.bots[1]
    assert set(last.best.numbers[:3]) == surprises == set(first.worst.numbers[:3])
    assert len(last.best.numbers) == 3, "to lose as expected is no good match, though it makes the rating surer"


def test_the_matches_of_a_single_set_count_as_one(store: Store) -> None:
    store.add(rotations(0, {1: 1, 2: 2, 3: 3}))
    found = table(store, 5, GAME).standings
    assert found[0].design_effect == found[0].matches == 3
    assert found[0].half == pytest.approx(1.96 * found[0].skill.sigma * math.sqrt(3))
    assert {one.worst_place for one in found} == {3}


def test_expected_ranks_share_out_all_places(store: Store) -> None:
    for number in range(4):
        store.add(rotations(number, {1: 1, 2: 2, 3: 2}))
    folded = history.read(store, 5, whole=True)
    for row in store.matches():
        outing = folded.outing_of(row)
        expected = {seat.bot: outing.expected(seat.bot) for seat in row.seats}
        assert sum(expected.values()) == pytest.approx(6)
        beaten = [
            sum((own.rank < one.rank) + (own.rank == one.rank) / 2 for one in row.seats) - 0.5 for own in row.seats
        ]
        due = [(won - (3 - expected[seat.bot])) / 2 for won, seat in zip(beaten, row.seats, strict=True)]
        assert outing.merits() == pytest.approx(due)
    assert expected[1] < 1.5 < expected[2] == pytest.approx(expected[3], abs=0.2)


def test_estimates() -> None:
    one, two = Sums(), Sums()
    one.add(3, 3)
    assert estimate([(one, Fraction(1, 2))]) == Estimate(0.5, math.inf, 1)
    two.add(0, 1)
    two.add(3, 3)
    assert estimate([(two, Fraction(1))]).mean == 0.75
    assert math.isnan(estimate([]).mean)
