"""Whole ladders of trivial bots: gRPC, a process a bot, referee, store.

As a program it plays one ladder in a process of its own:

    python -m tests.bench.endtoend BOTS HOLDS MATCHES JOBS OPTIONS
"""

import json
import math
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec

from harness import encoding, tournament
from harness.games import game
from harness.games.deals import SeededDeals
from harness.ladder import open_ladder
from harness.referee import Ask
from harness.wire import arena_pb2 as pb

_LADDER = """
game = "schwimmen"
options = {{ {options} }}
schedule = {{ seats = [3], sets = {sets}, seed = "bench" }}
clock = {{ move = 30.0 }}
"""
_BOT = '[[bots]]\nname = "{name}"\ncommand = ["python", "{program}", "{holds}"]\n'


class Measured(msgspec.Struct):
    """One ladder's figures."""

    decisions: int
    seconds: float
    processor: float  # seconds of processor time: all processes together
    peak_kib: int  # of the harness's own process and of its largest worker

    @property
    def rate(self) -> float:
        """Decisions a second."""
        return self.decisions / self.seconds

    @property
    def busy(self) -> float:
        """How much of the time of all processors it took; two at work in one at 0.6 could do no more than 1.7 times."""
        return self.processor / self.seconds / (os.cpu_count() or 1)


def played(bots: int, holds: int, matches: int, options: str = "", jobs: int = 1) -> Measured:
    """Play about so many matches of so many bots, at tables of three, that hold so many matches at once."""
    command = [sys.executable, "-m", "tests.bench.endtoend", str(bots), str(holds), str(matches), str(jobs), options]
    return msgspec.convert(json.loads(subprocess.run(command, capture_output=True, check=True).stdout), Measured)


def sizes() -> tuple[int, int]:
    """Bytes of a message with one decision of the benchmark's game, and of the answer: means of a whole match."""
    state = game("schwimmen").start(3, SeededDeals("bench"))
    asked, answered, number = 0, 0, 0
    news: list[list[bytes]] = [[], [], []]
    events = state.opening()
    while (seat := state.to_act()) is not None:
        for event in events:
            for hearer in range(3) if event.audience is None else event.audience:
                news[hearer].append(msgspec.json.encode(event.fields))
        number += 1
        legal = state.legal()
        ask = Ask(number, legal, state.view(seat), news[seat], 30.0, 10.0, 40.0, 0.0)
        news[seat] = []
        asked += len(encoding.batch(b"", [encoding.decision("0" * 16, "schwimmen", ask)]))
        action = pb.Action(match_id="0" * 16, decision_id=number, action=legal[0])
        answered += pb.BotMessage(actions=pb.Actions(actions=[action])).ByteSize()
        events = state.apply(legal[0])
    return round(asked / number), round(answered / number)


def _play(bots: int, holds: int, matches: int, jobs: int, options: str) -> Measured:
    with tempfile.TemporaryDirectory() as name:
        program = Path(__file__).with_name("first_bot.py")
        entries = "".join(_BOT.format(name=f"bot{number}", program=program, holds=holds) for number in range(bots))
        sets = math.ceil(matches / math.comb(bots, 3))  # the first rotations alone, so that bots are started seldom
        Path(name, "ladder.toml").write_text(_LADDER.format(options=options, sets=sets) + entries)
        ladder = open_ladder(Path(name))
        stop = tournament.Stop()

        def stop_in_time(progress: tournament.Progress) -> None:
            stop.requested = progress.done >= matches

        report = tournament.run(ladder, jobs=jobs, on_progress=stop_in_time, stop=stop)
        with ladder.read() as store:
            decisions = sum(row.actions for row in store.matches())
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    processor = sum(one.ru_utime + one.ru_stime for one in used)
    return Measured(decisions, report.seconds, processor, max(one.ru_maxrss for one in used))


if __name__ == "__main__":
    bots, holds, matches, jobs = map(int, sys.argv[1:5])
    sys.stdout.write(msgspec.json.encode(_play(bots, holds, matches, jobs, sys.argv[5])).decode())
