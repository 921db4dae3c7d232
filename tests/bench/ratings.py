"""(f): rating matches, against the bare calls of the ``trueskill`` package, one a match."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from harness import games, inference
from harness.ratings import counted, fold, table
from harness.rows import MatchRow
from tests.bench import stored
from tests.bench.figures import Figure

MATCHES = 10_000


def measure(runs: int) -> Iterator[Figure]:
    ratios, whole = [], []
    with tempfile.TemporaryDirectory() as name:
        ladder = stored.make(Path(name, "ladder"), MATCHES, 8)
        with ladder.read() as store:
            rows = list(counted(store, 5))
            for _ in range(runs):
                bare = _seconds_bare(rows)
                began = time.process_time()
                for _ in fold(rows):
                    pass
                ratios.append(bare / (time.process_time() - began))
                began = time.process_time()
                table(store, 5, games.game("schwimmen"))
                whole.append(bare / (time.process_time() - began))
    what = "ratings of 10,000 matches over bare trueskill calls"
    yield Figure("f", "", what, ratios, f"the whole table from the database: {median(whole):.2f}")


def _seconds_bare(rows: list[MatchRow]) -> float:
    """One call a match, ties as the package takes them."""
    rating = inference.ENVIRONMENT.create_rating
    ratings = {seat.bot: rating() for row in rows for seat in row.seats}
    began = time.process_time()
    for row in rows:
        after = inference.ENVIRONMENT.rate([(ratings[seat.bot],) for seat in row.seats], [s.rank for s in row.seats])
        for seat, (new,) in zip(row.seats, after, strict=True):
            ratings[seat.bot] = new
    return time.process_time() - began
