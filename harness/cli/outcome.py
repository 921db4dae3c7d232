"""How one match ended, seat by seat."""

from harness.cli.terminal import put, put_table
from harness.match import Log


def _think_ms(log: Log, seat: int) -> float:
    """The mean over the actions that the bot chose, in milliseconds."""
    times = [entry.think_us for entry in log.actions if entry.seat == seat and entry.flag != "forfeit"]
    return sum(times) / max(1, len(times)) / 1000


def as_json(log: Log) -> dict[str, object]:
    """The outcome with the bots by name; times in milliseconds, but for the whole match in seconds."""
    result = log.result
    seats = [
        {
            "seat": seat,
            "bot": bot.label,
            "rank": result.ranks[seat],
            "score": result.scores[seat],
            "strikes": result.strikes[seat],
            "think_ms": _think_ms(log, seat),
            "verdict": result.verdicts[seat],
        }
        for seat, bot in enumerate(log.bots)
    ]
    rules = {"game": log.game, "options": log.options, "seed": log.seed}
    return {"key": log.key, **rules, "actions": len(log.actions), "seconds": log.seconds, "seats": seats}


def put_outcome(log: Log) -> None:
    result = log.result
    put_table(
        (">seat", "bot", ">rank", ">score", ">strikes", ">think ms", "verdict"),
        [
            (str(seat), bot.label, str(result.ranks[seat]), str(result.scores[seat]), str(result.strikes[seat]),
             f"{_think_ms(log, seat):.2f}", result.verdicts[seat].cause)
            for seat, bot in enumerate(log.bots)
        ],
    )  # fmt: skip
    for bot, verdict in zip(log.bots, result.verdicts, strict=True):
        if verdict.forfeit:
            put(f"{bot.label}: {verdict.sentence}")
            for what, shown in verdict.evidence.items():
                put(f"  {what}: {shown}")
