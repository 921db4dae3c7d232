"""The check of a bot as a person sees it, step by step."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click
import msgspec

from harness.cli.terminal import put
from harness.submission import Report, State, Step, Submission

if TYPE_CHECKING:
    from harness.check import Entry
    from harness.config import Config


def entry(source: str | None, command: str | None) -> "Entry":
    """What is handed in: a source, or the option --command."""
    from harness.check import Entry
    from harness.cli.sample_bots import named

    if (source is None) == (command is None):
        raise click.UsageError("give one of the two: SOURCE (an image, a folder, a saved image), or --command")
    if command is not None:
        return Entry(command, named(command)[1])
    return Entry(source or "")


def checked(found: "Entry", config: "Config", *, quiet: bool, keep: bool = False) -> Report:
    """The check's report, each step printed as it ends, unless ``quiet``."""
    from harness import games
    from harness.check import check
    from harness.cli.sample_bots import field
    from harness.match import Bot

    family = games.game(config.game, config.options).family
    opponents = [Bot(name, command) for name, command in field(family).items()]
    tell: Callable[[Step], None] = (lambda step: None) if quiet else put_step
    return check(found, config, opponents, tell, keep=keep)


def put_step(step: Step) -> None:
    """A step; what did not pass with its evidence and the next step."""
    put(f"{step.state:<8} {step.name}: {step.sentence}")
    if step.state in (State.PASSED, State.SKIPPED):
        return
    for what, shown in step.evidence.items():
        lines = shown if isinstance(shown, list) else [shown]
        for line in lines:
            put(f"         {what}: {line}")
    if step.advice:
        put(f"         next: {step.advice}")


def as_json(report: Report) -> dict[str, Any]:
    return {"state": report.state, **msgspec.structs.asdict(report)}


def submission_as_json(one: Submission) -> dict[str, Any]:
    return {**msgspec.structs.asdict(one), "accepted": one.accepted, "report": as_json(one.report)}
