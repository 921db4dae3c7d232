"""The pages as a whole: what is there, that it hangs together, and that the same store gives the same bytes."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from urllib.parse import unquote

import msgspec
import pytest

from harness import ratings, schedule
from harness.errors import StoreError
from harness.ladder import Ladder, entrants, open_ladder
from harness.match import Log, pack_log
from harness.site import build, figures
from tests.site.conftest import Page, configuration, make_ladder, play

Read = Callable[[Path], Page]


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_every_match_bot_and_pair_has_a_page(ladder: Ladder, site: Path) -> None:
    with ladder.read() as store:
        keys = {row.key for row in store.matches()}
    found = files(site)
    assert {name for name in found if name.startswith("matches/")} == {
        f"matches/{key}.{kind}" for key in keys for kind in ("html", "json")
    }
    assert {name for name in found if name.startswith("bots/")} == {f"bots/{bot}.html" for bot in (1, 2, 3, 4)}
    assert len([name for name in found if name.startswith("pairs/")]) == 6
    assert {"index.html", "head-to-head.html", "matches.html", "rules.html", "static/style.css"} <= set(found)


def test_every_link_leads_somewhere(site: Path, page: Read) -> None:
    for path in site.rglob("*.html"):
        for link in page(path).links:
            assert "//" not in link and not link.startswith(("/", "data:", "javascript:")), f"{path}: {link}"
            name, _, anchor = unquote(link).partition("#")
            target = (path.parent / name).resolve() if name else path
            assert target.is_file(), f"{path}: {link}"
            if anchor:
                assert anchor in page(target).ids, f"{path}: {link}"


def test_pages_are_sound(site: Path, page: Read) -> None:
    for path in site.rglob("*.html"):
        elements = page(path).elements
        tags = [tag for tag, _ in elements]
        ids = [attrs["id"] for _, attrs in elements if "id" in attrs]
        assert tags.count("h1") == 1 and tags.count("main") == 1 and tags.count("title") == 1
        assert len(ids) == len(set(ids)), f"{path}: an id is used twice"
        assert all(attrs.get("scope") for tag, attrs in elements if tag == "th"), path
        for _, attrs in elements:
            assert "style" not in attrs and not any(name.startswith("on") for name in attrs), path
            assert set(attrs.get("aria-labelledby", "").split()) <= set(ids), path


def test_the_same_store_gives_the_same_bytes(ladder: Ladder, site: Path, tmp_path: Path) -> None:
    again = build(ladder, tmp_path / "again").parent
    assert files(again) == files(site)


def test_what_did_not_change_is_not_written_again(ladder: Ladder, tmp_path: Path) -> None:
    folder = build(ladder, tmp_path / "site").parent
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
    (folder / "index.html").write_text("spoilt")
    build(ladder, folder)
    changed = {path.name for path, at in before.items() if path.stat().st_mtime_ns != at}
    assert changed == {"index.html"}
    assert "spoilt" not in (folder / "index.html").read_text()


def test_stale_pages_go_and_foreign_files_stay(ladder: Ladder, tmp_path: Path) -> None:
    folder = build(ladder, tmp_path / "site").parent
    (folder / ".pages").write_text((folder / ".pages").read_text() + "bots/99.html\n../outside.txt\n")
    for path in (folder / "bots/99.html", folder / "bots/mine.html", tmp_path / "outside.txt"):
        path.write_text("x")
    build(ladder, folder)
    assert not (folder / "bots/99.html").exists()
    assert (folder / "bots/mine.html").exists() and (tmp_path / "outside.txt").exists()
    assert not list(folder.rglob("*.new"))


def test_the_leaderboard_shows_the_table(ladder: Ladder, site: Path, page: Read) -> None:
    with ladder.read() as store:
        table = ratings.table(store, ladder.config.clock.bench_after)
    index = page(site / "index.html")
    columns = [cell.split()[0] if cell else "" for cell in index.rows[0]]
    for one, cells, values in zip(table.standings, index.rows[1:], index.values[1:], strict=False):
        shown = dict(zip(columns, cells, strict=True))
        exact = dict(zip(columns, values, strict=True))
        assert shown["Bot"].startswith(one.bot.name)
        assert exact["Rating"] == str(one.rating) and shown["Rating"] == figures.fixed(one.rating)
        assert shown["95"] == f"{one.low:.1f}–{one.high:.1f}"
        assert shown["μ"] == f"{one.skill.mu:.2f}" and shown["σ"] == f"{one.skill.sigma:.2f}"
        assert shown["Matches"] == str(one.matches)
        assert shown["Mean"] == f"{one.mean_rank:.2f}"
        assert shown["Beaten"] == f"{one.share.mean:.0%} ± {100 * one.share.half:.0f}".replace("%", " %")
        assert exact["Edge"] == str(one.edge.mean)
        assert (shown["Forfeits"], shown["Strikes"]) == (str(one.forfeits), str(one.strikes))
        if one.best_place != one.worst_place:
            assert f"{one.best_place}–{one.worst_place}" in shown["Place"]
        else:
            assert shown["Place"] == str(one.place)


def test_the_matrix_shows_the_duels(ladder: Ladder, site: Path, page: Read) -> None:
    with ladder.read() as store:
        table = ratings.table(store, ladder.config.clock.bench_after)
    rows = page(site / "head-to-head.html").rows[1:]
    for one, cells in zip(table.standings, rows, strict=True):
        for two, cell in zip(table.standings, cells[1:], strict=True):
            if one is not two:
                duel = table.duels[one.bot.id, two.bot.id]
                assert f"{100 * duel.share.mean:.0f} %" in cell
                assert f"± {100 * duel.share.half:.0f}" in cell and f"n {duel.matches}" in cell


def test_a_match_page_tells_every_action(ladder: Ladder, site: Path, page: Read) -> None:
    with ladder.read() as store:
        row = next(row for row in store.matches() if any(seat.verdict != "played" for seat in row.seats))
        log = store.log(row.key)
    shown = page(site / f"matches/{row.key}.html")
    first = shown.rows.index(["Number", "What happened", "Action", "Think time"])
    moves = [cells for cells in shown.rows[first:] if cells[0].isdigit()]
    assert [cells[2] for cells in moves] == [entry.action for entry in log.actions]
    defaults = [cells for cells in moves if "default, forfeited" in cells[1]]
    assert len(defaults) == sum(entry.flag == "forfeit" for entry in log.actions) > 0
    assert "The process ended with exit status 1." in shown.text
    assert "ValueError" in shown.text
    assert f"harness replay {ladder.folder.name} {row.key}" in shown.text


def test_a_seeded_ladder_shows_its_seeds(ladder: Ladder, site: Path) -> None:
    with ladder.read() as store:
        row = next(store.matches())
        log = store.log(row.key)
    assert log.seed in (site / f"matches/{row.key}.html").read_text()
    kept = msgspec.json.decode((site / f"matches/{row.key}.json").read_bytes(), type=Log)
    assert (kept.seed, kept.actions, kept.result) == (log.seed, log.actions, log.result)


def test_a_secret_ladder_shows_no_seed(tmp_path: Path) -> None:
    ladder = make_ladder(tmp_path / "secret", configuration("schwimmen", seed=""), 6)
    site = build(ladder).parent
    with ladder.read() as store:
        secret, commitment = store.noted("secret"), store.noted("commitment")
        seeds = {store.log(row.key).seed for row in store.matches()}
    assert secret is not None and commitment is not None
    shown = b"".join(files(site).values()).decode()
    assert commitment in shown
    assert secret not in shown
    assert not [seed for seed in seeds if seed in shown]
    assert str(tmp_path) not in shown, "a page tells where the bots lie"


@pytest.mark.parametrize("game", ["bismarck", "forty-one", "schnauz", "dutch-31", "einunddreissig"])
def test_every_game_has_pages(game: str, tmp_path: Path, page: Read) -> None:
    ladder = make_ladder(tmp_path / game, configuration(game, sets=1), 2)
    site = build(ladder).parent
    shown = page(site / "matches" / "1-2-3.0.0.html")
    assert "cannot be played again" not in shown.text
    with ladder.read() as store:
        log = store.log("1-2-3.0.0")
    for bot, why in ((bot, f"{bot.name}: ") for bot, rank in zip(log.bots, log.result.ranks, strict=True) if rank > 1):
        assert why in shown.text, f"{game}: it does not say why {bot.name} did not win"


def test_a_benched_bot_and_its_next_version(tmp_path: Path, page: Read) -> None:
    text = configuration("schwimmen", title="bench") + "[clock]\nbench_after = 1\n"
    ladder = make_ladder(tmp_path / "bench", text, 16)
    (tmp_path / "bench/ladder.toml").write_text(text.replace('name = "shaky"', 'name = "shaky"\nversion = 2'))
    again = open_ladder(ladder.folder)
    with again.write() as store:
        bots = {bot.id: bot for bot in entrants(again, store) if bot.name != "spare"}
        fixture = next(schedule.round_robin(list(bots), again.config))
        store.add([play(fixture, schedule.match(fixture, bots, again.config, "7"))])
    site = build(again).parent
    named = {row[1] for row in page(site / "index.html").rows if len(row) == 16}
    assert {"shaky benchedv1, A. Author", "shaky v2v2, A. Author"} <= named
    assert "5.html" in page(site / "bots/3.html").links and "3.html" in page(site / "bots/5.html").links


def test_a_ladder_without_matches(tmp_path: Path, page: Read) -> None:
    site = build(make_ladder(tmp_path / "empty", configuration("schwimmen"), 0)).parent
    assert "No match has been played yet." in page(site / "index.html").text


def test_a_ladder_that_never_ran(tmp_path: Path) -> None:
    (tmp_path / "ladder.toml").write_text(configuration("schwimmen"))
    with pytest.raises(StoreError, match="harness run"):
        build(open_ladder(tmp_path))


def test_a_log_that_does_not_follow_the_rules_is_said_so(ladder: Ladder, tmp_path: Path, page: Read) -> None:
    shutil.copytree(ladder.folder, tmp_path / "broken", ignore=shutil.ignore_patterns("site"))
    (tmp_path / "broken/ladder.toml").write_text(configuration("schwimmen"))
    broken = open_ladder(tmp_path / "broken")
    with broken.read() as store:
        log = store.log("1-2-3.0.0")
    wrong = msgspec.structs.replace(log.actions[3], action="fly 9z")
    log = msgspec.structs.replace(log, actions=(*log.actions[:3], wrong, *log.actions[4:]))
    with closing(sqlite3.connect(broken.database)) as database, database:
        database.execute("UPDATE matches SET log = ? WHERE key = '1-2-3.0.0'", (pack_log(log),))
    site = build(broken).parent
    assert "cannot be played again to its end" in page(site / "matches/1-2-3.0.0.html").text


def test_a_damaged_log_is_an_error_in_a_sentence(tmp_path: Path) -> None:
    ladder = make_ladder(tmp_path / "damaged", configuration("schwimmen"), 2)
    with closing(sqlite3.connect(ladder.database)) as database, database:
        database.execute("UPDATE matches SET log = x'00'")
    with pytest.raises(StoreError, match="damaged"):
        build(ladder)
