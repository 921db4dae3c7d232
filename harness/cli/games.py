"""``harness games``."""

from typing import TYPE_CHECKING

import click

from harness.cli.terminal import put, put_json, put_table

if TYPE_CHECKING:
    from harness.games import Game


@click.command("games")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with every option and its values.")
def command(name: str | None, as_json: bool) -> None:
    """List the rule sets, or print the rules of one."""
    from harness import games

    names = [name] if name is not None else games.rule_sets()
    found = [games.game(rule_set) for rule_set in names]
    if as_json:
        described = [_described(game) for game in found]
        put_json({**described[0], "rules": found[0].rules()} if name is not None else {"rule_sets": described})
    elif name is not None:
        for line in found[0].rules().rstrip().split("\n"):
            put(line)
    else:
        rows = [(game.name, _span(game.seats), game.family, game.source) for game in found]
        put_table(("rule set", "seats", "family", "source"), rows)


def _span(seats: range) -> str:
    return f"{seats[0]}-{seats[-1]}" if len(seats) > 1 else str(seats[0])


def _described(game: "Game") -> dict[str, object]:
    seats = [game.seats[0], game.seats[-1]]
    return {"name": game.name, "family": game.family, "seats": seats, "source": game.source, "options": game.schema}
