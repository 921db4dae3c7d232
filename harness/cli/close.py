"""``harness close``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from harness.cli.terminal import put, put_json, say
from harness.errors import ConfigError

if TYPE_CHECKING:
    from harness.ladder import Ladder


@click.command("close")
@click.argument("folder", metavar="LADDER", type=click.Path(path_type=Path))
@click.option("--unfinished", is_flag=True, help="Close it though matches of its schedule are not played.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(folder: Path, unfinished: bool, as_json: bool) -> None:
    """End a ladder for good and publish its secret.

    With the secret anybody can deal every pack again and see that it is the one that was committed to before the first
    match. Nothing can be played or handed in afterwards; the pages are written anew, with the secret.
    """
    from harness.cli.playing import pages
    from harness.ladder import open_ladder
    from harness.schedule import commitment

    ladder = open_ladder(folder)
    lacking = _lacking(ladder)
    if lacking and not unfinished:
        raise ConfigError(
            f"{folder}: {lacking} matches of the schedule are not played; play them with: harness run {folder}, or"
            " close the ladder as it stands: --unfinished"
        )
    secret = ladder.close()
    page = pages(ladder)
    if as_json:
        put_json({"secret": secret, "commitment": commitment(secret), "lacking": lacking, "page": str(page)})
    else:
        put(f"secret: {secret}")
        put(f"commitment: {commitment(secret)}")
        put(str(page))
        say(f"the ladder is closed; whoever has its folder can check every pack: harness verify {folder}")


def _lacking(ladder: "Ladder") -> int:
    """How many matches are still to be played: those of benched bots are not."""
    from harness.cli import plan, standings

    if not ladder.played:
        return 0
    benched = {one.bot.id for one in standings.standings(ladder).standings if one.benched}
    planned = plan.fixtures(ladder, plan.field(ladder))
    return sum(not stored and benched.isdisjoint(fixture.table) for fixture, stored in planned)
