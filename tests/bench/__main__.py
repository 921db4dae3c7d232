"""``make bench``: throughput and memory, as ratios to a baseline in the same run."""

from statistics import median

from tests.bench import endtoend, pingpong, playouts

RUNS = 5
# Bots, matches each holds, matches played. Of six bots that hold one match two tables can play at once.
LADDERS = ((6, 1, 60), (3, 64, 1500))
SHORT = "lives = 1, circuit_cap = 3"  # where the number of matches counts, not their length
RULE_SETS = ("schwimmen", "einunddreissig", "schnauz", "dutch-31", "forty-one", "bismarck")


def main() -> None:
    asked, answered = endtoend.sizes()
    ratios: dict[int, list[float]] = {1: [], 64: []}
    for run in range(RUNS):
        bare = pingpong.rate(asked, answered)
        print(f"run {run + 1} of {RUNS}: bare ping-pong {bare:,.0f} round trips/s", end="", flush=True)
        for bots, holds, matches in LADDERS:
            measured = endtoend.played(bots, holds, matches)
            rate = measured.decisions / measured.seconds
            ratios[holds].append(rate / bare)
            print(f"; bots holding {holds}: {rate:,.0f} decisions/s", end="", flush=True)
        print()
    for holds, found in ratios.items():
        spread = f"{min(found):.2f} to {max(found):.2f}"
        print(f"decisions/s end to end over bare ping-pong, bots holding {holds}: {median(found):.2f} ({spread})")
    for rule_set in RULE_SETS:
        pairs = [(playouts.playouts(rule_set, 3), playouts.plain()) for _ in range(RUNS)]
        rate, ratio = median(rate for rate, _ in pairs), median(rate / plain for rate, plain in pairs)
        print(f"random playouts of {rule_set}, 3 seats: {rate:,.0f} actions/s,", end=" ")
        print(f"{ratio:.2f} to the rounds/s of a plain loop", flush=True)
    few, many = (endtoend.played(3, 64, matches, SHORT) for matches in (1000, 10_000))
    print(f"peak memory at 10,000 matches over that at 1,000: {many.peak_kib / few.peak_kib:.3f}", end="")
    print(f" ({few.peak_kib / 1024:.0f} and {many.peak_kib / 1024:.0f} MiB)")


if __name__ == "__main__":
    main()
