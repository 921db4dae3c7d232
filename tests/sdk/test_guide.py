"""The clients printed in the protocol guide do play, and the deals are what it says."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import grpc_tools
import pytest
from grpc_tools import protoc

from harness.games import cards
from harness.games.deals import SeededDeals
from harness.match import Cause
from harness.wire.arena_pb2 import (
    Batch,
    BotMessage,
    Decision,
    HarnessMessage,
    MatchEnd,
    MatchStart,
    Rejection,
    SchwimmenView,
    Welcome,
)
from tests.sdk.conftest import ScriptedHarness

PROTO = Path(__file__).resolve().parents[2] / "proto"
GUIDE = (PROTO / "README.md").read_text(encoding="utf-8")


def fenced(language: str) -> str:
    """The one block of the guide in this language."""
    [block] = re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)
    return str(block)


def two_matches(received: Iterator[BotMessage]) -> Iterator[HarnessMessage]:
    """Two matches in one batch, a rejection, and the end."""
    next(received)
    yield HarnessMessage(welcome=Welcome(protocol=1, holds=16, max_message_bytes=1 << 20))
    starts = [MatchStart(match_id=match, rule_set="schwimmen", options="{}") for match in ("m1", "m2")]
    yield HarnessMessage(batch=Batch(starts=starts))
    view = SchwimmenView(hand=["7d"])
    asked = [Decision(match_id=match, decision_id=5, legal=["pass"], schwimmen=view) for match in ("m1", "m2")]
    yield HarnessMessage(batch=Batch(decisions=asked))
    next(received)
    refused = Rejection(match_id="m2", decision_id=5, action="pass", reason="no", legal=["swap-all"])
    yield HarnessMessage(batch=Batch(rejections=[refused]))
    next(received)
    yield HarnessMessage(batch=Batch(ends=[MatchEnd(match_id="m1"), MatchEnd(match_id="m2")]))


def plays(scripted: ScriptedHarness, *command: str, **environment: str) -> None:
    """Run a client against the script, and look at everything it said."""
    scripted.script = two_matches
    with scripted.start(*command, **environment) as process:
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (0, "", "")
    hello, first, second = scripted.received
    assert hello.hello.holds == 16
    answers = [
        [(one.match_id, one.decision_id, one.action) for one in each.actions.actions] for each in (first, second)
    ]
    assert answers == [[("m1", 5, "pass"), ("m2", 5, "pass")], [("m2", 5, "swap-all")]]


def test_the_client_in_python_plays(scripted: ScriptedHarness) -> None:
    include = Path(grpc_tools.__file__).parent / "_proto"
    made = protoc.main(["", f"-I{PROTO}", f"-I{include}", f"--python_out={scripted.folder}", f"{PROTO}/arena.proto"])
    assert made == 0
    program = scripted.folder / "client.py"
    program.write_text(fenced("python"), encoding="utf-8")
    plays(scripted, sys.executable, str(program))


def test_the_client_in_javascript_plays(scripted: ScriptedHarness) -> None:
    """Wants node, and the two packages that the guide names where NODE_PATH says."""
    probe = ["node", "-e", "require('@grpc/grpc-js'); require('@grpc/proto-loader')"]
    if shutil.which("node") is None or subprocess.run(probe, capture_output=True, check=False).returncode:
        pytest.skip("no node with @grpc/grpc-js and @grpc/proto-loader")
    shutil.copy(PROTO / "arena.proto", scripted.folder)
    program = scripted.folder / "client.js"
    program.write_text(fenced("javascript"), encoding="utf-8")
    plays(scripted, "node", str(program), NODE_PATH=os.environ.get("NODE_PATH", ""))


def test_the_deals_are_what_the_guide_says() -> None:
    deals = SeededDeals("c0ffee")
    assert " ".join(cards.texts(deals.pack(1, cards.pack(32)))) in GUIDE.splitlines()
    assert f"three seats is {deals.first_dealer(3)};" in GUIDE
    five = cards.parse_all("7c 8c 9d Th As")
    assert f"in the order `{' '.join(cards.texts(deals.reshuffle(1, 1, five)))}`" in GUIDE


def test_every_verdict_is_in_the_guide() -> None:
    for cause in Cause:
        assert f"`{cause.word}`" in GUIDE


@pytest.mark.parametrize("which", [0, 1])
def test_the_bots_of_the_authors_guide_play(scripted: ScriptedHarness, which: int) -> None:
    guide = (PROTO.parent / "sample_bots" / "README.md").read_text(encoding="utf-8")
    source = re.findall(r"^```python\n(.*?)^```$", guide, re.DOTALL | re.MULTILINE)[which]
    scripted.script = two_matches
    status, out, err = scripted.run_bot(source)
    assert (status, out) == (0, "")
    assert "was refused" in err
    assert [one.action for one in scripted.received[1].actions.actions] == ["pass", "pass"]
