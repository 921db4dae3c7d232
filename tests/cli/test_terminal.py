"""Nothing that a bot or an author wrote reaches the terminal as it stands."""

import json

import pytest

from harness.cli.terminal import plain, put, put_json, put_table, say
from tests.fuzz.conftest import TEXTS

HOSTILE = "".join(TEXTS[:10]) + "\r\x08\x7f\x85\u2028\u2066\U000e0041"


def harmless(shown: str) -> bool:
    return all(line.isprintable() for line in shown.split("\n"))


WRITERS = (say, put, lambda text: put_table(["bot"], [[text]]), lambda text: put_json({text: text}))


@pytest.mark.parametrize("write", WRITERS)
def test_what_is_written_only_prints(write: object, capsys: pytest.CaptureFixture[str]) -> None:
    assert callable(write)
    write(HOSTILE)
    shown = "".join(capsys.readouterr())
    assert "passwd" in shown.replace("\n", "")
    assert harmless(shown)


def test_a_text_cannot_pretend_to_be_two_lines(capsys: pytest.CaptureFixture[str]) -> None:
    put("its sentence\nfault: ann: late in 5")
    assert capsys.readouterr().out.count("\n") == 1


def test_json_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    put_json([HOSTILE])
    assert json.loads(capsys.readouterr().out) == [HOSTILE]


def test_other_languages_stay_as_they_are() -> None:
    text = "Grüße, Привет, ♥ 日本\t1"
    assert plain(text) == text
