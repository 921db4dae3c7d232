"""``harness verify``."""

from pathlib import Path

import click

from harness.cli.terminal import put, put_json, say


@click.command("verify")
@click.argument("folder", metavar="LADDER", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(folder: Path, as_json: bool) -> int:
    """Play every log again and derive all results anew.

    Checked are the database file, the commitment to the secret, each match's place in the schedule, its deals, log,
    ranks, scores and think times, the ratings, and the pages byte by byte. What is not as it should be is printed,
    and the exit code is 1.
    """
    from harness.cli.playing import bar
    from harness.ladder import open_ladder
    from harness.verify import verify

    with bar("verifying") as moved:
        found = verify(open_ladder(folder), moved)
    if as_json:
        put_json(found)
    else:
        for finding in found.findings:
            put(f"{finding.where}: {finding.what}")
        checked = f"{found.matches} logs played again, {found.pages} pages compared"
        say(f"{checked}: {f'{len(found.findings)} findings' if found.findings else 'all is as it should be'}")
    return 1 if found.findings else 0
