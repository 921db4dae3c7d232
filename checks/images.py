"""Build the bot images on the engine that is there: `make images`, or by name `python -m checks.images harness-python`.

A base is pulled where a registry answers, else made of this machine's own files. What the images need besides is
gathered here, by pip and npm, and copied in: a build needs no network.
"""

import fcntl
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from importlib.metadata import version
from pathlib import Path

import msgspec
from docker.errors import BuildError, DockerException, ImageNotFound

from checks import bases
from docker import DockerClient

ROOT = Path(__file__).parents[1]
WHEELS = ROOT / "build" / "images" / "wheels"
NODE_BOT = ROOT / "sample_bots" / "node"
REQUIREMENTS = ("grpcio", "msgspec", "protobuf", "typing_extensions")  # of the SDK and the rules


class Failed(Exception):
    """An image cannot be built; the text says why, and what to do."""


class Image(msgspec.Struct, frozen=True):
    """An image of this project. One that is built on another of them comes after it."""

    tag: str
    dockerfile: str
    context: str = "."
    target: str = ""
    base: Callable[[], bases.Files] | None = None  # the files to make its base of, if that cannot be pulled


SAMPLE_BOTS = ("random", "careless", "greedy", "thoughtful", "bismarck-greedy", "bismarck-thoughtful")
IMAGES = (
    Image("harness-python", "docker/python/Dockerfile", base=bases.python),
    *(Image(f"harness-bot-{name}", "Dockerfile", "docker/sample_bots", name) for name in SAMPLE_BOTS),
    Image("harness-node", "docker/node/Dockerfile", base=bases.node),
    Image("harness-bot-node", "Dockerfile", "sample_bots/node"),
)


def main(names: list[str]) -> int:
    wanted = [image for image in IMAGES if not names or image.tag in names]
    unknown = set(names) - {image.tag for image in wanted}
    if unknown:
        known = ", ".join(image.tag for image in IMAGES)
        return _complain(f"there is no image {', '.join(sorted(unknown))}; there are {known}")
    try:
        with _alone(), closing(_engine()) as engine:
            for image in wanted:
                if not names and "node" in image.tag and not _has_node():
                    print(f"{image.tag} is left out: Node.js is not here; apt-get install nodejs npm", file=sys.stderr)
                    continue
                print(image.tag, build(engine, image), flush=True)
    except (Failed, DockerException) as error:
        return _complain(str(error))
    return 0


def build(engine: DockerClient, image: Image) -> str:
    """Build one image, and tag it; returns its id."""
    arguments = {}
    if image.base is not None:
        arguments["BASE"] = _base(engine, image, image.base)
        if image.tag == "harness-python":
            _gather_wheels(engine, arguments["BASE"])
        else:
            _gather_packages()
    try:
        built, _ = engine.images.build(
            path=str(ROOT / image.context), dockerfile=image.dockerfile, tag=image.tag, target=image.target or None,
            buildargs=arguments, rm=True, forcerm=True, network_mode="none",
        )  # fmt: skip
    except BuildError as error:
        said = "".join(str(line.get("stream", "")) for line in error.build_log)
        raise Failed(f"{image.tag} could not be built: {error.msg}\n{said[-2000:]}") from None
    return str(built.id)


@contextmanager
def _alone() -> Iterator[None]:
    """What is gathered lies in one place: one build after the other."""
    WHEELS.parent.mkdir(parents=True, exist_ok=True)
    with (WHEELS.parent / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _engine() -> DockerClient:
    try:
        engine = DockerClient.from_env()
        engine.ping()
    except DockerException as error:
        raise Failed(f"no container engine answers; start one, as root: checks/engine.sh\n{error}") from None
    return engine


def _base(engine: DockerClient, image: Image, own_files: Callable[[], bases.Files]) -> str:
    """The reference of its base: the one its Dockerfile names, or one of our own."""
    named = re.search(r"^ARG BASE=(\S+)$", (ROOT / image.context / image.dockerfile).read_text(), re.MULTILINE)
    assert named, f"{image.dockerfile} names no base"
    try:
        engine.images.get(named[1])
    except ImageNotFound:
        try:
            engine.images.pull(named[1])
        except DockerException:
            print(f"{named[1]} cannot be pulled: {image.tag} gets a base made of this machine's files", file=sys.stderr)
            return bases.load(engine, image.tag.replace("harness-", "harness-base-"), own_files())
    return named[1]


def _gather_wheels(engine: DockerClient, base: str) -> None:
    """The wheels of what the SDK requires, in the versions used here, for the base's Python."""
    ask = ["python", "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
    python = engine.containers.run(base, ask, network_mode="none", remove=True).decode().strip()
    told = engine.info()["Architecture"]
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(told, told)  # Podman has Go's names
    platforms = [f"--platform=manylinux{glibc}_{machine}" for glibc in ("2014", "_2_17", "_2_28")]
    pinned = [f"{name}=={version(name)}" for name in REQUIREMENTS]
    selection = ["--no-deps", "--only-binary=:all:", f"--python-version={python}", *platforms, *pinned]
    made_of = WHEELS.with_suffix(".txt")
    if made_of.exists() and made_of.read_text() == "\n".join(selection):
        return
    made_of.unlink(missing_ok=True)
    shutil.rmtree(WHEELS, ignore_errors=True)
    _run([sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
          f"--dest={WHEELS}", *selection], ROOT)  # fmt: skip
    made_of.write_text("\n".join(selection))


def _gather_packages() -> None:
    """The Node.js bot's packages, as its lock file pins them."""
    if not _has_node():
        raise Failed("Node.js and its npm are not on this machine; install them, as root: apt-get install nodejs npm")
    installed, pinned = NODE_BOT / "node_modules" / ".package-lock.json", NODE_BOT / "package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < pinned.stat().st_mtime:
        _run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"], NODE_BOT)


def _has_node() -> bool:
    return shutil.which("node") is not None and shutil.which("npm") is not None


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise Failed(f"`{' '.join(command)}` failed:\n{done.stdout[-2000:]}")


def _complain(text: str) -> int:
    print(f"error: {text}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
