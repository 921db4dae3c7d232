"""Schwimmen family: looks one turn ahead, and knocks when its own hand is unlikely to be the lowest.

It weighs three things in every move: what the hand is worth now, what it may be worth a turn later, and what the next
seat is given. It counts the cards that it has seen, and remembers what the others took.

python -m sample_bots.thoughtful --knock-at 28
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

from harness.sdk import Bot, News, SchwimmenView, run
from sample_bots.hands import RULE_SETS, Hand, Valuation, pack, valuation
from sample_bots.moves import Move, move

KEEP = 18.0  # the dealer keeps a first packet worth this
FAR = 8.0  # a move that leaves so much less in hand than another is not looked at further
SAMPLE = 12  # unseen cards that are tried, to stay fast with large packs


@dataclass(frozen=True)
class Weights:
    """What counts for how much in a rule set; measured over some thousand matches against the greedy bot."""

    enough: tuple[float, ...] = (24.0,)  # knock or close with this: in the first circuit, the second, and from then on
    later: float = 1.0  # of a point, for each point that the next turn may bring
    gift: float = 0.25  # of a point, for each point that the next seat gains by what is left to it
    drawn: float = 17.5  # about what a hand drawn from the reserve is worth


WEIGHTS = {
    "schnauz": Weights(enough=(25.0,)),
    "dutch-31": Weights(enough=(21.0, 24.0), later=0.25),  # a close ends it at once: there may be no next turn
    "forty-one": Weights(enough=(33.0,), later=0.6, gift=0.45, drawn=19.0),
}


class Thoughtful(Bot[SchwimmenView]):
    value: Valuation
    pack: list[str]
    weights: Weights

    def __init__(self, knock_at: float | None = None) -> None:
        self.knock_at = knock_at

    def started(self) -> None:
        rule_set, options = self.match.rule_set, self.match.options
        self.value = valuation(rule_set, options)
        self.pack = pack(rule_set, options)
        self.weights = WEIGHTS.get(rule_set, Weights())

    def act(self, view: SchwimmenView, legal: Sequence[str], news: News) -> str:
        if view.phase == "choice":
            return "keep" if view.value >= KEEP else "refuse"
        moves = [move(view, action) for action in legal]
        ending = next((each for each in moves if each.ends), None)
        if ending and (lead(view) >= self.enough(view.circuit) or len(moves) == 1):
            return ending.action
        return Outlook(self, view).best([each for each in moves if not each.ends]).action

    def enough(self, circuit: int) -> float:
        """The worth of a hand to knock or close with."""
        if self.knock_at is not None:
            return self.knock_at
        by_circuit = self.weights.enough
        return by_circuit[min(circuit, len(by_circuit)) - 1]


class Outlook:
    """One decision as seen from one seat: what a move is worth, in points."""

    def __init__(self, bot: Thoughtful, view: SchwimmenView) -> None:
        self.value = bot.value
        self.weights = bot.weights
        self.hand = tuple(view.hand)
        self.last_turn = view.ender >= 0
        self.next_hand = next_hand(view, bot.match.options["direction"])
        cards = unseen(view, bot.pack)
        self.unseen = cards[:: len(cards) // SAMPLE + 1]  # every so many of them, in pack order
        # How likely a card that is left will still be there a turn later: the more seats, the less.
        self.stays = min(0.7, 1.8 / sum(view.in_deal))

    def best(self, moves: Sequence[Move]) -> Move:
        """The move that is worth most, out of those that are not far behind already."""
        top = max(map(self.now, moves))
        return max((move for move in moves if self.now(move) >= top - FAR), key=self.weight)

    def now(self, move: Move) -> float:
        """What the hand is worth after the move."""
        return self.weights.drawn if move.hand is None else self.value(move.hand)

    def weight(self, move: Move) -> tuple[float, bool]:
        """The worth of a move; of equals the one that changes nothing is the better."""
        now = self.now(move)
        unchanged = move.hand == self.hand
        if self.last_turn:
            return now, unchanged
        later = 0.0 if move.hand is None else self.gain(move.hand, move.left)
        worth = now + self.weights.later * later - self.weights.gift * self.gift(move.left)
        return worth, unchanged

    def gain(self, hand: Hand, left: Hand) -> float:
        """The points that the next turn may add: by the best card that is left now, or by one that is yet unseen."""
        now = self.value(hand)
        rests = [(*hand[:place], *hand[place + 1 :]) for place in range(len(hand))]

        def by(card: str) -> float:
            return max(0.0, max(self.value((*rest, card)) for rest in rests) - now)

        from_left = max(map(by, left), default=0.0)
        from_unseen = sum(map(by, self.unseen)) / len(self.unseen) if self.unseen else 0.0
        return self.stays * from_left + (1 - self.stays) * from_unseen

    def gift(self, left: Hand) -> float:
        """The points that the next seat, as far as its hand is known, can have from what is left to it."""
        now = self.value(self.next_hand)
        return max((self.value((*self.next_hand, card)) - now for card in left), default=0.0)


def lead(view: SchwimmenView) -> float:
    """The own result so far, banked points included, over what the seat with the fewest has banked."""
    if not view.banked:
        return view.value
    others = [points for seat, points in enumerate(view.banked) if view.in_deal[seat] and seat != view.seat]
    return view.value + view.banked[view.seat] - min(others)


def next_hand(view: SchwimmenView, direction: str) -> Hand:
    """The cards that are known to be with the seat whose turn is next."""
    step = 1 if direction == "clockwise" else -1
    seats = len(view.in_deal)
    after = next(seat for k in range(1, seats) if view.in_deal[seat := (view.seat + step * k) % seats])
    return tuple(card for seat, card in zip(view.known_seats, view.known_cards, strict=True) if seat == after)


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
