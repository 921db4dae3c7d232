"""``harness init``."""

from pathlib import Path

import click

from harness.cli.terminal import put, say
from harness.errors import ConfigError


def _sizes(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, ...]:
    """Table sizes such as ``3,4``."""
    try:
        return tuple(int(size) for size in value.split(",")) if value else ()
    except ValueError:
        raise click.BadParameter(f"{value!r} is no list of table sizes; write them as in 3,4") from None


@click.command("init")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--game", "rule_set", required=True, metavar="RULESET", help="The rule set; `harness games` lists them.")
@click.option("--seats", callback=_sizes, metavar="N,...", help="Table sizes [the fewest the game takes].")
def command(folder: Path, rule_set: str, seats: tuple[int, ...]) -> None:
    """Start a ladder: write a ladder.toml that runs as it stands.

    It enters the sample bots that play the game. Nothing is ever overwritten.
    """
    from harness import games
    from harness.cli.sample_bots import field
    from harness.cli.template import ladder_toml

    game = games.game(rule_set)
    sizes = seats or (game.seats[0],)
    for size in sizes:
        if size not in game.seats:
            raise ConfigError(f"--seats: {size} do not fit {rule_set}; allowed: {game.seats[0]} to {game.seats[-1]}")
    path = folder / "ladder.toml"
    write_new(path, ladder_toml(game, field(game.family), seats=sizes))
    put(str(path))
    say(f"edit it as you like, then: harness run {folder}")


def write_new(path: Path, text: str) -> None:
    """Write a file that is not there yet; ConfigError if it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise ConfigError(f"{path} exists and is left as it is; name another, or remove it first") from None
