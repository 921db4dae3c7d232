"""Submitted containers on the real engine: from what an author hands in to the ladder, and nothing left behind."""

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from docker import DockerClient
from harness.bots.container import LABEL
from harness.bots.images import KEEPER
from harness.ladder import open_ladder

PROGRAM = [sys.executable, "-m", "harness"]
LADDER = """
game = "schwimmen"
options = { lives = 1, circuit_cap = 3 }
schedule = { sets = {sets}, seed = "containers" }
limits = { memory_mb = 96, cpus = 1.0, processes = 32 }
clock = { move = 10.0, start = 20.0 }

[[bots]]
name = "random"
command = ["python", "-m", "sample_bots.random_bot"]
"""
IN_PYTHON = "FROM harness-python\nCOPY bot.py /bot/\n"

Images = Callable[..., dict[str, str]]
pytestmark = pytest.mark.usefixtures("engine")


def harness(*args: object) -> "subprocess.CompletedProcess[str]":
    ran = subprocess.run([*PROGRAM, *map(str, args)], capture_output=True, text=True, timeout=60, check=False)
    assert "Traceback" not in ran.stderr
    return ran


def told(ran: "subprocess.CompletedProcess[str]") -> dict[str, Any]:
    assert ran.stdout, ran.stderr
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def steps(submission: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {one["name"]: one for one in submission["report"]["steps"]}


def make_ladder(folder: Path, sets: int = 2) -> Path:
    folder.mkdir()
    (folder / "ladder.toml").write_text(LADDER.replace("{sets}", str(sets)))
    return folder


def of_ladder(engine: DockerClient, folder: Path) -> list[Any]:
    """The containers that the ladder's runs started and nobody removed."""
    with open_ladder(folder).read() as store:
        mark = f"{store.noted('id')}."
    found = engine.containers.list(all=True, filters={"label": LABEL}, ignore_removed=True)
    return [one for one in found if one.labels[LABEL].startswith(mark)]


@pytest.fixture
def ladder(tmp_path: Path) -> Path:
    return make_ladder(tmp_path / "ladder")


@pytest.fixture
def bot(tmp_path: Path, images: Images) -> Path:
    """A folder as `harness new-bot` makes it."""
    images("harness-python")
    assert harness("new-bot", tmp_path / "bot").returncode == 0
    return tmp_path / "bot"


@pytest.fixture(autouse=True)
def kept_images(engine: DockerClient) -> Iterator[None]:
    """The names that the tests have given go again."""

    def names() -> set[str]:
        return {tag for image in engine.images.list(KEEPER) for tag in image.tags if tag.startswith(f"{KEEPER}:")}

    before = names()
    yield
    for name in names() - before:
        engine.images.remove(name, force=True)


def folder_of(path: Path, dockerfile: str, bot: str = "") -> Path:
    path.mkdir()
    (path / "Dockerfile").write_text(dockerfile)
    (path / "bot.py").write_text(bot)
    return path


def test_a_folder_is_built_checked_pinned_and_plays(ladder: Path, bot: Path, engine: DockerClient) -> None:
    first = told(harness("submit", ladder, bot, "--name", "mine", "--json"))
    assert first["accepted"] is True
    assert {one["state"] for one in first["report"]["steps"]} == {"passed"}
    assert steps(first)["memory"]["evidence"]["bytes"] < 96 << 20
    assert told(harness("run", ladder, "--json"))["played"] == 4
    assert "mine</bdi></a><small>v1 · Python" in (ladder / "site/index.html").read_text()  # as its Hello says
    with open_ladder(ladder).read() as store:
        (mine,) = [one for one in store.roster.bots() if one.name == "mine"]
        assert mine.image == first["report"]["image"] == engine.images.get(mine.image).id
        assert (
            f"<code>harness check --game schwimmen {mine.image}<" in (ladder / f"site/bots/{mine.id}.html").read_text()
        )
        assert all(seat.verdict == "played" for row in store.matches() for seat in row.seats)
    assert harness("check", "--game", "schwimmen", mine.image).returncode == 0, "the page says how to run it again"
    assert of_ladder(engine, ladder) == []
    (bot / "bot.py").write_text((bot / "bot.py").read_text().replace("27", "28"))
    second = told(harness("submit", ladder, bot, "--name", "mine", "--json"))
    assert second["version"] == 2
    assert second["report"]["image"] != mine.image
    assert harness("verify", ladder).returncode == 0


def test_a_saved_image_and_a_reference(ladder: Path, images: Images, engine: DockerClient, tmp_path: Path) -> None:
    ids = images("harness-python", "harness-bot-random")
    file = saved_as(engine, "harness-bot-random:latest", "harness-python:latest", tmp_path / "image.tar")
    loaded = told(harness("submit", ladder, file, "--name", "loaded", "--json"))
    assert loaded["accepted"] is True
    assert loaded["report"]["image"] == ids["harness-bot-random"]
    assert engine.images.get("harness-python").id == ids["harness-python"]  # whatever the file says of names
    named = told(harness("submit", ladder, "harness-bot-random", "--name", "named", "--json"))
    assert named["report"]["image"] == ids["harness-bot-random"]


def saved_as(engine: DockerClient, image: str, name: str, path: Path) -> Path:
    """An image saved under another's name, as somebody might who means harm."""
    plain = path.with_suffix(".plain")
    with plain.open("wb") as out:
        out.writelines(engine.images.get(image).save(named=image))
    with tarfile.open(plain) as source, tarfile.open(path, "w") as target:
        for member in source:
            content = source.extractfile(member) if member.isfile() else None
            if content is not None and member.name in ("manifest.json", "repositories"):
                text = content.read().replace(image.encode(), name.encode())
                member.size, content = len(text), io.BytesIO(text)
            target.addfile(member, content)
    return path


@pytest.mark.parametrize("language", ["python", "node"])
def test_a_new_bot_passes_as_it_stands(language: str, images: Images, tmp_path: Path) -> None:
    if language == "node" and shutil.which("npm") is None:
        pytest.skip("Node.js and its npm are not here; as root: apt-get install nodejs npm")
    images(f"harness-{language}")
    assert harness("new-bot", tmp_path / "bot", "--language", language).returncode == 0
    for game in ("schwimmen", "bismarck"):
        ran = harness("check", tmp_path / "bot", "--game", game)
        assert ran.returncode == 0, ran.stdout


FAULTS = {
    "exits": (
        f'{IN_PYTHON}CMD ["python", "/bot/bot.py"]', "raise SystemExit('no model here')",
        "start", "Its process ended with exit status 1 before it said Hello.",
    ),
    "no-entry-point": (
        "FROM scratch\nCOPY bot.py /\n", "",
        "start", "Its image has neither an entry point nor a command.",
    ),
    "no-program": (
        'FROM harness-python\nENTRYPOINT ["/bot/nothing"]', "",
        "start", "Its process ended with exit status 127 before it said Hello.",
    ),
    "memory": (
        f'{IN_PYTHON}CMD ["python", "/bot/bot.py"]', "hoard = bytearray(1 << 30)",
        "start", "Its process ended because it used more than its 96 MiB of memory before it said Hello.",
    ),
    "build": (
        "FROM harness-python\nRUN echo compiling; exit 4", "",
        "image", "The command '/bin/sh -c echo compiling; exit 4' returned a non-zero code: 4",
    ),
    "no-dockerfile": ("FRUM nothing", "", "image", "Dockerfile parse error"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_the_bots_fault_is_told_with_its_evidence(fault: str, ladder: Path, images: Images, tmp_path: Path) -> None:
    images("harness-python")
    dockerfile, program, step, sentence = FAULTS[fault]
    folder = folder_of(tmp_path / "bot", dockerfile, program)
    ran = harness("submit", ladder, folder, "--name", "faulty", "--json")
    assert ran.returncode == 1
    refused = told(ran)
    assert (refused["accepted"], refused["report"]["state"]) == (False, "failed")
    assert steps(refused)[step]["state"] == "failed"
    assert steps(refused)[step]["sentence"].startswith(sentence)
    if fault == "exits":
        assert steps(refused)[step]["evidence"]["stderr"] == ["no model here"]
    if fault == "build":
        assert "compiling" in steps(refused)[step]["evidence"]["output"]
    assert told(harness("run", ladder, "--json", "--no-site"))["total"] == 0


def test_what_is_no_image_at_all(ladder: Path, tmp_path: Path) -> None:
    rootfs = tmp_path / "root.tar"
    with tarfile.open(rootfs, "w") as archive:
        archive.addfile(tarfile.TarInfo("etc"), io.BytesIO())
    for source, said in {
        rootfs: "is no saved image: it has no manifest.json",
        tmp_path / "nothing.tar": "There is no file or folder",
        tmp_path: "There is no Dockerfile in",
        "Not A Reference": "nvalid reference format",
    }.items():
        refused = told(harness("submit", ladder, source, "--name", "faulty", "--json"))
        assert refused["report"]["state"] == "failed"
        assert said in steps(refused)["image"]["sentence"]


def test_a_refused_image_is_not_kept(ladder: Path, images: Images, engine: DockerClient, tmp_path: Path) -> None:
    images("harness-python")
    folder = folder_of(tmp_path / "bot", f'{IN_PYTHON}CMD ["python", "/bot/bot.py"]', f"exit({time.time()})")
    refused = told(harness("submit", ladder, folder, "--name", "faulty", "--json"))
    assert refused["report"]["image"] not in {image.id for image in engine.images.list(all=False)}


def under_way(folder: Path, engine: DockerClient) -> "subprocess.Popen[bytes]":
    """A run of the ladder that has containers by now."""
    run = subprocess.Popen([*PROGRAM, "run", str(folder)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 30
    while not any(one.status == "running" for one in of_ladder(engine, folder)):
        assert time.monotonic() < deadline and run.poll() is None
        time.sleep(0.05)
    return run


@pytest.fixture
def long(tmp_path: Path, images: Images) -> Path:
    """A ladder with a container, too long for the patience of these tests."""
    images("harness-python", "harness-bot-random")
    folder = make_ladder(tmp_path / "long", sets=100_000)
    assert harness("submit", folder, "harness-bot-random", "--name", "boxed").returncode == 0
    return folder


@pytest.mark.parametrize("how", ["ctrl-c", "twice", "kill"])
def test_nothing_is_left_however_a_run_ends(how: str, long: Path, engine: DockerClient) -> None:
    run = under_way(long, engine)
    if how == "kill":
        run.kill()
    else:
        run.send_signal(signal.SIGINT)
        if how == "twice":
            time.sleep(0.1)
            run.send_signal(signal.SIGINT)
    assert run.wait(timeout=30) in (130, -9)
    deadline = time.monotonic() + 15
    while of_ladder(engine, long):
        assert time.monotonic() < deadline
        time.sleep(0.1)


@pytest.mark.parametrize("who", ["the next run", "the doctor"])
def test_what_a_dead_worker_leaves_is_swept(who: str, long: Path, engine: DockerClient) -> None:
    run = under_way(long, engine)
    workers = subprocess.run(["pgrep", "-P", str(run.pid)], capture_output=True, text=True, check=True).stdout.split()
    run.send_signal(signal.SIGSTOP)  # so that it cannot start another worker
    for worker in workers:
        os.kill(int(worker), signal.SIGKILL)
    run.kill()
    run.wait()
    assert of_ladder(engine, long)
    if who == "the doctor":
        removed = told(harness("doctor", "--clean", "--json"))["removed"]
        assert removed["containers"]
    else:
        config = long / "ladder.toml"
        config.write_text(config.read_text().replace("100000", "1"))
        assert harness("run", long, "--no-site").returncode == 0
    assert of_ladder(engine, long) == []


def test_an_image_that_is_gone_is_nobodys_fault(ladder: Path, bot: Path, engine: DockerClient) -> None:
    image = told(harness("submit", ladder, bot, "--name", "mine", "--json"))["report"]["image"]
    engine.images.remove(image, force=True)
    ran = harness("run", ladder, "--no-site")
    assert ran.returncode == 1
    assert "through no bot's fault" in ran.stderr
    assert told(harness("status", ladder, "--json"))["faults"] == []
