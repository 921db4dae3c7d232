"""What goes out to a bot that holds many matches: full messages, but never all of its matches in one."""

import asyncio
import sys
from pathlib import Path

from harness import replay
from harness.bots.pool import Settings
from harness.match import Bot, Clock, Match, unpack_log
from harness.played import Played
from harness.worker import Hall, Outcome

HOLDS = 64
PROGRAM = str(Path(__file__).parent / "bots" / "misbehave.py")


def test_messages_are_full_but_none_has_all_the_matches(tmp_path: Path) -> None:
    def bot(name: str, *flags: str) -> Bot:
        return Bot(name, (sys.executable, PROGRAM, "--holds", str(HOLDS), "--counts", str(tmp_path / name), *flags))

    # One of them is refused now and then: a rejection goes out beside decisions that wait.
    bots = (bot("ann"), bot("bob", "--illegal", "200"), bot("eve"))

    async def run() -> list[Outcome]:
        waiting: list[asyncio.Future[Outcome]] = []
        async with Hall(Settings("test-batch.")) as hall:
            for number in range(2 * HOLDS):
                clock = Clock(move=30.0, strikes=1000)
                one = Match(str(number), f"wire-{number}", "schwimmen", {"lives": 1}, bots, f"{number}", clock=clock)
                waiting.append(asyncio.get_running_loop().create_future())
                hall.play(one, waiting[-1].set_result)
            return await asyncio.gather(*waiting)

    asked = 0
    for outcome in asyncio.run(run()):
        assert isinstance(outcome, Played)
        assert not any(verdict.forfeit for verdict in outcome.result.verdicts)
        log = unpack_log(outcome.packed)
        assert replay.faults(log) == []
        asked += len(log.actions)
    counts = [int(line) for one in bots for line in (tmp_path / one.name).read_text().split()]
    assert sum(counts) == asked
    assert max(counts) <= HOLDS // 2
    assert sum(counts) / len(counts) > HOLDS / 10  # a third of them is the most that is possible all the time
