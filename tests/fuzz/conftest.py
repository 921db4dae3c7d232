"""Hostile input, drawn by hypothesis: each case is a script of bytes that says what to change in something sound."""

import os
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

T = TypeVar("T")

# So many cases for each reader; more by hand: HARNESS_FUZZ_CASES=1000000 pytest tests/fuzz
CASES = int(os.environ.get("HARNESS_FUZZ_CASES", "10000"))
_HUNG = 10_000  # milliseconds after which a case counts as hung, however loaded the machine

TEXTS = (
    "", " ", "\x00", "\n", "\x1b[2J\x1b[31m", "\x9b31m", "\u202eltr", "\ufeff", "\ue000", "../../etc/passwd", "a" * 70,
    "x" * 20_000, "<script>alert(1)</script>", "{{7*7}}", "%s%n", "'; DROP TABLE bots; --", "swap 7d 9s", "💣", "1e9",
)  # fmt: skip
NUMBERS = (
    0,
    1,
    -1,
    2,
    3,
    7,
    255,
    2**31 - 1,
    2**31,
    2**32,
    2**63 - 1,
    2**63,
    2**64,
    -(2**63),
    10**30,
    0.5,
    -0.0,
    1e308,
    1e-308,
)
ABSURD: tuple[Any, ...] = (
    *TEXTS, *NUMBERS, float("inf"), float("nan"), True, False, [], {}, [[]], {"": ""}, [[[[[[[[1]]]]]]]], ["x"] * 300,
)  # fmt: skip


class Script:
    """Choices, taken from bytes; once they are used up, always the first."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1."""
        taken = self._data[self._at : self._at + 2]
        self._at += 2
        return int.from_bytes(taken, "big") % bound

    def choice(self, what: Sequence[T]) -> T:
        return what[self.below(len(what))]


def fuzzed(test: Callable[..., None]) -> Callable[..., None]:
    """The test is called with so many scripts."""
    drawn = given(data=st.binary(min_size=40, max_size=40))(test)
    return settings(
        max_examples=CASES, deadline=_HUNG, database=None, suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.generate, Phase.shrink],
    )(drawn)  # fmt: skip


def changed_bytes(data: bytes, script: Script) -> bytes:
    """The bytes with a few changes: flipped, replaced, cut out, doubled, put in, cut off."""
    changed = bytearray(data)
    for _ in range(1 + script.below(4)):
        if not changed:
            break
        kind, at = script.below(6), script.below(len(changed))
        until = at + 1 + script.below(16)
        if kind == 0:
            changed[at] ^= 1 << script.below(8)
        elif kind == 1:
            changed[at] = script.below(256)
        elif kind == 2:
            del changed[at:until]
        elif kind == 3:
            changed[at:at] = changed[at:until]
        elif kind == 4:
            changed[at:at] = script.choice(TEXTS).encode()
        else:
            del changed[at:]
    return bytes(changed)


def changed_tree(tree: Any, script: Script) -> Any:
    """A tree of plain JSON with one change at some depth: a value replaced, left out, doubled, or one too many."""
    if isinstance(tree, dict) and tree and script.below(6):
        key = script.choice(sorted(tree))
        if not script.below(8):
            return {other: value for other, value in tree.items() if other != key}
        return {**tree, key: changed_tree(tree[key], script)}
    if isinstance(tree, list) and tree and script.below(6):
        at = script.below(len(tree))
        if not script.below(8):
            return tree[:at] + script.choice(([], tree[at : at + 1] * 2, tree[:3])) + tree[at + 1 :]
        return [*tree[:at], changed_tree(tree[at], script), *tree[at + 1 :]]
    if isinstance(tree, dict) and not script.below(3):
        return {**tree, script.choice(TEXTS): script.choice(ABSURD)}
    return script.choice(ABSURD)
