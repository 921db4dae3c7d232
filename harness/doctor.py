"""What this machine has of what the harness needs, and how to get what it lacks."""

import os
import shutil
import socket
import sys
import tempfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from harness.bots import leftovers
from harness.tournament import cores_explained, default_jobs

if TYPE_CHECKING:
    from harness.bots.container import Engine

_DISTRIBUTION = "card-bot-harness"
_FREE = 1 << 30  # bytes; less is worth a word
_LONGEST_SOCKET = 90  # characters of the temporary folder; the system allows 107 for a socket's path in it
_CLEAN = "harness doctor --clean"


class Finding(msgspec.Struct, frozen=True):
    """One thing that was looked at."""

    name: str
    ok: bool
    sentence: str
    cure: str = ""  # the command, or what else would help


def examine(engine: "Engine | None", why_none: str) -> Iterator[Finding]:
    """Look at everything; without an engine ``why_none`` says why there is none."""
    yield _python()
    yield _packages()
    yield from (_engine(engine) if engine is not None else [_no_engine(why_none)])
    yield _temporary()
    for what, folder in {"disk": Path.cwd(), "temporary disk": Path(tempfile.gettempdir())}.items():
        yield _disk(what, folder)
    yield _setpriv()
    yield _cores()
    yield _leftovers(engine)


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    return Finding("python", sys.version_info >= (3, 11), f"{version}, {sys.executable}", "Python 3.11 or newer")


def _packages() -> Finding:
    """The packages that the harness names as its requirements, without extras."""
    try:
        required = metadata.requires(_DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        return Finding("packages", False, "the harness itself is not installed", "pip install -e . in its checkout")
    names = [_project(one) for one in required if "extra ==" not in one]
    missing = [name for name in names if not _installed(name)]
    if missing:
        return Finding("packages", False, f"missing: {', '.join(missing)}", f"pip install {' '.join(missing)}")
    return Finding("packages", True, f"all {len(names)} are installed")


def _project(requirement: str) -> str:
    """The name that a requirement such as ``click>=8.1`` begins with."""
    end = next((at for at, char in enumerate(requirement) if not (char.isalnum() or char in "-_.")), None)
    return requirement[:end]


def _installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def _engine(engine: "Engine") -> Iterator[Finding]:
    info = engine.client.info()
    yield Finding("engine", True, f"version {info['ServerVersion']}, images in {info['DockerRootDir']}")
    limits = {"memory": "MemoryLimit", "swap": "SwapLimit", "processor": "CpuCfsQuota", "process": "PidsLimit"}
    unenforced = [what for what, key in limits.items() if not info.get(key, True)]
    yield Finding(
        "engine limits",
        not unenforced,
        f"it cannot enforce: {', '.join(unenforced)} limits" if unenforced else "it can enforce all of them",
        "enable the control groups of the kernel; for swap: swapaccount=1 on its command line",
    )
    remote = os.environ.get("DOCKER_HOST", "").startswith(("tcp:", "ssh:"))
    yield Finding(
        "engine place",
        not remote,
        "DOCKER_HOST names another machine, which cannot see this one's sockets" if remote else "on this machine",
        "unset DOCKER_HOST, or set it to unix:///path/of/a/socket of this machine",
    )


def _no_engine(why: str) -> Finding:
    """Only bots in containers need one."""
    if "DOCKER_HOST" in os.environ:
        cure = "start the engine that DOCKER_HOST names, or unset DOCKER_HOST"
    elif "permission denied" in why:
        cure = 'sudo usermod -aG docker "$USER", then log in anew'
    elif shutil.which("dockerd"):
        cure = "sudo systemctl start docker, or as root: checks/engine.sh"
    elif shutil.which("podman"):
        cure = "systemctl --user start podman.socket; export DOCKER_HOST=unix://$XDG_RUNTIME_DIR/podman/podman.sock"
    else:
        cure = "sudo apt-get install docker.io, or as root: checks/engine.sh"
    return Finding("engine", False, f"{why}; no bot can run in a container", cure)


def _temporary() -> Finding:
    folder = Path(tempfile.gettempdir())
    cure = "export TMPDIR=/tmp, or another short path on a local disk"
    if len(str(folder)) > _LONGEST_SOCKET:
        return Finding("temporary folder", False, f"the path {folder} is too long for sockets in it", cure)
    try:
        with tempfile.TemporaryDirectory() as inside, socket.socket(socket.AF_UNIX) as probe:
            probe.bind(str(Path(inside) / "probe"))
    except OSError as error:
        return Finding("temporary folder", False, f"no socket can be made in {folder}: {error.strerror}", cure)
    return Finding("temporary folder", True, f"{folder} takes sockets")


def _disk(what: str, folder: Path) -> Finding:
    free = shutil.disk_usage(folder).free
    return Finding(what, free >= _FREE, f"{free / 2**30:.1f} GiB free at {folder}", "free some space")


def _setpriv() -> Finding:
    """Linux alone has it; elsewhere a bot ends when it notices that its stream is closed."""
    found = shutil.which("setpriv")
    if found is None and sys.platform == "linux":
        lacking = "missing: bots may outlive a harness that is killed"
        return Finding("setpriv", False, lacking, "sudo apt-get install util-linux")
    return Finding("setpriv", True, found or "not needed on this system")


def _cores() -> Finding:
    text = f"--jobs is {default_jobs()} unless it is given: {cores_explained()}"
    return Finding("processors", True, text)


def _leftovers(engine: "Engine | None") -> Finding:
    found = leftovers.find(engine)
    counts = {what: len(getattr(found, what)) for what in found.__struct_fields__}
    text = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
    return Finding("leftovers", not found, f"{text} of dead runs" if found else "none of dead runs", _CLEAN)


def clean(engine: "Engine | None") -> leftovers.Leftovers:
    """Remove what runs left behind whose harness is gone; returns what it was."""
    found = leftovers.find(engine)
    leftovers.remove(found, engine)
    return found
