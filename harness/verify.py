"""A ladder, checked from the ground up: the logs through the rules, and all that derives from them anew."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from harness import games, history, replay, schedule, schema, site
from harness.database import Database
from harness.errors import HarnessError
from harness.ladder import Ladder
from harness.match import BY_WORD, Bot, Class, Fixture, Log
from harness.played import thinking
from harness.ratings import counted, fold
from harness.rows import MatchRow, SeatRow, Thinking
from harness.store import RATING_DIGITS, Store
from harness.submission import State


class Finding(msgspec.Struct, frozen=True):
    """Something that is not as it should be."""

    where: str  # the key of a match, a file, or a part of the database
    what: str


class Verification(msgspec.Struct):
    """What was checked, and what was found wrong with it."""

    matches: int = 0
    pages: int = 0
    findings: list[Finding] = []


def verify(ladder: Ladder, on_progress: Callable[[int, int], None]) -> Verification:
    """Check everything; ``on_progress`` is told the matches done and in all. StoreError if nothing was played."""
    with ladder.read() as store:
        audit = _Audit(ladder, store)
        audit.check("ladder.db", _integrity(ladder.database))
        audit.check("secret", audit.secret())
        audit.check("matches", audit.matches(on_progress))
        audit.check("think times", audit.think_times())
        audit.check("submissions", audit.submissions())
        audit.check("ratings", _ratings(ladder, store))
        audit.check("folds", _folds(ladder, store))
        audit.check("site", audit.pages())
        if store.count() != audit.total:
            raise HarnessError(f"{ladder.folder}: it was played on meanwhile; verify again when its run has ended")
    return audit.found


class _Audit:
    """One ladder under examination."""

    def __init__(self, ladder: Ladder, store: Store) -> None:
        self.found = Verification()
        self.total = store.count()
        self._ladder = ladder
        self._store = store
        self._secret = store.noted("secret") or ""
        self._thinking: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0])

    @cached_property
    def _bots(self) -> dict[int, Bot]:
        return {bot.id: bot for bot in self._store.roster.bots()}

    def check(self, where: str, findings: Iterator[Finding]) -> None:
        """Collect the findings of one check; that it cannot even be made is one too."""
        try:
            self.found.findings.extend(findings)
        except (HarnessError, ValueError, TypeError, LookupError, ArithmeticError) as error:
            # Where a file is damaged, anything may stand for a number or a text.
            self.found.findings.append(Finding(where, f"cannot be checked: {type(error).__name__}: {error}"))

    def secret(self) -> Iterator[Finding]:
        """The secret is the one that was committed to, and the rules are those that were begun with."""
        store, config = self._store, self._ladder.config
        if schedule.commitment(self._secret) != store.noted("commitment"):
            yield Finding("secret", "its SHA-256 is not the commitment")
        if config.schedule.seed and config.schedule.seed != self._secret:
            yield Finding("secret", "it is not the seed in ladder.toml")
        if store.noted("rules") != self._ladder.rules:
            yield Finding("rules", "those that were begun with are not those in ladder.toml")

    def matches(self, on_progress: Callable[[int, int], None]) -> Iterator[Finding]:
        """Every stored match."""
        for row in self._store.matches():
            self.found.matches += 1
            try:
                yield from self._match(row)
            except HarnessError as error:
                yield Finding(row.key, str(error))
            on_progress(self.found.matches, self.total)
        if self.found.matches != self.total:
            yield Finding("matches", f"{self.total} are stored, but {self.found.matches} have seats")

    def _match(self, row: MatchRow) -> Iterator[Finding]:
        log = self._store.log(row.key)
        yield from (Finding(row.key, what) for what in replay.faults(log))
        for bot, bucket, decisions, think, own in thinking(log):
            sums = self._thinking[bot, bucket]
            sums[:] = sums[0] + decisions, sums[1] + think, sums[2] + own
        yield from _verdicts(row.key, log)
        try:
            fixture = schedule.fixture(row.key, self._ladder.config)
        except ValueError as error:
            yield Finding(row.key, str(error))
            return
        yield from _differences(row.key, "stored", row, "logged", _logged(row.id, log, fixture))
        yield from self._scheduled(fixture, log)

    def _scheduled(self, fixture: Fixture, log: Log) -> Iterator[Finding]:
        """The log is of the match that the schedule has there: its bots by seat, its rules, its deals."""
        if unknown := [bot for bot in fixture.table if bot not in self._bots]:
            yield Finding(fixture.key, f"the ladder has no bots with the numbers {unknown}")
            return
        due = schedule.match(fixture, self._bots, self._ladder.config, self._secret)
        for what in ("wire_id", "seed"):
            if getattr(log, what) != getattr(due, what):
                yield Finding(fixture.key, f"its {what} does not follow from the secret")
        if list(map(_identity, log.bots)) != list(map(_identity, due.bots)):
            yield Finding(fixture.key, "its bots are not those that the schedule seats there")
        if (log.game, _in_force(log.game, log.options)) != (due.game, _in_force(due.game, due.options)):
            yield Finding(fixture.key, "its rules are not those in ladder.toml")

    def think_times(self) -> Iterator[Finding]:
        """The sums that are kept are those of the logs."""
        due: dict[int, Thinking] = {}
        for bot, bucket in sorted(self._thinking):
            decisions, think, own = self._thinking[bot, bucket]
            old = due.get(bot, Thinking({}, 0, 0))
            due[bot] = Thinking({**old.decisions, bucket: decisions}, old.think_us + think, old.own_us + own)
        kept = self._store.thinking()
        for bot in sorted(due.keys() | kept.keys()):
            if due.get(bot) != kept.get(bot):
                yield Finding("think times", f"those of bot {bot} are not the sums of its logs")

    def submissions(self) -> Iterator[Finding]:
        """Those were accepted that passed the check, with the image that was checked."""
        for one in self._store.roster.submissions():
            passed = one.report.state is State.PASSED
            if one.accepted != passed:
                yield Finding("submissions", f"the report on '{one.name}' of {one.at} does not fit what became of it")
            elif one.bot is not None and self._bots[one.bot].image != one.report.image:
                yield Finding("submissions", f"'{one.name}' version {one.version} has not the image that was checked")

    def pages(self) -> Iterator[Finding]:
        """The pages are those that the stored matches give."""
        ladder = self._ladder
        if not ladder.site.exists():
            return
        with TemporaryDirectory() as scratch:
            site.build(ladder, Path(scratch))
            for fresh in sorted(path for path in Path(scratch).rglob("*") if path.is_file()):
                self.found.pages += 1
                page = ladder.site / fresh.relative_to(scratch)
                if not page.is_file():
                    yield Finding(str(page), f"is missing; write it with: harness site {ladder.folder}")
                elif page.read_bytes() != fresh.read_bytes():
                    yield Finding(str(page), f"is not what the matches give; renew it: harness site {ladder.folder}")


def _integrity(path: Path) -> Iterator[Finding]:
    """SQLite's own opinion of the file."""
    with closing(Database(path, write=False)) as database, TemporaryDirectory() as scratch:
        yield from (Finding(path.name, what) for what in schema.faults(database))
        fresh = Path(scratch) / path.name
        Store(fresh, write=True).close()
        with closing(Database(fresh, write=False)) as due:
            if schema.declarations(database) != schema.declarations(due):
                yield Finding(path.name, "its tables are not declared as this harness declares them")


