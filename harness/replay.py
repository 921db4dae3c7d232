"""A log, played again through the rules alone."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from harness import games
from harness.errors import ConfigError, HarnessError, IllegalAction
from harness.games.deals import SeededDeals
from harness.match import LOG_FORMAT, Entry, Log, final_ranks


class Frame(msgspec.Struct, frozen=True):
    """One step of a match: what was done, what happened, and where that led."""

    index: int  # 0: the opening, before any action; then the action's number, from 1
    entry: Entry | None
    events: Sequence[games.Event]
    state: games.State  # after the step; valid until the next frame is asked for


def frames(log: Log) -> Iterator[Frame]:
    """The steps of a match in order; HarnessError names the action that the rules refuse."""
    state = games.game(log.game, log.options).start(len(log.bots), SeededDeals(log.seed))
    yield Frame(0, None, state.opening(), state)
    for number, entry in enumerate(log.actions, 1):
        seat = state.to_act()
        if seat != entry.seat:
            raise HarnessError(
                f"match {log.key}: action {number} is by seat {entry.seat}, but it is seat {seat}'s turn"
            )
        try:
            events = state.apply(entry.action)
        except IllegalAction as error:
            raise HarnessError(f"match {log.key}: action {number} ({entry.action[:64]}) is illegal: {error}") from None
        yield Frame(number, entry, events, state)


def faults(log: Log) -> list[str]:
    """What a log says that its replay does not bear out; empty if all of it holds."""
    if not _even(log):
        return [f"match {log.key}: its lists by seat differ in length"]
    try:
        *_, last = frames(log)
    except HarnessError as error:
        return [str(error)]
    ranks = last.state.ranks()
    if ranks is None:
        return [f"match {log.key}: the log ends before the match does"]
    found = []
    if final_ranks(ranks, log.result.verdicts) != log.result.ranks:
        found.append(f"match {log.key}: the ranks {log.result.ranks} do not follow from its actions")
    if tuple(last.state.scores()) != log.result.scores:
        found.append(f"match {log.key}: the scores {log.result.scores} do not follow from its actions")
    for seat, strikes in enumerate(log.result.strikes):
        if strikes != sum(entry.seat == seat and entry.flag in ("illegal", "late") for entry in log.actions):
            found.append(f"match {log.key}: the strikes of seat {seat} do not follow from its actions")
    return found


def read_log(path: Path) -> Log:
    """A log from a file; ConfigError says what is wrong with it."""
    try:
        log = msgspec.json.decode(path.read_bytes(), type=Log)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ConfigError(f"{path}: this is not the log of a match: {error}") from None
    if log.format != LOG_FORMAT:
        raise ConfigError(f"{path}: log format {log.format}, this harness reads {LOG_FORMAT}; use its release")
    if not _even(log):
        raise ConfigError(f"{path}: this is not the log of a match: its lists by seat differ in length")
    return log


def _even(log: Log) -> bool:
    """Whether all of its lists by seat have as many entries as it has bots."""
    result = log.result
    return {len(result.ranks), len(result.scores), len(result.verdicts), len(result.strikes)} == {len(log.bots)}
