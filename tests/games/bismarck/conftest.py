"""Matches of Bismarck from written packs. Seat 2 deals first, so seats 0, 1, 2 play in that order."""

from collections.abc import Callable, Sequence

import pytest

from harness.games import bismarck, cards
from harness.games.bismarck import BismarckState
from harness.games.deals import FixedDeals

Start = Callable[..., BismarckState]


def written_pack(turned_up: str, hands: Sequence[str]) -> list[int]:
    """A pack that turns up these four cards and deals these hands; what is missing fills them in pack order."""
    top, dealt = cards.parse_all(turned_up), [cards.parse_all(hand) for hand in hands]
    rest = [card for card in cards.pack(52) if card not in top and all(card not in hand for hand in dealt)]
    filled = [hand + [rest.pop(0) for _ in range(16 - len(hand))] for hand in dealt]
    return top + [card for round_ in zip(*filled, strict=True) for card in round_]


@pytest.fixture
def start() -> Start:
    """A match whose first deal turns up ``turned_up`` and gives ``hands``, played up to the last of ``actions``."""

    def started(
        turned_up: str = "2c 2d 2h 2s", hands: Sequence[str] = ("", "", ""), actions: str = ""
    ) -> BismarckState:
        luck = FixedDeals([written_pack(turned_up, hands)], dealer=2)
        state = bismarck.game("bismarck", {}).start(3, luck)
        for action in filter(None, actions.split(", ")):
            state.apply(action)
        return state

    return started
