"""Bismarck rule by rule; the numbers in the tests' names are those of the comments above them."""

import random
from collections.abc import Callable, Sequence
from itertools import cycle, islice, pairwise
from typing import Any

import pytest

from harness.errors import IllegalAction, OptionError
from harness.games import bismarck, cards
from harness.games.bismarck import BismarckState
from harness.games.bismarck.trick import winning_place
from harness.games.deals import FixedDeals, SeededDeals
from harness.games.game import Event

Start = Callable[..., BismarckState]
GAME = bismarck.game("bismarck", {})
OPEN_DISCARDED = "discard 2c, discard 2d, discard 2h, discard 2s"


def played_out(state: BismarckState, choose: Callable[[BismarckState], str] = BismarckState.default) -> list[Event]:
    """Play a match to its end; all events but the opening."""
    events: list[Event] = []
    while state.to_act() is not None:
        events += state.apply(choose(state))
    return events


def at_random(seed: int) -> Callable[[BismarckState], str]:
    rng = random.Random(seed)
    return lambda state: rng.choice(state.legal())


def named(events: Sequence[Event], name: str) -> list[dict[str, Any]]:
    return [event.fields for event in events if event.name == name]


# 1. Three seats, 52 cards. The first dealer comes from the seed; then the next seat deals. Forehand sits after him.


@pytest.mark.parametrize("seats", [0, 1, 2, 4, 52])
def test_1_only_three_can_play(seats: int) -> None:
    with pytest.raises(OptionError, match=f"seats: bismarck is for 3, not for {seats}"):
        GAME.start(seats, SeededDeals("x"))


def test_1_there_are_no_lives_and_no_options() -> None:
    with pytest.raises(OptionError, match="lives"):
        GAME.start(3, SeededDeals("x"), [3, 3, 3])
    with pytest.raises(OptionError, match="bismarck has no options; leave out: pack, feuer"):
        bismarck.game("bismarck", {"pack": 52, "feuer": True})
    assert GAME.options == {}
    assert GAME.value(cards.parse_all("Ah Kh Th")) is None


def test_1_the_first_dealer_comes_from_the_seed_and_then_the_next_seat_deals() -> None:
    firsts = set()
    for seed in map(str, range(20)):
        state = GAME.start(3, SeededDeals(seed))
        first = SeededDeals(seed).first_dealer(3)
        firsts.add(first)
        deals = named([*state.opening(), *played_out(state)], "deal")
        assert [deal["dealer"] for deal in deals] == list(islice(cycle(range(3)), first, first + 12))
        assert all(deal["forehand"] == (deal["dealer"] + 1) % 3 for deal in deals)
    assert firsts == {0, 1, 2}


# 2. Four cards are turned up; seeing only these, forehand names a mode it has not used.


def test_2_four_cards_are_turned_up_before_anything_is_dealt(start: Start) -> None:
    state = start("Ah 3c Td 2s")
    assert named(state.opening(), "deal")[0]["open"] == ["3c", "Td", "Ah", "2s"]
    assert [event.name for event in state.opening()] == ["deal"]
    snapshot = state.snapshot()
    assert (snapshot["centre"], snapshot["hands"], snapshot["reserve"]) == (["3c", "Td", "Ah", "2s"], [[], [], []], 48)
    assert all(state.view(seat).hand == () for seat in range(3))


def test_2_forehand_names_any_of_four_modes(start: Start) -> None:
    state = start()
    assert state.to_act() == 0
    assert state.legal() == ["spel", "spader", "valfri c", "valfri d", "valfri h", "valfri s", "pass"]


@pytest.mark.parametrize(
    ("action", "mode", "trump"),
    [
        ("spel", "spel", ""),
        ("spader", "spader", "s"),
        ("valfri h", "valfri", "h"),
        ("valfri s", "valfri", "s"),
        ("pass", "pass", ""),
    ],
)
def test_2_a_mode_has_its_trump(start: Start, action: str, mode: str, trump: str) -> None:
    state = start()
    events = state.apply(action)
    assert named(events, "mode") == [{"event": "mode", "deal": 1, "seat": 0, "mode": mode, "trump": trump}]
    assert (state.view(1).mode, state.view(1).trump, state.view(1).phase) == (mode, trump, "discard")


