"""Rule by rule: the game in which combinations are banked (1.5)."""

import pytest

from harness.errors import IllegalAction
from harness.games import cards
from harness.games.deals import SeededDeals
from harness.games.schwimmen import game
from tests.games.schwimmen.conftest import Play, Played

TWO = ["Ah Kh 8c", "9d 9s 7h"]  # 21, 9
CENTRE = "Th 7s 8d"


def reason(match: Played, action: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        match.state.apply(action)
    return str(caught.value)


def test_5_7_a_banked_31(play: Play) -> None:
    match = play("schnauz", TWO, f"{CENTRE} Kc 9c 7c Jd Qd", "keep, swap 8c Th")
    assert match.all("banked")[0]["points"] == 31
    assert match.hand(0) == "7c 9c Kc"
    assert match.state.legal() == ("close", "stay")
    match.do("stay, pass, stay, pass, close, swap 7h 8c")
    assert (match.showdown["values"], match.showdown["losers"], match.showdown["lives"]) == ([57, 9], [1], [3, 2])


def test_1_5_1_no_swimming(play: Play) -> None:
    match = play("schnauz", TWO, CENTRE, "keep, pass, close, pass", lives=[3, 1])
    assert match.state.ranks() == [1, 2]


def test_1_5_2_actions(play: Play) -> None:
    match = play("schnauz", TWO, CENTRE, "keep")
    assert [action.split()[0] for action in match.state.legal()] == ["swap"] * 9 + ["draw-all", "pass"]
    assert reason(match, "swap-all").startswith("'swap-all' is no action in these rules")
    assert reason(match, "knock").startswith("'knock' is no action in these rules")
    assert reason(match, "close") == "act first; then say close"
    assert reason(match, "stay") == "act first; then say stay"
    match.do("pass")
    assert reason(match, "pass") == "you have acted; say close or stay"
    assert match.state.default() == "stay"


def test_1_5_2_draw_all_leaves_the_centre(play: Play) -> None:
    match = play("schnauz", TWO, f"{CENTRE} Kc 9c 7c Jd Qd", "keep, draw-all")
    assert (match.hand(0), match.now["centre"], match.now["reserve"]) == ("7c 9c Kc", ["8d", "Th", "7s"], 20)
    assert match.state.view(0).discards_seen == ("8c", "Kh", "Ah")
    assert match.state.view(1).discards_seen == (), "face down"
    assert match.state.view(1).discards == 3
    public = [event for event in match.events if event.name == "draw-all"]
    assert public[0].fields == {"event": "draw-all", "deal": 1, "seat": 0}


def test_1_5_3_chains_are_banked(play: Play) -> None:
    match = play("schnauz", TWO, f"{CENTRE} As Ad Ac Kd Qd Jd", "keep, swap 8c Th")
    assert [banked["points"] for banked in match.all("banked")] == [31, 32]
    assert match.state.view(1).banked == (63, 0)
    assert match.hand(0) == "Jd Qd Kd"


def test_1_5_3_dealt_ones_are_declared_in_turn_order_each_chain_to_its_end(play: Play) -> None:
    hands = ["Ah Kh Th", "9d 9s 7h", "As Ks Qs"]
    match = play("schnauz", hands, "8c 8h 8d Ac Kc Qc 7c 7d 7s 9c 9h Tc")
    assert match.state.to_act() == 2, "the dealer's choice comes first"
    match.do("keep")
    assert [(banked["seat"], banked["points"]) for banked in match.all("banked")] == [(0, 31), (0, 31), (2, 31)]
    assert (match.hand(0), match.hand(2)) == ("7c 7d 7s", "9c Tc 9h")
    assert match.state.to_act() == 0
    assert match.state.view(1).phase == "turn"


def test_1_5_3_in_the_last_turns_too(play: Play) -> None:
    match = play("schnauz", ["9d 9s 7h", "Ah Kh 8c"], f"{CENTRE} Kc 9c 7c", "keep, pass, close, swap 8c Th")
    assert match.showdown["values"] == [9, 57]


def test_1_5_4_a_short_reserve_is_filled_from_the_discards(play: Play) -> None:
    reserve = "7s Tc Td Th Ts Jc Jd Jh Js Qc Qd Qh Qs Kc Kd Kh Ks 8s Ac Ad 9s Ah As"
    actions = "keep" + ", draw-all, stay" * 7
    match = play("schnauz", ["7c 7d 7h", "8c 8d 8h"], f"9c 9d 9h {reserve}", actions)
    assert (match.now["reserve"], match.hand(1)) == (2, "Kh 8s Ks")
    match.do("draw-all")
    assert match.all("reshuffle") == [{"event": "reshuffle", "deal": 1, "reserve": 24}]
    assert match.hand(1) == "7c Ah As", "what was left, then the lowest discard, as there is no seed"
    assert (match.now["reserve"], match.state.view(1).discards) == (23, 0)
    assert cards.texts(match.state.deal.table.reserve)[-3:] == ["Js", "Qs", "Ks"], "those just thrown included"
    match.do("stay, draw-all")
    assert match.hand(0) == "8c Tc Jc"
    match.do("stay, draw-all")
    assert match.hand(1) == "Qc Kc 7d"


def test_1_5_4_reshuffles_come_from_the_deal_seed_and_their_number() -> None:
    orders = []
    for _ in range(2):
        state = game("schnauz", {}).start(8, SeededDeals("abc"))
        while state.to_act() is not None and state.deal.reshuffles < 3 and state.deal.number == 1:
            state.apply("draw-all" if "draw-all" in state.legal() else state.default())
        deal = state.deal
        assert deal.reshuffles == 3
        orders.append(list(deal.table.reserve))
        assert orders[-1] == SeededDeals("abc").reshuffle(1, 3, sorted(deal.table.reserve))
    assert orders[0] == orders[1]


def test_1_5_5_after_a_close_everybody_else_has_one_turn_and_nobody_is_asked(play: Play) -> None:
    hands = ["Ah Kh 8c", "9d 9s 7h", "Qc Jc 7d"]
    match = play("schnauz", hands, CENTRE, "keep, pass, close")
    assert match.state.to_act() == 1
    assert reason(match, "close") == "close has no place in the last turns"
    assert match.state.view(0).turns_left == (0, 1, 1)
    match.do("pass, draw-all")
    assert "showdown" in match.names()


def test_1_5_6_the_centre_is_refreshed_after_the_last_passers_stay(play: Play) -> None:
    match = play("schnauz", TWO, f"{CENTRE} Kc 9c 7c Jd Qd", "keep, pass, stay, pass")
    assert match.now["centre"] == ["8d", "Th", "7s"]
    match.do("stay")
    assert (match.now["centre"], match.state.to_act()) == (["7c", "9c", "Kc"], 0)
    closed = play("schnauz", TWO, f"{CENTRE} Kc 9c 7c Jd Qd", "keep, pass, stay, pass, close, pass")
    assert "refresh" not in closed.names()
    assert "showdown" in closed.names()


def test_1_5_6_fewer_than_three_left_is_a_showdown(play: Play) -> None:
    match = play("schnauz", TWO, CENTRE, "keep" + ", pass, stay" * 16)
    assert match.names().count("refresh") == 7
    assert "showdown" in match.names()
    assert not match.all("reshuffle")


def test_1_5_7_ties_are_broken_by_suit(play: Play) -> None:
    match = play("schnauz", ["Kc Qc 7d", "Kd Qd 7c"], CENTRE, "keep, pass, close, pass")
    assert (match.showdown["values"], match.showdown["losers"]) == ([20, 20], [1])
    match = play("schnauz", ["7c Tc 8d", "8c 9c 7h"], "Th 7s 9d", "keep, pass, close, pass")
    assert (match.showdown["losers"], match.showdown["lives"]) == ([0, 1], [2, 2])


def test_1_5_7_banked_cards_break_no_tie(play: Play) -> None:
    # Both bank 31, seat 0 with clubs; then seat 0 has 17 in diamonds and seat 1 has 17 in hearts.
    hands = ["Ac Kc Tc", "As Ks Ts"]
    match = play("schnauz", hands, "8s 9s 7s 9d 8d 7c 9h 8h 9c", "keep, pass, close, pass")
    assert (match.showdown["values"], match.showdown["losers"]) == ([48, 48], [0])


def test_1_1_7_the_cap_is_looked_at_after_the_stay(play: Play) -> None:
    match = play("schnauz", TWO, CENTRE, "keep, pass, stay, pass", circuit_cap=1)
    assert "showdown" not in match.names()
    assert "showdown" in match.do("stay").names()
    match = play("schnauz", TWO, CENTRE, "keep, pass, stay, pass, close", circuit_cap=1)
    assert match.state.to_act() == 0, "last turns are never cut short"
