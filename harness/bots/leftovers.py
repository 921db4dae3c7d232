"""What a harness that was killed left behind, and its removal."""

import contextlib
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from harness.bots.marks import MARK, alive, kill, kill_marked, orphans

if TYPE_CHECKING:
    from harness.bots.container import Engine


class Leftovers(msgspec.Struct, frozen=True):
    """What is there though its harness is gone."""

    processes: tuple[int, ...]
    folders: tuple[str, ...]  # for sockets
    containers: tuple[str, ...]  # their ids; none are looked for without an engine

    def __bool__(self) -> bool:
        return bool(self.processes or self.folders or self.containers)


def find(engine: "Engine | None") -> Leftovers:
    """All there is on this machine, of whatever ladder; MachineFault if the engine does not answer."""
    return Leftovers(
        processes=tuple(orphans()),
        folders=tuple(map(str, _folders())),
        containers=tuple(engine.orphans()) if engine is not None else (),
    )


def remove(found: Leftovers, engine: "Engine | None") -> None:
    """Remove it."""
    for pid in found.processes:
        kill(pid)
    for folder in found.folders:
        with contextlib.suppress(OSError):
            shutil.rmtree(folder)
    if engine is not None:
        engine.remove(found.containers)


def sweep(mark: str, *, containers: bool) -> None:
    """Remove what runs with this mark left behind; MachineFault if the engine does not answer where it is needed."""
    kill_marked(MARK, mark)
    for folder in _folders():
        with contextlib.suppress(OSError):
            shutil.rmtree(folder)
    if containers:
        from harness.bots.container import Engine

        with contextlib.closing(Engine()) as engine:
            engine.sweep(mark)


def _folders() -> list[Path]:
    """The temporary folders whose process, the number in their name, is gone."""
    return [
        folder
        for folder in sorted(Path(tempfile.gettempdir()).glob("harness-*-*"))
        if (pid := folder.name.split("-")[1]).isdigit() and not alive(int(pid))
    ]
