"""How far a ladder is."""

import msgspec

from harness import schedule
from harness.ladder import Ladder, latest_submitted
from harness.store import Store


class Progress(msgspec.Struct, frozen=True):
    """Matches of the schedule as the configuration stands, and matches stored, those of earlier versions included."""

    scheduled: int
    stored: int
    running: bool | None  # whether it is being played; None: not known


def progress(ladder: Ladder, store: Store) -> Progress:
    """How many matches are to be played in all, and how many are stored."""
    field = len(ladder.config.bots) + len(latest_submitted(store))
    return Progress(schedule.matches(range(field), ladder.config), store.count(), ladder.running)
