"""``harness demo``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from harness.cli import INTERRUPTED
from harness.cli.terminal import put, say

if TYPE_CHECKING:
    from harness.ladder import Ladder

# Table sizes and sets of the two demos, so that both are played in about a minute on two processors.
SIZES = {"schwimmen": ((3, 4), 28), "bismarck": ((3,), 10)}


@click.command("demo")
@click.option("--game", "rule_set", metavar="RULESET", help="One rule set only [schwimmen and bismarck].")
@click.option("--results", type=click.Path(path_type=Path, file_okay=False), default=Path("results"), show_default=True)
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Worker processes [one for two processors].")
def command(rule_set: str | None, results: Path, jobs: int | None) -> int:
    """Run ladders of sample bots, with pages to look at.

    Each ladder's ladder.toml is written once; change it and run the demo again.
    """
    from harness import site
    from harness.cli import standings
    from harness.cli.playing import pages, play

    for name in [rule_set] if rule_set else SIZES:
        ladder = _ladder(name, results / f"demo-{name}")
        say(f"{ladder.folder}:")
        report = play(ladder, jobs)
        standings.put_standings(standings.standings(ladder))
        if report.stopped:
            return INTERRUPTED
        put(str(pages(ladder)))
    put(str(site.build_index(results)))
    return 0


def _ladder(rule_set: str, folder: Path) -> "Ladder":
    """The demo's ladder, begun if it is not there yet."""
    from harness import games
    from harness.cli.init import write_new
    from harness.cli.sample_bots import field
    from harness.cli.template import ladder_toml
    from harness.ladder import open_ladder

    path = folder / "ladder.toml"
    if not path.exists():
        game = games.game(rule_set)
        sizes, sets = SIZES.get(rule_set, ((3,), 10))
        title = f"Demo: {rule_set}"
        write_new(path, ladder_toml(game, field(game.family), seats=sizes, sets=sets, title=title))
    return open_ladder(folder)
