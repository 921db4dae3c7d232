"""A decision's bytes are those of the message that protobuf itself would make."""

import random
from collections.abc import Iterator

import msgspec
import pytest

from harness import encoding, games
from harness.games.deals import SeededDeals
from harness.referee import Ask
from harness.wire import arena_pb2 as pb

GAMES: list[tuple[str, dict[str, object]]] = [
    *((name, {}) for name in games.rule_sets()),
    ("einunddreissig", {"closed": True}),
    ("schwimmen", {"feuer": True, "lives": 9}),
    ("schwimmen", {"pack": 64, "passing": "not-before-knock"}),
]


def _asks(game: games.Game, seats: int, seed: int) -> Iterator[Ask]:
    """The decisions of a match of random players, with clocks and news of every kind."""
    chance = random.Random(seed)
    state = game.start(seats, SeededDeals(str(seed)))
    news = [msgspec.json.encode(event.fields) for event in state.opening()]
    for number in range(1, 400):
        seat = state.to_act()
        if seat is None:
            return
        legal = state.legal()
        move, bank = chance.choice([(0.0, 0.25), (30.0, 0.0), (1.5, chance.random())])
        yield Ask(number << chance.randrange(20), legal, state.view(seat), news, move, bank, move + bank, 0.0)
        events = state.apply(chance.choice(legal))
        news = [msgspec.json.encode(event.fields) for event in events] + [b'"' + b"x" * 200 + b'"'] * (number % 90 == 0)


@pytest.mark.parametrize(("rule_set", "options"), GAMES)
def test_the_bytes_of_a_decision_are_protobufs_own(rule_set: str, options: dict[str, object]) -> None:
    game = games.game(rule_set, options)
    for seats in (game.seats[0], game.seats[-1]):
        asks = [*_asks(game, seats, seats)]
        whole = pb.HarnessMessage()
        whole.batch.ends.add(match_id="before", ranks=[1, 2])
        for ask in asks:
            whole.batch.decisions.add(
                match_id="0123456789abcdef",
                decision_id=ask.number,
                legal=ask.legal,
                news=[text.decode() for text in ask.news],
                move_ms=ask.move * 1000,
                bank_ms=ask.bank * 1000,
                **{game.family: msgspec.structs.asdict(ask.view)},
            )
        rest = pb.Batch(ends=whole.batch.ends).SerializeToString()
        data = encoding.batch(rest, [encoding.decision("0123456789abcdef", game.family, ask) for ask in asks])
        assert pb.HarnessMessage.FromString(data) == whole


def test_what_is_remembered_has_a_bound() -> None:
    numbers = encoding.Remembered(pb.Decision, "decision_id")
    for number in range(1, 10_000):
        assert pb.Decision.FromString(numbers[number]).decision_id == number
    assert len(numbers) < 10_000
