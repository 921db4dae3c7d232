"""The check of a bot before it may play: it starts, connects, speaks the protocol, and plays in every seat."""

import asyncio
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from harness.bots import leftovers
from harness.bots.guest import Guest
from harness.bots.pool import Settings
from harness.config import Config
from harness.errors import MachineFault
from harness.games import Seat
from harness.match import BY_WORD, Bot, Cause, Log, Match, Verdict, unpack_log
from harness.submission import PROTOCOL, Report, State, Step
from harness.worker import Hall, Outcome

if TYPE_CHECKING:
    from harness.bots.container import Engine

_AT_ONCE = 16  # matches played together by a bot that says it can hold them
_UNBLAMED = "Nothing is held against the bot: mend that, then try again; `harness doctor` may help."
_LIGHTER = "Make it use less memory, or have limits.memory_mb raised in ladder.toml."
_ALONE = (
    "It runs as user 65534 without a network, and can write to nothing but /tmp. See how it starts then: "
    "docker run --rm --user 65534 --network none --read-only --tmpfs /tmp IMAGE"
)
_ADVICE = {
    Cause.NO_CONNECT: "Connect to HARNESS_ADDRESS and say Hello first; load what takes long before that in the image.",
    Cause.NO_HELLO: "Open the stream Play with the metadata harness-token, and send a Hello as its first message.",
    Cause.OTHER_GAME: "Name the rule set in the Hello's `games`, or leave them empty.",
    Cause.DIED: "See its last lines above; an exception in it ends it.",
    Cause.LEFT: "Keep the stream open until the harness closes it.",
    Cause.GARBAGE: "Send BotMessage of arena.proto, serialized, and nothing else.",
    Cause.TOO_BIG: "Send the action alone; the Welcome says how long a message may be.",
    Cause.WRONG_MESSAGE: "Answer each batch that asks something once, with one action for each of its decisions.",
    Cause.ILLEGAL: "Answer with one of the decision's legal texts, letter by letter.",
    Cause.LATE: "Think for a shorter time: each decision says how many milliseconds are left.",
    Cause.STRIKES: "Answer in time, with one of the decision's legal texts.",
}


class Entry(msgspec.Struct, frozen=True):
    """What an author hands in."""

    source: str  # an image, a folder with a Dockerfile, a saved image; or a command, as typed
    command: tuple[str, ...] = ()  # of a process, which is trusted; empty: a container

    def bot(self, image: str) -> Bot:
        return Bot("candidate", self.command, folder=str(Path.cwd()) if self.command else ".", image=image)


class _Ended(Exception):
    """A step that did not pass."""

    def __init__(self, step: Step) -> None:
        super().__init__(step.sentence)
        self.step = step


def check(
    entry: Entry, config: Config, opponents: Sequence[Bot], tell: Callable[[Step], None], *, keep: bool = False
) -> Report:
    """Try the bot as a ladder of that configuration would; each step is told as it ends.

    ``opponents`` are trusted; they are seated more than once where they are too few. With ``keep`` the image of a bot
    that passes stays on the engine.
    """
    return _Check(entry, config, opponents, tell).run(keep=keep)


