"""``harness submit``."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from harness.cli.terminal import put_json, say
from harness.errors import ConfigError

if TYPE_CHECKING:
    from harness.ladder import Ladder
    from harness.submission import Submission


@click.command("submit")
@click.argument("folder", metavar="LADDER", type=click.Path(path_type=Path))
@click.argument("source", required=False)
@click.option("--command", "process", metavar="COMMAND", help="Enter a process of this machine instead; it is trusted.")
@click.option("--name", required=True, help="The bot's name in the ladder.")
@click.option("--author", default="", help="Shown on the pages.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(folder: Path, source: str | None, process: str | None, name: str, author: str, as_json: bool) -> int:
    """Check a bot and enter it in a ladder.

    SOURCE is an image, a folder with a Dockerfile, or a file that `docker save` wrote. What passes becomes version
    1, 2, ... of its name, and plays from the next run on. What is refused is kept with its report, and plays nothing.
    """
    from harness.cli import report
    from harness.ladder import open_ladder
    from harness.submission import State, Submission

    entry, ladder = report.entry(source, process), open_ladder(folder)
    _usable(ladder, name, author)
    found = report.checked(entry, ladder.config, quiet=as_json, keep=True)
    submission = Submission(datetime.now(UTC).isoformat(timespec="seconds"), name, author, found)
    if found.state is not State.MACHINE:
        accepted = found.state is State.PASSED
        bot = msgspec.structs.replace(entry.bot(found.image), name=name, author=author) if accepted else None
        with ladder.beside() as store:
            submission = store.submit(submission, bot)
    if as_json:
        put_json(report.submission_as_json(submission))
    else:
        _tell(ladder, submission)
    return 0 if submission.accepted else 1


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
