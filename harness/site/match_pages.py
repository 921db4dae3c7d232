"""A page for a match, with its log beside it, and the list of those that have one."""

import shlex
from collections.abc import Iterator, Sequence

import msgspec

from harness.match import Log, Verdict
from harness.outing import Outing
from harness.site import charts, marks, parts, reasons, words
from harness.site.ground import Ground
from harness.site.lines import lines


def page(ground: Ground, outing: Outing, number: int = 1) -> str | None:
    """A page of a match, of which a long one has several; None if it has no such page."""
    every = parts.parts(ground.told_of(outing.row.key))
    return _page(ground, outing, every, every[number - 1]) if number <= len(every) else None


def files(ground: Ground, outing: Outing) -> Iterator[tuple[str, bytes]]:
    """All pages of a match, and its log, by path; what other pages quote of it is noted."""
    key = outing.row.key
    every = parts.parts(ground.told_of(key))
    for part in every:
        yield f"matches/{parts.file(key, part.number)}", _page(ground, outing, every, part).encode()
    yield f"matches/{key}.json", log_file(ground, key)


def _page(ground: Ground, outing: Outing, every: Sequence[parts.Part], part: parts.Part) -> str:
    key = outing.row.key
    told = ground.told_of(key)
    log = public(ground.store.log(key), ground)
    where = ground.ladder.folder.resolve().name  # the pages are the same wherever the ladder lies
    return ground.render(
        f"matches/{parts.file(key, part.number)}",
        "match.html",
        "matches",
        row=outing.row,
        log=log,
        account=told,
        part=part,
        parts=[(one, parts.file(key, one.number)) for one in every],
        steps=told.steps.json(log, part.steps) if part.deals else "",
        result=words.result(outing, ground.bots, "../"),
        change=[(outing.before.get(seat.bot), outing.after.get(seat.bot)) for seat in outing.row.seats],
        evidence=_evidence(log),
        scored=[deal for deal in part.deals if deal.outcome],
        times=charts.times(log),
        command=f"harness replay {shlex.quote(where)} {key}",
        commitment=ground.commitment,
        siblings=siblings(ground, outing),
    )


def listing(ground: Ground) -> str:
    """The list of the matches that have a page."""
    outings = list(ground.paged.values())
    return ground.render(
        "matches.html",
        "matches.html",
        "matches",
        lines=lines(ground, reversed(outings), ""),
        faulty=sum(outing.faulty for outing in outings),
        chosen=ground.ladder.config.pages.matches,
    )


def siblings(ground: Ground, outing: Outing) -> list[str]:
    """The keys of the other matches on the same cards that have a page."""
    key = outing.row.key
    return [other for other in ground.of_set.get(outing.row.set_key, ()) if other != key]


def log_file(ground: Ground, key: str) -> bytes:
    """The log of a match, to download."""
    return msgspec.json.encode(public(ground.store.log(key), ground))


def public(log: Log, ground: Ground) -> Log:
    """A log as anybody may have it: not where the bots lie, what they printed, nor a seed that is secret."""
    bots = tuple(msgspec.structs.replace(bot, folder=".") for bot in log.bots)
    verdicts = log.result.verdicts
    if not ground.ladder.config.pages.output:
        verdicts = tuple(map(_unprinted, verdicts))
    result = msgspec.structs.replace(log.result, verdicts=verdicts)
    return msgspec.structs.replace(log, bots=bots, seed=log.seed if ground.seeded else "", result=result)


def _unprinted(verdict: Verdict) -> Verdict:
    kept = {key: value for key, value in verdict.evidence.items() if key not in reasons.PRINTED}
    return msgspec.structs.replace(verdict, evidence=kept)


def _evidence(log: Log) -> list[tuple[int, list[tuple[str, str]]]]:
    """By seat that has any: what the harness saw, as pairs of texts."""
    return [
        (seat, [(key, marks.evidence(value)) for key, value in verdict.evidence.items()])
        for seat, verdict in enumerate(log.result.verdicts)
        if verdict.evidence
    ]
