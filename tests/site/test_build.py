"""The pages as a whole: what is there, that it hangs together, and that the same store gives the same bytes."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import unquote

import msgspec
import pytest

from harness import ratings, schedule, shares
from harness.errors import StoreError
from harness.ladder import Ladder, entrants, open_ladder
from harness.match import Log, pack_log
from harness.outing import Outing
from harness.site import build, contents, figures, match_pages
from harness.site.ground import Ground
from tests.site.conftest import NAMES, Page, configuration, make_ladder, play

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
    assert {"index.html", "head-to-head.html", "matches.html", "finals.html", "rules.html"} <= set(found)
    assert {"static/style.css", "static/replay.js"} <= set(found)


def test_every_link_leads_somewhere(site: Path, page: Read) -> None:
    for path in site.rglob("*.html"):
        for link in page(path).links:
            assert "//" not in link and not link.startswith(("/", "data:", "javascript:")), f"{path}: {link}"
            name, _, anchor = unquote(link).partition("#")
            target = (path.parent / name).resolve() if name else path
            assert target.is_file(), f"{path}: {link}"
            if anchor and "=" not in anchor:  # else it is a step of a replay
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
        table = shares.shown(ratings.table(store, ladder.config.clock.bench_after, ladder.game))
    index = page(site / "index.html")
    columns = [cell.split(",")[0].strip() for cell in index.rows[0]]
    for one, cells in zip(table.standings, index.rows[1:], strict=False):
        shown = dict(zip(columns, map(str.strip, cells), strict=True))
        assert shown["Bot"].startswith(f"{one.bot.name}v1 · Python")
        assert shown["Rating"] == figures.fixed(one.rating)
        assert shown["μ"] == f"{one.skill.mu:.1f} ± {one.half:.1f}"
        assert shown["Matches"] == str(one.matches)
        assert shown["Mean rank"] == f"{one.mean_rank:.2f}"
        assert shown["Beaten"] == f"{one.share.mean:.0%} ± {100 * one.share.half:.0f}".replace("%", " %")
        assert shown["Edge"].startswith(figures.signed(one.edge.mean))
        assert (shown["Forfeits"], shown["Strikes"]) == (str(one.forfeits), str(one.strikes))
        times = one.thinking
        mean = times.think_us / sum(times.decisions.values())  # microseconds
        assert float(shown["Clock"][:-2]) == pytest.approx(100 * mean / (ladder.config.clock.move * 1e6), rel=0.05)
        own = times.own_us / (times.own_us + times.think_us)
        assert float(shown["Harness"][:-2]) == pytest.approx(100 * own, rel=0.05)
        places = f"{one.place}≈ {one.best_place}–{one.worst_place}"
        assert shown["Place"] == (places if one.best_place != one.worst_place else str(one.place))


def test_the_leaderboard_shows_each_seat_and_the_last_match(ladder: Ladder, site: Path, page: Read) -> None:
    with ladder.read() as store:
        rows = list(store.matches())
        bots = {bot.id: bot.name for bot in store.roster.bots()}
    shown = {row[1].split("v1")[0]: row for row in page(site / "index.html").rows[1:5]}
    for bot, name in bots.items():
        mine = [row for row in rows if bot in [seat.bot for seat in row.seats]]
        means = []
        for place in range(3):
            scores = [row.seats[place].score for row in mine if row.seats[place].bot == bot]
            means.append(f"{sum(scores) / len(scores):.1f}")
        last = next(seat for seat in mine[-1].seats if seat.bot == bot)
        assert shown[name][9] == " ".join(means)
        assert shown[name][16].strip() == f"{figures.ordinal(last.rank)} of 3"


def test_the_matrix_shows_the_duels(ladder: Ladder, site: Path, page: Read) -> None:
    with ladder.read() as store:
        table = shares.shown(ratings.table(store, ladder.config.clock.bench_after, ladder.game))
    rows = page(site / "head-to-head.html").rows[1:]
    for one, cells in zip(table.standings, rows, strict=True):
        for two, cell in zip(table.standings, cells[1:], strict=True):
            if one is not two:
                duel = table.duels[one.bot.id, two.bot.id]
                assert f"{100 * duel.share.mean:.0f} %" in cell
                assert f"± {100 * duel.share.half:.0f}" in cell and f"n {duel.matches}" in cell


def is_move(cells: list[str]) -> bool:
    return len(cells) == 4 and cells[0].isdigit() and (cells[3].endswith("s\n") or not cells[3].strip())


def test_a_match_page_tells_every_action(ladder: Ladder, site: Path, page: Read) -> None:
    with ladder.read() as store:
        row = next(row for row in store.matches() if any(seat.verdict != "played" for seat in row.seats))
        log = store.log(row.key)
    shown = page(site / f"matches/{row.key}.html")
    moves = [[cell.strip() for cell in cells] for cells in shown.rows if is_move(cells)]
    assert [cells[2] for cells in moves] == [entry.action for entry in log.actions]
    defaults = [cells for cells in moves if "default, forfeited" in cells[1]]
    assert len(defaults) == sum(entry.flag == "forfeit" for entry in log.actions) > 0
    assert "The process ended with exit status 1." in shown.text
    assert "exit_status" in shown.text
    assert f"harness replay {ladder.folder.name} {row.key}" in shown.text


def test_what_bots_printed_is_shown_only_where_the_configuration_says_so(
    ladder: Ladder, site: Path, tmp_path: Path
) -> None:
    assert not [name for name, data in files(site).items() if b"ValueError" in data]
    text = configuration("schwimmen") + "[pages]\noutput = true\n"
    open_to_all = files(build(make_ladder(tmp_path / "open", text, 48)).parent)
    told = {name for name, data in open_to_all.items() if b"ValueError" in data}
    assert {f"bots/{1 + NAMES.index('shaky')}.html", ".stamps"} <= told
    assert {name.rpartition(".")[2] for name in told if name.startswith("matches/")} == {"html", "json"}
    assert b"<pre>Traceback:\n" in open_to_all[f"bots/{1 + NAMES.index('shaky')}.html"], "lines are shown as lines"


def test_a_chosen_part_of_the_matches_has_pages(tmp_path: Path, page: Read) -> None:
    text = configuration("schwimmen", sets=20) + "[pages]\nmatches = 10\n"
    ladder = make_ladder(tmp_path / "few", text, 240)
    site = build(ladder).parent
    with ladder.read() as store:
        rows = list(store.matches())
    paged = {path.stem for path in (site / "matches").glob("*.html")}
    assert {row.key for row in rows[-10:]} <= paged and len(paged) < 80
    faulty = [row.key for row in rows if any(seat.verdict != "played" for seat in row.seats)]
    assert set(faulty[-5:]) <= paged and set(faulty) - paged
    for path in (site / "bots").glob("*.html"):
        telling = page(path).source.partition('id="telling"')[2].partition('id="faults"')[0]
        linked = telling.count('<th scope="row" class="nowrap"><a href')
        assert linked == telling.count('<th scope="row"') > 5, "a best or worst match has no page"
    shown = page(site / "matches.html").text
    assert "close" in shown and "upset" in shown
    for path in site.rglob("*.html"):
        for link in page(path).links:
            name = unquote(link).partition("#")[0]
            assert not name or (path.parent / name).is_file(), f"{path}: {link}"


def test_a_closed_ladder_tells_its_secret(tmp_path: Path, page: Read) -> None:
    ladder = make_ladder(tmp_path / "closed", configuration("schwimmen", seed=""), 6)
    with ladder.write() as store:
        secret, commitment = store.noted("secret"), store.noted("commitment")
        seed = store.log("1-2-3.0.0").seed
        store.note("closed", "yes")
    site = build(ladder).parent
    assert secret is not None and commitment is not None
    for name in ("finals.html", "rules.html"):
        assert secret in page(site / name).text and commitment in page(site / name).text
    assert "Final standings." in page(site / "finals.html").text
    assert seed in page(site / "matches/1-2-3.0.0.html").text


def test_match_pages_are_made_again_only_where_something_changed(
    ladder: Ladder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = build(ladder, tmp_path / "site").parent
    whole = files(folder)
    made: list[str] = []
    files_of = match_pages.files

    def noted(ground: Ground, outing: Outing) -> Iterator[tuple[str, bytes]]:
        for path, content in files_of(ground, outing):
            made.append(path)
            yield path, content

    monkeypatch.setattr(match_pages, "files", noted)
    build(ladder, folder)
    assert not made
    assert files(folder) == whole
    (folder / "matches/1-2-3.0.0.html").write_text("spoilt")
    (folder / "matches/1-2-3.1.0.json").unlink()
    build(ladder, folder)
    assert set(made) == {f"matches/1-2-3.{number}.0.{kind}" for number in (0, 1) for kind in ("html", "json")}
    assert files(folder) == whole


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
    named = {row[1].strip() for row in page(site / "index.html").rows if len(row) == 17}
    assert {"shaky benchedv1 · Python · A. Author", "shaky v2v2 · Python · A. Author"} <= named
    with again.read() as store:
        ground = Ground(again, store, live=True)
        void = next(row for row in store.matches() if row.id in ground.record.void)
        told = (contents.page(ground, f"matches/{void.key}.html") or b"").decode()
    assert "This match does not count: one of its bots had been benched by then." in told
    assert f"{len(ground.record.void)} more</a> do not count" in page(site / "index.html").source
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
    halted = msgspec.structs.replace(log, actions=(*log.actions[:3], wrong, *log.actions[4:]))
    strange = msgspec.structs.replace(log, options={"pack": 7})  # not even a first deal
    with closing(sqlite3.connect(broken.database)) as database, database:
        for key, other in {"1-2-3.0.0": halted, "1-2-3.1.0": strange}.items():
            database.execute("UPDATE matches SET log = ? WHERE key = ?", (pack_log(other), key))
    site = build(broken).parent
    for key in ("1-2-3.0.0", "1-2-3.1.0"):
        assert "cannot be played again to its end" in page(site / f"matches/{key}.html").text
    assert "Deal 1" in page(site / "matches/1-2-3.0.0.html").text
    assert "Deal 1" not in page(site / "matches/1-2-3.1.0.html").text


def test_a_damaged_log_is_an_error_in_a_sentence(tmp_path: Path) -> None:
    ladder = make_ladder(tmp_path / "damaged", configuration("schwimmen"), 2)
    with closing(sqlite3.connect(ladder.database)) as database, database:
        database.execute("UPDATE matches SET log = x'00'")
    with pytest.raises(StoreError, match="damaged"):
        build(ladder)
