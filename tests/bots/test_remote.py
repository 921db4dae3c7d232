"""Remote bots, from the command line: handed a token, let in over TLS, played beside local ones to the ladder's end."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization

from harness.arena import sha256
from harness.certificate import make
from harness.errors import ConfigError
from harness.gate import Certificate, open_gate
from harness.ladder import open_ladder
from tests.cli.conftest import PROGRAM, program

LADDER = """
game = "schwimmen"
options = { lives = 1 }
schedule = { seats = [2], sets = 3 }
clock = { start = 20.0 }

[[bots]]
name = "near"
command = ["python", "-m", "sample_bots.first_bot"]
"""


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return make(tmp_path_factory.mktemp("keys"), ["harness.example"])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "club"
    folder.mkdir()
    (folder / "ladder.toml").write_text(LADDER)
    return folder


def token_of(folder: Path) -> str:
    """Enter a remote bot in a ladder."""
    ran = program("submit", folder, "--remote", "--name", "far", "--author", "Eve")
    assert ran.returncode == 0, ran.stderr
    (token,) = re.findall(r"^HARNESS_TOKEN=([0-9a-f]{64})\n$", ran.stdout)
    return str(token)


@contextmanager
def elsewhere(address: str, token: str, **environment: str) -> Iterator["subprocess.Popen[str]"]:
    """A bot that somebody else started."""
    told = {"HARNESS_ADDRESS": address, "HARNESS_TOKEN": token, **environment}
    command = [sys.executable, "-m", "sample_bots.first_bot"]
    with subprocess.Popen(command, env={**os.environ, **told}, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def test_a_ladder_with_a_remote_bot(folder: Path, certificate: Certificate) -> None:
    token = token_of(folder)
    pair = ["--cert", str(certificate.cert), "--key", str(certificate.key)]
    command = [*PROGRAM, "run", str(folder), "--listen", "127.0.0.1:0", *pair]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        assert run.stderr is not None
        line = run.stderr.readline()
        (address,) = re.findall(r"^remote bots connect to HARNESS_ADDRESS=(127\.0\.0\.1:\d+) with TLS", line)
        with elsewhere(address, token, HARNESS_CA=str(certificate.cert)) as bot:
            out, err = run.communicate(timeout=120)
            assert run.returncode == 0, err
            bot.send_signal(signal.SIGINT)
            said = bot.communicate()[1]
    assert said.startswith(f"the harness at {address}: connected\n")
    assert bot.returncode == 130
    status = json.loads(program("status", folder, "--json").stdout)
    assert (status["played"], status["faults"], status["incidents"]) == (6, [], [])
    assert program("verify", folder).returncode == 0
    page = (folder / "site" / "bots" / "1.html").read_text("utf-8")
    assert "elsewhere" in page
    with open_ladder(folder).read() as store:
        assert store.roster.tokens() == {1: sha256(token)}
    written = b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())
    assert token not in out + err + said
    assert token.encode() not in written


def test_a_bot_that_never_connects_is_at_fault_and_benched(folder: Path) -> None:
    token_of(folder)
    quick = LADDER.replace("start = 20.0", "start = 4.0, bench_after = 1")
    (folder / "ladder.toml").write_text(quick)
    ran = program("run", folder, "--listen", "127.0.0.1:0", "--no-site", "--jobs", "2", "--json")
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert (told["played"], told["benched"]) == (1, ["far"])
    (fault,) = json.loads(program("status", folder, "--json").stdout)["faults"]
    assert (fault["bot"], fault["verdict"]) == ("far", "no-connect")


def test_without_a_gate_nobody_is_blamed(folder: Path) -> None:
    token_of(folder)
    ran = program("run", folder)
    assert ran.returncode == 1
    assert "error: far is a remote bot: run with --listen HOST:PORT" in ran.stderr
    assert json.loads(program("status", folder, "--json").stdout)["played"] == 0


def test_a_new_version_has_a_new_token(folder: Path) -> None:
    tokens = [token_of(folder), token_of(folder)]
    with open_ladder(folder).read() as store:
        assert [(bot.name, bot.version, bot.remote) for bot in store.roster.bots()] == [
            ("far", 1, True),
            ("far", 2, True),
        ]
        assert list(store.roster.tokens().values()) == list(map(sha256, tokens))


def test_beyond_this_machine_there_is_no_listening_without_tls(folder: Path) -> None:
    ran = program("run", folder, "--listen", "0.0.0.0:0")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "--listen 0.0.0.0:0: without TLS anybody on the way could play in a bot's place" in ran.stderr


@pytest.mark.parametrize(
    ("where", "complaint"),
    [
        ("8032", "give HOST:PORT"),
        (":8032", "give HOST:PORT"),
        ("127.0.0.1:http", "give HOST:PORT"),
        ("127.0.0.1:65536", "give HOST:PORT"),
        ("no.such.host.invalid:1", "no address is known for 'no.such.host.invalid'"),
        ("192.0.2.1:0", "cannot listen there: Cannot assign requested address"),
        ("[::]:0", "without TLS"),
    ],
)
def test_an_address_that_cannot_be_used(where: str, complaint: str) -> None:
    with pytest.raises(ConfigError) as raised:
        open_gate(where, None).close()
    assert str(raised.value).startswith(f"--listen {where}: ")
    assert complaint in str(raised.value)


def test_an_address_that_is_taken() -> None:
    with closing(open_gate("127.0.0.1:0", None)) as gate, pytest.raises(ConfigError, match="Address already in use"):
        open_gate(gate.address, None)


@pytest.mark.parametrize("wrong", ["nothing", "not-pem", "swapped", "locked"])
def test_a_certificate_that_cannot_be_used(wrong: str, certificate: Certificate, tmp_path: Path) -> None:
    path = tmp_path / "file.pem"
    pair = {
        "nothing": Certificate(path, certificate.key),
        "not-pem": Certificate(path, certificate.key),
        "swapped": Certificate(certificate.key, certificate.cert),
        "locked": Certificate(certificate.cert, path),
    }[wrong]
    if wrong == "not-pem":
        path.write_text("no certificate")
    if wrong == "locked":
        key = serialization.load_pem_private_key(certificate.key.read_bytes(), None)
        locked = serialization.BestAvailableEncryption(b"secret")
        pem, pkcs8 = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
        path.write_bytes(key.private_bytes(pem, pkcs8, locked))
    with pytest.raises(ConfigError, match="harness doctor --make-cert"):
        open_gate("127.0.0.1:0", pair)


def test_a_pair_is_made_once_and_its_key_is_private(tmp_path: Path) -> None:
    ran = program("doctor", "--make-cert", tmp_path / "keys", "--host", socket.gethostname(), "--host", "192.0.2.7")
    assert (ran.returncode, ran.stdout) == (0, f"{tmp_path}/keys/cert.pem\n{tmp_path}/keys/key.pem\n")
    assert (tmp_path / "keys" / "key.pem").stat().st_mode & 0o777 == 0o600
    before = (tmp_path / "keys" / "cert.pem").read_bytes()
    again = program("doctor", "--make-cert", tmp_path / "keys")
    assert again.returncode == 1
    assert "cert.pem exists and is left as it is" in again.stderr
    assert (tmp_path / "keys" / "cert.pem").read_bytes() == before


@pytest.mark.parametrize(
    "args",
    [
        ["run", "x", "--cert", "c.pem", "--key", "k.pem"],
        ["run", "x", "--listen", "127.0.0.1:0", "--cert", "c.pem"],
        ["submit", "x", "image", "--remote", "--name", "far"],
        ["doctor", "--host", "here"],
    ],
)
def test_options_that_do_not_fit_together(args: list[str]) -> None:
    assert program(*args).returncode == 2
