"""The law over all games: what holds for every rule set, every option, any seats and any seed.

``Knowledge`` tells independently of the views what a seat may know, so that a view that shows too much is caught.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, assume, event, given, reject, settings
from hypothesis import strategies as st

from harness import games
from harness.errors import IllegalAction, OptionError
from harness.games import cards
from harness.games.cards import Card
from harness.games.deals import SeededDeals
from harness.games.game import Action, Event, Game, Seat, State
from harness.wire import arena_pb2

CHECKED = 150  # decisions of a match that are looked at closely; the rest is only played
LIMIT = 400_000  # decisions after which a match counts as endless
GARBAGE = (
    "",
    " ",
    "swap",
    "play Zz",
    "knock knock",
    "pass ",
    "hold 7d 7d 7d",
    "\x00\x1b[0m",
    "\ud800",
    "spel" * 99_999,
)
REVEALING = {"deal", "keep", "refuse", "swap-all", "shown", "banked", "showdown"}  # events that lay cards open


class Match(NamedTuple):
    """A match that hypothesis chose; the players choose at random, but always alike."""

    game: Game
    seats: int
    seed: str

    def players(self) -> random.Random:
        return random.Random(self.seed)


class Luck(SeededDeals):
    """Seeded deals that remember their packs; in one deal two cards can have changed places, everywhere."""

    def __init__(self, seed: str, deal: int = 0, one: Card = 0, other: Card = 0) -> None:
        super().__init__(seed)
        self.deal = deal
        self.twins = {one: other, other: one}
        self.packs: dict[int, list[Card]] = {}

    def pack(self, deal: int, cards: Sequence[Card]) -> list[Card]:
        self.packs[deal] = [self.changed(deal, card) for card in super().pack(deal, cards)]
        return self.packs[deal]

    def reshuffle(self, deal: int, nth: int, cards: Sequence[Card]) -> list[Card]:
        unchanged = sorted(self.changed(deal, card) for card in cards)
        return [self.changed(deal, card) for card in super().reshuffle(deal, nth, unchanged)]

    def changed(self, deal: int, card: Card) -> Card:
        return self.twins.get(card, card) if deal == self.deal else card

    def renamed(self, deal: int, action: Action) -> Action:
        """The action as it reads after the change."""
        verb, *words = action.split()
        if not words or words[0] not in cards.TEXT:
            return action
        named = [self.changed(deal, cards.parse(word)) for word in words]
        return " ".join([verb, *(cards.in_pack_order(named) if verb == "hold" else cards.texts(named))])


class Knowledge:
    """The cards of each deal that a seat may know by the rules: its hands, the centres, what was shown or named."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.known: dict[int, set[str]] = {}

    def of(self, deal: int) -> set[str]:
        return self.known.setdefault(deal, set())

    def note(
        self, state: State, told: Sequence[Event], deal: int = 0, action: Action = "", actor: Seat | None = None
    ) -> None:
        """Add what an action (in that deal, by that seat) and the position after it have shown."""
        verb, *words = action.split() or [""]
        if actor == self.seat or verb in ("swap", "play"):
            self.of(deal).update(words)
        for part in told:
            if part.name in REVEALING:
                self.of(int(str(part.fields["deal"]))).update(_texts(part.fields))
        position: Any = state.snapshot()
        loose = position.get("loose", []) if state.to_act() == self.seat else []
        self.of(_deal(state)).update([*position["hands"][self.seat], *position["centre"], *loose])


