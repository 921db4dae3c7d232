"""The JSON API: what the pages show, as data; and its description."""

from typing import Any

import msgspec

from harness import __version__
from harness.site import match_pages
from harness.site.ground import Ground
from harness.site.progress import progress

MOST = 1_000  # matches in one answer


def summary(name: str, ground: Ground) -> dict[str, object]:
    """One ladder in a few words."""
    return {
        "name": name,
        "title": ground.ladder.title,
        "game": ground.game.name,
        "options": ground.game.options,
        "bots": len(ground.table.standings),
        "matches": ground.table.matches,
        "progress": progress(ground.ladder, ground.store),
        "commitment": ground.commitment,
        "closed": ground.closed,
    }


def standings(ground: Ground) -> list[dict[str, object]]:
    """The leaderboard; times in microseconds, intervals of 95 %, null where a figure is unknown."""
    return [
        {
            "place": one.place,
            "best_place": one.best_place,
            "worst_place": one.worst_place,
            "bot": {key: getattr(one.bot, key) for key in ("id", "name", "version", "author", "image")},
            **one.figures,
            "low": one.low,
            "high": one.high,
            "think_us": {"median": one.thinking.quantile(0.5), "p99": one.thinking.quantile(0.99)},
        }
        for one in ground.table.standings
    ]


def duels(ground: Ground) -> list[dict[str, object]]:
    """Every pair both ways: how often the first bot did better, ties counting half."""
    return [
        {"bot": one, "opponent": two, "share": duel.share, "matches": duel.matches}
        for (one, two), duel in sorted(ground.table.duels.items())
    ]


def matches(ground: Ground, bot: int | None, first: int, count: int) -> list[dict[str, object]]:
    """Stored matches in schedule order, those of one bot or all."""
    rows = ground.store.matches() if bot is None else ground.store.matches_of(bot)
    found = []
    for place, row in enumerate(rows):
        if place >= first + count:
            break
        if place >= first:
            found.append({"key": row.key, "started": row.started, "actions": row.actions, "seats": row.seats})
    return found


def log(ground: Ground, key: str) -> bytes:
    """A match's log as anybody may have it; StoreError if there is none."""
    return match_pages.log_file(ground, key)


def encoded(value: object) -> bytes:
    """JSON; numbers that are infinite or none at all become null."""
    return msgspec.json.encode(value)


def _operation(what: str, *parameters: dict[str, Any]) -> dict[str, Any]:
    answers = {
        "200": {"description": what, "content": {"application/json": {}}},
        "404": {"description": "There is nothing of that name"},
    }
    return {"get": {"summary": what, "parameters": list(parameters), "responses": answers}}


def _path(name: str, what: str) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "description": what, "schema": {"type": "string"}}


def _query(name: str, what: str, most: int | None = None) -> dict[str, Any]:
    schema: dict[str, object] = {"type": "integer", "minimum": 0}
    if most is not None:
        schema["maximum"] = most
    return {"name": name, "in": "query", "required": False, "description": what, "schema": schema}


def description() -> dict[str, Any]:
    """The API as OpenAPI describes it."""
    ladder = _path("ladder", "the ladder's folder name")
    live = _operation("Progress and standings while the ladder runs, as server-sent events", ladder)
    live["get"]["responses"]["200"]["content"] = {"text/event-stream": {}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Card bot harness", "version": __version__},
        "paths": {
            "/api/ladders": _operation("All ladders that have begun"),
            "/api/ladders/{ladder}": _operation("One ladder", ladder),
            "/api/ladders/{ladder}/standings": _operation("Its leaderboard, the best first", ladder),
            "/api/ladders/{ladder}/duels": _operation("Every pair of bots that met, both ways", ladder),
            "/api/ladders/{ladder}/matches": _operation(
                "Its matches in schedule order",
                ladder,
                _query("bot", "only those of the bot with this number"),
                _query("first", "how many to skip"),
                _query("count", "how many at most; 100 if it is not given", MOST),
            ),
            "/api/ladders/{ladder}/matches/{key}": _operation(
                "The log of a match", ladder, _path("key", "the match's key")
            ),
            "/{ladder}/site/events": live,
        },
    }
