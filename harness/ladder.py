"""A ladder on disk: a folder with its configuration, its database, its pages, and what its bots printed."""

import fcntl
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from harness import config as configuration
from harness import games
from harness.config import Config
from harness.errors import ConfigError, StoreError
from harness.match import Bot
from harness.schedule import commitment
from harness.schema import Outdated
from harness.store import Store


class Ladder(msgspec.Struct, frozen=True):
    """A ladder's folder and its configuration as read."""

    folder: Path
    config: Config

    @property
    def title(self) -> str:
        return self.config.title or self.folder.resolve().name

    @property
    def game(self) -> games.Game:
        """Its rule set, with its options."""
        return games.game(self.config.game, self.config.options)

    @property
    def database(self) -> Path:
        return self.folder / "ladder.db"

    @property
    def site(self) -> Path:
        return self.folder / "site"

    @property
    def logs(self) -> Path:
        return self.folder / "logs"

    @property
    def played(self) -> bool:
        """Whether it ever ran."""
        return self.database.exists()

    def read(self) -> Store:
        """Its database, to read; StoreError if it never ran."""
        if not self.played:
            raise StoreError(f"{self.folder}: nothing was played yet; run: harness run {self.folder}")
        try:
            return Store(self.database, write=False)
        except Outdated:
            with self._locked():
                Store(self.database, write=True).close()
            return Store(self.database, write=False)

    @contextmanager
    def write(self) -> Iterator[Store]:
        """Its database, to play: for one process at a time."""
        with self._locked(), Store(self.database, write=True) as store:
            self._settle(store)
            self._refuse_if_closed(store)
            yield store

    def close(self) -> str:
        """End the ladder: nothing is played or handed in any more, and its secret, which is returned, is published."""
        if not self.played:
            raise StoreError(f"{self.folder}: nothing was played yet, so there is nothing to close")
        with self._locked(), Store(self.database, write=True) as store:
            self._settle(store)
            store.note("closed", "yes")
            return store.noted("secret") or ""

    def _refuse_if_closed(self, store: Store) -> None:
        if store.noted("closed") == "yes":
            raise StoreError(f"{self.folder}: this ladder is closed and its secret is known; make a new one to play on")

    @property
    def running(self) -> bool | None:
        """Whether a harness has it open to play; None where that cannot be told without taking the lock (not Linux)."""
        try:
            locks = Path("/proc/locks").read_text().splitlines()
            number = (self.folder / ".lock").stat().st_ino
        except OSError:
            return None
        return any("FLOCK" in line and line.split()[-3].endswith(f":{number}") for line in locks)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """The lock is the system's, and ends with the process that holds it, however that ends."""
        try:
            lock = (self.folder / ".lock").open("w")
        except OSError as error:
            raise StoreError(f"{self.folder}: cannot be written to ({error.strerror}); mend that first") from None
        with lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise StoreError(f"{self.folder}: another harness is running this ladder; wait for it to end") from None
            yield

    @contextmanager
    def beside(self) -> Iterator[Store]:
        """Its database, to add to while a run may be on: SQLite sees to it that the two do not meet."""
        if not self.played:
            with self.write():
                pass  # begun
        with Store(self.database, write=True) as store:
            self._refuse_if_closed(store)
            yield store

    @property
    def rules(self) -> str:
        """What a ladder may never change, in one text."""
        fixed = {
            "game": self.config.game,
            "options": dict(self.game.options),
            "rotations": self.config.schedule.rotations,
        }
        return msgspec.json.encode(fixed, order="sorted").decode()

    def _settle(self, store: Store) -> None:
        """Note the rules at the first opening, and refuse others later."""
        rules = self.rules
        if store.noted("rules") is None:
            secret = self.config.schedule.seed or secrets.token_hex(32)
            store.note("secret", secret)
            store.note("seeded", "yes" if self.config.schedule.seed else "no")
            store.note("commitment", commitment(secret))
            store.note("id", secrets.token_hex(8))
            store.note("rules", rules)
        where = self.folder / "ladder.toml"
        if store.noted("rules") != rules:
            what = "game, options or schedule.rotations"
            raise ConfigError(f"{where}: {what} differ from those played so far; make a new ladder for them")
        if self.config.schedule.seed and store.noted("secret") != self.config.schedule.seed:
            raise ConfigError(f"{where}: schedule.seed differs from the one played so far; make a new ladder for it")


def open_ladder(folder: Path) -> Ladder:
    """The ladder in a folder; ConfigError if there is none or its configuration is wrong."""
    path = folder / "ladder.toml"
    if not path.is_file():
        raise ConfigError(f"{folder}: no ladder here (no ladder.toml); make one with: harness init {folder}")
    return Ladder(folder, configuration.read(path))


def entrants(ladder: Ladder, store: Store) -> list[Bot]:
    """The bots that play: every entry of the configuration, registered where it is new, and what was submitted.

    ConfigError if an entry's command changed without a new version, or its name is that of a submitted bot.
    """
    where = ladder.folder / "ladder.toml"
    known = {(bot.name, bot.version): bot for bot in store.roster.bots()}
    submitted = latest_submitted(store)
    playing = []
    for entry in ladder.config.bots:
        if entry.name in submitted:
            raise ConfigError(f"{where}: bots: a bot named '{entry.name}' was submitted; give the entry another name")
        bot = Bot(entry.name, entry.command, entry.version, entry.author, folder=str(ladder.folder.resolve()))
        old = known.get((entry.name, entry.version))
        if old is not None and old.command != bot.command:
            raise ConfigError(
                f"{where}: bots: '{entry.name}' version {entry.version} has played with another command; write version"
                f" = {entry.version + 1} to enter the changed bot as a new version"
            )
        # The folder may have moved since; where the bot runs is a matter of today.
        playing.append(msgspec.structs.replace(bot, id=old.id) if old else store.roster.register(bot))
    return playing + list(submitted.values())


def latest_submitted(store: Store) -> dict[str, Bot]:
    """The latest accepted version of each submitted bot, by name."""
    bots = {bot.id: bot for bot in store.roster.bots()}
    return {one.name: bots[one.bot] for one in store.roster.submissions() if one.bot is not None}
