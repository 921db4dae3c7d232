"""The bots for Bismarck: legal, reproducible, and in order of strength."""

import pytest

from harness import games
from sample_bots.bismarck_greedy import Greedy
from sample_bots.bismarck_thoughtful import Thoughtful
from sample_bots.first_bot import FirstBot
from sample_bots.random_bot import RandomBot
from sample_bots.tricks import beats, higher, winning
from tests.sample_bots.conftest import Make, Played, mean_places

BOTS: list[Make] = [RandomBot, FirstBot, Greedy, lambda: Greedy(attention=0.5), Thoughtful, lambda: Thoughtful(True)]


def test_every_bot_plays_whole_matches_legally() -> None:
    game = games.game("bismarck")
    for turn in range(len(BOTS)):
        played = Played(game, [BOTS[(seat + turn) % len(BOTS)] for seat in range(3)], f"legal-{turn}")
        assert sum(played.scores) == 0


@pytest.mark.parametrize("make", BOTS)
def test_a_bot_plays_a_match_the_same_way_again(make: Make) -> None:
    game = games.game("bismarck")
    once, again = (Played(game, [make, RandomBot, make], "again") for _ in range(2))
    assert [action for _, action in once.steps] == [action for _, action in again.steps]


def test_thought_beats_greed_and_greed_beats_chance() -> None:
    thoughtful, greedy, chance = mean_places(games.game("bismarck"), [Thoughtful, Greedy, RandomBot], sets=25)
    assert thoughtful < greedy - 0.3
    assert greedy < chance - 0.5


def test_memory_helps() -> None:
    mindful, forgetful, _ = mean_places(
        games.game("bismarck"), [Thoughtful, lambda: Thoughtful(forgetful=True), Greedy], sets=25
    )
    assert mindful < forgetful - 0.1


def test_what_wins_a_trick() -> None:
    assert winning(["9h", "Th", "As"], "") == "Th"
    assert winning(["9h", "2s", "Ah"], "s") == "2s"
    assert not beats("As", "2h", "")
    assert higher("Qh", ["Kh", "Ah", "As", "2h"]) == 2
