"""A match that was played, made ready to be stored where it was refereed: the one who stores has little left to do."""

import math
from collections import Counter

import msgspec

from harness.match import Log, Result, pack_log


class Played(msgspec.Struct, frozen=True):
    """A match that was played, ready to be stored."""

    packed: bytes  # the log as it is stored
    result: Result
    actions: int
    started: str  # UTC, ISO 8601
    seconds: float
    thinking: tuple[tuple[int, int, int, int, int], ...]  # see ``thinking``


def ready(log: Log) -> Played:
    """The match of a log, ready to be stored."""
    return Played(pack_log(log), log.result, len(log.actions), log.started, log.seconds, thinking(log))


def thinking(log: Log) -> tuple[tuple[int, int, int, int, int], ...]:
    """The think times of a log's actions: bot, bucket, decisions, microseconds of the bot and of the harness."""
    decisions: Counter[tuple[int, int]] = Counter()
    think: Counter[tuple[int, int]] = Counter()
    own: Counter[tuple[int, int]] = Counter()
    for entry in log.actions:
        if entry.flag != "forfeit":
            at = log.bots[entry.seat].id, bucket(entry.think_us)
            decisions[at] += 1
            think[at] += entry.think_us
            own[at] += entry.own_us
    return tuple((*at, decisions[at], think[at], own[at]) for at in decisions)


def bucket(microseconds: int) -> int:
    """The number of the logarithmic bucket (10 % wide) that a time falls into."""
    return round(10 * math.log1p(max(0, microseconds)))
