"""``make bench-compare``: what got slower since a run that was kept, beyond the spread of both."""

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.bench import figures
from tests.bench.__main__ import count, run


def kept(text: str) -> dict[str, Any]:
    """A run that was kept."""
    try:
        found = json.loads(Path(text).read_text())
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{text}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text}: is no JSON: {error}") from None
    if not isinstance(found, dict) or "about" not in found:
        raise argparse.ArgumentTypeError(f"{text}: was not written by make bench JSON=FILE")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="make bench-compare", description=__doc__, allow_abbrev=False)
    parser.add_argument("old", type=kept, metavar="OLD", help="a file that make bench JSON=FILE wrote")
    parser.add_argument("new", type=kept, nargs="?", metavar="NEW", help="another; without it the bench is run now")
    parser.add_argument("--runs", type=count, default=5)
    chosen = parser.parse_args()
    new = chosen.new or _measured(chosen.old, chosen.runs)
    slower = figures.slower(chosen.old, new)
    for line in slower:
        print(f"slower: {line}")
    print(f"{figures.compared(chosen.old, new)} figures compared, {len(slower)} got slower")
    return 1 if slower else 0


def _measured(old: dict[str, Any], runs: int) -> dict[str, Any]:
    """What the old run measured, measured again."""
    found = run(set(old) - {"about"}, runs, long="100000" in old.get("i", {}), with_peers="j" in old)
    with tempfile.TemporaryDirectory() as name:
        figures.keep(found, path := Path(name, "new.json"))
        return kept(str(path))


if __name__ == "__main__":
    sys.exit(main())
