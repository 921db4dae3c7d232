"""The rule sets of the family. Each is a set of option values and nothing else."""

import msgspec

from harness.games.schwimmen.options import Rules


class Preset(msgspec.Struct, frozen=True, kw_only=True):
    """A rule set: its source, the most seats it is made for, its options, and those that may be changed."""

    source: str
    players: int
    rules: Rules
    settable: tuple[str, ...]


_ALL = (
    "pack",
    "direction",
    "feuer",
    "losers",
    "refresh",
    "passing",
    "handeln",
    "closed",
    "lives",
    "swimming",
    "knock_from_circuit",
    "knock_minimum",
    "circuit_cap",
)
_LIVES = ("lives", "swimming", "direction", "circuit_cap")

_SCHWIMMEN = Rules()
_EINUNDDREISSIG = Rules(knock_from_circuit=1, knock_minimum=20, trip_order=True)
_SCHNAUZ = Rules(
    swimming=False,
    swap_all=False,
    draw_all=True,
    ending="close-after",
    special="banks",
    trips="sum",
    aces=32,
    suit_order=True,
    ties_spared=False,
)
_DUTCH = Rules(
    swimming=False,
    passing="never",
    swap_all_closes=True,
    ending="close-instead",
    special="ends-with-grace",
    trips="sum",
    aces=30.5,
    suit_order=True,
    ties_spared=False,
)
_FORTY_ONE = Rules(
    pack=52,
    cards=4,
    two_packets=False,
    passing="never",
    draw_all=True,
    ending="close-instead",
    special="nothing",
    trips="nothing",
    counted="points",
)

_PAGE = "the page on Schwimmen and its relatives in a Russian collection of card games"

PRESETS: dict[str, Preset] = {
    "schwimmen": Preset(
        source="the Schwimmen page of cardgames.zone, with the site's standard rules",
        players=9,
        rules=_SCHWIMMEN,
        settable=_ALL,
    ),
    "einunddreissig": Preset(
        source="the encyclopedia article on Schwimmen or Einunddreißig, with all its variants as options",
        players=9,
        rules=_EINUNDDREISSIG,
        settable=_ALL,
    ),
    "schnauz": Preset(source=f"{_PAGE}, first part", players=8, rules=_SCHNAUZ, settable=_LIVES),
    "dutch-31": Preset(source=f"{_PAGE}, Dutch 31", players=8, rules=_DUTCH, settable=_LIVES),
    "forty-one": Preset(
        source=f"{_PAGE}, 41", players=10, rules=_FORTY_ONE, settable=("deals", "direction", "circuit_cap")
    ),
}
