"""Random playouts through the rules alone, against a fixed loop of plain Python."""

import random
import time
from collections.abc import Callable

from harness.games import game
from harness.games.deals import SeededDeals

SECONDS = 1.0


def playouts(rule_set: str, seats: int) -> float:
    """Actions a second in random playouts, in one process."""
    rules, choose = game(rule_set), random.Random(1).choice

    def play(number: int) -> int:
        state = rules.start(seats, SeededDeals(str(number)))
        state.opening()
        actions = 0
        while state.to_act() is not None:
            state.apply(choose(state.legal()))
            actions += 1
        return actions

    return _rate(play)


def plain() -> float:
    """Rounds a second of a loop that will never change: a hundred steps of integer arithmetic and list access each."""

    def work(number: int) -> int:
        numbers = list(range(100))
        for place in range(1, 100):
            numbers[place] = (numbers[place - 1] * 31 + number) % 1009
        return 1

    return _rate(work)


def _rate(work: Callable[[int], int]) -> float:
    done = number = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        done += work(number)
        number += 1
    return done / spent
