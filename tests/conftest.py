"""Hypothesis's settings, and the container engine and the bot images for the tests that play with containers."""

import functools
import gc
import signal
import subprocess
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from docker.errors import DockerException
from hypothesis import settings

from docker import DockerClient

ROOT = Path(__file__).parents[1]

# Without a database: a worker that looks for its place just while another makes and prunes the folder would fail.
# Without a deadline: how long an example takes depends on what else the machine does.
settings.register_profile("tests", database=None, deadline=None)
settings.load_profile("tests")

# A shell starts what it leaves in the background with Ctrl-C ignored, and all that is started from there inherits it.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def engine() -> Iterator[DockerClient]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # the client drops its socket unclosed if nobody answers
        client = answering()
        gc.collect()
    if client is None:
        pytest.skip("no container engine answers; as root: checks/engine.sh make test")
    yield client
    client.close()


def answering() -> DockerClient | None:
    with suppress(DockerException):
        return DockerClient.from_env(timeout=60)  # asks for its version
    return None


@pytest.fixture(scope="session")
def images(engine: DockerClient) -> Callable[..., dict[str, str]]:
    """Builds images of this project, as `make images` does; returns their ids by tag."""

    @functools.cache
    def build(*tags: str) -> dict[str, str]:
        done = subprocess.run(
            [sys.executable, "-m", "checks.images", *tags], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return dict(line.split() for line in done.stdout.splitlines())

    return build


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Last of all: what was skipped for want of something, and the command that would bring it."""
    reasons = Counter(report.longrepr[2] for report in terminalreporter.stats.get("skipped", ()))
    for reason, count in sorted(reasons.items()):
        terminalreporter.write_line(f"{count} skipped: {reason.removeprefix('Skipped: ')}", yellow=True)
