"""(h): how long `harness --help` takes, against an interpreter that does nothing."""

import subprocess
import sys
import time
from collections.abc import Iterator
from statistics import median

from tests.bench.figures import Figure

STARTS = 5  # in each run


def measure(runs: int) -> Iterator[Figure]:
    pairs = [(_seconds("-m", "harness", "--help"), _seconds("-c", "pass")) for _ in range(runs)]
    detail = f"{median(helped for helped, _ in pairs) * 1000:.0f} ms"
    ratios = [helped / nothing for helped, nothing in pairs]
    yield Figure("h", "", "start of harness --help over python -c pass", ratios, detail, more_is_better=False)


def _seconds(*arguments: str) -> float:
    found = []
    for _ in range(STARTS):
        began = time.perf_counter()
        subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
        found.append(time.perf_counter() - began)
    return median(found)