def test_2_a_mode_is_named_once_by_each_seat() -> None:
    state = GAME.start(3, FixedDeals([], dealer=2))
    offered: list[list[str]] = []
    while len(offered) < 9:
        if state.view(0).phase == "mode":
            offered.append(list(state.legal()))
        state.apply(next((action for action in state.legal() if action.startswith("valfri")), state.default()))
    everything = ["spel", "spader", "valfri c", "valfri d", "valfri h", "valfri s", "pass"]
    without_valfri = ["spel", "spader", "pass"]
    assert offered == [everything] * 3 + [without_valfri] * 3 + [["spader", "pass"]] * 3
    assert state.view(1).used_modes == tuple(
        f"{seat} {mode}" for mode in ("valfri", "spel", "spader") for seat in range(3)
    )


def test_2_the_last_mode_is_set_by_the_rules() -> None:
    state = GAME.start(3, FixedDeals([], dealer=2))
    events = played_out(state)  # by default spel, spader, valfri c, and pass is left
    modes = [(mode["seat"], mode["mode"], mode.get("forced", False)) for mode in named(events, "mode")]
    assert modes == [(seat, mode, mode == "pass") for mode in ("spel", "spader", "valfri", "pass") for seat in range(3)]
    last = [event.name for event in events if event.fields["deal"] == 12][:6]
    assert last == ["deal", "mode", "hand", "hand", "hand", "discard"]


def test_2_if_valfri_is_left_the_suit_alone_is_asked_for() -> None:
    state = GAME.start(3, FixedDeals([], dealer=2))
    while state.view(0).deal < 10:
        state.apply(next((mode for mode in ("pass", "spader", "spel") if mode in state.legal()), state.default()))
    assert state.legal() == ["valfri c", "valfri d", "valfri h", "valfri s"]
    view = state.view(0)
    assert (view.phase, view.mode, view.trump, view.hand, view.quotas) == ("mode", "", "", (), ())
    mode = named(state.apply("valfri d"), "mode")[0]
    assert mode == {"event": "mode", "deal": 10, "seat": 0, "mode": "valfri", "trump": "d", "forced": True}


# 3. The other 48 are dealt one at a time from forehand; forehand takes the four and discards any four.


def test_3_cards_are_dealt_one_at_a_time_from_forehand() -> None:
    pack = SeededDeals("x").pack(1, cards.pack(52))
    state = GAME.start(3, FixedDeals([pack], dealer=0))
    hands = {hand["seat"]: hand["cards"] for hand in named(state.apply("spel"), "hand")}
    assert hands[1] == cards.in_pack_order(pack[:4] + pack[4::3])
    assert hands[2] == cards.in_pack_order(pack[5::3])
    assert hands[0] == cards.in_pack_order(pack[6::3])
    assert [len(hands[seat]) for seat in range(3)] == [16, 20, 16]


def test_3_forehand_discards_any_four_one_by_one(start: Start) -> None:
    state = start("Ah 2c Td 2s", ["Kh", "", ""], "spel")
    for left, card in zip((20, 19, 18, 17), ("Td", "Kh", "2s", "Ah"), strict=True):
        hand = state.view(0).hand
        assert state.to_act() == 0
        assert len(hand) == left
        assert state.legal() == [f"discard {held}" for held in hand]
        state.apply(f"discard {card}")
    assert state.view(0).discards == ("Td", "Kh", "Ah", "2s")
    assert not {"Td", "Ah", "Kh", "2s"} & set(state.view(0).hand)
    assert state.view(0).phase == "play"


def test_3_discards_are_secret(start: Start) -> None:
    state = start(actions="spel")
    events = [event for card in ("2c", "2d", "2h", "2s") for event in state.apply(f"discard {card}")]
    assert [event.audience for event in events] == [(0,)] * 4
    assert state.view(1).discards == state.view(2).discards == ()


def test_3_hands_are_private(start: Start) -> None:
    state = start()
    hands = [event for event in state.apply("pass") if event.name == "hand"]
    assert [event.audience for event in hands] == [(0,), (1,), (2,)]
    assert all(event.fields["cards"] == [*state.view(seat).hand] for seat, event in enumerate(hands))


# 4. Follow suit if able, otherwise any card. Highest trump, else highest of the suit led, wins and leads the next.


