"""One match: the rules are kept, the clocks are run, every seat ends with a verdict.

The referee knows no transport. Each seat is a Player, to whom it hands decisions; whoever carries them calls back with
``answer``, ``late`` or ``lost``, and that call drives the match on to its next decision.
"""

import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, Protocol

import msgspec

from harness.errors import IllegalAction, MachineFault
from harness.games import Action, Event, Game, Seat, View
from harness.games.deals import SeededDeals
from harness.match import LOG_FORMAT, Cause, Clock, Entry, Log, Match, Result, Verdict, final_ranks

MAX_ACTIONS = 100_000  # of a match; rules that set no end of their own must not hold up a ladder for ever
LAGGING = 0.25  # a decision during which the harness lost more than this share of its time cannot be called late
_PLAYED = Verdict()
_encoder = msgspec.json.Encoder()


class Ask(msgspec.Struct, gc=False):
    """One decision put to a seat; times in seconds."""

    number: int  # unique in the match, ascending
    legal: Sequence[Action]
    view: View
    news: list[bytes]  # events since the seat's last decision, each a JSON object
    move: float  # left before the bank is used
    bank: float  # left in the bank
    left: float  # until it is late
    ready: float  # when the harness began to prepare it, by its monotonic clock
    own: float = 0.0  # the harness's share: from then until it was written


class Player(Protocol):
    """Where a seat's decisions go: a bot's connection, or a script in a test."""

    def start(self, referee: "Referee", seat: Seat) -> None:
        """A match begins for this player."""

    def ask(self, referee: "Referee", seat: Seat, ask: Ask) -> None:
        """A decision is due."""

    def reject(self, referee: "Referee", seat: Seat, ask: Ask, action: Action, reason: str) -> None:
        """The action changed nothing; the same decision is due again."""

    def end(self, referee: "Referee", seat: Seat, news: list[bytes]) -> None:
        """The match is over; ``referee.log`` says how it ended."""

    def drop(self, referee: "Referee", seat: Seat) -> None:
        """The match was given up through no fault of its players; it will be played again."""


