"""All pages of a ladder, written from its store and nothing else: the same store gives the same bytes."""

from pathlib import Path

from harness.ladder import Ladder
from harness.site import bot_pages, ladder_pages, match_pages, pages
from harness.site.folder import Folder
from harness.site.ground import Ground


def build(ladder: Ladder, into: Path | None = None) -> Path:
    """Write a ladder's pages, by default into its own ``site`` folder; the path of the first page.

    StoreError if the ladder never ran or a log is damaged; HarnessError if a file cannot be written.
    """
    folder = Folder(into or ladder.site)
    with ladder.read() as store:
        ground = Ground(ladder, store, folder)
        # The matches come first: the other pages quote why a bot did not win.
        match_pages.write(ground)
        ladder_pages.write(ground)
        bot_pages.write(ground)
    for name, data in pages.static().items():
        folder.put(f"static/{name}", data)
    folder.sweep()
    return folder.path / "index.html"
