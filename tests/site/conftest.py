"""Ladders of real matches, played in-process: every seat takes random legal actions, some are made to err."""

import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from html.parser import HTMLParser
from itertools import islice
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import Page as Tab

from harness import games, schedule
from harness.games.deals import SeededDeals
from harness.ladder import Ladder, entrants, open_ladder
from harness.match import (
    LOG_FORMAT,
    Bot,
    Cause,
    Entry,
    Fixture,
    Log,
    Match,
    Result,
    Verdict,
    final_ranks,
)
from harness.played import Played, ready
from harness.site import build

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
NAMES = ("calm", "eager", "shaky", "spare")
Open = Callable[..., AbstractContextManager[Tab]]
HOSTILE = "<script>alert(1)</script> \u202e\x07 Ah"


def _entry(state: games.State, seat: int, bot: Bot, gone: bool, luck: random.Random) -> Entry:
    legal = state.legal()
    if gone:
        return Entry(seat, state.default(), 0, 0, "forfeit")
    if bot.name == "shaky" and luck.random() < 0.01:
        return Entry(seat, state.default(), luck.randrange(900, 5000), 30, "illegal", ("fly 9z", HOSTILE[:64]))
    action = luck.choice(legal)
    if bot.name == "calm" and "pass" in legal:
        action = "pass"
    return Entry(seat, action, luck.randrange(200, 90_000), luck.randrange(20, 60))


def play(fixture: Fixture, match: Match) -> tuple[Fixture, Played]:
    """A match of random legal actions; ``shaky`` forfeits some of its matches half-way."""
    luck = random.Random(fixture.key)
    state = games.game(match.game, match.options).start(len(match.bots), SeededDeals(match.seed))
    dies = {seat: 5 for seat, bot in enumerate(match.bots) if bot.name == "shaky" and fixture.set % 4 == 3}
    entries: list[Entry] = []
    while (seat := state.to_act()) is not None:
        entry = _entry(state, seat, match.bots[seat], len(entries) >= dies.get(seat, 10**9), luck)
        state.apply(entry.action)
        entries.append(entry)
    verdicts = tuple(_died(dies[seat]) if seat in dies else Verdict() for seat in range(len(match.bots)))
    ranks = state.ranks()
    assert ranks is not None
    strikes = tuple(
        sum(entry.seat == seat and entry.flag == "illegal" for entry in entries) for seat in range(len(ranks))
    )
    result = Result(final_ranks(ranks, verdicts), tuple(state.scores()), verdicts, strikes)
    log = Log(
        format=LOG_FORMAT, key=match.key, wire_id=match.wire_id, game=match.game, options=match.options,
        bots=match.bots, seed=match.seed, clock=match.clock, started=f"2026-01-02T03:{fixture.set:02}:00Z",
        seconds=0.5, actions=tuple(entries), result=result,
    )  # fmt: skip
    return fixture, ready(log)


def _died(at: int) -> Verdict:
    evidence = {"exit_status": 1, "stderr": ["Traceback:", f"  {HOSTILE}", "ValueError"], "ms": 12.5}
    return Verdict(Cause.DIED.word, "The process ended with exit status 1.", evidence, at)


def make_ladder(folder: Path, text: str, matches: int) -> Ladder:
    """A ladder with that configuration and its first matches played."""
    folder.mkdir(parents=True)
    (folder / "ladder.toml").write_text(text)
    ladder = open_ladder(folder)
    with ladder.write() as store:
        bots = {bot.id: bot for bot in entrants(ladder, store)}
        secret = store.noted("secret")
        assert secret is not None
        fixtures = islice(schedule.round_robin(list(bots), ladder.config), matches)
        store.add([play(one, schedule.match(one, bots, ladder.config, secret)) for one in fixtures])
        store.add_incident("2026-01-02T03:04:05Z", "1-2-3.0.0", "no-spawn", f"No memory. {HOSTILE}")
    return ladder


