"""Submissions and the check, with processes: what needs no container engine."""

import asyncio
import fcntl
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

import pytest

from harness.bots import leftovers, marks
from harness.bots.pool import Settings
from harness.bots.process import Process
from harness.bots.saved import nameless
from harness.errors import ConfigError
from harness.ladder import entrants, open_ladder
from harness.match import Bot, Clock, Match
from harness.played import Played
from harness.worker import Hall, Outcome

MISBEHAVE = f"python {Path(__file__).parent / 'bots' / 'misbehave.py'}"
LADDER = """
game = "schwimmen"
options = { lives = 1, circuit_cap = 3 }
schedule = { sets = 2, seed = "submissions" }
clock = { start = 2.0, move = 0.3, bank = 0.3 }

[[bots]]
name = "greedy"
command = ["python", "-m", "sample_bots.greedy"]
"""
NO_ENGINE = "unix:///nowhere/engine.sock"


def harness(*args: object, **environment: str) -> "subprocess.CompletedProcess[str]":
    ran = subprocess.run(
        [sys.executable, "-m", "harness", *map(str, args)],
        capture_output=True, text=True, timeout=120, check=False, env={**os.environ, **environment},
    )  # fmt: skip
    assert "Traceback" not in ran.stderr
    return ran


def told(ran: "subprocess.CompletedProcess[str]") -> dict[str, Any]:
    assert ran.stdout, ran.stderr
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


@pytest.fixture
def ladder(tmp_path: Path) -> Path:
    folder = tmp_path / "ladder"
    folder.mkdir()
    (folder / "ladder.toml").write_text(LADDER)
    return folder


def test_what_passes_becomes_a_version_and_plays_only_what_it_needs(ladder: Path) -> None:
    first = harness("submit", ladder, "--command", "random", "--name", "new", "--author", "A. Uthor")
    assert first.returncode == 0, first.stdout + first.stderr
    assert "accepted: new, version 1" in first.stderr
    assert told(harness("run", ladder, "--json", "--no-site"))["played"] == 4
    harness("submit", ladder, "--command", "first", "--name", "other")
    assert told(harness("run", ladder, "--json", "--no-site"))["played"] == 8  # against two opponents; the four stay
    second = told(harness("submit", ladder, "--command", "greedy", "--name", "new", "--json"))
    said = [step["evidence"]["sdk"] for step in second["report"]["steps"] if step["name"] == "protocol"]
    assert said == ["harness.sdk for Python"]
    assert (second["accepted"], second["version"], second["report"]["state"]) == (True, 2, "passed")
    status = told(harness("status", ladder, "--json"))
    assert (status["scheduled"], status["played"]) == (12, 4)
    assert told(harness("run", ladder, "--json", "--no-site"))["played"] == 8
    shown = harness("status", ladder).stdout
    assert "new by A. Uthor: accepted as version 1" in shown
    assert harness("verify", ladder).returncode == 0


def test_what_is_refused_is_kept_with_its_report_and_plays_nothing(ladder: Path) -> None:
    refused = harness("submit", ladder, "--command", f"{MISBEHAVE} --dies-at 2", "--name", "dying")
    assert refused.returncode == 1
    assert "failed   2 seats, seat 0: Its process ended with exit status 3." in refused.stdout
    assert "stderr: misbehave: dying as asked" in refused.stdout
    assert "skipped  2 seats, seat 1" in refused.stdout
    assert "refused: dying plays nothing" in refused.stderr
    assert told(harness("run", ladder, "--json", "--no-site"))["total"] == 0
    kept = harness("status", ladder, "--submissions").stdout
    assert "dying: refused" in kept
    assert "stderr: misbehave: dying as asked" in kept
    with open_ladder(ladder).read() as store:
        assert [bot.name for bot in store.roster.bots()] == ["greedy"]
    assert harness("verify", ladder).returncode == 0


@pytest.mark.parametrize(
    ("flags", "step", "sentence"),
    [
        ("--exits-at-start 7", "start", "Its process ended with exit status 7 before it said Hello."),
        ("--never-connects", "start", "It did not connect within 2 s."),
        ("--says-nothing", "start", "It connected, but said no Hello within 2 s."),
        ("--hello-twice", "2 seats, seat 0", "It sent a second Hello."),
        ("--illegal 2", "2 seats, seat 0", "1 of its decisions were illegal: a strike each."),
        ("--late 0.7", "2 seats, seat 0", "1 of its decisions were late"),
        ("--holds 4 --partial", "2 seats, seat 0", "It left 1 of 1 decisions unanswered."),
    ],
)
def test_each_fault_ends_its_step_with_evidence_and_advice(ladder: Path, flags: str, step: str, sentence: str) -> None:
    late = "--late" in flags
    command = f"{MISBEHAVE} {flags}"
    ran = harness("submit", ladder, "--command", command, "--name", "faulty", "--json")
    assert ran.returncode == 1
    report = told(ran)["report"]
    (failed,) = [one for one in report["steps"] if one["state"] == "failed"]
    assert failed["name"] == step
    assert failed["advice"]
    assert failed["sentence"].startswith("Forfeited by 3 strikes: 3 late." if late else sentence)
    after = report["steps"][report["steps"].index(failed) + 1 :]
    assert {one["state"] for one in after} == {"skipped"}


