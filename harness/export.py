"""A ladder's results as tables for other programs, and its logs as files."""

import csv
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from harness.errors import ConfigError, StoreError
from harness.ladder import Ladder
from harness.match import Bot
from harness.store import Store

_TYPES = {int: "int64", float: "double", str: "string"}  # as Arrow and Parquet call them
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would calculate what begins so


class MatchLine(msgspec.Struct, frozen=True):
    """One match; those of a set were dealt the same cards."""

    key: str
    set: str
    seats: int
    actions: int
    started: str  # UTC, ISO 8601
    seconds: float


class SeatLine(msgspec.Struct, frozen=True):
    """One seat of a match, from 0, and how its bot fared there."""

    match: str
    seat: int
    bot: int
    name: str
    version: int
    rank: int
    score: int
    strikes: int
    verdict: str
    sentence: str


class RatingLine(msgspec.Struct, frozen=True):
    """One version of a bot and its TrueSkill rating."""

    bot: int
    name: str
    version: int
    author: str
    mu: float
    sigma: float
    matches: int


def export(ladder: Ladder, folder: Path, on_progress: Callable[[int, int], None]) -> dict[str, int]:
    """Write all tables and logs into a new folder; how many lines each table has, and how many logs there are.

    A table comes as ``NAME.csv``, ``NAME.jsonl`` and ``NAME.columns.json``, the last by columns with their types. In
    the CSV files alone a text that a spreadsheet would take for a formula is preceded by an apostrophe.
    """
    with ladder.read() as store:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise ConfigError(f"{folder} exists and is left as it is; name a new folder")
        logs = folder / "logs"
        logs.mkdir(parents=True, exist_ok=True)
        bots = {bot.id: bot for bot in store.roster.bots()}
        written = {
            "matches": _write(folder / "matches", MatchLine, _matches(store)),
            "seats": _write(folder / "seats", SeatLine, _seats(store, bots)),
            "ratings": _write(folder / "ratings", RatingLine, _ratings(store, bots)),
        }
        for number, row in enumerate(store.matches(), 1):
            log = msgspec.json.format(msgspec.json.encode(store.log(row.key)), indent=1)
            (logs / f"{row.key}.json").write_bytes(log + b"\n")
            on_progress(number, written["matches"])
        return {**written, "logs": written["matches"]}


def _matches(store: Store) -> Iterator[MatchLine]:
    for row in store.matches():
        yield MatchLine(row.key, row.set_key, len(row.seats), row.actions, row.started, row.seconds)


def _seats(store: Store, bots: dict[int, Bot]) -> Iterator[SeatLine]:
    for row in store.matches():
        for number, seat in enumerate(row.seats):
            bot = _known(bots, seat.bot)
            yield SeatLine(
                row.key, number, bot.id, bot.name, bot.version,
                seat.rank, seat.score, seat.strikes, seat.verdict, seat.sentence,
            )  # fmt: skip


def _ratings(store: Store, bots: dict[int, Bot]) -> Iterator[RatingLine]:
    for number, mu, sigma, matches in store.kept_ratings():
        bot = _known(bots, number)
        yield RatingLine(bot.id, bot.name, bot.version, bot.author, mu, sigma, matches)


def _known(bots: dict[int, Bot], number: int) -> Bot:
    if number not in bots:
        raise StoreError(f"bot {number} is named, but there is none; see what is damaged with `harness verify`")
    return bots[number]


def _write(stem: Path, shape: type[msgspec.Struct], lines: Iterable[msgspec.Struct]) -> int:
    """One table in its three forms."""
    names = shape.__struct_fields__
    columns: dict[str, list[object]] = {name: [] for name in names}
    encoder = msgspec.json.Encoder()
    with (
        stem.with_name(f"{stem.name}.csv").open("w", newline="", encoding="utf-8") as table,
        stem.with_name(f"{stem.name}.jsonl").open("wb") as json,
    ):
        rows = csv.writer(table)
        rows.writerow(names)
        for line in lines:
            values = msgspec.structs.astuple(line)
            rows.writerow(map(_cell, values))
            json.write(encoder.encode(line) + b"\n")
            for name, value in zip(names, values, strict=True):
                columns[name].append(value)
    typed = {name: {"type": _TYPES[shape.__annotations__[name]], "values": values} for name, values in columns.items()}
    stem.with_name(f"{stem.name}.columns.json").write_bytes(encoder.encode(typed) + b"\n")
    return len(columns[names[0]])


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
