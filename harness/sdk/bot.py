"""What an author writes, a `Bot`, and what it is told: the match, the news, the result."""

import json
import random
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeAlias, TypeVar

from harness.wire.arena_pb2 import BismarckView, SchwimmenView

View: TypeAlias = SchwimmenView | BismarckView
ViewT = TypeVar("ViewT", bound=View)


@dataclass(frozen=True, slots=True)
class Match:
    """A match, and this bot's seat in it."""

    id: str
    rule_set: str  # such as "schwimmen"
    options: dict[str, Any]  # every option of the rule set, as in force
    seat: int  # from 0
    seats: int
    move_ms: float  # milliseconds per decision
    bank_ms: float  # milliseconds per match for what exceeds `move_ms`
    strikes: int  # so many late or illegal decisions forfeit the match
    retries: int  # times a seat is asked again after an illegal action


class News:
    """What happened since this seat was last asked: events as dicts, such as ``{"event": "pass", "seat": 2, …}``.

    They are decoded when looked at, so that a bot which ignores them pays nothing.
    """

    __slots__ = ("_lines",)

    def __init__(self, lines: Sequence[str] = ()) -> None:
        self._lines = lines

    def __len__(self) -> int:
        return len(self._lines)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return map(json.loads, self._lines)


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended, by seat."""

    ranks: Sequence[int]  # 1 is best, ties share a rank
    scores: Sequence[int]  # what they count depends on the rule set
    verdicts: Sequence[str]  # "played" or the name of a fault
    sentences: Sequence[str]  # the verdict in a sentence


class Bot(ABC, Generic[ViewT]):
    """One player in one match: every match has an instance of its own.

    `match` and the time left are set before any method is called, though not yet in ``__init__``.
    """

    match: Match
    move_ms: float  # milliseconds left for this decision before the bank is used
    bank_ms: float  # milliseconds left in the bank

    @abstractmethod
    def act(self, view: ViewT, legal: Sequence[str], news: News) -> str:
        """Choose one of the legal actions; ``view`` is all that this seat may know."""

    def started(self) -> None:
        """The match begins."""

    def rejected(self, action: str, reason: str) -> None:
        """An action was refused; `act` is called again with the same view and the same clock running on."""
        sys.stderr.write(f"match {self.match.id}: {action!r} was refused: {reason}\n")

    def ended(self, result: Result, news: News) -> None:
        """The match is over."""

    @cached_property
    def random(self) -> random.Random:
        """Chance that is the same whenever this seat of this match is played, whatever else is being played."""
        return random.Random(f"{self.match.id}:{self.match.seat}")
