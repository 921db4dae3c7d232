"""All that a ladder's stored matches amount to, continued from where it was kept last.

What was kept still holds as long as no match was stored before its end since (those of a new version may be) and
nothing else that it was made by has changed; otherwise an older one serves, or all is folded anew.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

import msgspec

from harness import inference
from harness.database import DAMAGED
from harness.errors import StoreError
from harness.fold import Fold, LadderTally
from harness.folds import Kept
from harness.outing import Outing, outing
from harness.rows import MatchRow
from harness.store import Store
from harness.tally import BotTally, PairTally

STEP = 500  # matches folded at a time, so that no more are in memory
KEEP_EVERY = 20_000  # matches
PAGES = 1_000  # matches that are to have a page, unless a ladder says otherwise
_FORMAT = 4  # of what is kept; another number makes all that was kept void


class History:
    """The stored matches folded, and any of those with a place in it with what it did to its bots' skills."""

    def __init__(self, fold: Fold, store: Store) -> None:
        self.fold = fold
        self.fresh: dict[int, bytes] = {}  # by match: skills that the store has not kept yet
        self.store = store

    @property
    def ladder(self) -> LadderTally:
        return self.fold.ladder

    @property
    def bots(self) -> dict[int, BotTally]:
        return self.fold.ladder.bots

    @property
    def pairs(self) -> dict[tuple[int, int], PairTally]:
        return self.fold.pairs

    def outings(self, numbers: Sequence[int]) -> list[Outing]:
        """The matches with these numbers, in that order."""
        rows = self.store.numbered(numbers)
        kept = [number for number in numbers if number not in self.fresh]
        skills = dict(self.store.folds.changes(kept)) | {n: self.fresh[n] for n in numbers if n in self.fresh}
        try:
            return [outing(rows[number], skills[number]) for number in numbers]
        except (KeyError, ValueError) as error:
            raise StoreError(f"{self.store.path}: no skills are kept of match {error}; {DAMAGED}") from None

    def outing_of(self, row: MatchRow) -> Outing:
        """A match with its skills; one that does not count has none."""
        return Outing(row, {}, {}) if row.id in self.ladder.void else self.outings([row.id])[0]

    def forget(self) -> None:
        """Keep the skills only of those matches that somebody may ask for."""
        asked = set(self._listed())
        self.fresh = {number: skills for number, skills in self.fresh.items() if number in asked}

    def _listed(self) -> Iterable[int]:
        ladder = self.ladder
        of_bots = chain.from_iterable(
            (*bot.latest.numbers, *bot.faulty.numbers, *bot.best.numbers, *bot.worst.numbers)
            for bot in self.bots.values()
        )
        of_pairs = chain.from_iterable(pair.latest.numbers for pair in self.pairs.values())
        found = (ladder.latest.numbers, ladder.faulty.numbers, ladder.close.numbers, ladder.upsets.numbers)
        return chain(*found, of_bots, of_pairs)


def read(store: Store, bench_after: int, pages: int = PAGES, *, whole: bool = False) -> History:
    """What is stored, folded without writing; with ``whole`` any match may be asked for, not only those listed."""
    with store.snapshot():
        history = History(_kept(store, bench_after, pages), store)
        for rows in _rest(history.fold, store):
            history.fresh |= {one.row.id: one.packed for one in _added(history.fold, rows, store)}
            if not whole:
                history.forget()
    return history


def renew(store: Store, bench_after: int, pages: int = PAGES) -> History:
    """What is stored, folded and kept from time to time, so that the next fold goes on from there."""
    history = History(_kept(store, bench_after, pages), store)
    fold, made_by = history.fold, _made_by(bench_after, pages)
    kept = fold.ladder.stored
    for rows in _rest(fold, store):
        store.folds.keep_changes([(one.row.id, one.packed) for one in _added(fold, rows, store)])
        if fold.ladder.stored >= kept + KEEP_EVERY:
            kept = _keep(fold, store, made_by)
    if fold.ladder.stored > kept:
        _keep(fold, store, made_by)
    return history


def _keep(fold: Fold, store: Store, made_by: str) -> int:
    """Keep a fold; the matches that it holds."""
    store.folds.keep(Kept.of(fold.ladder.stored, fold.ladder.position, made_by, *fold.packed()))
    return fold.ladder.stored


def faults(store: Store, bench_after: int, pages: int) -> Iterator[str]:
    """What is kept otherwise than the matches give it."""
    kept = store.folds.newest(_made_by(bench_after, pages))
    if kept is None:
        return
    fold = Fold(LadderTally.empty(bench_after, pages))
    rows = store.matches(to=kept.position)
    while step := list(islice(rows, STEP)):
        due = {one.row.id: one.packed for one in _added(fold, step, store)}
        found = dict(store.folds.changes(list(due)))
        wrong = [row for row in step if found.get(row.id) != due.get(row.id)]
        yield from (f"the skills kept of match {row.key} differ" for row in wrong)
    if (fold.ladder.stored, *fold.packed()) != (kept.stored, kept.tallies, kept.pairs):
        yield f"the fold kept of {kept.stored} matches differs"


def _kept(store: Store, bench_after: int, pages: int) -> Fold:
    kept = store.folds.newest(_made_by(bench_after, pages))
    if kept is None:
        return Fold(LadderTally.empty(bench_after, pages))
    try:
        return Fold(msgspec.json.decode(kept.tallies, type=LadderTally), kept.pairs)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise StoreError(f"{store.path}: the fold of {kept.stored} matches is damaged: {error}; {DAMAGED}") from None


def _rest(fold: Fold, store: Store) -> Iterator[list[MatchRow]]:
    """The matches after the fold, step by step."""
    rows = store.matches(after=fold.ladder.position)
    while step := list(islice(rows, STEP)):
        yield step


def _added(fold: Fold, rows: Sequence[MatchRow], store: Store) -> list[Outing]:
    try:
        return fold.add(rows, store)
    except (ArithmeticError, LookupError, ValueError) as error:
        # Where a file is damaged, anything may stand for a rank or a bot.
        last, what = rows[-1].key, f"{type(error).__name__}: {error}"
        raise StoreError(f"{store.path}: the matches up to {last} cannot be rated: {what}; {DAMAGED}") from None


def _made_by(bench_after: int, pages: int) -> str:
    """All that a fold depends on beside the matches."""
    skill = inference.ENVIRONMENT
    parts = (_FORMAT, bench_after, pages, skill.mu, skill.sigma, skill.beta, skill.tau, skill.draw_probability)
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()
