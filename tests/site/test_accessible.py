"""Every type of page against axe-core's rules, and against the limits of size."""

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from harness.ladder import Ladder
from harness.site import build, build_index
from tests.site.conftest import configuration, make_ladder
from tests.site.test_browser import kinds

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(site: Path, ladder: Ladder, tmp_path: Path, browser: Browser, scheme: Any) -> None:
    context = browser.new_context(color_scheme=scheme, bypass_csp=True)  # else axe itself could not run
    page = context.new_page()
    paths = [*kinds(site), build_index(ladder.folder.parent)]
    if scheme == "light":  # the others are of the same colours
        tricks = build(make_ladder(tmp_path / "tricks", configuration("bismarck", sets=1), 1)).parent
        sizes = build(make_ladder(tmp_path / "sizes", configuration("schnauz").replace("[3]", "[2, 3]"), 30)).parent
        paths += [sizes / "index.html", sizes / "seats-2.html", next((tricks / "matches").glob("*.html"))]
    for path in paths:
        page.goto(path.as_uri())
        assert violations(page) == [], path
    context.close()


def violations(page: Page) -> list[tuple[str, list[str]]]:
    """What axe-core finds on the page that is open: the rule, and some of the elements."""
    page.evaluate(AXE)
    found = page.evaluate("axe.run({ resultTypes: ['violations'] })")["violations"]
    return [(rule["id"], [node["html"][:120] for node in rule["nodes"]][:3]) for rule in found]


def test_sizes(tmp_path: Path) -> None:
    bots = "".join(
        f'[[bots]]\nname = "a-bot-of-a-name-{number}"\ncommand = ["x"]\nauthor = "Some A. Author"\n'
        for number in range(46)
    )
    text = configuration("schwimmen", seats=2, sets=1) + bots + "[pages]\nmatches = 10\n"
    ladder = make_ladder(tmp_path / "fifty", text, 1225)
    folder = build(ladder).parent
    index = (folder / "index.html").stat().st_size
    rows = (folder / "index.html").read_text().partition("<tbody>")[2].partition("</tbody>")[0]
    assert rows.count("<tr>") == 50
    assert index <= 100_000
    assert len(rows.encode()) / 50 <= 480, "a thousand bots would not fit into half a megabyte"
    assert len(list((folder / "pairs").iterdir())) <= 780, "pairs beyond the matrix have pages"
    assert "Find a bot" in (folder / "head-to-head.html").read_text()


@pytest.mark.parametrize(
    ("game", "seats", "options", "actions", "several"),
    [
        ("bismarck", 3, "", 600, False),
        ("schwimmen", 9, "options = {closed = true}\n", 400, False),
        ("einunddreissig", 9, "options = {closed = true}\n", 1000, False),
        ("einunddreissig", 9, "options = {pack = 64, handeln = true}\n", 900, False),
        ("forty-one", 10, "options = {deals = 30}\n", 600, False),
        ("forty-one", 2, "options = {deals = 250}\n", 2000, True),
        ("einunddreissig", 9, "options = {closed = true, pack = 52, lives = 8}\n", 2000, True),
    ],
)
def test_a_long_replay_fits(tmp_path: Path, game: str, seats: int, options: str, actions: int, several: bool) -> None:
    text = options + configuration(game, seats=seats, sets=1)
    text += "".join(f'[[bots]]\nname = "random-{number}"\ncommand = ["x"]\n' for number in range(4, seats))
    ladder = make_ladder(tmp_path / game, text, 6)
    with ladder.read() as store:
        assert max(row.actions for row in store.matches()) > actions
    sizes = [path.stat().st_size for path in (build(ladder).parent / "matches").glob("*.html")]
    assert max(sizes) <= 200_000
    assert (len(sizes) >= 12) == several
