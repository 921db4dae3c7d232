"""What a run would play, found out without writing anything to the ladder."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from harness import schedule
from harness.ladder import Ladder, entrants
from harness.match import Bot, Fixture
from harness.store import Store


def field(ladder: Ladder) -> dict[int, Bot]:
    """The bots by the numbers under which a run enters them, new ones included."""
    with TemporaryDirectory() as folder, Store(Path(folder) / "ladder.db", write=True) as draft:
        if ladder.played:
            with ladder.read() as store:
                for bot in store.roster.bots():
                    draft.roster.register(bot)
                for submission in store.roster.submissions():
                    draft.roster.keep(submission)
        return {bot.id: bot for bot in entrants(ladder, draft)}


def fixtures(ladder: Ladder, bots: dict[int, Bot]) -> Iterator[tuple[Fixture, bool]]:
    """Every match of the schedule, and whether it is stored already."""
    planned = schedule.round_robin(list(bots), ladder.config)
    if not ladder.played:
        yield from ((fixture, False) for fixture in planned)
        return
    with ladder.read() as store:
        while some := list(islice(planned, 500)):
            stored = store.forfeits([fixture.key for fixture in some])
            yield from ((fixture, fixture.key in stored) for fixture in some)
