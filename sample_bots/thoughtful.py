"""Schwimmen family: not to be the lowest is all that counts, so it knocks early, while others still collect.

It weighs three things in every move: what the hand is worth now, what it may become, and what the next seat is
given. It remembers what the others took and threw away, and knows from that which cards may still turn up.

    python -m sample_bots.thoughtful --knock-at 24
"""

import argparse
from collections.abc import Sequence

from harness.sdk import Bot, News, SchwimmenView, run
from sample_bots.hands import RULE_SETS, Hand, Valuation, pack, valuation
from sample_bots.moves import Move, move

PROMISE = 0.6  # of a point, for each point that an unseen card would bring on average
GIFT = 0.25  # of a point, for each point that the next seat gains by what is left to it
KEEP = 18.0
DRAWN = {"forty-one": 19.5}  # about what a hand drawn from the reserve is worth
DRAWN_ELSEWHERE = 17.5


class Thoughtful(Bot[SchwimmenView]):
    value: Valuation
    pack: list[str]

    def __init__(self, knock_at: float | None = None) -> None:
        self.knock_at = knock_at

    def started(self) -> None:
        self.value = valuation(self.match.rule_set, self.match.options)
        self.pack = pack(self.match.rule_set, self.match.options)
        self.drawn = DRAWN.get(self.match.rule_set, DRAWN_ELSEWHERE)

    def act(self, view: SchwimmenView, legal: Sequence[str], news: News) -> str:
        if view.phase == "choice":
            return "keep" if view.value >= KEEP else "refuse"
        moves = [move(view, action) for action in legal]
        ending = next((each for each in moves if each.ends), None)
        if ending and (self.lead(view) >= self.enough(view) or len(moves) == 1):
            return ending.action
        table = Table(self, view)
        return max((each for each in moves if not each.ends), key=table.weight).action

    def lead(self, view: SchwimmenView) -> float:
        """What the own hand is worth, over what the seat with the least has banked already."""
        banked = [view.banked[seat] for seat in others(view)] if view.banked else [0]
        own = view.banked[view.seat] if view.banked else 0
        return view.value + own - min(banked)

    def enough(self, view: SchwimmenView) -> float:
        """When to knock or close: the sooner it is, and the more there are who may be lower, the less it takes."""
        if self.knock_at is not None:
            return self.knock_at
        return 26.0


class Table:
    """One decision: what each move is worth, seen from one seat."""

    def __init__(self, bot: Thoughtful, view: SchwimmenView) -> None:
        self.value = bot.value
        self.drawn = bot.drawn
        self.stays = tuple(view.hand)
        self.last = bool(view.ender >= 0)  # this is the seat's last turn in the deal
        self.unseen = unseen(view, bot.pack)
        self.next_hand = next_hand(view)

    def weight(self, move: Move) -> tuple[float, bool]:
        """The value of a move in points; of equals the one that changes nothing is the better."""
        now = self.drawn if move.hand is None else self.value(move.hand)
        if self.last:
            return now, move.hand == self.stays
        promise = self.promise(move.hand) if move.hand else 0
        return now + PROMISE * promise - GIFT * self.gift(move.left), move.hand == self.stays

    def promise(self, hand: Hand) -> float:
        """The points that one unseen card brings, on average, if it may be taken in exchange for a card of the hand."""
        if not self.unseen:
            return 0
        now = self.value(hand)
        pairs = [(*hand[:place], *hand[place + 1 :]) for place in range(len(hand))]
        return sum(max(now, *(self.value((*pair, card)) for pair in pairs)) - now for card in self.unseen) / len(
            self.unseen
        )

    def gift(self, left: Hand) -> float:
        """The points that the next seat, as far as its hand is known, can have from what is left to it."""
        now = self.value(self.next_hand)
        return max((self.value((*self.next_hand, card)) - now for card in left), default=0)


def others(view: SchwimmenView) -> list[int]:
    """The other seats of this deal."""
    return [seat for seat, dealt in enumerate(view.in_deal) if dealt and seat != view.seat]


def next_hand(view: SchwimmenView) -> Hand:
    """The cards that are known to be with the next seat of the deal."""
    at = view.seat
    return tuple(card for seat, card in zip(view.known_seats, view.known_cards, strict=True) if seat == at)


def unseen(view: SchwimmenView, pack: Sequence[str]) -> list[str]:
    """The cards that may lie anywhere: in the reserve, face down, or in another hand."""
    rest = list(pack)
    for card in (*view.hand, *view.centre, *view.loose, *view.discards_seen, *view.known_cards):
        rest.remove(card)
    return rest


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--knock-at", type=float, metavar="POINTS", help="knock or close with a hand worth this")
    args = parser.parse_args()
    run(lambda: Thoughtful(args.knock_at), games=RULE_SETS, holds=64)
