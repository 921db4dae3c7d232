"""``make bench``: a table of ratios, each to a baseline in the same run."""

import argparse
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from tests.bench import figures, memory, pages, peers, ratings, rules, shares, start, throughput
from tests.bench.figures import Figure

LETTERS = "abcdefghij"
Measure = Callable[[int], Iterable[Figure]]


def subjects(*, long: bool, with_peers: bool) -> dict[str, Measure]:
    """What is measured, by its letters."""
    found: dict[str, Measure] = {
        "ab": throughput.over_messages,
        "c": throughput.workers,
        "d": rules.measure,
        "e": shares.measure,
        "f": ratings.measure,
        "g": pages.measure,
        "h": start.measure,
        "i": lambda runs: memory.measure(long=long),
    }
    return found | {"j": peers.measure} if with_peers else found


def letters(text: str) -> set[str]:
    """Letters separated by commas."""
    found = set(filter(None, text.split(",")))
    if not found or not found <= set(LETTERS):
        raise argparse.ArgumentTypeError(f"'{text}' are not letters from a to j with commas between, as in: a,d")
    return found


def new_file(text: str) -> Path:
    path = Path(text)
    if path.exists():
        raise argparse.ArgumentTypeError(f"{path} exists and is left as it is; name a new file")
    if not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"{path}: there is no folder {path.parent}; make it first")
    return path


def count(text: str) -> int:
    if not text.isdigit() or not int(text):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of runs; give 1 or more")
    return int(text)


def run(
    only: set[str] = frozenset(LETTERS),  # type: ignore[assignment]
    runs: int = 5,
    *,
    long: bool = False,
    with_peers: bool = False,
) -> list[Figure]:
    """Measure, print each figure as it is there, and return them all."""
    print("ratios to a baseline of the same run: median (lowest to highest)", flush=True)
    found = []
    for name, measure in subjects(long=long, with_peers=with_peers).items():
        if only & set(name):
            for figure in measure(runs):
                if figure.letter in only:
                    print(figure.text, flush=True)
                    found.append(figure)
    if not long and "i" in only:
        print("(i) at 100,000 matches: only with LONG=1, it takes some minutes")
    if not with_peers and "j" in only:
        print("(j) other frameworks: only with PEERS=1, which installs them in an environment of their own")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__, allow_abbrev=False)
    parser.add_argument("--only", type=letters, default=set(LETTERS), help="letters, such as a,d")
    parser.add_argument("--runs", type=count, default=5)
    parser.add_argument("--json", type=new_file, help="a new file to keep the figures in")
    parser.add_argument("--long", action="store_true", help="memory at 100,000 matches too")
    parser.add_argument("--peers", action="store_true", help="other frameworks too")
    chosen = parser.parse_args()
    found = run(chosen.only, chosen.runs, long=chosen.long, with_peers=chosen.peers)
    if chosen.json:
        figures.keep(found, chosen.json)
        print(f"kept in {chosen.json}")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
