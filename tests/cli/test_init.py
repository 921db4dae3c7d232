"""A new ladder's configuration, and what is said of wrong ones."""

import tomllib
from pathlib import Path

import msgspec
import pytest

from harness import config, games
from harness.cli.sample_bots import FIELDS, samples
from tests.cli.conftest import LADDER, Run


@pytest.mark.parametrize("rule_set", games.rule_sets())
def test_the_template_has_every_key_with_its_default(harness: Run, tmp_path: Path, rule_set: str) -> None:
    folder = tmp_path / "new" / "ladder"
    ran = harness("init", folder, "--game", rule_set)
    path = folder / "ladder.toml"
    assert (ran.returncode, ran.stdout) == (0, f"{path}\n")
    found = config.read(path)
    game = games.game(rule_set)
    least = game.seats[0]
    plain = config.Config(game=rule_set, bots=found.bots, options=found.options)
    assert found == msgspec.structs.replace(plain, schedule=config.ScheduleEntry(seats=(least,)))
    assert {key: value for key, value in game.options.items() if value is not None} == found.options
    assert len(found.bots) >= least
    text = path.read_text()
    written = tomllib.loads(text)
    assert set(written) == set(config.Config.__struct_fields__)
    assert set(written["schedule"]) == set(config.ScheduleEntry.__struct_fields__)
    assert set(written["clock"]) == set(config.ClockEntry.__struct_fields__)
    assert set(written["limits"]) == set(config.LimitsEntry.__struct_fields__)
    assert set(written["pages"]) == set(config.PagesEntry.__struct_fields__)
    assert all(set(bot) == set(config.BotEntry.__struct_fields__) for bot in written["bots"])
    assert all(option in text for option in game.options)


def test_every_key_of_the_template_is_explained(harness: Run, tmp_path: Path) -> None:
    harness("init", tmp_path, "--game", "forty-one", "--seats", "3,4")
    text = (tmp_path / "ladder.toml").read_text()
    assert tomllib.loads(text)["schedule"]["seats"] == [3, 4]
    head = text.partition("[[bots]]\nname")[0]
    assert all("  # " in line for line in head.splitlines() if " = " in line)


def test_nothing_is_overwritten(harness: Run, tmp_path: Path) -> None:
    path = tmp_path / "ladder.toml"
    path.write_text("mine")
    ran = harness("init", tmp_path, "--game", "schwimmen")
    assert ran.returncode == 1
    assert f"{path} exists and is left as it is" in ran.stderr
    assert path.read_text() == "mine"


def test_the_fields_name_bots_that_exist() -> None:
    programs = {call.split()[0] for field in FIELDS.values() for call in field.values()}
    assert programs <= set(samples().values())
    assert {games.game(rule_set).family for rule_set in games.rule_sets()} == set(FIELDS)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("sets = 2", "set = 2", "unknown key 'schedule.set'; allowed here: seats, sets, rotations, seed"),
        ('name = "greedy"', 'nom = "greedy"', "unknown key 'bots[0].nom'; allowed here: name, command"),
        ('game = "schwimmen"', 'game = "whist"', "there is no rule set 'whist'; choose one of: schwimmen"),
        ('game = "schwimmen"', "", "the key 'game' is missing"),
        ("seats = [2]", "seats = [10]", "schedule.seats: 10 seats do not fit schwimmen; allowed: 2 to 9"),
        ('name = "random"', 'name = "greedy"', "bots: the name 'greedy' is used twice"),
        ("sets = 2", "sets = 0", "schedule.sets: "),
        ("sets = 2", "sets = ", "cannot be read as TOML"),
    ],
)
def test_a_wrong_key_is_named_with_its_file(harness: Run, tmp_path: Path, old: str, new: str, complaint: str) -> None:
    path = tmp_path / "ladder.toml"
    path.write_text(LADDER.format(python="python3").replace(old, new, 1))
    ran = harness("run", tmp_path)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith(f"error: {path}: ")
    assert complaint in ran.stderr
    assert sorted(file.name for file in tmp_path.iterdir()) == ["ladder.toml"]
