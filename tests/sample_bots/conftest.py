"""Whole matches between sample bots in this process, over the rules alone."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from harness import games
from harness.games.deals import SeededDeals
from harness.sdk import Bot, Match, News
from harness.wire import arena_pb2

Make = Callable[[], Bot[Any]]


class Played:
    """A match that was played: its ranks, its scores, and every view and action on the way."""

    def __init__(self, game: games.Game, makes: Sequence[Make], seed: str) -> None:
        self.steps: list[tuple[Any, str]] = []
        state = game.start(len(makes), SeededDeals(seed))
        bots = [_seated(make(), game, seat, len(makes), seed) for seat, make in enumerate(makes)]
        message = {"schwimmen": arena_pb2.SchwimmenView, "bismarck": arena_pb2.BismarckView}[game.family]
        news: list[list[str]] = [[] for _ in makes]
        _tell(news, state.opening())
        while (seat := state.to_act()) is not None:
            view = message(**msgspec.structs.asdict(state.view(seat)))
            action = bots[seat].act(view, list(state.legal()), News(news[seat]))
            news[seat] = []
            self.steps.append((view, action))
            _tell(news, state.apply(action))
        ranks = state.ranks()
        assert ranks is not None
        self.ranks = ranks
        self.scores = state.scores()


def mean_places(game: games.Game, makes: Sequence[Make], sets: int) -> list[float]:
    """Each bot's mean place, ties shared, over so many deal seeds, each played once per rotation of the seats."""
    seats = range(len(makes))
    sums = [0.0 for _ in seats]
    for deal_seed in range(sets):
        for turn in seats:
            order = [(seat + turn) % len(makes) for seat in seats]
            ranks = Played(game, [makes[who] for who in order], f"set-{deal_seed}").ranks
            for seat, who in enumerate(order):
                sums[who] += ranks[seat] + (ranks.count(ranks[seat]) - 1) / 2
    return [total / (sets * len(makes)) for total in sums]


def _seated(bot: Bot[Any], game: games.Game, seat: int, seats: int, match_id: str) -> Bot[Any]:
    bot.match = Match(match_id, game.name, dict(game.options), seat, seats, 1000.0, 10_000.0, 3, 1)
    bot.move_ms, bot.bank_ms = 1000.0, 10_000.0
    bot.started()
    return bot


def _tell(news: list[list[str]], events: Sequence[games.Event]) -> None:
    for event in events:
        text = msgspec.json.encode(event.fields).decode()
        for seat in range(len(news)) if event.audience is None else event.audience:
            news[seat].append(text)
