"""The replay on the match's page, held step by step against the rules."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from harness import replay
from harness.games.cards import TEXT
from harness.games.faces import FRENCH
from harness.ladder import Ladder
from harness.match import Log
from harness.site import build, figures, parts
from tests.site.conftest import Open, configuration, make_ladder

CARD = {FRENCH.named(card): card for card in TEXT}
MATCHES = {
    "schwimmen": ("schwimmen", 3, ""),
    "closed": ("einunddreissig", 3, "options = {closed = true, feuer = true, passing = 'not-before-knock'}\n"),
    "closed-twins": ("einunddreissig", 4, "options = {closed = true, pack = 64}\n"),
    "sixty-four": ("einunddreissig", 4, "options = {pack = 64, handeln = true, direction = 'anticlockwise'}\n"),
    "schnauz": ("schnauz", 4, ""),
    "dutch-31": ("dutch-31", 2, ""),
    "forty-one": ("forty-one", 4, ""),
    "bismarck": ("bismarck", 3, ""),
    "closed-in-parts": ("einunddreissig", 4, "options = {closed = true, lives = 2}\n"),
}
PARTS = {"closed-in-parts": 9_000}  # bytes of a page, so that there are several

# Goes through all further steps of the page with the key for "next", and notes what is drawn.
WALK = """() => {
  const cards = (box) => [...box.querySelectorAll("svg.playing")].map((card) => card.getAttribute("aria-label"));
  const seats = () => [...document.querySelectorAll(".seat")].sort((a, b) => a.dataset.seat - b.dataset.seat);
  const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const notation = (chip) => {
    const copy = chip.cloneNode(true);
    for (const mark of copy.querySelectorAll("i")) mark.textContent = mark.dataset.card;
    copy.querySelector(".spoken")?.remove();
    return copy.textContent;
  };
  const last = [...document.querySelectorAll(".moves tbody tr")].at(-1);
  const found = [];
  for (;;) {
    found.push({
      place: Number(document.querySelector("[type=range]").value),
      where: document.querySelector(".where").textContent,
      facts: seats().map((seat) => seat.innerText),
      hands: seats().map(cards),
      piles: Object.fromEntries([...document.querySelectorAll(".pile")].map((pile) =>
        [pile.querySelector(".label").textContent, cards(pile)])),
      counts: Object.fromEntries([...document.querySelectorAll(".pile:has(.count)")].map((pile) =>
        [pile.querySelector(".label").textContent, pile.querySelector(".count").textContent])),
      spoken: document.querySelector("[aria-live]").textContent,
      legal: [...document.querySelectorAll(".legal li")].map(notation),
      chosen: [...document.querySelectorAll(".legal .chosen")].map(notation),
      took: document.querySelector(".took")?.textContent ?? "",
      number: document.querySelector(".moves [aria-current]").cells[0].textContent,
      over: document.querySelector(".felt").scrollWidth - document.querySelector(".felt").clientWidth,
    });
    if (last.ariaCurrent) return found;
    press("ArrowRight");
  }
}"""

HOLDERS = "told => told.map((one) => one.previousElementSibling.querySelector('b').textContent)"


def pages(page: Page) -> Iterator[list[dict[str, Any]]]:
    """The steps of a match, one page after the other, by keyboard."""
    page.keyboard.press("Home")
    while True:
        steps: list[dict[str, Any]] = page.evaluate(WALK)
        yield steps
        if steps[-1]["where"].endswith("the end"):
            return
        with page.expect_event("load"):
            page.keyboard.press("ArrowRight")


def walk(page: Page) -> list[dict[str, Any]]:
    """All steps of a match."""
    steps = [step for steps in pages(page) for step in steps]
    assert [step["place"] for step in steps] == list(range(len(steps)))
    return steps


def to_cards(labels: list[str]) -> Counter[str]:
    return Counter(CARD[label] for label in labels if label != "hidden card")


@pytest.fixture(scope="module", params=MATCHES)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Ladder, str]]:
    """One match of each kind, and its key."""
    game, seats, options = MATCHES[request.param]
    text = options + configuration(game, sets=1, seats=seats)
    ladder = make_ladder(tmp_path_factory.mktemp("replay") / request.param, text, 1)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(parts, "MOST", PARTS.get(request.param, parts.MOST))
        build(ladder)
    with ladder.read() as store:
        yield ladder, next(store.matches()).key


def log_of(played: tuple[Ladder, str]) -> tuple[Log, Path]:
    ladder, key = played
    with ladder.read() as store:
        return store.log(key), ladder.site / "matches" / f"{key}.html"


def ends_of_actions(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The last step of each action: what stands between is the showdown of a deal that has given way to the next."""
    opens = [place for place, step in enumerate(steps) if step["number"] != "·"]
    return [steps[place - 1] for place in [*opens, len(steps)] if place > 0]


