"""A bot as a process of this machine: started, listened to, and stopped with everything it started."""

import asyncio
import contextlib
import errno
import os
import re
import shutil
import signal
import sys
from pathlib import Path

from harness.bots.launch import Launch, NotStarted
from harness.bots.marks import MARK, OWNER, kill_marked, owner
from harness.bots.output import Output
from harness.connection import Exit
from harness.errors import MachineFault
from harness.match import Bot, Cause

_GRACE = 2.0  # seconds to end after the stream has ended, and again after SIGTERM
_CHUNK = 1 << 16
_FLOOD_PAUSE = 0.02  # seconds between chunks that are thrown away, so that a flood costs the harness little
_SHORTAGES = {errno.ENOMEM, errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOSPC}


class Process:
    """A running process."""

    def __init__(self, child: asyncio.subprocess.Process, launch: Launch) -> None:
        self._child = child
        self._token = launch.door.token
        self._output = Output(launch.output)
        assert child.stdout is not None and child.stderr is not None
        self._drains = [
            asyncio.create_task(self._drain(child.stdout, stderr=False)),
            asyncio.create_task(self._drain(child.stderr, stderr=True)),
        ]

    @classmethod
    async def start(cls, launch: Launch) -> "Process":
        """Start a bot's command; NotStarted or MachineFault says whose fault it is if that fails."""
        bot, door, pipe = launch.bot, launch.door, asyncio.subprocess.PIPE
        command = _found(bot)
        told = {"HARNESS_ADDRESS": door.address, "HARNESS_TOKEN": door.token, MARK: launch.mark, OWNER: owner()}
        try:
            child = await asyncio.create_subprocess_exec(
                *command, stdin=asyncio.subprocess.DEVNULL, stdout=pipe, stderr=pipe,
                cwd=bot.folder, env={**os.environ, **told}, start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            if error.errno in _SHORTAGES:
                sentence = f"the machine could not start a process: {error.strerror}"
                raise MachineFault(Cause.NO_SPAWN.word, sentence) from None
            raise NotStarted(f"Its command could not be started: {error.strerror}.") from None
        return cls(child, launch)

    async def exited(self, within: float) -> Exit | None:
        with contextlib.suppress(TimeoutError):
            status = await asyncio.wait_for(self._child.wait(), within)
            await asyncio.wait(self._drains, timeout=0.2)  # what it said last
            return Exit(status, f"with exit status {status}" if status >= 0 else f"by signal {-status}")
        return None

    def last_words(self) -> list[str]:
        return self._output.last_words()

    async def memory(self) -> int | None:
        with contextlib.suppress(OSError):
            status = Path(f"/proc/{self._child.pid}/status").read_text("utf-8")
            if found := re.search(r"^VmRSS:\s+(\d+) kB", status, re.MULTILINE):
                return int(found[1]) << 10
        return None

    async def stop(self) -> None:
        """See that it ends, and with it its process group, and whoever left that but shows its token."""
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

    async def _drain(self, stream: asyncio.StreamReader, *, stderr: bool) -> None:
        while chunk := await stream.read(_CHUNK):
            if not self._output.take(chunk, stderr=stderr):
                await asyncio.sleep(_FLOOD_PAUSE)


def _found(bot: Bot) -> list[str]:
    """The command with its program looked up, to end when the harness does where the system can see to that."""
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
