"""``ladder.toml``: read strictly, every complaint with file, key and what is allowed."""

import os
import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from harness import games
from harness.errors import ConfigError, OptionError
from harness.match import Clock, Limits

T = TypeVar("T")

Name = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,39}\Z")]
Count = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
Seconds = Annotated[float, msgspec.Meta(gt=0, le=86_400)]


class BotEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot of the organiser's own machine, trusted: a command that starts it."""

    name: Name
    command: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    author: Annotated[str, msgspec.Meta(max_length=100)] = ""
    version: Count = 1


class ScheduleEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who meets whom, how often."""

    seats: tuple[Annotated[int, msgspec.Meta(ge=2, le=10)], ...] = ()  # table sizes; empty: the fewest the game takes
    sets: Count = 10  # deal seeds per table
    rotations: Literal["cyclic", "all"] = "cyclic"
    seed: str = ""  # makes a run reproducible; empty: a random secret, published after the ladder is closed


class ClockEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bots' time, in seconds, and what follows when it is used up."""

    move: Seconds = 1.0
    bank: Annotated[float, msgspec.Meta(ge=0, le=86_400)] = 10.0
    start: Seconds = 10.0
    strikes: Count = 3
    retries: Annotated[int, msgspec.Meta(ge=0, le=100)] = 1
    bench_after: Count = 5  # matches forfeited in a row


class LimitsEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What each bot's container may use, and how many bots there may be at once."""

    memory_mb: Annotated[int, msgspec.Meta(ge=8, le=1 << 20)] = 512  # MiB, without swap
    cpus: Annotated[float, msgspec.Meta(ge=0.01, le=1024)] = 1.0
    processes: Annotated[int, msgspec.Meta(ge=4, le=100_000)] = 64  # and threads
    files: Annotated[int, msgspec.Meta(ge=16, le=1_000_000)] = 256  # open at once
    tmp_mb: Annotated[int, msgspec.Meta(ge=1, le=1 << 20)] = 64  # MiB in /tmp; they count as memory too
    alive: Count = 32  # bots alive at once, processes too; idle ones are stopped for others


class PagesEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the static pages carry."""

    matches: Count = (
        1_000  # the newest with a page of their own; of faults half as many, of close ones and upsets a tenth
    )
    output: bool = False  # what bots printed, which is for their owners' eyes


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One ladder's configuration."""

    game: str
    bots: tuple[BotEntry, ...] = ()
    title: Annotated[str, msgspec.Meta(max_length=100)] = ""
    options: dict[str, Any] = {}
    schedule: ScheduleEntry = ScheduleEntry()
    clock: ClockEntry = ClockEntry()
    limits: LimitsEntry = LimitsEntry()
    pages: PagesEntry = PagesEntry()

    @property
    def match_clock(self) -> Clock:
        c = self.clock
        return Clock(c.move, c.bank, c.start, c.strikes, c.retries)

    @property
    def container_limits(self) -> Limits:
        e = self.limits
        return Limits(e.memory_mb, e.cpus, e.processes, e.files, e.tmp_mb)

    @property
    def table_sizes(self) -> tuple[int, ...]:
        return self.schedule.seats or (games.game(self.game, self.options).seats[0],)


def single(rule_set: str, seats: int | None) -> Config:
    """A configuration with nothing but defaults, for tables of one size; OptionError if the game does not take it."""
    game = games.game(rule_set)
    if seats is not None and seats not in game.seats:
        raise OptionError(f"{seats} seats do not fit {rule_set}; allowed: {game.seats[0]} to {game.seats[-1]}")
    return Config(rule_set, schedule=ScheduleEntry(seats=(seats,) if seats is not None else ()))


def read_toml(path: Path, shape: type[T]) -> T:
    """A TOML file as a value of that shape; ConfigError names the file, the key and what is allowed."""
    try:
        data = tomllib.loads(path.read_bytes().decode())
    except FileNotFoundError:
        raise ConfigError(f"{path}: there is no such file") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        reason = os.strerror(error.errno or 0) if isinstance(error, OSError) else str(error) or type(error).__name__
        raise ConfigError(f"{path}: cannot be read as TOML: {reason}") from None
    try:
        return msgspec.convert(data, shape)
    except msgspec.ValidationError as error:
        raise ConfigError(f"{path}: {_explained(str(error), shape)}") from None


def read(path: Path) -> Config:
    """A ladder's configuration, checked against the game it names."""
    config = read_toml(path, Config)
    try:
        game = games.game(config.game, config.options)
    except OptionError as error:
        raise ConfigError(f"{path}: {error}") from None
    for size in config.schedule.seats:
        if size not in game.seats:
            allowed = f"{game.seats[0]} to {game.seats[-1]}"
            raise ConfigError(f"{path}: schedule.seats: {size} seats do not fit {game.name}; allowed: {allowed}")
    if config.limits.alive < max(config.table_sizes):
        least = max(config.table_sizes)
        raise ConfigError(f"{path}: limits.alive: {config.limits.alive} bots fill no table; allowed: {least} and more")
    seen: set[str] = set()
    for bot in config.bots:
        if bot.name in seen:
            raise ConfigError(f"{path}: bots: the name '{bot.name}' is used twice; give each bot its own")
        seen.add(bot.name)
    return config


def _explained(message: str, shape: Any) -> str:
    """msgspec's complaint with the key first, and the keys that are allowed where one is unknown."""
    what, _, where = message.partition(" - at `$")
    key = where.strip("`").lstrip(".")
    if what.startswith("Object contains unknown field"):
        unknown = what.split("`")[1]
        allowed = ", ".join(_keys_at(shape, key))
        return f"unknown key '{f'{key}.{unknown}' if key else unknown}'; allowed here: {allowed}"
    if what.startswith("Object missing required field"):
        missing = what.split("`")[1]
        return f"the key '{f'{key}.{missing}' if key else missing}' is missing"
    return f"{key}: {what[0].lower()}{what[1:]}"


def _keys_at(shape: Any, key: str) -> list[str]:
    """The keys of the table that a dotted key such as ``bots[0]`` leads to."""
    info = msgspec.inspect.type_info(shape)
    for word in re.sub(r"\[.*?\]", "", key).split("."):
        if not word:
            continue
        assert isinstance(info, msgspec.inspect.StructType)
        info = next(field.type for field in info.fields if field.encode_name == word)
        if isinstance(info, msgspec.inspect.VarTupleType):
            info = info.item_type
    assert isinstance(info, msgspec.inspect.StructType)
    return [field.encode_name for field in info.fields]