def play_next(ladder: Ladder, matches: int) -> None:
    """Play the next matches of a ladder."""
    with ladder.write() as store:
        bots = {bot.id: bot for bot in entrants(ladder, store)}
        secret = store.noted("secret")
        assert secret is not None
        planned = list(schedule.round_robin(list(bots), ladder.config))
        stored = store.forfeits([one.key for one in planned])
        fresh = [one for one in planned if one.key not in stored][:matches]
        store.add([play(one, schedule.match(one, bots, ladder.config, secret)) for one in fresh])


def configuration(game: str, *, seed: str = "7", seats: int = 3, sets: int = 4, title: str = "A ladder") -> str:
    """A ``ladder.toml`` of four bots."""
    bots = "".join(
        f'[[bots]]\nname = "{name}"\ncommand = ["python", "-m", "{name}"]\nauthor = "A. Author"\n' for name in NAMES
    )
    head = f'game = "{game}"\ntitle = "{title}"\n[schedule]\nseats = [{seats}]\nsets = {sets}\nseed = "{seed}"\n'
    return head + bots


@pytest.fixture(scope="session")
def ladder(tmp_path_factory: pytest.TempPathFactory) -> Ladder:
    """A ladder of Schwimmen, 48 matches, with forfeits, strikes and an incident."""
    return make_ladder(tmp_path_factory.mktemp("results") / "cards", configuration("schwimmen"), 48)


@pytest.fixture(scope="session")
def site(ladder: Ladder) -> Path:
    """Its pages."""
    return build(ladder).parent


class Page(HTMLParser):
    """What a page holds: its elements with their attributes, its links, its tables as rows of text, all its text."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.source = path.read_text()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.rows: list[list[str]] = []
        self.values: list[list[str | None]] = []  # the data-value of each cell
        self.text = ""
        self._in_cell = False
        self.feed(self.source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {key: value or "" for key, value in attrs}
        self.elements.append((tag, found))
        if tag == "tr":
            self.rows.append([])
            self.values.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
            self.values[-1].append(found.get("data-value"))
            self._in_cell = True

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "tr", "tbody", "table"):
            self._in_cell = False

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._in_cell:
            self.rows[-1][-1] += data

    @property
    def ids(self) -> set[str]:
        return {attrs["id"] for _, attrs in self.elements if "id" in attrs}

    @property
    def links(self) -> list[str]:
        return [attrs[key] for _, attrs in self.elements for key in ("href", "src") if key in attrs]


@pytest.fixture(scope="session")
def page() -> Callable[[Path], Page]:
    """Reads a page; each file once."""
    return cache(Page)


ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


@pytest.fixture(scope="module")  # no longer: while it lives there is an event loop in this thread
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no chromium here; install it: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def keeping(browser: Browser) -> Iterator[Browser]:
    """A browser that keeps the pages it left, to come back to, as browsers do; under test they do not."""
    kept = "--disable-back-forward-cache"
    found = browser.browser_type.launch(executable_path=CHROMIUM, args=ARGUMENTS, ignore_default_args=[kept])
    yield found
    found.close()


@pytest.fixture
def opened(browser: Browser) -> Open:
    """Opens a page, and has it that nothing was asked of a network and no error was logged."""

    @contextmanager
    def opened(path: Path, width: int = 1280, scheme: str = "light", scripts: bool = True) -> Iterator[Tab]:
        dark = "dark" if scheme == "dark" else "light"
        viewport = {"width": width, "height": 900}
        context = browser.new_context(viewport=viewport, color_scheme=dark, java_script_enabled=scripts)  # type: ignore[arg-type]
        page = context.new_page()
        asked: list[str] = []
        errors: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on(
            "console", lambda message: errors.append(message.text) if message.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(path.as_uri())
        yield page
        assert not [url for url in asked if not url.startswith("file:")]
        assert not errors
        context.close()

    return opened
