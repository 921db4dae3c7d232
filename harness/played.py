"""A match that was played, made ready to be stored where it was refereed: the one who stores has little left to do."""

import math

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
    sums: dict[tuple[int, int], list[int]] = {}  # by seat and bucket: decisions, and the two sums
    for entry in log.actions:
        if entry.flag != "forfeit":
            at = entry.seat, bucket(entry.think_us)
            found = sums.get(at)
            if found is None:
                found = sums[at] = [0, 0, 0]
            found[0] += 1
            found[1] += entry.think_us
            found[2] += entry.own_us
    return tuple((log.bots[seat].id, number, n, us, own) for (seat, number), (n, us, own) in sums.items())


def bucket(microseconds: int) -> int:
    """The number of the logarithmic bucket (10 % wide) that a time falls into."""
    return round(10 * math.log1p(max(0, microseconds)))
