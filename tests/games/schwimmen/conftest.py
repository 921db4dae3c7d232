"""Matches of the Schwimmen family from written hands, played action by action."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from harness.games import cards
from harness.games.deals import FixedDeals
from harness.games.schwimmen import game
from harness.games.schwimmen.state import SchwimmenState

Play = Callable[..., "Played"]


class Played:
    """A match and what has happened in it."""

    def __init__(self, state: SchwimmenState) -> None:
        self.state = state
        self.events = list(state.opening())

    def do(self, actions: str) -> "Played":
        """Play these actions, written with commas between them."""
        for action in actions.split(", "):
            self.events += self.state.apply(action)
        return self

    def all(self, name: str) -> list[dict[str, Any]]:
        """The fields of all events of that name."""
        return [event.fields for event in self.events if event.name == name]

    def names(self) -> list[str]:
        """The names of the events that everybody hears."""
        return [event.name for event in self.events if event.audience is None]

    @property
    def showdown(self) -> dict[str, Any]:
        return self.all("showdown")[-1]

    @property
    def now(self) -> dict[str, Any]:
        return self.state.snapshot()

    def hand(self, seat: int) -> str:
        """A hand as written text, such as ``7d 9s Ah``."""
        return " ".join(self.now["hands"][seat])


def dealt_one_by_one(hands: Sequence[str], after: str) -> str:
    """A pack that deals these hands, forehand's first, one card at a time; what comes ``after`` them follows."""
    rounds = zip(*(hand.split() for hand in hands), strict=True)
    return " ".join([*(card for dealing in rounds for card in dealing), after])


@pytest.fixture
def play() -> Play:
    """A match whose first deal gives these hands to seats 0, 1, … of which the last deals, played up to ``actions``.

    ``after`` is what lies under the hands: the dealer's second packet (or the loose cards, or the centre), then the
    reserve. Later deals come from ``packs``.
    """

    def played(
        name: str,
        hands: Sequence[str],
        after: str = "",
        actions: str = "",
        *,
        lives: Sequence[int] | None = None,
        packs: Sequence[str] = (),
        **options: object,
    ) -> Played:
        closed = options.get("closed", False)
        pack = " ".join([*hands, after]) if closed else dealt_one_by_one(hands, after)
        luck = FixedDeals([cards.parse_all(text) for text in (pack, *packs)], dealer=len(hands) - 1)
        match = Played(game(name, options).start(len(hands), luck, lives))
        return match.do(actions) if actions else match

    return played
