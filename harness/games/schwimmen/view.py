"""What a seat may know: its own hand, and what has lain open or has been through its hands."""

from collections.abc import Sequence

from harness.games.cards import in_pack_order, shown
from harness.games.game import Seat, View
from harness.games.schwimmen.deal import Deal
from harness.games.schwimmen.table import Discard


class SchwimmenView(View, frozen=True, kw_only=True, gc=False):
    """All that one seat may know; the fields are those of the message of that name in ``proto/arena.proto``."""

    deal: int
    seat: int
    dealer: int
    forehand: int
    phase: str
    circuit: int
    turns: int
    ender: int
    turns_left: tuple[int, ...]
    hand: tuple[str, ...]
    value: float
    centre: tuple[str, ...]
    loose: tuple[str, ...]
    passed_on: tuple[str, ...]
    reserve: int
    discards: int
    discards_seen: tuple[str, ...]
    in_deal: tuple[int, ...]
    lives: tuple[int, ...]
    totals: tuple[int, ...]
    banked: tuple[int, ...]
    known_seats: tuple[int, ...]
    known_cards: tuple[str, ...]
    passes: int


def seen_from(seat: Seat, deal: Deal, lives: Sequence[int], totals: Sequence[int]) -> SchwimmenView:
    """What the seat may know of the deal in play, and of the lives and totals by seat."""
    table, rules, order, due = deal.table, deal.rules, deal.order, deal.due
    hand = table.hands[seat]
    known_seats, known_cards = _known(seat, deal)
    return SchwimmenView(
        deal=deal.number,
        seat=seat,
        dealer=order[-1],
        forehand=order[0],
        phase=deal.phase,
        circuit=deal.turns // len(order) + 1,
        turns=deal.turns,
        ender=deal.ender,
        turns_left=tuple([int(other in due) for other in range(len(lives))]) if due else (0,) * len(lives),
        hand=shown(hand),
        value=deal.worths[hand].points,
        centre=shown(table.centre),
        loose=shown(table.loose) if seat == deal.actor and deal.phase != "over" else (),
        passed_on=shown(table.passed_on[seat]),
        reserve=table.left,
        discards=len(table.discards),
        discards_seen=_discards(seat, table.discards) if table.discards else (),
        in_deal=deal.playing,
        lives=tuple(lives) if rules.counted == "lives" else (),
        totals=tuple(totals) if rules.counted == "points" else (),
        banked=tuple(deal.banked) if rules.special == "banks" else (),
        known_seats=known_seats,
        known_cards=known_cards,
        passes=deal.passes,
    )


def _discards(seat: Seat, discards: Sequence[Discard]) -> tuple[str, ...]:
    """Those of the discards that the seat has seen."""
    return tuple(in_pack_order([each.card for each in discards if each.seen(seat)]))


def _known(seat: Seat, deal: Deal) -> tuple[tuple[Seat, ...], tuple[str, ...]]:
    """The cards that everybody knows to be in other hands: the seats, and the cards, entry by entry."""
    seats: tuple[Seat, ...] = ()
    cards: tuple[str, ...] = ()
    for other, known in enumerate(deal.table.known):
        if known and other != seat:
            seats += (other,) * len(known)
            cards += shown(known)
    return seats, cards
