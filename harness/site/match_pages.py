"""A page for each of the latest matches, with its log beside it, and the list of them all."""

import json
import shlex
from typing import Any

import msgspec

from harness.match import Log
from harness.site import account, marks, record, words
from harness.site.ground import Ground
from harness.site.lines import lines
from harness.site.record import Outing


def write(ground: Ground) -> None:
    """Write them, and note for the other pages why each seat did not win."""
    rotations: dict[str, list[str]] = {}
    for key, outing in ground.paged.items():
        rotations.setdefault(outing.row.set_key, []).append(key)
    for key, outing in ground.paged.items():
        _write_match(ground, outing, [other for other in rotations[outing.row.set_key] if other != key])
    ground.put(
        "matches.html",
        "matches.html",
        "matches",
        lines=lines(ground, reversed(ground.paged.values()), ""),
        faulty=sum(outing.faulty for outing in ground.paged.values()),
        pages=record.PAGES,
        faulty_pages=record.FAULTY_PAGES,
    )


def _write_match(ground: Ground, outing: Outing, siblings: list[str]) -> None:
    key = outing.row.key
    log = ground.store.log(key)
    told = account.tell(log)
    ground.whys[key] = told.whys
    public = _public(log, ground.seeded)
    where = ground.ladder.folder.resolve().name  # the pages are the same wherever the ladder lies
    ground.put(
        f"matches/{key}.html",
        "match.html",
        "matches",
        row=outing.row,
        log=public,
        account=told,
        why={seat.bot: why for seat, why in zip(outing.row.seats, told.whys, strict=True)},
        result=words.result(outing, ground.bots, "../"),
        change=[outing.ratings(seat.bot) for seat in outing.row.seats],
        evidence=_evidence(log),
        scored=[deal for deal in told.deals if deal.outcome],
        command=f"harness replay {shlex.quote(where)} {key}",
        siblings=siblings,
    )
    ground.folder.put(f"matches/{key}.json", msgspec.json.encode(public))


def _public(log: Log, seeded: bool) -> Log:
    """A log as anybody may have it: not where the bots lie, nor a seed that is secret."""
    bots = tuple(msgspec.structs.replace(bot, folder=".") for bot in log.bots)
    return msgspec.structs.replace(log, bots=bots, seed=log.seed if seeded else "")


def _evidence(log: Log) -> list[tuple[int, list[tuple[str, str]]]]:
    """By seat that has any: what the harness saw, as pairs of texts."""
    return [
        (seat, [(key, _shown(value)) for key, value in verdict.evidence.items()])
        for seat, verdict in enumerate(log.result.verdicts)
        if verdict.evidence
    ]


def _shown(value: Any) -> str:
    return marks.output(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
