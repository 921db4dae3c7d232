"""Bismarck as a rule set: it has no options and always three seats."""

from collections.abc import Mapping, Sequence

from harness.errors import OptionError
from harness.games.bismarck import prose
from harness.games.bismarck.modes import SEATS
from harness.games.bismarck.state import DEALS, BismarckState
from harness.games.deals import Deals

PRESETS: Mapping[str, Mapping[str, object]] = {"bismarck": {}}


class Bismarck:
    """The rule set, immutable."""

    name = "bismarck"
    family = "bismarck"
    seats = range(SEATS, SEATS + 1)
    options: Mapping[str, object] = {}
    schema: Mapping[str, Mapping[str, object]] = {}
    source = "the Russian-language page on Bismarck, after Pagat's account of today's Swedish rules"

    def start(self, seats: int, deals: Deals, lives: Sequence[int] | None = None) -> BismarckState:
        """A match before its first action; OptionError if it is not for three, or if lives are given."""
        if seats not in self.seats:
            raise OptionError(f"seats: bismarck is for {SEATS}, not for {seats}")
        if lives is not None:
            raise OptionError("lives: bismarck has none; leave them out")
        return BismarckState(deals)

    def deals(self, seats: int) -> int:
        """Every seat plays every mode once as forehand."""
        return DEALS

    def rules(self) -> str:
        return prose.RULES

    def value(self, cards: Sequence[int]) -> float | None:
        """None: a hand has no value of its own, tricks count."""
        return None

    def sentence(self, event: Mapping[str, object], names: Sequence[str]) -> str:
        return prose.sentence(event, names)


def game(name: str, options: Mapping[str, object]) -> Bismarck:
    """The rule set of that name, one of PRESETS; OptionError for any option."""
    if options:
        raise OptionError(f"{name} has no options; leave out: {', '.join(options)}")
    return Bismarck()
