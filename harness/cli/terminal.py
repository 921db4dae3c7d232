"""What reaches the terminal: data on stdout, talk on stderr, and nothing that a bot wrote as it stands."""

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click
import msgspec

if TYPE_CHECKING:
    from rich.console import Console

_WIDTH = 250  # columns: nothing is cut or squeezed, a narrow terminal may wrap it


def plain(text: str) -> str:
    """The text in one line, with what does not print spelled out: it could rewrite the screen, or turn text around."""
    return _spelled(text, lambda c: c.encode("unicode_escape").decode())


def _spelled(text: str, spelling: Callable[[str], str]) -> str:
    return text if text.isprintable() else "".join(c if c.isprintable() or c == "\t" else spelling(c) for c in text)


def say(text: str) -> None:
    """Talk, to stderr."""
    click.echo(plain(text), err=True)


def put(text: str) -> None:
    """A line of data, to stdout."""
    click.echo(plain(text))


def put_json(value: object) -> None:
    """A line of JSON, to stdout; numbers that are infinite or none at all are null."""
    click.echo(_spelled(msgspec.json.encode(value).decode(), lambda c: json.dumps(c)[1:-1]))


def console() -> "Console":
    """Stdout for tables and colours; it honours NO_COLOR."""
    from rich.console import Console

    return Console(width=_WIDTH, highlight=False, markup=False, emoji=False)


def put_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table, to stdout; columns whose names begin with ``>`` are set flush right."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 1, 0, 0))
    for column in columns:
        table.add_column(column.lstrip(">"), justify="right" if column.startswith(">") else "left")
    for row in rows:
        table.add_row(*map(plain, row))
    console().print(table)
