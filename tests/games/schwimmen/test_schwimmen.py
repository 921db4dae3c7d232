"""Rule by rule: dealing, turns, lives and ranks (1.1), and the standard game (1.3)."""

import pytest

from harness.errors import IllegalAction, OptionError
from harness.games import cards
from harness.games.deals import FixedDeals, SeededDeals
from harness.games.schwimmen import game
from tests.games.schwimmen.conftest import Play, Played

# Nobody has 31 in these, and the numbers are the values. The last seat deals; keeping leaves the second as the centre.
THREE = ["Ks Ts 7d", "Ad Kc 7h", "Ah Qh 8c"]  # 20, 11, 21
CENTRE = "7c 8h 9s"
DOCUMENT = ["Ks Ts 7d", "Ad Kc 7h", "7c 8h 9s"]  # the dealer refuses, and gets Ah Qh 8c
RESERVE = "Ac Qc Jc Td Jd Qd Kd 9d 8d 9c 8s Js"


def refuses(match: Played, action: str) -> str:
    """The reason why an action is refused; nothing changes."""
    before, heard = match.now, len(match.events)
    with pytest.raises(IllegalAction) as caught:
        match.do(action)
    assert match.now == before
    assert len(match.events) == heard
    return str(caught.value)


def test_1_1_3_cards_go_round_one_at_a_time_and_the_dealer_has_a_second_packet(play: Play) -> None:
    match = play("schwimmen", THREE, CENTRE)
    assert match.now == {
        "to_act": 2,
        "legal": ["keep", "refuse"],
        "hands": [["7d", "Ts", "Ks"], ["Kc", "Ad", "7h"], ["8c", "Qh", "Ah"]],
        "centre": [],
        "reserve": 20,
        "lives": [3, 3, 3],
        "dealer": 2,
        "ranks": None,
    }


def test_1_1_3_keep_lays_the_second_packet_open(play: Play) -> None:
    match = play("schwimmen", THREE, CENTRE, "keep")
    assert (match.hand(2), match.now["centre"], match.now["reserve"]) == ("8c Qh Ah", ["7c", "8h", "9s"], 20)
    assert match.state.to_act() == 0, "forehand starts"


def test_1_1_3_refuse_lays_the_first_packet_open(play: Play) -> None:
    match = play("schwimmen", DOCUMENT, "Ah Qh 8c", "refuse")
    assert (match.hand(2), match.now["centre"]) == ("8c Qh Ah", ["7c", "8h", "9s"])


def test_1_1_3_the_dealer_sees_his_first_packet_only(play: Play) -> None:
    match = play("schwimmen", DOCUMENT, "Ah Qh 8c")
    assert match.state.view(2).hand == ("7c", "8h", "9s")
    assert [event.fields["cards"] for event in match.events if event.audience == (2,)] == [["7c", "8h", "9s"]]
    match.do("refuse")
    assert match.state.view(2).hand == ("8c", "Qh", "Ah")


def test_1_1_3_the_reserve_is_drawn_from_the_top(play: Play) -> None:
    match = play("schwimmen", THREE, f"{CENTRE} {RESERVE}", "keep, pass, pass, pass")
    assert match.now["centre"] == ["Jc", "Qc", "Ac"]
    match.do("pass, pass, pass")
    assert match.now["centre"] == ["Td", "Jd", "Qd"]


def test_1_1_4_the_deal_passes_to_the_next_seat_in_the_match(play: Play) -> None:
    match = play("schwimmen", THREE, CENTRE, "keep, pass, pass, pass, knock, pass, pass", lives=[3, 0, 3])
    assert match.showdown["losers"] == [1]
    assert match.now["dealer"] == 0, "seat 2 dealt"
    assert match.now["hands"][1] == []
    match.do("keep, pass, pass, knock, pass")
    assert match.now["dealer"] == 2, "seat 1 is out"
    assert match.all("deal")[2]["seats"] == [0, 2], "forehand first, the dealer last"


def test_1_1_4_the_first_dealer_is_drawn_from_the_seed() -> None:
    dealers = {game("schwimmen", {}).start(3, SeededDeals(str(seed))).snapshot()["dealer"] for seed in range(30)}
    assert dealers == {0, 1, 2}


def test_1_1_5_swapping_two_cards_is_never_legal(play: Play) -> None:
    match = play("schwimmen", THREE, CENTRE, "keep")
    assert refuses(match, "swap Ks Ts 7c 8h") == "swapping two cards is never legal"
    assert sorted(match.state.legal()) == match.now["legal"]
    assert len(match.state.legal()) == 9 + 2


