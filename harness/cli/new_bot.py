"""``harness new-bot``."""

from pathlib import Path

import click

from harness.cli.terminal import put, say

PROGRAMS = {"python": "bot.py", "node": "bot.js"}  # by language


@click.command("new-bot")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@click.option("--language", type=click.Choice(list(PROGRAMS)), default="python", show_default=True)
def command(folder: Path, language: str) -> None:
    """Start a bot: write one that passes the check as it stands.

    With a Dockerfile and a README. Nothing is ever overwritten.
    """
    from importlib.resources import files

    from harness.cli.init import write_new
    from harness.errors import ConfigError

    starter = files("harness.cli") / "starters" / language
    texts = {name: (starter / name).read_text("utf-8") for name in (PROGRAMS[language], "Dockerfile", "README.md")}
    for name in texts:
        if (folder / name).exists():
            raise ConfigError(f"{folder / name} exists and is left as it is; name another folder, or remove it first")
    for name, text in texts.items():
        write_new(folder / name, text)
        put(str(folder / name))
    say(f"see that it plays: harness check {folder} --game schwimmen")
