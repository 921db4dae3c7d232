"""All pages of a ladder, written from its store and nothing else: the same store gives the same bytes."""

import hashlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import msgspec

from harness.ladder import Ladder
from harness.outing import Outing
from harness.site import contents, match_pages, pages
from harness.site.folder import Folder, digest_of
from harness.site.ground import Ground
from harness.site.reasons import Reasons

STAMPS = ".stamps"  # what the pages of each match were made of
_PACKAGE = Path(__file__).parents[1]


class Stamp(msgspec.Struct, frozen=True):
    """What the pages of a match were made of, the digests of its files, and what other pages quote of it."""

    made_of: str
    files: dict[str, str]
    reasons: Reasons


def build(
    ladder: Ladder, into: Path | None = None, on_progress: Callable[[int, int], None] = lambda done, total: None
) -> Path:
    """Write a ladder's pages, by default into its own ``site`` folder; the path of the first page.

    The pages of a match are made again only if something that they show has changed. ``on_progress`` is told the
    matches done and in all.
    StoreError if the ladder never ran or a log is damaged; HarnessError if a file cannot be written.
    """
    folder = Folder(into or ladder.site)
    with ladder.read() as store:
        ground = Ground(ladder, store)
        stamps = dict(_unchanged(ground, folder))
        for done, (key, outing) in enumerate(ground.paged.items(), 1):  # first, since the others quote from them
            if key not in stamps:
                stamps[key] = _made(ground, outing, folder)
            on_progress(done, len(ground.paged))
        for path in contents.paths(ground):
            folder.put(path, _page(ground, path))
    for name, data in pages.static().items():
        folder.put(f"static/{name}", data)
    folder.put(STAMPS, msgspec.json.encode(stamps, order="sorted"))
    folder.sweep()
    return folder.path / "index.html"


def _page(ground: Ground, path: str) -> bytes:
    page = contents.page(ground, path)
    assert page is not None, path
    return page


def _unchanged(ground: Ground, folder: Folder) -> Iterator[tuple[str, Stamp]]:
    """The matches whose pages stand as they would be written now; what the other pages quote of them is noted."""
    try:
        stamps = msgspec.json.decode((folder.path / STAMPS).read_bytes(), type=dict[str, Stamp])
    except (OSError, msgspec.MsgspecError):
        return  # then all are made again
    for key, stamp in stamps.items():
        same = key in ground.paged and stamp.made_of == _print(ground, key)
        if same and folder.keep(stamp.files):
            ground.told[key] = stamp.reasons
            yield key, stamp


def _made(ground: Ground, outing: Outing, folder: Folder) -> Stamp:
    """Write the pages of a match."""
    digests = {}
    for path, content in match_pages.files(ground, outing):
        folder.put(path, content)
        digests[path] = digest_of(content)
    key = outing.row.key
    return Stamp(_print(ground, key), digests, ground.told[key])


def _print(ground: Ground, key: str) -> str:
    """A digest of all that the page of a match is made of, beside its log, which never changes."""
    outing = ground.paged[key]
    row = outing.row
    bots = [ground.bots[seat.bot] for seat in row.seats]
    ladder = ground.ladder
    made_of = (
        _code(), row, bots, outing.packed, match_pages.siblings(ground, outing), ladder.title,
        ladder.folder.resolve().name, ladder.config.pages.output, ground.seeded, ground.closed,
    )  # fmt: skip
    return hashlib.sha256(msgspec.json.encode(made_of)).hexdigest()


@cache
def _code() -> str:
    """A digest of what makes the pages: another release may tell the same match otherwise."""
    digest = hashlib.sha256()
    parts = (path for part in ("games", "site") for path in sorted((_PACKAGE / part).rglob("*")))
    for path in (*parts, _PACKAGE / "replay.py", _PACKAGE / "hindsight.py"):
        if path.suffix in (".py", ".html"):
            digest.update(path.read_bytes())
    return digest.hexdigest()
