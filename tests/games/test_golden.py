"""Golden playthroughs: whole matches written down, so that any change of the rules shows in a diff.

``python tests/games/test_golden.py --write`` writes them anew.
"""

import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from harness import games
from harness.games.deals import SeededDeals

FOLDER = Path(__file__).parent / "golden"
POSITIONS = 15  # so many decisions come with what the seat sees and with all there is to know


class Playthrough(NamedTuple):
    rule_set: str
    seats: int
    options: Mapping[str, object] = {}


PLAYTHROUGHS = {
    "bismarck": Playthrough("bismarck", 3),
    "schwimmen": Playthrough("schwimmen", 3),
    "schwimmen_feuer": Playthrough("schwimmen", 4, {"feuer": True, "direction": "anticlockwise"}),
    "schwimmen_no_refresh": Playthrough("schwimmen", 2, {"refresh": False, "swimming": False, "lives": 2}),
    "einunddreissig": Playthrough("einunddreissig", 3),
    "einunddreissig_36": Playthrough("einunddreissig", 5, {"pack": 36, "losers": "twenty-or-less"}),
    "einunddreissig_52": Playthrough("einunddreissig", 4, {"pack": 52, "passing": "not-before-knock", "lives": 2}),
    "einunddreissig_64": Playthrough("einunddreissig", 6, {"pack": 64, "feuer": True, "lives": 1}),
    "einunddreissig_handeln": Playthrough("einunddreissig", 3, {"handeln": True, "lives": 2}),
    "einunddreissig_closed": Playthrough("einunddreissig", 3, {"closed": True, "lives": 2}),
    "schnauz": Playthrough("schnauz", 3),
    "dutch-31": Playthrough("dutch-31", 3),
    "forty-one": Playthrough("forty-one", 4),
}


def lines(playthrough: Playthrough) -> Iterator[str]:
    """One match as text; the seats choose at random, but always alike."""
    game = games.game(playthrough.rule_set, playthrough.options)
    rng = random.Random(0)
    state = game.start(playthrough.seats, SeededDeals("golden"))
    yield f"{game.name}, {playthrough.seats} seats: {_json(dict(game.options))}"
    yield from _told(state.opening())
    decisions = 0
    while (seat := state.to_act()) is not None:
        if decisions < POSITIONS:
            yield f"state {_json(state.snapshot())}"
            yield f"view {_json(state.view(seat))}"
            yield f"legal {', '.join(state.legal())}"
        action = rng.choice(state.legal())
        yield f"{seat}: {action}"
        yield from _told(state.apply(action))
        decisions += 1
    yield f"state {_json(state.snapshot())}"


def _told(events: Sequence[games.Event]) -> Iterator[str]:
    for event in events:
        audience = "" if event.audience is None else f" for {', '.join(map(str, event.audience))}"
        yield f"    {_json(event.fields)}{audience}"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_a_match_goes_as_it_is_written_down(name: str) -> None:
    written = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    assert list(lines(PLAYTHROUGHS[name])) == written


def test_every_rule_set_is_written_down_and_no_file_is_left_over() -> None:
    assert {playthrough.rule_set for playthrough in PLAYTHROUGHS.values()} == set(games.rule_sets())
    assert {file.stem for file in FOLDER.iterdir()} == set(PLAYTHROUGHS)


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python tests/games/test_golden.py --write")
    for name, playthrough in PLAYTHROUGHS.items():
        (FOLDER / f"{name}.txt").write_text("\n".join(lines(playthrough)) + "\n", "utf-8")
