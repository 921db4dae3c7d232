"""One match in play: deal after deal, until one seat is left or all deals are played."""

import copy
from collections.abc import Sequence
from typing import Self

import msgspec

from harness.errors import IllegalAction
from harness.games.cards import in_pack_order
from harness.games.deals import Deals
from harness.games.game import Action, Event, Seat
from harness.games.schwimmen import showdown, specials, turns
from harness.games.schwimmen.actions import hold
from harness.games.schwimmen.deal import Deal, dealt
from harness.games.schwimmen.hands import Worths
from harness.games.schwimmen.options import Rules
from harness.games.schwimmen.reasons import refusal
from harness.games.schwimmen.view import SchwimmenView, seen_from


class SchwimmenState(msgspec.Struct, kw_only=True):
    """A match of the Schwimmen family. Lists by seat have an entry for every seat."""

    rules: Rules
    luck: Deals
    deal: Deal
    lives: list[int]  # 0: swims, or is out
    out_in: list[int]  # the deal in which the seat went out; 0: it is in
    totals: list[int]
    began: list[Event]  # what happened before the first action
    choices: tuple[Action, ...] = ()  # legal now

    def opening(self) -> Sequence[Event]:
        return self.began

    def to_act(self) -> Seat | None:
        return None if self.deal.phase == "over" else self.deal.actor

    def legal(self) -> tuple[Action, ...]:
        return self.choices

    def apply(self, action: Action) -> Sequence[Event]:
        if action not in self.choices:
            raise IllegalAction(refusal(self.deal, action))
        turns.play(self.deal, action)
        return self._settled()

    def default(self) -> Action:
        own = hold(self.deal.table.hands[self.deal.actor])
        for action in ("pass", own, "decline", "stay", "keep"):
            if action in self.choices:
                return action
        return next(action for action in self.choices if action.startswith(("swap ", "hold ")))

    def view(self, seat: Seat) -> SchwimmenView:
        return seen_from(seat, self.deal, self.lives, self.totals)

    def snapshot(self) -> dict[str, object]:
        deal, table = self.deal, self.deal.table
        points = self.rules.counted == "points"
        state: dict[str, object] = {
            "to_act": self.to_act(),
            "legal": sorted(self.choices),
            "hands": [in_pack_order(hand) for hand in table.hands],
            "centre": in_pack_order(table.centre),
            "reserve": table.left,
            "lives": None if points else self.lives[:],
            "dealer": deal.dealer,
            "ranks": self.ranks(),
        }
        if self.rules.closed:
            state["loose"] = in_pack_order(table.loose)
        if points:
            state["totals"] = self.totals[:]
        return state

    def ranks(self) -> list[int] | None:
        if self.deal.phase != "over":
            return None
        if self.rules.counted == "points":
            places = self.totals
        else:  # the later out the better, and best of all: never
            places = [deal or self.deal.number + 1 for deal in self.out_in]
        return [1 + sum(other > place for other in places) for place in places]

    def scores(self) -> list[int]:
        return self.totals[:] if self.rules.counted == "points" else self.lives[:]

    def copy(self) -> Self:
        twin = copy.copy(self)
        twin.deal = self.deal.copy()
        twin.lives = self.lives[:]
        twin.out_in = self.out_in[:]
        twin.totals = self.totals[:]
        return twin

    def _settled(self) -> list[Event]:
        """Count the deal if it is over and deal on, as often as it takes; what has happened since the last time."""
        while self.deal.phase == "over":
            self._count()
            if self._match_over():
                self.deal.table.known = self.deal.table.hands[:]
                self.deal.tell("match", ranks=self.ranks(), scores=self.scores())
                break
            self._deal_on()
        self.choices = tuple(turns.legal(self.deal))
        news, self.deal.news = self.deal.news, []
        return news

    def _count(self) -> None:
        deal, seats = self.deal, len(self.lives)
        worths = showdown.results(deal)
        values = [worths[seat].points if seat in worths else None for seat in range(seats)]
        hands = [in_pack_order(hand) for hand in deal.table.hands]
        if self.rules.counted == "points":
            scores = showdown.points(worths, seats)
            self.totals = [total + score for total, score in zip(self.totals, scores, strict=True)]
            deal.tell("showdown", values=values, scores=scores, hands=hands)
            return
        losers = showdown.losers(self.rules, worths)
        outs = [seat for seat in losers if self.lives[seat] <= (0 if self.rules.swimming else 1)]
        for seat in losers:
            self.lives[seat] = max(0, self.lives[seat] - 1)
        for seat in outs:
            self.out_in[seat] = deal.number
        deal.tell("showdown", values=values, losers=losers, lives=self.lives[:], hands=hands)
        for seat in outs:
            deal.tell("out", seat)

    def _match_over(self) -> bool:
        if self.rules.counted == "points":
            return self.deal.number == (self.rules.deals or len(self.totals))
        return self.out_in.count(0) <= 1

    def _deal_on(self) -> None:
        """Deal again; the next seat that is still in deals."""
        last, step, seats = self.deal, self.rules.step, len(self.lives)
        dealer = (last.dealer + step) % seats
        while self.out_in[dealer]:
            dealer = (dealer + step) % seats
        playing = [not out for out in self.out_in]
        self.deal = dealt(
            self.rules, last.worths, self.luck, number=last.number + 1, dealer=dealer, playing=playing, news=last.news
        )
        _begin(self.deal)


def _begin(deal: Deal) -> None:
    if deal.phase != "choice":
        specials.declare_dealt(deal)


def begun(rules: Rules, worths: Worths, luck: Deals, lives: list[int]) -> SchwimmenState:
    """A match before its first action; ``lives`` by seat."""
    seats = len(lives)
    deal = dealt(rules, worths, luck, number=1, dealer=luck.first_dealer(seats), playing=[True] * seats, news=[])
    _begin(deal)
    state = SchwimmenState(
        rules=rules, luck=luck, deal=deal, lives=lives, out_in=[0] * seats, totals=[0] * seats, began=[]
    )
    state.began = state._settled()
    return state
