"""Routes, headers and answers."""

import asyncio
import mimetypes
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from harness.errors import HarnessError, StoreError
from harness.site import contents, pages
from harness.site.ground import Ground
from harness.site.progress import Progress, progress
from harness.site.results import ladders_page
from harness.site.serve import api, openapi
from harness.site.serve.shelf import Book, Shelf

LOOK = 1.0  # seconds between two looks at a ladder in play
_HEADERS = {
    "content-security-policy": "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self';"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache",
}


class Guarded:
    """Every answer with the headers that keep a browser from doing anything but show it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] += [(name.encode(), value.encode()) for name, value in _HEADERS.items()]
            await send(message)

        await self.app(scope, receive, guarded)


def application(results: Path, hosts: Sequence[str]) -> Starlette:
    """Serves the ladders of a folder to whoever addresses one of these hosts; ``*``: to everybody."""
    shelf = Shelf(results)
    app = Starlette(
        routes=[
            Route("/", _index),
            Route("/index.html", _index),
            Route("/static/{name}", _static),
            Route("/api/openapi.json", _openapi),
            Route("/api/ladders", _ladders),
            Route("/api/ladders/{ladder}", _summary),
            Route("/api/ladders/{ladder}/standings", _answers(lambda ground, request: api.standings(ground))),
            Route("/api/ladders/{ladder}/duels", _answers(lambda ground, request: api.duels(ground))),
            Route("/api/ladders/{ladder}/matches", _answers(_some_matches)),
            Route("/api/ladders/{ladder}/matches/{key}", _log),
            Route("/{ladder}/", _entrance),
            Route("/{ladder}/site/events", _events),
            Route("/{ladder}/site/static/{name}", _static),
            Route("/{ladder}/site/{path:path}", _page),
        ],
        middleware=[Middleware(Guarded), Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts))],
        exception_handlers={HTTPException: _refused, HarnessError: _failed},
    )
    app.state.shelf = shelf
    return app


def _json(value: object, status: int = 200) -> Response:
    return Response(api.encoded(value), status, media_type="application/json")


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _said(request, error.detail, error.status_code)


async def _failed(request: Request, error: Exception) -> Response:
    # Its text may name a path of this machine: that is for the terminal, not for whoever asks.
    return _said(request, "this ladder cannot be read now; the terminal of harness verify tells why", 503)


def _said(request: Request, sentence: str, status: int) -> Response:
    if request.url.path.startswith("/api/"):
        return _json({"error": sentence}, status)
    page = pages.render("missing.html", root="/", page="", live=False, sentence=sentence)
    return Response(page, status, media_type="text/html")


def _book(request: Request) -> Book:
    book: Book | None = request.app.state.shelf.book(request.path_params["ladder"])
    if book is None or not book.ladder.played:
        raise HTTPException(404, "there is no such ladder, or it has not begun")
    return book


def _index(request: Request) -> Response:
    return Response(ladders_page(request.app.state.shelf.results, live=True), media_type="text/html")


def _static(request: Request) -> Response:
    name = request.path_params["name"]
    found = pages.static().get(name)
    if found is None:
        raise HTTPException(404, "there is no such file")
    return Response(found, media_type=mimetypes.guess_type(name)[0])


def _entrance(request: Request) -> Response:
    _book(request)
    return RedirectResponse("site/index.html")


def _page(request: Request) -> Response:
    path = request.path_params["path"]
    if not path:
        return RedirectResponse("index.html")
    with _book(request).ground() as ground:
        found = contents.page(ground, path)
    if found is None:
        raise HTTPException(404, "there is no such page")
    return Response(found, media_type=mimetypes.guess_type(path)[0])


def _openapi(request: Request) -> Response:
    return _json(openapi.description())


def _ladders(request: Request) -> Response:
    found = []
    for name, book in request.app.state.shelf.played().items():
        with book.ground() as ground:
            found.append(api.summary(name, ground))
    return _json(found)


def _summary(request: Request) -> Response:
    with _book(request).ground() as ground:
        return _json(api.summary(request.path_params["ladder"], ground))


def _answers(answer: Callable[[Ground, Request], object]) -> Callable[[Request], Response]:
    """A route that answers with something of a ladder's."""

    def route(request: Request) -> Response:
        with _book(request).ground() as ground:
            return _json(answer(ground, request))

    return route


def _some_matches(ground: Ground, request: Request) -> object:
    bot = _number(request, "bot", None)
    first, count = _number(request, "first", 0), _number(request, "count", 100)
    assert first is not None and count is not None
    return api.matches(ground, bot, first, min(count, api.MOST))


def _number(request: Request, name: str, default: int | None) -> int | None:
    text = request.query_params.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise HTTPException(400, f"{name}: '{text[:20]}' is not a number from 0 to 999999999")
    return int(text)


def _log(request: Request) -> Response:
    with _book(request).ground() as ground:
        try:
            ground.store.match(request.path_params["key"])
        except StoreError:
            raise HTTPException(404, "there is no such match") from None
        return Response(api.log(ground, request.path_params["key"]), media_type="application/json")


async def _events(request: Request) -> Response:
    book = await run_in_threadpool(_book, request)
    headers = {"x-accel-buffering": "no"}
    return StreamingResponse(_progress(book, request.is_disconnected), media_type="text/event-stream", headers=headers)


async def _progress(book: Book, gone: Callable[[], Awaitable[bool]]) -> AsyncIterator[bytes]:
    """An event whenever there are new matches, with the standings that they led to."""
    before: Progress | None = None
    while not await gone():
        now = await run_in_threadpool(_look, book)
        if now != before:
            yield _event("progress", now)
            yield _event("standings", await run_in_threadpool(_standings, book))
            before = now
        await asyncio.sleep(LOOK)


def _look(book: Book) -> Progress:
    with book.ladder.read() as store:
        return progress(book.ladder, store)


def _standings(book: Book) -> Any:
    with book.ground() as ground:
        return api.standings(ground)


def _event(name: str, value: object) -> bytes:
    return b"event: %b\ndata: %b\n\n" % (name.encode(), api.encoded(value))
