"""``harness run``."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from harness.cli import INTERRUPTED
from harness.cli.terminal import put, put_json, say

if TYPE_CHECKING:
    from harness.gate import Gate
    from harness.ladder import Ladder


@click.command("run")
@click.argument("folder", metavar="LADDER", type=click.Path(path_type=Path))
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Worker processes [one for two processors].")
@click.option("--listen", metavar="HOST:PORT", help="Let remote bots connect there; beyond this machine with TLS only.")
@click.option("--cert", type=click.Path(path_type=Path), help="The certificate for --listen, in PEM.")
@click.option("--key", type=click.Path(path_type=Path), help="Its private key, in PEM.")
@click.option("--dry-run", is_flag=True, help="Print the schedule and its size; play and write nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--no-site", is_flag=True, help="Leave the pages as they are.")
def command(
    folder: Path,
    jobs: int | None,
    listen: str | None,
    cert: Path | None,
    key: Path | None,
    dry_run: bool,
    as_json: bool,
    no_site: bool,
) -> int:
    """Play what a ladder still lacks, then write its pages.

    Ctrl-C lets the running matches finish, a second one stops at once; the next run goes on from there.
    """
    from harness.ladder import open_ladder

    if (cert is None) != (key is None) or (cert is not None and listen is None):
        raise click.UsageError("--listen, --cert and --key belong together; only --listen can do without the others")
    ladder = open_ladder(folder)
    if not dry_run:
        with _gate(listen, cert, key) as gate:
            return _run(ladder, jobs, gate, as_json, pages=not no_site)
    _put_schedule(ladder, as_json)
    return 0


@contextmanager
def _gate(listen: str | None, cert: Path | None, key: Path | None) -> "Iterator[Gate | None]":
    """Where remote bots connect, told on stderr."""
    if listen is None:
        yield None
        return
    from harness.gate import Certificate, open_gate

    certificate = Certificate(cert, key) if cert is not None and key is not None else None
    with closing(open_gate(listen, certificate)) as gate:
        how = f"with TLS; they need HARNESS_CA={cert}" if certificate is not None else "without TLS, on this machine"
        port = gate.listening.getsockname()[1]
        where = f"HOST:{port} (a name of this machine)" if gate.everywhere else gate.address
        say(f"remote bots connect to HARNESS_ADDRESS={where} {how}")
        say("no process of theirs is seen from here: that none meets a deal twice rests on their authors")
        yield gate


def _run(ladder: "Ladder", jobs: int | None, gate: "Gate | None", as_json: bool, *, pages: bool) -> int:
    from harness.cli import playing, standings

    report = playing.play(ladder, jobs, gate)
    found = standings.standings(ladder)
    page = playing.pages(ladder) if pages and not report.stopped else None
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
