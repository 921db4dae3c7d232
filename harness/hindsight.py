"""What one other choice would have changed: a deal played again with it, and all else as it was.

Every seat makes the first of the actions that it still had to make which the rules allow by then, else the default one.
So nobody answers the other choice: it tells what it was worth as the cards lay and the others played.
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
    """The later one of choices that cost as much; None if not all could be looked at and none was found."""
    was = _played_on(choices[0].state, choices[0].entry.action, choices, seat, deal)
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
            gain = _played_on(choice.state, action, choices[place:], seat, deal) - was
            if gain > best.gain:
                best = Turn(choice.number, action, gain)
            if best.gain >= most:
                return best
    return best


def _played_on(state: State, action: Action, choices: Sequence[_Choice], seat: Seat, deal: int) -> float:
    """What the deal brings a seat if the first choice is that action."""
    first, state = choices[0].entry, state.copy()
    left: dict[Seat, list[Action]] = {}
    for choice in choices[1:]:
        left.setdefault(choice.entry.seat, []).append(choice.entry.action)
    own = left.get(first.seat, [])
    if action != first.action and action in own:
        own[own.index(action)] = first.action  # the two change places
    events = state.apply(action)
    while (brought := _brought(events, seat, deal)) is None:
        actor = state.to_act()
        assert actor is not None
        events = state.apply(_next(left.get(actor, []), state))
    return brought


def _next(left: list[Action], state: State) -> Action:
    legal = state.legal()
    for place, action in enumerate(left):
        if action in legal:
            return left.pop(place)
    return state.default()


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
