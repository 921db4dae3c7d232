"""(a), (b) and (c): decisions end to end, against bare messages, and two workers against one."""

from collections.abc import Iterator

from tests.bench import endtoend, pingpong, rawping
from tests.bench.figures import Figure

# Bots, matches each holds, matches played. Of twelve bots that hold one match four tables can play at once.
LADDERS = ((12, 1, 240), (6, 8, 500), (3, 64, 1500))
OPTIONS = "lives = 1"  # some 120 decisions a match


def over_messages(runs: int) -> Iterator[Figure]:
    """(a) and (b)."""
    asked, answered = endtoend.sizes()
    rates: dict[int, list[float]] = {holds: [] for _, holds, _ in LADDERS}
    bare, raw = [], []
    for _ in range(runs):
        bare.append(pingpong.rate(asked, answered))
        raw.append(rawping.rate(asked, answered))
        for bots, holds, matches in LADDERS:
            rates[holds].append(_rate(bots, holds, matches))
    for letter, baseline, name in (("a", bare, "a bare gRPC ping-pong"), ("b", raw, "a raw unix-socket ping-pong")):
        for holds, found in rates.items():
            ratios = [rate / base for rate, base in zip(found, baseline, strict=True)]
            what = f"decisions/s over {name}, bots holding {holds}"
            detail = f"{max(found):,.0f} and {max(baseline):,.0f} a second at best"
            yield Figure(letter, str(holds), what, ratios, detail)


def workers(runs: int) -> Iterator[Figure]:
    """(c)."""
    ratios = [_rate(3, 64, 1500, jobs=2) / _rate(3, 64, 1500) for _ in range(runs)]
    yield Figure("c", "", "decisions/s with two workers over one, bots holding 64", ratios)


def _rate(bots: int, holds: int, matches: int, jobs: int = 1) -> float:
    measured = endtoend.played(bots, holds, matches, OPTIONS, jobs)
    return measured.decisions / measured.seconds
