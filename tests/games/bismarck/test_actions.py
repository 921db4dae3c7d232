"""Bismarck: default actions, refusals, what a seat sees, and what is told in words."""

from collections.abc import Callable

import msgspec
import pytest

from harness.errors import IllegalAction
from harness.games import bismarck
from harness.games.bismarck import BismarckState
from harness.games.deals import SeededDeals

Start = Callable[..., BismarckState]
GAME = bismarck.game("bismarck", {})
PLAYING = "spader, discard 2c, discard 2d, discard 2h, discard 2s, play Ah"


def test_the_default_mode_is_the_first_unused(start: Start) -> None:
    state = start()
    named = []
    while state.to_act() is not None:
        if state.view(0).phase == "mode":
            named.append(state.default())
        state.apply(state.default())
    assert named == ["spel"] * 3 + ["spader"] * 3 + ["valfri c"] * 3


def test_the_default_discard_is_the_lowest_rank_clubs_first(start: Start) -> None:
    state = start("2s 2h 3c 3d", ["2d 4c 3h", "2c", ""], "spel")
    discarded = []
    for _ in range(4):
        discarded.append(state.default())
        state.apply(state.default())
    assert discarded == ["discard 2d", "discard 2h", "discard 2s", "discard 3c"]


def test_the_default_play_is_the_lowest_legal_rank(start: Start) -> None:
    state = start(hands=["Ah", "7h 8h 3c", "Kh Qh 3d"], actions=PLAYING)
    assert state.default() == min(state.legal(), key=lambda action: "23456789TJQKA".index(action[5]))
    assert state.default().endswith("h")


@pytest.mark.parametrize(
    ("actions", "action", "reason"),
    [
        ("", "play Ah", "a mode must be named before the cards are dealt"),
        ("", "discard 2c", "a mode must be named before the cards are dealt"),
        ("", "valfri", "valfri names its trump as well: valfri c, valfri d, valfri h or valfri s"),
        ("", "grand", "'grand' is not an action here; write one of: spel, spader, valfri c"),
        ("spel", "spel", "the mode of this deal is already named"),
        ("spel", "discard 7d", "7d is not in your hand"),
        ("spel", "discard 2c 2d", "'discard 2c 2d' is not an action here; write discard and a card of your hand"),
        ("spel", "discard", "'discard' is not an action here; write discard and a card of your hand, as in discard 2c"),
        ("spel", "play 2c", "four cards must be discarded before one is played, 4 more"),
        (PLAYING, "discard 7h", "all four cards are already discarded"),
        (PLAYING, "play 7d", "you hold hearts and must follow suit"),
        (PLAYING, "play Ah", "Ah is not in your hand"),
        (PLAYING, "pass", "the mode of this deal is already named"),
        (PLAYING, "play ah", "'play ah' is not an action here; write play and a card of your hand, as in play Ah"),
        (PLAYING, "play Ah ", "'play Ah ' is not an action here"),
        (PLAYING, "", "'' is not an action here"),
        (PLAYING, "\x1b[2Jplay\x00", r"'\x1b[2Jplay\x00' is not an action here"),
        (PLAYING, "\u202e\ud800", r"'\u202e\ud800' is not an action here"),
        (PLAYING, "play " * 300_000, f"'{'play ' * 8}' is not an action here"),
    ],
)
def test_an_illegal_action_is_refused_with_its_reason_and_changes_nothing(
    start: Start, actions: str, action: str, reason: str
) -> None:
    state = start(hands=["Ah", "7h 8h 7d", ""], actions=actions)
    before = state.snapshot(), [state.view(seat) for seat in range(3)]
    with pytest.raises(IllegalAction) as refusal:
        state.apply(action)
    assert str(refusal.value).startswith(reason)
    assert len(str(refusal.value)) < 300
    assert (state.snapshot(), [state.view(seat) for seat in range(3)]) == before


def test_a_used_mode_is_refused_by_name() -> None:
    state = GAME.start(3, SeededDeals("a"))
    while state.view(0).deal < 4:
        state.apply(state.default())
    with pytest.raises(IllegalAction, match="spel is already used: you play each mode once in a match"):
        state.apply("spel")


