"""The marks that everything started by a harness bears, by which it is found again when its harness was killed."""

import contextlib
import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

MARK = "HARNESS_RUN"  # in the environment: the ladder and run
OWNER = "HARNESS_OWNER"  # in the environment: the process that started it


def owner() -> str:
    """This process, as the owner of what it starts: a number alone would not do where an engine is shared."""
    return f"{socket.gethostname()}/{os.getpid()}"


def orphaned(owner: str) -> bool:
    """Whether an owner on this machine is gone; of other machines nothing is known."""
    host, _, pid = owner.rpartition("/")
    return host == socket.gethostname() and pid.isdigit() and not alive(int(pid))


def alive(pid: int) -> bool:
    """Whether there is such a process, and it has not ended: one that nobody has waited for yet has (Linux)."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text("utf-8", errors="replace").rpartition(")")[2].split()[0] != "Z"
    return True


def orphans() -> list[int]:
    """The processes whose owner is gone (Linux)."""
    key = f"{OWNER}=".encode()
    return [
        pid
        for pid, environment in _environments()
        if any(entry.startswith(key) and orphaned(entry[len(key) :].decode(errors="replace")) for entry in environment)
    ]


def kill_marked(variable: str, value: str) -> None:
    """Kill every process in whose environment a variable begins with that value (Linux)."""
    assert value
    mark = f"{variable}={value}".encode()
    for pid, environment in _environments():
        if any(entry.startswith(mark) for entry in environment):
            kill(pid)


def kill(pid: int) -> None:
    with contextlib.suppress(OSError):
        os.kill(pid, signal.SIGKILL)


def _environments() -> Iterator[tuple[int, list[bytes]]]:
    """Every other process whose environment may be read."""
    for folder in Path("/proc").glob("[0-9]*"):
        if int(folder.name) != os.getpid():
            with contextlib.suppress(OSError):
                yield int(folder.name), (folder / "environ").read_bytes().split(b"\0")
