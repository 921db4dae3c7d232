"""What holds for every command: exit codes, streams, no tracebacks, nothing heavy before it is needed."""

import importlib
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from harness import __version__
from harness.cli import COMMANDS, module
from tests.cli.conftest import PROGRAM, Run

HEAVY = ("grpc", "google.protobuf", "rich", "jinja2", "msgspec", "sqlite3", "trueskill", "multiprocessing")


@pytest.mark.parametrize("args", [[], ["--help"], ["-h"]])
def test_help_lists_every_command(harness: Run, args: list[str]) -> None:
    ran = harness(*args)
    shown = ran.stdout if args else ran.stderr
    assert ran.returncode == (0 if args else 2)
    for name, text in COMMANDS.items():
        assert any(line.split(maxsplit=1) == [name, text] for line in shown.splitlines())


def test_help_imports_nothing_heavy() -> None:
    done = "import sys; from harness.cli import _run; _run(['--help']); print(*sys.modules, file=sys.stderr)"
    ran = subprocess.run([sys.executable, "-c", done], capture_output=True, text=True, check=True, timeout=60)
    assert "Commands:" in ran.stdout
    assert not set(ran.stderr.split()).intersection(HEAVY)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_says_what_the_list_says(name: str) -> None:
    command = importlib.import_module(module(name)).command
    assert isinstance(command, click.Command)
    assert command.name == name
    assert (command.help or "").splitlines()[0] == COMMANDS[name]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(harness: Run, name: str) -> None:
    ran = harness(name, "--help")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith(f"Usage: harness {name}")


def test_version(harness: Run) -> None:
    assert harness("--version").stdout.strip() == f"harness, version {__version__}"


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["nothing"], "No such command 'nothing'"),
        (["--nothing"], "No such option '--nothing'"),
        (["run"], "Missing argument 'LADDER'"),
        (["run", "x", "--jobs", "0"], "--jobs"),
        (["init", "x"], "Missing option '--game'"),
        (["init", "x", "--game", "schwimmen", "--seats", "3;4"], "'3;4' is no list of table sizes"),
        (["match", "--game", "schwimmen"], "Missing argument 'BOT BOT...'"),
        (["match", "random", "random", "--game", "schwimmen", "--option", "lives"], "'lives' is not KEY=VALUE"),
        (["match", "random", "random", "--game", "schwimmen", "--move", "0"], "--move"),
        (["scenario"], "either the FILE of a scenario or --value"),
        (["replay", "x", "--seat", "-1"], "--seat"),
        (["replay", "no-folder", "1-2.0.0"], "no-folder is no ladder"),
    ],
)
def test_a_wrong_call_exits_2(harness: Run, args: list[str], complaint: str) -> None:
    ran = harness(*args)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert complaint.lower() in ran.stderr.lower()


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["games", "whist"], "no rule set 'whist'; choose one of: schwimmen"),
        (["run", "nowhere"], "nowhere: no ladder here (no ladder.toml); make one with: harness init nowhere"),
        (["status", "nowhere"], "nowhere: no ladder here"),
        (["verify", "nowhere"], "nowhere: no ladder here"),
        (["site", "nowhere"], "nowhere: no ladder here"),
        (["replay", "nowhere"], "nowhere: cannot be read: No such file"),
        (["scenario", "nowhere"], "nowhere: there is no such file"),
        (["init", "x", "--game", "bismarck", "--seats", "4"], "--seats: 4 do not fit bismarck; allowed: 3"),
        (["match", "random", "nobody", "--game", "schwimmen"], "bot 'nobody': no sample bot; choose "),
        (["match", "random", "'", "--game", "schwimmen"], "not a command that a shell would understand"),
        (["match", "random", "random", "--game", "bismarck"], "bismarck is for 3, not for 2"),
        (["match", "random", "random", "--game", "schwimmen", "--option", "lives=many"], "option 'lives'"),
    ],
)
def test_what_cannot_be_done_exits_1(harness: Run, args: list[str], complaint: str) -> None:
    ran = harness(*args)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith("error: ")
    assert complaint in ran.stderr


def test_an_unexpected_error_is_one_line_and_its_traceback_on_request() -> None:
    broken = "import harness.games as g; g.rule_sets = None; import sys; sys.argv[1:] = ['games']; "
    call = [sys.executable, "-c", broken + "from harness.cli import main; main()"]
    quiet = subprocess.run(call, capture_output=True, text=True, check=False, timeout=60)
    assert quiet.returncode == 1
    assert quiet.stderr.startswith("error: unexpected TypeError: ")
    assert quiet.stderr.count("\n") == 1
    debug = {**os.environ, "HARNESS_DEBUG": "1"}
    loud = subprocess.run(call, capture_output=True, text=True, check=False, timeout=60, env=debug)
    assert loud.returncode == 1
    assert "Traceback (most recent call last)" in loud.stderr


def test_a_reader_that_leaves_is_no_error(played: Path) -> None:
    with subprocess.Popen(
        [*PROGRAM, "status", str(played), "--matches"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_full_disk_is_said_in_a_line() -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run([*PROGRAM, "games"], stdout=full, stderr=subprocess.PIPE, check=False, timeout=60)
    assert (ran.returncode, ran.stderr) == (1, b"error: No space left on device\n")


def on_terminal(*args: object, **environment: str) -> str:
    """What the program shows on a terminal, stdout and stderr together."""
    ours, theirs = pty.openpty()
    environ = {**os.environ, "TERM": "xterm-256color", **environment}
    with subprocess.Popen([*PROGRAM, *map(str, args)], stdout=theirs, stderr=theirs, env=environ) as process:
        os.close(theirs)
        shown = b""
        try:
            while data := os.read(ours, 65536):
                shown += data
        except OSError:  # how Linux says that the other end is closed
            pass
        os.close(ours)
    assert process.returncode == 0
    return shown.decode()


def test_suits_are_coloured_on_a_terminal_unless_no_color_is_set(played: Path) -> None:
    shown = on_terminal("replay", played, "1-2.0.0", NO_COLOR="")
    assert "\x1b[31m" in shown
    assert "♥" in shown
    assert "\x1b[34m" not in shown
    assert "\x1b[31m" not in on_terminal("replay", played, "1-2.0.0", NO_COLOR="1")
    four = on_terminal("replay", played, "1-2.0.0", "--colours", "four", "--suits", "german", NO_COLOR="")
    assert {"\x1b[31m", "\x1b[32m", "\x1b[34m"} <= set(re.findall("\x1b\\[3\\dm", four))


def test_progress_is_shown_on_a_terminal_only(harness: Run, played: Path) -> None:
    shown = on_terminal("verify", played)
    assert "verifying" in shown
    assert re.search(r"m(\d+)/\1\D", shown)
    piped = harness("verify", played)
    assert "\x1b" not in piped.stderr
    assert "verifying" not in piped.stderr
