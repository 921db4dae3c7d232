"""The bots that come with the harness, as commands."""

import importlib.util
import shlex
from pathlib import Path

from harness.errors import ConfigError

# By family of games: a field from strong to weak, to begin a ladder with.
FIELDS: dict[str, dict[str, str]] = {
    "schwimmen": {
        "thoughtful": "thoughtful",
        "patient": "thoughtful --knock-at 28",
        "greedy": "greedy",
        "careless": "careless --attention 0.7",
        "random": "random_bot",
        "first": "first_bot",
    },
    "bismarck": {
        "thoughtful": "bismarck_thoughtful",
        "forgetful": "bismarck_thoughtful --forgetful",
        "greedy": "bismarck_greedy",
        "inattentive": "bismarck_greedy --attention 0.5",
        "random": "random_bot",
    },
}


def field(family: str) -> dict[str, tuple[str, ...]]:
    """Names and commands of the sample bots that play the games of a family."""
    return {name: _command(*call.split()) for name, call in FIELDS[family].items()}


def samples() -> dict[str, str]:
    """The modules of all sample bots by their short names, such as ``random`` and ``bismarck-greedy``."""
    package = importlib.util.find_spec("sample_bots")
    if package is None or not package.submodule_search_locations:
        raise ConfigError("the sample bots are not installed; install the harness from its checkout: pip install -e .")
    folder = Path(package.submodule_search_locations[0])
    # The other modules there are what the bots share.
    programs = [path.stem for path in folder.glob("*.py") if '__name__ == "__main__"' in path.read_text("utf-8")]
    return {program.removesuffix("_bot").replace("_", "-"): program for program in sorted(programs)}


def named(text: str) -> tuple[str, tuple[str, ...]]:
    """Name and command of a bot from the command line: a sample bot's short name, or a command as for a shell."""
    known = samples()
    if text in known:
        return text, _command(known[text])
    try:
        command = tuple(shlex.split(text))
    except ValueError as error:
        raise ConfigError(f"bot {text!r}: not a command that a shell would understand: {error}") from None
    if not command or (len(command) == 1 and "/" not in text):
        raise ConfigError(f"bot {text!r}: no sample bot; choose {', '.join(known)}, or give a command such as './bot'")
    programs = [word for word in command if "/" in word or word.endswith(".py")] or command[:1]
    return Path(programs[-1]).stem, command


def _command(program: str, *arguments: str) -> tuple[str, ...]:
    return ("python", "-m", f"sample_bots.{program}", *arguments)
