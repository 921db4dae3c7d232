"""The pages in a real browser: opened from disk, without a network, narrow and wide, light and dark."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from harness.ladder import Ladder
from harness.site import build, build_index
from tests.site.conftest import Open, configuration, make_ladder

KINDS = (
    "index.html",
    "head-to-head.html",
    "matches.html",
    "finals.html",
    "rules.html",
    "bots/3.html",
    "pairs/1-2.html",
)


def kinds(site: Path) -> list[Path]:
    return [*(site / name for name in KINDS), next((site / "matches").glob("*.html"))]


def styled(page: Page) -> bool:
    return str(page.evaluate("getComputedStyle(document.querySelector('.skip')).position")) == "absolute"


@pytest.mark.parametrize("width", [360, 1280])
def test_no_page_overflows(site: Path, ladder: Ladder, opened: Open, width: int) -> None:
    for path in (*kinds(site), build_index(ladder.folder.parent)):
        with opened(path, width) as page:
            assert styled(page), f"{path}: the style sheet did not load"
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path
            names = page.locator("tbody th bdi").filter(has_not_text=" ")
            broken = names.evaluate_all("all => all.filter((one) => one.getClientRects().length > 1)")
            assert not broken, f"{path}: short names are broken"


def test_the_leaderboard_fits_a_desk(site: Path, opened: Open) -> None:
    with opened(site / "index.html", 1280) as page:
        spare = page.evaluate(
            "(box => box.clientWidth - box.scrollWidth)(document.querySelector('.board').parentElement)"
        )
        assert spare >= 0


def test_tables_sort_by_mouse_and_keyboard(site: Path, opened: Open) -> None:
    with opened(site / "index.html") as page:
        column = page.locator(".board tbody th a")
        by_rating = column.all_inner_texts()
        page.get_by_role("button", name="Bot", exact=True).click()
        assert column.all_inner_texts() == sorted(by_rating)
        page.get_by_role("button", name="Strikes").focus()
        page.keyboard.press("Enter")
        strikes = [int(text) for text in page.locator(".board tbody td:nth-child(12)").all_inner_texts()]
        assert strikes == sorted(strikes, reverse=True) and strikes[0] > 0
        heading = page.locator("th", has_text="Strikes").first
        assert heading.get_attribute("aria-sort") == "descending"
        page.keyboard.press("Space")
        assert heading.get_attribute("aria-sort") == "ascending"
        assert page.locator("th[aria-sort]").count() == 1
        page.wait_for_url("**/index.html#sort=Strikes&order=ascending")
        page.get_by_role("button", name="Rating").click()
        assert column.all_inner_texts() == by_rating


def test_what_is_not_known_comes_last_either_way(tmp_path: Path, opened: Open) -> None:
    text = configuration("schwimmen", seats=2, sets=1)
    ladder = make_ladder(tmp_path / "ladder", text, 1)  # the bots of one match, and a set that is not whole
    with opened(build(ladder)) as page:
        cells = page.locator(".board tbody tr > :nth-child(9)")
        page.locator(".board tbody tr").first.evaluate("row => { row.cells[8].textContent = '+0.5'; }")
        for _ in range(2):
            page.get_by_role("button", name="Edge").click()
            assert cells.all_inner_texts()[0] == "+0.5" and cells.all_inner_texts()[-1].strip() == "–"


def test_filters_and_their_address(site: Path, opened: Open) -> None:
    bots = ".board tbody tr:visible th a"
    with opened(site / "index.html") as page:
        page.get_by_label("Faults").select_option("with")
        assert page.locator(bots).all_inner_texts() == ["shaky"]
        assert page.get_by_role("status").inner_text() == "1 of 4 bots"
        page.wait_for_url("**/index.html#faults=with&*")
        address = page.url
        page.goto("about:blank")
        page.goto(address)
        assert page.locator(bots).all_inner_texts() == ["shaky"]
        page.get_by_label("Faults").select_option("")
        page.get_by_label("Bot", exact=True).fill("CAL")
        assert page.locator(bots).all_inner_texts() == ["calm"]


def test_the_standing_for_each_number_of_seats(tmp_path: Path, opened: Open) -> None:
    text = configuration("schwimmen", sets=2).replace("seats = [3]", "seats = [2, 3]")
    ladder = make_ladder(tmp_path / "sizes", text, 36)
    with ladder.read() as store:
        rows = [row for row in store.matches() if len(row.seats) == 2]
    beaten: dict[int, list[float]] = {}
    for row in rows:
        for one, other in (row.seats, row.seats[::-1]):
            beaten.setdefault(one.bot, []).append(1.0 if one.rank < other.rank else 0.5 * (one.rank == other.rank))
    with opened(build(ladder)) as page:
        page.get_by_label("Faults").select_option("without")
        page.get_by_label("Number of seats").get_by_role("link", name="2").click()
        page.wait_for_url("**/seats-2.html#faults=without")
        assert page.locator(".board tbody tr:visible th a").count() == 3
        page.get_by_label("Faults").select_option("")
        for bot, won in beaten.items():
            cells = page.locator(f".board tr:has(a[href='bots/{bot}.html']) td").all_inner_texts()
            assert cells[1] == f"{100 * sum(won) / len(won):.0f} %" and cells[4] == str(len(won))
        page.get_by_label("Number of seats").get_by_role("link", name="all").click()
        page.wait_for_url("**/index.html")
        assert page.get_by_role("columnheader", name="By seat").count() == 0


def test_pages_work_without_scripts(site: Path, opened: Open) -> None:
    with opened(site / "index.html", scripts=False) as page:
        assert page.locator(".board tbody tr").count() == 4
        assert page.locator(".board button, .filters").count() == 0
        page.locator(".lede a").first.click()
        assert "/bots/" in page.url


def test_the_skip_link_is_the_first_stop(site: Path, opened: Open) -> None:
    with opened(site / "index.html") as page:
        page.keyboard.press("Tab")
        focused = page.evaluate("document.activeElement.className")
        assert focused == "skip"


CONTRASTS = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgb = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data]; };
  const luminance = (colour) => colour.slice(0, 3).map((part) => part / 255)
    .map((part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
  const ground = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const colour = rgb(getComputedStyle(one).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return [255, 255, 255, 255];
  };
  const poor = new Set();
  for (const element of document.body.querySelectorAll("*")) {
    if (![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
    const [a, b] = [luminance(rgb(getComputedStyle(element).color)), luminance(ground(element))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) poor.add(`${element.tagName}.${element.className} ${contrast.toFixed(2)}`);
  }
  return [...poor];
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_its_ground(site: Path, opened: Open, scheme: str) -> None:
    grounds = set()
    for path in kinds(site):
        with opened(path, scheme=scheme) as page:
            assert page.evaluate(CONTRASTS) == [], path
            grounds.add(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
    assert len(grounds) == 1 and (scheme == "dark") == ("rgb(21, 23, 27)" in grounds)
