"""What a seat may know: its own hand, and what has lain open or has been through its hands."""

from collections.abc import Sequence

from harness.games.cards import TEXT, in_pack_order, shown
from harness.games.game import Seat, View
from harness.games.schwimmen.deal import Deal


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
        turns_left=[int(other in due) for other in range(len(lives))] if due else [0] * len(lives),
        hand=[*shown(hand)],
        value=deal.worths[hand].points,
        centre=[*shown(table.centre)],
        loose=[*shown(table.loose)] if seat == deal.actor and deal.phase != "over" else [],
        passed_on=[*shown(table.passed_on[seat])],
        reserve=table.left,
        discards=len(table.discards),
        discards_seen=in_pack_order([each.card for each in table.discards if each.seen(seat)])
        if table.discards
        else [],
        in_deal=[*deal.playing],
        lives=[*lives] if rules.counted == "lives" else [],
        totals=[*totals] if rules.counted == "points" else [],
        banked=deal.banked[:] if rules.special == "banks" else [],
        known_seats=known_seats,
        known_cards=known_cards,
        passes=deal.passes,
    )


def _known(seat: Seat, deal: Deal) -> tuple[list[Seat], list[str]]:
    """The cards that everybody knows to be in other hands: the seats, and the cards, entry by entry."""
    seats: list[Seat] = []
    cards: list[str] = []
    for other, known in enumerate(deal.table.known):
        if known and other != seat:
            seats += [other] * len(known)
            cards += [TEXT[card] for card in known]
    return seats, cards
