"""A bot as a container: no network, nothing to write to but a small /tmp, and one socket as its only door."""

import asyncio
import os
import re
import signal
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from typing import Any

from docker.errors import APIError, DockerException, ImageNotFound, NotFound
from docker.types import LogConfig, Ulimit
from requests.exceptions import RequestException

from docker import DockerClient
from harness.bots.launch import Launch, NotStarted
from harness.bots.marks import orphaned, owner
from harness.bots.output import Output
from harness.connection import Exit
from harness.errors import MachineFault
from harness.match import Cause, Limits

LABEL = "harness.run"  # on every container that a run starts: its mark
OWNER_LABEL = "harness.owner"  # and the process that started it
DOOR = "/run/harness"  # where the socket's folder is mounted
_NOBODY = "65534:65534"
_NPROC = 16_384  # of that user in all containers together; what Podman sets by itself may be more than it may set
_KILLED = 128 + signal.SIGKILL
_GRACE = 2.0  # seconds to end after the stream has ended
_TIMEOUT = 60  # seconds for a call to the engine
_FLOOD_PAUSE = 0.02  # seconds between chunks that are thrown away


class Engine:
    """The container engine of this machine: Docker's, or one that speaks its API (see DOCKER_HOST)."""

    def __init__(self) -> None:
        try:
            self.client = DockerClient.from_env(timeout=_TIMEOUT)
        except (DockerException, RequestException) as error:
            where = os.environ.get("DOCKER_HOST", "its usual socket")
            why = ": permission denied" if "ermission denied" in str(error) else ""
            raise MachineFault(Cause.NO_ENGINE.word, f"no container engine answers at {where}{why}") from None
        with blaming_the_machine():
            names = [str(part.get("Name")) for part in self.client.version().get("Components") or []]
        self._podman = any("Podman" in name for name in names)
        self.threads = ThreadPoolExecutor(8, thread_name_prefix="engine")

    def close(self) -> None:
        self.threads.shutdown(wait=True)
        self.client.close()

    async def start(self, launch: Launch, folder: str) -> "Container":
        """Start a bot's image with the door's folder mounted; NotStarted or MachineFault says whose fault it is."""
        loop = asyncio.get_running_loop()
        created = await loop.run_in_executor(self.threads, self._create, launch, folder)
        container = Container(self, created, launch, loop)
        try:
            await loop.run_in_executor(self.threads, container.begin)
        except (NotStarted, MachineFault):
            await container.stop()
            raise
        return container

    def sweep(self, mark: str) -> int:
        """Remove every container whose mark begins so; returns how many there were."""
        with blaming_the_machine():
            found = self.client.containers.list(all=True, filters={"label": LABEL}, ignore_removed=True)
            left = [one for one in found if one.labels[LABEL].startswith(mark)]
        self.remove([one.id for one in left])
        return len(left)

    def orphans(self) -> list[str]:
        """The ids of the containers whose owner on this machine is gone."""
        with blaming_the_machine():
            found = self.client.containers.list(all=True, filters={"label": OWNER_LABEL}, ignore_removed=True)
            return [str(one.id) for one in found if orphaned(one.labels[OWNER_LABEL])]

    def remove(self, containers: Iterable[str]) -> None:
        """Remove containers, running or not."""
        for one in containers:
            with suppress(DockerException, RequestException):
                self.client.api.remove_container(one, force=True)

    def _create(self, launch: Launch, folder: str) -> Any:
        with blaming_the_machine(_create_fault):
            return self.client.containers.create(
                launch.bot.image,
                environment={
                    "HARNESS_ADDRESS": launch.door.address,
                    "HARNESS_TOKEN": launch.door.token,
                },
                labels={LABEL: launch.mark, OWNER_LABEL: owner()},
                volumes={folder: {"bind": DOOR, "mode": "ro"}},
                tmpfs=_tmpfs(launch.limits, podman=self._podman),
                **_confinement(launch.limits),
            )


def _tmpfs(limits: Limits, *, podman: bool) -> dict[str, str]:
    """File systems in memory: /tmp alone may be written to."""
    tmp = f"rw,noexec,nosuid,nodev,size={limits.tmp_mb}m,mode=1777"
    if not podman:
        return {"/tmp": tmp}
    # Beside a read-only root Podman would make two more that can be written to, and fill them from the image.
    closed = "ro,size=4k,mode=555,notmpcopyup"
    return {"/tmp": f"{tmp},notmpcopyup", "/run": closed, "/var/tmp": closed}


def _confinement(limits: Limits) -> dict[str, Any]:
    """What a container may not do, as the engine's options."""
    ulimits = {"nofile": limits.files, "core": 0, "nproc": _NPROC}
    return {
        "network_mode": "none",
        "read_only": True,
        "cap_drop": ["ALL"],
        "security_opt": ["no-new-privileges"],
        "user": _NOBODY,
        "ipc_mode": "none",
        "init": True,
        "mem_limit": f"{limits.memory_mb}m",
        "memswap_limit": f"{limits.memory_mb}m",
        "nano_cpus": round(limits.cpus * 1e9),
        "pids_limit": limits.processes,
        "ulimits": [Ulimit(name=name, soft=most, hard=most) for name, most in ulimits.items()],
        "log_config": LogConfig(type=LogConfig.types.NONE),  # the harness listens, and keeps what there is room for
        "restart_policy": {"Name": "no"},
    }


