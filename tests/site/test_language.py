"""The language that the leaderboard names."""

import pytest

from harness.match import Bot
from harness.site.language import language


@pytest.mark.parametrize(
    ("command", "sdk", "found"),
    [
        (("python3.12", "bot.py"), "", "Python"),
        (("node", "bot.js"), "mylib for Rust", "JavaScript"),  # what the command says is known
        ((), "harness.sdk for Python", "Python"),
        ((), "grpc-js for JavaScript", "JavaScript"),
        ((), "raw grpc-js", "JavaScript"),
        ((), "mylib for C++", "C++"),
        (("./bot",), "tonic, Rust", "Rust"),
        ((), "<script>alert(1)</script>", "other"),
        ((), "", "other"),
    ],
)
def test_the_language_of_a_command_or_an_sdk(command: tuple[str, ...], sdk: str, found: str) -> None:
    assert language(Bot("one", command), sdk) == found
