"""What every page of a ladder stands on: its figures, its matches and its bots."""

from typing import Any

from harness import history, ratings, shares
from harness.ladder import Ladder
from harness.outing import Outing
from harness.site import account, pages
from harness.site.language import language
from harness.site.reasons import Reasons
from harness.site.record import Record
from harness.store import Store

LEADING = 40  # bots that are shown head to head, each pair that met with a page, as their best and worst matches have


class Ground:
    """One ladder's pages in the making; ``live`` where they are served, so that every match has a page."""

    def __init__(self, ladder: Ladder, store: Store, *, live: bool = False) -> None:
        self.ladder = ladder
        self.live = live
        self.game = ladder.game
        config = ladder.config
        self._history = history.read(store, config.clock.bench_after, config.pages.matches, whole=live)
        self.table = shares.shown(ratings.table_of(self._history, store, ladder.game))
        self.record = Record(self._history)
        self.bots = {bot.id: bot for bot in store.roster.bots()}
        sdks = {one.bot: one.report.sdk for one in store.roster.submissions() if one.bot is not None}
        self.languages = {bot.id: language(bot, sdks.get(bot.id, "")) for bot in self.bots.values()}
        self.closed = store.noted("closed") == "yes"
        self.seeded = store.noted("seeded") == "yes" or self.closed  # only then the seeds are known anyway
        self.commitment = store.noted("commitment") or ""
        self.matrix = self.table.standings[:LEADING]
        self._leading = {standing.bot.id for standing in self.matrix}
        self.paged = self.record.paged(self._leading)
        self.of_set: dict[str, list[str]] = {}  # keys of the matches that have a page, by set
        for key, outing in self.paged.items():
            self.of_set.setdefault(outing.row.set_key, []).append(key)
        self.notes = self.record.notes(self.paged)
        self.sizes = self.record.sizes if len(self.record.sizes) > 1 else []  # of tables, that have a page each
        self.told: dict[str, Reasons] = {}
        self._account: tuple[str, account.Account] | None = None

    @property
    def store(self) -> Store:
        """The ladder's database; it may be opened anew between two pages."""
        return self._history.store

    @store.setter
    def store(self, store: Store) -> None:
        self._history.store = store

    def has_page(self, key: str) -> bool:
        """Whether the match of that key has a page."""
        return self.live or key in self.paged

    def has_pair(self, one: int, two: int) -> bool:
        """Whether these bots have a page as a pair."""
        return (self.live or (one in self._leading and two in self._leading)) and (one, two) in self.table.duels

    def told_of(self, key: str) -> account.Account:
        """A match, told; the last one is kept, since a long match has several pages."""
        if self._account is None or self._account[0] != key:
            self._account = key, account.tell(self.store.log(key), printed=self.ladder.config.pages.output)
            self.told[key] = self._account[1].reasons
        return self._account[1]

    def reasons(self, outing: Outing) -> Reasons:
        """Why each seat of a match did not win; matches without a page are not told."""
        key = outing.row.key
        if key not in self.told:
            return self.told_of(key).reasons if key in self.paged else Reasons.short(outing.row)
        return self.told[key]

    def void_keys(self) -> list[str]:
        """The keys of matches that do not count, where they have pages; the first ones, if there are many."""
        rows = self.store.numbered(sorted(self.record.void)[:LEADING]) if self.live else {}
        return [row.key for row in rows.values()]

    def render(self, path: str, template: str, page: str, **values: Any) -> str:
        """A page at that path; ``page`` is the one that the navigation marks as current."""
        return pages.render(
            template,
            root="../" * path.count("/"),
            page=page,
            ladder=self.ladder,
            game=self.game,
            table=self.table,
            seeded=self.seeded,
            closed=self.closed,
            void=len(self.record.void),
            stored=self._history.ladder.stored,
            bots=self.bots,
            live=self.live,
            **values,
        )
