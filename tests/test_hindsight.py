"""What another choice would have changed, on matches of random actions, checked where nobody acts after it."""

from collections.abc import Mapping

import pytest

from harness import games, hindsight, replay
from harness.games import State
from harness.match import Bot, Fixture, Log, Match, unpack_log
from tests.site.conftest import play

GAMES: Mapping[str, tuple[int, dict[str, object]]] = {
    "schwimmen": (3, {}),
    "einunddreissig": (4, {"closed": True}),
    "schnauz": (3, {}),
    "forty-one": (3, {}),
    "bismarck": (3, {}),
}


def log_of(game: str, number: int) -> Log:
    seats, options = GAMES[game]
    bots = tuple(Bot(f"random-{seat}", ("x",), id=seat + 1) for seat in range(seats))
    ids = tuple(bot.id for bot in bots)
    match = Match(f"m.{number}.0", "w", game, options, bots, f"{number:064x}")
    return unpack_log(play(Fixture(ids, number, 0, ids), match)[1].packed)


def brought(state: State, action: str, seat: int, deal: int) -> float | None:
    """What the deal brings a seat if this action ends it; None if it does not."""
    for event in state.copy().apply(action):
        if event.name == "showdown" and event.fields["deal"] == deal:
            told = event.fields
            return told["scores"][seat] if "scores" in told else -float(seat in told["losers"])  # type: ignore[index, operator]
    return None


def ends(log: Log) -> list[tuple[int, int, State]]:
    """The actions that ended a deal: deal, number, and the state before."""
    found = []
    before, deal = None, 0
    for frame in replay.frames(log):
        if before is not None and any(event.name == "showdown" for event in frame.events):
            found.append((deal, frame.index, before))
        before, deal = frame.state.copy(), int(str(frame.events[-1].fields["deal"]))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_last_choice_that_would_have_helped_is_found(game: str) -> None:
    checked = 0
    for number in range(12):
        log = log_of(game, number)
        for deal, last, before in ends(log):
            entry = log.actions[last - 1]
            was = brought(before, entry.action, entry.seat, deal)
            assert was is not None
            results = [brought(before, action, entry.seat, deal) for action in before.legal()]
            turn = hindsight.turns(log, {entry.seat: deal}).get(entry.seat)
            if None in results or turn is None:
                continue  # with another choice the deal goes on, or there was no time for all of them
            best = max(result for result in results if result is not None) - was
            assert turn.gain >= best
            if best > 0 and "lives" in games.game(log.game, log.options).options:
                assert (turn.number, turn.gain) == (last, 1)
                checked += 1
            if turn.number:
                assert log.actions[turn.number - 1].seat == entry.seat
                assert log.actions[turn.number - 1].action != turn.instead
    assert checked or game in ("forty-one", "bismarck")


def test_what_cannot_be_looked_through_is_not_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hindsight, "BUDGET", -1)
    assert hindsight.turns(log_of("bismarck", 1), dict.fromkeys(range(3), 3)) == {}


def test_a_seat_changes_nothing_where_it_had_no_choice() -> None:
    log = log_of("bismarck", 2)
    found = hindsight.turns(log, {0: 2, 1: 2, 2: 12})
    for seat, turn in found.items():
        assert turn.gain >= 0 and (turn.number == 0 or log.actions[turn.number - 1].seat == seat)
    assert hindsight.turns(log, {}) == {}
