"""Rule by rule: Dutch 31 (1.6)."""

import pytest

from harness.errors import IllegalAction
from tests.games.schwimmen.conftest import Play

HANDS = ["9d 8d 7c", "As Ks 8c", "9h 8h 7s"]
CENTRE = "Qs Qd Th"


def test_5_8_31_in_the_first_circuit(play: Play) -> None:
    match = play("dutch-31", HANDS, CENTRE, "keep, swap 7c Qd, swap 8c Qs")
    assert [shown["value"] for shown in match.all("shown")] == [31]
    assert match.state.to_act() == 2
    assert match.state.view(0).ender == 1
    assert match.state.legal()[9:] == ("swap-all", "decline")
    assert match.state.default() == "decline"
    match.do("swap 7s Th")
    assert (match.showdown["values"], match.showdown["losers"]) == ([27, 31, 27], [0])


def test_1_6_actions(play: Play) -> None:
    match = play("dutch-31", HANDS, CENTRE, "keep")
    assert [action.split()[0] for action in match.state.legal()] == ["swap"] * 9 + ["swap-all", "close"]
    assert match.state.default() == "swap 7c Qd", "the first swap"
    with pytest.raises(IllegalAction, match="decline is for a turn granted after somebody has shown 31"):
        match.do("decline")
    match.do("swap 7c Qd")
    assert match.state.to_act() == 1, "nobody is asked stay"


def test_1_6_after_a_close_nobody_moves(play: Play) -> None:
    match = play("dutch-31", HANDS, CENTRE, "keep, close")
    assert match.showdown["values"] == [17, 21, 17]


def test_1_6_swap_all_closes(play: Play) -> None:
    match = play("dutch-31", HANDS, CENTRE, "keep, swap-all")
    assert match.showdown["values"] == [10, 21, 17]


def test_1_6_a_swap_all_that_makes_31_closes_at_once(play: Play) -> None:
    match = play("dutch-31", HANDS, "Ac Kc Tc", "keep, swap-all")
    assert match.showdown["values"] == [31, 21, 17]


def test_1_6_a_later_31_stops_the_deal(play: Play) -> None:
    actions = "keep, swap 7c Qd, swap 8c Th, swap 7s 7c, swap 8d 7s, swap Th Qs"
    match = play("dutch-31", HANDS, CENTRE, actions)
    assert match.showdown["values"] == [19, 31, 17]


def test_1_6_the_last_seats_31_in_the_first_circuit_leaves_nobody_to_move(play: Play) -> None:
    hands = ["9d 8d 7c", "9h 8h 7s", "As Ks 8c"]
    match = play("dutch-31", hands, CENTRE, "keep, swap 7c Qd, swap 7s Th, swap 8c Qs")
    assert match.showdown["values"] == [27, 27, 31]


def test_1_6_a_dealt_31_grants_everybody_else_a_turn(play: Play) -> None:
    hands = ["9d 8d 7c", "As Ks Ts", "9h 8h 7s"]
    match = play("dutch-31", hands, "Qs Qd Th", "keep")
    assert match.state.to_act() == 0
    assert match.state.view(1).turns_left == (1, 0, 1)
    match.do("decline")
    assert match.state.to_act() == 2, "the holder has no turn"
    match.do("swap-all")
    assert match.showdown["values"] == [17, 31, 10]


def test_1_6_in_a_granted_turn_nothing_closes_and_nothing_cuts_short(play: Play) -> None:
    hands = ["9d 8d 7c", "As Ks Ts", "9h 8h 7s"]
    match = play("dutch-31", hands, "Ac Kc Tc", "keep, swap-all")
    assert [shown["seat"] for shown in match.all("shown")] == [1, 0]
    assert match.state.to_act() == 2, "a further 31 does not cut that short"
    match.do("swap 7s 7c")
    assert match.showdown["values"] == [31, 31, 17]


def test_1_6_two_dealt_31s(play: Play) -> None:
    hands = ["Ad Kd Td", "As Ks Ts", "9h 8h 7s"]
    match = play("dutch-31", hands, "Qs Qd Th", "keep")
    assert match.state.view(2).turns_left == (0, 0, 1)
    match.do("decline")
    assert match.showdown["losers"] == [2]


def test_1_6_if_no_seat_is_left_to_move_showdown(play: Play) -> None:
    match = play("dutch-31", ["Ad Kd Td", "As Ks Ts"], "Qs Qd Th", "keep")
    assert match.showdown["losers"] == [0], "d < s"


def test_1_6_granted_turns_are_not_cut_by_the_cap(play: Play) -> None:
    hands = ["As Ks 8c", "9d 8d 7c", "9h 8h 7s"]
    match = play("dutch-31", hands, CENTRE, "keep, swap 8c Qs, decline, decline", circuit_cap=1)
    assert match.showdown["values"] == [31, 17, 17]


def test_1_6_trips_are_sums_but_three_aces_30_5(play: Play) -> None:
    match = play("dutch-31", ["Ac Ad Ah", "Kc Kd Kh", "7c 7d 7s"], CENTRE, "keep, close")
    assert match.showdown["values"] == [30.5, 30, 21]
    assert match.showdown["losers"] == [2]
