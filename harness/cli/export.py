"""``harness export``."""

from pathlib import Path

import click

from harness.cli.terminal import put, put_json


@click.command("export")
@click.argument("folder", metavar="LADDER", type=click.Path(path_type=Path))
@click.argument("to", metavar="FOLDER", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(folder: Path, to: Path, as_json: bool) -> None:
    """Write a ladder's results as tables, its logs as files.

    The tables are matches, seats and ratings. Each comes as CSV, as JSON lines, and by columns: one JSON object with
    the type and the values of each, ready for Arrow and Parquet. The folder must be new or empty.
    """
    from harness.cli.playing import bar
    from harness.export import export
    from harness.ladder import open_ladder

    with bar("writing") as moved:
        written = export(open_ladder(folder), to, moved)
    if as_json:
        put_json({"folder": str(to), **written})
    else:
        for what, lines in written.items():
            put(f"{to / what}: {lines}")
