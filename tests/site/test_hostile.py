"""Names, authors and whatever bots send are shown, and do nothing."""

import re
import unicodedata
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import msgspec
import pytest

from harness import schedule
from harness.ladder import Ladder, open_ladder
from harness.match import Bot
from harness.site import build, build_index
from tests.site.conftest import HOSTILE, Open, Page, configuration, play

Read = Callable[[Path], Page]

NAMES = (
    "<script>window.pwned = 1</script>",
    "\u202eright-to-left \u2066",
    "x" * 300,
    "\x00\x1b[31m../../etc\n",
    '"><img src=x onerror="window.pwned=1">',
    "{{ 7*7 }} </textarea><!-- ]]>",
    "As",
    "\ue000\ue001",
)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Ladder:
    """A ladder whose bots have names that no configuration would take."""
    folder = tmp_path_factory.mktemp("hostile") / "results" / "<b>&amp; #1 100%20 \u202eladder"
    folder.mkdir(parents=True)
    title = "</title><script>window.pwned = 1</script>\\u202e"
    text = configuration("schwimmen", title=title, sets=1)
    (folder / "ladder.toml").write_text(text)
    ladder = open_ladder(folder)
    with ladder.write() as store:
        bots = {}
        for name in NAMES:
            bot = store.roster.register(Bot(name, (name,), author=name))
            bots[bot.id] = bot
        for fixture in schedule.round_robin(list(bots), ladder.config):
            if fixture.rotation == 0:
                store.add([play(fixture, schedule.match(fixture, bots, ladder.config, "7"))])
        store.add_incident("2026-01-02T03:04:05Z", HOSTILE, HOSTILE, HOSTILE)
    build(ladder)
    return ladder


def test_no_page_holds_an_element_that_a_stranger_wrote(hostile: Ladder, page: Read) -> None:
    for path in (*hostile.site.rglob("*.html"), build_index(hostile.folder.parent)):
        elements = page(path).elements
        scripts = [attrs for tag, attrs in elements if tag == "script"]
        assert scripts[0]["src"].endswith("static/page.js"), path
        for attrs in scripts:
            own = re.fullmatch(r"(\.\./)*static/[a-z]+\.js", attrs.get("src", ""))
            assert own or attrs == {"type": "application/json", "id": "match"}, path
        assert not [tag for tag, _ in elements if tag in ("img", "textarea", "iframe")], path
        assert not [name for _, attrs in elements for name in attrs if name.startswith("on")], path


def test_no_page_holds_a_character_that_does_not_print(hostile: Ladder) -> None:
    for path in hostile.folder.parent.rglob("*.html"):
        odd = {c for c in path.read_text() if unicodedata.category(c) in ("Cc", "Cf", "Co", "Cs")}
        assert odd <= {"\n", "\t"}, path


def test_the_list_of_ladders_leads_to_a_folder_of_any_name(hostile: Ladder, page: Read) -> None:
    index = build_index(hostile.folder.parent)
    (link,) = [link for link in page(index).links if link.endswith("site/index.html")]
    assert (index.parent / unquote(link)).samefile(hostile.site / "index.html")


def test_long_names_are_cut(hostile: Ladder) -> None:
    for path in hostile.site.rglob("*.html"):
        assert "x" * 61 not in re.sub("<code>.*?</code>", "", path.read_text()), path


def test_file_names_are_the_harness_own(hostile: Ladder) -> None:
    for path in hostile.site.rglob("*"):
        assert path.name.replace("-", "").replace(".", "").isalnum(), path


def test_a_bot_named_as_a_card_is_no_card(hostile: Ladder) -> None:
    pages = [path.read_text() for path in (hostile.site / "matches").glob("*.html")]
    told = [text for text in pages if "<b><bdi>As</bdi></b> passes" in text or "<b>As</b> passes" in text]
    assert told, "its name stands in the sentences as it is"
    assert all("<b><bdi><i" not in text and "<b><i" not in text for text in told)


def test_logs_stay_json(hostile: Ladder) -> None:
    with hostile.read() as store:
        for row in store.matches():
            kept = msgspec.json.decode((hostile.site / f"matches/{row.key}.json").read_bytes())
            assert [bot["name"] for bot in kept["bots"]] == [bot.name for bot in store.log(row.key).bots]


def test_nothing_runs_and_nothing_overflows(hostile: Ladder, opened: Open) -> None:
    site = hostile.site
    paths = [site / name for name in ("index.html", "head-to-head.html", "matches.html", "rules.html", "bots/3.html")]
    for path in (*paths, site / "matches/1-3-4.0.0.html", site / "pairs/3-4.html", build_index(hostile.folder.parent)):
        with opened(path, 360) as page:
            assert page.evaluate("window.pwned") is None, path
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
