"""Special combinations, hands of 31 and more: they end the deal, grant last turns, or are banked."""

from harness.games.cards import in_pack_order
from harness.games.game import Seat
from harness.games.schwimmen.deal import Deal


def declare_dealt(deal: Deal) -> None:
    """Before forehand's first turn: what was dealt special is declared, then play begins unless that ends the deal."""
    holders = [seat for seat in deal.order if deal.worth(seat).special]
    for seat in holders:
        if deal.rules.special == "banks":
            bank(deal, seat)
        else:
            show(deal, seat)
    if not holders or deal.rules.special == "banks":
        deal.phase = "turn"
        deal.call(deal.forehand)
    elif deal.rules.special == "ends":
        deal.phase = "over"
    else:
        deal.begin_last_turns(holders[0], tuple(seat for seat in deal.order if seat not in holders))


def show(deal: Deal, seat: Seat) -> None:
    """Lay the seat's hand open."""
    hand = deal.table.hands[seat]
    deal.table.show(seat)
    deal.tell("shown", seat, cards=in_pack_order(hand), value=deal.worth(seat).points)


def bank(deal: Deal, seat: Seat) -> None:
    """Bank the seat's combination and draw a new hand, again while that is special too."""
    while deal.worth(seat).special:
        points = int(deal.worth(seat).points)
        deal.banked[seat] += points
        deal.table.show(seat)
        deal.tell("banked", seat, cards=in_pack_order(deal.table.hands[seat]), points=points)
        deal.draw(seat)


def made(deal: Deal) -> bool:
    """The actor has made a special combination; whether its turn goes on as after any exchange."""
    seat, rule = deal.actor, deal.rules.special
    if rule == "banks":
        bank(deal, seat)
        return True
    show(deal, seat)
    if rule == "ends":
        deal.turns += 1
        deal.phase = "over"
        return False
    if deal.phase == "last-turns":
        return True
    deal.turns += 1
    deal.begin_last_turns(seat, deal.order[deal.turns :])  # in the first circuit these have had no turn; later: none
    return False