@pytest.mark.parametrize(
    ("name", "options", "most"),
    [
        ("schwimmen", {}, 9),
        ("einunddreissig", {}, 9),
        ("einunddreissig", {"closed": True}, 9),
        ("einunddreissig", {"pack": 64}, 9),
        ("schnauz", {}, 8),
        ("dutch-31", {}, 8),
        ("forty-one", {}, 10),
    ],
)
def test_1_1_6_seats(name: str, options: dict[str, object], most: int) -> None:
    rules = game(name, options)
    assert rules.seats == range(2, most + 1)
    for seats in (rules.seats[0], rules.seats[-1]):
        assert len(rules.start(seats, SeededDeals("a")).scores()) == seats
    for seats in (0, 1, most + 1):
        with pytest.raises(OptionError, match=f"for 2 to {most} seats, not {seats}"):
            rules.start(seats, SeededDeals("a"))


def test_1_1_7_the_cap_ends_a_deal_when_a_turn_ends(play: Play) -> None:
    swaps = "swap 7d 7c, swap 7h 8h, swap 8c 7h"
    match = play("schwimmen", THREE, CENTRE, f"keep, {swaps}", circuit_cap=1)
    assert match.showdown["values"] == [20, 11, 28]


def test_1_1_7_the_cap_comes_before_a_refresh(play: Play) -> None:
    match = play("schwimmen", THREE, f"{CENTRE} {RESERVE}", "keep, pass, pass, pass", circuit_cap=1)
    assert match.showdown["values"] == [20, 11, 21]
    assert "refresh" not in match.names()


def test_1_1_7_the_cap_never_cuts_last_turns_short(play: Play) -> None:
    actions = "keep, pass, pass, knock"
    match = play("schwimmen", THREE, CENTRE, actions, circuit_cap=1, knock_from_circuit=1)
    assert match.state.to_act() == 0
    match.do("pass, pass")
    assert match.showdown["losers"] == [1]


def test_1_1_7_a_refresh_does_not_restart_the_count(play: Play) -> None:
    match = play("schwimmen", THREE, CENTRE, "keep, pass, pass, pass, pass, pass, pass", circuit_cap=2)
    assert match.names().count("refresh") == 1
    assert "showdown" in match.names()


def test_1_1_7_no_cap(play: Play) -> None:
    match = play("schwimmen", THREE, CENTRE, "keep", circuit_cap=0)
    for _ in range(40):
        match.do("swap 7d 7c, swap 7h 8h, pass, swap 7c 7d, swap 8h 7h, pass")
    assert "showdown" not in match.names()


def test_1_1_8_a_swimmer_is_out_at_its_next_loss(play: Play) -> None:
    knocked = "keep, pass, pass, pass, knock, pass, pass"
    match = play("schwimmen", THREE, CENTRE, knocked, lives=[3, 1, 3])
    assert match.showdown["lives"] == [3, 0, 3]
    assert not match.all("out"), "it swims"
    match = play("schwimmen", THREE, CENTRE, knocked, lives=[3, 0, 3])
    assert match.showdown["lives"] == [3, 0, 3], "never below 0"
    assert [out["seat"] for out in match.all("out")] == [1]


def test_1_1_8_without_swimming_a_seat_at_zero_is_out(play: Play) -> None:
    knocked = "keep, pass, pass, pass, knock, pass, pass"
    match = play("schwimmen", THREE, CENTRE, knocked, lives=[3, 1, 3], swimming=False)
    assert [out["seat"] for out in match.all("out")] == [1]
    with pytest.raises(OptionError, match=r"seat 1 cannot start with lives = 0; .*0 needs swimming"):
        play("schwimmen", THREE, CENTRE, lives=[3, 0, 3], swimming=False)


@pytest.mark.parametrize("lives", [[3, 3], [3, 3, -1], [3, 3, 100], [3, 3, True], [3, 3, 1.0]])
def test_1_1_8_lives_that_cannot_be_are_refused(play: Play, lives: list[int]) -> None:
    with pytest.raises(OptionError, match="lives"):
        play("schwimmen", THREE, CENTRE, lives=lives)


