"""A long match on several pages: where it is cut, and that the replay goes over the cuts as if there were none."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.ladder import Ladder
from harness.site import build, contents, parts
from harness.site.ground import Ground
from tests.site.conftest import Open, Page, configuration, make_ladder

SIZES = st.integers(20, parts.MOST // 3)


@given(st.lists(st.lists(st.tuples(SIZES, st.integers(5, 900)), min_size=1, max_size=30), min_size=1, max_size=30))
def test_a_part_ends_with_a_deal_where_it_can(match: list[list[tuple[int, int]]]) -> None:
    deals = [number for number, deal in enumerate(match, 1) for _ in deal]
    rows, steps = zip(*(step for deal in match for step in deal), strict=True)
    found = list(parts.cut(deals, rows, steps))
    assert [step for part in found for step in part] == list(range(len(deals)))
    for part, after in zip(found, [*found[1:], range(len(deals), len(deals))], strict=True):
        opening = deals.index(deals[part.start])
        size = sum(rows[part.start : part.stop]) + sum(steps[opening : part.stop])
        assert size <= parts.MOST or len(part) == 1
        if after and deals[part.stop - 1] == deals[after.start]:
            assert opening >= deals.index(deals[part.start]) and len(set(deals[part.start : part.stop])) == 1


@pytest.fixture(scope="module")
def cut(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Ladder, str]]:
    """A ladder whose pages of matches are short, and the key of a match with forfeits."""
    text = "options = {lives = 4}\n" + configuration("schwimmen", seats=2, sets=4)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(parts, "MOST", 2_500)
        ladder = make_ladder(tmp_path_factory.mktemp("cut") / "cards", text, 48)
        build(ladder)
        with ladder.read() as store:
            row = next(row for row in store.matches() if any(seat.verdict != "played" for seat in row.seats))
        yield ladder, row.key


def pages_of(ladder: Ladder, key: str) -> list[Path]:
    found = (ladder.site / "matches").glob(f"{key}.*html")
    return sorted(found, key=lambda path: int(path.name.split(".")[3]) if path.name.count(".") == 4 else 1)


def test_every_page_leads_to_the_others_and_tells_its_deals(
    cut: tuple[Ladder, str], page: Callable[[Path], Page]
) -> None:
    ladder, key = cut
    paths = pages_of(ladder, key)
    assert len(paths) > 3
    told: list[str] = []
    for path in paths:
        links = [attrs for tag, attrs in page(path).elements if tag == "a" and "data-first" in attrs]
        assert [link["href"] for link in links] == [one.name for one in paths]
        assert [link["href"] for link in links if "aria-current" in link] == [path.name]
        told += re.findall(r"<h3>(Deal \d+)</h3>", page(path).source)
    with ladder.read() as store:
        deals = page(paths[0]).text.split("actions in ")[1].split(" ")[0]
        assert told == [f"Deal {number}" for number in range(1, int(deals) + 1)]
        rows = [row[0] for path in paths for row in page(path).rows if len(row) == 4 and row[0].isdigit()]
        assert rows == [str(number) for number in range(1, store.match(key).actions + 1)]


def test_addresses_jumps_and_playing_turn_the_page(cut: tuple[Ladder, str], opened: Open) -> None:
    ladder, key = cut
    paths = pages_of(ladder, key)
    with opened(paths[0]) as page:
        where = page.locator(".where")
        page.keyboard.press("End")
        page.wait_for_url(f"**/{paths[-1].name}#*")
        assert where.inner_text().endswith("the end")
        end = where.inner_text()
        page.wait_for_url("**#deal=*")
        place = page.url.partition("#")[2]
        page.goto("about:blank")
        page.goto(f"{paths[0].as_uri()}#{place}&seat=1")  # the page of another part finds the right one
        page.wait_for_url(f"**/{paths[-1].name}#*")
        assert where.inner_text() == end and page.get_by_label("View").input_value() == "1"
        page.keyboard.press("F")
        page.wait_for_url(f"**/{paths[0].name}#*")
        assert page.get_by_label("View").input_value() == "1"
        assert page.locator(".moves [aria-current] .badge").count() > 0
        page.keyboard.press("F")
        assert page.locator(".spoken[aria-live]").text_content() == "There is no earlier fault."
        page.goto(paths[0].as_uri())
        page.get_by_label("Speed").select_option("very fast")
        page.get_by_role("button", name="Play").click()
        page.wait_for_url(f"**/{paths[2].name}#*", timeout=60_000)
        page.get_by_role("button", name="Pause").click()
        assert page.get_by_label("Speed").input_value() == "very fast"
        page.get_by_role("slider").fill("0")
        page.wait_for_url(f"**/{paths[0].name}#*")


def test_parts_are_made_on_demand_and_swept(cut: tuple[Ladder, str]) -> None:
    ladder, key = cut
    paths = pages_of(ladder, key)
    with ladder.read() as store:
        ground = Ground(ladder, store, live=True)
        for path in reversed(paths):
            made = contents.page(ground, f"matches/{path.name}")
            assert made is not None and b"data-first" in made
        last = len(paths)
        for name in (f"{key}.1.html", f"{key}.0.html", f"{key}.02.html", f"{key}.{last + 1}.html", f"{key}.2.json"):
            assert contents.page(ground, f"matches/{name}") is None, name
    before = {path: path.stat().st_mtime_ns for path in paths}
    build(ladder)
    assert {path: path.stat().st_mtime_ns for path in pages_of(ladder, key)} == before, (
        "unchanged pages were made again"
    )


def test_without_scripts_every_part_is_a_link_away(cut: tuple[Ladder, str], opened: Open) -> None:
    ladder, key = cut
    with opened(pages_of(ladder, key)[0], scripts=False) as page:
        page.locator(".parts a").last.click()
        assert page.locator(".parts a[aria-current]").inner_text() == page.locator(".parts a").last.inner_text()
        assert "wins the match" in page.locator(".transcript").inner_text()
