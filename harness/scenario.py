"""Scenarios: a position written out in a file, played action by action; and what a hand is worth."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from harness import games
from harness.config import read_toml
from harness.errors import ConfigError, IllegalAction, OptionError
from harness.games import cards
from harness.games.cards import Card
from harness.games.deals import FixedDeals


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match from fixed packs, and the actions to play. Seats and action indexes count from 0."""

    game: str
    seats: int
    dealer: int
    options: dict[str, Any] = {}
    packs: tuple[str, ...] = ()  # one per deal, top card first; what is missing follows in pack order
    lives: tuple[int, ...] | None = None  # by seat, at the start
    actions: tuple[str, ...] = ()


class ScenarioError(IllegalAction):
    """An action of a scenario that the rules do not allow where it stands."""

    def __init__(self, index: int, action: str, reason: str, legal: Sequence[str]) -> None:
        choice = f"legal here: {', '.join(legal)}" if legal else "no action is legal here"
        super().__init__(f"action {index}, {action[:100]!r}, is illegal: {reason}; {choice}")
        self.index = index
        self.reason = reason
        self.legal = legal


def load(path: Path) -> Scenario:
    """The scenario in a TOML file; ConfigError names the file, the key and what is allowed."""
    scenario = read_toml(path, Scenario)
    try:
        _check(scenario)
    except (ConfigError, OptionError) as error:
        raise ConfigError(f"{path}: {error}") from None
    return scenario


def play(scenario: Scenario) -> Iterator[dict[str, object]]:
    """Every event, whoever may know of it, and the final state, each as plain JSON.

    ScenarioError, after the state, if an action is illegal.
    """
    state = _start(scenario, FixedDeals([cards.parse_all(pack) for pack in scenario.packs], scenario.dealer))
    yield from (event.fields for event in state.opening())
    for index, action in enumerate(scenario.actions):
        try:
            events = state.apply(action)
        except IllegalAction as error:
            yield {"event": "state", **state.snapshot()}
            raise ScenarioError(index, action, str(error), state.legal()) from None
        yield from (event.fields for event in events)
    yield {"event": "state", **state.snapshot()}
