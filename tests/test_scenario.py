"""Scenarios: the worked sequences of every rule set, the lines that are printed, and files that cannot be used."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from harness import scenario
from harness.errors import ConfigError, OptionError
from harness.scenario import Scenario, ScenarioError

SCENARIOS = Path(__file__).parent / "scenarios"


def played(name: str) -> tuple[list[dict[str, Any]], ScenarioError | None]:
    """The lines of a scenario file, and how it was refused."""
    lines: list[dict[str, Any]] = []
    try:
        for line in scenario.play(scenario.load(SCENARIOS / f"{name}.toml")):
            lines.append(line)
    except ScenarioError as error:
        return lines, error
    return lines, None


def showdowns(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [line for line in lines if line["event"] == "showdown"]


@pytest.mark.parametrize(
    ("name", "values", "losers", "lives", "next_dealer"),
    [
        ("schwimmen_document", [29, 25, 29], [1], [3, 2, 3], 0),
        ("schwimmen_dealt_31", [19, 31, 9], [2], [3, 3, 2], 0),
        ("schwimmen_all_pass", [31, 29, 20], [2], [3, 3, 2], 0),
        ("schwimmen_reserve_used_up", [19, 20], [0], [2, 3], 0),
        ("einunddreissig_knock", [20, 9, 28], [1], [3, 2, 3], 0),
        ("einunddreissig_feuer", [33, 30, 8], [1, 2], [3, 2, 2], 0),
        ("schnauz_banked", [57, 9], [1], [3, 2], 0),
        ("dutch_grace", [27, 31, 27], [0], [2, 3, 3], 0),
    ],
)
def test_a_deal_ends_as_worked_out(
    name: str, values: list[int], losers: list[int], lives: list[int], next_dealer: int
) -> None:
    lines, error = played(name)
    assert error is None
    (showdown,) = showdowns(lines)
    assert list(showdown)[:2] == ["event", "deal"]
    assert {key: showdown[key] for key in ("deal", "values", "losers", "lives")} == {
        "deal": 1,
        "values": values,
        "losers": losers,
        "lives": lives,
    }
    state = lines[-1]
    assert (state["event"], state["dealer"], state["lives"], state["ranks"]) == ("state", next_dealer, lives, None)


def test_points_are_scored_as_worked_out() -> None:
    lines, error = played("forty_one_close")
    assert error is None
    (showdown,) = showdowns(lines)
    assert (showdown["values"], showdown["scores"]) == ([36, 10, 11], [36, -26, -25])
    state = lines[-1]
    assert (state["to_act"], state["legal"], state["ranks"]) == (None, [], [1, 3, 2])
    assert (state["totals"], state["lives"]) == ([36, -26, -25], None)
    assert state["hands"][0] == ["5c", "Qc", "Kc", "Ac"]


def test_the_closed_game_hands_two_cards_on() -> None:
    lines, error = played("einunddreissig_closed")
    assert error is None
    state = lines[-1]
    assert state["hands"] == [["9h", "Kh", "Ah"], ["Td", "Jd", "Qd"], ["7c", "7d", "7s"]]
    assert (state["centre"], state["loose"], state["to_act"], state["reserve"]) == ([], ["8c", "8s"], 0, 21)


def test_without_feuer_three_aces_do_not_end_the_deal() -> None:
    lines, error = played("einunddreissig_no_feuer")
    assert error is None
    assert showdowns(lines) == []
    assert (lines[-1]["to_act"], lines[-1]["hands"][0]) == (1, ["Ac", "Ah", "As"])


@pytest.mark.parametrize(
    ("name", "index", "reason"),
    [
        ("schwimmen_early_knock", 1, "nobody may knock before every seat has had a turn"),
        ("einunddreissig_knock_19", 1, "knock needs a hand of at least 20"),
    ],
)
def test_an_illegal_action_ends_a_scenario_after_its_state(name: str, index: int, reason: str) -> None:
    lines, error = played(name)
    assert error is not None
    assert (error.index, error.legal[-1]) == (index, "pass")
    assert re.match(
        f"action {index}, 'knock', is illegal: {reason}.*; legal here: swap .*, swap-all, pass$", str(error)
    )
    assert lines[-1]["event"] == "state"
    assert lines[-1]["to_act"] == 0
    assert lines[-1]["legal"] == sorted(error.legal)


def test_an_action_after_the_match_is_illegal() -> None:
    finished = scenario.load(SCENARIOS / "forty_one_close.toml")
    lines = []
    with pytest.raises(ScenarioError, match=r"action 4, 'close', is illegal: .*; no action is legal here"):
        for line in scenario.play(msgspec.structs.replace(finished, actions=(*finished.actions, "close"))):
            lines.append(line)
    assert (lines[-1]["event"], lines[-1]["to_act"]) == ("state", None)


def test_what_a_scenario_prints_for_bismarck() -> None:
    """Packs run out of cards and of deals; both go on in pack order."""
    hands = zip("3c 4c 5c 6c".split(), "3d 4d 5d 6d".split(), "3h 4h 5h 6h".split(), strict=True)  # noqa: SIM905
    pack = " ".join(["As Ks Qs Js", *(" ".join(dealt) for dealt in hands)])
    actions = ["spel", "discard 3c", "discard 4c", "discard 5c", "discard 6c", "play As"]
    lines = list(scenario.play(Scenario("bismarck", 3, 2, packs=(pack,), actions=tuple(actions))))
    assert lines[:2] == [
        {"event": "deal", "deal": 1, "dealer": 2, "forehand": 0, "open": ["Js", "Qs", "Ks", "As"]},
        {"event": "mode", "deal": 1, "seat": 0, "mode": "spel", "trump": ""},
    ]
    assert lines[-2] == {"event": "play", "deal": 1, "seat": 0, "card": "As"}
    state: dict[str, Any] = lines[-1]
    assert list(state) == [
        "event", "to_act", "legal", "hands", "centre", "reserve", "lives", "dealer", "ranks", "totals",
    ]  # fmt: skip
    assert (state["to_act"], state["centre"], state["reserve"], state["dealer"]) == (1, ["As"], 0, 2)
    # The rest of the pack starts with 2c, 7c, 8c, ... and is dealt from forehand on.
    assert [hand[:2] for hand in state["hands"]] == [["2c", "9c"], ["7c", "Tc"], ["8c", "Jc"]]
    assert all(len(hand) == 15 + (seat > 0) for seat, hand in enumerate(state["hands"]))


def test_a_bismarck_deal_ends_with_tricks_and_scores() -> None:
    play_on = Scenario("bismarck", 3, 0)
    actions: list[str] = []
    while True:  # the state line lists what is legal next
        *events, state = scenario.play(msgspec.structs.replace(play_on, actions=tuple(actions)))
        if any(line["event"] == "showdown" for line in events):
            break
        actions.append(state["legal"][0])  # type: ignore[index]
    (showdown,) = showdowns(events)
    assert list(showdown) == ["event", "deal", "tricks", "scores", "totals"]
    assert sum(showdown["tricks"]) == 16
    assert sum(showdown["scores"]) == 0
    assert (state["hands"], state["centre"], state["reserve"]) == ([[], [], []], ["2c", "3c", "4c", "5c"], 48)
    assert (state["dealer"], state["to_act"], state["totals"]) == (1, 2, showdown["totals"])


def test_lives_are_those_of_the_file() -> None:
    start = Scenario("schwimmen", 3, 2, lives=(3, 1, 0))
    *_, state = scenario.play(start)
    assert state["lives"] == [3, 1, 0]


# Files that cannot be used.

GOOD = 'game = "bismarck"\nseats = 3\ndealer = 2\n'


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "the key 'game' is missing"),
        ('game = "bismarck"\nseats = 3', "the key 'dealer' is missing"),
        (GOOD + "pack = []", "unknown key 'pack'; allowed here: game, seats, dealer, options, packs, lives, actions"),
        (GOOD + 'packs = "Ah Kh"', "packs: expected `array`, got `str`"),
        (GOOD + "packs = [1]", "packs[0]: expected `str`, got `int`"),
        (GOOD + "actions = [true]", "actions[0]: expected `str`, got `bool`"),
        (GOOD + "options = 3", "options: expected `object`, got `int`"),
        (GOOD + "options = { feuer = true }", "bismarck has no options; leave out: feuer"),
        (GOOD + "lives = [3, 3, 3]", "lives: bismarck has none; leave them out"),
        (GOOD + 'lives = ["3"]', "lives[0]: expected `int`, got `str`"),
        (
            GOOD + 'packs = ["Ah Kx"]',
            "packs[0]: 'Kx' is not a card; write rank (2-9 T J Q K A) and suit (c d h s), as in Th",
        ),
        (GOOD + 'packs = ["", "Ah Kh Ah"]', "packs[1]: Ah is named 2 times; the pack of 52 has it once"),
        (GOOD.replace("2", "3"), "dealer: there is no seat 3; seats are numbered 0 to 2"),
        (GOOD.replace("2", "-1"), "dealer: there is no seat -1; seats are numbered 0 to 2"),
        (GOOD.replace("2", "true"), "dealer: expected `int`, got `bool`"),
        (GOOD.replace("3", "4"), "seats: bismarck is for 3, not for 4"),
        (GOOD.replace("bismarck", "skat"), "there is no rule set 'skat'; choose one of: schwimmen, "),
        (
            'game = "schwimmen"\nseats = 3\ndealer = 0\npacks = ["6h"]',
            "packs[0]: 6h is not in the pack of 32",
        ),
        (
            'game = "einunddreissig"\nseats = 3\ndealer = 0\noptions = { pack = 64 }\npacks = ["As As As"]',
            "packs[0]: As is named 3 times; the pack of 64 has it twice",
        ),
        ("game = ", "cannot be read as TOML: "),
        ("game = 1\ngame = 2", "cannot be read as TOML: "),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_file_and_key(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "broken.toml"
    file.write_text(text)
    with pytest.raises(ConfigError) as refusal:
        scenario.load(file)
    assert str(refusal.value).startswith(f"{file}: {complaint}")


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'game = "\xe9"')
    for file, complaint in (
        (tmp_path / "none.toml", "there is no such file"),
        (tmp_path, "cannot be read as TOML: Is a directory"),
        (latin, "cannot be read as TOML: 'utf-8' codec"),
    ):
        with pytest.raises(ConfigError, match=re.escape(f"{file}: {complaint}")):
            scenario.load(file)


def test_every_scenario_file_can_be_loaded() -> None:
    assert len([scenario.load(file) for file in SCENARIOS.iterdir()]) >= 13


# What a hand is worth.


@pytest.mark.parametrize(
    ("rule_set", "hand", "options", "worth"),
    [
        ("schwimmen", "Ah Kh Th", {}, 31),
        ("schwimmen", "8c 8h 8d", {}, 30.5),
        ("schwimmen", "Ac As Ah", {}, 30.5),
        ("schwimmen", "Ac As Ah", {"feuer": True}, 33),
        ("schwimmen", "7c 8h 9s", {}, 9),
        ("schwimmen", "Ks Ts 9s", {}, 29),
        ("schwimmen", "Ah Ks Ts", {}, 20),
        ("schwimmen", "7c 7d 8s", {}, 8),
        ("einunddreissig", "6c 6d 6h", {}, 30.5),
        ("einunddreissig", "2c 3d 4h", {}, 4),
        ("einunddreissig", "2c 3c 4c", {}, 9),
        ("einunddreissig", "As As Ks", {}, 31),
        ("einunddreissig", "As As 9s", {}, 31),
        ("einunddreissig", "Ks Ks Kh", {}, 20),
        ("einunddreissig", "Kc Kd 7c", {"handeln": True}, 20),
        ("einunddreissig", "7c 7s 7h", {"handeln": True}, 21),
        ("einunddreissig", "Ac As Ah", {"handeln": True}, 33),
        ("einunddreissig", "As As Ah", {"handeln": True}, 33),
        ("schnauz", "9c 9s 9h", {}, 27),
        ("schnauz", "Ac As Ah", {}, 32),
        ("dutch-31", "Ac As Ah", {}, 30.5),
        ("dutch-31", "Kc Ks Kh", {}, 30),
        ("forty-one", "Ac Kc 9d 5c", {}, 26),
        ("forty-one", "2c 2d 2h 2s", {}, 2),
    ],
)
def test_a_hand_is_worth(rule_set: str, hand: str, options: dict[str, object], worth: float) -> None:
    value = scenario.value(rule_set, hand, options)
    assert value == worth
    assert isinstance(value, int) == (worth == int(worth))


@pytest.mark.parametrize(
    ("rule_set", "hand", "options", "complaint"),
    [
        ("schwimmen", "Ah Kh", {}, "a hand of schwimmen has 3 cards; these are 2"),
        ("schwimmen", "", {}, "a hand of schwimmen has 3 cards; these are 0"),
        ("forty-one", "Ah Kh Th", {}, "a hand of forty-one has 4 cards; these are 3"),
        ("schwimmen", "Ah Kh 10h", {}, "'10h' is not a card"),
        ("schwimmen", "Ah Ah Ah", {}, "Ah is named 3 times"),
        ("einunddreissig", "6c 6d 6h", {"pack": 32}, "6c is named 1 times"),
        ("schnauz", "6c 6d 6h", {}, "6c is named 1 times"),
        ("forty-one", "Ac Ac Kc Qc", {}, "Ac is named 2 times"),
        ("bismarck", "Ah Kh Th", {}, "bismarck gives a hand no value"),
    ],
)
def test_a_hand_that_cannot_be_valued(rule_set: str, hand: str, options: dict[str, object], complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint):
        scenario.value(rule_set, hand, options)


def test_an_unknown_rule_set_values_nothing() -> None:
    with pytest.raises(OptionError, match="there is no rule set 'skat'"):
        scenario.value("skat", "Ah Kh Th")
    with pytest.raises(OptionError, match="feuer"):
        scenario.value("schnauz", "Ah Kh Th", {"feuer": True})