class _Check:
    """One check under way."""

    def __init__(self, entry: Entry, config: Config, opponents: Sequence[Bot], tell: Callable[[Step], None]) -> None:
        self._entry = entry
        self._config = config
        self._opponents = opponents
        self._tell = tell
        self._steps: list[Step] = []
        self._image = ""
        self._logs: list[tuple[Log, Seat]] = []
        self._settings = Settings(f"check.{secrets.token_hex(8)}.", limits=config.container_limits)

    def run(self, *, keep: bool) -> Report:
        due = list(self._due())
        with ExitStack() as stack:
            try:
                engine = None if self._entry.command else self._engine(stack)
                leftovers.remove(leftovers.find(engine), engine)
                if engine is not None:
                    self._fetch(engine)
                self._play()
            except _Ended as ended:
                self._note(ended.step)
            report = self._report(due)
            if self._image and engine is not None:
                self._settle(engine, keep=keep and report.state is State.PASSED)
        return report

    def _due(self) -> Iterator[str]:
        """The steps of a check that passes, but for the one that only some bots are asked to take."""
        if not self._entry.command:
            yield "image"
        yield from ("start", PROTOCOL)
        for size in self._config.table_sizes:
            yield from (f"{size} seats, seat {seat}" for seat in range(size))
        yield from ("time", "memory")

    def _report(self, due: Sequence[str]) -> Report:
        done = {step.name for step in self._steps}
        for name in due:
            if name not in done:
                self._note(Step(name, State.SKIPPED, "Not tried, because an earlier step did not pass."))
        return Report(self._entry.source, self._config.game, tuple(self._steps), self._image)

    def _note(self, step: Step) -> None:
        self._steps.append(step)
        self._tell(step)

    def _pass(self, name: str, sentence: str, **evidence: Any) -> None:
        self._note(Step(name, State.PASSED, sentence, evidence))

    # The image.

    def _engine(self, stack: ExitStack) -> "Engine":
        from harness.bots.container import Engine

        try:
            return stack.enter_context(closing(Engine()))
        except MachineFault as fault:
            raise _Ended(_machines("image", fault)) from None

    def _fetch(self, engine: "Engine") -> None:
        from harness.bots import images

        try:
            image = images.find(engine, self._entry.source)
        except MachineFault as fault:
            raise _Ended(_machines("image", fault)) from None
        except images.Unusable as error:
            evidence = {"output": error.output} if error.output else {}
            raise _Ended(Step("image", State.FAILED, str(error), evidence, error.advice)) from None
        self._image = image.digest
        self._pass("image", f"Pinned as {image.digest}.", megabytes=image.megabytes)

    def _settle(self, engine: "Engine", *, keep: bool) -> None:
        from harness.bots import images

        if keep:
            images.keep(engine, self._image)
        else:
            images.drop(engine, self._image)

    # The matches.

    def _play(self) -> None:
        try:
            asyncio.run(self._visit())
        finally:
            leftovers.sweep(self._settings.mark, containers=bool(self._image))

    async def _visit(self) -> None:
        """The bot's whole stay in a hall of its own."""
        tables = [(size, seat) for size in self._config.table_sizes for seat in range(size)]
        async with Hall(self._settings) as hall:
            guest = await self._arrive(hall, *tables[0])
            for size, seat in tables:
                name = f"{size} seats, seat {seat}"
                log = await self._smoke(hall, name, size, seat)
                rank, decisions = log.result.ranks[seat], len(_thinking(log, seat))
                self._pass(name, f"Ranked {rank} of {size} after {decisions} decisions.", rank=rank)
            if guest.connection.holds > 1:
                together = min(guest.connection.holds, _AT_ONCE)
                name = f"{together} matches at once"
                some = [tables[number % len(tables)] for number in range(together)]
                await asyncio.gather(*(self._smoke(hall, name, size, seat) for size, seat in some))
                self._pass(name, "Played them all to the end.")
            self._time()
            await self._memory(guest)

    async def _arrive(self, hall: Hall, size: int, seat: Seat) -> Guest:
        guest = await hall.meet(self._match(size, seat), seat)
        if guest.shortage is not None:
            raise _Ended(_machines("start", guest.shortage))
        verdict, limit = guest.connection.verdict, self._config.clock.start
        if verdict is not None:
            raise _Ended(self._blamed("start", verdict))
        sentence = f"Said Hello {guest.took:.2f} s after its start; the limit is {limit:g} s."
        self._pass("start", sentence, seconds=round(guest.took, 3))
        connection, game = guest.connection, self._config.game
        games, holds = connection.games, connection.holds
        if games and game not in games:
            sentence = f"Its Hello says that it plays only {', '.join(games)}."
            raise _Ended(self._blamed(PROTOCOL, Verdict(Cause.OTHER_GAME.word, sentence)))
        self._pass(
            PROTOCOL, f"Plays {game}, and holds {_matches(holds)} at once.",
            games=games, holds=holds, sdk=connection.sdk,
        )  # fmt: skip
        return guest

    async def _smoke(self, hall: Hall, name: str, size: int, seat: Seat) -> Log:
        """One match with the bot in that seat; it has to play it to the end without a strike."""
        over: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        hall.play(self._match(size, seat), over.set_result)
        outcome = await over
        if isinstance(outcome, MachineFault):
            raise _Ended(_machines(name, outcome))
        log = unpack_log(outcome.packed)
        if log.result.verdicts[seat].forfeit:
            raise _Ended(self._blamed(name, log.result.verdicts[seat]))
        if log.result.strikes[seat]:
            raise _Ended(self._struck(name, log, seat))
        self._logs.append((log, seat))
        return log

    def _match(self, size: int, seat: Seat) -> Match:
        """The bot in that seat, the opponents in the others, fresh deals."""
        others = [
            msgspec.structs.replace(self._opponents[number % len(self._opponents)], name=f"opponent-{number + 1}")
            for number in range(size - 1)
        ]
        return Match(
            key=secrets.token_hex(8),
            wire_id=secrets.token_hex(8),
            game=self._config.game,
            options=self._config.options,
            bots=(*others[:seat], self._entry.bot(self._image), *others[seat:]),
            seed=secrets.token_hex(32),
            clock=self._config.match_clock,
        )

    # What is made of it.

    def _blamed(self, name: str, verdict: Verdict) -> Step:
        cause = BY_WORD[verdict.cause]
        advice = _ADVICE.get(cause, _ALONE if self._image else "Start it by hand to see what is wrong.")
        if "of memory" in verdict.sentence:
            advice = _LIGHTER
        return Step(name, State.FAILED, verdict.sentence, {"verdict": cause.word, **verdict.evidence}, advice)

    def _struck(self, name: str, log: Log, seat: Seat) -> Step:
        flags = [entry.flag for entry in log.actions if entry.seat == seat and entry.flag]
        refused = [text for entry in log.actions if entry.seat == seat for text in entry.refused]
        sentence = f"{len(flags)} of its decisions were {' and '.join(sorted(set(flags)))}: a strike each."
        cause = Cause.STRIKES if len(set(flags)) > 1 else BY_WORD[flags[0]]
        return Step(name, State.FAILED, sentence, {"refused": refused[:5]} if refused else {}, _ADVICE[cause])

    def _time(self) -> None:
        times = [time for log, seat in self._logs for time in _thinking(log, seat)] or [0.0]
        mean, most, clock = sum(times) / len(times), max(times), self._config.clock
        sentence = f"Thought {mean:.1f} ms on average and {most:.1f} ms at most; the limit is {clock.move * 1000:g} ms"
        bank = f", and what exceeds it is taken from {clock.bank:g} s a match." if clock.bank else "."
        self._pass("time", sentence + bank, mean_ms=round(mean, 3), most_ms=round(most, 3))

    async def _memory(self, guest: Guest) -> None:
        used = await guest.running.memory() if guest.running is not None else None
        limit = f" of {self._config.limits.memory_mb} MiB" if self._image else ""
        if used is None:
            self._pass("memory", "How much it uses cannot be measured here; it was not stopped for it.")
        else:
            self._pass("memory", f"Uses {used / 2**20:.0f} MiB{limit}.", bytes=used)


def _machines(name: str, fault: MachineFault) -> Step:
    sentence = str(fault)
    return Step(name, State.MACHINE, sentence[:1].upper() + sentence[1:], {"cause": fault.word}, _UNBLAMED)


def _thinking(log: Log, seat: Seat) -> list[float]:
    """The milliseconds of each of the seat's decisions."""
    return [entry.think_us / 1000 for entry in log.actions if entry.seat == seat]


def _matches(count: int) -> str:
    return "1 match" if count == 1 else f"{count} matches"
