"""What a seat may know: its own hand, and what has lain open or has been through its hands."""

from collections.abc import Sequence

from harness.games.cards import in_pack_order, texts
from harness.games.game import Seat, View
from harness.games.schwimmen.deal import Deal


class SchwimmenView(View, frozen=True, kw_only=True):
    """All that one seat may know; the fields are those of the message of that name in ``proto/arena.proto``."""

    deal: int
    seat: int
    dealer: int
    forehand: int
    phase: str
    circuit: int
    turns: int
    ender: int
    turns_left: list[int]
    hand: list[str]
    value: float
    centre: list[str]
    loose: list[str]
    passed_on: list[str]
    reserve: int
    discards: int
    discards_seen: list[str]
    in_deal: list[int]
    lives: list[int]
    totals: list[int]
    banked: list[int]
    known_seats: list[int]
    known_cards: list[str]
    passes: int


def seen_from(seat: Seat, deal: Deal, lives: Sequence[int], totals: Sequence[int]) -> SchwimmenView:
    """What the seat may know of the deal in play, and of the lives and totals by seat."""
    table, rules = deal.table, deal.rules
    seats = range(len(lives))
    looks = seat == deal.actor and deal.phase != "over"
    known = [(other, card) for other in seats if other != seat for card in table.known[other]]
    return SchwimmenView(
        deal=deal.number,
        seat=seat,
        dealer=deal.dealer,
        forehand=deal.forehand,
        phase=deal.phase,
        circuit=deal.turns // len(deal.order) + 1,
        turns=deal.turns,
        ender=deal.ender,
        turns_left=[int(other in deal.due) for other in seats],
        hand=in_pack_order(table.hands[seat]),
        value=deal.worth(seat).points,
        centre=in_pack_order(table.centre),
        loose=in_pack_order(table.loose) if looks else [],
        passed_on=in_pack_order(table.passed_on[seat]),
        reserve=table.left,
        discards=len(table.discards),
        discards_seen=in_pack_order([discard.card for discard in table.discards if discard.seen(seat)]),
        in_deal=[int(other in deal.order) for other in seats],
        lives=list(lives) if rules.counted == "lives" else [],
        totals=list(totals) if rules.counted == "points" else [],
        banked=deal.banked[:] if rules.special == "banks" else [],
        known_seats=[other for other, _ in known],
        known_cards=texts(card for _, card in known),
        passes=deal.passes,
    )
