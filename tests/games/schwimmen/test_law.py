"""The law over the whole space of options: matches end, cards are conserved, copies are independent, nothing leaks."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.errors import IllegalAction, OptionError
from harness.games import cards
from harness.games.cards import Card
from harness.games.deals import SeededDeals
from harness.games.game import Event
from harness.games.schwimmen import PRESETS, game, turns
from harness.games.schwimmen.game import SchwimmenGame
from harness.games.schwimmen.options import OPTIONS
from harness.games.schwimmen.state import SchwimmenState
from harness.games.schwimmen.table import Discard

LIMIT = 60  # decisions of a match that are looked at


def values(key: str) -> st.SearchStrategy[object]:
    option = OPTIONS[key]
    if option.bounds:
        low, high = option.bounds
        return st.integers(max(low, 1), min(high, 4 if key != "knock_minimum" else high))
    return st.sampled_from(option.choices)


@st.composite
def games(draw: st.DrawFn) -> SchwimmenGame:
    name = draw(st.sampled_from(list(PRESETS)))
    keys = draw(st.sets(st.sampled_from(PRESETS[name].settable)))
    return game(name, {key: draw(values(key)) for key in sorted(keys)})


@st.composite
def matches(draw: st.DrawFn) -> tuple[SchwimmenGame, int, str]:
    chosen = draw(games())
    return chosen, draw(st.sampled_from(chosen.seats)), draw(st.text("0123456789abcdef", min_size=4, max_size=4))


law = settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


def places(state: SchwimmenState) -> Counter[Card]:
    """Every card of the deal, wherever it lies."""
    table = state.deal.table
    lying = [*table.centre, *table.second, *table.loose, *table.reserve[table.top :]]
    lying += [card for hand in table.hands for card in hand] + [discard.card for discard in table.discards]
    return Counter(lying)


def positions(state: SchwimmenState, chance: random.Random, limit: int = LIMIT) -> Iterator[str]:
    """Play on at random; each action before it is made."""
    for _ in range(limit):
        if state.to_act() is None:
            return
        action = chance.choice(state.legal())
        yield action
        state.apply(action)


@law
@given(matches())
def test_cards_are_conserved_and_legal_is_never_empty(match: tuple[SchwimmenGame, int, str]) -> None:
    chosen, seats, seed = match
    state = chosen.start(seats, SeededDeals(seed))
    pack = Counter(cards.pack(chosen.in_force.pack))
    for _ in positions(state, random.Random(seed)):
        assert places(state) == pack
        legal = state.legal()
        assert legal
        assert len(set(legal)) == len(legal)
        assert state.default() in legal
        assert all(len(hand) in (0, chosen.in_force.cards) for hand in state.deal.table.hands)
        for seat, hand in enumerate(state.deal.table.hands):
            assert not Counter(state.deal.table.known[seat]) - Counter(hand), "known cards are in the hand"


@law
@given(matches())
def test_a_match_ends_and_ranks_agree_with_scores(match: tuple[SchwimmenGame, int, str]) -> None:
    chosen, seats, seed = match
    state = chosen.start(min(seats, 4), SeededDeals(seed))
    chance = random.Random(seed)
    while state.to_act() is not None:
        assert state.ranks() is None
        state.apply(chance.choice(state.legal()))
    ranks = state.ranks()
    assert ranks is not None
    assert state.legal() == ()
    assert min(ranks) == 1
    assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)
    best = [score for score, rank in zip(state.scores(), ranks, strict=True) if rank == 1]
    assert max(state.scores()) in best
    with pytest.raises(IllegalAction, match="the match is over"):
        state.apply("pass")


@law
@given(matches(), st.text(max_size=20))
def test_what_is_not_legal_changes_nothing(match: tuple[SchwimmenGame, int, str], garbage: str) -> None:
    chosen, seats, seed = match
    state = chosen.start(seats, SeededDeals(seed))
    chance = random.Random(seed)
    words = ["keep", "refuse", "swap-all", "draw-all", "pass", "knock", "close", "stay", "decline", "hold 7d 8d 9d"]
    tried = [*words, garbage, f"swap {garbage}", f"hold {garbage}", "swap 7d 7h", "swap 7d 7h 8d 8h", "hold Ah Ah Ah"]
    for _ in positions(state, chance, 25):
        before = state.snapshot()
        for action in set(tried) - set(state.legal()):
            with pytest.raises(IllegalAction) as caught:
                state.apply(action)
            assert str(caught.value).isprintable()
            assert "legal now" not in str(caught.value), "a reason is always known"
        assert state.snapshot() == before


@law
@given(matches())
def test_a_copy_is_independent_and_play_is_deterministic(match: tuple[SchwimmenGame, int, str]) -> None:
    chosen, seats, seed = match
    state = chosen.start(seats, SeededDeals(seed))
    for action in positions(state, random.Random(seed), 30):
        twin, other = state.copy(), state.copy()
        before = [state.snapshot(), *(msgspec.structs.asdict(state.view(seat)) for seat in range(seats))]
        assert twin.apply(action) == other.apply(action)
        assert twin.snapshot() == other.snapshot()
        for _ in positions(twin, random.Random(seed), 5):
            pass
        assert [state.snapshot(), *(msgspec.structs.asdict(state.view(seat)) for seat in range(seats))] == before


def unseen(state: SchwimmenState, seat: int) -> list[Card]:
    """The cards of which the seat has seen no copy where it lies now, read off the rules."""
    table, deal = state.deal.table, state.deal
    open_to_all = [*table.centre, *(card for known in table.known for card in known)]
    own = [*table.hands[seat], *table.passed_on[seat], *(table.loose if deal.actor == seat else ())]
    thrown = [discard.card for discard in table.discards if discard.seen(seat)]
    return sorted(set(places(state)) - {*open_to_all, *own, *thrown})


def exchanged(state: SchwimmenState, one: Card, other: Card) -> SchwimmenState:
    """The same match with these two cards in each other's place."""
    new = {one: other, other: one}

    def renamed(lying: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(sorted(new.get(card, card) for card in lying))

    twin = state.copy()
    table = twin.deal.table
    table.hands, table.passed_on = [*map(renamed, table.hands)], [*map(renamed, table.passed_on)]
    table.second, table.loose = renamed(table.second), renamed(table.loose)
    table.reserve = [new.get(card, card) for card in table.reserve]
    table.discards = tuple(Discard(new.get(lying.card, lying.card), lying.seen_by) for lying in table.discards)
    twin.choices = tuple(turns.legal(twin.deal))
    return twin


def told(events: Sequence[Event], seat: int) -> list[object]:
    return [event.fields for event in events if event.audience is None or seat in event.audience]


REVEALING = {"shown", "banked", "refresh", "reshuffle", "keep", "refuse", "swap-all", "showdown"}


@settings(law, max_examples=150)
@given(matches(), st.randoms(use_true_random=False))
def test_3_two_unseen_cards_may_change_places_unnoticed(
    match: tuple[SchwimmenGame, int, str], chance: random.Random
) -> None:
    chosen, seats, seed = match
    state = chosen.start(seats, SeededDeals(seed))
    for action in positions(state, random.Random(seed), 25):
        seat = chance.randrange(seats)
        candidates = unseen(state, seat)
        if len(candidates) < 2:
            continue
        one, other = chance.sample(candidates, 2)
        here, there = state.copy(), exchanged(state, one, other)
        assert there.view(seat) == here.view(seat)
        if state.to_act() == seat:
            assert there.legal() == here.legal()
        if action not in there.legal():
            continue  # the action itself names one of the two
        events, others = here.apply(action), there.apply(action)
        surfaced = REVEALING & {event.name for event in [*events, *others]}
        handed = {one, other} - set(unseen(here, seat)) or {one, other} - set(unseen(there, seat))
        if not surfaced and not handed:
            assert told(events, seat) == told(others, seat)
            assert here.view(seat) == there.view(seat)


@law
@given(st.sampled_from(list(PRESETS)), st.text(max_size=10), st.none() | st.booleans() | st.floats() | st.text())
def test_options_are_taken_or_refused_by_name(name: str, key: str, value: object) -> None:
    with pytest.raises(OptionError, match="has no option"):
        game(name, {f"{key}?": value})
    for option in PRESETS[name].settable:
        try:
            assert game(name, {option: value}).options[option] == value
        except OptionError as refusal:
            assert option in str(refusal)
