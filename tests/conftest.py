"""The container engine and the bot images, for the tests that play with containers."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from docker.errors import DockerException

from docker import DockerClient

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def engine() -> Iterator[DockerClient]:
    try:
        client = DockerClient.from_env(timeout=60)
        client.ping()
    except DockerException:
        pytest.skip("no container engine answers; as root: checks/engine.sh make test")
    yield client
    client.close()


@pytest.fixture(scope="session")
def images(engine: DockerClient) -> Callable[..., dict[str, str]]:
    """Builds images of this project, as `make images` does; returns their ids by tag."""

    def build(*tags: str) -> dict[str, str]:
        done = subprocess.run(
            [sys.executable, "-m", "checks.images", *tags], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return dict(line.split() for line in done.stdout.splitlines())

    return build
