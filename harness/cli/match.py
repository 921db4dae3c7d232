"""``harness match``."""

import secrets
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from harness.cli.terminal import put_json, say
from harness.errors import ConfigError

if TYPE_CHECKING:
    from harness.match import Bot, Log, Match


@click.command("match")
@click.argument("bots", metavar="BOT BOT...", nargs=-1, required=True)
@click.option("--game", "rule_set", required=True, metavar="RULESET", help="The rule set; `harness games` lists them.")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="An option of the rule set; repeatable.")
@click.option("--seed", metavar="TEXT", help="Of the deals; the same seed deals the same cards [a random one].")
@click.option(
    "--move", type=click.FloatRange(0, 86_400, min_open=True), default=1.0, show_default=True, help="Seconds a move."
)
@click.option(
    "--log", "to", type=click.Path(path_type=Path, dir_okay=False), help="Write the match's log to a new file."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    *,
    bots: tuple[str, ...],
    rule_set: str,
    options: tuple[str, ...],
    seed: str | None,
    move: float,
    to: Path | None,
    as_json: bool,
) -> None:
    """Play one match between bots.

    They are seated in the order given. A BOT is a sample bot, such as random, or a command, such as
    'python3 my_bot.py' or ./my_bot.
    """
    from harness.cli import outcome
    from harness.match import Clock, Match
    from harness.schedule import derived

    if to is not None and to.exists():
        raise ConfigError(f"{to} exists and is left as it is; name another file for --log, or remove it first")
    seed = seed if seed is not None else secrets.token_hex(32)
    match = Match(
        key="match",
        wire_id=derived(seed, "match")[:16],  # of the seed too: bots may draw their chance from it
        game=rule_set,
        options=_options(options),
        bots=tuple(_seated(bots)),
        seed=seed,
        clock=Clock(move=move),
    )
    log = _played(match)
    if to is not None:
        write_log(to, log)
    if as_json:
        put_json(outcome.as_json(log))
    else:
        outcome.put_outcome(log)
        say(f"{len(log.actions)} actions; the same deals again: --seed {match.seed}")


def _played(match: "Match") -> "Log":
    """The match's log; OptionError if it cannot begin, MachineFault if the machine fails it."""
    from harness import games, worker
    from harness.bots.pool import Settings
    from harness.games.deals import SeededDeals
    from harness.match import unpack_log

    games.game(match.game, match.options).start(len(match.bots), SeededDeals(match.seed))
    return unpack_log(worker.play(match, Settings(mark=f"match.{match.wire_id}.")).packed)


def _options(pairs: Sequence[str]) -> dict[str, Any]:
    """Options as given on the command line: values as in TOML, and text without quotes."""
    found: dict[str, Any] = {}
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign:
            raise click.BadParameter(f"{pair!r} is not KEY=VALUE, as in lives=2", param_hint="--option")
        try:
            found[key] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            found[key] = value
    return found


def _seated(texts: Sequence[str]) -> "list[Bot]":
    """The bots by seat; those of one name are told apart by a number."""
    from harness.cli.sample_bots import named
    from harness.match import Bot

    bots: dict[str, Bot] = {}
    for seat, text in enumerate(texts):
        name, command = named(text)
        labels = (f"{name}#{number}" if number > 1 else name for number in count(1))
        label = next(label for label in labels if label not in bots)
        bots[label] = Bot(label, command, id=seat + 1, folder=str(Path.cwd()))
    return list(bots.values())


def write_log(path: Path, log: "Log") -> None:
    """Write a log as JSON to a file that is not there yet."""
    from harness.cli.init import write_new

    write_new(path, msgspec.json.format(msgspec.json.encode(log), indent=1).decode() + "\n")
    say(f"written: {path}; look at it with: harness replay {path}")