def test_a_forced_valfri_still_refuses_the_other_modes() -> None:
    state = GAME.start(3, SeededDeals("a"))
    while state.view(0).deal < 10:
        state.apply(next((mode for mode in ("spel", "spader", "pass") if mode in state.legal()), state.default()))
    for mode in ("spel", "spader", "pass"):
        with pytest.raises(IllegalAction, match=f"{mode} is already used"):
            state.apply(mode)


def test_a_view_holds_all_that_a_seat_may_know(start: Start) -> None:
    state = start(
        "Ac 2d 2h 2s", ["Ah", "7h 8h 7d", "9h"], "valfri d, discard 2d, discard Ac, discard 2s, discard 2h, play Ah"
    )
    view = state.view(1)
    assert msgspec.structs.asdict(view) == {
        "deal": 1,
        "seat": 1,
        "dealer": 2,
        "forehand": 0,
        "phase": "play",
        "mode": "valfri",
        "trump": "d",
        "hand": view.hand,
        "open": ("Ac", "2d", "2h", "2s"),
        "discards": (),
        "trick": ("Ah",),
        "leader": 0,
        "played": (),
        "leaders": (),
        "tricks": (0, 0, 0),
        "quotas": (8, 4, 4),
        "totals": (0, 0, 0),
        "used_modes": ("0 valfri",),
    }
    assert {"7h", "8h", "7d"} < set(view.hand)
    assert len(view.hand) == 16
    assert state.view(0).discards == ("Ac", "2d", "2h", "2s")


def test_the_trick_in_play_lies_in_the_centre_in_the_order_played(start: Start) -> None:
    state = start(hands=["Ah", "7h", "9h"], actions=PLAYING)
    state.apply("play 7h")
    assert state.snapshot()["centre"] == ["Ah", "7h"]
    state.apply("play 9h")
    assert state.snapshot()["centre"] == []


def test_a_copy_goes_its_own_way(start: Start) -> None:
    for actions in ("", "spel", PLAYING):
        state = start(hands=["Ah", "", ""], actions=actions)
        before = state.snapshot(), [state.view(seat) for seat in range(3)]
        twin = state.copy()
        while twin.to_act() is not None:
            twin.apply(twin.default())
        assert (state.snapshot(), [state.view(seat) for seat in range(3)]) == before


NAMES = ("Ann", "Bob", "Cy")


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            {"event": "deal", "deal": 3, "dealer": 1, "forehand": 2, "open": ["2c", "Td", "Ah", "As"]},
            "Deal 3, by Bob: 2c, Td, Ah, As are turned up for Cy.",
        ),
        ({"event": "mode", "deal": 3, "seat": 2, "mode": "spel", "trump": ""}, "Cy names spel, without trump."),
        (
            {"event": "mode", "deal": 3, "seat": 2, "mode": "valfri", "trump": "h", "forced": True},
            "Cy has no other mode left than valfri, with hearts as trump.",
        ),
        ({"event": "hand", "deal": 3, "seat": 0, "cards": ["2c", "Td"]}, "Ann holds 2c, Td."),
        ({"event": "discard", "deal": 3, "seat": 0, "card": "2c"}, "Ann discards 2c, face down."),
        ({"event": "play", "deal": 3, "seat": 0, "card": "Ah"}, "Ann plays Ah."),
        ({"event": "trick", "deal": 3, "seat": 1, "cards": ["Ah", "7h", "2s"]}, "Bob wins the trick of Ah, 7h, 2s."),
        (
            {"event": "showdown", "deal": 3, "tricks": [9, 3, 4], "scores": [1, -1, 0], "totals": [1, -1, 0]},
            "The deal ends: Ann wins 9 of the tricks and scores +1, Bob wins 3 of the tricks and scores -1, "
            "Cy wins 4 of the tricks and scores +0.",
        ),
        (
            {"event": "match", "deal": 12, "ranks": [2, 1, 2], "scores": [-3, 6, -3]},
            "The match ends: Ann is number 2 with -3, Bob is number 1 with +6, Cy is number 2 with -3.",
        ),
    ],
)
def test_every_event_is_told_in_a_sentence(event: dict[str, object], sentence: str) -> None:
    assert GAME.sentence(event, NAMES) == sentence


def test_the_rules_name_every_action() -> None:
    for action in ("spel", "spader", "valfri c", "valfri d", "valfri h", "valfri s", "pass", "discard 2c", "play Ah"):
        assert f"`{action}`" in GAME.rules()