def test_1_1_9_ranks_by_how_late_a_seat_went_out(play: Play) -> None:
    match = play("schwimmen", THREE, CENTRE, "keep, pass, pass, pass, knock, pass, pass", lives=[0, 0, 0])
    assert match.state.ranks() is None
    match.do("keep, pass, pass, knock, pass")  # in pack order: seat 2 holds 7c 9c Jc, the dealer 8c Tc Qc
    assert match.showdown["losers"] == [2]
    assert match.state.ranks() == [1, 3, 2]
    assert match.state.to_act() is None
    assert match.all("match") == [{"event": "match", "deal": 2, "ranks": [1, 3, 2], "scores": [0, 0, 0]}]


def test_1_1_9_seats_out_together_share_the_rank(play: Play) -> None:
    hands = ["Ks Ts 7d", "8c 8s Kh", "Ah Qh 8d"]  # 20, 16, 21
    match = play("schwimmen", hands, "7c Jh 7s", "keep, pass, swap Kh 7s, pass, knock, pass, pass", lives=[3, 0, 0])
    assert match.showdown["losers"] == [1]
    aces = ["Ac As 9d", "Kd Qd Jd", "8c 8d 7s"]
    match = play("schwimmen", aces, "Ah 7d 9h", "keep, swap 9d Ah", lives=[0, 0, 0], feuer=True)
    assert match.showdown["losers"] == [1, 2]
    assert match.state.ranks() == [1, 2, 2]


def test_1_1_9_nobody_left_is_a_shared_first_rank(play: Play) -> None:
    hands = ["Ks Ts 7d", "9c 8d 7h", "9d 8h 7s"]  # 20, 9, 9
    match = play("schwimmen", hands, "7c 8s 9h", "keep, pass, pass, pass, knock, pass, pass", lives=[3, 0, 0])
    assert match.state.ranks() == [1, 2, 2]
    two = ["9d 8h 7s", "9c 8d 7h"]
    match = play("schnauz", two, "7c 8s 9h", "keep, pass, close, pass", lives=[1, 1])
    assert match.showdown["losers"] == [0], "a tie is broken by suit"
    tied = ["7c Tc 8d", "8c 9c 7h"]
    match = play("schnauz", tied, "7s 8s 9h", "keep, pass, close, pass", lives=[1, 1])
    assert match.showdown["losers"] == [0, 1]
    assert match.state.ranks() == [1, 1]
    assert match.state.scores() == [0, 0]


def test_1_1_direction_anticlockwise() -> None:
    pack = cards.parse_all("Ks Ad Ah Ts Kc Qh 7d 7h 8c 7c 8h 9s")
    state = game("schwimmen", {"direction": "anticlockwise"}).start(3, FixedDeals([pack], dealer=2))
    assert state.snapshot()["hands"] == [["Kc", "Ad", "7h"], ["7d", "Ts", "Ks"], ["8c", "Qh", "Ah"]]
    state.apply("keep")
    turns = []
    for _ in range(4):
        turns.append(state.to_act())
        state.apply("pass")
    assert turns == [1, 0, 2, 1]
    for action in ("knock", "pass", "pass"):
        state.apply(action)
    assert state.snapshot()["dealer"] == 1


def test_1_3_2_a_turn_is_one_action(play: Play) -> None:
    match = play("schwimmen", THREE, CENTRE, "keep, pass, pass, pass")
    kinds = [action.split()[0] for action in match.state.legal()]
    assert kinds == ["swap"] * 9 + ["swap-all", "pass", "knock"]


def test_1_3_2_swap_all(play: Play) -> None:
    match = play("schwimmen", THREE, CENTRE, "keep, swap-all")
    assert (match.hand(0), match.now["centre"]) == ("7c 8h 9s", ["7d", "Ts", "Ks"])
    assert match.state.to_act() == 1


def test_1_3_3_no_knock_before_every_seat_has_had_a_turn(play: Play) -> None:
    match = play("schwimmen", THREE, CENTRE, "keep")
    for _ in range(3):
        assert refuses(match, "knock") == "nobody may knock before every seat has had a turn"
        match.do("pass")
    assert "knock" in match.state.legal()


def test_1_3_3_knock_from_circuit(play: Play) -> None:
    match = play("schwimmen", THREE, CENTRE, "keep, pass, pass, pass, pass, pass", knock_from_circuit=3)
    assert refuses(match, "knock") == "nobody may knock before every seat has had 2 turns"
    match.do("pass, knock")


def test_1_3_4_after_a_knock_every_other_seat_has_one_more_turn(play: Play) -> None:
    match = play("schwimmen", THREE, CENTRE, "keep, pass, pass, pass, pass, knock")
    assert refuses(match, "knock") == "somebody has knocked already"
    assert match.state.to_act() == 2
    assert match.do("swap-all").state.to_act() == 0
    assert match.do("swap 7d 8c").showdown["values"] == [20, 11, 29]


