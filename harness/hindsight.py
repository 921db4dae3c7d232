"""What one other choice would have changed: a deal played again with it, and all else as it was.

Where something that a seat did is no longer allowed then, it makes the next of its actions that is, else the default
one. So nobody answers the other choice: it tells what it was worth as the cards lay and the others played.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from harness import games, replay
from harness.games import Action, Event, Seat, State
from harness.match import Entry, Log

BUDGET = 2_000  # actions that are played to find one turn; the last choices of a deal are looked at first


class Turn(msgspec.Struct, frozen=True):
    """A choice, and the one that would have done best in its stead."""

    number: int  # of the action, from 1; 0: no other choice would have done better
    instead: Action = ""
    gain: float = 0.0  # points or lives in that deal
    sure: bool = False  # the others could have done all that they did


class _Choice(msgspec.Struct, frozen=True):
    """An action of a deal, and the state before it."""

    number: int
    entry: Entry
    state: State


def turns(log: Log, deals: Mapping[Seat, int]) -> dict[Seat, Turn]:
    """By seat, in one deal of each, the choice that cost it most; none where that would take too long to say."""
    found = {}
    # No deal costs more than one life.
    most = 1.0 if "lives" in games.game(log.game, log.options).options else math.inf
    for deal, choices in _deals(log, set(deals.values())):
        for seat in (seat for seat, number in deals.items() if number == deal):
            turn = _turn(choices, seat, deal, most)
            if turn is not None:
                found[seat] = turn
    return found


def _deals(log: Log, wanted: set[int]) -> Iterator[tuple[int, list[_Choice]]]:
    """The choices of some deals, in the order of the deals."""
    deal, choices = 0, list[_Choice]()
    before: State | None = None
    for frame in replay.frames(log):
        if before is not None and frame.entry is not None:
            choices.append(_Choice(frame.index, frame.entry, before))
        now = int(str(frame.events[-1].fields["deal"])) if frame.events else deal
        if now != deal:
            if choices:
                yield deal, choices
            deal, choices = now, []
        before = frame.state.copy() if deal in wanted else None
    if choices:
        yield deal, choices


def _turn(choices: Sequence[_Choice], seat: Seat, deal: int, most: float) -> Turn | None:
    """The best one to be sure of, else the best one; None if not all could be looked at and none was found."""
    was, _ = _played_on(choices[0].state, choices[0].entry.action, choices, seat, deal)
    left, best = BUDGET, Turn(0)
    for place in reversed(range(len(choices))):
        choice = choices[place]
        if choice.entry.seat != seat or choice.entry.flag == "forfeit":
            continue
        for action in choice.state.legal():
            if action == choice.entry.action:
                continue
            if left < 0:
                return best if best.number else None
            left -= len(choices) - place
            brought, sure = _played_on(choice.state, action, choices[place:], seat, deal)
            if brought > was and (sure, brought - was) > (best.sure, best.gain):
                best = Turn(choice.number, action, brought - was, sure)
            if best.sure and best.gain >= most:
                return best
    return best


def _played_on(state: State, action: Action, choices: Sequence[_Choice], seat: Seat, deal: int) -> tuple[float, bool]:
    """What the deal brings a seat if the first choice is that action, and whether the others did as they had done."""
    first, state = choices[0].entry, state.copy()
    left: dict[Seat, list[Action]] = {}
    for choice in choices[1:]:
        left.setdefault(choice.entry.seat, []).append(choice.entry.action)
    spare = [first.action]  # in a game of tricks it takes the place of the card that was played instead
    events, sure = state.apply(action), True
    while (brought := _brought(events, seat, deal)) is None:
        actor = state.to_act()
        assert actor is not None
        legal, planned = state.legal(), left.setdefault(actor, [])
        if planned and planned[0] in legal:
            doing = planned.pop(0)
        elif actor == seat and spare and spare[0] in legal and planned:
            doing = spare.pop()
            planned.pop(0)
        else:
            doing = next((one for one in planned if one in legal), "")
            sure = sure and actor == seat
            if doing:
                planned.remove(doing)
            else:
                doing = state.default()
        events = state.apply(doing)
    return brought, sure


def _brought(events: Iterable[Event], seat: Seat, deal: int) -> float | None:
    """What the showdown of a deal brings a seat, in points, or in lives less than none; None before it."""
    for event in events:
        if event.name == "showdown" and event.fields["deal"] == deal:
            told = event.fields
            if "scores" in told:
                scores: Sequence[float] = told["scores"]  # type: ignore[assignment]
                return scores[seat]
            losers: Sequence[Seat] = told["losers"]  # type: ignore[assignment]
            return -1.0 if seat in losers else 0.0
    return None
