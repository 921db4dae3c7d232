"""Schwimmen family: plays as the greedy bot does when it pays attention, and anything at all when it does not.

python -m sample_bots.careless --attention 0.5
"""

import argparse
from collections.abc import Sequence

from harness.sdk import News, SchwimmenView, run
from sample_bots.greedy import Greedy
from sample_bots.hands import RULE_SETS


class Careless(Greedy):
    def __init__(self, attention: float = 0.5) -> None:
        super().__init__()
        self.attention = attention  # the share of its decisions that it thinks about

    def act(self, view: SchwimmenView, legal: Sequence[str], news: News) -> str:
        if self.random.random() < self.attention:
            return super().act(view, legal, news)
        return self.random.choice(legal)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--attention", type=float, default=0.5, metavar="SHARE", help="of its decisions (0.5)")
    args = parser.parse_args()
    run(lambda: Careless(args.attention), games=RULE_SETS, holds=64)
