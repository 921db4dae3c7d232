"""What a database keeps of bots: every version of each, what was handed in, and tokens of those that run elsewhere."""

import json

import msgspec

from harness.database import Database
from harness.errors import StoreError
from harness.match import Bot
from harness.submission import Report, Submission


class _BotRow(msgspec.Struct, frozen=True, array_like=True):
    id: int
    name: str
    version: int
    author: str
    command: str
    folder: str
    image: str
    remote: int  # SQLite has no truth values


class Roster:
    """The bots in one open database."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def bots(self) -> list[Bot]:
        """Every version of every bot, by id."""
        rows = self._db.rows(
            _BotRow,
            "SELECT id, name, version, author, command, folder, image, sha256 IS NOT NULL"
            " FROM bots LEFT JOIN tokens ON bot = id ORDER BY id",
        )
        return [self._bot(row) for row in rows]

    def _bot(self, row: "_BotRow") -> Bot:
        try:
            command = msgspec.json.decode(row.command, type=tuple[str, ...])
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise StoreError(f"{self._db.path}: the command of bot {row.id} is damaged: {error}") from None
        return Bot(row.name, command, row.version, row.author, row.id, row.folder, row.image, bool(row.remote))

    def register(self, bot: Bot) -> Bot:
        """Keep a new version of a bot and give it its id."""
        row = self._db.row(
            tuple[int],
            "INSERT INTO bots (name, version, author, command, folder, image) VALUES (?, ?, ?, ?, ?, ?) RETURNING id",
            (bot.name, bot.version, bot.author, json.dumps(bot.command), bot.folder, bot.image),
        )
        assert row is not None
        return msgspec.structs.replace(bot, id=row[0])

    def tokens(self) -> dict[int, str]:
        """The SHA-256 of each remote bot's token, hexadecimal, by bot id."""
        return dict(self._db.rows(tuple[int, str], "SELECT bot, sha256 FROM tokens ORDER BY bot"))

    def submit(self, submission: Submission, bot: Bot | None, token: str = "") -> Submission:
        """Enter a submission; ``bot`` as the next version of its name if it was accepted, None if it was refused.

        ``token`` is the SHA-256 of a remote bot's token.
        """
        with self._db.transaction():
            if bot is not None:
                query = "SELECT ifnull(max(version), 0) FROM bots WHERE name = ?"
                (last,) = self._db.row(tuple[int], query, (bot.name,)) or (0,)
                bot = self.register(msgspec.structs.replace(bot, version=last + 1))
                submission = msgspec.structs.replace(submission, bot=bot.id, version=bot.version)
                if bot.remote:
                    self._db.change("INSERT INTO tokens VALUES (?, ?)", (bot.id, token))
            self.keep(submission)
        return submission

    def keep(self, submission: Submission) -> None:
        """Keep a submission whose bot, if it has one, is registered."""
        report = msgspec.json.encode(submission.report).decode()
        self._db.change(
            "INSERT INTO submissions (at, name, author, bot, report) VALUES (?, ?, ?, ?, ?)",
            (submission.at, submission.name, submission.author, submission.bot, report),
        )

    def submissions(self) -> list[Submission]:
        """All that was handed in, in the order in which it was."""
        query = (
            "SELECT s.at, s.name, s.author, s.bot, b.version, s.report"
            " FROM submissions s LEFT JOIN bots b ON b.id = s.bot ORDER BY s.id"
        )
        found = []
        for at, name, author, bot, version, report in self._db.rows(
            tuple[str, str, str, int | None, int | None, str], query
        ):
            try:
                told = msgspec.json.decode(report, type=Report)
            except (msgspec.MsgspecError, UnicodeError) as error:
                raise StoreError(f"{self._db.path}: the report of '{name}' at {at} is damaged: {error}") from None
            found.append(Submission(at, name, author, told, bot, version))
        return found