def test_1_3_5_all_pass_refreshes(play: Play) -> None:
    match = play("schwimmen", THREE, f"{CENTRE} {RESERVE}", "keep, swap 7d 9s, pass, pass")
    assert "refresh" not in match.names()
    match.do("pass")
    assert match.all("refresh")[0]["aside"] == ["7c", "7d", "8h"], "the run spans circuits"
    assert match.now["centre"] == ["Jc", "Qc", "Ac"]
    assert match.state.to_act() == 1, "the seat that began the run"
    assert match.state.view(0).discards_seen == ("7c", "7d", "8h")


def test_1_3_5_an_exchange_resets_the_run(play: Play) -> None:
    match = play("schwimmen", THREE, CENTRE, "keep, pass, pass, swap 8c 7c, pass, pass")
    assert match.state.view(0).passes == 2
    match.do("pass")
    assert match.names().count("refresh") == 1
    assert match.state.view(0).passes == 0


def test_1_3_5_no_refresh_in_the_last_turns(play: Play) -> None:
    match = play("schwimmen", THREE, CENTRE, "keep, swap 7d 9s, pass, pass, knock, pass, pass")
    assert "refresh" not in match.names()
    assert "showdown" in match.names()


def test_1_3_6_a_dealt_31_ends_the_deal_without_a_turn(play: Play) -> None:
    match = play("schwimmen", ["Kd 9d 7c", "Ah Kh Th", "9s 8c 7d"], "Tc Jc Qc")
    assert match.state.to_act() == 2, "looked at after the dealer's choice"
    match.do("keep")
    assert match.showdown["losers"] == [2]
    assert match.all("shown") == [{"event": "shown", "deal": 1, "seat": 1, "cards": ["Th", "Kh", "Ah"], "value": 31}]


def test_1_3_6_the_dealers_unseen_packet_counts(play: Play) -> None:
    match = play("schwimmen", ["Kd 9d 7c", "9s 8c 7d"], "Ah Kh Th", "refuse")
    assert match.showdown["values"] == [19, 31]


def test_1_3_6_31_in_the_last_turns(play: Play) -> None:
    match = play("schwimmen", ["Kd 9d 7c", "Ah Kh 8c", "9s 8s 7d"], "Th 7h 8d", "keep, pass, swap 8c 7h, pass")
    match.do("knock, swap 7h Th")
    assert match.showdown["values"] == [19, 31, 17]
    assert match.showdown["losers"] == [2], "seat 2 has no turn any more"


def test_1_3_6_two_dealt_31s(play: Play) -> None:
    match = play("schwimmen", ["Ad Kd Qd", "Ah Kh Th", "9s 8c 7d"], "Tc Jc Qc", "keep")
    assert [shown["seat"] for shown in match.all("shown")] == [0, 1]
    assert match.showdown["losers"] == [2]


def test_1_3_7_all_tied_lose_nothing_and_lowest_ties_all_lose(play: Play) -> None:
    knocked = "keep, pass, pass, pass, knock, pass, pass"
    match = play("schwimmen", ["9c 8d 7h", "9d 8h 7s", "9h 8s 7c"], "Tc Jd Qh", knocked)
    assert (match.showdown["values"], match.showdown["losers"]) == ([9, 9, 9], [])
    match = play("schwimmen", ["9c 8d 7h", "Ad Kd 7s", "9h 8s 7c"], "Tc Jd Qh", knocked)
    assert (match.showdown["losers"], match.showdown["lives"]) == ([0, 2], [2, 3, 2])


def test_1_3_1_all_trips_are_equal(play: Play) -> None:
    knocked = "keep, pass, pass, knock, pass"
    match = play("schwimmen", ["Ac Ad Ah", "7c 7d 7h"], "Tc Jd Qh", knocked)
    assert (match.showdown["values"], match.showdown["losers"]) == ([30.5, 30.5], [])


def test_1_3_9_feuer(play: Play) -> None:
    aces = ["Ac As 9d", "Kd Qd Jd", "8c 8d 7s"]
    match = play("schwimmen", aces, "Ah 7d 9h", "keep, swap 9d Ah", feuer=True, lives=[3, 3, 0])
    assert (match.showdown["values"], match.showdown["losers"]) == ([33, 30, 8], [1, 2])
    assert match.showdown["lives"] == [3, 2, 0], "a swimmer goes out"
    match = play("schwimmen", aces, "Ah 7d 9h", "keep, swap 9d Ah")
    assert "showdown" not in match.names()


