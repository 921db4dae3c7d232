"""The text of an action: the rules play it, or refuse it in a short sentence and change nothing."""

import random

import msgspec
import pytest

from harness import games
from harness.errors import IllegalAction
from harness.games.deals import SeededDeals
from tests.fuzz.conftest import TEXTS, Script, changed_bytes, fuzzed

RULE_SETS: tuple[tuple[str, int, dict[str, object]], ...] = (
    ("schwimmen", 3, {}),
    ("einunddreissig", 2, {"closed": True, "pack": 64}),
    ("schnauz", 2, {}),
    ("dutch-31", 2, {}),
    ("forty-one", 2, {}),
    ("bismarck", 3, {}),
)


def positions(rule_set: str, seats: int, options: dict[str, object]) -> list[games.State]:
    """Every position of a match of random actions, the first sixty."""
    state = games.game(rule_set, options).start(seats, SeededDeals("fuzz"))
    luck = random.Random(7)
    found: list[games.State] = []
    while state.to_act() is not None and len(found) < 60:
        found.append(state.copy())
        state.apply(luck.choice(state.legal()))
    return found


@pytest.fixture(scope="module")
def played() -> list[games.State]:
    return [state for rule_set in RULE_SETS for state in positions(*rule_set)]


def hostile(legal: str, script: Script) -> str:
    """A legal action, changed; or none at all."""
    kind = script.below(5)
    if kind == 0:
        return script.choice(TEXTS)
    if kind == 1:
        words = legal.split()
        return script.choice(
            (" ".join([*words, words[-1]]), " ".join(words[:-1]), legal.upper(), f" {legal}", legal * 99)
        )
    if kind == 2:
        return legal.replace("s", script.choice(("ſ", "s\u0301", "\u0455", "S", "d")))
    return changed_bytes(legal.encode(), script).decode(errors="replace")


@fuzzed
def test_actions(played: list[games.State], data: bytes) -> None:
    script = Script(data)
    state = script.choice(played).copy()
    legal, before = list(state.legal()), msgspec.json.encode(state.snapshot())
    action = hostile(script.choice(legal), script)
    try:
        state.apply(action)
    except IllegalAction as error:
        assert action not in legal
        assert 0 < len(str(error)) < 500
        assert str(error).isprintable()
        assert list(state.legal()) == legal
        assert msgspec.json.encode(state.snapshot()) == before
    else:
        assert action in legal