def test_every_step_shows_what_the_rules_say_and_what_was_chosen_from(played: tuple[Ladder, str], opened: Open) -> None:
    log, path = log_of(played)
    with opened(path, 360) as page:
        steps = walk(page)
        ranks = [page.locator(f".seat[data-seat='{seat}'] .head").inner_text() for seat in range(len(log.bots))]
        facts = [page.locator(f".seat[data-seat='{seat}'] .facts-line").inner_text() for seat in range(len(log.bots))]
    assert not [step["where"] for step in steps if step["over"] > 0], "the table is wider than a narrow screen"
    shown = ends_of_actions(steps)
    assert len(shown) == len(log.actions) + 1
    for step, frame in zip(shown, replay.frames(log), strict=True):
        state: Any = frame.state.snapshot()
        hands = [Counter(hand) for hand in state["hands"]]
        assert [to_cards(hand) for hand in step["hands"]] == hands, step["where"]
        if frame.state.to_act() is not None:
            if state["reserve"]:
                assert next(iter(step["counts"].values())) == str(state["reserve"]), step["where"]
            if "centre" in step["piles"] or "turned up" in step["piles"]:
                centre = step["piles"].get("centre") or step["piles"].get("turned up")
                assert to_cards(centre) == Counter(state["centre"]), step["where"]
    for seat, rank in enumerate(log.result.ranks):
        assert f"rank {rank}" in ranks[seat].lower()
        score = log.result.scores[seat]
        lives = {0: ("out", "swims"), 1: ("1 life",)}.get(score, (f"{score} lives",))
        total = f"total {score:+d}".replace("-", "−").replace("+0", "0")
        assert facts[seat].startswith((*lives, total)), facts[seat]
    check_choices(log, [step for step in steps if step["legal"]])


def check_choices(log: Log, shown: Sequence[dict[str, Any]]) -> None:
    assert len(shown) == len(log.actions)
    legal: Sequence[str] = ()
    for frame in replay.frames(log):
        if frame.entry is not None:
            step = shown[frame.index - 1]
            assert step["legal"] == list(legal), step["where"]
            assert step["chosen"] == [frame.entry.action]
            if frame.entry.flag != "forfeit":
                assert f"answered in {figures.duration(frame.entry.think_us)}" in step["took"]
        legal = list(frame.state.legal())


def test_a_seat_sees_what_it_may_know(played: tuple[Ladder, str], opened: Open) -> None:
    log, path = log_of(played)
    with opened(path) as page:
        page.keyboard.press("v")
        page.keyboard.press("v")
        assert page.get_by_label("View").input_value() == "1"
        steps, text, secrets = [], "", set()
        for shown in pages(page):
            steps += shown
            text += page.locator("main").inner_text()
            page.locator("details.deal").evaluate_all("deals => deals.forEach((deal) => { deal.open = true; })")
            text += page.locator("main").inner_text()
            secrets |= set(page.locator(".moves p:visible", has_text=re.compile("^Holds ")).evaluate_all(HOLDERS))
        page.wait_for_url("**&seat=1")
    assert secrets <= {log.bots[1].label}
    hidden = [bot.label for seat, bot in enumerate(log.bots) if seat != 1]
    assert not [name for name in hidden if f"{name} holds" in text or f"{name} discards" in text]
    assert all(step["spoken"].strip() for step in steps)
    for step, frame in zip(ends_of_actions(steps), replay.frames(log), strict=True):
        if frame.state.to_act() is None:
            continue
        view: Any = frame.state.view(1)
        known: dict[int, Counter[str]] = {seat: Counter() for seat in range(len(log.bots))}
        for seat, card in zip(getattr(view, "known_seats", ()), getattr(view, "known_cards", ()), strict=True):
            known[seat][card] += 1
        known[1] = Counter(view.hand)
        for seat, hand in enumerate(step["hands"]):
            assert to_cards(hand) == known[seat], (step["where"], seat)


