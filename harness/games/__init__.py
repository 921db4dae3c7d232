"""The games: rule sets by name. A rule set is a name plus typed options."""

from collections.abc import Callable, Mapping

from harness.errors import OptionError
from harness.games import bismarck, schwimmen
from harness.games.game import Action, Event, Game, Seat, State, View

__all__ = ["Action", "Event", "Game", "Seat", "State", "View", "game", "rule_sets"]

_FAMILIES: dict[str, Callable[[str, Mapping[str, object]], Game]] = {
    **dict.fromkeys(schwimmen.PRESETS, schwimmen.game),
    **dict.fromkeys(bismarck.PRESETS, bismarck.game),
}


def rule_sets() -> list[str]:
    """The names of all rule sets."""
    return list(_FAMILIES)


def game(name: str, options: Mapping[str, object] | None = None) -> Game:
    """The rule set of that name with these options; OptionError names what is wrong and what is allowed."""
    if name not in _FAMILIES:
        raise OptionError(f"there is no rule set '{name}'; choose one of: {', '.join(_FAMILIES)}")
    return _FAMILIES[name](name, options or {})
