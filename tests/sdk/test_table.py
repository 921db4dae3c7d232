"""Matches held at once, without a stream."""

from collections.abc import Sequence

import pytest

from harness.sdk import Bot, News, View, run
from harness.sdk.table import Table
from harness.wire.arena_pb2 import Batch, Decision, MatchEnd, MatchStart, SchwimmenView

LEGAL = [f"swap {n}" for n in range(100)]


class Chance(Bot[View]):
    def act(self, view: View, legal: Sequence[str], news: News) -> str:
        return self.random.choice(legal)


def decisions(*matches: str, number: int = 1) -> Batch:
    view = SchwimmenView(hand=["7d"])
    return Batch(decisions=[Decision(match_id=m, decision_id=number, legal=LEGAL, schwimmen=view) for m in matches])


def chosen(table: Table, batch: Batch) -> dict[str, str]:
    answer = table.answer(batch)
    assert answer is not None
    return {action.match_id: action.action for action in answer.actions}


def starts(*matches: str) -> Batch:
    return Batch(starts=[MatchStart(match_id=m, options="{}") for m in matches])


def test_chance_depends_on_match_and_seat_alone() -> None:
    together, apart = Table(Chance), Table(Chance)
    assert together.answer(starts("a", "b")) is None
    both = [chosen(together, decisions("a", "b", number=n)) for n in range(5)]
    apart.answer(starts("b"))
    b_alone = [chosen(apart, decisions("b", number=n))["b"] for n in range(5)]
    apart.answer(starts("a"))
    a_alone = [chosen(apart, decisions("a", number=n))["a"] for n in range(5)]
    assert [each["a"] for each in both] == a_alone
    assert [each["b"] for each in both] == b_alone
    assert a_alone != b_alone


def test_a_match_that_ended_is_forgotten() -> None:
    table = Table(Chance)
    table.answer(starts("a"))
    assert table.answer(Batch(ends=[MatchEnd(match_id="a", ranks=[1, 2])])) is None
    with pytest.raises(KeyError):
        table.answer(decisions("a"))


def test_a_view_of_the_future_is_named() -> None:
    table = Table(Chance)
    table.answer(starts("a"))
    with pytest.raises(LookupError, match="a view that this version of the SDK does not know"):
        table.answer(Batch(decisions=[Decision(match_id="a", legal=["pass"])]))


def test_news_are_decoded_when_looked_at() -> None:
    news = News(['{"event": "pass", "seat": 1}', "no JSON"])
    assert len(news) == 2
    assert next(iter(news)) == {"event": "pass", "seat": 1}


@pytest.mark.parametrize("holds", [0, 257])
def test_holds_out_of_range_are_refused(holds: int) -> None:
    with pytest.raises(ValueError, match="1 to 256"):
        run(Chance, holds=holds)
