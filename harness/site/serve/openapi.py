"""The JSON API as OpenAPI describes it."""

from collections.abc import Iterable
from typing import Any

import msgspec

from harness import __version__
from harness.match import Log
from harness.site.progress import Progress
from harness.site.serve.api import MOST, Listed, Pair, Row, Summary


def _operation(what: str, answer: Any, *parameters: dict[str, Any]) -> dict[str, Any]:
    (schema,), _ = _schemas((answer,))
    answers = {
        "200": {"description": what, "content": {"application/json": {"schema": schema}}},
        "404": {"description": "There is nothing of that name"},
    }
    return {"get": {"summary": what, "parameters": list(parameters), "responses": answers}}


def _schemas(types: Iterable[Any]) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    return msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")


def _path(name: str, what: str) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "description": what, "schema": {"type": "string"}}


def _query(name: str, what: str, most: int | None = None) -> dict[str, Any]:
    schema: dict[str, object] = {"type": "integer", "minimum": 0}
    if most is not None:
        schema["maximum"] = most
    return {"name": name, "in": "query", "required": False, "description": what, "schema": schema}


def description() -> dict[str, Any]:
    """The whole description."""
    ladder = _path("ladder", "the ladder's folder name")
    live = _operation(
        "Progress and standings while the ladder runs, as server-sent events", Progress | list[Row], ladder
    )
    live["get"]["responses"]["200"]["content"] = {"text/event-stream": {}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Card bot harness", "version": __version__},
        "components": {"schemas": _schemas((Summary, Row, Pair, Listed, Log, Progress))[1]},
        "paths": {
            "/api/ladders": _operation("All ladders that have begun", list[Summary]),
            "/api/ladders/{ladder}": _operation("One ladder", Summary, ladder),
            "/api/ladders/{ladder}/standings": _operation("Its leaderboard, the best first", list[Row], ladder),
            "/api/ladders/{ladder}/duels": _operation("Every pair of bots that met, both ways", list[Pair], ladder),
            "/api/ladders/{ladder}/matches": _operation(
                "Its matches in schedule order",
                list[Listed],
                ladder,
                _query("bot", "only those of the bot with this number"),
                _query("first", "how many to skip"),
                _query("count", "how many at most; 100 if it is not given", MOST),
            ),
            "/api/ladders/{ladder}/matches/{key}": _operation(
                "The log of a match", Log, ladder, _path("key", "the match's key")
            ),
            "/{ladder}/site/events": live,
        },
    }
