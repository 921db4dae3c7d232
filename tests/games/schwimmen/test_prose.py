"""The rules as text, and events as sentences."""

import random

import pytest

from harness.games.deals import SeededDeals
from harness.games.schwimmen import PRESETS, game

OTHERWISE: dict[str, object] = {
    "pack": 64,
    "direction": "anticlockwise",
    "feuer": True,
    "losers": "twenty-or-less",
    "refresh": False,
    "passing": "not-before-knock",
    "handeln": True,
    "closed": True,
    "lives": 5,
    "knock_from_circuit": 4,
    "knock_minimum": 25,
    "circuit_cap": 0,
    "deals": 7,
}


@pytest.mark.parametrize("name", PRESETS)
def test_every_option_changes_the_text(name: str) -> None:
    standard = game(name, {})
    for key, value in standard.options.items():
        other = not value if key == "swimming" else OTHERWISE[key]
        assert game(name, {key: other}).rules() != standard.rules(), key


def test_no_two_rule_sets_read_alike() -> None:
    texts = {game(name, {}).rules().partition("\n")[2] for name in PRESETS}
    assert len(texts) == len(PRESETS)


@pytest.mark.parametrize("closed", [False, True])
def test_the_closed_game_has_rules_of_its_own(closed: bool) -> None:
    text = game("einunddreissig", {"closed": closed}).rules()
    assert ("`hold 7d 8d 9d`" in text) is closed
    assert ("`swap 7d 9s`" in text) is not closed
    assert ("`pass`" in text) is not closed


def test_counts_are_spelled_right() -> None:
    assert "starts with 1 life." in game("schwimmen", {"lives": 1}).rules()
    assert "after 1 circuit " in game("schwimmen", {"circuit_cap": 1}).rules()
    assert "A match is 1 deal." in game("forty-one", {"deals": 1}).rules()


@pytest.mark.parametrize("name", [*PRESETS, "closed"])
def test_every_event_is_a_sentence(name: str) -> None:
    rules = game("einunddreissig", {"closed": True}) if name == "closed" else game(name, {})
    names = ["Ann", "Bob", "Cid"]
    chance = random.Random(name)
    for seed in range(6):
        state = rules.start(3, SeededDeals(f"{seed}"))
        events = list(state.opening())
        while state.to_act() is not None:
            events += state.apply(chance.choice(state.legal()))
        for event in events:
            said = rules.sentence(event.fields, names)
            assert said.endswith(".")
            assert said[0].isupper()
            if "seat" in event.fields:
                assert names[int(str(event.fields["seat"]))] in said


def test_sentences() -> None:
    say = game("schwimmen", {}).sentence
    names = ["Ann", "Bob", "Cid"]
    showdown: dict[str, object] = {"event": "showdown", "deal": 1, "values": [29, None, 30.5], "losers": [0]}
    assert say(showdown, names) == "Showdown: Ann 29, Cid 30.5; Ann loses a life."
    assert say({**showdown, "losers": [0, 2]}, names) == "Showdown: Ann 29, Cid 30.5; Ann and Cid lose a life."
    assert say({**showdown, "losers": []}, names) == "Showdown: Ann 29, Cid 30.5; nobody loses a life."
    scored: dict[str, object] = {"event": "showdown", "deal": 1, "values": [36, 10, 11], "scores": [36, -26, -25]}
    assert say(scored, names) == "Showdown: Ann 36, Bob 10, Cid 11; scores +36, -26, -25."
    assert (
        say({"event": "match", "ranks": [1, 2, 1]}, names) == "The match ends with Ann and Cid sharing the first rank."
    )
    assert say({"event": "swap", "seat": 1, "given": "7d", "taken": "9s"}, names) == "Bob gives 7d and takes 9s."
