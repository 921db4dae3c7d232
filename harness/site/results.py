"""The page that lists all ladders of a results folder."""

from pathlib import Path
from urllib.parse import quote

import msgspec

from harness.errors import HarnessError
from harness.ladder import open_ladder
from harness.site import pages
from harness.site.folder import Folder
from harness.skill import Skill


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """A ladder as it is listed."""

    folder: str
    title: str
    href: str = ""  # empty: no pages yet
    game: str = ""
    leader: str = ""
    bots: int = 0
    matches: int = 0
    last_started: str = ""  # its last match; empty: none yet
    running: bool = False
    trouble: str = ""  # why it cannot be read


def build_index(results: Path) -> Path:
    """Write ``index.html`` into a folder of ladders, the last played first; the path of the page.

    A ladder that cannot be read is listed with the reason. HarnessError if the page cannot be written.
    """
    folder = Folder(results)
    for name, data in pages.static().items():
        folder.put(f"static/{name}", data)
    folder.put("index.html", ladders_page(results))
    folder.sweep()
    return results / "index.html"


def ladders_page(results: Path, *, live: bool = False) -> str:
    """The page; ``live`` where pages are served, so that a ladder's need not have been written."""
    folders = sorted(path.parent for path in results.glob("*/ladder.toml"))
    # Two stable sorts: by folder, then by the time of the last match, latest first.
    listed = (_listed(folder, live) for folder in folders)
    ladders = sorted(listed, key=lambda one: one.last_started, reverse=True)
    return pages.render("results.html", root="", page="", live=False, ladders=ladders)


def _listed(folder: Path, live: bool) -> Listed:
    try:
        ladder = open_ladder(folder)
        has_pages = ladder.played if live else (ladder.site / "index.html").exists()
        href = f"{quote(folder.name)}/site/index.html" if has_pages else ""
        listed = Listed(
            folder=folder.name,
            title=ladder.title,
            href=href,
            game=ladder.config.game,
            running=bool(live and ladder.running),
        )
        if not ladder.played:
            return msgspec.structs.replace(listed, bots=len(ladder.config.bots))
        with ladder.read() as store:
            bots = {bot.id: bot for bot in store.roster.bots()}
            kept = {bot: Skill(mu, sigma) for bot, mu, sigma, _ in store.kept_ratings()}
            return msgspec.structs.replace(
                listed,
                bots=len(bots),
                matches=store.count(),
                leader=bots[max(kept, key=lambda bot: kept[bot].mu - 3 * kept[bot].sigma)].label if kept else "",
                last_started=store.last_started(),
            )
    except HarnessError as error:
        return Listed(folder=folder.name, title=folder.name, trouble=str(error))
