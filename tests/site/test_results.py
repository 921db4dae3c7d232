"""The list of ladders."""

from collections.abc import Callable
from pathlib import Path

from harness.site import build, build_index
from tests.site.conftest import Page, configuration, make_ladder

Read = Callable[[Path], Page]


def test_the_list_of_ladders_names_a_ladder_that_cannot_be_read(tmp_path: Path, page: Read) -> None:
    for name, text in (("bad", "game = 3"), ("fresh", configuration("schwimmen"))):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ladder.toml").write_text(text)
    (tmp_path / "none").mkdir()
    rows = page(build_index(tmp_path)).rows
    assert [row[0] for row in rows[1:]] == ["badbad", "A ladderfresh · no pages yet"]
    assert "cannot be read" in rows[1][1] and "game" in rows[1][1]


def test_the_list_of_ladders_begins_with_the_last_played(tmp_path: Path, page: Read) -> None:
    for name, matches in (("a-first", 3), ("b-second", 8), ("c-never", 0)):
        build(make_ladder(tmp_path / name, configuration("schwimmen", title=name), matches))
    shown = page(build_index(tmp_path))
    assert [row[0][: len(row[0]) // 2] for row in shown.rows[1:]] == ["b-second", "a-first", "c-never"]
    assert {"a-first/site/index.html", "b-second/site/index.html"} <= set(shown.links)
