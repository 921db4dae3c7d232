"""One deal in play: whose turn it is, what phase it is in, and how turns, runs of passes and the deal end."""

import copy
from collections.abc import Sequence
from typing import Literal, Self

import msgspec

from harness.games.cards import in_pack_order, pack
from harness.games.deals import Deals
from harness.games.game import Event, Seat
from harness.games.schwimmen.hands import Worth, Worths
from harness.games.schwimmen.options import Rules
from harness.games.schwimmen.table import Table, laid_out

Phase = Literal["choice", "turn", "closing", "last-turns", "over"]


class Deal(msgspec.Struct, kw_only=True):
    """A deal in play. Lists by seat have an entry for every seat of the match."""

    rules: Rules
    worths: Worths
    luck: Deals
    number: int  # from 1
    order: tuple[Seat, ...]  # the seats dealt in, from forehand to the dealer
    playing: tuple[int, ...]  # by seat: 1 if it was dealt in
    table: Table
    news: list[Event]  # what has happened and is not told yet
    banked: list[int]  # by seat
    actor: Seat
    phase: Phase = "turn"
    turns: int = 0  # finished
    passes: int = 0  # in a row
    ender: Seat = -1  # began the last turns
    due: tuple[Seat, ...] = ()  # seats that still have a last turn, the actor first
    reshuffles: int = 0

    @property
    def dealer(self) -> Seat:
        return self.order[-1]

    @property
    def forehand(self) -> Seat:
        return self.order[0]

    def worth(self, seat: Seat) -> Worth:
        """What the seat's hand is worth, banked points aside."""
        return self.worths[self.table.hands[seat]]

    def tell(self, event: str, seat: Seat | None = None, to: Seat | None = None, **more: object) -> None:
        """Add an event to the news, for everybody or for one seat alone."""
        fields: dict[str, object] = {"event": event, "deal": self.number}
        if seat is not None:
            fields["seat"] = seat
        fields.update(more)
        self.news.append(Event(fields, None if to is None else (to,)))

    def finish_turn(self) -> None:
        """The actor's turn is over; what comes next?"""
        self.turns += 1
        players, cap = len(self.order), self.rules.circuit_cap
        if self.phase == "last-turns":
            self.due = self.due[1:]
            self._go_on(self.due)
        elif (cap and self.turns >= cap * players) or (self.passes == players and not self._refreshed()):
            self.phase = "over"
        else:
            self.phase = "turn"
            self.call(self.order[self.turns % players])

    def begin_last_turns(self, ender: Seat, due: tuple[Seat, ...]) -> None:
        """The seats that are due have one more turn each, then the deal is over."""
        self.ender = ender
        self.due = due
        self.passes = 0
        self.phase = "last-turns"
        self._go_on(due)

    def call(self, seat: Seat) -> None:
        """It is this seat's turn; in the closed game it is handed the loose cards."""
        self.actor = seat
        if self.rules.closed:
            self.tell("loose", seat, to=seat, cards=in_pack_order(self.table.loose))

    def others_after(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats of the deal, in turn order."""
        place = self.order.index(seat)
        return self.order[place + 1 :] + self.order[:place]

    def draw(self, seat: Seat) -> None:
        """Throw the seat's hand away and draw a new one, from a reshuffled reserve where the old one is short."""
        table = self.table
        thrown = in_pack_order(table.hands[seat])
        table.throw(seat)
        drawn = table.take(self.rules.cards)
        if len(drawn) < self.rules.cards:
            self._reshuffle()
            drawn += table.take(self.rules.cards - len(drawn))
        table.hands[seat] = tuple(sorted(drawn))
        self.tell("drew", seat, to=seat, thrown=thrown, cards=in_pack_order(drawn))

    def copy(self) -> Self:
        twin = copy.copy(self)
        twin.table = self.table.copy()
        twin.banked = self.banked[:]
        twin.news = self.news[:]
        return twin

    def _go_on(self, due: tuple[Seat, ...]) -> None:
        if due:
            self.call(due[0])
        else:
            self.phase = "over"

    def _refreshed(self) -> bool:
        """Lay out new cards after a run of passes; False if the rules or the reserve do not allow it."""
        table, count = self.table, self.rules.opened
        if not self.rules.refresh or table.left < count:
            return False
        self.passes = 0
        if self.rules.closed:  # the same two have been through the hands of every seat that pushed
            table.set_aside(table.loose, self.order)
            table.loose = table.take(count)
            self.tell("refresh")
        else:
            aside = in_pack_order(table.centre)
            table.set_aside(table.centre, None)
            table.centre = table.take(count)
            self.tell("refresh", aside=aside, centre=in_pack_order(table.centre))
        return True

    def _reshuffle(self) -> None:
        table = self.table
        self.reshuffles += 1
        cards = sorted(discard.card for discard in table.discards)
        table.discards = ()
        table.reserve = self.luck.reshuffle(self.number, self.reshuffles, cards)
        table.top = 0
        self.tell("reshuffle", reserve=len(cards))


PACKS = {size: pack(size) for size in (32, 36, 52, 64)}


def dealt(
    rules: Rules, worths: Worths, luck: Deals, *, number: int, dealer: Seat, playing: Sequence[bool], news: list[Event]
) -> Deal:
    """Deal to the seats that are playing (by seat); it is then the dealer's choice, or forehand's turn."""
    seats = len(playing)
    round_table = [(dealer + rules.step * place) % seats for place in range(1, seats + 1)]
    order = tuple(seat for seat in round_table if playing[seat])
    table = laid_out(rules, order, seats, luck.pack(number, PACKS[rules.pack]))
    deal = Deal(
        rules=rules,
        worths=worths,
        luck=luck,
        number=number,
        order=order,
        playing=tuple(int(seat) for seat in playing),
        table=table,
        news=news,
        banked=[0] * seats,
        actor=dealer if table.second else order[0],
        phase="choice" if table.second else "turn",
    )
    deal.tell("deal", dealer=dealer, seats=list(order), centre=in_pack_order(table.centre), reserve=table.left)
    for seat in order:
        deal.tell("hand", seat, to=seat, cards=in_pack_order(table.hands[seat]))
    return deal
