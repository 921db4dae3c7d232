"""The data that a match is made of, from the schedule to the store."""

import enum
import zlib
from collections.abc import Sequence
from typing import Any

import msgspec


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The time a seat has, in seconds, and what happens when it is used up."""

    move: float = 1.0  # per decision
    bank: float = 10.0  # per match, for what exceeds `move`
    start: float = 10.0  # from the start of a bot's process to its Hello
    strikes: int = 3  # so many late or illegal decisions forfeit the match
    retries: int = 1  # times a seat is asked again after an illegal action


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a bot's container may use; 0 where nothing is limited, as for a process."""

    memory_mb: int = 0  # without swap
    cpus: float = 0.0
    processes: int = 0
    files: int = 0  # open at once
    tmp_mb: int = 0  # in /tmp, the only place it can write to


class Bot(msgspec.Struct, frozen=True):
    """One version of a bot; (name, version) is unique in a ladder, ``id`` is its number there, from 1."""

    name: str
    command: tuple[str, ...] = ()  # of a process
    version: int = 1
    author: str = ""
    id: int = 0
    folder: str = "."  # where the command runs
    image: str = ""  # of a container: the digest that pins it
    remote: bool = False  # it runs elsewhere and connects to the harness; neither command nor image

    @property
    def label(self) -> str:
        """The bot as people call it: its name, and its version from the second on."""
        return self.name if self.version == 1 else f"{self.name} v{self.version}"


class Match(msgspec.Struct, frozen=True):
    """One match to be played. ``leg`` says which bot processes may play it: none outlives its leg."""

    key: str  # unique in the ladder
    wire_id: str  # what the bots call it; opaque, so that a deal met before is not recognised
    game: str
    options: dict[str, Any]
    bots: tuple[Bot, ...]  # by seat
    seed: str  # of the deals, hexadecimal
    leg: tuple[int, int] = (0, 0)
    clock: Clock = Clock()

    def __post_init__(self) -> None:
        # Seats are found again by bot and leg, so that a bot beside itself would wait for itself for ever.
        seated: set[tuple[str, int]] = set()
        for bot in self.bots:
            if (bot.name, bot.version) in seated:
                raise ValueError(f"match {self.key}: {bot.label} sits there twice; give each of the two its own name")
            seated.add((bot.name, bot.version))


SETS_PER_BLOCK = 500  # sets of each table that are played in all rotations before the next ones begin


class Fixture(msgspec.Struct, frozen=True):
    """One scheduled match. Its key and its place in the order depend on nothing but itself."""

    table: tuple[int, ...]  # bot ids, ascending
    set: int  # from 0
    rotation: int  # from 0
    seats: tuple[int, ...]  # bot ids by seat

    @property
    def key(self) -> str:
        return f"{self.set_key}.{self.rotation}"

    @property
    def set_key(self) -> str:
        return f"{'-'.join(map(str, self.table))}.{self.set}"

    @property
    def leg(self) -> tuple[int, int]:
        """Bot processes live for one leg: within it no deal comes twice."""
        return self.set // SETS_PER_BLOCK, self.rotation

    @property
    def position(self) -> str:
        """Sorts as text in schedule order; tables with later bots come later, so that new bots move no old match."""
        block, rotation = self.leg
        ids = ".".join(f"{bot:06d}" for bot in reversed(self.table))
        return f"{block:06d}.{rotation:07d}.{len(self.table):02d}.{ids}.{self.set:07d}"


class Class(enum.StrEnum):
    """Whose fault a verdict is; what follows from it differs."""

    PLAYED = "played"  # rated
    BOT = "bot"  # the seat forfeits, the match is rated
    MACHINE = "machine"  # nobody is blamed, nothing is rated, the match is played again


