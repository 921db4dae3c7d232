"""A bot to start from: any legal action, but a knock where the hand is good."""

from collections.abc import Sequence

from harness.sdk import Bot, News, SchwimmenView, View, run


class MyBot(Bot[View]):
    """One match in one seat; every match has an instance of its own."""

    def act(self, view: View, legal: Sequence[str], news: News) -> str:
        if "knock" in legal and isinstance(view, SchwimmenView) and view.value >= 27:
            return "knock"
        return self.random.choice(legal)


if __name__ == "__main__":
    run(MyBot, holds=16)
