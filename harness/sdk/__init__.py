"""For the authors of bots in Python: subclass `Bot`, write `act`, call `run`.

```python
from harness.sdk import Bot, View, run


class MyBot(Bot[View]):
    def act(self, view, legal, news):
        return self.random.choice(legal)


if __name__ == "__main__":
    run(MyBot)
```
"""

from harness.sdk.bot import Bot, Match, News, Result, View
from harness.sdk.stream import run
from harness.wire.arena_pb2 import BismarckView, SchwimmenView

__all__ = ["BismarckView", "Bot", "Match", "News", "Result", "SchwimmenView", "View", "run"]