class Cause(enum.Enum):
    """Why a seat's match ended as it did: a word, its class, and what it means."""

    def __init__(self, word: str, blame: Class, meaning: str) -> None:
        self.word = word
        self.blame = blame
        self.meaning = meaning

    PLAYED = "played", Class.PLAYED, "played to the end"
    NO_START = "no-start", Class.BOT, "the process ended before it connected, or could not be started"
    NO_CONNECT = "no-connect", Class.BOT, "the process did not connect within the start limit"
    NO_HELLO = "no-hello", Class.BOT, "it connected, but said no Hello within the start limit"
    OTHER_GAME = "other-game", Class.BOT, "its Hello says that it does not play this rule set"
    DIED = "died", Class.BOT, "the process ended during the match"
    LEFT = "left", Class.BOT, "the process closed its stream during the match"
    GARBAGE = "garbage", Class.BOT, "it sent bytes that are no message"
    TOO_BIG = "too-big", Class.BOT, "it sent a message over the size limit"
    WRONG_MESSAGE = "wrong-message", Class.BOT, "it sent a message that had no place there"
    ILLEGAL = "illegal", Class.BOT, "illegal actions used up its strikes"
    LATE = "late", Class.BOT, "late decisions used up its strikes"
    STRIKES = "strikes", Class.BOT, "late and illegal decisions used up its strikes"
    NO_SPAWN = "no-spawn", Class.MACHINE, "the machine could not start a process"
    NO_ENGINE = "no-engine", Class.MACHINE, "the container engine did not answer"
    LAGGED = "lagged", Class.MACHINE, "a decision was late while the harness or its machine was held up"
    ENDLESS = "endless", Class.MACHINE, "the match did not end, because the options of the rule set give it no end"
    WORKER_LOST = "worker-lost", Class.MACHINE, "the process that refereed the match was lost"


BY_WORD = {cause.word: cause for cause in Cause}


class Verdict(msgspec.Struct, frozen=True):
    """How a seat's match ended: a word (a Cause's), a sentence, and the evidence."""

    cause: str = Cause.PLAYED.word
    sentence: str = "Played to the end."
    evidence: dict[str, Any] = {}
    at: int | None = None  # actions made before the seat forfeited

    @property
    def forfeit(self) -> bool:
        return BY_WORD[self.cause].blame is Class.BOT


class Entry(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One action of a log: who, what, and at what cost in microseconds."""

    seat: int
    action: str
    think_us: int  # from the decision written to the answer read
    own_us: int  # the harness's own share, spent before the decision was written
    flag: str = ""  # "": chosen; "illegal" or "late": a strike, default action; "forfeit": default action
    refused: tuple[str, ...] = ()  # illegal actions that were tried before


class Result(msgspec.Struct, frozen=True):
    """How a match ended, by seat."""

    ranks: tuple[int, ...]  # forfeits last, the earlier the lower
    scores: tuple[int, ...]  # as the rule set counts them
    verdicts: tuple[Verdict, ...]
    strikes: tuple[int, ...]


class Log(msgspec.Struct, frozen=True):
    """One match, whole: the rules alone can play it again."""

    format: int
    key: str
    wire_id: str
    game: str
    options: dict[str, Any]
    bots: tuple[Bot, ...]
    seed: str
    clock: Clock
    started: str  # UTC, ISO 8601
    seconds: float
    actions: tuple[Entry, ...]
    result: Result
    lag: float = 0.0  # seconds in which the harness was held up and the clocks stood still


LOG_FORMAT = 1


def pack_log(log: Log) -> bytes:
    """A log as it is stored: JSON, compressed, with the CRC-32 of that; zlib's own sum misses some flipped bits."""
    packed = zlib.compress(msgspec.json.encode(log), 6)
    return packed + _checksum(packed)


def unpack_log(packed: bytes) -> Log:
    """The log that ``pack_log`` packed; ValueError if the bytes are damaged."""
    stream = zlib.decompressobj()
    try:
        text = stream.decompress(packed)
        if not stream.eof:
            raise ValueError("it is cut short")
        # What was stored before there was a checksum has none.
        if stream.unused_data and stream.unused_data != _checksum(packed[: -len(stream.unused_data)]):
            raise ValueError("its checksum is another one")
        return msgspec.json.decode(text, type=Log)
    except (zlib.error, msgspec.MsgspecError) as error:
        raise ValueError(str(error)) from None


def _checksum(packed: bytes) -> bytes:
    return zlib.crc32(packed).to_bytes(4, "big")


def final_ranks(ranks: Sequence[int], verdicts: Sequence[Verdict]) -> tuple[int, ...]:
    """The ranks by seat with forfeits last: the earlier a seat forfeited, counted in actions, the lower."""

    def standing(seat: int) -> tuple[int, int]:
        at = verdicts[seat].at
        return (0, ranks[seat]) if at is None else (1, -at)

    return tuple(1 + sum(standing(other) < standing(seat) for other in range(len(ranks))) for seat in range(len(ranks)))
