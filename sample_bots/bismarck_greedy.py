"""Bismarck: wins each trick as cheaply as it can, or ducks it as high as it can when tricks count against it.

python -m sample_bots.bismarck_greedy --attention 0.5
"""

import argparse
from collections.abc import Sequence

from harness.sdk import BismarckView, Bot, News, run
from sample_bots.tricks import RANK, beats, winning


class Greedy(Bot[BismarckView]):
    def __init__(self, attention: float = 1.0) -> None:
        self.attention = attention  # the share of its decisions that it thinks about; the others are any legal action

    def act(self, view: BismarckView, legal: Sequence[str], news: News) -> str:
        if self.random.random() >= self.attention:
            return self.random.choice(legal)
        if view.phase == "mode":
            return self.mode(view, legal)
        cards = sorted((action.split()[1] for action in legal), key=RANK.__getitem__)
        avoiding = view.mode == "pass"
        if view.phase == "discard":
            return f"discard {cards[-1] if avoiding else cards[0]}"
        return f"play {self.play(view, cards, avoiding)}"

    def mode(self, view: BismarckView, legal: Sequence[str]) -> str:
        """Avoid tricks with low open cards, otherwise the first mode that is left."""
        low = sum(RANK[card] for card in view.open) < 4 * 6
        return "pass" if low and "pass" in legal else legal[0]

    def play(self, view: BismarckView, cards: Sequence[str], avoiding: bool) -> str:
        """A card, out of the legal ones from low to high."""
        if not view.trick:
            return cards[0] if avoiding else cards[-1]
        best = winning(view.trick, view.trump)
        winners = [card for card in cards if beats(card, best, view.trump)]
        losers = [card for card in cards if not beats(card, best, view.trump)]
        if avoiding:
            return losers[-1] if losers else winners[0]
        return winners[0] if winners else losers[0]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--attention", type=float, default=1.0, metavar="SHARE", help="of its decisions (1.0)")
    args = parser.parse_args()
    run(lambda: Greedy(args.attention), games=["bismarck"], holds=64)