def test_1_3_9_feuer_beats_a_31_dealt_at_the_same_time(play: Play) -> None:
    match = play("schwimmen", ["Ac Ad Ah", "As Ks Qs", "9h 8c 7d"], "Tc Jc Qc", "keep", feuer=True)
    assert match.showdown["losers"] == [1, 2]
    match = play("schwimmen", ["Ac Ad Ah", "As Ks Qs", "9h 8c 7d"], "Tc Jc Qc", "keep")
    assert match.showdown["values"] == [30.5, 31, 9]
    assert match.showdown["losers"] == [2]


def test_5_1_the_documents_own_deal(play: Play) -> None:
    match = play("schwimmen", DOCUMENT, "Ah Qh 8c", "refuse, swap 7d 9s")
    assert match.state.view(0).value == 29
    match.do("swap 7h 7c, swap 8c 8h")
    assert match.now["centre"] == ["8c", "7d", "7h"]
    match.do("knock, swap Ad 8c, pass")
    assert (match.showdown["values"], match.showdown["losers"]) == ([29, 25, 29], [1])
    assert match.now["dealer"] == 0


def test_5_3_31_after_a_refresh(play: Play) -> None:
    hands = ["Ah Kh 8c", "Qd Jd 9d", "Tc Kc 8s"]
    match = play("schwimmen", hands, "7s 8d 9c Th 7h 9h 7d", "keep, pass, pass, pass")
    assert match.now["centre"] == ["7h", "9h", "Th"]
    match.do("swap 8c Th")
    assert (match.showdown["values"], match.showdown["losers"]) == ([31, 29, 20], [2])


def test_5_4_seven_refreshes(play: Play) -> None:
    match = play("schwimmen", ["Kd 9d 8c", "Qd Jd 9s"], "7c 7d 7h", "keep" + ", pass" * 16)
    assert match.names().count("refresh") == 7
    assert match.names().count("pass") == 16
    assert (match.showdown["values"], match.showdown["losers"]) == ([19, 20], [0])


def test_4_listing_order_and_default(play: Play) -> None:
    match = play("schwimmen", THREE, CENTRE)
    assert (match.state.legal(), match.state.default()) == (("keep", "refuse"), "keep")
    match.do("keep")
    swaps = [f"swap {given} {taken}" for given in ("7d", "Ts", "Ks") for taken in ("7c", "8h", "9s")]
    assert match.state.legal() == (*swaps, "swap-all", "pass")
    assert match.state.default() == "pass"


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("swap 7c 9s", "7c is not in your hand"),
        ("swap 7d Ah", "Ah is not in the centre"),
        ("swap 7d 7x", "'7x' is not a card"),
        ("swap 7d", "write swap, the card given and the card taken"),
        ("swap 7d 9s 8h", "write swap, the card given and the card taken"),
        ("swap  7d 9s", "write swap, the card given and the card taken"),
        ("pass now", "'pass now' is no action; write 'pass' alone"),
        ("keep", "the dealer has chosen already"),
        ("draw-all", "'draw-all' is no action in these rules; there are: keep, refuse, swap GIVEN TAKEN"),
        ("PASS", "'PASS' is no action"),
        ("", "'' is no action"),
        ("\x1b[2J\u202e\udc80", r"'\x1b[2J\u202e\udc80' is no action"),
        ("swap " * 250_000, "swap swap"),
        ("x" * 1_000_000, "…"),
    ],
)
def test_4_a_refusal_says_why_in_a_short_sentence(play: Play, action: str, reason: str) -> None:
    said = refuses(play("schwimmen", THREE, CENTRE, "keep"), action)
    assert reason in said
    assert len(said) < 250
    assert said.isprintable()


def test_4_a_refusal_names_the_phase(play: Play) -> None:
    match = play("schwimmen", THREE, CENTRE)
    assert refuses(match, "pass") == "the dealer chooses first: keep or refuse"
    match = play("schwimmen", ["Ks Ts 7d", "9c 8d 7h"], CENTRE.replace("8h", "8s"), "keep, pass, pass", lives=[1, 0])
    match.do("knock, pass")
    assert refuses(match, "pass") == "the match is over"
    assert match.now["to_act"] is None
    assert match.now["legal"] == []
    assert match.hand(1) == "9c 8d 7h", "cards as at the last showdown"
