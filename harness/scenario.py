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
from harness.games.deals import Deals, FixedDeals
from harness.games.game import State


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


def value(rule_set: str, hand: str, options: Mapping[str, object] | None = None) -> float:
    """What a hand such as ``Ah Kh Th`` is worth, an int if it is whole.

    Where the pack is an option and not given, it is the smallest that has these cards. ConfigError or OptionError names
    what does not fit.
    """
    chosen = dict(options or {})
    game = games.game(rule_set, chosen)
    held = cards.parse_all(hand)
    if "pack" in game.schema and "pack" not in chosen:
        fitting = (size for size in cards.PACK_SIZES if not Counter(held) - Counter(cards.pack(size)))
        game = games.game(rule_set, {**chosen, "pack": next(fitting, max(cards.PACK_SIZES))})
    worth = game.value(held)
    if worth is None:
        raise ConfigError(f"{rule_set} gives a hand no value; choose another rule set")
    return int(worth) if worth == int(worth) else worth


class _Unwritten(FixedDeals):
    """Deals in pack order, to learn what pack a game is played with."""

    pack_in_order: Sequence[Card] = ()

    def pack(self, deal: int, cards: Sequence[Card]) -> list[Card]:
        self.pack_in_order = cards
        return super().pack(deal, cards)


def _start(scenario: Scenario, deals: Deals) -> State:
    return games.game(scenario.game, scenario.options).start(scenario.seats, deals, scenario.lives)


def _check(scenario: Scenario) -> None:
    """ConfigError or OptionError names the first key that does not fit the game."""
    unwritten = _Unwritten([], dealer=0)
    _start(scenario, unwritten).opening()
    if not 0 <= scenario.dealer < scenario.seats:
        raise ConfigError(f"dealer: there is no seat {scenario.dealer}; seats are numbered 0 to {scenario.seats - 1}")
    for index, pack in enumerate(scenario.packs):
        _check_pack(f"packs[{index}]", pack, unwritten.pack_in_order)


def _check_pack(key: str, text: str, pack: Sequence[Card]) -> None:
    try:
        written = cards.parse_all(text)
    except ConfigError as error:
        raise ConfigError(f"{key}: {error}") from None
    for card, times in Counter(written).items():
        copies = pack.count(card)
        if not copies:
            raise ConfigError(f"{key}: {cards.TEXT[card]} is not in the pack of {len(pack)}")
        if times > copies:
            has = "once" if copies == 1 else "twice"
            raise ConfigError(f"{key}: {cards.TEXT[card]} is named {times} times; the pack of {len(pack)} has it {has}")