def _ratings(ladder: Ladder, store: Store) -> Iterator[Finding]:
    """The ratings that are kept are those that the matches give."""
    due: dict[int, tuple[float, float]] = {}
    matches: Counter[int] = Counter()
    for _, _, after in fold(counted(store, ladder.config.clock.bench_after)):
        matches.update(after.keys())
        due |= {bot: (skill.mu, skill.sigma) for bot, skill in after.items()}
    kept = {bot: ((mu, sigma), count) for bot, mu, sigma, count in store.kept_ratings()}
    for bot in sorted(due.keys() | kept.keys()):
        if bot not in due or bot not in kept:
            yield Finding("ratings", f"bot {bot} is rated without matches, or has matches and no rating")
            continue
        rating, count = kept[bot]
        if not all(map(_as_kept, rating, due[bot])) or count != matches[bot]:
            yield Finding("ratings", f"the one of bot {bot} is not what its matches give; harness run renews it")


def _folds(ladder: Ladder, store: Store) -> Iterator[Finding]:
    """What is kept so that ratings and pages need not begin anew is what the matches give."""
    config = ladder.config
    for what in history.faults(store, config.clock.bench_after, config.pages.matches):
        yield Finding("folds", f"{what}; put back a copy")


def _as_kept(kept: float, due: float) -> bool:
    """Whether a number is the one that is due as the store rounds it, but for the last digit."""
    return kept == round(kept, RATING_DIGITS) and abs(kept - due) < 2 * 10**-RATING_DIGITS


def _verdicts(key: str, log: Log) -> Iterator[Finding]:
    """Every verdict is one that a rated match can have."""
    for seat, verdict in enumerate(log.result.verdicts):
        cause = BY_WORD.get(verdict.cause)
        if cause is None or cause.blame is Class.MACHINE:
            yield Finding(key, f"the verdict of seat {seat}, {verdict.cause!r}, is none that a rated match can have")
        elif (cause.blame is Class.BOT) != (verdict.at is not None):
            yield Finding(key, f"the verdict of seat {seat}, {verdict.cause!r}, does not fit when it forfeited")


def _logged(number: int, log: Log, fixture: Fixture) -> MatchRow:
    """The row that a log makes."""
    result = log.result
    # That the lists are equally long is for the replay to find out.
    seats = zip(log.bots, result.ranks, result.scores, result.verdicts, result.strikes, strict=False)
    return MatchRow(
        id=number,
        key=log.key,
        position=fixture.position,
        set_key=fixture.set_key,
        actions=len(log.actions),
        started=log.started,
        seconds=log.seconds,
        seats=tuple(
            SeatRow(bot.id, rank, score, v.cause, v.sentence, strikes) for bot, rank, score, v, strikes in seats
        ),
    )


def _differences(key: str, one: str, left: MatchRow, other: str, right: MatchRow) -> Iterator[Finding]:
    for field in MatchRow.__struct_fields__:
        if getattr(left, field) != getattr(right, field):
            yield Finding(key, f"{field}: {one} {getattr(left, field)!r}, {other} {getattr(right, field)!r}")


def _identity(bot: Bot) -> tuple[int, str, int, tuple[str, ...], str, bool]:
    """What makes a bot's version; where it runs and who it is said to be by may change."""
    return bot.id, bot.name, bot.version, bot.command, bot.image, bot.remote


def _in_force(game: str, options: dict[str, object]) -> dict[str, object]:
    return dict(games.game(game, options).options)
