"""Random play in another framework, in that framework's environment: prints its steps a second."""

import json
import random
import sys
import time
from collections.abc import Callable, Iterator

SECONDS = 3.0


def hearts() -> Iterator[None]:
    """OpenSpiel; dealing a card is no step."""
    import pyspiel

    game, luck = pyspiel.load_game("hearts"), random.Random(1)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(luck.choice(state.legal_actions()))
                continue
            state.apply_action(luck.choice(state.legal_actions()))
            yield


def gin_rummy() -> Iterator[None]:
    """RLCard."""
    import rlcard

    env, luck = rlcard.make("gin-rummy"), random.Random(1)
    while True:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(luck.choice(list(state["legal_actions"])))
            yield


def connectx() -> Iterator[None]:
    """kaggle-environments."""
    from kaggle_environments import make

    luck = random.Random(1)
    while True:
        env = make("connectx")
        state = env.reset(2)
        while not env.done:
            board, columns = state[0].observation.board, env.configuration.columns
            free = [column for column in range(columns) if board[column] == 0]
            state = env.step([luck.choice(free) if one.status == "ACTIVE" else None for one in state])
            yield


GAMES: dict[str, Callable[[], Iterator[None]]] = {"hearts": hearts, "gin-rummy": gin_rummy, "connectx": connectx}


def main() -> None:
    steps = GAMES[sys.argv[1]]()
    next(steps)  # what is made once is no part of a step
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        next(steps)
        done += 1
    print(json.dumps(done / spent))


if __name__ == "__main__":
    main()