def test_4_forehand_leads_any_card(start: Start) -> None:
    state = start(actions=f"spel, {OPEN_DISCARDED}")
    assert state.to_act() == 0
    assert state.legal() == [f"play {card}" for card in state.view(0).hand]
    assert len(state.legal()) == 16


def test_4_follow_suit_if_able(start: Start) -> None:
    state = start(hands=["Ah", "7h 8h As", ""], actions=f"spader, {OPEN_DISCARDED}, play Ah")
    assert state.to_act() == 1
    hearts = [card for card in state.view(1).hand if card.endswith("h")]
    assert state.legal() == [f"play {card}" for card in hearts]
    assert {"7h", "8h"} <= set(hearts) < set(state.view(1).hand)


SPADES = "3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As"


def test_4_without_the_suit_any_card_and_no_duty_to_trump(start: Start) -> None:
    hands = ["Ah", "7h", f"{SPADES} 3c 4c 5c 6c"]
    state = start(hands=hands, actions=f"spader, {OPEN_DISCARDED}, play Ah, play 7h")
    assert state.legal() == [f"play {card}" for card in state.view(2).hand]
    assert len(state.legal()) == 16


def test_4_a_trump_wins_and_its_player_leads(start: Start) -> None:
    hands = ["Ah", "7h", f"{SPADES} 3c 4c 5c 6c"]
    state = start(hands=hands, actions=f"spader, {OPEN_DISCARDED}, play Ah, play 7h")
    trick = named(state.apply("play 3s"), "trick")
    assert trick == [{"event": "trick", "deal": 1, "seat": 2, "cards": ["Ah", "7h", "3s"]}]
    assert state.to_act() == 2
    view = state.view(0)
    assert (view.tricks, view.leader, view.leaders, view.played) == ((0, 0, 1), 2, (0,), ("Ah", "7h", "3s"))


def test_4_without_trump_the_highest_of_the_suit_led_wins(start: Start) -> None:
    hands = ["Ah", "7h", f"{SPADES} 3c 4c 5c 6c"]
    state = start(hands=hands, actions=f"spel, {OPEN_DISCARDED}, play Ah, play 7h, play As")
    assert state.view(0).tricks == (1, 0, 0)
    assert state.to_act() == 0


def test_4_no_duty_to_overtake_and_the_higher_trump_wins(start: Start) -> None:
    hearts, diamonds = "3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah", "3d 4d 5d 6d 7d 8d 9d Td Jd Qd Ad"
    hands = [hearts, f"{SPADES} Kd", f"{diamonds} Tc Jc Qc Kc Ac"]
    naming = f"valfri d, {OPEN_DISCARDED}"
    one = start(hands=hands, actions=f"{naming}, play 3h, play Kd, play 7d")
    assert one.view(0).tricks == (0, 1, 0), "both trump, the second lower although it could have thrown away"
    other = start(hands=hands, actions=f"{naming}, play 3h, play 3s, play 3d")
    assert other.view(0).tricks == (0, 0, 1)


def test_4_ranks_go_from_two_to_ace() -> None:
    order = [cards.parse(f"{rank}h") for rank in "23456789TJQKA"]
    for low, high in pairwise(order):
        assert winning_place([low, high], "") == 1
        assert winning_place([high, low], "") == 0


def test_4_sixteen_tricks_play_every_card_but_the_discards() -> None:
    state = GAME.start(3, SeededDeals("y"))
    events = played_out(state, at_random(1))
    for deal in range(1, 13):
        of_deal = [event for event in events if event.fields["deal"] == deal]
        played = [play["card"] for play in named(of_deal, "play")]
        thrown = [discard["card"] for discard in named(of_deal, "discard")]
        assert len(named(of_deal, "trick")) == 16
        assert sorted(played + thrown) == sorted(cards.TEXT)


# 5. Tricks minus quota (8 and 4 and 4), in pass quota (4 and 6 and 6) minus tricks. A deal sums to zero.


def with_tricks(state: BismarckState, tricks: list[int]) -> dict[str, Any]:
    """The showdown of some way to play on from here that gives these tricks."""
    for seed in range(2000):
        twin, choose = state.copy(), at_random(seed)
        while twin.view(0).deal == 1:
            showdown = named(twin.apply(choose(twin)), "showdown")
        if showdown[0]["tricks"] == tricks:
            return showdown[0]
    raise AssertionError(f"no way found to {tricks}")


