"""The pages as served: the same, every match on demand, and nothing else of the machine."""

import http.client
import json
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from harness import ratings
from harness.ladder import Ladder
from tests.site.conftest import configuration, make_ladder, play_next
from tests.site.test_accessible import violations


@pytest.fixture  # for each test: one of them plays on
def ladder(tmp_path_factory: pytest.TempPathFactory) -> Ladder:
    """A ladder of 12 of its 48 matches, of which few have a page on disk; its pages are not written."""
    folder = tmp_path_factory.mktemp("served") / "cards"
    return make_ladder(folder, configuration("schwimmen") + "[pages]\nmatches = 2\n", 12)


@pytest.fixture
def port(ladder: Ladder) -> Iterator[int]:
    """Where ``harness serve`` serves it."""
    call = [sys.executable, "-m", "harness", "serve", str(ladder.folder.parent), "--port", "0"]
    with subprocess.Popen(call, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:")
        yield int(address.rstrip("/").rpartition(":")[2])
        process.terminate()


def ask(port: int, path: str, method: str = "GET", host: str = "localhost") -> tuple[http.client.HTTPResponse, bytes]:
    """An answer and its body; the path is sent as it stands."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        connection.putrequest(method, path, skip_host=True)
        connection.putheader("Host", host)
        connection.endheaders()
        answer = connection.getresponse()
        return answer, answer.read()


def data(port: int, path: str) -> Any:
    answer, body = ask(port, path)
    assert answer.status == 200, body
    assert answer.getheader("content-type") == "application/json"
    return json.loads(body)


def test_every_match_has_its_page(port: int, ladder: Ladder) -> None:
    with ladder.read() as store:
        keys = [row.key for row in store.matches()]
    for key in keys:
        answer, body = ask(port, f"/cards/site/matches/{key}.html")
        assert answer.status == 200 and f'Match <span class="nowrap">{key}' in body.decode()
        assert data(port, f"/api/ladders/cards/matches/{key}")["key"] == key
    assert ask(port, "/cards/site/matches/1-2-3.99.0.html")[0].status == 404


def test_an_answer_lets_a_browser_do_nothing_but_show_it(port: int) -> None:
    for path in ("/", "/cards/site/index.html", "/api/ladders", "/nothing", "/static/style.css"):
        answer, _ = ask(port, path)
        policy = answer.getheader("content-security-policy") or ""
        assert "default-src 'none'" in policy and "unsafe" not in policy and "file:" not in policy, path
        assert answer.getheader("x-content-type-options") == "nosniff"
        assert answer.getheader("server") is None


@pytest.mark.parametrize(
    "path",
    [
        "/../ladder.toml", "/cards/site/../ladder.toml", "/cards/site/../ladder.db", "/cards/ladder.db",
        "/cards/site/%2e%2e/ladder.db", "/cards/site/..%2fladder.db", "/%2e%2e/site/index.html",
        "/static/..%2f..%2fserve%2fapp.py", "/cards/site/static/..%2f..%2fpages.py", "//etc/passwd",
        "/cards/site/matches/..%2f..%2fladder.toml", "/cards%00/site/index.html", "/cards/site/bots/1.html%00",
    ],
)  # fmt: skip
def test_no_path_leads_out(port: int, path: str) -> None:
    answer, body = ask(port, path)
    assert answer.status in (400, 404) and b"game" not in body and b"SQLite" not in body


def test_it_is_read_only_and_for_this_machine(port: int) -> None:
    assert [ask(port, "/api/ladders", method)[0].status for method in ("POST", "PUT", "DELETE")] == [405] * 3
    assert ask(port, "/", host="rebound.example")[0].status == 400


def test_the_api_tells_what_the_table_tells(port: int, ladder: Ladder) -> None:
    with ladder.read() as store:
        table = ratings.table(store, ladder.config.clock.bench_after, ladder.game)
    rows = data(port, "/api/ladders/cards/standings")
    assert [(row["bot"]["name"], row["rating"]) for row in rows] == [
        (one.bot.name, one.rating) for one in table.standings
    ]
    assert len(data(port, "/api/ladders/cards/duels")) == len(table.duels)
    (one,) = data(port, "/api/ladders")
    assert (one["name"], one["progress"]) == ("cards", {"scheduled": 48, "stored": 12, "running": False})
    some = data(port, "/api/ladders/cards/matches?first=3&count=2")
    assert [match["key"] for match in some] == [match["key"] for match in data(port, "/api/ladders/cards/matches")[3:5]]
    assert all(2 in [seat["bot"] for seat in row["seats"]] for row in data(port, "/api/ladders/cards/matches?bot=2"))
    answer, body = ask(port, "/api/ladders/cards/matches?first=-1")
    assert answer.status == 400 and "first: '-1' is not a number" in body.decode()
    assert ask(port, "/api/ladders/none")[0].status == 404


def test_the_api_is_described(port: int) -> None:
    described = data(port, "/api/openapi.json")
    assert described["openapi"].startswith("3.1")
    for path, operations in described["paths"].items():
        content = operations["get"]["responses"]["200"]["content"]
        for name in re.findall(r"#/components/schemas/(\w+)", json.dumps(content)):
            assert described["components"]["schemas"][name]["type"] == "object"
        asked = path.replace("{ladder}", "cards").replace("{key}", "1-2-3.0.0")
        if "text/event-stream" not in content:
            assert content["application/json"]["schema"]
            data(port, asked)
        assert {f"{{{one['name']}}}" for one in operations["get"]["parameters"] if one["in"] == "path"} == {
            part for part in path.split("/") if part.startswith("{")
        }


def test_a_running_ladder_tells_how_far_it_is(port: int, ladder: Ladder, browser: Browser) -> None:
    page = browser.new_page()
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"http://127.0.0.1:{port}/")
    page.get_by_role("link", name="A ladder").click()
    page.get_by_text("12 of 48 matches; nobody plays it now.").wait_for()
    with ladder.write():  # as a run has it
        page.get_by_text("12 of 48 matches, being played.").wait_for()
        other = browser.new_page()
        other.goto(f"http://127.0.0.1:{port}/")
        assert other.locator("tr", has_text="A ladder").get_by_text("being played").is_visible()
        other.goto(f"http://127.0.0.1:{port}/cards/site/rules.html")
        other.get_by_text("12 of 48 matches, being played.").wait_for()
    play_next(ladder, 2)
    page.get_by_text("4 bots, 14 matches").wait_for()  # the standings are shown anew, and can be sorted as before
    page.get_by_text("14 of 48 matches").wait_for()
    page.get_by_role("button", name="Strikes").click()
    assert page.locator("th[aria-sort]").inner_text().startswith("Strikes")
    other.get_by_role("button", name="Show the 2 new").click()
    other.get_by_text("14 are stored").wait_for()
    other.close()
    page.get_by_label("Faults").select_option("with")  # somebody is at work here: nothing moves until it is asked to
    play_next(ladder, 3)
    page.get_by_role("button", name="Show the 3 new").click()
    page.get_by_text("4 bots, 17 matches").wait_for()
    assert page.get_by_label("Faults").input_value() == "with"
    assert page.locator("th[aria-sort]").inner_text().startswith("Strikes")
    page.goto(f"http://127.0.0.1:{port}/cards/site/matches/1-2-3.0.0.html#deal=2")
    assert page.locator(".where").inner_text().startswith("Deal 2")
    page.keyboard.press("End")
    assert page.locator(".seat .badge", has_text="rank 1").count() >= 1
    page.keyboard.press("?")
    page.get_by_role("button", name="Close").click()
    assert not errors
    page.close()


def test_what_is_not_there_is_said_on_a_page(port: int, ladder: Ladder) -> None:
    for path in ("/nothing/", "/none/site/index.html", "/cards/site/matches/1-2-3.99.0.html"):
        answer, body = ask(port, path)
        assert (answer.status, answer.getheader("content-type")) == (404, "text/html; charset=utf-8"), path
        assert b"<h1>Not here</h1>" in body
    answer, _ = ask(port, "/cards/")
    assert (answer.status, answer.getheader("location")) == (307, "site/index.html")
    with closing(sqlite3.connect(ladder.database)) as database, database:
        database.execute("UPDATE matches SET log = x'00' WHERE key = '1-2-3.0.0'")
    answer, body = ask(port, "/cards/site/matches/1-2-3.0.0.html")
    assert answer.status == 503 and b"<h1>Not here</h1>" in body and str(ladder.folder).encode() not in body


def test_pages_that_are_kept_to_come_back_to_hold_no_connection(port: int, keeping: Browser) -> None:
    page = keeping.new_page()
    for number in range(9):  # a browser has six connections to a host
        page.goto(f"http://127.0.0.1:{port}/cards/site/{('index', 'rules', 'finals')[number % 3]}.html")
        page.get_by_text("12 of 48 matches").wait_for()
    page.close()


def test_axe_finds_nothing_on_pages_as_served(port: int, ladder: Ladder, browser: Browser) -> None:
    page = browser.new_page(bypass_csp=True)
    site = f"http://127.0.0.1:{port}/cards/site"
    for address in (f"http://127.0.0.1:{port}/", f"{site}/index.html", f"{site}/matches/1-2-3.0.0.html"):
        page.goto(address)
        if address.endswith("index.html"):
            page.get_by_text("12 of 48 matches").wait_for()
        assert violations(page) == [], address
    page.close()


def test_what_cannot_be_served_is_said_so(ladder: Ladder, tmp_path: Path) -> None:
    for folder, said in (
        (tmp_path / "none", "there is no such folder"),
        (ladder.folder, "name the folder that it lies"),
    ):
        call = [sys.executable, "-m", "harness", "serve", str(folder)]
        ran = subprocess.run(call, capture_output=True, text=True, check=False, timeout=60)
        assert ran.returncode == 1 and said in ran.stderr and "Traceback" not in ran.stderr
