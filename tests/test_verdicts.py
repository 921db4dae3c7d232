"""The table of verdicts, row by row: a real process misbehaves over real gRPC, and the right seat gets its verdict.

Each row plays two matches in one hall. In the first the misbehaving bot sits in seat 1; the second is among the good
bots of the first, by the same processes, and must be as if nothing had happened.
"""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from harness import replay
from harness.bots.pool import Settings
from harness.match import Bot, Clock, Log, Match, unpack_log
from harness.played import Played
from harness.worker import Hall, Outcome

MISBEHAVE = str(Path(__file__).parent / "bots" / "misbehave.py")
CLOCK = Clock(move=0.25, bank=0.5, start=3.0)
GOOD = [Bot(name, ("python", "-m", "sample_bots.first_bot")) for name in ("ann", "bob", "eve")]


def misbehaving(*flags: str) -> Bot:
    return Bot("mallory", (sys.executable, MISBEHAVE, *flags))


def match(key: str, bots: Sequence[Bot], clock: Clock = CLOCK, game: str = "schwimmen") -> Match:
    return Match(
        key=key, wire_id=f"wire-{key}", game=game, options={}, bots=tuple(bots), seed=f"seed-{key}", clock=clock
    )


def play(*matches: Match) -> list[Outcome]:
    """The outcomes, one match after the other in one hall."""

    async def run() -> list[Outcome]:
        outcomes = []
        async with Hall(Settings("test-verdicts.")) as hall:
            for one in matches:
                over: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
                hall.play(one, over.set_result)
                outcomes.append(await over)
        return outcomes

    return asyncio.run(run())


def logs(*matches: Match) -> list[Log]:
    found = []
    for outcome in play(*matches):
        assert isinstance(outcome, Played)
        log = unpack_log(outcome.packed)
        assert replay.faults(log) == []
        found.append(log)
    return found


ROWS = [
    (["--exits-at-start", "7"], "no-start", "Its process ended with exit status 7 before it said Hello."),
    (["--never-connects"], "no-connect", "It did not connect within 3 s."),
    (["--says-nothing"], "no-hello", "It connected, but said no Hello within 3 s."),
    (["--no-hello"], "wrong-message", "It sent actions before its Hello."),
    (["--hello-twice"], "wrong-message", "It sent a second Hello."),
    (["--dies-at", "3"], "died", "Its process ended with exit status 3."),
    (["--closes-at", "3"], "left", "It closed its stream and went on running."),
    (["--half-closes-at", "3"], "left", "It closed its stream and went on running."),
    (["--garbage", "--from", "3"], "garbage", "It sent bytes that are no message of the protocol."),
    (["--unknown-message", "--from", "3"], "wrong-message", "It sent an unknown message."),
    (["--huge", "--from", "3"], "too-big", "It sent a message of 5000"),
    (["--wrong-match-id", "--from", "3"], "wrong-message", "It named a match in which it does not sit."),
    (["--wrong-decision-id", "--from", "3"], "wrong-message", "It answered decision "),
    (["--answers-twice", "--from", "3"], "wrong-message", "It answered decision "),
    (["--partial", "--from", "3"], "wrong-message", "It left 1 of 1 decisions unanswered."),
    (["--illegal"], "illegal", "Forfeited by 3 strikes: 3 illegal."),
    (["--late", "60"], "late", "Forfeited by 3 strikes: 3 late."),
]


@pytest.mark.parametrize(("flags", "cause", "sentence"), ROWS, ids=[" ".join(row[0]) for row in ROWS])
def test_fault(flags: list[str], cause: str, sentence: str) -> None:
    first, second = logs(
        match("1", [GOOD[0], misbehaving(*flags), GOOD[1]]),
        match("2", GOOD[:2]),
    )
    ann, mallory, bob = first.result.verdicts
    assert mallory.cause == cause
    assert mallory.sentence.startswith(sentence)
    assert mallory.at is not None
    assert (ann.cause, bob.cause) == ("played", "played")
    assert first.result.ranks[1] == 3
    assert first.result.strikes[0] == first.result.strikes[2] == 0
    assert all(entry.flag == "" for entry in first.actions if entry.seat != 1)
    assert [verdict.cause for verdict in second.result.verdicts] == ["played", "played"]
    assert second.result.strikes == (0, 0)


def test_evidence_is_kept() -> None:
    (died,) = logs(match("1", [GOOD[0], misbehaving("--dies-at", "2")]))
    assert died.result.verdicts[1].evidence == {"exit": 3, "stderr": ["misbehave: dying as asked"]}
    (illegal,) = logs(match("2", [GOOD[0], misbehaving("--illegal", "--action", "swap 9z 9z")]))
    evidence = illegal.result.verdicts[1].evidence
    assert evidence["illegal"] == 3
    assert evidence["refused"] == ["swap 9z 9z", "swap 9z 9z"]
    strikes = [entry for entry in illegal.actions if entry.flag == "illegal"]
    assert len(strikes) == 3
    assert strikes[0].refused == ("swap 9z 9z", "swap 9z 9z")


