"""The bots for the Schwimmen family: legal under every rule set and option, reproducible, and in order of strength."""

from typing import Any

import pytest

from harness import games
from sample_bots.careless import Careless
from sample_bots.first_bot import FirstBot
from sample_bots.greedy import Greedy
from sample_bots.hands import RULE_SETS, valuation
from sample_bots.random_bot import RandomBot
from sample_bots.thoughtful import Thoughtful
from tests.sample_bots.conftest import Make, Played, mean_places

BOTS: list[Make] = [RandomBot, FirstBot, Greedy, Careless, Thoughtful, lambda: Thoughtful(knock_at=24), Thoughtful]

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in RULE_SETS),
    ("schwimmen", {"feuer": True, "direction": "anticlockwise"}),
    ("schwimmen", {"swimming": False, "lives": 1, "circuit_cap": 3}),
    *(("einunddreissig", {"pack": size}) for size in (36, 52, 64)),
    ("einunddreissig", {"losers": "twenty-or-less"}),
    ("einunddreissig", {"refresh": False}),
    ("einunddreissig", {"passing": "not-before-knock"}),
    ("einunddreissig", {"handeln": True, "pack": 64, "feuer": True}),
    ("einunddreissig", {"closed": True}),
    ("einunddreissig", {"closed": True, "passing": "not-before-knock", "pack": 64}),
]


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=str)
@pytest.mark.parametrize("seats", [2, 7])
def test_every_bot_plays_every_rule_set_legally(name: str, options: dict[str, Any], seats: int) -> None:
    game = games.game(name, options)
    for turn in range(len(BOTS)):
        makes = [BOTS[(seat + turn) % len(BOTS)] for seat in range(seats)]
        assert len(Played(game, makes, f"legal-{turn}").ranks) == seats


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=str)
def test_the_bots_value_a_hand_as_the_rules_do(name: str, options: dict[str, Any]) -> None:
    game = games.game(name, options)
    value = valuation(name, game.options)
    steps = [step for n in range(5) for step in Played(game, [RandomBot, Careless, RandomBot], f"value-{n}").steps]
    assert [value(tuple(view.hand)) for view, _ in steps] == [view.value for view, _ in steps]


@pytest.mark.parametrize(
    ("name", "options", "hand", "points"),
    [
        ("schwimmen", {}, "Ah Kh Th", 31),
        ("schwimmen", {}, "Ac As Ah", 30.5),
        ("schwimmen", {"feuer": True}, "Ac As Ah", 33),
        ("einunddreissig", {"pack": 64}, "As As Ks", 31),
        ("einunddreissig", {"pack": 64}, "Ks Ks Kh", 20),
        ("einunddreissig", {"handeln": True}, "As Ah 9s", 22),
        ("schnauz", {}, "9c 9s 9h", 27),
        ("schnauz", {}, "Ac As Ah", 32),
        ("dutch-31", {}, "Ac As Ah", 30.5),
        ("dutch-31", {}, "Kc Ks Kh", 30),
        ("forty-one", {}, "9s 9h 8h 2h", 19),
    ],
)
def test_hands_by_hand(name: str, options: dict[str, Any], hand: str, points: float) -> None:
    assert valuation(name, options)(tuple(hand.split())) == points


@pytest.mark.parametrize("make", BOTS[:5])
def test_a_bot_plays_a_match_the_same_way_again(make: Make) -> None:
    game = games.game("schwimmen")
    once, again = (Played(game, [make, RandomBot, make], "again") for _ in range(2))
    assert [action for _, action in once.steps] == [action for _, action in again.steps]


@pytest.mark.parametrize("name", ["schwimmen", "einunddreissig", "dutch-31", "forty-one"])
def test_thought_beats_greed_and_greed_beats_chance(name: str) -> None:
    thoughtful, greedy, careless, chance = mean_places(
        games.game(name), [Thoughtful, Greedy, Careless, RandomBot], sets=30
    )
    assert thoughtful < greedy - 0.1
    assert greedy < careless - 0.5
    assert careless < chance - 0.3