def _texts(value: Any) -> Iterator[str]:
    """Every text in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)


def _deal(state: State) -> int:
    return int(msgspec.structs.asdict(state.view(0))["deal"])


def _values(option: Any) -> st.SearchStrategy[object]:
    if "allowed" in option:
        return st.sampled_from(option["allowed"])
    low, high = option["minimum"], option["maximum"]
    return st.sampled_from(sorted({low, low + 1, low + 2, min(high, 20)}))


@st.composite
def matches(draw: st.DrawFn, rule_set: str) -> Match:
    schema = games.game(rule_set).schema
    options = draw(st.fixed_dictionaries({}, optional={key: _values(option) for key, option in schema.items()}))
    try:
        game = games.game(rule_set, options)
    except OptionError as refusal:
        assert any(key in str(refusal) for key in options), "the refusal names no option"
        reject()
    return Match(game, draw(st.sampled_from(game.seats)), draw(st.text("0123456789abcdef", min_size=4, max_size=4)))


def law(examples: int) -> settings:
    """The same examples in every run; what fails is not shrunk, since a shorter seed makes no simpler match."""
    checks = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=checks,
    )


every_rule_set = pytest.mark.parametrize("rule_set", games.rule_sets())


@every_rule_set
@law(20)
@given(data=st.data())
def test_a_match_keeps_to_its_form_and_ends(rule_set: str, data: st.DataObject) -> None:
    game, seats, seed = match = data.draw(matches(rule_set))
    luck, players = Luck(seed), match.players()
    state = game.start(seats, luck)
    _check_events(game, seats, state.opening())
    for decision in range(LIMIT):
        if state.to_act() is None:
            break
        legal = state.legal()
        action = players.choice(legal)
        events = state.apply(action)
        if decision < CHECKED:
            assert len(set(legal)) == len(legal)
            assert action in legal, "the list was changed in place"
            _check_events(game, seats, events)
            _check_position(game, seats, state)
            _check_cards(state, luck)
    _check_end(game, seats, state)


def _check_events(game: Game, seats: int, events: Sequence[Event]) -> None:
    names = [f"Seat{seat}" for seat in range(seats)]
    for told in events:
        assert msgspec.json.decode(msgspec.json.encode(told.fields)) == told.fields, "not plain JSON"
        assert list(told.fields)[:2] == ["event", "deal"]
        assert "seat" not in told.fields or list(told.fields)[2] == "seat"
        assert told.audience is None or set(told.audience) <= set(range(seats))
        sentence = game.sentence(told.fields, names)
        assert sentence.endswith(".")
        assert "\n" not in sentence
        if "seat" in told.fields:
            assert names[int(str(told.fields["seat"]))] in sentence
        if told.name == "showdown" and game.family == "bismarck":
            assert sum(told.fields["scores"]) == 0  # type: ignore[call-overload]


def _check_position(game: Game, seats: int, state: State) -> None:
    actor, legal = state.to_act(), state.legal()
    if actor is None:
        assert not legal
    else:
        assert actor in range(seats)
        assert legal
        assert state.default() in legal
        assert state.ranks() is None
    position = state.snapshot()
    assert msgspec.json.decode(msgspec.json.encode(position)) == position, "not plain JSON"
    assert (position["to_act"], position["legal"]) == (actor, sorted(legal))
    for seat in range(seats):
        view = state.view(seat)
        message = getattr(arena_pb2, type(view).__name__)
        asked = arena_pb2.Decision.DESCRIPTOR.fields_by_name[game.family].message_type
        assert asked is not None
        assert asked.name == type(view).__name__
        fields = msgspec.structs.asdict(view)
        assert list(fields) == [field.name for field in asked.fields]
        encoded = message(**fields)
        assert {name: _plain(getattr(encoded, name)) for name in fields} == fields
        assert view == state.view(seat), "looking changes nothing"


def _plain(value: object) -> object:
    return value if isinstance(value, str | int | float) else tuple(value)  # type: ignore[arg-type]


def _check_cards(state: State, luck: Luck) -> None:
    """Every card of the pack lies in one place, and no other card anywhere."""
    position: Any = state.snapshot()
    view: Any = state.view(0)
    pack = luck.packs[view.deal]
    lying = [*position["centre"], *position.get("loose", []), *(card for hand in position["hands"] for card in hand)]
    if type(view).__name__ == "BismarckView":
        lying += [*view.played, *state.view(view.forehand).discards]  # type: ignore[attr-defined]
        unseen = position["reserve"]
    else:
        unseen = position["reserve"] + view.discards + (3 if view.phase == "choice" else 0)
    assert not Counter(lying) - Counter(cards.texts(pack)), "a card too many"
    assert len(lying) + unseen == len(pack)


def _check_end(game: Game, seats: int, state: State) -> None:
    assert state.to_act() is None, "the match does not end"
    assert not state.legal()
    assert state.snapshot()["legal"] == []
    ranks, scores = state.ranks(), state.scores()
    assert ranks is not None
    assert len(ranks) == len(scores) == seats
    assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)
    if game.family == "bismarck":
        assert sum(scores) == 0
    assert game.deals(seats) in (None, _deal(state))
    with pytest.raises(IllegalAction):
        state.apply("pass")


@every_rule_set
@law(10)
@given(data=st.data())
def test_the_same_seed_and_actions_give_the_same_match(rule_set: str, data: st.DataObject) -> None:
    game, seats, seed = match = data.draw(matches(rule_set))
    again = games.game(game.name, game.options)
    assert (again.options, again.seats, again.rules()) == (game.options, game.seats, game.rules())
    state, twin, players = game.start(seats, SeededDeals(seed)), again.start(seats, SeededDeals(seed)), match.players()
    assert state.opening() == twin.opening()
    for _ in range(CHECKED):
        if state.to_act() is None:
            break
        assert state.legal() == twin.legal()
        action = players.choice(state.legal())
        assert state.apply(action) == twin.apply(action)
        assert state.snapshot() == twin.snapshot()
        assert _views(state, seats) == _views(twin, seats)


def _views(state: State, seats: int) -> list[object]:
    return [state.view(seat) for seat in range(seats)]


def _whole(state: State, seats: int) -> object:
    """Everything that can be asked of a position."""
    return state.snapshot(), _views(state, seats), list(state.legal()), state.scores()


@every_rule_set
@law(10)
@given(data=st.data())
def test_what_is_not_legal_is_refused_and_changes_nothing(rule_set: str, data: st.DataObject) -> None:
    game, seats, seed = match = data.draw(matches(rule_set))
    state, players = game.start(seats, SeededDeals(seed)), match.players()
    tried = set(GARBAGE)  # and whatever was legal at some time
    for _ in range(CHECKED // 3):
        if state.to_act() is None:
            break
        before = _whole(state, seats)
        for action in sorted(tried.difference(state.legal())):
            with pytest.raises(IllegalAction) as refusal:
                state.apply(action)
            assert 0 < len(str(refusal.value)) < 400
            assert str(refusal.value).isprintable()
        assert _whole(state, seats) == before
        tried.update(state.legal())
        state.apply(players.choice(state.legal()))


@every_rule_set
@law(10)
@given(data=st.data())
def test_a_copy_is_independent(rule_set: str, data: st.DataObject) -> None:
    game, seats, seed = match = data.draw(matches(rule_set))
    state, players = game.start(seats, SeededDeals(seed)), match.players()
    for _ in range(data.draw(st.integers(0, CHECKED))):
        if state.to_act() is None:
            break
        state.apply(players.choice(state.legal()))
    before = _whole(state, seats)
    twin, other = state.copy(), state.copy()
    assert _whole(twin, seats) == before
    for _ in range(CHECKED):
        if twin.to_act() is None:
            break
        action = players.choice(twin.legal())
        assert twin.apply(action) == other.apply(action)
    assert _whole(state, seats) == before
    assert _whole(twin, seats) == _whole(other, seats)


@every_rule_set
@law(60)
@given(data=st.data())
def test_nothing_leaks(rule_set: str, data: st.DataObject) -> None:
    """Two cards a seat cannot know change places: until one surfaces, what it sees and hears stays the same."""
    match = data.draw(matches(rule_set))
    seat = data.draw(st.integers(0, match.seats - 1))
    history = _history(match)
    luck, length = Luck(match.seed), data.draw(st.integers(0, len(history)))
    before = list(_lived(match, luck, seat, history[:length]))
    deal, knowledge = before[-1].deal, before[-1].knowledge
    unseen = [card for card in sorted(set(luck.packs[deal])) if cards.TEXT[card] not in knowledge.of(deal)]
    assume(len(unseen) > 1)
    one, other = data.draw(st.permutations(unseen))[:2]
    changed = Luck(match.seed, deal, one, other)
    compared = 0
    for plain, swapped in zip(
        _lived(match, Luck(match.seed), seat, history), _lived(match, changed, seat, history), strict=False
    ):
        surfaced = plain.knowledge.of(changed.deal) | swapped.knowledge.of(changed.deal)
        if not surfaced.isdisjoint(cards.texts((one, other))):
            break
        assert plain.seen == swapped.seen
        compared += plain.deal == changed.deal
    event("compared" if compared > 1 else "hardly compared")


def _history(match: Match) -> list[tuple[int, Action]]:
    """The first actions of a match, each with its deal."""
    state, players = match.game.start(match.seats, SeededDeals(match.seed)), match.players()
    history: list[tuple[int, Action]] = []
    while state.to_act() is not None and len(history) < CHECKED:
        history.append((_deal(state), players.choice(state.legal())))
        state.apply(history[-1][1])
    return history


class Moment(NamedTuple):
    """A position of a match as one seat lives through it."""

    deal: int
    knowledge: Knowledge
    seen: object


def _lived(match: Match, luck: Luck, seat: Seat, history: Sequence[tuple[int, Action]]) -> Iterator[Moment]:
    """The positions of a match, up to an action that the change of cards has made illegal."""
    state, knowledge = match.game.start(match.seats, luck), Knowledge(seat)
    told = state.opening()
    knowledge.note(state, told)
    yield _moment(state, knowledge, told)
    for deal, action in history:
        actor, action = state.to_act(), luck.renamed(deal, action)
        try:
            told = state.apply(action)
        except IllegalAction:
            return
        knowledge.note(state, told, deal, action, actor)
        yield _moment(state, knowledge, told)


def _moment(state: State, knowledge: Knowledge, told: Sequence[Event]) -> Moment:
    seat = knowledge.seat
    heard = [part.fields for part in told if part.audience is None or seat in part.audience]
    asked = list(state.legal()) if state.to_act() == seat else None
    return Moment(_deal(state), knowledge, (heard, state.view(seat), state.to_act(), state.scores(), asked))
