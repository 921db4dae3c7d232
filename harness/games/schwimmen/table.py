"""The cards of one deal: where each of them lies, and who has seen it."""

import copy
from collections.abc import Sequence
from typing import Self

import msgspec

from harness.games.cards import Card
from harness.games.game import Seat
from harness.games.schwimmen.hands import Hand
from harness.games.schwimmen.options import Rules


class Discard(msgspec.Struct, frozen=True, gc=False):
    """A card out of play until a reshuffle, and the seats that have seen it; None: everybody."""

    card: Card
    seen_by: tuple[Seat, ...] | None

    def seen(self, seat: Seat) -> bool:
        return self.seen_by is None or seat in self.seen_by


class Table(msgspec.Struct, kw_only=True):
    """Where the cards lie. Lists by seat have an entry, empty if need be, for every seat of the match."""

    hands: list[Hand]
    known: list[Hand]  # by seat: those cards of its hand that everybody has seen
    passed_on: list[Hand]  # by seat: the two loose cards it handed on last
    reserve: Sequence[Card]  # top first; never changed in place
    top: int  # cards of it already drawn
    centre: Hand = ()
    second: Hand = ()  # the dealer's other packet, until he has chosen
    loose: Hand = ()
    discards: tuple[Discard, ...] = ()

    @property
    def left(self) -> int:
        """Cards in the reserve."""
        return len(self.reserve) - self.top

    def take(self, count: int) -> Hand:
        """The next cards of the reserve, as far as they go, in pack order."""
        start = self.top
        self.top = min(start + count, len(self.reserve))
        return tuple(sorted(self.reserve[start : self.top]))

    def swap(self, seat: Seat, given: Card, taken: Card) -> None:
        """Exchange a card of a hand for one of the centre."""
        self.hands[seat] = _replaced(self.hands[seat], given, taken)
        self.centre = _replaced(self.centre, taken, given)
        known = self.known[seat]
        self.known[seat] = _replaced(known, given, taken) if given in known else tuple(sorted((*known, taken)))

    def swap_all(self, seat: Seat) -> None:
        """Exchange a whole hand for the centre."""
        self.hands[seat], self.centre = self.centre, self.hands[seat]
        self.known[seat] = self.hands[seat]

    def throw(self, seat: Seat) -> None:
        """Throw a hand away; the others have seen what they knew of it."""
        known = self.known[seat]
        self.discards += tuple(Discard(card, None if card in known else (seat,)) for card in self.hands[seat])
        self.hands[seat] = self.known[seat] = ()

    def show(self, seat: Seat) -> None:
        """Lay a hand open."""
        self.known[seat] = self.hands[seat]

    def set_aside(self, cards: Hand, seen_by: tuple[Seat, ...] | None) -> None:
        """Put cards that these seats have seen out of play."""
        self.discards += tuple(Discard(card, seen_by) for card in cards)

    def keep_three(self, seat: Seat, held: Hand) -> None:
        """Closed game: keep three of the hand and the loose cards, the other two are loose now."""
        five = [*self.hands[seat], *self.loose]
        for card in held:
            five.remove(card)
        self.hands[seat] = held
        self.loose = self.passed_on[seat] = tuple(sorted(five))

    def copy(self) -> Self:
        twin = copy.copy(self)
        twin.hands = self.hands[:]
        twin.known = self.known[:]
        twin.passed_on = self.passed_on[:]
        return twin


def _replaced(cards: Hand, old: Card, new: Card) -> Hand:
    changed = list(cards)
    changed[changed.index(old)] = new
    changed.sort()
    return tuple(changed)


def laid_out(rules: Rules, order: Sequence[Seat], seats: int, pack: Sequence[Card]) -> Table:
    """The cards as dealt to the seats in this order, forehand first and the dealer last."""
    players, size = len(order), rules.cards
    dealt = players * size
    nobody: list[Hand] = [()] * seats
    hands = nobody[:]
    for place, seat in enumerate(order):
        packet = pack[place * size : (place + 1) * size] if rules.closed else pack[place:dealt:players]
        hands[seat] = tuple(sorted(packet))
    top = dealt + rules.opened
    table = Table(hands=hands, known=nobody[:], passed_on=nobody[:], reserve=pack, top=top)
    opened = tuple(sorted(pack[dealt:top]))
    if rules.closed:
        table.loose = opened
    elif rules.two_packets:
        table.second = opened
    else:
        table.centre = opened
    return table
