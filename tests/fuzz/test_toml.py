"""ladder.toml and scenario files: whatever stands in them, they are read or refused in a sentence."""

import json
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from harness import config, scenario, schedule
from harness.errors import ConfigError, HarnessError, OptionError
from tests.fuzz.conftest import Script, changed_bytes, changed_tree, fuzzed

LADDER: dict[str, Any] = {
    "game": "schwimmen",
    "title": "A ladder",
    "options": {"feuer": True, "lives": 2, "pack": 32},
    "schedule": {"seats": [2, 3], "sets": 2, "rotations": "all", "seed": "x"},
    "clock": {"move": 0.5, "bank": 3.0, "start": 5.0, "strikes": 2, "retries": 0, "bench_after": 3},
    "bots": [
        {"name": "ann", "command": ["python", "ann.py"], "author": "Ann", "version": 2},
        {"name": "bob", "command": ["bob"]},
    ],
}
SCENARIOS: tuple[dict[str, Any], ...] = (
    {
        "game": "schwimmen", "seats": 3, "dealer": 2, "options": {"feuer": True}, "lives": [3, 1, 0],
        "packs": ["Ks Ad 7c Ts Kc 8h 7d 7h 9s Ah Qh 8c"],
        "actions": ["refuse", "swap 7d 9s", "swap 7h 7c", "swap 8c 8h", "knock", "swap Ad 8c", "pass"],
    },
    {"game": "einunddreissig", "seats": 2, "dealer": 0, "options": {"closed": True, "pack": 64}, "actions": ["hold"]},
    {"game": "schnauz", "seats": 2, "dealer": 0, "lives": [1, 1], "actions": ["keep", "draw-all", "stay", "close"]},
    {"game": "forty-one", "seats": 2, "dealer": 0, "options": {"deals": 1}, "actions": ["draw-all", "close"]},
    {"game": "bismarck", "seats": 3, "dealer": 0, "actions": ["valfri h", "discard 2c", "discard 3c", "discard 4c"]},
)  # fmt: skip


def toml(value: Any) -> str:
    """A value as TOML; all tables below the first level are inline."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{json.dumps(key)} = {toml(each)}' for key, each in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value).replace("Infinity", "inf").replace("NaN", "nan").replace("\x7f", "\\u007f")


def document(tree: Any) -> bytes:
    tables = tree if isinstance(tree, dict) else {"": tree}
    return "\n".join(f"{json.dumps(key)} = {toml(value)}" for key, value in tables.items()).encode()


def hostile(tree: dict[str, Any], script: Script) -> bytes:
    """The file with its values or its bytes changed, or both."""
    kind = script.below(3)
    changed = changed_tree(tree, script) if kind != 1 else tree
    return changed_bytes(document(changed), script) if kind else document(changed)


def refused(path: Path, read: Callable[[Path], Any]) -> Any:
    """What was read, or None if it was refused in a sentence that names the file."""
    try:
        return read(path)
    except ConfigError as error:
        said = str(error)
        assert said.startswith(f"{path}: ") and len(said) > len(str(path)) + 8, said
        return None


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("toml") / "file.toml"


def test_the_sound_files_are_read(file: Path) -> None:
    file.write_bytes(document(LADDER))
    assert config.read(file).bots[1].name == "bob"
    for sound in SCENARIOS[:1]:
        file.write_bytes(document(sound))
        assert len(list(scenario.play(scenario.load(file)))) > len(sound["actions"])


@fuzzed
def test_ladders(file: Path, data: bytes) -> None:
    file.write_bytes(hostile(LADDER, Script(data)))
    found = refused(file, config.read)
    if found is not None:
        assert all(bot.name.isprintable() and "/" not in bot.name for bot in found.bots), "they become file names"
        bots = range(1, len(found.bots) + 1)
        for fixture in islice(schedule.round_robin(bots, found), 20):
            assert sorted(fixture.seats) == list(fixture.table)
            assert schedule.fixture(fixture.key, found) == fixture


@fuzzed
def test_scenarios(file: Path, data: bytes) -> None:
    script = Script(data)
    file.write_bytes(hostile(script.choice(SCENARIOS), script))
    found = refused(file, scenario.load)
    if found is not None:
        lines: list[dict[str, object]] = []
        try:
            lines.extend(scenario.play(found))
        except scenario.ScenarioError as error:
            assert len(str(error)) < 3000
        assert lines == [] or lines[-1]["event"] == "state"


@pytest.mark.parametrize("hand", ["", "Ah", "Ah Ah Ah Ah", "x", "Ah " * 5000, "\x00", "As\u2028Ks"])
@pytest.mark.parametrize("rule_set", ["schwimmen", "bismarck", "", "\x1b"])
def test_hands(rule_set: str, hand: str) -> None:
    try:
        assert scenario.value(rule_set, hand) >= 0
    except (ConfigError, OptionError) as error:
        assert isinstance(error, HarnessError) and len(str(error)) < 500


@pytest.mark.parametrize("name", ["ann\n", "../ann", ".ann", "-ann", "", "a/b", "a" * 41, "ann\x00"])
def test_a_name_that_would_harm_as_a_file_name(file: Path, name: str) -> None:
    file.write_bytes(document({**LADDER, "bots": [{"name": name, "command": ["x"]}]}))
    with pytest.raises(ConfigError, match="name: expected `str` matching"):
        config.read(file)
