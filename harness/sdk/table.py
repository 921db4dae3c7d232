"""The matches a bot holds at once: a batch comes in, its bots think, the actions go out."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from harness.sdk.bot import Bot, Match, News, Result, View
from harness.wire.arena_pb2 import Actions, Batch, Decision, MatchEnd, MatchStart, Rejection


class Table:
    """Every match in play with the bot that plays it; knows the messages, but nothing of the stream."""

    def __init__(self, make: Callable[[], Bot[Any]]) -> None:
        self._make = make
        self._bots: dict[str, Bot[Any]] = {}
        self._asked: dict[str, Decision] = {}  # by match: its last decision, whose view a rejection does not repeat

    def answer(self, batch: Batch) -> Actions | None:
        """One action for each rejection and decision of the batch; None if it asks nothing."""
        for start in batch.starts:
            self._start(start)
        for end in batch.ends:
            self._end(end)
        if not batch.rejections and not batch.decisions:
            return None
        actions = Actions()
        add = actions.actions.add
        for rejection in batch.rejections:
            action = self._again(rejection)
            add(match_id=rejection.match_id, decision_id=rejection.decision_id, action=action)
        for decision in batch.decisions:
            match_id = decision.match_id
            self._asked[match_id] = decision
            action = _act(self._bots[match_id], decision, _view(decision), News(decision.news))
            add(match_id=match_id, decision_id=decision.decision_id, action=action)
        return actions

    def _start(self, start: MatchStart) -> None:
        bot = self._bots[start.match_id] = self._make()
        bot.match = Match(
            id=start.match_id,
            rule_set=start.rule_set,
            options=json.loads(start.options),
            seat=start.seat,
            seats=start.seats,
            move_ms=start.move_ms,
            bank_ms=start.bank_ms,
            strikes=start.strikes,
            retries=start.retries,
        )
        bot.move_ms, bot.bank_ms = start.move_ms, start.bank_ms
        bot.started()

    def _end(self, end: MatchEnd) -> None:
        bot = self._bots.pop(end.match_id)
        self._asked.pop(end.match_id, None)
        bot.ended(Result(list(end.ranks), list(end.scores), list(end.verdicts), list(end.sentences)), News(end.news))

    def _again(self, rejection: Rejection) -> str:
        bot = self._bots[rejection.match_id]
        bot.rejected(rejection.action, rejection.reason)
        return _act(bot, rejection, _view(self._asked[rejection.match_id]), News())


def _view(decision: Decision) -> View:
    kind = decision.WhichOneof("view")
    if kind is None:
        raise LookupError("the harness sent a view that this version of the SDK does not know; install the newer one")
    view: View = getattr(decision, kind)
    return view


def _act(bot: Bot[Any], asked: Decision | Rejection, view: View, news: News) -> str:
    bot.move_ms, bot.bank_ms = asked.move_ms, asked.bank_ms
    legal: Sequence[str] = list(asked.legal)
    action = bot.act(view, legal, news)
    if not isinstance(action, str):
        raise TypeError(f"{type(bot).__name__}.act returned {action!r}; it must return one of: {', '.join(legal)}")
    return action