def test_a_bot_of_another_game(ladder: Path) -> None:
    ran = harness("check", "--command", "bismarck-greedy", "--game", "schwimmen")
    assert ran.returncode == 1
    assert "failed   protocol: Its Hello says that it plays only bismarck." in ran.stdout


def test_a_check_seats_the_bot_everywhere() -> None:
    ran = harness("check", "--command", "random", "--game", "schwimmen", "--seats", "4", "--json")
    assert ran.returncode == 0
    names = [one["name"] for one in told(ran)["steps"]]
    seats = [f"4 seats, seat {seat}" for seat in range(4)]
    assert names == ["start", "protocol", *seats, "16 matches at once", "time", "memory"]


def test_the_machines_fault_blames_nobody(ladder: Path) -> None:
    ran = harness("submit", ladder, "some-image", "--name", "new", "--json", DOCKER_HOST=NO_ENGINE)
    assert ran.returncode == 1
    submission = told(ran)
    assert (submission["accepted"], submission["report"]["state"]) == (False, "machine")
    assert NO_ENGINE in submission["report"]["steps"][0]["sentence"]
    assert not (ladder / "ladder.db").exists()
    shown = harness("submit", ladder, "some-image", "--name", "new", DOCKER_HOST=NO_ENGINE)
    assert "nothing is stored; mend that, then submit it again" in shown.stderr


def test_names_do_not_clash(ladder: Path) -> None:
    ran = harness("submit", ladder, "--command", "random", "--name", "greedy")
    assert ran.returncode == 1
    assert f"'greedy' is a bot of {ladder / 'ladder.toml'}" in ran.stderr
    assert "letters, digits" in harness("submit", ladder, "--command", "random", "--name", "../x").stderr
    harness("submit", ladder, "--command", "random", "--name", "new")
    with (ladder / "ladder.toml").open("a") as file:
        file.write('[[bots]]\nname = "new"\ncommand = ["python"]\n')
    opened = open_ladder(ladder)
    with opened.write() as store, pytest.raises(ConfigError, match="'new' was submitted"):
        entrants(opened, store)


@pytest.mark.parametrize("args", [[], ["image", "--command", "random"]])
def test_one_source_it_must_be(ladder: Path, args: list[str]) -> None:
    for command in (["submit", ladder, "--name", "new"], ["check", "--game", "schwimmen"]):
        ran = harness(*command, *args)
        assert ran.returncode == 2
        assert "give one of the two" in ran.stderr


