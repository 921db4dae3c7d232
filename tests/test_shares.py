"""Intervals of shares: never closed by a streak, and the plain ones where there are many sets."""

import math
import random
import statistics
from collections.abc import Sequence
from itertools import product

import pytest

from harness.shares import cautious, unsure
from harness.sums import Estimate, quantile


def plain(sets: Sequence[float]) -> Estimate:
    """The mean of sets that weigh the same, and its usual interval."""
    half = quantile(len(sets)) * statistics.stdev(sets) / math.sqrt(len(sets))
    return Estimate(statistics.fmean(sets), half, len(sets))


@pytest.mark.parametrize("sets", [2, 3, 10, 50])
@pytest.mark.parametrize("won", [0.0, 1.0])
def test_a_streak_leaves_room(sets: int, won: float) -> None:
    found = cautious(plain([won] * sets))
    assert found.mean == won
    missed = 1 - 0.025 ** (1 / sets)  # what a share of one set in so many is still likely to miss
    assert 0.6 * missed < found.half <= 1.4 * missed


def test_it_covers_what_it_says() -> None:
    luck, covered = random.Random(5), []
    for true, sets in product((0.02, 0.1, 0.3, 0.5), (3, 6, 20)):
        for _ in range(300):
            found = cautious(plain([sum(luck.random() < true for _ in range(3)) / 3 for _ in range(sets)]))
            covered.append(abs(found.mean - true) <= found.half)
    assert sum(covered) / len(covered) >= 0.95


@pytest.mark.parametrize(("sets", "decided"), [(2, False), (4, False), (5, False), (6, True)])
def test_a_streak_decides_where_the_binomial_test_does(sets: int, decided: bool) -> None:
    assert (cautious(plain([0.0] * sets)).half < 0.5) == decided == (2 * 0.5**sets < 0.05)


def test_many_sets_decide() -> None:
    many = plain((0.0, 1.0, 0.5, 0.5) * 250)
    assert many.half <= cautious(many).half <= 1.01 * many.half


def test_what_is_not_known_stays_so() -> None:
    single = Estimate(0.5, math.inf, 1)
    assert cautious(single) == single
    assert unsure(plain([0.5, 0.5])).half == math.inf
    assert unsure(Estimate(0.5, 0.1, 9)).half == 0.1
