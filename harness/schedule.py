"""Who meets whom, on which deals, in which seats.

A *table* is a group of bots; a *set* is one deal seed at one table, played once per rotation of the seats. The
schedule is an iterator: it goes block by block (some sets of every table), and inside a block rotation by rotation,
so that bots restarted between two rotations never see a deal twice.
"""

import hashlib
import hmac
import math
import re
from collections.abc import Iterator, Sequence
from itertools import islice, permutations

from harness.config import Config
from harness.match import SETS_PER_BLOCK, Bot, Fixture, Match


def round_robin(bots: Sequence[int], config: Config, skip: int = 0) -> Iterator[Fixture]:
    """Every table of every size, all its sets and rotations, in schedule order; the first ``skip`` are passed over."""
    sizes = sorted(set(config.table_sizes))
    sets = config.schedule.sets
    for first in range(0, sets, SETS_PER_BLOCK):
        block = range(first, min(first + SETS_PER_BLOCK, sets))
        for rotation in range(max((_rotations(size, config) for size in sizes), default=0)):
            for size in sizes:
                if rotation < _rotations(size, config):
                    due = math.comb(len(bots), size) * len(block)
                    if skip < due:
                        yield from _leg(bots, size, block, rotation, config, skip)
                    skip = max(0, skip - due)


def _leg(bots: Sequence[int], size: int, block: range, rotation: int, config: Config, skip: int) -> Iterator[Fixture]:
    """All tables of one size, with the sets of a block in one rotation, but for the first so many matches."""
    skipped, begun = divmod(skip, len(block))
    for table in _tables(bots, size, skipped):
        for number in block[begun:]:
            yield Fixture(table, number, rotation, _seated(table, number, rotation, config))
        begun = 0


def matches(bots: Sequence[int], config: Config) -> int:
    """How many fixtures ``round_robin`` gives."""
    return sum(
        math.comb(len(bots), size) * config.schedule.sets * _rotations(size, config) for size in set(config.table_sizes)
    )


def fixture(key: str, config: Config) -> Fixture:
    """The fixture of that key, as the configuration seats it; ValueError if there can be none."""
    shape = re.fullmatch(r"(\d+(?:-\d+)+)\.(\d+)\.(\d+)", key)
    bots = tuple(map(int, shape[1].split("-"))) if shape else ()
    if not shape or list(bots) != sorted(set(bots)) or int(shape[3]) >= _rotations(len(bots), config):
        raise ValueError(f"no schedule has a match '{key}'")
    number, rotation = int(shape[2]), int(shape[3])
    return Fixture(bots, number, rotation, _seated(bots, number, rotation, config))


def match(fixture: Fixture, bots: dict[int, Bot], config: Config, secret: str) -> Match:
    """The match that a fixture stands for, under the ladder's secret."""
    return Match(
        key=fixture.key,
        wire_id=derived(secret, f"match {fixture.key}")[:16],
        game=config.game,
        options=config.options,
        bots=tuple(bots[bot] for bot in fixture.seats),
        seed=derived(secret, f"set {fixture.set_key}"),
        leg=fixture.leg,
        clock=config.match_clock,
    )


def derived(secret: str, label: str) -> str:
    """HMAC-SHA256 of a label under the secret, in hexadecimal."""
    return hmac.new(secret.encode(), label.encode(), hashlib.sha256).hexdigest()


def commitment(secret: str) -> str:
    """What is published before the first match: SHA-256 of the secret, in hexadecimal."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _rotations(size: int, config: Config) -> int:
    return math.factorial(size) if config.schedule.rotations == "all" else size


def _tables(bots: Sequence[int], size: int, skip: int = 0) -> Iterator[tuple[int, ...]]:
    """All subsets of that size in colexicographic order, those without the last bot first; not the first ``skip``."""
    if size == 0:
        yield ()
        return
    ordered = sorted(bots)
    for last in range(size - 1, len(ordered)):
        due = math.comb(last, size - 1)
        if skip < due:
            for rest in _tables(ordered[:last], size - 1, skip):
                yield (*rest, ordered[last])
        skip = max(0, skip - due)


def _seated(table: tuple[int, ...], number: int, rotation: int, config: Config) -> tuple[int, ...]:
    """The table by seat. With cyclic rotations, sets go through all the ways to sit around the table in turn."""
    if config.schedule.rotations == "all":
        return next(islice(permutations(table), rotation, None))
    circles = math.factorial(len(table) - 1)
    around = (table[0], *next(islice(permutations(table[1:]), number % circles, None)))
    return around[rotation:] + around[:rotation]
