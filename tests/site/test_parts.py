"""A long match on several pages: where it is cut, and that the replay goes over the cuts as if there were none."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser

from harness.ladder import Ladder
from harness.site import build, contents, parts
from harness.site.ground import Ground
from tests.site.conftest import Open, Page, configuration, make_ladder
from tests.site.test_replay import walk

SHORT = 8_000  # bytes


@given(st.lists(st.integers(1, parts.MOST * 5 // 4), min_size=1, max_size=60))
def test_pages_are_full_of_whole_deals(sizes: list[int]) -> None:
    found = list(parts.cut(sizes))
    assert [deal for part in found for deal in part] == list(range(len(sizes)))
    for place, part in enumerate(found):
        size = sum(sizes[deal] for deal in part)
        assert size <= parts.MOST or len(part) == 1
        if place + 1 < len(found):
            assert size + sizes[part.stop] > parts.MOST, "another deal would have had room"


@pytest.fixture(scope="module")
def cut(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Ladder, str]]:
    """A ladder whose pages of matches are short, and the key of a long match with a forfeit."""
    text = "options = {lives = 2}\n" + configuration("schwimmen", seats=4, sets=4)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(parts, "MOST", SHORT)
        ladder = make_ladder(tmp_path_factory.mktemp("cut") / "cards", text, 16)
        build(ladder)
        with ladder.read() as store:
            rows = [row for row in store.matches() if any(seat.verdict != "played" for seat in row.seats)]
        yield ladder, max(rows, key=lambda row: row.actions).key


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
    scored: list[str] = []
    for path in paths:
        links = [attrs for tag, attrs in page(path).elements if tag == "a" and "data-start" in attrs]
        assert [link["href"] for link in links] == [one.name for one in paths]
        assert [link["href"] for link in links if "aria-current" in link] == [path.name]
        told += re.findall(r"<h3>(Deal \d+)</h3>", page(path).source)
        scored += re.findall(r'<a href="#deal-(\d+)">', page(path).source)
    with ladder.read() as store:
        deals = int(page(paths[0]).text.split("actions in ")[1].split(" ")[0])
        assert told == [f"Deal {number}" for number in range(1, deals + 1)]
        assert scored == [str(number) for number in range(1, deals + 1)]
        rows = [row[0] for path in paths for row in page(path).rows if len(row) == 4 and row[0].isdigit()]
        assert rows == [str(number) for number in range(1, store.match(key).actions + 1)]


@pytest.mark.parametrize("viewer", ["", "&seat=2"])
def test_it_shows_what_the_whole_would_show(
    cut: tuple[Ladder, str], tmp_path: Path, opened: Open, monkeypatch: pytest.MonkeyPatch, viewer: str
) -> None:
    ladder, key = cut
    monkeypatch.undo()
    monkeypatch.setattr(parts, "MOST", 10**9)
    whole = build(ladder, tmp_path / "whole").parent / "matches" / f"{key}.html"
    with opened(whole) as page:
        page.goto(f"{whole.as_uri()}#deal=1{viewer}")
        page.reload()
        expected = walk(page)
    with opened(pages_of(ladder, key)[0]) as page:
        page.goto(f"{pages_of(ladder, key)[0].as_uri()}#deal=1{viewer}")
        page.reload()
        found = walk(page)
    assert found == expected
    assert any("forfeited" in seat.lower() for step in found for seat in step["facts"])


def test_addresses_jumps_and_playing_turn_the_page(cut: tuple[Ladder, str], opened: Open) -> None:
    ladder, key = cut
    paths = pages_of(ladder, key)
    with opened(paths[0]) as page:
        where = page.locator(".where")
        page.goto(f"{paths[0].as_uri()}?suits=german")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("End")
        page.wait_for_url(f"**/{paths[-1].name}?suits=german#deal=*")
        end = where.inner_text()
        assert end.endswith("the end")
        place = page.url.partition("#")[2]
        page.go_back()
        page.wait_for_url(f"**/{paths[0].name}?suits=german#deal=1&step=1")
        assert where.inner_text().startswith("Deal 1, action 1 of")
        page.goto("about:blank")
        page.goto(f"{paths[0].as_uri()}#{place}&seat=1")  # the page of another part finds the right one
        page.wait_for_url(f"**/{paths[-1].name}#*")
        assert where.inner_text() == end and page.get_by_label("View").input_value() == "1"
        page.keyboard.press("F")
        page.wait_for_url(lambda url: not url.startswith(paths[-1].as_uri()))
        assert page.get_by_label("View").input_value() == "1"
        assert page.locator(".moves [aria-current] .badge").count() > 0
        while page.locator(".spoken[aria-live]").text_content() != "There is no earlier fault.":
            page.keyboard.press("F")
        page.locator(".parts a").last.click()
        page.wait_for_url(f"**/{paths[-1].name}#deal=*&seat=1")
        page.keyboard.press("End")
        page.get_by_label("Speed").select_option("very fast")
        page.get_by_role("button", name="Play").click()  # begins anew
        page.wait_for_url(f"**/{paths[1].name}#*", timeout=60_000)
        page.get_by_role("button", name="Pause").click()
        assert page.get_by_label("Speed").input_value() == "very fast"
        page.get_by_role("slider").fill("0")
        page.wait_for_url(f"**/{paths[0].name}#*")
        for broken in ("#at=foo", "#at=2.5", "#deal=0", "#deal=x&seat=1.5", "#at=1&speed=toString&play=yes"):
            page.goto("about:blank")
            page.goto(f"{paths[0].as_uri()}{broken}")
            assert where.inner_text().startswith("Deal 1")
        page.goto(f"{paths[0].as_uri()}#deal=99")
        page.wait_for_url(f"**/{paths[-1].name}#*")
        assert where.inner_text() == end


def test_parts_are_made_on_demand(cut: tuple[Ladder, str]) -> None:
    ladder, key = cut
    paths = pages_of(ladder, key)
    with ladder.read() as store:
        ground = Ground(ladder, store, live=True)
        for path in reversed(paths):
            made = contents.page(ground, f"matches/{path.name}")
            assert made is not None and b"data-start" in made
        last = len(paths)
        for name in (f"{key}.1.html", f"{key}.0.html", f"{key}.02.html", f"{key}.{last + 1}.html", f"{key}.2.json"):
            assert contents.page(ground, f"matches/{name}") is None, name


def test_parts_stay_until_they_are_stale(
    cut: tuple[Ladder, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ladder, key = cut
    site = build(ladder, tmp_path / "site").parent
    before = {path: path.stat().st_mtime_ns for path in (site / "matches").iterdir()}
    assert site / f"matches/{key}.2.html" in before
    build(ladder, site)
    assert {path: path.stat().st_mtime_ns for path in (site / "matches").iterdir()} == before, "made again"
    (site / f"matches/{key}.2.html").unlink()
    monkeypatch.setattr(parts, "MOST", 10**9)
    build(ladder, site)
    assert not list((site / "matches").glob(f"{key}.*.html")) and (site / f"matches/{key}.html").exists()


def test_without_scripts_every_part_is_a_link_away(cut: tuple[Ladder, str], opened: Open) -> None:
    ladder, key = cut
    with opened(pages_of(ladder, key)[0], scripts=False) as page:
        page.locator(".parts a").last.click()
        assert page.locator(".parts a[aria-current]").inner_text() == page.locator(".parts a").last.inner_text()
        assert "wins the match" in page.locator(".transcript").inner_text()


def test_a_page_that_was_left_playing_stands_still_when_it_is_come_back_to(
    cut: tuple[Ladder, str], keeping: Browser
) -> None:
    ladder, key = cut
    paths = pages_of(ladder, key)
    page = keeping.new_page()
    page.goto(paths[0].as_uri())
    page.get_by_label("Speed").select_option("very fast")
    page.keyboard.press(" ")
    page.wait_for_url(f"**/{paths[1].name}#*", timeout=60_000)
    page.keyboard.press(" ")
    page.go_back()
    page.wait_for_url(f"**/{paths[0].name}#*")
    assert page.get_by_role("button", name="Play").is_visible()
    page.keyboard.press("Home")
    page.wait_for_url(f"**/{paths[0].name}#deal=1&step=0")