class Referee:
    """One match in play."""

    def __init__(self, match: Match, game: Game, players: Sequence[Player], done: Callable[[], None]) -> None:
        self.match = match
        self.game = game
        self.players = players
        self.log: Log | None = None  # once the match is over
        self.fault: MachineFault | None = None  # why it was given up instead
        self._done = done
        self._clock: Clock = match.clock
        seats = range(len(players))
        self._state = game.start(len(players), SeededDeals(match.seed))
        self._news: list[list[bytes]] = [[] for _ in seats]
        self._banks = [match.clock.bank for _ in seats]
        self._strikes: list[list[str]] = [[] for _ in seats]
        self._verdicts = [_PLAYED for _ in seats]
        self._lost: list[Verdict | None] = [None for _ in seats]
        self._actions: list[Entry] = []
        self._due: tuple[Seat, Ask] | None = None
        self._asked = 0
        self._spent = 0.0  # on the decision that is due
        self._lagged = 0.0  # while it was due
        self._lag = 0.0  # in the whole match
        self._refused: tuple[Action, ...] = ()
        self._started = datetime.now(UTC)
        self._began = time.monotonic()

    def begin(self, now: float) -> None:
        """Tell everybody and put the first decision."""
        for seat, player in enumerate(self.players):
            player.start(self, seat)
        # Who is not there from the start forfeits at once, even a match that needs no action of his.
        for seat, gone in enumerate(self._lost):
            if gone is not None:
                self._verdicts[seat] = msgspec.structs.replace(gone, at=0)
        self._hear(self._state.opening())
        self._drive(now)

    # What comes back from a player.

    def answer(self, seat: Seat, action: Action, used: float, now: float, lag: float = 0.0) -> None:
        """The seat that was asked answered after ``used`` seconds, not counting those in which the harness lagged."""
        ask = self._take(used, lag)
        if self._spent > ask.move + ask.bank:
            self._strike(seat, "late", now)
            return
        try:
            events = self._state.apply(action)
        except IllegalAction as error:
            self._illegal(seat, ask, action, str(error), now)
            return
        self._banks[seat] = min(ask.bank, ask.bank + ask.move - self._spent)
        self._record(seat, action, "", ask)
        self._hear(events)
        self._drive(now)

    def late(self, seat: Seat, used: float, now: float, lag: float = 0.0) -> None:
        """The seat that was asked used up its time, not counting the seconds in which the harness lagged."""
        self._take(used, lag)
        self._strike(seat, "late", now)

    def lost(self, seat: Seat, verdict: Verdict, now: float) -> None:
        """The seat's player is gone. It forfeits when it has to act next: now, if it was asked."""
        if self.log is None and self._lost[seat] is None:
            self._lost[seat] = verdict
            if self._due is not None and self._due[0] == seat:
                self._due = None
                self._drive(now)

    @property
    def over(self) -> Log:
        """The log of a match that came to its end."""
        assert self.log is not None
        return self.log

    # How the match goes on.

    def _drive(self, now: float) -> None:
        """Play for those who forfeited until somebody else must act, and ask; or finish."""
        state = self._state
        while (seat := state.to_act()) is not None:
            if len(self._actions) >= MAX_ACTIONS:
                self._give_up(Cause.ENDLESS, f"it did not end within {MAX_ACTIONS} actions; see option circuit_cap")
                return
            gone = self._lost[seat]
            if gone is None:
                self._ask(seat, now)
                return
            if not self._verdicts[seat].forfeit:
                self._verdicts[seat] = msgspec.structs.replace(gone, at=len(self._actions))
            self._play_default(seat, "forfeit", None)
        self._finish()

    def _ask(self, seat: Seat, now: float) -> None:
        self._asked += 1
        state, move, bank = self._state, self._clock.move, self._banks[seat]
        news, self._news[seat] = self._news[seat], []
        ask = Ask(self._asked, state.legal(), state.view(seat), news, move, bank, move + bank, now)
        self._spent, self._lagged, self._refused = 0.0, 0.0, ()
        self._due = seat, ask
        self.players[seat].ask(self, seat, ask)

    def _take(self, used: float, lag: float) -> Ask:
        assert self._due is not None
        self._spent += used
        self._lagged += lag
        self._lag += lag
        ask, self._due = self._due[1], None
        return ask

    def _illegal(self, seat: Seat, ask: Ask, action: Action, reason: str, now: float) -> None:
        self._refused = (*self._refused, action[:64])
        if len(self._refused) > self._clock.retries:
            self._banks[seat] = min(ask.bank, ask.bank + ask.move - self._spent)
            self._strike(seat, "illegal", now)
        else:
            self._due = seat, ask
            ask.left = ask.move + ask.bank - self._spent
            ask.ready = now
            self.players[seat].reject(self, seat, ask, action[:64], reason)

    def _strike(self, seat: Seat, kind: str, now: float) -> None:
        """The default action is played; too many strikes forfeit the match."""
        if kind == "late":
            if self._lagged > LAGGING * self._spent:
                self._give_up(Cause.LAGGED, f"a decision was late while the harness was held up {self._lagged:.2f} s")
                return
            self._banks[seat] = 0.0
        strikes = self._strikes[seat]
        strikes.append(kind)
        self._play_default(seat, kind, self._refused)
        if len(strikes) >= self._clock.strikes:
            self._lost[seat] = self._verdicts[seat] = self._struck_out(strikes)
        self._drive(now)

    def _struck_out(self, strikes: Sequence[str]) -> Verdict:
        late, illegal = strikes.count("late"), strikes.count("illegal")
        cause = Cause.LATE if not illegal else Cause.ILLEGAL if not late else Cause.STRIKES
        counts = [f"{count} {kind}" for count, kind in ((late, "late"), (illegal, "illegal")) if count]
        evidence: dict[str, Any] = {"late": late, "illegal": illegal}
        if illegal:
            evidence["refused"] = list(next(e.refused for e in reversed(self._actions) if e.flag == "illegal"))
        if late:
            evidence["used_ms"] = next(e.think_us for e in reversed(self._actions) if e.flag == "late") // 1000
        sentence = f"Forfeited by {len(strikes)} strikes: {', '.join(counts)}."
        return Verdict(cause.word, sentence, evidence, len(self._actions))

    def _play_default(self, seat: Seat, flag: str, refused: tuple[Action, ...] | None) -> None:
        action = self._state.default()
        think = 0 if refused is None else round(self._spent * 1e6)
        self._actions.append(Entry(seat, action, think, 0, flag, refused or ()))
        self._hear(self._state.apply(action))

    def _record(self, seat: Seat, action: Action, flag: str, ask: Ask) -> None:
        self._actions.append(Entry(seat, action, int(self._spent * 1e6), int(ask.own * 1e6), flag, self._refused))

    def _hear(self, events: Sequence[Event]) -> None:
        for event in events:
            text = _encoder.encode(event.fields)
            for seat in range(len(self._news)) if event.audience is None else event.audience:
                self._news[seat].append(text)

    def _give_up(self, cause: Cause, sentence: str) -> None:
        """End the match without a result; its players are told nothing more of it than that it is over."""
        self.fault = MachineFault(cause.word, sentence)
        for seat, player in enumerate(self.players):
            player.drop(self, seat)
        self._done()

    def _finish(self) -> None:
        ranks = self._state.ranks()
        assert ranks is not None
        result = Result(
            ranks=final_ranks(ranks, self._verdicts),
            scores=tuple(self._state.scores()),
            verdicts=tuple(self._verdicts),
            strikes=tuple(len(strikes) for strikes in self._strikes),
        )
        match = self.match
        self.log = Log(
            format=LOG_FORMAT, key=match.key, wire_id=match.wire_id, game=match.game, options=dict(self.game.options),
            bots=match.bots, seed=match.seed, clock=match.clock,
            started=self._started.isoformat(timespec="milliseconds"), seconds=round(time.monotonic() - self._began, 6),
            actions=tuple(self._actions), result=result, lag=round(self._lag, 3),
        )  # fmt: skip
        for seat, player in enumerate(self.players):
            player.end(self, seat, self._news[seat])
        self._done()
