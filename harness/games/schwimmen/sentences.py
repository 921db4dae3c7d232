"""Events as sentences."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

Fields = Mapping[str, Any]
Names = Sequence[str]


def sentence(event: Fields, names: Names) -> str:
    """An event's fields as one plain sentence; ``names`` by seat."""
    return _SENTENCES[event["event"]](event, names)


def _who(event: Fields, names: Names) -> str:
    return names[event["seat"]]


def _cards(cards: Sequence[str]) -> str:
    return " ".join(cards)


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _deal(event: Fields, names: Names) -> str:
    centre = f"; the centre is {_cards(event['centre'])}" if event["centre"] else ""
    seats = _listed([names[seat] for seat in event["seats"]])
    return f"Deal {event['deal']}: {names[event['dealer']]} deals to {seats}{centre}."


def _hold(event: Fields, names: Names) -> str:
    passed = f" and passes on {_cards(event['passed'])}" if "passed" in event else ""
    return f"{_who(event, names)} holds {_cards(event['cards'])}{passed}."


def _refresh(event: Fields, names: Names) -> str:
    if "centre" not in event:
        return "All have pushed: the two loose cards are set aside, and two new ones are handed out."
    return f"All have passed: {_cards(event['aside'])} are set aside, the new centre is {_cards(event['centre'])}."


def _showdown(event: Fields, names: Names) -> str:
    values = [f"{name} {value}" for name, value in zip(names, event["values"], strict=True) if value is not None]
    shown = f"Showdown: {', '.join(values)}; "
    if "scores" in event:
        return shown + "scores " + ", ".join(f"{score:+d}" for score in event["scores"]) + "."
    losers = [names[seat] for seat in event["losers"]]
    if not losers:
        return shown + "nobody loses a life."
    return f"{shown}{_listed(losers)} {'loses' if len(losers) == 1 else 'lose'} a life."


def _match(event: Fields, names: Names) -> str:
    firsts = [name for name, rank in zip(names, event["ranks"], strict=True) if rank == 1]
    if len(firsts) == 1:
        return f"{firsts[0]} wins the match."
    return f"The match ends with {_listed(firsts)} sharing the first rank."


_SENTENCES: dict[str, Callable[[Fields, Names], str]] = {
    "deal": _deal,
    "hand": lambda e, n: f"{_who(e, n)} holds {_cards(e['cards'])}.",
    "keep": lambda e, n: f"{_who(e, n)} keeps the first packet; the centre is {_cards(e['centre'])}.",
    "refuse": lambda e, n: f"{_who(e, n)} refuses the first packet, which is the centre now: {_cards(e['centre'])}.",
    "swap": lambda e, n: f"{_who(e, n)} gives {e['given']} and takes {e['taken']}.",
    "swap-all": lambda e, n: f"{_who(e, n)} gives {_cards(e['given'])} and takes the centre, {_cards(e['taken'])}.",
    "draw-all": lambda e, n: f"{_who(e, n)} throws the whole hand away and draws a new one.",
    "drew": lambda e, n: f"{_who(e, n)} has thrown away {_cards(e['thrown'])} and drawn {_cards(e['cards'])}.",
    "pass": lambda e, n: f"{_who(e, n)} passes.",
    "knock": lambda e, n: f"{_who(e, n)} knocks.",
    "close": lambda e, n: f"{_who(e, n)} closes.",
    "stay": lambda e, n: f"{_who(e, n)} does not close.",
    "decline": lambda e, n: f"{_who(e, n)} declines the last turn.",
    "push": lambda e, n: f"{_who(e, n)} pushes.",
    "exchange": lambda e, n: f"{_who(e, n)} exchanges.",
    "hold": _hold,
    "loose": lambda e, n: f"{_who(e, n)} is handed {_cards(e['cards'])}.",
    "refresh": _refresh,
    "reshuffle": lambda e, n: f"The discards are shuffled into a new reserve of {e['reserve']} cards.",
    "shown": lambda e, n: f"{_who(e, n)} shows {_cards(e['cards'])}, worth {e['value']}.",
    "banked": lambda e, n: f"{_who(e, n)} shows {_cards(e['cards'])} and banks {e['points']} points.",
    "showdown": _showdown,
    "out": lambda e, n: f"{_who(e, n)} is out.",
    "match": _match,
}
