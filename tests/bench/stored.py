"""Ladders that hold many matches without anybody having played them.

As a program it makes one: ``python -m tests.bench.stored FOLDER MATCHES [BOTS [spread]]``. Some hundred short matches
are played through the rules with drawn choices; their logs are then stored again and again, under the bots and keys of
the schedule: the first ones, or with ``spread`` as many all over it, so that a large field has played. The deals do not
follow from the ladder's secret, so `harness verify` would object; all else hangs together.
"""

import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from math import ceil, comb
from pathlib import Path

import msgspec

from harness import history, schedule
from harness.games import game
from harness.games.deals import SeededDeals
from harness.ladder import Ladder, entrants, open_ladder
from harness.match import LOG_FORMAT, Bot, Clock, Entry, Fixture, Log, Result, Verdict
from harness.played import Played, ready
from harness.ratings import table_of

PLAYED = 300  # matches that are really played
BATCH = 5_000  # matches stored in one transaction
OPTIONS = {"lives": 1, "circuit_cap": 3}
SEATS = 3
_LADDER = """
game = "schwimmen"
title = "{matches} stored matches"
options = {{ lives = 1, circuit_cap = 3 }}
schedule = {{ seats = [3], sets = {sets}, seed = "stored" }}
"""
_BOT = '[[bots]]\nname = "bot{number:03}"\ncommand = ["bot"]\n'
_Templates = dict[tuple[int, ...], list[Log]]  # by the ranks of the seats


def make(folder: Path, matches: int, bots: int, *, spread: bool = False) -> Ladder:
    """A ladder in a new folder with so many matches stored, the first of its schedule, or some from all over it."""
    sets = ceil(matches / (SEATS * comb(bots, SEATS)))
    folder.mkdir(parents=True)
    entries = "".join(_BOT.format(number=number) for number in range(bots))
    (folder / "ladder.toml").write_text(_LADDER.format(matches=f"{matches:,}", sets=sets) + entries)
    ladder = open_ladder(folder)
    add(ladder, matches, spread=spread)
    return ladder


def add(ladder: Ladder, matches: int, *, spread: bool = False) -> None:
    """Store the next matches of the schedule, or some from all over it, without folding them."""
    templates = _played()
    with ladder.write() as store:
        bots = {bot.id: bot for bot in entrants(ladder, store)}
        fixtures: Iterator[Fixture]
        if spread:
            step = schedule.matches(list(bots), ladder.config) // matches
            fixtures = (next(schedule.round_robin(list(bots), ladder.config, n * step)) for n in range(matches))
        else:
            fixtures = islice(schedule.round_robin(list(bots), ladder.config, store.count()), matches)
        drawn = (_drawn(fixture, bots, templates) for fixture in fixtures)
        while some := list(islice(drawn, BATCH)):
            store.add(some)


def fold(ladder: Ladder) -> None:
    """What a run does last."""
    config = ladder.config
    with ladder.write() as store:
        found = table_of(history.renew(store, config.clock.bench_after, config.pages.matches), store, ladder.game)
        store.keep_ratings((one.bot.id, one.skill.mu, one.skill.sigma, one.matches) for one in found.standings)


def _played() -> _Templates:
    rules, luck = game("schwimmen", OPTIONS), random.Random(1)
    found: _Templates = defaultdict(list)
    for number in range(PLAYED):
        state = rules.start(SEATS, SeededDeals(f"{number:032x}"))
        state.opening()
        entries = []
        while (seat := state.to_act()) is not None:
            action = luck.choice(state.legal())
            entries.append(Entry(seat, action, luck.randrange(200, 9000), luck.randrange(20, 60)))
            state.apply(action)
        ranks = tuple(state.ranks() or ())
        result = Result(ranks, tuple(state.scores()), (Verdict(),) * SEATS, (0,) * SEATS)
        found[ranks].append(_log(f"{number:032x}", entries, result))
    return dict(found)


def _log(seed: str, entries: Sequence[Entry], result: Result) -> Log:
    return Log(
        format=LOG_FORMAT, key="", wire_id="", game="schwimmen", options=dict(game("schwimmen", OPTIONS).options),
        bots=(), seed=seed, clock=Clock(), started="", seconds=0.01, actions=tuple(entries), result=result,
    )  # fmt: skip


def _drawn(fixture: Fixture, bots: dict[int, Bot], templates: _Templates) -> tuple[Fixture, Played]:
    """A match whose bots do the better, more or less, the lower their numbers are; a tenth are drawn regardless."""
    luck = random.Random(fixture.key)
    form = [luck.gauss(-bot / len(bots), 0.3) for bot in fixture.seats]
    ranks = tuple(1 + sum(other > one for other in form) for one in form)
    fitting = templates.get(ranks)
    if fitting is None or luck.random() < 0.1:
        fitting = luck.choice(list(templates.values()))
    log = msgspec.structs.replace(
        luck.choice(fitting),
        key=fixture.key,
        wire_id="0" * 16,
        bots=tuple(bots[bot] for bot in fixture.seats),
        started=f"2026-01-02T{fixture.set % 24:02}:00:00.000+00:00",
    )
    return fixture, ready(log)


def main() -> None:
    folder, matches = Path(sys.argv[1]), int(sys.argv[2])
    began = time.perf_counter()
    ladder = make(folder, matches, int(sys.argv[3]) if len(sys.argv) > 3 else 20, spread="spread" in sys.argv)
    made = time.perf_counter()
    print(f"{folder}: {matches:,} matches stored in {made - began:.1f} s", flush=True)
    fold(ladder)
    print(f"folded in {time.perf_counter() - made:.1f} s")


if __name__ == "__main__":
    main()
