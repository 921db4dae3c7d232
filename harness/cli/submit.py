"""``harness submit``."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from harness.cli.terminal import put, put_json, say
from harness.errors import ConfigError

if TYPE_CHECKING:
    from harness.ladder import Ladder
    from harness.submission import Submission


@click.command("submit")
@click.argument("folder", metavar="LADDER", type=click.Path(path_type=Path))
@click.argument("source", required=False)
@click.option("--command", "process", metavar="COMMAND", help="Enter a process of this machine instead; it is trusted.")
@click.option("--remote", is_flag=True, help="Enter a bot that runs elsewhere and connects; prints its token, once.")
@click.option("--name", required=True, help="The bot's name in the ladder.")
@click.option("--author", default="", help="Shown on the pages.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    folder: Path, source: str | None, process: str | None, remote: bool, name: str, author: str, as_json: bool
) -> int:
    """Check a bot and enter it in a ladder.

    SOURCE is an image, a folder with a Dockerfile, or a file that `docker save` wrote. What passes becomes version
    1, 2, ... of its name, and plays from the next run on. What is refused is kept with its report, and plays nothing.
    """
    from harness.cli import report
    from harness.ladder import open_ladder
    from harness.submission import State, Submission

    if remote:
        if source is not None or process is not None:
            raise click.UsageError("--remote takes no SOURCE and no --command: the bot runs elsewhere")
        return _enter_remote(open_ladder(folder), name, author, as_json)
    entry, ladder = report.entry(source, process), open_ladder(folder)
    _usable(ladder, name, author)
    found = report.checked(entry, ladder.config, quiet=as_json, keep=True)
    submission = Submission(datetime.now(UTC).isoformat(timespec="seconds"), name, author, found)
    if found.state is not State.MACHINE:
        accepted = found.state is State.PASSED
        bot = msgspec.structs.replace(entry.bot(found.image), name=name, author=author) if accepted else None
        with ladder.beside() as store:
            submission = store.roster.submit(submission, bot)
    if as_json:
        put_json(report.submission_as_json(submission))
    else:
        _tell(ladder, submission)
    return 0 if submission.accepted else 1


def _enter_remote(ladder: "Ladder", name: str, author: str, as_json: bool) -> int:
    """A version whose bot comes from elsewhere. Its token is printed; the ladder keeps a hash of it alone."""
    from hashlib import sha256
    from secrets import token_hex

    from harness.cli import report
    from harness.match import Bot
    from harness.submission import Report, State, Step, Submission

    _usable(ladder, name, author)
    untried = Step("token", State.PASSED, "A token was made. The bot itself was not tried: its matches will tell.")
    found = Report("remote", ladder.config.game, (untried,))
    token = token_hex(32)
    with ladder.beside() as store:
        submission = store.roster.submit(
            Submission(datetime.now(UTC).isoformat(timespec="seconds"), name, author, found),
            Bot(name, author=author, remote=True),
            sha256(token.encode()).hexdigest(),
        )
    if as_json:
        put_json({**report.submission_as_json(submission), "token": token})
        return 0
    put(f"HARNESS_TOKEN={token}")
    say(f"accepted: {name}, version {submission.version}; its token is shown this once, a lost one means a new version")
    say("its author starts the bot with that, HARNESS_ADDRESS=HOST:PORT and HARNESS_CA=CERTIFICATE, as told by:")
    say(f"harness run {ladder.folder} --listen HOST:PORT --cert CERTIFICATE --key KEY")
    return 0


def _usable(ladder: "Ladder", name: str, author: str) -> None:
    """ConfigError if the ladder can take no bot of that name."""
    from harness.config import BotEntry

    try:
        msgspec.convert({"name": name, "author": author, "command": ["-"]}, BotEntry)
    except msgspec.ValidationError as error:
        allowed = "a name is up to 40 letters, digits, '.', '_' and '-', an author up to 100 characters"
        raise ConfigError(f"--name, --author: {error}; {allowed}") from None
    if name in {bot.name for bot in ladder.config.bots}:
        where = ladder.folder / "ladder.toml"
        raise ConfigError(f"--name: '{name}' is a bot of {where}; choose another name, or take that entry out first")


def _tell(ladder: "Ladder", submission: "Submission") -> None:
    from harness.submission import State

    if submission.accepted:
        say(f"accepted: {submission.name}, version {submission.version}; it plays with: harness run {ladder.folder}")
    elif submission.report.state is State.MACHINE:
        say("the machine failed, not the bot: nothing is stored; mend that, then submit it again")
    else:
        where = f"harness status {ladder.folder} --submissions"
        say(f"refused: {submission.name} plays nothing; its report is kept: {where}")
