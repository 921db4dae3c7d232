"""Rule by rule: forty-one (1.7)."""

import pytest

from harness.errors import IllegalAction, OptionError
from tests.games.schwimmen.conftest import Play

HANDS = ["Ac Kc 9d 5c", "9s 9h 8h 2h", "5d 6d 7c 8c"]
CENTRE = "Qc 2d 3s 4s"
RESERVE = "Th Td Ts 6c 6s"


def test_1_7_1_four_cards_each_and_four_open(play: Play) -> None:
    match = play("forty-one", ["Ac Kc 9d 5c", "9s Jh 8h 2h", "5d 6d 7c 8c"], CENTRE)
    assert match.now["hands"][0] == ["5c", "Kc", "Ac", "9d"]
    assert match.now["centre"] == ["Qc", "2d", "3s", "4s"]
    assert (match.now["reserve"], match.now["lives"], match.now["totals"]) == (36, None, [0, 0, 0])
    assert match.state.to_act() == 0, "no choice for the dealer"
    assert match.all("deal")[0]["centre"] == ["Qc", "2d", "3s", "4s"]


def test_1_7_2_actions(play: Play) -> None:
    match = play("forty-one", HANDS, CENTRE)
    assert [action.split()[0] for action in match.state.legal()] == ["swap"] * 16 + ["swap-all", "draw-all", "close"]
    assert match.state.default() == "swap 5c Qc"
    with pytest.raises(IllegalAction, match="'pass' is no action in these rules"):
        match.do("pass")


def test_5_9_a_deal(play: Play) -> None:
    match = play("forty-one", HANDS, f"{CENTRE} {RESERVE}", "swap 9d Qc, draw-all, swap-all, close")
    assert match.showdown["values"] == [36, 10, 11]
    assert match.showdown["scores"] == [36, -26, -25]
    assert match.now["totals"] == [36, -26, -25]
    assert match.now["dealer"] == 0


def test_1_7_2_41_does_not_end_a_deal(play: Play) -> None:
    match = play("forty-one", ["Ah Kh Qh 2c", "9s 9d 8h 2h"], "Th 2d 3s 4s", "swap 2c Th")
    assert match.state.view(0).value == 41
    assert match.state.to_act() == 1


def test_1_7_3_a_short_reserve_is_filled_from_the_discards(play: Play) -> None:
    match = play("forty-one", HANDS, CENTRE, ", ".join(["draw-all"] * 9), circuit_cap=0)
    assert match.now["reserve"] == 0, "36 in the reserve, which is exactly enough"
    assert not match.all("reshuffle")
    match.do("draw-all")
    assert match.all("reshuffle")[0]["reserve"] == 40
    assert match.now["reserve"] == 36


def test_1_7_4_all_who_tie_for_best_score_their_value(play: Play) -> None:
    match = play("forty-one", ["Ac Kc 9d 2c", "As Ks 9h 2s", "5d 6d 7c 8c"], "Qc 2d 3s 4s", "close")
    assert match.showdown["scores"] == [23, 23, -8]


def test_1_7_5_a_match_is_one_deal_per_seat(play: Play) -> None:
    match = play("forty-one", HANDS, CENTRE, "close, close, close")
    assert match.state.to_act() is None
    assert [deal["dealer"] for deal in match.all("deal")] == [2, 0, 1]
    totals = match.state.scores()
    assert match.state.ranks() == [1 + sum(other > total for other in totals) for total in totals]
    assert match.all("match")[0]["scores"] == totals


def test_1_7_5_deals_and_shared_ranks(play: Play) -> None:
    tied = ["Ac Kc 9d 2c", "As Ks 9h 2s", "5d 6d 7c 8c"]
    match = play("forty-one", tied, CENTRE, "close", deals=1)
    assert match.state.ranks() == [1, 1, 3]
    match = play("forty-one", tied, CENTRE, "close, close, close", deals=4)
    assert match.state.ranks() is None


def test_1_1_7_the_cap(play: Play) -> None:
    match = play("forty-one", HANDS, CENTRE, "draw-all, draw-all, draw-all", circuit_cap=1)
    assert len(match.all("showdown")) == 1


def test_1_1_8_there_are_no_lives(play: Play) -> None:
    with pytest.raises(OptionError, match="forty-one counts points; leave out lives"):
        play("forty-one", HANDS, CENTRE, lives=[3, 3, 3])
