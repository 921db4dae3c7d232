"""The four modes: what forehand may name, and what a deal is worth under each."""

from collections.abc import Sequence

from harness.games.cards import SUITS
from harness.games.game import Action, Seat

SEATS = 3
MODES = ("spel", "spader", "valfri", "pass")

# What naming a mode is as an action, in listing order, with the mode and its trump ("": none).
NAMINGS: dict[Action, tuple[str, str]] = {
    "spel": ("spel", ""),
    "spader": ("spader", "s"),
    **{f"valfri {suit}": ("valfri", suit) for suit in SUITS},
    "pass": ("pass", ""),
}


def quotas(mode: str, forehand: Seat) -> list[int]:
    """By seat, the tricks that score nothing; they add up to the sixteen of a deal."""
    own, other = (4, 6) if mode == "pass" else (8, 4)
    return [own if seat == forehand else other for seat in range(SEATS)]


def points(mode: str, forehand: Seat, tricks: Sequence[int]) -> list[int]:
    """By seat, what a deal's tricks are worth: what exceeds the quota, in ``pass`` what falls short of it."""
    sign = -1 if mode == "pass" else 1
    return [sign * (won - quota) for won, quota in zip(tricks, quotas(mode, forehand), strict=True)]
