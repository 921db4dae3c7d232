"""Rule sets as listed, scenarios as played."""

import json
from pathlib import Path

import pytest

from harness import games
from tests.cli.conftest import Run

DOCUMENT = """
game = "schwimmen"
seats = 3
dealer = 2
packs = ["Ks Ad 7c Ts Kc 8h 7d 7h 9s Ah Qh 8c"]
actions = ["refuse", "swap 7d 9s", "swap 7h 7c", "swap 8c 8h", "knock", "swap Ad 8c", "pass"]
"""


def test_the_list_names_every_rule_set(harness: Run) -> None:
    lines = harness("games").stdout.splitlines()
    assert [line.split()[0] for line in lines[1:]] == games.rule_sets()
    found = json.loads(harness("games", "--json").stdout)["rule_sets"]
    assert [one["name"] for one in found] == games.rule_sets()
    for one in found:
        game = games.game(one["name"])
        assert one["seats"] == [game.seats[0], game.seats[-1]]
        assert set(one["options"]) == set(game.options)


@pytest.mark.parametrize("rule_set", games.rule_sets())
def test_a_rule_set_is_explained(harness: Run, rule_set: str) -> None:
    rules = games.game(rule_set).rules()
    assert harness("games", rule_set).stdout == rules.rstrip() + "\n"
    assert json.loads(harness("games", rule_set, "--json").stdout)["rules"] == rules


def test_a_scenario_is_json_lines_with_the_state_last(harness: Run, tmp_path: Path) -> None:
    path = tmp_path / "scenario.toml"
    path.write_text(DOCUMENT)
    ran = harness("scenario", path)
    assert (ran.returncode, ran.stderr) == (0, "")
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    showdown = next(line for line in lines if line["event"] == "showdown")
    assert showdown["values"] == [29, 25, 29]
    assert showdown["losers"] == [1]
    assert showdown["lives"] == [3, 2, 3]
    assert lines[-1]["event"] == "state"
    assert lines[-1]["dealer"] == 0


def test_an_illegal_action_shows_the_state_and_exits_1(harness: Run, tmp_path: Path) -> None:
    path = tmp_path / "scenario.toml"
    path.write_text(DOCUMENT.replace('"swap 7d 9s"', '"knock"'))
    ran = harness("scenario", path)
    assert ran.returncode == 1
    state = json.loads(ran.stdout.splitlines()[-1])
    assert (state["event"], state["to_act"]) == ("state", 0)
    assert "action 1, 'knock', is illegal: " in ran.stderr
    assert all(action in ran.stderr for action in state["legal"])


@pytest.mark.parametrize(
    ("rule_set", "hand", "value"),
    [("schwimmen", "Ah Kh Th", "31"), ("schwimmen", "8c 8h 8d", "30.5"), ("forty-one", "2c 2d 2h 2s", "2")],
)
def test_the_value_of_a_hand(harness: Run, rule_set: str, hand: str, value: str) -> None:
    assert harness("scenario", "--value", rule_set, hand).stdout == f"{value}\n"


@pytest.mark.parametrize(("rule_set", "hand"), [("schwimmen", "Ah Kh"), ("schwimmen", "Ah Kh Zz"), ("whist", "Ah")])
def test_a_hand_that_has_no_value(harness: Run, rule_set: str, hand: str) -> None:
    ran = harness("scenario", "--value", rule_set, hand)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith("error: ")
