"""The SDK over a real stream: real processes, a scripted harness at the other end."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence

import grpc

from harness.sdk import Bot, News, View
from harness.sdk.place import Place
from harness.sdk.stream import Stream
from harness.sdk.table import Table
from harness.wire.arena_pb2 import (
    Batch,
    BotMessage,
    Decision,
    HarnessMessage,
    Hello,
    MatchEnd,
    MatchStart,
    Rejection,
    SchwimmenView,
    Welcome,
)
from tests.sdk.conftest import TOKEN, ScriptedHarness

FIRST_LEGAL = """
from harness.sdk import Bot, View, run

class First(Bot[View]):
    def act(self, view, legal, news):
        return legal[0]

if __name__ == "__main__":
    run(First, games=["schwimmen"], holds=8)
"""

RECORDING = """
from harness.sdk import Bot, View, run

class Recording(Bot[View]):
    def started(self):
        print("started", self.match, flush=True)
    def act(self, view, legal, news):
        print("act", list(view.hand), legal, list(news), self.move_ms, self.bank_ms, flush=True)
        return legal[-1]
    def ended(self, result, news):
        print("ended", result, list(news), flush=True)

if __name__ == "__main__":
    run(Recording)
"""


def welcome() -> HarnessMessage:
    return HarnessMessage(welcome=Welcome(protocol=1, holds=8, max_message_bytes=1 << 20))


def start(match_id: str) -> MatchStart:
    return MatchStart(
        match_id=match_id, rule_set="schwimmen", options='{"lives":3}', seat=1, seats=3, move_ms=1000, bank_ms=5000
    )


def decision(match_id: str, number: int = 1, legal: tuple[str, ...] = ("swap-all", "pass")) -> Decision:
    return Decision(
        match_id=match_id,
        decision_id=number,
        legal=legal,
        news=[json.dumps({"event": "pass", "seat": 0})],
        move_ms=990,
        bank_ms=4000,
        schwimmen=SchwimmenView(hand=["7d", "9s", "Kh"]),
    )


def batch(**parts: object) -> HarnessMessage:
    return HarnessMessage(batch=Batch(**parts))  # type: ignore[arg-type]


def two_matches(received: Iterator[BotMessage]) -> Iterator[HarnessMessage]:
    next(received)
    yield welcome()
    yield batch(starts=[start("m1"), start("m2")])
    yield batch(decisions=[decision("m1", 4), decision("m2", 7)])
    next(received)
    yield batch(ends=[MatchEnd(match_id="m1", ranks=[1, 2, 2]), MatchEnd(match_id="m2", ranks=[3, 1, 2])])


def test_says_hello_and_answers_a_batch_in_one_message(scripted: ScriptedHarness) -> None:
    scripted.script = two_matches
    assert scripted.run_bot(FIRST_LEGAL) == (0, "", "")
    hello, actions = (message for message in scripted.received)
    assert (list(hello.hello.games), hello.hello.holds) == (["schwimmen"], 8)
    assert hello.hello.sdk
    answers = [(each.match_id, each.decision_id, each.action) for each in actions.actions.actions]
    assert answers == [("m1", 4, "swap-all"), ("m2", 7, "swap-all")]


def test_from_elsewhere_it_comes_again_with_bots_made_anew(scripted: ScriptedHarness) -> None:
    process: subprocess.Popen[str]
    streams = 0

    def script(received: Iterator[BotMessage]) -> Iterator[HarnessMessage]:
        nonlocal streams
        streams += 1
        if streams == 3:
            process.send_signal(signal.SIGINT)
        yield from two_matches(received)

    scripted.script = script
    program = scripted.folder / "bot.py"
    program.write_text(FIRST_LEGAL, encoding="utf-8")
    address = f"127.0.0.1:{scripted.port}"
    with scripted.start(sys.executable, str(program), HARNESS_ADDRESS=address) as process:
        _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, f"the harness at {address}: connected\n")
    assert [message.WhichOneof("kind") for message in scripted.received][:4] == ["hello", "actions"] * 2


def test_a_certificate_that_is_not_there_is_named(scripted: ScriptedHarness) -> None:
    status, out, err = scripted.run_bot(FIRST_LEGAL, HARNESS_ADDRESS="127.0.0.1:1", HARNESS_CA="/nowhere/cert.pem")
    assert (status, out) == (2, "")
    assert err.startswith("HARNESS_CA=/nowhere/cert.pem: No such file or directory; ")


def test_a_bot_is_told_match_view_time_news_and_result(scripted: ScriptedHarness) -> None:
    def script(received: Iterator[BotMessage]) -> Iterator[HarnessMessage]:
        next(received)
        yield welcome()
        yield batch(starts=[start("m1")], decisions=[decision("m1")])
        next(received)
        end = MatchEnd(
            match_id="m1", ranks=[1, 2, 3], scores=[3, 0, 0], verdicts=["played"] * 3, news=['{"event":"match"}']
        )
        yield batch(ends=[end])

    scripted.script = script
    status, out, err = scripted.run_bot(RECORDING)
    assert (status, err) == (0, "")
    started, act, ended = out.splitlines()
    assert "id='m1', rule_set='schwimmen', options={'lives': 3}, seat=1, seats=3, move_ms=1000.0" in started
    assert act == ("act ['7d', '9s', 'Kh'] ['swap-all', 'pass'] [{'event': 'pass', 'seat': 0}] 990.0 4000.0")
    assert ended.startswith("ended Result(ranks=[1, 2, 3], scores=[3, 0, 0], verdicts=['played', 'played', 'played']")
    assert ended.endswith("[{'event': 'match'}]")


def test_a_rejected_bot_is_told_and_asked_again_with_the_same_view(scripted: ScriptedHarness) -> None:
    def script(received: Iterator[BotMessage]) -> Iterator[HarnessMessage]:
        next(received)
        yield welcome()
        yield batch(starts=[start("m1")], decisions=[decision("m1", 3)])
        next(received)
        refused = Rejection(
            match_id="m1", decision_id=3, action="pass", reason="not before a knock", legal=["swap-all"], move_ms=1
        )
        yield batch(rejections=[refused])
        next(received)

    scripted.script = script
    status, out, err = scripted.run_bot(RECORDING)
    assert status == 0
    assert out.splitlines()[2] == "act ['7d', '9s', 'Kh'] ['swap-all'] [] 1.0 0.0"
    assert err == "match m1: 'pass' was refused: not before a knock\n"
    assert scripted.received[2].actions.actions[0].action == "swap-all"


def test_a_bot_that_raises_leaves_its_traceback_and_exits_1(scripted: ScriptedHarness) -> None:
    scripted.script = two_matches
    status, _, err = scripted.run_bot(FIRST_LEGAL.replace("legal[0]", "legal[99]"))
    assert status == 1
    assert "return legal[99]" in err
    assert err.endswith("IndexError: list index out of range\n")


def test_a_bot_that_returns_no_text_is_told_what_was_allowed(scripted: ScriptedHarness) -> None:
    scripted.script = two_matches
    status, _, err = scripted.run_bot(FIRST_LEGAL.replace("legal[0]", "None"))
    assert status == 1
    assert err.endswith("TypeError: First.act returned None; it must return one of: swap-all, pass\n")


def test_started_by_hand_it_says_what_to_do(scripted: ScriptedHarness) -> None:
    status, out, err = scripted.run_bot(FIRST_LEGAL, HARNESS_ADDRESS="")
    assert (status, out) == (2, "")
    assert "harness match" in err
    assert "HARNESS_ADDRESS" in err
    assert "Traceback" not in err


def test_an_unreachable_harness_is_named(scripted: ScriptedHarness) -> None:
    status, _, err = scripted.run_bot(FIRST_LEGAL, HARNESS_ADDRESS="unix:/nowhere/socket")
    assert status == 1
    assert err.startswith("the harness at unix:/nowhere/socket ended the stream: UNAVAILABLE: ")
    assert "Traceback" not in err


def test_a_refused_token_is_told(scripted: ScriptedHarness) -> None:
    status, _, err = scripted.run_bot(FIRST_LEGAL, HARNESS_TOKEN="wrong")
    assert status == 1
    assert "UNAUTHENTICATED: no bot has this token" in err


def test_a_stream_that_ends_while_the_bot_thinks_ends_as_the_harness_said(scripted: ScriptedHarness) -> None:
    """What the bot says then can not be sent any more."""

    class Thinking(Bot[View]):
        def act(self, view: View, legal: Sequence[str], news: News) -> str:
            assert scripted.ended.wait(30)
            return legal[0]

    def script(received: Iterator[BotMessage]) -> Iterator[HarnessMessage]:
        next(received)
        yield welcome()
        yield batch(starts=[start("m1")], decisions=[decision("m1")])

    scripted.script = script
    for _ in range(20):
        scripted.ended.clear()
        stream = Stream(Place(scripted.address, TOKEN), Hello())
        asyncio.run(stream.play(Table(Thinking)))
        assert (stream.code, stream.details) == (grpc.StatusCode.OK, "")


def test_ctrl_c_in_the_terminal_does_not_stop_a_local_bot(scripted: ScriptedHarness) -> None:
    process: subprocess.Popen[str]

    def script(received: Iterator[BotMessage]) -> Iterator[HarnessMessage]:
        next(received)
        yield welcome()
        os.kill(process.pid, signal.SIGINT)
        yield batch(starts=[start("m1")], decisions=[decision("m1")])
        next(received)

    scripted.script = script
    program = scripted.folder / "bot.py"
    program.write_text(FIRST_LEGAL, encoding="utf-8")
    with scripted.start(sys.executable, str(program)) as process:
        _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (0, "")
    assert len(scripted.received) == 2
