"""The moves of a deal as rows of a table: the transcript of a match.

They are most of a page's bytes, so they are put together here, without the end tags and quotes that HTML lets one
leave out: a template takes ten times as long. What only one seat may know, or two, carries their numbers, so that the
replay can show a match as the seat saw it.
"""

from html import escape

from harness.match import Entry
from harness.site import figures, marks

SECRET = ("hold ", "discard ")  # actions whose cards only their own seat sees


def told(said: str) -> str:
    """What happened without an action; ``said`` is HTML."""
    return f"<tr class=told><td><td>{said}<td><td>\n"


def played(number: int, entry: Entry, said: str) -> str:
    """An action, what came of it (HTML), and what it took."""
    if entry.refused:
        said += f' <span class="refused" data-seat={entry.seat}>{_refused(entry)}</span>'
    kind, time = "", figures.duration(entry.think_us)
    if entry.flag == "forfeit":
        kind, time = " class=default", ""
        said += f" {_badge('default, forfeited')}"
    elif entry.flag:
        kind = " class=strike"
        said += f" {_badge(f'strike: {entry.flag}, default action', 'badge fault')}"
    secret = f" data-seat={entry.seat}" if entry.action.startswith(SECRET) else ""
    return f"<tr{kind}><td>{number}<td>{said}<td><code{secret}>{escape(entry.action)}</code><td>{time}\n"


def private(said: str, *seats: int) -> str:
    """A sentence (HTML) that is for some seats alone."""
    return f"<span data-seat={','.join(map(str, seats))}>{said}</span>"


def _refused(entry: Entry) -> str:
    tried = [f"<code>{escape(marks.plain(text, 64))}</code>" for text in entry.refused]
    return f"refused before: {', '.join(tried)}"


def _badge(text: str, kind: str = "badge") -> str:
    return f'<span class="{kind}">{escape(text)}</span>'
