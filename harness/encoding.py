"""Decisions as bytes: the same that building the message and serializing it would give, in half the time.

The bytes of a message are those of its fields, one after the other, and those of a field's value can be remembered:
the same cards, actions and counts come again and again.
"""

from collections.abc import Callable, Iterable
from functools import cache
from operator import getitem, itemgetter
from typing import Any

from google.protobuf.message import Message
from msgspec.structs import astuple

from harness.games import View
from harness.referee import Ask
from harness.wire import arena_pb2 as pb

_REMEMBERED = 4096  # values of one field; more than there are, but of those that count or time something


class Remembered(dict[Any, bytes]):
    """The bytes of one field with a value, which for a repeated field may be one of its items."""

    def __init__(self, message: Callable[..., Message], field: str, *, item: bool = False) -> None:
        super().__init__()
        self._bytes: Callable[[Any], bytes] = lambda value: message(
            **{field: [value] if item else value}
        ).SerializeToString()

    def __missing__(self, value: Any) -> bytes:
        data = self._bytes(value)
        if len(self) < _REMEMBERED:
            self[value] = data
        return data


class Sizes(dict[int, bytes]):
    """A number as the length before a text or a message (a varint)."""

    def __missing__(self, number: int) -> bytes:
        low, rest = [], number
        while rest > 127:
            low.append(rest & 127 | 128)
            rest >>= 7
        data = bytes((*low, rest))
        if number < _REMEMBERED:
            self[number] = data
        return data


_size = Sizes()


@cache
def _tag(message: type[Message], field: str) -> bytes:
    """What a field that holds a text or a message begins with; its size follows."""
    return _size[message.DESCRIPTOR.fields_by_name[field].number << 3 | 2]


_BATCH, _DECISION = _tag(pb.HarnessMessage, "batch"), _tag(pb.Batch, "decisions")
_MATCH_ID, _NEWS = _tag(pb.Decision, "match_id"), _tag(pb.Decision, "news")
_number, _legal = Remembered(pb.Decision, "decision_id"), Remembered(pb.Decision, "legal", item=True)
_move, _bank = Remembered(pb.Decision, "move_ms"), Remembered(pb.Decision, "bank_ms")


def batch(rest: bytes, decisions: Iterable[bytes]) -> bytes:
    """The harness's message with a batch: what ``decision`` made, after the rest of the batch."""
    data = rest + b"".join(decisions)
    return _BATCH + _size[len(data)] + data


def decision(match_id: str, family: str, ask: Ask) -> bytes:
    """A decision as it stands in a batch."""
    name, view = match_id.encode(), _view(family, type(ask.view))(ask.view)
    parts = [_MATCH_ID, _size[len(name)], name, _number[ask.number], _move[ask.move * 1000], _bank[ask.bank * 1000]]
    parts += map(_legal.__getitem__, ask.legal)
    for text in ask.news:
        parts += (_NEWS, _size[len(text)], text)
    parts += (_tag(pb.Decision, family), _size[len(view)], view)
    data = b"".join(parts)
    return _DECISION + _size[len(data)] + data


@cache
def _view(family: str, kind: type[View]) -> Callable[[View], bytes]:
    """How a family's views become the field of that name, without its tag and size."""
    message = type(getattr(pb.Decision(), family))
    fields = [message.DESCRIPTOR.fields_by_name[name] for name in kind.__struct_fields__]
    lists = [bool(field.is_repeated and field.type == field.TYPE_STRING) for field in fields]
    values = [Remembered(message, field.name) for field, several in zip(fields, lists, strict=True) if not several]
    texts = [
        Remembered(message, field.name, item=True).__getitem__
        for field, several in zip(fields, lists, strict=True)
        if several
    ]
    of_values = itemgetter(*(place for place, several in enumerate(lists) if not several))
    of_lists = itemgetter(*(place for place, several in enumerate(lists) if several))

    def encode(view: View) -> bytes:
        whole = astuple(view)
        parts = [*map(getitem, values, of_values(whole))]
        for remembered, items in zip(texts, of_lists(whole), strict=True):
            if items:
                parts += map(remembered, items)
        return b"".join(parts)

    return encode
