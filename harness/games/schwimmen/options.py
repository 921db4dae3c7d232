"""The options of the family: all that can differ between two of its rule sets, and how a person's choice is read."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from harness.errors import OptionError
from harness.games.cards import PACK_SIZES


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """Every option of the family. The first part is for players to choose, as far as the rule set lets them."""

    pack: int = 32
    direction: Literal["clockwise", "anticlockwise"] = "clockwise"
    feuer: bool = False
    losers: Literal["lowest", "twenty-or-less"] = "lowest"
    refresh: bool = True
    passing: Literal["always", "not-before-knock", "never"] = "always"
    handeln: bool = False
    closed: bool = False
    lives: int = 3
    swimming: bool = True
    knock_from_circuit: int = 2
    knock_minimum: int = 0
    circuit_cap: int = 20  # 0: none
    deals: int | None = None  # where points are counted; None: one per seat

    cards: int = 3  # in a hand, and in the centre
    two_packets: bool = True  # the dealer chooses between two hands, the other becomes the centre
    swap_all: bool = True
    swap_all_closes: bool = False
    draw_all: bool = False
    ending: Literal["knock", "close-after", "close-instead"] = "knock"  # close: after one's turn, or instead of it
    special: Literal["ends", "ends-with-grace", "banks", "nothing"] = "ends"  # what a hand of 31 or more does
    trips: Literal["flat", "sum", "nothing"] = "flat"  # three of a rank: 30.5, their sum, or no combination
    trip_order: bool = False  # of two hands worth 30.5 the higher rank is better
    aces: float | None = None  # what three aces are worth, where they are no trip like any other
    suit_order: bool = False  # ties are broken by suit
    ties_spared: bool = True  # nobody loses if all tie
    counted: Literal["lives", "points"] = "lives"

    @property
    def step(self) -> int:
        """From a seat to the next."""
        return 1 if self.direction == "clockwise" else -1

    @property
    def opened(self) -> int:
        """Cards laid out beside the hands: the centre, or in the closed game the two loose cards."""
        return 2 if self.closed else self.cards


class Option(msgspec.Struct, frozen=True):
    """What a person may set an option to."""

    meaning: str
    choices: tuple[str | int | bool, ...] = ()
    bounds: tuple[int, int] | None = None
    optional: bool = False  # may be null

    @property
    def type(self) -> str:
        kinds = {bool: "boolean", int: "integer", str: "string"}
        return "integer" if self.bounds else kinds[type(self.choices[0])]

    @property
    def allowed(self) -> str:
        """What is allowed, in words."""
        if self.bounds:
            return f"a whole number from {self.bounds[0]} to {self.bounds[1]}"
        shown = [repr(choice) if isinstance(choice, str) else str(choice).lower() for choice in self.choices]
        return " or ".join(shown).replace("'", '"')

    def takes(self, value: object) -> bool:
        """Whether a value is allowed; True and False are no numbers."""
        if value is None:
            return self.optional
        if self.bounds:
            return type(value) is int and self.bounds[0] <= value <= self.bounds[1]
        return any(type(value) is type(choice) and value == choice for choice in self.choices)

    def described(self, default: object) -> dict[str, object]:
        """The option as plain JSON, for tools that offer a choice."""
        limits: dict[str, object] = {"allowed": list(self.choices)}
        if self.bounds:
            limits = {"minimum": self.bounds[0], "maximum": self.bounds[1]}
        return {"type": self.type, **limits, "default": default, "meaning": self.meaning}


_SWITCH = (False, True)

OPTIONS: dict[str, Option] = {
    "pack": Option("cards in the pack; 64 is two packs of 32", choices=PACK_SIZES),
    "direction": Option("which way dealing, turns and the deal go", choices=("clockwise", "anticlockwise")),
    "feuer": Option("three aces beat everything, and every other seat loses a life", choices=_SWITCH),
    "losers": Option("who loses a life at a showdown", choices=("lowest", "twenty-or-less")),
    "refresh": Option("when all pass, new cards are laid out; otherwise the deal ends", choices=_SWITCH),
    "passing": Option("when a seat may pass", choices=("always", "not-before-knock")),
    "handeln": Option("equal ranks add up as cards of a suit do", choices=_SWITCH),
    "closed": Option("no centre: each seat keeps three of five cards and hands two on", choices=_SWITCH),
    "lives": Option("lives of every seat at the start", bounds=(0, 99)),
    "swimming": Option("a seat without lives plays on until its next loss", choices=_SWITCH),
    "knock_from_circuit": Option("the first circuit in which a seat may knock", bounds=(1, 100)),
    "knock_minimum": Option("what a hand must be worth for a knock", bounds=(0, 31)),
    "circuit_cap": Option("circuits after which a deal goes to the showdown; 0: no cap", bounds=(0, 1000)),
    "deals": Option("deals in a match; null: one for every seat", bounds=(1, 1000), optional=True),
}


def read(name: str, preset: Rules, settable: tuple[str, ...], chosen: Mapping[str, object]) -> Rules:
    """The preset's rules with a person's choices; OptionError names the option, why, and what is allowed."""
    for key, value in chosen.items():
        if key not in settable:
            raise OptionError(f"{name} has no option {_shown(key)}; its options are: {', '.join(settable)}")
        if not OPTIONS[key].takes(value):
            raise OptionError(f"option '{key}' of {name} cannot be {_shown(value)}; it must be {OPTIONS[key].allowed}")
    values: dict[str, Any] = dict(chosen)
    rules = msgspec.structs.replace(preset, **values)
    if rules.counted == "lives" and rules.lives == 0 and not rules.swimming:
        raise OptionError("option 'lives' cannot be 0 without swimming; set lives to 1 or more, or swimming to true")
    return rules


def _shown(value: object) -> str:
    """A refused value, short enough for a sentence."""
    text = {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value)
    return text if len(text) <= 40 else text[:40] + "…"
