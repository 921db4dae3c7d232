"""A turn: which actions are legal, and what each of them does."""

from collections.abc import Callable
from itertools import combinations

from harness.games.cards import TEXT, Card, in_pack_order, parse_all
from harness.games.game import Action
from harness.games.schwimmen import specials
from harness.games.schwimmen.actions import SWAP, SWAPPED, hold
from harness.games.schwimmen.deal import Deal


def legal(deal: Deal) -> list[Action]:
    """The legal actions, in listing order; twins make one."""
    if deal.phase in {"turn", "last-turns"}:
        return _closed_game(deal) if deal.rules.closed else _open_game(deal)
    return {"choice": ["keep", "refuse"], "closing": ["close", "stay"], "over": []}[deal.phase]


def _open_game(deal: Deal) -> list[Action]:
    rules, table = deal.rules, deal.table
    hand, centre = table.hands[deal.actor], table.centre
    actions = [SWAP[given][taken] for given in hand for taken in centre]
    if rules.pack == 64:
        actions = list(dict.fromkeys(actions))
    if rules.swap_all:
        actions.append("swap-all")
    if rules.draw_all:
        actions.append("draw-all")
    if may_pass(deal):
        actions.append("pass")
    if knock_refusal(deal) is None:
        actions.append("knock")
    if deal.phase == "turn" and rules.ending == "close-instead":
        actions.append("close")
    if may_decline(deal):
        actions.append("decline")
    return actions


def _closed_game(deal: Deal) -> list[Action]:
    own = deal.table.hands[deal.actor]
    five = sorted((*own, *deal.table.loose))
    kept = sorted(set(combinations(five, 3)))
    actions = ["knock"] if knock_refusal(deal) is None else []
    actions += [hold(three) for three in kept if three != own or may_pass(deal)]
    return actions


def may_pass(deal: Deal) -> bool:
    """Whether the actor may stand pat; in the closed game, push."""
    passing = deal.rules.passing
    return passing == "always" or (passing == "not-before-knock" and deal.phase == "last-turns")


def may_decline(deal: Deal) -> bool:
    """Whether the actor may turn down a turn that it was granted."""
    return deal.phase == "last-turns" and deal.rules.passing == "never"


def knock_refusal(deal: Deal) -> str | None:
    """Why the actor may not knock; None if it may."""
    rules = deal.rules
    if rules.ending != "knock":
        return "there is no knock in these rules"
    if deal.phase == "last-turns":
        return "somebody has knocked already"
    waited = rules.knock_from_circuit - 1
    if deal.turns < waited * len(deal.order):
        return f"nobody may knock before every seat has had {'a turn' if waited == 1 else f'{waited} turns'}"
    if rules.closed and deal.turns == 0:
        return "forehand may not knock on its first turn"
    if rules.knock_minimum and (points := deal.worth(deal.actor).points) < rules.knock_minimum:
        return f"knock needs a hand of at least {rules.knock_minimum}; this one is worth {points}"
    return None


def play(deal: Deal, action: Action) -> None:
    """Play a legal action of the actor."""
    swapped = SWAPPED.get(action)
    if swapped is not None:
        _swap(deal, *swapped)
    elif action in _PLAYS:
        _PLAYS[action](deal)
    else:
        _hold(deal, action)


def _keep(deal: Deal) -> None:
    table = deal.table
    table.centre, table.second = table.second, ()
    deal.tell("keep", deal.actor, centre=in_pack_order(table.centre))
    specials.declare_dealt(deal)


def _refuse(deal: Deal) -> None:
    table, dealer = deal.table, deal.actor
    table.centre, table.hands[dealer], table.second = table.hands[dealer], table.second, ()
    deal.tell("refuse", dealer, centre=in_pack_order(table.centre))
    deal.tell("hand", dealer, to=dealer, cards=in_pack_order(table.hands[dealer]))
    specials.declare_dealt(deal)


def _swap(deal: Deal, given: Card, taken: Card) -> None:
    deal.table.swap(deal.actor, given, taken)
    deal.tell("swap", deal.actor, given=TEXT[given], taken=TEXT[taken])
    _exchanged(deal)


def _swap_all(deal: Deal) -> None:
    seat, table = deal.actor, deal.table
    table.swap_all(seat)
    deal.tell("swap-all", seat, given=in_pack_order(table.centre), taken=in_pack_order(table.hands[seat]))
    if deal.rules.swap_all_closes and deal.phase == "turn":
        if deal.worth(seat).special:
            specials.show(deal, seat)
        _close(deal)
    else:
        _exchanged(deal)


def _draw_all(deal: Deal) -> None:
    deal.tell("draw-all", deal.actor)
    deal.draw(deal.actor)
    _exchanged(deal)


def _pass(deal: Deal) -> None:
    deal.tell("pass", deal.actor)
    deal.passes += 1
    _acted(deal)


def _close(deal: Deal) -> None:
    """Knock or close."""
    seat, table, ending = deal.actor, deal.table, deal.rules.ending
    if deal.rules.closed:
        table.keep_three(seat, table.hands[seat])
    deal.tell("knock" if ending == "knock" else "close", seat)
    deal.turns += 1
    deal.begin_last_turns(seat, () if ending == "close-instead" else deal.others_after(seat))


def _stay(deal: Deal) -> None:
    deal.tell("stay", deal.actor)
    deal.finish_turn()


def _hold(deal: Deal, action: Action) -> None:
    seat, table = deal.actor, deal.table
    held = tuple(parse_all(action.removeprefix("hold ")))
    pushes = held == table.hands[seat]
    table.keep_three(seat, held)
    deal.tell("push" if pushes else "exchange", seat)
    deal.tell("hold", seat, to=seat, cards=in_pack_order(held), passed=in_pack_order(table.loose))
    if pushes:
        deal.passes += 1
        deal.finish_turn()
    else:
        _exchanged(deal)


def _decline(deal: Deal) -> None:
    deal.tell("decline", deal.actor)
    deal.finish_turn()


def _exchanged(deal: Deal) -> None:
    """An exchange breaks a run of passes, and may have made a special combination."""
    deal.passes = 0
    if not deal.worth(deal.actor).special or specials.made(deal):
        _acted(deal)


def _acted(deal: Deal) -> None:
    """The turn is over, unless the seat is to say first whether it closes."""
    if deal.rules.ending == "close-after" and deal.phase == "turn":
        deal.phase = "closing"
    else:
        deal.finish_turn()


_PLAYS: dict[Action, Callable[[Deal], None]] = {
    "keep": _keep,
    "refuse": _refuse,
    "swap-all": _swap_all,
    "draw-all": _draw_all,
    "pass": _pass,
    "knock": _close,
    "close": _close,
    "stay": _stay,
    "decline": _decline,
}
