"""Options: which may be set, to what, and what is said of others."""

import json

import pytest

from harness.errors import OptionError
from harness.games.schwimmen import PRESETS, game

ALL = {
    "pack": 32,
    "direction": "clockwise",
    "feuer": False,
    "losers": "lowest",
    "refresh": True,
    "passing": "always",
    "handeln": False,
    "closed": False,
    "lives": 3,
    "swimming": True,
    "knock_from_circuit": 2,
    "knock_minimum": 0,
    "circuit_cap": 20,
}
CHIPS = {"lives": 3, "swimming": False, "direction": "clockwise", "circuit_cap": 20}


def test_1_1_10_options_and_defaults() -> None:
    assert game("schwimmen", {}).options == ALL
    assert game("einunddreissig", {}).options == {**ALL, "knock_from_circuit": 1, "knock_minimum": 20}
    assert game("schnauz", {}).options == game("dutch-31", {}).options == CHIPS
    assert game("forty-one", {}).options == {"deals": None, "direction": "clockwise", "circuit_cap": 20}


@pytest.mark.parametrize("name", PRESETS)
def test_options_in_force_round_trip_through_json(name: str) -> None:
    changed = game(name, {"direction": "anticlockwise", "circuit_cap": 7})
    again = game(name, json.loads(json.dumps(changed.options)))
    assert again == changed
    assert again.options["direction"] == "anticlockwise"


@pytest.mark.parametrize("name", PRESETS)
def test_1_1_10_any_other_option_is_refused(name: str) -> None:
    for key in (*ALL, "deals", "cards", "special", "two_packets", "nonsense"):
        if key not in PRESETS[name].settable:
            with pytest.raises(OptionError, match=f"{name} has no option '{key}'; its options are: .*direction"):
                game(name, {key: getattr(PRESETS[name].rules, key, 1)})


@pytest.mark.parametrize(
    ("key", "value", "allowed"),
    [
        ("pack", 40, "32 or 36 or 52 or 64"),
        ("pack", 32.0, "32 or 36"),
        ("pack", "32", "32 or 36"),
        ("pack", True, "cannot be true"),
        ("direction", "left", '"clockwise" or "anticlockwise"'),
        ("feuer", 1, "false or true"),
        ("feuer", "yes", "false or true"),
        ("feuer", None, "false or true"),
        ("losers", "highest", '"lowest" or "twenty-or-less"'),
        ("passing", "never", '"always" or "not-before-knock"'),
        ("lives", True, "a whole number from 0 to 99"),
        ("lives", -1, "a whole number from 0 to 99"),
        ("lives", 3.0, "a whole number"),
        ("lives", None, "a whole number"),
        ("lives", 10**50, "…"),
        ("knock_from_circuit", 0, "from 1"),
        ("knock_minimum", 32, "from 0 to 31"),
        ("circuit_cap", -1, "from 0"),
        ("circuit_cap", [1], "a whole number"),
    ],
)
def test_a_wrong_value_is_refused_with_what_is_allowed(key: str, value: object, allowed: str) -> None:
    with pytest.raises(OptionError) as caught:
        game("schwimmen", {key: value})
    assert f"option '{key}' of schwimmen cannot be" in str(caught.value)
    assert allowed in str(caught.value)
    assert len(str(caught.value)) < 200


def test_no_lives_without_swimming_is_refused() -> None:
    with pytest.raises(OptionError, match="'lives' cannot be 0 without swimming"):
        game("schwimmen", {"lives": 0, "swimming": False})
    with pytest.raises(OptionError, match="'lives' cannot be 0 without swimming"):
        game("schnauz", {"lives": 0})
    assert game("schwimmen", {"lives": 0}).options["lives"] == 0


@pytest.mark.parametrize("value", [0, True, 1.0])
def test_deals_that_cannot_be_are_refused(value: object) -> None:
    with pytest.raises(OptionError, match="option 'deals' of forty-one"):
        game("forty-one", {"deals": value})


@pytest.mark.parametrize("name", PRESETS)
def test_the_schema_describes_every_option(name: str) -> None:
    rules = game(name, {})
    assert list(rules.schema) == list(rules.options)
    for key, described in json.loads(json.dumps(rules.schema)).items():
        assert described["default"] == rules.options[key]
        assert described["meaning"]
        values = described["allowed"] if "allowed" in described else [described["minimum"], described["maximum"]]
        for value in values:
            assert game(name, {"swimming": True, key: value} if key == "lives" else {key: value}).options[key] == value
