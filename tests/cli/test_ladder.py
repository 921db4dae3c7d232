"""A ladder from the schedule to the standings."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

from tests.cli.conftest import LADDER, PROGRAM, Run

BOTS = ["greedy", "random", "broken"]


def test_a_dry_run_prints_the_schedule_and_writes_nothing(harness: Run, tmp_path: Path) -> None:
    (tmp_path / "ladder.toml").write_text(LADDER)
    ran = harness("run", tmp_path, "--dry-run")
    *fixtures, size = ran.stdout.splitlines()
    assert len(fixtures) == len(set(fixtures)) == 12
    assert fixtures[0] == "1-2.0.0  greedy, random"
    assert size == "12 matches, 0 of them stored already"
    assert [path.name for path in tmp_path.iterdir()] == ["ladder.toml"]


def test_a_dry_run_knows_what_is_stored(harness: Run, ladder: Path) -> None:
    toml = ladder / "ladder.toml"
    toml.write_text(toml.read_text().replace("sets = 2", "sets = 3"))
    *fixtures, size = map(json.loads, harness("run", ladder, "--dry-run", "--json").stdout.splitlines())
    stored = {fixture["key"] for fixture in fixtures if fixture["stored"]}
    assert size == {"matches": 18, "stored": len(stored)}
    listed = harness("status", ladder, "--matches", "--json").stdout.splitlines()
    assert stored == {json.loads(line)["key"] for line in listed}


def test_a_second_run_has_nothing_to_play(harness: Run, ladder: Path) -> None:
    ran = harness("run", ladder)
    assert ran.returncode == 0
    assert "nothing had to be played" in ran.stderr
    assert "broken is benched" in ran.stderr
    assert ran.stdout.splitlines()[-1] == str(ladder / "site" / "index.html")
    again = json.loads(harness("run", ladder, "--json", "--no-site").stdout)
    assert (again["played"], again["benched"], again["page"]) == (0, ["broken"], None)
    assert [one["bot"] for one in again["standings"]] == BOTS


def test_the_status_of_a_ladder(harness: Run, played: Path) -> None:
    found = json.loads(harness("status", played, "--json").stdout)
    assert [one["bot"] for one in found["standings"]] == BOTS
    assert found["seeded"] is True
    assert len(found["commitment"]) == 64
    (fault,) = found["faults"]
    assert (fault["bot"], fault["verdict"]) == ("broken", "no-start")
    broken = found["standings"][-1]
    assert broken["forfeits"] == fault["matches"] == broken["matches"]
    assert broken["benched"] is True
    shown = harness("status", played).stdout
    assert found["commitment"] in shown
    assert "fault: broken: no-start" in shown


def test_a_ladder_that_never_ran(harness: Run, tmp_path: Path) -> None:
    (tmp_path / "ladder.toml").write_text(LADDER)
    for command in ("status", "replay", "verify", "site"):
        ran = harness(command, tmp_path)
        assert (ran.returncode, ran.stdout) == (1, "")
        assert f"nothing was played yet; run: harness run {tmp_path}" in ran.stderr


def test_the_latest_matches_are_listed_and_replayed(harness: Run, played: Path, tmp_path: Path) -> None:
    listed = [json.loads(line) for line in harness("replay", played, "--json").stdout.splitlines()]
    assert [one["started"] for one in listed] == sorted((one["started"] for one in listed), reverse=True)
    key = listed[0]["key"]
    assert harness("replay", played, key).stdout.startswith(f"{key}: schwimmen, ")
    path = tmp_path / "log.json"
    assert harness("replay", played, key, "--log", path).returncode == 0
    assert harness("replay", path).stdout == harness("replay", played, key).stdout
    assert "no match '9-9.9.9' is stored" in harness("replay", played, "9-9.9.9").stderr


def test_the_pages_of_a_folder_of_ladders(harness: Run, ladder: Path) -> None:
    results = ladder.parent
    ran = harness("site", results, "--json")
    pages = json.loads(ran.stdout)["pages"]
    assert pages == [str(ladder / "site" / "index.html"), str(results / "index.html")]
    assert all(Path(page).is_file() for page in pages)


def test_ctrl_c_finishes_the_running_matches_and_the_next_run_goes_on(harness: Run, ladder: Path) -> None:
    toml = ladder / "ladder.toml"
    toml.write_text(toml.read_text().replace("sets = 2", "sets = 1500"))
    call = [*PROGRAM, "run", str(ladder), "--no-site"]
    with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        wait_for(lambda: count(harness, ladder) > 20)
        process.send_signal(signal.SIGINT)
        _, talk = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "stopping: the running matches finish" in talk
    assert "run again to go on" in talk
    stored = count(harness, ladder)
    assert harness("site", ladder).returncode == 0
    assert harness("verify", ladder).returncode == 0
    toml.write_text(toml.read_text().replace("sets = 1500", "sets = 2"))
    assert harness("run", ladder, "--no-site").returncode == 0
    assert count(harness, ladder) == stored


def test_a_second_ctrl_c_stops_now(harness: Run, ladder: Path) -> None:
    toml = ladder / "ladder.toml"
    toml.write_text(toml.read_text().replace("sets = 2", "sets = 1500"))
    call = [*PROGRAM, "run", str(ladder), "--no-site"]
    with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        wait_for(lambda: count(harness, ladder) > 20)
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        while "stopping" not in process.stderr.readline():
            pass
        process.send_signal(signal.SIGINT)
        _, talk = process.communicate(timeout=60)
    assert process.returncode == 130
    assert talk.splitlines()[-1] == "interrupted"
    assert "Traceback" not in talk


def count(harness: Run, ladder: Path) -> int:
    return len(harness("status", ladder, "--matches").stdout.splitlines())


def wait_for(condition: Any) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_a_run_says_how_many_workers_it_has_and_why(harness: Run, ladder: Path) -> None:
    cores = os.cpu_count()
    doctor = next(line for line in harness("doctor").stdout.splitlines() if "processors" in line)
    said = harness("run", ladder, "--no-site").stderr.splitlines()[0]
    why = f"one worker for every two of {cores} processors, because the bots need the others"
    assert doctor.endswith(why)
    assert said.endswith(f" (--jobs): {why}")
    assert "--jobs" not in harness("run", ladder, "--no-site", "--jobs", 1).stderr
