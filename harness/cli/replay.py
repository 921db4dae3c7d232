"""``harness replay``."""

from heapq import nlargest
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harness.cli.terminal import console, plain, put, put_json, say

if TYPE_CHECKING:
    from harness.cli.narration import Narration
    from harness.ladder import Ladder
    from harness.match import Log

RECENT = 20  # matches that are listed where none is named


@click.command("replay")
@click.argument("source", metavar="LADDER|LOGFILE", type=click.Path(path_type=Path))
@click.argument("key", required=False)
@click.option(
    "--seat", type=click.IntRange(min=0), metavar="N", help="Show only what this seat saw; seats count from 0."
)
@click.option("--deal", type=click.IntRange(min=1), metavar="N", help="Show one deal only; deals count from 1.")
@click.option(
    "--suits",
    type=click.Choice(["french", "german", "letters"]),
    default="french",
    show_default=True,
    help="The faces of the cards: Q♠, O🍃 or Qs.",
)
@click.option(
    "--colours", type=click.Choice(["two", "four"]), default="two", show_default=True, help="Colours of the suits."
)
@click.option(
    "--log", "to", type=click.Path(path_type=Path, dir_okay=False), help="Write the log to a new file instead."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON lines.")
def command(
    *,
    source: Path,
    key: str | None,
    seat: int | None,
    deal: int | None,
    suits: str,
    colours: str,
    to: Path | None,
    as_json: bool,
) -> None:
    """Show a logged match, action by action.

    It is found by its key in a ladder, or read from a file. Without a key, a ladder's latest matches are listed.
    """
    from harness.cli.match import write_log
    from harness.cli.narration import Narration
    from harness.games.faces import FACES

    log = _log(source, key, as_json)
    if log is None:
        return
    if to is not None:
        write_log(to, log)
        return
    narration = Narration(log, seat=seat, deal=deal, faces=FACES[suits])
    if as_json:
        for record in narration.records():
            put_json(record)
    else:
        _put(narration, colours)


def _log(source: Path, key: str | None, as_json: bool) -> "Log | None":
    """The log that is meant; None if a ladder's matches were listed instead."""
    from harness.ladder import open_ladder
    from harness.replay import read_log

    if not source.is_dir():
        if key is not None:
            raise click.UsageError(f"{source} is no ladder, so it has no match '{key}'; name its folder, or no key")
        return read_log(source)
    ladder = open_ladder(source)
    if key is None:
        _put_recent(ladder, as_json)
        return None
    with ladder.read() as store:
        return store.log(key)


def _put_recent(ladder: "Ladder", as_json: bool) -> None:
    """The latest matches, latest first."""
    with ladder.read() as store:
        labels = {bot.id: bot.label for bot in store.roster.bots()}
        for row in nlargest(RECENT, store.matches(), key=lambda row: (row.started, row.id)):
            bots = [labels[seat.bot] for seat in row.seats]
            if as_json:
                put_json({"key": row.key, "started": row.started, "bots": bots})
            else:
                put(f"{row.key}  {row.started}  {', '.join(bots)}")
        total = store.count()
    if total > RECENT:
        say(f"these are the latest {RECENT} of {total}; all: harness status {ladder.folder} --matches")
    say(f"look at one with: harness replay {ladder.folder} KEY")


def _put(narration: "Narration", colours: str) -> None:
    from rich.text import Text

    from harness.cli.outcome import put_outcome
    from harness.games.faces import COLOURS, GERMAN

    log, faces, screen = narration.log, narration.faces, console()
    seats = ", ".join(f"seat {seat} {bot.label}" for seat, bot in enumerate(log.bots))
    put(f"{log.key}: {log.game}, {seats}, {log.started}")
    if faces is GERMAN:
        put(faces.legend())
    for line in narration.lines():
        text = Text(plain(line))
        for suit, colour in COLOURS[colours].items():
            if colour:
                text.highlight_regex(rf"(?<!\w)(\d+|[A-Z]){faces.suits[suit]}(?!\w)", colour)
        screen.print(text, soft_wrap=True)
    if narration.deal is None:
        put("")
        put_outcome(log)
