"""What one seat may know of a match of Bismarck."""

from harness.games.game import Seat, View


class BismarckView(View, frozen=True, gc=False, kw_only=True):
    """All that one seat may know; the fields of the wire's message of this name, cards as text."""

    deal: int  # from 1, to 12
    seat: Seat  # the seat that is looking
    dealer: Seat
    forehand: Seat
    phase: str  # "mode", "discard", "play", "over"
    mode: str  # "" before it is named
    trump: str  # a suit, or ""
    hand: tuple[str, ...]  # in pack order; empty before the mode is named
    open: tuple[str, ...]  # the four cards turned up for forehand, in pack order
    discards: tuple[str, ...]  # the seat's own, in pack order
    trick: tuple[str, ...]  # the trick in play, in the order played
    leader: Seat  # of the trick in play
    played: tuple[str, ...]  # the finished tricks of this deal, in the order played
    leaders: tuple[Seat, ...]  # of each finished trick
    tricks: tuple[int, ...]  # won, by seat
    quotas: tuple[int, ...]  # by seat; empty before the mode is named
    totals: tuple[int, ...]  # points of the finished deals, by seat
    used_modes: tuple[str, ...]  # in the order named, such as "0 spel"
