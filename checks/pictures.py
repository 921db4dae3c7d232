"""Make the README's pictures anew: checks/pictures.py RESULTS, where RESULTS holds the two ladders of harness demo."""

import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

PICTURES = Path(__file__).parents[1] / ".pictures"
MOST = 300_000  # bytes of a picture


def leaderboard(page: Page, results: Path) -> None:
    page.goto((results / "demo-schwimmen/site/index.html").resolve().as_uri())


def tricks(page: Page, results: Path) -> None:
    replay(page, results / "demo-bismarck", "#deal=2&step=80")


def german(page: Page, results: Path) -> None:
    replay(page, results / "demo-schwimmen", "#deal=2&step=20", "?suits=german&colours=four")


def replay(page: Page, ladder: Path, step: str, faces: str = "") -> None:
    """The last match that has most seats."""
    match = max((ladder / "site/matches").glob("*.html"), key=lambda path: (path.name.count("-"), path.name))
    page.goto(f"{match.resolve().as_uri()}{faces}{step}")
    page.locator(".stage .seat").first.wait_for()


# By name: what is shown, how wide and high, in which colour scheme.
SHOTS = {
    "leaderboard": (leaderboard, 1280, 1020, "light"),
    "bismarck": (tricks, 1080, 730, "light"),
    "schwimmen": (german, 1080, 730, "dark"),
}


def main() -> int:
    results = Path(sys.argv[1] if len(sys.argv) > 1 else "results")
    if not (results / "demo-bismarck/site/index.html").is_file():
        print(
            f"{results}: no pages of the demo here; make them with: harness demo --results {results}", file=sys.stderr
        )
        return 1
    PICTURES.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for name, (show, width, height, scheme) in SHOTS.items():
            size = {"width": width, "height": height}
            # Reduced motion, or a picture is taken while the page still scrolls.
            context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
            page = context.new_page()
            show(page, results)
            path = PICTURES / f"{name}.png"
            page.screenshot(path=path)
            context.close()
            if path.stat().st_size > MOST:
                print(f"{path}: {path.stat().st_size} bytes, more than {MOST}", file=sys.stderr)
                return 1
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
