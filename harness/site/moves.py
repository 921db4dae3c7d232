"""The moves of a deal as rows of a table.

They are most of a site's bytes, so they are put together here: a template takes ten times as long.
"""

from html import escape

from harness.match import Entry
from harness.site import figures, marks

_TOLD = '<tr class="told"><td></td><td>{}</td><td></td><td></td></tr>\n'
_PLAYED = "<tr><td>{}</td><td>{}</td><td><code>{}</code></td><td>{}</td></tr>\n"
_FORFEITED = '<tr class="default"><td>{}</td><td>{} {}</td><td><code>{}</code></td><td></td></tr>\n'
_STRUCK = '<tr class="strike"><td>{}</td><td>{} {}</td><td><code>{}</code></td><td>{}</td></tr>\n'


def told(said: str) -> str:
    """What happened without an action; ``said`` is HTML."""
    return _TOLD.format(said)


def played(number: int, entry: Entry, said: str) -> str:
    """An action, what came of it (HTML), and what it took."""
    action, time = escape(entry.action), figures.duration(entry.think_us)
    if entry.refused:
        said += f' <span class="refused">{_refused(entry)}</span>'
    if entry.flag == "forfeit":
        return _FORFEITED.format(number, said, _badge("default, forfeited"), action)
    if entry.flag:
        return _STRUCK.format(
            number, said, _badge(f"strike: {entry.flag}, default action", "badge fault"), action, time
        )
    return _PLAYED.format(number, said, action, time)


def _refused(entry: Entry) -> str:
    tried = [f"<code>{escape(marks.plain(text, 64))}</code>" for text in entry.refused]
    return f"refused before: {', '.join(tried)}"


def _badge(text: str, kind: str = "badge") -> str:
    return f'<span class="{kind}">{escape(text)}</span>'
