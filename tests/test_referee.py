"""The referee with scripted players: no transport, no waiting."""

from collections.abc import Callable

import msgspec
import pytest

from harness import replay
from harness.games import Seat, game
from harness.match import Bot, Clock, Log, Match, Verdict
from harness.referee import Ask, Referee

_CLOCK = Clock()
Script = Callable[["Scripted", Ask], tuple[str, float]]  # the action, and the seconds it took


class Scripted:
    """A player that answers at once, as its script says."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.asks: list[Ask] = []
        self.rejections: list[str] = []
        self.ended: list[list[bytes]] = []
        self.pending: list[tuple[Referee, Seat, Ask]] = []

    def start(self, referee: Referee, seat: Seat) -> None:
        pass

    def ask(self, referee: Referee, seat: Seat, ask: Ask) -> None:
        self.asks.append(ask)
        self.pending.append((referee, seat, ask))

    def reject(self, referee: Referee, seat: Seat, ask: Ask, action: str, reason: str) -> None:
        self.rejections.append(reason)
        self.pending.append((referee, seat, ask))

    def drop(self, referee: Referee, seat: Seat) -> None:
        pass

    def end(self, referee: Referee, seat: Seat, news: list[bytes]) -> None:
        self.ended.append(news)


def first(player: Scripted, ask: Ask) -> tuple[str, float]:
    return ask.legal[0], 0.0


def referee(*players: Scripted, clock: Clock = _CLOCK) -> Log:
    """The log of a match between the players, driven until it is over."""
    bots = tuple(Bot(f"bot{seat}", ("x",)) for seat in range(len(players)))
    match = Match("k", "w", "schwimmen", {"circuit_cap": 3}, bots, "seed", clock=clock)
    done: list[bool] = []
    one = Referee(match, game(match.game, match.options), players, lambda: done.append(True))
    one.begin(0.0)
    while not done:
        ((player, (_, seat, ask)),) = [(p, p.pending.pop()) for p in players if p.pending]
        action, used = player.script(player, ask)
        if action == "gone":
            one.lost(seat, Verdict("died", "It is gone."), 0.0)
        else:
            one.answer(seat, action, used, 0.0)
    assert one.log is not None
    assert replay.faults(one.log) == []
    return one.log


def test_everybody_is_asked_with_what_they_need() -> None:
    players = [Scripted(first) for _ in range(3)]
    log = referee(*players)
    asked = sorted(ask.number for player in players for ask in player.asks)
    assert asked == list(range(1, len(log.actions) + 1))
    assert all(ask.legal and ask.move == 1.0 and ask.bank == 10.0 for player in players for ask in player.asks)
    assert all(len(player.ended) == 1 for player in players)
    told = [msgspec.json.decode(line) for line in players[0].ended[0]]
    assert told[-1]["event"] == "match"
    assert tuple(told[-1]["ranks"]) == log.result.ranks


def test_what_exceeds_the_move_is_taken_from_the_bank() -> None:
    slow = Scripted(lambda player, ask: (ask.legal[0], 3.5 if len(player.asks) <= 3 else 0.5))
    log = referee(slow, Scripted(first))
    assert [ask.bank for ask in slow.asks[:5]] == pytest.approx([10.0, 7.5, 5.0, 2.5, 2.5])
    assert log.result.strikes == (0, 0)


def test_late_with_both_used_up() -> None:
    slow = Scripted(lambda player, ask: (ask.legal[0], 11.5 if len(player.asks) == 2 else 0.0))
    log = referee(slow, Scripted(first))
    late = [entry for entry in log.actions if entry.flag == "late"]
    assert [(entry.seat, entry.think_us) for entry in late] == [(0, 11_500_000)]
    assert slow.asks[2].bank == 0.0
    assert log.result.strikes == (1, 0)
    assert log.result.verdicts[0].cause == "played"


def test_the_clock_runs_on_through_rejections() -> None:
    def script(player: Scripted, ask: Ask) -> tuple[str, float]:
        if len(player.asks) == 1:
            return ("nonsense", 6.0) if not player.rejections else (ask.legal[0], 6.0)
        return ask.legal[0], 0.0

    slow = Scripted(script)
    log = referee(slow, Scripted(first))
    assert len(slow.rejections) == 1
    assert log.actions[0].flag == "late" or log.actions[1].flag == "late"


@pytest.mark.parametrize("retries", [0, 1, 3])
def test_retries(retries: int) -> None:
    stubborn = Scripted(lambda player, ask: ("nonsense", 0.0))
    log = referee(stubborn, Scripted(first), clock=Clock(retries=retries))
    strikes = [entry for entry in log.actions if entry.flag == "illegal"]
    assert len(strikes) == 3
    assert all(entry.refused == ("nonsense",) * (retries + 1) for entry in strikes)
    assert len(stubborn.rejections) == 3 * retries
    assert log.result.verdicts[0].cause == "illegal"
    assert log.result.ranks == (2, 1)


def test_default_actions_play_on_for_who_forfeited() -> None:
    gone = Scripted(lambda player, ask: ("gone" if len(player.asks) == 2 else ask.legal[0], 0.0))
    others = [Scripted(first), Scripted(first)]
    log = referee(others[0], gone, others[1])
    assert log.result.verdicts[1].cause == "died"
    at = log.result.verdicts[1].at
    assert at is not None
    assert all(entry.flag == "forfeit" for entry in log.actions[at:] if entry.seat == 1)
    assert log.actions[at].seat == 1
    assert log.result.ranks[1] == 3
    assert len(gone.ended) == 1


def test_a_late_and_an_illegal_strike_make_strikes() -> None:
    def script(player: Scripted, ask: Ask) -> tuple[str, float]:
        return ("nonsense", 0.0) if len(player.asks) == 1 else (ask.legal[0], 99.0)

    log = referee(Scripted(script), Scripted(first))
    assert log.result.verdicts[0].cause == "strikes"
    assert log.result.verdicts[0].sentence == "Forfeited by 3 strikes: 2 late, 1 illegal."
