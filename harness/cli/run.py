"""``harness run``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from harness.cli import INTERRUPTED
from harness.cli.terminal import put, put_json

if TYPE_CHECKING:
    from harness.ladder import Ladder


@click.command("run")
@click.argument("folder", metavar="LADDER", type=click.Path(path_type=Path))
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Worker processes [one for two processors].")
@click.option("--dry-run", is_flag=True, help="Print the schedule and its size; play and write nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--no-site", is_flag=True, help="Leave the pages as they are.")
def command(folder: Path, jobs: int | None, dry_run: bool, as_json: bool, no_site: bool) -> int:
    """Play what a ladder still lacks, then write its pages.

    Ctrl-C lets the running matches finish, a second one stops at once; the next run goes on from there.
    """
    from harness.ladder import open_ladder

    ladder = open_ladder(folder)
    if not dry_run:
        return _run(ladder, jobs, as_json, pages=not no_site)
    _put_schedule(ladder, as_json)
    return 0


def _run(ladder: "Ladder", jobs: int | None, as_json: bool, *, pages: bool) -> int:
    from harness import site
    from harness.cli import standings
    from harness.cli.playing import play

    report = play(ladder, jobs)
    found = standings.standings(ladder)
    page = site.build(ladder) if pages and not report.stopped else None
    if as_json:
        benched = [bot.label for bot in report.benched]
        rows = [standings.as_json(one) for one in found.standings]
        outcome = {**msgspec.structs.asdict(report), "benched": benched}
        put_json({**outcome, "page": None if page is None else str(page), "standings": rows})
    else:
        standings.put_standings(found)
        if page is not None:
            put(str(page))
    return INTERRUPTED if report.stopped else 0


def _put_schedule(ladder: "Ladder", as_json: bool) -> None:
    """A line for each match, as it comes, and one for their number."""
    from harness.cli import plan

    bots = plan.field(ladder)
    total = stored = 0
    for fixture, is_stored in plan.fixtures(ladder, bots):
        total += 1
        stored += is_stored
        seated = [bots[bot].label for bot in fixture.seats]
        if as_json:
            put_json({"key": fixture.key, "set": fixture.set_key, "bots": seated, "stored": is_stored})
        else:
            put(f"{fixture.key}  {', '.join(seated)}{'  (stored)' if is_stored else ''}")
    if as_json:
        put_json({"matches": total, "stored": stored})
    else:
        put(f"{total} matches, {stored} of them stored already")
