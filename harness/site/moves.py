"""The moves of a deal as rows of a table: the transcript of a match.

They are most of a page's bytes, so they are put together here, without the end tags and quotes that HTML lets one
leave out: a template takes ten times as long. Each event has one sentence, all but the first a paragraph: by their
order the replay's script knows for whom each is. A note of the harness that is for one seat alone carries its number.
"""

from html import escape

from harness.match import Entry
from harness.site import figures, marks


def told(said: str) -> str:
    """What happened without an action; ``said`` is HTML."""
    return f"<tr class=told><td><td colspan=3>{said}\n"


def played(number: int, entry: Entry, said: str) -> str:
    """An action, what came of it (HTML), and what it took."""
    if entry.refused:
        said += f"<p class=refused data-seat={entry.seat}>{_refused(entry)}"
    kind, time = "", figures.duration(entry.think_us)
    if entry.flag == "forfeit":
        kind, time = " class=default", ""
        said += f"<p>{_badge('default, forfeited')}"
    elif entry.flag:
        kind = " class=strike"
        said += f"<p>{_badge(f'strike: {entry.flag}, default action', 'badge fault')}"
    return f"<tr{kind}><td>{number}<td>{said}<td>{escape(entry.action)}<td>{time}\n"


def _refused(entry: Entry) -> str:
    tried = [f"<code>{escape(marks.plain(text, 64))}</code>" for text in entry.refused]
    return f"refused before: {', '.join(tried)}"


def _badge(text: str, kind: str = "badge") -> str:
    return f'<span class="{kind}">{escape(text)}</span>'
