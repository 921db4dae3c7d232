"""What pages a ladder has, by their paths, and how each of them is made."""

import re
from collections.abc import Callable, Iterator

from harness.errors import StoreError
from harness.outing import Outing
from harness.site import bot_pages, ladder_pages, match_pages, sizes
from harness.site.ground import Ground

_WHOLE: dict[str, Callable[[Ground], str]] = {
    "index.html": ladder_pages.leaderboard,
    "head-to-head.html": ladder_pages.head_to_head,
    "finals.html": ladder_pages.finals,
    "rules.html": ladder_pages.rules,
    "matches.html": match_pages.listing,
}
_MATCH = re.compile(r"matches/([0-9]+(?:-[0-9]+)+\.[0-9]+\.[0-9]+)(?:\.([1-9][0-9]{0,4}))?\.(html|json)")
_BOT = re.compile(r"bots/([0-9]{1,9})\.html")
_SEATS = re.compile(r"seats-([0-9]{1,3})\.html")
_PAIR = re.compile(r"pairs/([0-9]{1,9})-([0-9]{1,9})\.html")


def paths(ground: Ground) -> Iterator[str]:
    """The paths of all pages to be written but those of matches."""
    yield from _WHOLE
    yield from (f"seats-{size}.html" for size in ground.sizes)
    for one in ground.table.standings:
        yield f"bots/{one.bot.id}.html"
    for pair in ground.table.duels:
        if pair[0] < pair[1] and ground.has_pair(*pair):
            yield f"pairs/{pair[0]}-{pair[1]}.html"


def page(ground: Ground, path: str) -> bytes | None:
    """The page at a path; None if there is none. StoreError if a log is damaged."""
    if path in _WHOLE:
        return _WHOLE[path](ground).encode()
    if found := _MATCH.fullmatch(path):
        return _match(ground, *found.groups())
    if found := _SEATS.fullmatch(path):
        return sizes.page(ground, int(found[1])).encode() if int(found[1]) in ground.sizes else None
    if found := _BOT.fullmatch(path):
        one = next((one for one in ground.table.standings if one.bot.id == int(found[1])), None)
        return bot_pages.page(ground, one).encode() if one else None
    if found := _PAIR.fullmatch(path):
        one_id, two_id = int(found[1]), int(found[2])
        ordered = one_id < two_id and ground.has_pair(one_id, two_id)
        return bot_pages.pair(ground, one_id, two_id).encode() if ordered else None
    return None


def _match(ground: Ground, key: str, part: str | None, kind: str) -> bytes | None:
    outing = _outing(ground, key)
    if outing is None or part == "1":  # the first one's page has no number
        return None
    if kind == "json":
        return match_pages.log_file(ground, key) if part is None else None
    made = match_pages.page(ground, outing, int(part or 1))
    return made.encode() if made is not None else None


def _outing(ground: Ground, key: str) -> Outing | None:
    """A match that has a page."""
    if key in ground.paged or not ground.live:
        return ground.paged.get(key)
    try:
        row = ground.store.match(key)
    except StoreError:
        return None
    return ground.record.outing(row)
