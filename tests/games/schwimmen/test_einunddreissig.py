"""Rule by rule: the game with all its variants (1.4)."""

import pytest

from harness.errors import IllegalAction
from tests.games.schwimmen.conftest import Play, Played

THREE = ["Ks Ts 7d", "Ad Kc 7h", "Ah Qh 8c"]  # 20, 11, 21
CENTRE = "7c 8h 9s"
CLOSED = ["Ah Kh 9h", "Qd Jd 7c", "8s 8c 7d"]  # 30, 20, 8


def reason(match: Played, action: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        match.state.apply(action)
    return str(caught.value)


def test_1_4_knock_from_the_first_turn_with_20(play: Play) -> None:
    assert "knock" in play("einunddreissig", THREE, CENTRE, "keep").state.legal()
    match = play("einunddreissig", THREE, CENTRE, "keep, pass")
    assert reason(match, "knock") == "knock needs a hand of at least 20; this one is worth 11"
    trips = play("einunddreissig", ["7c 7d 7h", "Ad Kc 8h"], "9c 8s 9s", "keep")
    assert "knock" in trips.state.legal(), "30.5 counts"


def test_1_4_the_minimum_is_checked_only_at_the_knock(play: Play) -> None:
    match = play("einunddreissig", ["Qh Th Jd", "9c 8d 7s"], "7h 8s 9s", "keep, swap Th 7h, pass")
    assert reason(match, "knock") == "knock needs a hand of at least 20; this one is worth 17"
    match = play("einunddreissig", ["Qh Th Jd", "9c 8d 7s"], "7h 8s 9s", "keep, knock, pass")
    assert match.showdown["values"] == [20, 9]


@pytest.mark.parametrize(("minimum", "legal"), [(0, True), (21, False), (20, True)])
def test_1_4_knock_minimum(play: Play, minimum: int, legal: bool) -> None:
    match = play("einunddreissig", THREE, CENTRE, "keep", knock_minimum=minimum)
    assert ("knock" in match.state.legal()) is legal


def test_1_4_of_two_trips_the_higher_rank_is_better(play: Play) -> None:
    match = play("einunddreissig", ["Ac Ad Ah", "7c 7d 7h"], "Tc Jd Qh", "keep, knock, pass")
    assert (match.showdown["values"], match.showdown["losers"]) == ([30.5, 30.5], [1])


@pytest.mark.parametrize(("pack", "reserve"), [(32, 20), (36, 24), (52, 40), (64, 52)])
def test_1_4_packs(play: Play, pack: int, reserve: int) -> None:
    assert play("einunddreissig", THREE, CENTRE, pack=pack).now["reserve"] == reserve


def test_1_4_64_twins_are_listed_once_and_may_be_swapped(play: Play) -> None:
    match = play("einunddreissig", ["Ks Kh Kh", "Ad Kc 7h"], "Ks 7c 7c", "keep", pack=64)
    swaps = [action for action in match.state.legal() if action.startswith("swap ")]
    assert swaps == ["swap Kh 7c", "swap Kh Ks", "swap Ks 7c", "swap Ks Ks"]
    match.do("swap Ks Ks")
    assert match.hand(0) == "Kh Kh Ks"
    assert match.all("swap")[0]["given"] == match.all("swap")[0]["taken"] == "Ks"
    assert match.state.view(1).known_cards == ("Ks",)
    match.do("pass, swap Ks Ks, pass, pass")
    assert match.names().count("refresh") == 1, "a swap of twins is an exchange and broke the first run"


def test_1_4_64_twin_sums_and_equal_trips(play: Play) -> None:
    match = play("einunddreissig", ["As As 9s", "Kc Kd 8h"], "Ks 7c 7c", "keep", pack=64)
    assert (match.showdown["values"], match.showdown["losers"]) == ([31, 10], [1])
    match = play("einunddreissig", ["Kc Kd Kh", "Kd Kh Ks"], "7s 7c 7c", "keep, knock, pass", pack=64)
    assert (match.showdown["values"], match.showdown["losers"]) == ([30.5, 30.5], [])


def test_1_4_64_two_holders_of_feuer_are_exempt(play: Play) -> None:
    hands = ["Ac Ad Ah", "Kc Kd 8h", "Ad Ah As"]
    match = play("einunddreissig", hands, "Ks 7c 7c", "keep", pack=64, feuer=True)
    assert (match.showdown["values"], match.showdown["losers"]) == ([33, 10, 33], [1])


def test_1_4_64_handeln_counts_twins_but_twins_make_no_feuer(play: Play) -> None:
    hands = ["As As Ah", "Kc Kd 8h", "Qd Jd 8s"]
    match = play("einunddreissig", hands, "Ks 7c 7c", "keep", pack=64, handeln=True, feuer=True)
    assert (match.showdown["values"], match.showdown["losers"]) == ([33, 20, 20], [1, 2])
    hands = ["As As Ah", "Kc Kd 8h", "Qd Jd 9d"]
    match = play("einunddreissig", hands, "Ks 7c 7c", "keep", pack=64, handeln=True, feuer=True)
    assert match.showdown["losers"] == [1], "the lowest alone"


def test_1_4_losers_twenty_or_less(play: Play) -> None:
    hands = ["Ks Ts 9s", "Ad Kd 7h", "Qh Jh 8c"]  # 29, 21, 20
    options = {"losers": "twenty-or-less"}
    match = play("einunddreissig", hands, "7c 8h 9d", "keep, knock, pass, pass", **options)
    assert match.showdown["losers"] == [1, 2]
    assert match.showdown["lives"] == [3, 2, 2], "each pays one life"


def test_1_4_feuer_overrides_twenty_or_less(play: Play) -> None:
    hands = ["Ac Ad Ah", "Ks Qs 9s", "8c 8d 7s"]
    match = play("einunddreissig", hands, "Tc Jc Qc", "keep", feuer=True, losers="twenty-or-less")
    assert match.showdown["losers"] == [1, 2]
    match = play("einunddreissig", hands, "Tc Jc Qc", "keep, knock, pass, pass", losers="twenty-or-less")
    assert match.showdown["losers"] == [1, 2], "29 is the lowest above 20"


def test_1_4_no_refresh(play: Play) -> None:
    match = play("einunddreissig", THREE, CENTRE, "keep, swap 7d 9s, pass, pass, pass", refresh=False)
    assert match.showdown["values"] == [29, 11, 21]


def test_1_3_5_an_exact_reserve_is_enough_for_a_refresh(play: Play) -> None:
    hands = ["Kd 9d 8c", "Qd Jd 9s"]
    match = play("einunddreissig", hands, "7c 7d 7h", "keep" + ", pass" * 20, pack=36)
    assert match.names().count("refresh") == 9, "27 in the reserve"
    assert match.showdown["values"] == [19, 20]
    pushes = ", ".join(["hold 8c 9d Kd, hold Jd Qd 9s"] * 13)
    match = play("einunddreissig", hands, "7c 7d", pushes, closed=True)
    assert match.names().count("refresh") == 12, "24 in the reserve"
    assert match.showdown["values"] == [19, 20]


def test_1_4_passing_not_before_knock(play: Play) -> None:
    match = play("einunddreissig", THREE, CENTRE, "keep", passing="not-before-knock")
    assert reason(match, "pass") == "you may not pass before somebody has knocked"
    assert match.state.default() == "swap 7d 7c"
    match.do("knock, pass")
    assert match.state.default() == "pass"


def test_1_4_handeln(play: Play) -> None:
    match = play("einunddreissig", ["As Ah 9s", "7c 7h 7s"], "Tc Jd Qh", "keep, knock, pass", handeln=True)
    assert match.showdown["values"] == [22, 21]
    match = play("einunddreissig", ["Ac As Ah", "7c 7h 7s", "7d 8d 9c"], "Tc Jd Qh", "keep", handeln=True)
    assert (match.showdown["values"], match.showdown["losers"]) == ([33, 21, 15], [2])
    options = {"handeln": True, "feuer": True}
    match = play("einunddreissig", ["Ac As Ah", "7c 7h 7s", "7d 8d 9c"], "Tc Jd Qh", "keep", **options)
    assert match.showdown["losers"] == [1, 2]


def test_1_4_handeln_equal_sums_tie(play: Play) -> None:
    match = play("einunddreissig", ["Kc Kd Kh", "Qs Js Ts"], "7c 7d 8h", "keep, knock, pass", handeln=True)
    assert (match.showdown["values"], match.showdown["losers"]) == ([30, 30], [])


def test_1_4_closed_packets_of_three(play: Play) -> None:
    match = play("einunddreissig", CLOSED, "Td 7s", closed=True)
    assert [match.hand(seat) for seat in range(3)] == ["9h Kh Ah", "7c Jd Qd", "8c 7d 8s"]
    assert (match.now["centre"], match.now["loose"], match.now["reserve"]) == ([], ["Td", "7s"], 21)
    assert match.state.to_act() == 0, "no choice for the dealer"


def test_5_10_closed(play: Play) -> None:
    match = play("einunddreissig", CLOSED, "Td 7s", "hold 9h Kh Ah, hold Td Jd Qd, hold 7c 7d 7s", closed=True)
    assert match.now["loose"] == ["8c", "8s"]
    assert match.names() == ["deal", "push", "exchange", "exchange"]
    assert [match.state.view(seat).value for seat in range(3)] == [30, 30, 30.5]
    assert match.state.view(0).loose == ("8c", "8s")
    assert match.state.view(1).loose == ()
    assert match.state.view(1).passed_on == ("7c", "7s")


def test_1_4_closed_holds_in_pack_order_and_knock_not_on_forehands_first_turn(play: Play) -> None:
    match = play("einunddreissig", CLOSED, "Td 7s", closed=True)
    assert len(match.state.legal()) == 10
    assert match.state.legal()[:2] == ("hold Td 9h Kh", "hold Td 9h Ah")
    assert match.state.default() == "hold 9h Kh Ah"
    assert reason(match, "knock") == "forehand may not knock on its first turn"
    assert reason(match, "pass") == "there is no pass in the closed game; to push, hold your own three"
    assert reason(match, "swap Td 9h").startswith("'swap Td 9h' is no action in these rules")
    assert reason(match, "hold Ah 9h Kh") == "the cards are written in pack order: hold 9h Kh Ah"
    assert reason(match, "hold Ah 9h").startswith("'hold Ah 9h' is no action; write hold and the three cards")
    assert reason(match, "hold 9h Kh Kh").startswith("Kh is not among your three")
    assert reason(match, "hold 9h Kh XX").startswith("'XX' is not a card")
    match.do("hold 9h Kh Ah")
    assert match.state.legal()[0] == "knock", "20, and listed before hold"


def test_1_4_closed_knock_keeps_and_passes_the_same_two_on(play: Play) -> None:
    match = play("einunddreissig", CLOSED, "Td 7s", "hold 9h Kh Ah, knock", closed=True)
    assert match.now["loose"] == ["Td", "7s"]
    match.do("hold 8c 7s 8s")
    assert match.state.to_act() == 0
    match.do("hold 9h Kh Ah")
    assert (match.showdown["values"], match.showdown["losers"]) == ([30, 20, 15], [2])
    assert match.now["dealer"] == 0


def test_1_4_closed_loose_cards_count_for_nobody(play: Play) -> None:
    hands = ["Ah Kh 9c", "Qd Jd 7c", "8s 8c 7d"]
    match = play("einunddreissig", hands, "Th 7s", "hold 9c Kh Ah, knock, hold 8c 7d 8s, hold 9c Kh Ah", closed=True)
    assert match.showdown["values"] == [21, 20, 8]


def test_1_4_closed_31_is_checked_on_the_three_held(play: Play) -> None:
    hands = ["Ah Kh 9c", "Qd Jd 7c", "8s 8c 7d"]
    match = play("einunddreissig", hands, "Th 7s", "hold Th Kh Ah", closed=True)
    assert match.showdown["values"] == [31, 20, 8]


def test_1_4_closed_a_dealt_31_ends_the_deal_without_an_action(play: Play) -> None:
    hands = ["Qd Jd 7c", "Ah Kh Th", "8s 8c 7d"]
    match = play("einunddreissig", hands, "Td 7s", closed=True)
    assert match.showdown["losers"] == [2]
    assert match.now["dealer"] == 0
    aside = play("einunddreissig", ["Ah Kh 9h", "Qd Jd 7c", "8s 8c 7d"], "Th 7s", closed=True)
    assert "showdown" not in aside.names(), "the loose two are aside"


def test_1_4_closed_even_a_match_can_be_over_without_an_action(play: Play) -> None:
    match = play("einunddreissig", ["Qd Jd 7c", "Ah Kh Th"], "Td 7s", closed=True, lives=[0, 3])
    assert match.state.to_act() is None
    assert match.state.ranks() == [2, 1]
    assert match.now["hands"] == [["7c", "Jd", "Qd"], ["Th", "Kh", "Ah"]]


def test_1_4_closed_a_run_of_pushes_renews_the_loose_two(play: Play) -> None:
    pushes = "hold 9h Kh Ah, hold 7c Jd Qd, hold 8c 7d 8s"
    match = play("einunddreissig", CLOSED, "Td 7s 9d 9s", pushes, closed=True)
    assert (match.now["loose"], match.now["reserve"], match.state.to_act()) == (["9d", "9s"], 19, 0)
    assert match.all("refresh") == [{"event": "refresh", "deal": 1}], "no faces: they did not lie open"
    assert match.state.view(1).discards_seen == ("Td", "7s"), "they went through its hands"


def test_1_4_closed_too_few_left_is_a_showdown(play: Play) -> None:
    pushes = "hold 9h Kh Ah, hold 7c Jd Qd, hold 8c 7d 8s"
    match = play("einunddreissig", CLOSED, "Td 7s", ", ".join([pushes] * 11), closed=True)
    assert match.names().count("refresh") == 10, "21 in the reserve"
    assert match.showdown["values"] == [30, 20, 8]
    match = play("einunddreissig", CLOSED, "Td 7s", pushes, closed=True, refresh=False)
    assert match.showdown["values"] == [30, 20, 8]


def test_1_4_closed_no_push_before_a_knock(play: Play) -> None:
    options = {"closed": True, "passing": "not-before-knock"}
    match = play("einunddreissig", CLOSED, "Td 7s", **options)
    assert len(match.state.legal()) == 9
    assert reason(match, "hold 9h Kh Ah") == "you may not push before somebody has knocked"
    assert match.state.default() == "hold Td 9h Kh", "the first legal hold"
    match.do("hold Td Kh Ah, knock")
    assert match.state.default() == "hold 8c 7d 8s"


def test_1_4_closed_64_a_hold_equal_to_ones_own_three_is_a_push(play: Play) -> None:
    match = play("einunddreissig", ["Ah Kh 9h", "Qd Jd 7c"], "Ah 7s", closed=True, pack=64)
    assert [action for action in match.state.legal() if "9h" in action and "7s" not in action] == [
        "hold 9h Kh Ah",
        "hold 9h Ah Ah",
    ]
    match.do("hold 9h Kh Ah")
    assert match.names()[-1] == "push"
    assert match.now["loose"] == ["Ah", "7s"]


def test_5_5_a_knock_on_the_first_turn(play: Play) -> None:
    hands = ["Qh Th Jd", "9c 8d 7s", "Ac 7c 8h"]
    match = play("einunddreissig", hands, "9d 9s Kc", "keep, knock, swap 7s 9s, swap 8h Kc")
    assert (match.showdown["values"], match.showdown["losers"]) == ([20, 9, 28], [1])


@pytest.mark.parametrize("feuer", [True, False])
def test_5_6_feuer(play: Play, feuer: bool) -> None:
    hands = ["Ac As 9d", "Kd Qd Jd", "8c 8d 7s"]
    match = play("einunddreissig", hands, "Ah 7d 9h", "keep, swap 9d Ah", feuer=feuer)
    if feuer:
        assert (match.showdown["losers"], match.showdown["lives"]) == ([1, 2], [3, 2, 2])
    else:
        assert match.state.to_act() == 1
        assert match.state.view(0).value == 30.5