def test_the_address_leads_to_a_step(site: Path, opened: Open) -> None:
    path = sorted((site / "matches").glob("*.html"))[0]
    with opened(path) as page:
        page.keyboard.press("d")
        page.wait_for_url("**#deal=2&step=*")
        first = page.url
        page.keyboard.press("ArrowRight")
        page.wait_for_url(lambda url: url != first)  # it follows a moment later
        where, address = page.locator(".where").inner_text(), page.url
        page.goto("about:blank")
        page.goto(f"{address}&seat=2")
        assert page.locator(".where").inner_text() == where
        assert page.get_by_label("View").input_value() == "2"
        assert page.locator(".seat.own .slot svg[aria-label='hidden card']").count() == 0
        page.locator(".moves tbody tr:visible").nth(0).click()
        assert page.locator(".where").inner_text() != where


def test_the_move_that_did_it_is_one_click_away(site: Path, opened: Open) -> None:
    with opened(site / "index.html") as page:
        row = page.locator("section:has(#last) tbody tr", has_text="The turn:").first
        bot, link = row.locator("th").inner_text(), row.locator("a.nowrap")
        chosen = link.inner_text()
        link.click()
        assert page.locator(".took b").inner_text() == bot
        assert page.locator(".legal .chosen").inner_text().startswith(chosen)
        would = re.search(r", where (.*) (?:would|might) have", page.locator(".whys li", has_text=bot).inner_text())
        assert would is not None and would[1] in page.locator(".legal li:not(.chosen)").all_inner_texts()
        page.locator(".whys li", has_text=bot).get_by_text("how it ended").click()
        assert "Showdown:" in page.locator(".sentence").inner_text()


def test_controls_and_keys(site: Path, opened: Open) -> None:
    faulty = next(
        path for path in sorted((site / "matches").glob("*.html")) if "default, forfeited" in path.read_text()
    )
    with opened(faulty) as page:
        page.get_by_role("button", name="Next fault").click()
        assert page.locator(".moves [aria-current] .badge").count() > 0
        page.get_by_role("button", name="Last").click()
        assert "the end" in page.locator(".where").inner_text()
        assert page.get_by_role("button", name="Next", exact=True).is_disabled()
        page.keyboard.press("?")
        assert page.locator("dialog").is_visible()
        page.keyboard.press("ArrowLeft")
        assert "the end" in page.locator(".where").inner_text()
        page.keyboard.press("?")
        assert not page.locator("dialog").is_visible()
        page.get_by_role("button", name="Keys (?)").click()
        page.get_by_role("button", name="Close").click()
        assert not page.locator("dialog").is_visible()
        page.get_by_role("slider").focus()
        page.keyboard.press("v")
        assert page.get_by_label("View").input_value() == "0"
        page.get_by_label("View").select_option("")
        page.get_by_label("Speed").select_option("very fast")
        page.get_by_role("button", name="Play").click()
        page.wait_for_timeout(700)
        page.get_by_role("button", name="Pause").click()
        step = int(page.get_by_role("slider").input_value())
        assert step >= 2
        page.keyboard.press("Home")
        assert page.get_by_role("slider").input_value() == "0"


def test_a_forfeit_ranks_last_as_the_store_says(ladder: Ladder, site: Path, opened: Open) -> None:
    with ladder.read() as store:
        row = next(row for row in store.matches() if any(seat.verdict != "played" for seat in row.seats))
    with opened(site / f"matches/{row.key}.html") as page:
        page.keyboard.press("End")
        for place, seat in enumerate(row.seats):
            badges = page.locator(f".seat[data-seat='{place}'] .badge").all_inner_texts()
            assert f"rank {seat.rank}" in badges
            assert ("forfeited" in badges or "died" in badges) == (seat.verdict != "played")


def test_german_suits_are_a_choice_that_is_kept(site: Path, opened: Open) -> None:
    path = sorted((site / "matches").glob("*.html"))[0]

    def labels(page: Page) -> str:
        return " ".join(page.locator(".seat svg.playing").evaluate_all("all => all.map((one) => one.ariaLabel)"))

    with opened(path) as page:
        assert "spades" in labels(page) or "hearts" in labels(page)
        page.get_by_role("button", name="French suits").click()
        assert not {"spades", "clubs", "diamonds", "queen", "jack"} & set(labels(page).split())
        assert page.locator(".transcript i svg.pip").count() > 0
        page.reload()
        assert page.get_by_role("button", name="German suits").is_visible()
        assert page.locator("html").get_attribute("data-suits") == "german"
        page.goto(f"{path.as_uri()}?suits=french&colours=four")
        assert page.locator("html[data-suits=french][data-colours=four]").count() == 1
    with opened(path, scripts=False) as page:
        assert page.locator(".stage").is_hidden()
        assert "♥" in page.locator(".transcript").inner_text()
