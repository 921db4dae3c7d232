"""Bismarck: remembers every card, knows which of its own are masters, and plays each mode by a plan of its own.

python -m sample_bots.bismarck_thoughtful --forgetful
"""

import argparse
from collections.abc import Sequence

from harness.sdk import BismarckView, Bot, News, run
from sample_bots.tricks import PACK, RANK, beats, higher, length, lower, unseen, winning


class Thoughtful(Bot[BismarckView]):
    def __init__(self, forgetful: bool = False) -> None:
        self.forgetful = forgetful  # takes every card that it does not hold for one that may yet be played

    def act(self, view: BismarckView, legal: Sequence[str], news: News) -> str:
        if view.phase == "mode":
            return max(legal, key=lambda mode: fit(mode, view.open))
        cards = sorted((action.split()[1] for action in legal), key=RANK.__getitem__)
        out = [card for card in PACK if card not in view.hand] if self.forgetful else unseen(view)
        avoiding = view.mode == "pass"
        if view.phase == "discard":
            burden = danger if avoiding else weakness
            return f"discard {max(cards, key=lambda card: burden(card, view, out))}"
        choose = Avoiding if avoiding else Winning
        return f"play {choose(view, cards, out).card()}"


def fit(mode: str, cards: Sequence[str]) -> float:
    """How much better these four cards make a mode than four others might, in tricks; the weights are measured."""
    if mode == "pass":
        return 2.4 - 0.1 * sum(RANK[card] for card in cards)
    high = sum(max(0, RANK[card] - 8) for card in cards) - 3.1  # A 4, K 3, Q 2, J 1; 3.1 is the average
    if mode == "spel":
        return 0.25 * high
    trump, usual = ("s", 1.0) if mode == "spader" else (mode[-1], 2.1)  # valfri is free to take the longest suit
    return 0.2 * high + 0.75 * (length(trump, cards) - usual)


def weakness(card: str, view: BismarckView, out: Sequence[str]) -> float:
    """How well a card can be spared when tricks count: low, not trump, from a suit to be void in or of no length."""
    if card[1] == view.trump:
        return -100 - RANK[card]
    few = length(card[1], view.hand)
    return -RANK[card] - few * (1 if view.trump else 1.5)


def danger(card: str, view: BismarckView, out: Sequence[str]) -> float:
    """How likely a card is to take a trick when it should not: few out are higher, few of one's own can duck for it."""
    few = -length(card[1], view.hand)  # a suit to be void in soon
    return few + lower(card, out) - higher(card, out) - 2 * lower(card, view.hand)


class Winning:
    """One card to play when tricks count for their winner."""

    def __init__(self, view: BismarckView, cards: Sequence[str], out: Sequence[str]) -> None:
        self.view = view
        self.cards = cards  # the legal ones, from low to high
        self.out = out

    def card(self) -> str:
        if not self.view.trick:
            return self.lead()
        best = winning(self.view.trick, self.view.trump)
        winners = [card for card in self.cards if beats(card, best, self.view.trump)]
        safe = [card for card in winners if len(self.view.trick) == 2 or self.holds(card)]
        return self.cheapest(safe) if safe else self.spare()

    def holds(self, card: str) -> bool:
        """Whether a card played second probably keeps the trick."""
        led = self.view.trick[0]
        if card[1] != led[1]:
            return True  # trumped; the third seat could only trump higher
        return higher(card, self.out) <= 1

    def cheapest(self, winners: Sequence[str]) -> str:
        side = [card for card in winners if card[1] != self.view.trump]
        return (side or winners)[0]

    def spare(self) -> str:
        return max(self.cards, key=lambda card: weakness(card, self.view, self.out))

    def lead(self) -> str:
        """Masters first, trumps before others while somebody else has any; else low from the longest suit."""
        masters = [card for card in self.cards if higher(card, self.out) == 0]
        trumps_out = length(self.view.trump, self.out) if self.view.trump else 0
        pulling = [card for card in masters if card[1] == self.view.trump and trumps_out]
        side = [card for card in masters if card[1] != self.view.trump]
        if pulling or side:
            return (pulling or side)[-1]
        return max(self.cards, key=lambda card: (length(card[1], self.view.hand), -RANK[card]))


class Avoiding:
    """One card to play when tricks count against their winner."""

    def __init__(self, view: BismarckView, cards: Sequence[str], out: Sequence[str]) -> None:
        self.view = view
        self.cards = cards
        self.out = out

    def card(self) -> str:
        if not self.view.trick:
            return max(self.cards, key=lambda card: higher(card, self.out) - lower(card, self.out))
        led = self.view.trick[0]
        if self.cards[0][1] != led[1]:
            return max(self.cards, key=lambda card: danger(card, self.view, self.out))
        ducking = [card for card in self.cards if not beats(card, winning(self.view.trick, ""), "")]
        if ducking:
            return ducking[-1]
        return self.cards[-1] if len(self.view.trick) == 2 else self.cards[0]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--forgetful", action="store_true", help="remember no card that was played")
    args = parser.parse_args()
    run(lambda: Thoughtful(args.forgetful), games=["bismarck"], holds=64)
