"""Plays the first legal action, in every game: as fast as a bot can be, to measure the harness with."""

from collections.abc import Sequence

from harness.sdk import Bot, News, View, run


class FirstBot(Bot[View]):
    def act(self, view: View, legal: Sequence[str], news: News) -> str:
        return legal[0]


if __name__ == "__main__":
    run(FirstBot, holds=64)
