"""(d): random playouts through the rules alone, against a loop of plain Python that never changes."""

from collections.abc import Iterator
from statistics import median

from tests.bench import playouts
from tests.bench.figures import Figure

RULE_SETS = ("schwimmen", "einunddreissig", "schnauz", "dutch-31", "forty-one", "bismarck")


def measure(runs: int) -> Iterator[Figure]:
    for rule_set in RULE_SETS:
        pairs = [(playouts.playouts(rule_set, 3), playouts.plain()) for _ in range(runs)]
        rates, ratios = [rate for rate, _ in pairs], [rate / plain for rate, plain in pairs]
        what = f"random actions/s of {rule_set} over rounds/s of a plain loop"
        yield Figure("d", rule_set, what, ratios, f"{median(rates):,.0f} actions/s")
