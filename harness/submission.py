"""What the check of a bot finds, step by step, and a submission: a version that was checked."""

import enum
from typing import Any

import msgspec

PROTOCOL = "protocol"  # the step that hears a bot's Hello


class State(enum.StrEnum):
    """How a step of the check ended."""

    PASSED = "passed"
    FAILED = "failed"  # through the bot's own fault
    MACHINE = "machine"  # the machine failed: nothing is known of the bot
    SKIPPED = "skipped"  # a step before it did not pass


class Step(msgspec.Struct, frozen=True):
    """One step of the check: what was tried, how it ended, and what a person can see or do about it."""

    name: str
    state: State
    sentence: str
    evidence: dict[str, Any] = {}  # such as milliseconds used, the exit status, the last lines of stderr
    advice: str = ""  # the next step for the bot's author, or whoever looks after the machine


class Report(msgspec.Struct, frozen=True):
    """The whole check of one bot."""

    source: str  # what was checked, as it was named
    game: str
    steps: tuple[Step, ...]
    image: str = ""  # the digest that pins a container's image

    @property
    def sdk(self) -> str:
        """What the bot says that it is written with: free text, empty if it said nothing."""
        said = (step.evidence.get("sdk") for step in self.steps if step.name == PROTOCOL)
        return str(next(said, None) or "")

    @property
    def state(self) -> State:
        """That of the first step that did not pass."""
        return next((step.state for step in self.steps if step.state is not State.PASSED), State.PASSED)


class Submission(msgspec.Struct, frozen=True):
    """A bot that was handed in and checked; what was refused has no version and plays nothing."""

    at: str  # UTC, ISO 8601
    name: str
    author: str
    report: Report
    bot: int | None = None  # its number in the ladder, if it was accepted
    version: int | None = None

    @property
    def accepted(self) -> bool:
        return self.bot is not None
