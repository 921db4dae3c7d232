"""Bismarck in words: the rules, and a sentence for each event."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

RULES = """\
# Bismarck

Three seats, each for itself, play twelve deals with 52 cards, ace high and two low. Dealing and play go clockwise. The
first dealer is drawn; after that the next seat deals. **Forehand** is the seat after the dealer.

## A deal

1. The first four cards of the pack are turned up. Seeing only these, forehand names a mode it has not used in this
   match:

   | action | trump | aim |
   |---|---|---|
   | `spel` | none | win tricks |
   | `spader` | spades | win tricks |
   | `valfri c`, `valfri d`, `valfri h`, `valfri s` | the suit named | win tricks |
   | `pass` | none | avoid tricks |

   A seat's last unused mode is set without asking; if it is valfri, only the suit is asked for.
2. The other 48 cards are dealt one at a time from forehand, 16 to each seat.
3. Forehand takes the four open cards and discards any four of its twenty, one by one (`discard 2c`). Nobody else sees
   them, and they are out of play.
4. Forehand leads any card (`play Ah`). Everybody must follow suit if able; otherwise any card may be played: nobody has
   to trump or to overtake. The highest trump, or else the highest card of the suit led, wins the trick, and its player
   leads the next. There are 16 tricks.

## Scoring

In spel, spader and valfri a seat scores its tricks minus its quota: 8 for forehand, 4 for each of the others. In pass
it scores its quota minus its tricks: 4 for forehand, 6 for each of the others. A deal sums to zero. If forehand wins 9
tricks and the others 3 and 4, that is +1, −1 and 0; in pass the same tricks are −5, +3 and +2.

Over the twelve deals each seat is forehand four times and plays each mode once. The highest total wins; equal totals
share the rank.

## When a seat gives no legal action

The default action is played for it: the legal card of the lowest rank (of equal ranks clubs before diamonds before
hearts before spades), also for a discard; as mode the first unused of spel, spader, valfri with clubs, pass.
"""

_TRUMPS = {
    "": "without trump",
    "c": "with clubs as trump",
    "d": "with diamonds as trump",
    "h": "with hearts as trump",
    "s": "with spades as trump",
}


def sentence(event: Mapping[str, Any], names: Sequence[str]) -> str:
    """An event as one sentence about the seats' names."""
    return _SENTENCES[event["event"]](event, names)


def _deal(event: Mapping[str, Any], names: Sequence[str]) -> str:
    forehand, dealer = names[event["forehand"]], names[event["dealer"]]
    return f"Deal {event['deal']}, by {dealer}: {', '.join(event['open'])} are turned up for {forehand}."


def _mode(event: Mapping[str, Any], names: Sequence[str]) -> str:
    named = f"{event['mode']}, {_TRUMPS[event['trump']]}"
    if event.get("forced"):
        return f"{names[event['seat']]} has no other mode left than {named}."
    return f"{names[event['seat']]} names {named}."


def _showdown(event: Mapping[str, Any], names: Sequence[str]) -> str:
    seats = zip(names, event["tricks"], event["scores"], strict=True)
    outcome = ", ".join(f"{name} wins {won} of the tricks and scores {score:+d}" for name, won, score in seats)
    return f"The deal ends: {outcome}."


def _match(event: Mapping[str, Any], names: Sequence[str]) -> str:
    seats = zip(names, event["ranks"], event["scores"], strict=True)
    outcome = ", ".join(f"{name} is number {rank} with {score:+d}" for name, rank, score in seats)
    return f"The match ends: {outcome}."


_SENTENCES: dict[str, Callable[[Mapping[str, Any], Sequence[str]], str]] = {
    "deal": _deal,
    "mode": _mode,
    "hand": lambda event, names: f"{names[event['seat']]} holds {', '.join(event['cards'])}.",
    "discard": lambda event, names: f"{names[event['seat']]} discards {event['card']}, face down.",
    "play": lambda event, names: f"{names[event['seat']]} plays {event['card']}.",
    "trick": lambda event, names: f"{names[event['seat']]} wins the trick of {', '.join(event['cards'])}.",
    "showdown": _showdown,
    "match": _match,
}
