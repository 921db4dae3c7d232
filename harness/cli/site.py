"""``harness site``."""

from pathlib import Path

import click

from harness.cli.terminal import put, put_json, say
from harness.errors import ConfigError


@click.command("site")
@click.argument("folder", metavar="LADDER|RESULTS", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(folder: Path, as_json: bool) -> None:
    """Write a ladder's pages, or the index of a folder of ladders.

    For a folder of ladders, such as results, the pages of each ladder that was played are written first.
    """
    from harness import site
    from harness.cli import playing
    from harness.ladder import open_ladder

    pages = []
    if (folder / "ladder.toml").is_file():
        pages.append(playing.pages(open_ladder(folder)))
    else:
        ladders = [open_ladder(path.parent) for path in sorted(folder.glob("*/ladder.toml"))]
        if not ladders:
            raise ConfigError(f"{folder}: no ladder here, nor in a folder below; make one with: harness init")
        for ladder in ladders:
            if ladder.played:
                pages.append(playing.pages(ladder))
            else:
                say(f"{ladder.folder}: nothing was played yet, so it has no pages")
        pages.append(site.build_index(folder))
    if as_json:
        put_json({"pages": list(map(str, pages))})
    else:
        for page in pages:
            put(str(page))
