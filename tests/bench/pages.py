"""(g): building a ladder's pages, against rendering one page of jinja2 that never changes."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import jinja2

from harness import site
from harness.ladder import Ladder
from tests.bench import stored
from tests.bench.figures import Figure

MATCHES = 1_000
_PAGE = jinja2.Environment(autoescape=True).from_string(
    "<table>{% for row in rows %}<tr>{% for cell in row %}<td>{{ cell }}</td>{% endfor %}</tr>{% endfor %}</table>"
)


def measure(runs: int) -> Iterator[Figure]:
    seconds: dict[str, list[float]] = {"cold": [], "unchanged": [], "ten more": []}
    ratios: dict[str, list[float]] = {name: [] for name in seconds}
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as name:
            ladder = stored.make(Path(name, "ladder"), MATCHES, 8)
            stored.fold(ladder)
            baseline = _baseline()
            for kind, found in seconds.items():
                if kind == "ten more":
                    stored.add(ladder, 10)
                    stored.fold(ladder)
                found.append(_built(ladder))
                ratios[kind].append(found[-1] / baseline)
    for kind, found in seconds.items():
        what = f"pages of 1,000 matches, {kind}, over a jinja2 page of 100 kB"
        yield Figure("g", kind, what, ratios[kind], f"{median(found):.2f} s", more_is_better=False)


def _built(ladder: Ladder) -> float:
    began = time.perf_counter()
    site.build(ladder)
    return time.perf_counter() - began


def _baseline() -> float:
    rows = [[f"{row} & {cell}" for cell in range(10)] for row in range(500)]
    began = time.perf_counter()
    for _ in range(10):
        _PAGE.render(rows=rows)
    return (time.perf_counter() - began) / 10
