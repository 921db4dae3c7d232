"""From what an author hands in (a folder with a Dockerfile, a saved image, a reference) to an image's digest."""

import errno
import re
import tarfile
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec
from docker.errors import APIError, BuildError, DockerException, ImageLoadError, ImageNotFound
from requests.exceptions import ReadTimeout, RequestException

from harness.bots.container import Engine, blaming_the_machine
from harness.bots.saved import nameless
from harness.errors import HarnessError, MachineFault
from harness.match import Cause

_BUILD_SECONDS = 900
_BUILD_MEMORY = 2 << 30  # bytes; what an author has built is not trusted either
_KEEP_LINES = 20  # of a build's output
_LINE = 500  # characters
KEEPER = "harness-entry"  # images with a tag of this name are in use by a ladder
_BASES = "The bases harness-python and harness-node are made by `make images` in the harness's checkout."
# What the engine says if no registry can be asked, and, with a status that means its own failure, of a missing image.
_NO_REGISTRY = re.compile(r"dial tcp|no such host|i/o timeout|connection re|network is unreachable|TLS handshake")
_NO_SUCH = re.compile(r"access denied|unauthorized|not found|manifest unknown|no such image", re.IGNORECASE)


class Unusable(HarnessError):
    """What was handed in gives no image, and that is its own fault."""

    def __init__(self, sentence: str, advice: str = "", output: deque[str] | None = None) -> None:
        super().__init__(sentence)
        self.advice = advice
        self.output = list(output or ())  # the last lines of the build


class Image(msgspec.Struct, frozen=True):
    """An image on this machine's engine."""

    digest: str  # sha256:...; it is this image and no other, whatever a name stands for later
    megabytes: float
    output: list[str]  # the last lines of its build


def find(engine: Engine, source: str) -> Image:
    """Build, load or pull; Unusable or MachineFault says whose fault it is if there is no image in the end."""
    path, output = Path(source), deque[str](maxlen=_KEEP_LINES)
    with _blaming(output):
        if path.is_dir():
            digest = _build(engine, path, output)
        elif path.is_file():
            digest = _load(engine, path)
        elif source.startswith((".", "/", "~")) or source.endswith((".tar", ".gz", ".tgz")):
            raise Unusable(f"There is no file or folder {source}.", "Name one that is there, or an image.")
        else:
            digest = _pull(engine, source)
        image = engine.client.images.get(digest)
        return Image(str(image.id), round(image.attrs["Size"] / 1e6, 1), list(output))


def keep(engine: Engine, digest: str) -> None:
    """Give the image a name, so that clearing away what has none leaves it."""
    with blaming_the_machine():
        engine.client.api.tag(digest, KEEPER, tag=digest.removeprefix("sha256:")[:12])


def drop(engine: Engine, digest: str) -> None:
    """Remove the image if it has no name; its layers stay, which makes the next build quick."""
    with suppress(DockerException, RequestException):
        if not engine.client.images.get(digest).tags:
            engine.client.images.remove(digest, noprune=True)


def _build(engine: Engine, folder: Path, output: deque[str]) -> str:
    if not (folder / "Dockerfile").is_file():
        raise Unusable(f"There is no Dockerfile in {folder}.", "Write one; `harness new-bot` makes a bot that has it.")
    deadline = time.monotonic() + _BUILD_SECONDS
    limits = {"memory": _BUILD_MEMORY, "memswap": _BUILD_MEMORY}
    for said in engine.client.api.build(
        path=str(folder), rm=True, forcerm=True, decode=True, timeout=_BUILD_SECONDS, container_limits=limits
    ):
        output.extend(line[:_LINE] for line in said.get("stream", "").splitlines() if line.strip())
        if "error" in said:
            raise BuildError(said["error"], output)
        if "ID" in said.get("aux", {}):
            return str(said["aux"]["ID"])
        if time.monotonic() > deadline:
            raise ReadTimeout  # as if it had said nothing
    raise MachineFault(Cause.NO_ENGINE.word, "the container engine ended a build and named no image; try again")


def _load(engine: Engine, path: Path) -> str:
    with tempfile.TemporaryFile() as copy:
        try:
            nameless(path, copy)
        except (tarfile.TarError, EOFError, ValueError, RecursionError) as error:
            advice = "Save one image with: docker save -o FILE IMAGE"
            raise Unusable(f"{path} is no saved image: {error}.", advice) from None
        copy.seek(0)
        (image,) = engine.client.images.load(copy)
    return str(image.id)


def _pull(engine: Engine, name: str) -> str:
    """What the name stands for here, or at its registry where it is not here yet."""
    try:
        return str(engine.client.images.get(name).id)
    except ImageNotFound:
        return str(engine.client.images.pull(name, tag=None if ":" in name or "@" in name else "latest").id)


@contextmanager
def _blaming(output: deque[str]) -> Iterator[None]:
    """Tell apart whose fault it is that there is no image."""
    try:
        yield
    except ReadTimeout:
        sentence = f"Its build did not end within {_BUILD_SECONDS} s."
        raise Unusable(sentence, "Begin with an image that has more of what it needs.", output) from None
    except (DockerException, OSError) as error:  # those of requests are OSErrors too
        text = _text(error)
        if "no space left on device" in text or getattr(error, "errno", None) == errno.ENOSPC:
            raise MachineFault(Cause.NO_SPAWN.word, f"the disk is full: {text}; free some space") from None
        if _NO_REGISTRY.search(text):
            sentence = f"the engine has no such image, and its registry cannot be asked: {text}"
            raise MachineFault(Cause.NO_ENGINE.word, f"{sentence}. {_BASES}") from None
        if not _authors(error, text):
            raise MachineFault(Cause.NO_ENGINE.word, f"the container engine failed: {text}") from None
        missing = isinstance(error, ImageNotFound) or _NO_SUCH.search(text)
        raise Unusable(text[:1].upper() + text[1:], _BASES if missing else "", output) from None


def _authors(error: Exception, text: str) -> bool:
    """Whether it is for the author to mend."""
    if isinstance(error, APIError):
        known = ("Dockerfile", "invalid reference format")  # which Podman calls errors of its own
        return bool(error.is_client_error() or _NO_SUCH.search(text) or any(word in text for word in known))
    return isinstance(error, BuildError | ImageLoadError)


def _text(error: Exception) -> str:
    text = error.explanation if isinstance(error, APIError) and error.explanation else str(error)
    return " ".join(str(text).split())
