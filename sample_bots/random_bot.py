"""Plays any legal action, in every game."""

from collections.abc import Sequence

from harness.sdk import Bot, News, View, run


class RandomBot(Bot[View]):
    def act(self, view: View, legal: Sequence[str], news: News) -> str:
        return self.random.choice(legal)


if __name__ == "__main__":
    run(RandomBot, holds=64)
