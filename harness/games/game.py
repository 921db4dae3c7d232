"""What a game is to the rest of the harness.

An action is text (``swap 7d 9s``, ``play Ah``), the same in rules, wire, logs, scenarios and replays.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol, Self

import msgspec

from harness.games.deals import Deals

Seat = int
Action = str


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, and who may know of it.

    ``fields`` begin with ``event`` (its name), ``deal`` (from 1) and, where a seat did it, ``seat``; all values are
    plain JSON. ``audience`` lists the seats that may know; None: everybody.
    """

    fields: dict[str, object]
    audience: tuple[Seat, ...] | None = None

    @property
    def name(self) -> str:
        return str(self.fields["event"])


class View(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """All that one seat may know. A family's view has the fields of its message in ``proto/arena.proto``."""


class State(Protocol):
    """One match in play."""

    def opening(self) -> Sequence[Event]:
        """What happened before the first action: the first deal; a deal, even the match, may be over with it."""

    def to_act(self) -> Seat | None:
        """The seat that must act; None: the match is over."""

    def legal(self) -> Sequence[Action]:
        """The legal actions in listing order; never empty while somebody is to act."""

    def apply(self, action: Action) -> Sequence[Event]:
        """Play an action and say what happened; IllegalAction, with nothing changed, if it is not legal."""

    def default(self) -> Action:
        """The action that is played for a seat that gives none."""

    def view(self, seat: Seat) -> View:
        """All that this seat may know; a stateless bot needs nothing else."""

    def snapshot(self) -> dict[str, object]:
        """All there is to know, as plain JSON: the ``state`` line of a scenario without its name."""

    def ranks(self) -> list[int] | None:
        """By seat, 1 + the number of seats that did better; None while the match is in play."""

    def scores(self) -> list[int]:
        """By seat, what the rule set counts so far (lives left, or points)."""

    def copy(self) -> Self:
        """An independent copy, for bots that search."""


class Game(Protocol):
    """A rule set with its options; immutable."""

    @property
    def name(self) -> str:
        """The rule set's name, such as ``schwimmen``."""

    @property
    def family(self) -> str:
        """The name of the view's field in the wire's oneof, such as ``schwimmen``."""

    @property
    def seats(self) -> range:
        """The numbers of seats it can be played with, under these options."""

    @property
    def options(self) -> Mapping[str, object]:
        """Every option in force."""

    @property
    def schema(self) -> Mapping[str, Mapping[str, object]]:
        """Every option that may be set: its type, what is allowed, its default and its meaning, as plain JSON."""

    @property
    def source(self) -> str:
        """The document that the rules come from."""

    def start(self, seats: int, deals: Deals, lives: Sequence[int] | None = None) -> State:
        """A match before its first action; OptionError if seats or lives do not fit the rules."""

    def deals(self, seats: int) -> int | None:
        """How many deals a match of so many seats has; None where that depends on how it is played."""

    def rules(self) -> str:
        """The rules in force, in plain English (Markdown)."""

    def value(self, cards: Sequence[int]) -> float | None:
        """What a hand is worth; None where the game values no hands."""

    def sentence(self, event: Mapping[str, object], names: Sequence[str]) -> str:
        """An event's fields as one plain sentence about the seats' names."""
