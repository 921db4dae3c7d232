"""The first legal action, at once, for as many matches as its argument says."""

import sys
from collections.abc import Sequence

from harness.sdk import Bot, News, View, run


class FirstBot(Bot[View]):
    def act(self, view: View, legal: Sequence[str], news: News) -> str:
        return legal[0]


if __name__ == "__main__":
    run(FirstBot, holds=int(sys.argv[1]))
