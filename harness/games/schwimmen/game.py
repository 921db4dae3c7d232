"""A rule set of the family with its options in force."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from harness.errors import ConfigError, OptionError
from harness.games.cards import TEXT, Card
from harness.games.deals import Deals
from harness.games.schwimmen.deal import PACKS
from harness.games.schwimmen.hands import worths_under
from harness.games.schwimmen.options import OPTIONS, Rules, read
from harness.games.schwimmen.presets import PRESETS, Preset
from harness.games.schwimmen.prose import rules_text
from harness.games.schwimmen.sentences import sentence
from harness.games.schwimmen.state import SchwimmenState, begun


@dataclass(frozen=True)
class SchwimmenGame:
    """A rule set of the Schwimmen family; immutable."""

    name: str
    preset: Preset
    in_force: Rules

    @property
    def family(self) -> str:
        return "schwimmen"

    @property
    def source(self) -> str:
        return self.preset.source

    @property
    def seats(self) -> range:
        rules = self.in_force
        served = (rules.pack - rules.opened) // rules.cards
        return range(2, min(self.preset.players, served) + 1)

    @property
    def options(self) -> dict[str, object]:
        return {key: getattr(self.in_force, key) for key in self.preset.settable}

    @property
    def schema(self) -> dict[str, dict[str, object]]:
        """Every option a person may set: type, what is allowed, default, and meaning, as plain JSON."""
        return {key: OPTIONS[key].described(getattr(self.preset.rules, key)) for key in self.preset.settable}

    def start(self, seats: int, deals: Deals, lives: Sequence[int] | None = None) -> SchwimmenState:
        if seats not in self.seats:
            raise OptionError(
                f"{self.name} with a pack of {self.in_force.pack} is for {self.seats[0]} to {self.seats[-1]} seats, "
                f"not {seats}"
            )
        return begun(self.in_force, worths_under(self.in_force), deals, self._lives(seats, lives))

    def deals(self, seats: int) -> int | None:
        """A fixed number where points are counted; lives last as long as they last."""
        return (self.in_force.deals or seats) if self.in_force.counted == "points" else None

    def rules(self) -> str:
        return rules_text(self.name, self.in_force, self.seats)

    def value(self, cards: Sequence[Card]) -> float:
        rules = self.in_force
        if len(cards) != rules.cards:
            raise ConfigError(f"a hand of {self.name} has {rules.cards} cards; these are {len(cards)}")
        hand, pack = tuple(sorted(cards)), PACKS[rules.pack]
        for card in hand:
            if hand.count(card) > pack.count(card):
                raise ConfigError(
                    f"{TEXT[card]} is named {hand.count(card)} times, but a pack of {rules.pack} has it "
                    f"{pack.count(card)} times; name cards that {self.name} is played with"
                )
        return worths_under(rules)[hand].points

    def sentence(self, event: Mapping[str, object], names: Sequence[str]) -> str:
        return sentence(event, names)

    def _lives(self, seats: int, given: Sequence[int] | None) -> list[int]:
        """The lives at the start, by seat."""
        rules = self.in_force
        if given is None:
            return [rules.lives] * seats
        if rules.counted == "points":
            raise OptionError(f"{self.name} counts points; leave out lives")
        if len(given) != seats:
            raise OptionError(f"lives names {len(given)} seats, but there are {seats}; name one number for each seat")
        lowest = 0 if rules.swimming else 1
        for seat, lives in enumerate(given):
            if not OPTIONS["lives"].takes(lives) or lives < lowest:
                why = "" if rules.swimming else " (0 needs swimming)"
                raise OptionError(
                    f"seat {seat} cannot start with lives = {lives!r}; it must be from {lowest} to 99{why}"
                )
        return list(given)


def game(name: str, options: Mapping[str, object]) -> SchwimmenGame:
    """The rule set of that name with these options; OptionError names what is wrong and what is allowed."""
    preset = PRESETS[name]
    return SchwimmenGame(name, preset, read(name, preset.rules, preset.settable, options))
