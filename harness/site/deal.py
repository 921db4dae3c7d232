"""What is told of one deal of a match, and the address of a step of it."""

from collections.abc import Mapping
from typing import Any

import msgspec
from markupsafe import Markup

from harness.games import Action
from harness.site import figures


class Deal(msgspec.Struct):
    """One deal of a match; ``outcome`` is its showdown, empty if there was none."""

    number: int
    start: int  # its first step, from 0
    first: int  # number of the action that its first step came of; 0: of none
    rows: list[str] = []  # of its table of moves, HTML, one for each step
    last: int = 0
    outcome: Mapping[str, Any] = {}
    out: list[int] = []  # the seats that it put out of the match
    choices: dict[int, "Moment"] = {}  # by seat: the last time that it had one
    summary: Markup = Markup("")

    @property
    def end(self) -> int:
        """The step after its last."""
        return self.start + len(self.rows)

    @property
    def moves(self) -> Markup:
        return Markup("".join(self.rows))

    def cell(self, seat: int) -> tuple[str, str, bool]:
        """For one seat: the figure that counts, what stands behind it, and whether the seat lost the deal."""
        shown = self.outcome
        lost = seat in shown.get("losers", ())
        if "scores" in shown:
            if "tricks" in shown:
                return figures.signed(shown["scores"][seat], 0), figures.plural(shown["tricks"][seat], "trick"), lost
            return figures.signed(shown["scores"][seat], 0), f"with {figures.short(shown['values'][seat])}", lost
        value = shown["values"][seat]
        if value is None:
            return figures.NOTHING, "", lost
        left = shown["lives"][seat]
        state = "out" if seat in self.out else "swims" if left == 0 else figures.lives(left)
        return figures.short(value), state, lost


class Moment(msgspec.Struct, frozen=True):
    """A step of a match, as the replay's address names it."""

    deal: int
    step: int
    action: Action = ""  # what the seat chose there; empty: nothing, or no longer itself
    last: int = 0  # the step that ended the deal
    instead: Action = ""  # what would have done best in that deal, all else as it was
    brought: str = ""  # and what it would or might have done
    helpless: bool = False  # no other choice in the deal was found that did better

    @property
    def address(self) -> str:
        return f"#deal={self.deal}&step={self.step}"

    @property
    def end(self) -> str:
        """The address of the deal's end."""
        return f"#deal={self.deal}&step={self.last}"
