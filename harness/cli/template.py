"""The ladder.toml that a new ladder begins with: every key, its default and its meaning."""

import json
from collections.abc import Mapping, Sequence

from harness.games import Game

_TEXT = """\
# A ladder of bots. Play it, and again whenever something here has changed:  harness run FOLDER
# Every key is here with its meaning; those set to their defaults may be left out.

game = {game}  # the rule set; `harness games` lists them. It cannot change once a match was played
title = {title}  # what the pages are headed, at most 100 characters; empty: the folder's name

[options]  # of the rule set: `harness games {game_name}` explains them. They cannot change once a match was played
{options}

[schedule]
seats = {seats}  # table sizes, here {least} to {most}; empty: the fewest the game takes
sets = {sets}  # deal seeds per table; every set is played once per rotation of the seats
rotations = "cyclic"  # "cyclic": each bot in each seat once; "all": every order of the seats
seed = ""  # makes the run reproducible; empty: a random secret, which is committed to before the first match

[clock]  # times in seconds
move = 1.0  # for each decision
bank = 10.0  # for a whole match, for what exceeds `move`
start = 10.0  # from the start of a bot's process until it is ready
strikes = 3  # so many late or illegal decisions forfeit a match
retries = 1  # times a bot is asked again after an illegal action
bench_after = 5  # matches forfeited in a row after which a bot no longer plays

[limits]  # of each submitted container; bots are told
memory_mb = 512  # MiB, without swap
cpus = 1.0  # processors
processes = 64  # processes and threads at once
files = 256  # open at once
tmp_mb = 64  # MiB in /tmp, the only place it can write to; they count as memory too
alive = 32  # bots alive at once, processes too: the idle are stopped for others, those first that played longest ago

[pages]
matches = 1000  # the newest that get a page of their own; of faults half as many, of close ones and upsets a tenth
output = false  # whether the pages show what bots printed, which is for their owners' eyes

# The bots, one [[bots]] each:
#   name     letters, digits, '.', '_' and '-', at most 40
#   command  the program and its arguments; it runs in this folder. "python" is the one that the harness runs under
#   author   shown on the pages
#   version  counts up when the bot changes: a new version is rated anew
{bots}"""

_BOT = """
[[bots]]
name = {name}
command = {command}
author = {author}
version = 1
"""


def ladder_toml(
    game: Game, bots: Mapping[str, Sequence[str]], *, seats: Sequence[int], sets: int = 10, title: str = ""
) -> str:
    """The text of a ladder.toml; bots are commands by name."""
    entries = [
        _BOT.format(name=_toml(name), command=_toml(list(command)), author=_toml("the harness"))
        for name, command in bots.items()
    ]
    return _TEXT.format(
        game=_toml(game.name),
        game_name=game.name,
        title=_toml(title),
        options="\n".join(_option(name, shape) for name, shape in game.schema.items()) or "# none",
        seats=_toml(list(seats)),
        least=game.seats[0],
        most=game.seats[-1],
        sets=sets,
        bots="".join(entries),
    )


def _option(name: str, shape: Mapping[str, object]) -> str:
    """One option as a line; TOML has no null, so that an option without a value stays a comment."""
    default = shape["default"]
    line = f"{name} = {_toml(default)}" if default is not None else f"# {name} ="
    return f"{line}  # {allowed(shape)}: {shape['meaning']}"


def allowed(shape: Mapping[str, object]) -> str:
    """What an option may be set to, in words."""
    choices = shape.get("allowed")
    if isinstance(choices, Sequence):
        return " or ".join(map(_toml, choices))
    return f"{shape['minimum']} to {shape['maximum']}"


def _toml(value: object) -> str:
    """Text, whole numbers, switches and lists are written the same in TOML and JSON."""
    return json.dumps(value, ensure_ascii=False)