def test_a_command_that_is_not_there() -> None:
    (log,) = logs(match("1", [GOOD[0], Bot("nobody", ("no-such-program-anywhere",))]))
    assert log.result.verdicts[1].cause == "no-start"
    assert (
        log.result.verdicts[1].sentence == "Its program 'no-such-program-anywhere' is not there, or cannot be executed."
    )
    assert log.result.verdicts[1].at == 0


def test_one_strike_is_forgiven() -> None:
    (log,) = logs(match("1", [GOOD[0], misbehaving("--illegal", "2")]))
    assert log.result.verdicts[1].cause == "played"
    assert log.result.strikes == (0, 1)
    (entry,) = [entry for entry in log.actions if entry.flag]
    assert (entry.seat, entry.flag, entry.refused) == (1, "illegal", ("moo", "moo"))


def test_a_retry_that_is_legal_costs_nothing() -> None:
    (log,) = logs(match("1", [GOOD[0], misbehaving("--illegal", "1")]))
    assert log.result.verdicts[1].cause == "played"
    assert log.result.strikes == (0, 0)
    assert [entry.refused for entry in log.actions if entry.refused] == [("moo",)]


def test_the_bank_pays_for_slow_moves_until_it_is_used_up() -> None:
    clock = Clock(move=0.1, bank=0.5, start=3.0)
    (log,) = logs(match("1", [GOOD[0], misbehaving("--late", "0.25")], clock))
    mine = [entry for entry in log.actions if entry.seat == 1]
    # 0.15 s of the bank each: three slow moves fit into 0.5 s, then every one is late.
    assert [entry.flag for entry in mine[:3]] == ["", "", ""]
    assert [entry.flag for entry in mine[3:6]] == ["late", "late", "late"]
    assert log.result.verdicts[1].cause == "late"


def test_late_and_illegal_together() -> None:
    clock = msgspec.structs.replace(CLOCK, move=0.2, bank=0.0, strikes=2)
    (log,) = logs(match("1", [GOOD[0], misbehaving("--illegal", "2", "--late", "0.15")], clock))
    assert log.result.verdicts[1].cause in {"late", "strikes"}
    assert log.result.strikes[1] == 2


def test_a_flood_of_output_harms_nobody() -> None:
    first, _ = logs(match("1", [GOOD[0], misbehaving("--floods"), GOOD[1]]), match("2", GOOD))
    assert {verdict.cause for verdict in (first.result.verdicts[0], first.result.verdicts[2])} == {"played"}
    assert first.result.verdicts[1].cause in {"played", "late"}  # who floods may be slowed down by its own flood


def test_a_name_given_is_not_an_identity() -> None:
    (log,) = logs(match("1", [GOOD[0], misbehaving("--name", "ann")]))
    assert [bot.name for bot in log.bots] == ["ann", "mallory"]
    assert [verdict.cause for verdict in log.result.verdicts] == ["played", "played"]


def test_earlier_forfeits_rank_lower() -> None:
    early, later = misbehaving("--dies-at", "2"), misbehaving("--dies-at", "4")
    bots = [GOOD[0], msgspec.structs.replace(early, name="early"), msgspec.structs.replace(later, name="later")]
    (log,) = logs(match("1", bots))
    assert log.result.ranks == (1, 3, 2)
    (mirrored,) = logs(match("2", [bots[2], bots[1], bots[0]]))
    assert mirrored.result.ranks == (2, 3, 1)


def test_everybody_gone_still_ends() -> None:
    bots = [msgspec.structs.replace(misbehaving("--exits-at-start", "1"), name=f"gone-{n}") for n in range(3)]
    (log,) = logs(match("1", bots))
    assert log.result.ranks == (1, 1, 1)
    assert all(entry.flag == "forfeit" for entry in log.actions)


def test_a_bot_of_another_game() -> None:
    bot = Bot("bismarcker", ("python", "-m", "sample_bots.bismarck_greedy"))
    (log,) = logs(match("1", [GOOD[0], bot]))
    assert log.result.verdicts[1].cause == "other-game"
    assert log.result.verdicts[1].sentence == "Its Hello says that it plays only bismarck."


def test_bismarck_is_refereed_alike() -> None:
    (log,) = logs(match("1", [GOOD[0], misbehaving("--dies-at", "5"), GOOD[1]], game="bismarck"))
    assert [verdict.cause for verdict in log.result.verdicts] == ["played", "died", "played"]
    assert sum(log.result.scores) == 0
    assert log.result.ranks[1] == 3


def test_no_bot_sits_beside_itself() -> None:
    with pytest.raises(ValueError, match="match 1: ann sits there twice"):
        match("1", [GOOD[0], GOOD[1], GOOD[0]])