def test_a_ladder_that_runs_takes_submissions(ladder: Path) -> None:
    with open_ladder(ladder).write(), (ladder / ".lock").open() as lock:
        with pytest.raises(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        ran = harness("submit", ladder, "--command", "random", "--name", "new")
        assert ran.returncode == 0, ran.stderr
    assert told(harness("run", ladder, "--json", "--no-site"))["played"] == 4


def test_a_new_bot_passes_and_is_never_overwritten(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    assert harness("new-bot", folder).returncode == 0
    assert {path.name for path in folder.iterdir()} == {"bot.py", "Dockerfile", "README.md"}
    checked = harness("check", "--command", f"python {folder / 'bot.py'}", "--game", "bismarck")
    assert checked.returncode == 0, checked.stdout
    again = harness("new-bot", folder, "--language", "node")
    assert again.returncode == 1
    assert f"{folder / 'Dockerfile'} exists" in again.stderr
    assert not (folder / "bot.js").exists()


# How many bots may be alive.


def test_no_more_bots_live_than_the_ladder_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five bots that all meet, of whom two or three may be alive."""
    alive, most, started = 0, 0, 0
    start, stop = Process.start, Process.stop

    async def counted_start(launch: Any) -> Process:
        nonlocal alive, most, started
        alive, started = alive + 1, started + 1
        most = max(most, alive)
        return await start(launch)

    async def counted_stop(process: Process) -> None:
        nonlocal alive
        await stop(process)
        alive -= 1

    monkeypatch.setattr(Process, "start", counted_start)
    monkeypatch.setattr(Process, "stop", counted_stop)
    bots = [Bot(name, ("python", "-m", "sample_bots.first_bot")) for name in "abcde"]
    pairs = [(one, two) for one in bots for two in bots if one.name < two.name]
    for allowed in (2, 3):
        most = 0
        outcomes = asyncio.run(_played(pairs, Settings("test-alive.", alive=allowed)))
        assert all(isinstance(outcome, Played) for outcome in outcomes), outcomes
        assert (alive, most) == (0, allowed)
    assert started > 2 * len(bots)


async def _played(pairs: list[tuple[Bot, Bot]], settings: Settings) -> list[Outcome]:
    futures = []
    async with Hall(settings) as hall:
        for number, pair in enumerate(pairs):
            over: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
            match = Match(f"{number}", f"wire-{number}", "schwimmen", {}, pair, f"seed-{number}", clock=Clock(move=20))
            hall.play(match, over.set_result)
            futures.append(over)
        return await asyncio.gather(*futures)


def test_a_ceiling_below_a_table_is_refused(ladder: Path) -> None:
    with (ladder / "ladder.toml").open("a") as file:
        file.write("[limits]\nalive = 1\n")
    ran = harness("run", ladder)
    assert ran.returncode == 1
    assert "limits.alive: 1 bots fill no table; allowed: 2 and more" in ran.stderr


# What dead runs left.


def test_the_doctor_says_what_is_missing_and_how_to_get_it() -> None:
    found = told(harness("doctor", "--json", DOCKER_HOST=NO_ENGINE))
    by_name = {one["name"]: one for one in found["findings"]}
    assert found["ok"] is False
    assert NO_ENGINE in by_name["engine"]["sentence"]
    assert by_name["engine"]["cure"]
    assert by_name["python"]["ok"] and by_name["packages"]["ok"] and by_name["temporary folder"]["ok"]
    assert "--jobs is" in by_name["processors"]["sentence"]
    ran = harness("doctor", DOCKER_HOST=NO_ENGINE)
    assert ran.returncode == 1
    assert "LACKS  engine" in ran.stdout


def _owned(owner: str) -> subprocess.Popen[bytes]:
    """A process with that mark that waits; when it has spoken, others see its environment."""
    speaks = ["sh", "-c", "echo ready; read never"]
    environment = {**os.environ, marks.OWNER: owner}
    process = subprocess.Popen(speaks, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None and process.stdout.readline() == b"ready\n"
    return process


def test_the_doctor_removes_what_dead_runs_left() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as dead:
        pass
    folder = Path(tempfile.mkdtemp(prefix=f"harness-{dead.pid}-"))
    mine = Path(tempfile.mkdtemp(prefix=f"harness-{os.getpid()}-"))
    host = marks.owner().rpartition("/")[0]
    orphan, other, elsewhere = map(_owned, (f"{host}/{dead.pid}", marks.owner(), f"elsewhere/{dead.pid}"))
    try:
        found = leftovers.find(None)
        assert orphan.pid in found.processes
        assert not {other.pid, elsewhere.pid} & set(found.processes)
        removed = told(harness("doctor", "--clean", "--json", DOCKER_HOST=NO_ENGINE))["removed"]
        assert str(folder) in removed["folders"]
        assert orphan.wait(timeout=10) == -9
        assert not folder.exists() and mine.exists()
        assert other.poll() is None and elsewhere.poll() is None
    finally:
        for process in (orphan, other, elsewhere):
            process.kill()
            process.communicate()
        shutil.rmtree(folder, ignore_errors=True)
        mine.rmdir()


# Saved images.


def saved(path: Path, files: dict[str, bytes]) -> Path:
    with tarfile.open(path, "w") as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return path


def test_a_saved_image_loses_its_names_and_nothing_else(tmp_path: Path) -> None:
    manifest = [{"Config": "c.json", "RepoTags": ["harness-python:latest"], "Layers": ["l.tar"]}]
    index = {"manifests": [{"digest": "sha256:1", "annotations": {"org.opencontainers.image.ref.name": "latest"}}]}
    files = {
        "c.json": b"{}",
        "l.tar": b"layer",
        "repositories": b'{"harness-python": {"latest": "1"}}',
        "manifest.json": json.dumps(manifest).encode(),
        "index.json": json.dumps(index).encode(),
    }
    copy = io.BytesIO()
    nameless(saved(tmp_path / "image.tar", files), copy)
    copy.seek(0)
    with tarfile.open(fileobj=copy) as archive:
        found = {one.name: archive.extractfile(one).read() for one in archive}  # type: ignore[union-attr]
    assert json.loads(found.pop("manifest.json")) == [{"Config": "c.json", "RepoTags": None, "Layers": ["l.tar"]}]
    assert json.loads(found.pop("index.json")) == {"manifests": [{"digest": "sha256:1"}]}
    assert found == {"c.json": b"{}", "l.tar": b"layer"}


@pytest.mark.parametrize(
    ("files", "complaint"),
    [
        ({"etc/passwd": b""}, "it has no manifest.json"),
        ({"manifest.json": b"[]"}, "several or none"),
        ({"manifest.json": b"[{}, {}]"}, "several or none"),
        ({"manifest.json": b"{"}, "Expecting"),
        ({"manifest.json": b'[{"x": "' + b"x" * (1 << 20) + b'"}]'}, "absurdly long"),
        ({"manifest.json": b"[{}]", "index.json": b"3"}, "lists no manifests"),
    ],
)
def test_what_is_no_saved_image(tmp_path: Path, files: dict[str, bytes], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        nameless(saved(tmp_path / "image.tar", files), io.BytesIO())
