"""The command line. What the commands do is imported when one is called, so that the help is there at once."""

import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

import click

from harness import __version__
from harness.errors import HarnessError

INTERRUPTED = 130  # as shells report a process that SIGINT ended

COMMANDS = {
    "games": "List the rule sets, or print the rules of one.",
    "init": "Start a ladder: write a ladder.toml that runs as it stands.",
    "submit": "Check a bot and enter it in a ladder.",
    "run": "Play what a ladder still lacks, then write its pages.",
    "status": "Show a ladder's standings, progress and faults.",
    "site": "Write a ladder's pages, or the index of a folder of ladders.",
    "serve": "Serve the pages of a folder of ladders, live, to this machine.",
    "replay": "Show a logged match, action by action.",
    "verify": "Play every log again and derive all results anew.",
    "export": "Write a ladder's results as tables, its logs as files.",
    "close": "End a ladder for good and publish its secret.",
    "match": "Play one match between bots.",
    "check": "Check a bot as a ladder would before it takes it.",
    "new-bot": "Start a bot: write one that passes the check as it stands.",
    "doctor": "Say what this machine lacks, and remove what dead runs left.",
    "scenario": "Play a position from a file, or value a hand.",
    "demo": "Run ladders of sample bots, with pages to look at.",
}


def module(name: str) -> str:
    """Where a command is defined, as the attribute `command`."""
    return f"harness.cli.{name.replace('-', '_')}"


class Lazy(click.Group):
    """A group that knows its commands by name and help, and imports only the one that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None:
            command = import_module(module(str(command.name))).command
        return name, command, rest


@click.group(
    cls=Lazy,
    commands=[click.Command(name, help=text) for name, text in COMMANDS.items()],
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="A command's own help: harness COMMAND --help",
)
@click.version_option(__version__, prog_name="harness")
def harness() -> None:
    """Bot competitions at card games: refereed matches, ladders on the same deals, ratings, pages."""


def main() -> NoReturn:
    """The program: exits 0 if all went well, 1 if it failed, 2 if it was called wrongly, 130 if it was interrupted."""
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # its library would print what bots send
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a suit shows its code; it is no reason to stop.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    code = _run(sys.argv[1:])
    try:
        sys.stdout.flush()
    except OSError as error:
        # Nor may Python's own flush at exit fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1 if isinstance(error, BrokenPipeError) else _failed(error)
    sys.exit(code)


def _run(args: Sequence[str]) -> int:
    try:
        return harness.main(args, prog_name="harness", standalone_mode=False) or 0
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted", err=True)
        return INTERRUPTED
    except Exception as error:
        return _failed(error)


def _failed(error: Exception) -> int:
    """Say in one line what went wrong; the traceback is for those who ask for it."""
    from harness.cli.terminal import say

    if os.environ.get("HARNESS_DEBUG") == "1":
        traceback.print_exception(error)
    say(f"error: {_explained(error)}")
    return 1


def _explained(error: Exception) -> str:
    if isinstance(error, HarnessError):
        return str(error)
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error)
    what = f"{type(error).__name__}: {error}"
    return f"unexpected {what}; please report it, with what is printed when you try again under HARNESS_DEBUG=1"
