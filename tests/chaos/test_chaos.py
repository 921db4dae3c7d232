"""A short chaos; `make chaos` is the long one."""

import random

import pytest

from tests.chaos.__main__ import chaos


@pytest.mark.timeout(300)
def test_a_few_disturbances_leave_no_trace() -> None:
    seed = random.SystemRandom().randrange(10**6)
    print(f"python -m tests.chaos --seed {seed} --sets 1 --rounds 3")
    found = chaos(seed, sets=1, rounds=3)
    assert found.pop("matches") > 300
    assert found.pop("seed") == seed
    assert set(found.values()) == {0}
