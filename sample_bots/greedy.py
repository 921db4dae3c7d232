"""Schwimmen family: takes the best hand it can have now, and knocks or closes when that is good enough.

python -m sample_bots.greedy --knock-at 25
"""

import argparse
from collections.abc import Sequence

from harness.sdk import Bot, News, SchwimmenView, run
from sample_bots.hands import RULE_SETS, Valuation, valuation
from sample_bots.moves import Move, move

UNSEEN = 18.0  # about what a hand is worth that is drawn from the reserve or lies face down
GOOD_ENOUGH = {"forty-one": 33.0}
GOOD_ENOUGH_ELSEWHERE = 30.0  # little is left to gain


class Greedy(Bot[SchwimmenView]):
    value: Valuation
    good_enough: float

    def __init__(self, knock_at: float | None = None) -> None:
        self.knock_at = knock_at

    def started(self) -> None:
        self.value = valuation(self.match.rule_set, self.match.options)
        usual = GOOD_ENOUGH.get(self.match.rule_set, GOOD_ENOUGH_ELSEWHERE)
        self.good_enough = usual if self.knock_at is None else self.knock_at

    def act(self, view: SchwimmenView, legal: Sequence[str], news: News) -> str:
        if view.phase == "choice":
            return "keep" if view.value >= UNSEEN else "refuse"
        return max(legal, key=lambda action: self.worth(view, move(view, action)))

    def worth(self, view: SchwimmenView, move: Move) -> tuple[float, bool]:
        """What the hand is worth after the move; of equals the one that changes nothing is the better."""
        if move.ends:
            return (100 if view.value >= self.good_enough else 0), False
        if move.hand is None:
            return UNSEEN, False
        return self.value(move.hand), move.hand == tuple(view.hand)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--knock-at", type=float, metavar="POINTS", help="knock or close with a hand worth this")
    args = parser.parse_args()
    run(lambda: Greedy(args.knock_at), games=RULE_SETS, holds=64)
