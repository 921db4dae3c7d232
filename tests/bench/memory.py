"""(i): the peak memory of the harness at more matches, against that at a thousand."""

from collections.abc import Iterator

from tests.bench import endtoend
from tests.bench.figures import Figure

SHORT = "lives = 1, circuit_cap = 3"  # the number of matches counts here, not their length


def measure(*, long: bool) -> Iterator[Figure]:
    """One run of each: a peak hardly differs from one to the next."""
    few = _peak(1_000)
    for matches in (10_000, 100_000) if long else (10_000,):
        many = _peak(matches)
        what = f"peak memory at {matches:,} matches over that at 1,000"
        detail = f"{many / 1024:.0f} and {few / 1024:.0f} MiB"
        yield Figure("i", str(matches), what, [many / few], detail, more_is_better=False)


def _peak(matches: int) -> int:
    return endtoend.played(3, 64, matches, SHORT).peak_kib
