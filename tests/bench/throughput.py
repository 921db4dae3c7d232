"""(a), (b) and (c): decisions end to end, against bare messages, and two workers against one."""

from collections.abc import Iterator
from statistics import median

from tests.bench import endtoend, pingpong, rawping
from tests.bench.figures import Figure

# Bots, matches each holds, matches played, options. Of twelve bots that hold one match three tables can play at once.
# A match has some 480 decisions, and some 120 with one life, so that starting the bots weighs little in all of them.
SHORT = "lives = 1"
LADDERS = ((12, 1, 440, SHORT), (6, 8, 1500, SHORT), (3, 64, 1500, ""))
LIGHT = (4, 250, 1200, "")  # the more matches a bot holds, the less of the processors its messages take


def over_messages(runs: int) -> Iterator[Figure]:
    """(a) and (b)."""
    asked, answered = endtoend.sizes()
    rates: dict[int, list[float]] = {holds: [] for _, holds, _, _ in LADDERS}
    bare, tuned, raw = [], [], []
    for _ in range(runs):
        bare.append(pingpong.rate(asked, answered))
        tuned.append(pingpong.rate(asked, answered, "ours"))
        raw.append(rawping.rate(asked, answered))
        for bots, holds, matches, options in LADDERS:
            rates[holds].append(endtoend.played(bots, holds, matches, options).rate)
    for letter, baseline, name in (("a", bare, "a bare gRPC ping-pong"), ("b", raw, "a raw unix-socket ping-pong")):
        for holds, found in rates.items():
            ratios = [rate / base for rate, base in zip(found, baseline, strict=True)]
            what = f"decisions/s over {name}, bots holding {holds}"
            detail = f"{max(found):,.0f} and {max(baseline):,.0f} a second at best"
            yield Figure(letter, str(holds), what, ratios, detail)
    ratios = [one / base for one, base in zip(tuned, bare, strict=True)]
    yield Figure("a", "settings", "that ping-pong with the harness's settings of gRPC over it as it comes", ratios)


def workers(runs: int) -> Iterator[Figure]:
    """(c): what two can do is bounded by how much of all processors one takes already, with its bots."""
    ratios, one_busy, two_busy = [], [], []
    for _ in range(runs):
        one, two = (endtoend.played(*LIGHT, jobs=jobs) for jobs in (1, 2))
        ratios.append(two.rate / one.rate)
        one_busy.append(one.busy)
        two_busy.append(two.busy)
    detail = f"processors busy {median(one_busy):.0%} with one, {median(two_busy):.0%} with two"
    yield Figure("c", "", f"decisions/s with two workers over one, bots holding {LIGHT[1]}", ratios, detail)
