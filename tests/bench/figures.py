"""What a benchmark finds: ratios to a baseline of the same run, their medians, and how they are kept and compared."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import msgspec


class Figure(msgspec.Struct, frozen=True):
    """One row of the table."""

    letter: str  # of the subject
    name: str  # within the subject; empty if it has but this one
    what: str
    ratios: Sequence[float]  # of each run
    detail: str = ""
    more_is_better: bool = True

    @property
    def median(self) -> float:
        return median(self.ratios)

    @property
    def text(self) -> str:
        label = f"({self.letter}) {self.what}"
        spread = f"{_short(min(self.ratios))} to {_short(max(self.ratios))}" if len(self.ratios) > 1 else "one run"
        return f"{label:<76} {_short(self.median):>8}  ({spread}){f'  {self.detail}' if self.detail else ''}"


def _short(ratio: float) -> str:
    return f"{ratio:.3g}" if ratio < 100 else f"{ratio:,.0f}"


def keep(figures: Iterable[Figure], path: Path) -> None:
    """One JSON object: medians by letter, and by name within it; beside them the spread and which way is better."""
    kept: dict[str, Any] = {}
    for one in figures:
        ends = [min(one.ratios), max(one.ratios)]
        about = {"spread": ends, "more_is_better": one.more_is_better, "what": one.what}
        if one.name:
            kept.setdefault(one.letter, {})[one.name] = one.median
            kept.setdefault("about", {}).setdefault(one.letter, {})[one.name] = about
        else:
            kept[one.letter] = one.median
            kept.setdefault("about", {})[one.letter] = about
    with path.open("x") as file:
        file.write(json.dumps(kept, indent=1) + "\n")


def slower(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """What got worse beyond both runs' spread, in a line each."""
    found = []
    for key, (median_new, about_new) in _flat(new).items():
        if key not in (before := _flat(old)):
            continue
        median_old, about_old = before[key]
        (low_old, high_old), (low_new, high_new) = about_old["spread"], about_new["spread"]
        worse = high_new < low_old if about_new["more_is_better"] else low_new > high_old
        if worse:
            found.append(f"({key}) {about_new['what']}: {_short(median_old)} before, {_short(median_new)} now")
    return found


def compared(old: dict[str, Any], new: dict[str, Any]) -> int:
    """How many figures both runs have."""
    return len(_flat(old).keys() & _flat(new).keys())


def _flat(kept: dict[str, Any]) -> dict[str, tuple[float, dict[str, Any]]]:
    """Median and what is told about it, by letter and name."""
    about = kept["about"]
    flat: dict[str, tuple[float, dict[str, Any]]] = {}
    for letter, found in kept.items():
        if letter == "about":
            continue
        if isinstance(found, dict):
            flat |= {f"{letter} {name}": (ratio, about[letter][name]) for name, ratio in found.items()}
        else:
            flat[letter] = found, about[letter]
    return flat
