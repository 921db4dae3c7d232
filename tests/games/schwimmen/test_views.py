"""What a seat sees (3): all that it may know, and nothing else."""

import msgspec
import pytest

from harness.games.deals import SeededDeals
from harness.games.schwimmen import PRESETS, game
from harness.wire import arena_pb2
from tests.games.schwimmen.conftest import Play

THREE = ["Ks Ts 7d", "Ad Kc 7h", "Ah Qh 8c"]
CENTRE = "7c 8h 9s"


@pytest.mark.parametrize("name", PRESETS)
def test_a_view_has_the_fields_of_its_message_and_fits_it(name: str) -> None:
    state = game(name, {}).start(3, SeededDeals("a"))
    fields = msgspec.structs.asdict(state.view(1))
    assert list(fields) == [field.name for field in arena_pb2.SchwimmenView.DESCRIPTOR.fields]
    message = arena_pb2.SchwimmenView(**fields)
    assert tuple(message.hand) == fields["hand"]


def test_3_before_the_choice_nobody_sees_the_second_packet(play: Play) -> None:
    match = play("schwimmen", THREE, CENTRE)
    for seat in range(3):
        view = match.state.view(seat)
        assert (view.phase, view.centre, view.reserve) == ("choice", (), 20)
        assert [*view.hand] == match.now["hands"][seat]
    assert [event.fields for event in match.events if event.audience is None] == [
        {"event": "deal", "deal": 1, "dealer": 2, "seats": [0, 1, 2], "centre": [], "reserve": 20}
    ]


def test_3_the_first_position_whole(play: Play) -> None:
    match = play("schwimmen", THREE, CENTRE, "keep, swap 7d 9s", lives=[3, 2, 1])
    assert msgspec.structs.asdict(match.state.view(1)) == {
        "deal": 1,
        "seat": 1,
        "dealer": 2,
        "forehand": 0,
        "phase": "turn",
        "circuit": 1,
        "turns": 1,
        "ender": -1,
        "turns_left": (0, 0, 0),
        "hand": ("Kc", "Ad", "7h"),
        "value": 11,
        "centre": ("7c", "7d", "8h"),
        "loose": (),
        "passed_on": (),
        "reserve": 20,
        "discards": 0,
        "discards_seen": (),
        "in_deal": (1, 1, 1),
        "lives": (3, 2, 1),
        "totals": (),
        "banked": (),
        "known_seats": (0,),
        "known_cards": ("9s",),
        "passes": 0,
    }


def test_3_cards_taken_are_known_until_they_are_given(play: Play) -> None:
    match = play("schwimmen", THREE, CENTRE, "keep, swap 7d 9s, pass, swap-all")
    view = match.state.view(1)
    assert list(zip(view.known_seats, view.known_cards, strict=True)) == [(0, "9s"), (2, "7c"), (2, "7d"), (2, "8h")]
    match.do("swap 9s Ah")
    view = match.state.view(2)
    assert list(zip(view.known_seats, view.known_cards, strict=True)) == [(0, "Ah")]


def test_3_a_hand_thrown_away_is_seen_as_far_as_it_was_known(play: Play) -> None:
    match = play("schnauz", ["Ah Kh 8c", "9d 9s 7h"], "Th 7s 8d", "keep, pass, stay, swap 7h 7s, stay, pass, stay")
    match.do("draw-all")
    assert match.state.view(0).discards_seen == ("7s",), "it was taken from the centre"
    assert match.state.view(1).discards_seen == ("9d", "7s", "9s")
    assert match.state.view(0).discards == 3
    assert match.state.view(0).known_cards == ()


def test_3_banked_cards_are_open(play: Play) -> None:
    match = play("schnauz", ["Ah Kh 8c", "9d 9s 7h"], "Th 7s 8d Kc 9c 7c", "keep, swap 8c Th")
    assert match.state.view(1).discards_seen == ("Th", "Kh", "Ah")
    assert match.state.view(1).known_cards == ()


def test_3_last_turns(play: Play) -> None:
    match = play("einunddreissig", THREE, CENTRE, "keep, pass, swap 7h 8h, knock, pass")
    view = match.state.view(0)
    assert (view.phase, view.ender, view.turns_left, view.turns, view.circuit) == ("last-turns", 2, (0, 1, 0), 4, 2)


def test_3_a_showdown_is_public(play: Play) -> None:
    match = play("einunddreissig", THREE, CENTRE, "keep, knock, pass, pass", lives=[3, 0, 0])
    hands = match.showdown["hands"]
    assert hands == [["7d", "Ts", "Ks"], ["Kc", "Ad", "7h"], ["8c", "Qh", "Ah"]]
    match = play("einunddreissig", THREE[:2], CENTRE, "keep, knock, pass", lives=[3, 0])
    assert match.state.view(0).phase == "over"
    assert match.state.view(0).known_cards == ("Kc", "Ad", "7h")


def test_3_an_out_seat_sees_what_is_open(play: Play) -> None:
    match = play("einunddreissig", THREE, CENTRE, "keep, knock, pass, pass", lives=[3, 0, 3])
    view = match.state.view(1)
    assert (view.hand, view.value, view.in_deal) == ((), 0, (1, 0, 1))


def test_3_closed_others_see_only_whether_a_seat_pushed_or_exchanged(play: Play) -> None:
    hands = ["Ah Kh 9h", "Qd Jd 7c", "8s 8c 7d"]
    match = play("einunddreissig", hands, "Td 7s", "hold 9h Kh Ah, hold Td Jd Qd", closed=True)
    heard = [event.fields for event in match.events if event.audience is None or 2 in event.audience]
    assert heard[1:] == [
        {"event": "hand", "deal": 1, "seat": 2, "cards": ["8c", "7d", "8s"]},
        {"event": "push", "deal": 1, "seat": 0},
        {"event": "exchange", "deal": 1, "seat": 1},
        {"event": "loose", "deal": 1, "seat": 2, "cards": ["7c", "7s"]},
    ]
    assert match.state.view(0).passed_on == ("Td", "7s")
    assert match.state.view(2).passed_on == ()
    assert match.state.view(2).known_cards == ()


def test_private_events_are_for_one_seat(play: Play) -> None:
    match = play("schnauz", ["Ah Kh 8c", "9d 9s 7h"], "Th 7s 8d Kc 9c 7c", "keep, draw-all, stay, draw-all")
    private = [(event.name, event.audience) for event in match.events if event.audience is not None]
    assert private == [("hand", (0,)), ("hand", (1,)), ("drew", (0,)), ("drew", (1,))]
