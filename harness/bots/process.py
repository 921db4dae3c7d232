"""A bot as a process of this machine: started, listened to, and stopped with everything it started."""

import asyncio
import contextlib
import errno
import os
import shutil
import signal
import sys
from collections import deque
from pathlib import Path

from harness.errors import MachineFault
from harness.match import Bot, Cause

MARK = "HARNESS_RUN"  # in the environment of everything a run starts, so that it can be found again
_GRACE = 2.0  # seconds to end after the stream has ended, before it is killed
_KEEP_LINES = 20  # of stderr, as evidence
_KEEP_BYTES = 1 << 20  # of output a bot, in its log file
_CHUNK = 1 << 16
_FLOOD_PAUSE = 0.02  # seconds between chunks that are thrown away, so that a flood costs the harness little
_SHORTAGES = {errno.ENOMEM, errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOSPC}


class NotStarted(Exception):
    """The command could not be started, and that is the bot's fault; the text says why."""


class Process:
    """A running process: a Witness for its connection."""

    def __init__(self, child: asyncio.subprocess.Process, token: str, output: Path | None) -> None:
        self._child = child
        self._token = token
        self._output = output
        self._tail: deque[str] = deque(maxlen=_KEEP_LINES)
        assert child.stdout is not None and child.stderr is not None
        self._drains = [
            asyncio.create_task(self._drain(child.stdout, "out")),
            asyncio.create_task(self._drain(child.stderr, "err")),
        ]

    @classmethod
    async def start(cls, bot: Bot, address: str, token: str, mark: str, output: Path | None) -> "Process":
        """Start a bot's command; NotStarted or MachineFault says whose fault it is if that fails."""
        command = _found(bot)
        environment = {**os.environ, "HARNESS_ADDRESS": address, "HARNESS_TOKEN": token, MARK: mark}
        pipe = asyncio.subprocess.PIPE
        try:
            child = await asyncio.create_subprocess_exec(
                *command, stdin=asyncio.subprocess.DEVNULL, stdout=pipe, stderr=pipe,
                cwd=bot.folder, env=environment, start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            if error.errno in _SHORTAGES:
                raise MachineFault(
                    Cause.NO_SPAWN.word, f"the machine could not start a process: {error.strerror}"
                ) from None
            raise NotStarted(f"Its command could not be started: {error.strerror}.") from None
        return cls(child, token, output)

    async def exited(self, within: float) -> int | None:
        with contextlib.suppress(TimeoutError):
            status = await asyncio.wait_for(self._child.wait(), within)
            await asyncio.wait(self._drains, timeout=0.2)  # what it said last
            return status
        return None

    def last_words(self) -> list[str]:
        return list(self._tail)

    async def stop(self) -> None:
        """See that it ends, and everything with it: its process group, and whoever left that but bears its mark."""
        if await self.exited(_GRACE) is None:
            self._signal(signal.SIGTERM)
            if await self.exited(_GRACE) is None:
                self._signal(signal.SIGKILL)
                await self._child.wait()
        self._signal(signal.SIGKILL)
        kill_marked("HARNESS_TOKEN", self._token)
        for drain in self._drains:
            drain.cancel()
        await asyncio.gather(*self._drains, return_exceptions=True)

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._child.pid, number)

    async def _drain(self, stream: asyncio.StreamReader, name: str) -> None:
        """Read all that it prints; keep the last lines of stderr, and the first of both in its log file."""
        rest = b""
        while chunk := await stream.read(_CHUNK):
            kept = self._keep(chunk)
            if name == "err":
                *lines, rest = (rest + chunk).split(b"\n")
                rest = rest[-_CHUNK:]
                self._tail.extend(line.decode(errors="replace")[:500] for line in lines[-_KEEP_LINES:])
            if not kept:
                await asyncio.sleep(_FLOOD_PAUSE)
        if rest:
            self._tail.append(rest.decode(errors="replace")[:500])

    def _keep(self, chunk: bytes) -> bool:
        if self._output is None:
            return True
        with contextlib.suppress(OSError), self._output.open("ab") as file:
            if file.tell() < _KEEP_BYTES:
                file.write(chunk)
                return True
        return False


def _found(bot: Bot) -> list[str]:
    """The command with its program looked up, ending with the harness where the system can see to that."""
    program, *arguments = bot.command
    if program in ("python", "python3"):
        program = sys.executable
    path = str(Path(bot.folder, program)) if "/" in program and not program.startswith("/") else program
    found = shutil.which(path)
    if found is None:
        raise NotStarted(f"Its program '{program[:100]}' is not there, or cannot be executed.")
    return [*_dies_with_parent(), found, *arguments]


def _dies_with_parent() -> list[str]:
    """A prefix that makes the kernel kill a process when the one that started it ends, however it ends (Linux)."""
    program = shutil.which("setpriv")
    return [program, "--pdeathsig", "KILL", "--"] if program else []


def kill_marked(variable: str, value: str) -> None:
    """Kill every process in whose environment a variable begins with that value (Linux)."""
    assert value
    mark = f"{variable}={value}".encode()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            environment = (folder / "environ").read_bytes().split(b"\0")
            if int(folder.name) != os.getpid() and any(entry.startswith(mark) for entry in environment):
                os.kill(int(folder.name), signal.SIGKILL)
