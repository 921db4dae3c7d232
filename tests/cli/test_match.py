"""One match between commands, its log, and the replay of it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from harness import replay
from tests.cli.conftest import Run


@pytest.fixture(scope="module")
def logged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log of a match of three sample bots."""
    from tests.cli.conftest import program

    path = tmp_path_factory.mktemp("match") / "match.json"
    ran = program("match", "--game", "schwimmen", "--seed", "a", "--log", path, "greedy", "first", "first")
    assert ran.returncode == 0, ran.stderr
    return path


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_the_outcome_is_that_of_the_log(harness: Run, tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    call = ["match", "--game", "forty-one", "--option", "deals=2", "random", "first", "--log", path, "--json"]
    found = json.loads(harness(*call).stdout)
    log = replay.read_log(path)
    assert replay.faults(log) == []
    assert [seat["bot"] for seat in found["seats"]] == ["random", "first"]
    assert [seat["rank"] for seat in found["seats"]] == list(log.result.ranks)
    assert [seat["verdict"]["cause"] for seat in found["seats"]] == ["played", "played"]
    assert found["options"]["deals"] == 2
    assert found["actions"] == len(log.actions)


def test_the_same_seed_deals_the_same_cards(harness: Run) -> None:
    call = ["match", "--game", "schwimmen", "first", "first", "--json", "--seed"]
    first, again, other = (json.loads(harness(*call, seed).stdout) for seed in ("a", "a", "b"))
    assert first["actions"] == again["actions"]
    assert first["seed"] == again["seed"] == "a"
    assert [seat["bot"] for seat in first["seats"]] == ["first", "first#2"]
    assert other["seed"] == "b"


def test_a_bot_that_fails_is_shown_with_the_evidence(harness: Run) -> None:
    command = "python3 -c 'import sys; print(\"no luck\\x1b[2J\", file=sys.stderr); sys.exit(3)'"
    ran = harness("match", "--game", "schwimmen", "first", command)
    assert ran.returncode == 0
    assert "no-start" in ran.stdout
    assert "exit: 3" in ran.stdout
    assert "no luck" in ran.stdout
    assert "\x1b" not in ran.stdout


def test_a_log_is_not_overwritten(harness: Run, logged: Path) -> None:
    before = logged.read_bytes()
    for call in (["match", "--game", "schwimmen", "first", "first"], ["replay", logged]):
        ran = harness(*call, "--log", logged)
        assert (ran.returncode, ran.stdout) == (1, "")
        assert f"{logged} exists and is left as it is" in ran.stderr
    assert logged.read_bytes() == before


def test_a_replay_shows_every_action_and_open_cards(harness: Run, logged: Path) -> None:
    log = replay.read_log(logged)
    shown = harness("replay", logged).stdout
    numbered = [line for line in shown.splitlines() if line[:4].strip().isdigit()]
    assert len(numbered) >= len(log.actions)
    assert all(f"{name} holds" in shown for name in ("greedy", "first", "first#2"))
    assert "♥" in shown
    assert "wins the match" in shown
    letters = harness("replay", logged, "--suits", "letters").stdout
    assert not set("♣♦♥♠") & set(letters)


def test_a_replay_with_german_suits(harness: Run, logged: Path) -> None:
    french, german = (harness("replay", logged, "--suits", suits).stdout for suits in ("french", "german"))
    assert "🌰 acorns (c), 🔔 bells (d), ♥ hearts (h), 🍃 leaves (s); U Unter (J), O Ober (Q)" in german
    turned = french.translate(str.maketrans("♣♦♠", "🌰🔔🍃"))
    for rank, shown in (("J", "U"), ("Q", "O"), ("A", "D")):
        turned = re.sub(f"{rank}(?=[🌰🔔♥🍃])", shown, turned)
    assert german.splitlines()[2:] == turned.splitlines()[1:]


def test_a_seat_sees_its_own_cards_alone(harness: Run, logged: Path) -> None:
    frames = lines(harness("replay", logged, "--seat", "1", "--json").stdout)
    for frame in frames:
        assert frame["view"]["seat"] == 1
        assert all(event["seat"] == 1 for event in frame["events"] if event["event"] == "hand")
        assert ("action" in frame) == (frame.get("seat") == 1)
        assert "state" not in frame
    shown = harness("replay", logged, "--seat", "1").stdout
    assert "greedy holds" not in shown
    assert "first holds" in shown


def test_one_deal_of_a_replay(harness: Run, logged: Path) -> None:
    whole = lines(harness("replay", logged, "--json").stdout)
    deals = max(frame["deal"] for frame in whole)
    assert deals > 1
    second = lines(harness("replay", logged, "--deal", "2", "--json").stdout)
    assert {event["deal"] for frame in second for event in frame["events"]} == {2}
    assert [frame for frame in whole if frame["deal"] == 2 and "action" in frame] != []
    beyond = harness("replay", logged, "--deal", deals + 1)
    assert beyond.returncode == 1
    assert f"there is no deal {deals + 1}; the deals are 1 to {deals}" in beyond.stderr


def test_a_seat_that_is_not_there(harness: Run, logged: Path) -> None:
    ran = harness("replay", logged, "--seat", "3")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "there is no seat 3; the seats are 0 to 2" in ran.stderr


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text[: len(text) // 2],
        lambda text: "[]",
        lambda text: text.replace('"format": 1', '"format": 2'),
        lambda text: text.replace('"strikes": [', '"strikes": [0,', 1),
        lambda text: text.replace('"greedy"', "7"),
    ],
)
def test_a_damaged_log_is_refused(harness: Run, logged: Path, tmp_path: Path, change: Any) -> None:
    path = tmp_path / "damaged.json"
    text = change(logged.read_text())
    assert text != logged.read_text()
    path.write_text(text)
    ran = harness("replay", path)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith(f"error: {path}: ")
