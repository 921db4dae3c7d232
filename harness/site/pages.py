"""The templates, compiled once, and what they may call."""

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from harness.match import BY_WORD
from harness.site import figures, marks
from harness.site.clocking import clocking

HERE = Path(__file__).parent


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(figures=figures, clocking=clocking, link=marks.link, causes=BY_WORD)
    environment.filters.update(
        drawn=lambda text: Markup(marks.drawn(text)),
        name=marks.name,
        plain=marks.plain,
        output=marks.output,
        ordinal=figures.ordinal,
    )
    return environment


def render(template: str, **values: Any) -> str:
    """A page; values that are not marked as HTML are escaped."""
    return _environment().get_template(template).render(values)


def static() -> dict[str, bytes]:
    """The style sheet, script and icon that every page uses, by name."""
    return {path.name: path.read_bytes() for path in sorted((HERE / "static").iterdir())}
