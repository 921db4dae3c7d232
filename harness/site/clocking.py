"""What became of the time while a bot was to move: what it used of its clock, and what the harness needed itself."""

import msgspec

from harness.rows import Thinking


class Clocking(msgspec.Struct, frozen=True):
    """Over all of a bot's decisions; without any, nothing is a number."""

    used: float  # share of the time per decision
    own_us: float  # the harness's own microseconds per decision, before it was put to the bot
    own: float  # share of those in the whole


def clocking(thinking: Thinking, move: float) -> Clocking:
    """From a bot's think times and the seconds it has per decision, its bank not counted."""
    decisions = sum(thinking.decisions.values())
    if not decisions:
        return Clocking(float("nan"), float("nan"), float("nan"))
    whole = thinking.think_us + thinking.own_us
    used = thinking.think_us / (decisions * move * 1e6)
    return Clocking(used, thinking.own_us / decisions, thinking.own_us / whole if whole else 0.0)
