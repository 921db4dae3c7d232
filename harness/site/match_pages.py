"""A page for a match, with its log beside it, and the list of those that have one."""

import json
import shlex
from typing import Any

import msgspec

from harness.match import Log, Verdict
from harness.outing import Outing
from harness.site import account, charts, marks, words
from harness.site.ground import Ground
from harness.site.lines import lines

PRINTED = ("stderr", "stdout")  # evidence that a bot wrote itself


def page(ground: Ground, outing: Outing) -> str:
    """The page of a match; it notes for the other pages why each seat did not win."""
    key = outing.row.key
    whole = ground.store.log(key)
    told = account.tell(whole)
    log = public(whole, ground)
    ground.told[key] = told.reasons
    where = ground.ladder.folder.resolve().name  # the pages are the same wherever the ladder lies
    return ground.render(
        f"matches/{key}.html",
        "match.html",
        "matches",
        row=outing.row,
        log=log,
        account=told,
        result=words.result(outing, ground.bots, "../"),
        change=[outing.ratings(seat.bot) for seat in outing.row.seats],
        evidence=_evidence(log),
        scored=[deal for deal in told.deals if deal.outcome],
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
    kept = {key: value for key, value in verdict.evidence.items() if key not in PRINTED}
    return msgspec.structs.replace(verdict, evidence=kept)


def _evidence(log: Log) -> list[tuple[int, list[tuple[str, str]]]]:
    """By seat that has any: what the harness saw, as pairs of texts."""
    return [
        (seat, [(key, _shown(value)) for key, value in verdict.evidence.items()])
        for seat, verdict in enumerate(log.result.verdicts)
        if verdict.evidence
    ]


def _shown(value: Any) -> str:
    return marks.output(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
