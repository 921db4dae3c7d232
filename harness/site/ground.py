"""What every page of a ladder stands on: its figures, its matches, its bots, and the folder that it goes into."""

from typing import Any

from harness import games, ratings
from harness.ladder import Ladder
from harness.site import pages
from harness.site.folder import Folder
from harness.site.record import Record
from harness.store import Store


class Ground:
    """One ladder's pages in the making."""

    def __init__(self, ladder: Ladder, store: Store, folder: Folder) -> None:
        self.ladder = ladder
        self.store = store
        self.folder = folder
        self.game = games.game(ladder.config.game, ladder.config.options)
        self.table = ratings.table(store, ladder.config.clock.bench_after)
        self.record = Record(ratings.counted(store, ladder.config.clock.bench_after))
        self.bots = {bot.id: bot for bot in store.bots()}
        self.seeded = store.noted("seeded") == "yes"  # only then the seeds are known anyway
        self.paged = self.record.paged()
        self.whys: dict[str, tuple[str, ...]] = {}  # by match and seat, for the matches that have a page

    def put(self, path: str, template: str, page: str, **values: Any) -> None:
        """Render a page and write it; ``page`` is the one that the navigation marks as current."""
        rendered = pages.render(
            template,
            root="../" * path.count("/"),
            page=page,
            ladder=self.ladder,
            game=self.game,
            table=self.table,
            seeded=self.seeded,
            bots=self.bots,
            **values,
        )
        self.folder.put(path, rendered)