@pytest.mark.parametrize(
    ("mode", "scores"),
    [("spel", [1, -1, 0]), ("spader", [1, -1, 0]), ("valfri s", [1, -1, 0]), ("pass", [-5, 3, 2])],
)
def test_5_the_worked_example(start: Start, mode: str, scores: list[int]) -> None:
    state = start(
        hands=["6s 7s 8s 9s Ts Js Qs Ks As 3c 4c 3d 4d 3h 4h 5h", "", ""], actions=f"{mode}, {OPEN_DISCARDED}"
    )
    for rank in "AKQJT9876":
        state.apply(f"play {rank}s")
        for _ in range(2):
            state.apply(state.default())
    assert state.view(0).tricks == (9, 0, 0)
    showdown = with_tricks(state, [9, 3, 4])
    assert showdown["scores"] == showdown["totals"] == scores


def test_5_every_deal_scores_against_the_quotas_and_sums_to_zero() -> None:
    for seed in range(30):
        state = GAME.start(3, SeededDeals(str(seed)))
        events = [*state.opening(), *played_out(state, at_random(seed))]
        totals = [0, 0, 0]
        for deal, mode, showdown in zip(*(named(events, name) for name in ("deal", "mode", "showdown")), strict=True):
            won = [
                sum(trick["seat"] == seat for trick in named(events, "trick") if trick["deal"] == deal["deal"])
                for seat in range(3)
            ]
            assert showdown["tricks"] == won
            for seat in range(3):
                if mode["mode"] == "pass":
                    score = (4 if seat == deal["forehand"] else 6) - won[seat]
                else:
                    score = won[seat] - (8 if seat == deal["forehand"] else 4)
                assert showdown["scores"][seat] == score
                totals[seat] += score
            assert sum(showdown["scores"]) == 0
            assert showdown["totals"] == totals
        assert state.scores() == totals


# 6. Twelve deals; each seat is forehand four times and plays each mode once. Equal totals share the rank.


def test_6_each_seat_plays_each_mode_once_in_twelve_deals() -> None:
    for seed in range(10):
        state = GAME.start(3, SeededDeals(str(seed)))
        events = [*state.opening(), *played_out(state, at_random(seed))]
        assert len(named(events, "showdown")) == 12
        modes = [(mode["seat"], mode["mode"]) for mode in named(events, "mode")]
        assert sorted(modes) == sorted(
            (seat, mode) for seat in range(3) for mode in ("spel", "spader", "valfri", "pass")
        )


def test_6_the_highest_total_wins_and_equal_totals_share_the_rank() -> None:
    ties = 0
    for seed in range(80):
        state = GAME.start(3, SeededDeals(str(seed)))
        assert state.ranks() is None
        events = played_out(state, at_random(seed))
        scores = state.scores()
        assert sum(scores) == 0
        ordered = sorted(scores, reverse=True)
        assert state.ranks() == [1 + ordered.index(score) for score in scores]
        assert named(events, "match") == [{"event": "match", "deal": 12, "ranks": state.ranks(), "scores": scores}]
        ties += len(set(scores)) < 3
    assert ties > 0


def test_6_after_the_match_nothing_is_left_to_do() -> None:
    state = GAME.start(3, SeededDeals("z"))
    played_out(state)
    assert state.snapshot() == {
        "to_act": None,
        "legal": [],
        "hands": [[], [], []],
        "centre": [],
        "reserve": 0,
        "lives": None,
        "dealer": (SeededDeals("z").first_dealer(3) + 11) % 3,
        "ranks": state.ranks(),
        "totals": state.scores(),
    }
    assert state.view(0).phase == "over"
    with pytest.raises(IllegalAction, match="the match is over"):
        state.apply("play Ah")


# 7. Nobody can forget to discard.


def test_7_no_card_is_led_before_four_are_discarded(start: Start) -> None:
    state = start(actions="spel, discard 2c, discard 2d, discard 2h")
    with pytest.raises(IllegalAction, match="four cards must be discarded before one is played, 1 more"):
        state.apply("play 2s")
    state.apply("discard 2s")
    assert all(action.startswith("play ") for action in state.legal())
