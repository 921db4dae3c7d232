"""Log files: played again as they say, or refused in a sentence; what is not borne out is found."""

from pathlib import Path

import msgspec
import pytest

from harness import games, replay
from harness.cli.narration import Narration
from harness.errors import ConfigError, HarnessError
from harness.games.deals import SeededDeals
from harness.games.faces import FRENCH, GERMAN, LETTERS
from harness.match import LOG_FORMAT, Bot, Cause, Clock, Entry, Log, Result, Verdict, final_ranks
from tests.fuzz.conftest import Script, changed_bytes, changed_tree, fuzzed


def short_log(rule_set: str, seats: int, options: dict[str, object]) -> Log:
    """The log of a match of first legal actions; the last seat died before the third."""
    state = games.game(rule_set, options).start(seats, SeededDeals("fuzz"))
    actions: list[Entry] = []
    while (seat := state.to_act()) is not None:
        gone = seat == seats - 1 and len(actions) >= 3
        action = state.default() if gone else state.legal()[-1]
        actions.append(Entry(seat, action, 900, 30, "forfeit" if gone else "", ("moo",) if len(actions) == 1 else ()))
        state.apply(action)
    died = Verdict(Cause.DIED.word, "It died.", {"exit": 1, "stderr": ["oh"]}, 3)
    verdicts = (*[Verdict()] * (seats - 1), died)
    ranks = state.ranks()
    assert ranks is not None
    return Log(
        format=LOG_FORMAT, key="1-2.0.0", wire_id="w", game=rule_set, options=options,
        bots=tuple(Bot(f"bot{seat}", ("x",), id=seat + 1) for seat in range(seats)), seed="fuzz", clock=Clock(),
        started="2026-01-02T03:04:05.678+00:00", seconds=0.25, actions=tuple(actions),
        result=Result(final_ranks(ranks, verdicts), tuple(state.scores()), verdicts, (0,) * seats),
    )  # fmt: skip


LOGS = (
    short_log("schwimmen", 3, {"lives": 1, "swimming": False, "circuit_cap": 2}),
    short_log("einunddreissig", 2, {"closed": True, "lives": 1, "swimming": False}),
    short_log("schnauz", 2, {"lives": 1, "circuit_cap": 1}),
    short_log("forty-one", 2, {"deals": 1}),
)
TREES = [msgspec.json.decode(msgspec.json.encode(log)) for log in LOGS]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("logs") / "log.json"


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.game)
def test_the_sound_logs_are_borne_out(file: Path, log: Log) -> None:
    file.write_bytes(msgspec.json.encode(log))
    assert replay.read_log(file) == log
    assert replay.faults(log) == []


def told(log: Log, script: Script) -> None:
    """All of it as a person reads it and as JSON, from a seat or from all, one deal or all."""
    seat, deal = script.choice((None, 0, 1, 2)), script.choice((None, 1, 2))
    for line in Narration(log, seat=seat, deal=deal, faces=script.choice((FRENCH, GERMAN, LETTERS))).lines():
        assert isinstance(line, str)
    for record in Narration(log, seat=seat, deal=deal, faces=LETTERS).records():
        msgspec.json.encode(record)


@fuzzed
def test_logs(file: Path, data: bytes) -> None:
    script = Script(data)
    which, kind = script.below(len(LOGS)), script.below(3)
    changed = msgspec.json.encode(changed_tree(TREES[which], script) if kind else TREES[which])
    file.write_bytes(changed if kind else changed_bytes(changed, script))
    try:
        log = replay.read_log(file)
    except ConfigError as error:
        assert str(error).startswith(f"{file}: ")
        return
    faults, sound = replay.faults(log), LOGS[which]
    assert all(faults), "each is a sentence"
    same = all(getattr(log, what) == getattr(sound, what) for what in ("game", "options", "seed", "bots", "actions"))
    if same and not faults and log.result.verdicts == sound.result.verdicts:
        assert log.result == sound.result
    try:
        told(log, script)
    except HarnessError as error:
        assert str(error)