class Container:
    """A running container."""

    def __init__(self, engine: Engine, created: Any, launch: Launch, loop: asyncio.AbstractEventLoop) -> None:
        self._engine = engine
        self._container = created
        self._limits = launch.limits
        self._output = Output(launch.output)
        self._loop = loop
        self._end: asyncio.Future[Exit] = loop.create_future()
        self._stopped = threading.Event()

    def begin(self) -> None:
        """Listen, then start. Called in a thread."""
        with blaming_the_machine(_start_fault):
            said = self._container.attach(stdout=True, stderr=True, stream=True, demux=True)
            self._container.start()
        threading.Thread(target=self._follow, args=(said,), daemon=True, name="container").start()

    def _follow(self, said: Any) -> None:
        """Take what it prints until it ends, and find out how."""
        # The client leaves it to its callers to close the response, and knows of no public way.
        with suppress(DockerException, RequestException, OSError), closing(said._response):
            for stdout, stderr in said:
                kept = [
                    self._output.take(chunk, stderr=chunk is stderr) for chunk in (stdout, stderr) if chunk is not None
                ]
                if not all(kept):
                    self._stopped.wait(_FLOOD_PAUSE)
        end = self._how_it_ended()
        with suppress(RuntimeError):  # the loop may be closed by now
            self._loop.call_soon_threadsafe(self._ended, end)

    def _how_it_ended(self) -> Exit:
        try:
            status = int(self._container.wait()["StatusCode"])
            self._container.reload()
            if self._container.attrs["State"]["OOMKilled"]:
                return Exit(status, f"because it used more than its {self._limits.memory_mb} MiB of memory")
        except (DockerException, RequestException):
            return Exit(-9, "when its container was removed")
        if status == _KILLED:  # Podman does not always say why
            most = self._limits.memory_mb
            return Exit(status, f"because it was killed, as happens to what uses more than its {most} MiB of memory")
        return Exit(status, f"with exit status {status}")

    def _ended(self, end: Exit) -> None:
        if not self._end.done():
            self._end.set_result(end)

    async def exited(self, within: float) -> Exit | None:
        await asyncio.wait([self._end], timeout=within)
        return self._end.result() if self._end.done() else None

    def last_words(self) -> list[str]:
        return self._output.last_words()

    async def memory(self) -> int | None:
        return await self._loop.run_in_executor(self._engine.threads, self._memory)

    def _memory(self) -> int | None:
        try:
            memory = self._container.stats(stream=False, one_shot=True)["memory_stats"]
        except (DockerException, RequestException):
            return None
        if "usage" not in memory:
            return None  # it has ended
        details = memory.get("stats", {})
        cached = details.get("total_inactive_file", details.get("inactive_file", 0))  # in control groups 1 and 2
        return int(memory["usage"]) - int(cached)

    async def stop(self) -> None:
        """Remove it; what it started dies with it."""
        await self.exited(_GRACE)
        self._stopped.set()
        await self._loop.run_in_executor(self._engine.threads, self._remove)

    def _remove(self) -> None:
        with suppress(DockerException, RequestException):
            self._container.remove(force=True)


@contextmanager
def blaming_the_machine(otherwise: Any = None) -> Iterator[None]:
    """Turn the engine's errors into a MachineFault, unless ``otherwise`` finds another error in one."""
    try:
        yield
    except (DockerException, RequestException) as error:
        bots = otherwise(error) if otherwise is not None else None
        if bots is not None:
            raise bots from None
        word = Cause.NO_SPAWN.word if isinstance(error, APIError) else Cause.NO_ENGINE.word
        raise MachineFault(word, f"the container engine failed: {_explained(error)}") from None


def _create_fault(error: Exception) -> Exception | None:
    if isinstance(error, ImageNotFound | NotFound):
        return MachineFault(Cause.NO_SPAWN.word, f"the engine has the bot's image no longer: {_explained(error)}")
    if isinstance(error, APIError) and re.search("no command (specified|or entrypoint)", str(error), re.IGNORECASE):
        return NotStarted("Its image has neither an entry point nor a command.")
    return None


def _start_fault(error: Exception) -> Exception | None:
    """What is wrong with the image's own program is the bot's fault."""
    text = str(error)
    if isinstance(error, APIError) and ("exec:" in text or "exec format" in text or "chdir" in text):
        return NotStarted(f"Its entry point could not be executed: {_explained(error)[:300]}")
    return None


def _explained(error: Exception) -> str:
    text = error.explanation if isinstance(error, APIError) and error.explanation else str(error)
    return " ".join(str(text).split())
