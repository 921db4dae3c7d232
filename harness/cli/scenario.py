"""``harness scenario``."""

from pathlib import Path

import click

from harness.cli.terminal import put, put_json


@click.command("scenario")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--value", "hand", nargs=2, metavar="RULESET CARDS", help='Print what a hand is worth: "Ah Kh Th".')
def command(file: Path | None, hand: tuple[str, str] | None) -> None:
    """Play a position from a file, or value a hand.

    Every event and the final state are printed as JSON lines. An illegal action changes nothing: the state is printed
    as it stands, and the exit code is 1.
    """
    from harness import scenario

    if (file is None) == (hand is None):
        raise click.UsageError("give either the FILE of a scenario or --value")
    if hand is not None:
        put(f"{scenario.value(*hand):g}")
    elif file is not None:
        for line in scenario.play(scenario.load(file)):
            put_json(line)
