"""Where bots that run elsewhere come in: an address to listen on, and the certificate that keeps it private."""

import ipaddress
import os
import socket
import ssl
from dataclasses import dataclass
from pathlib import Path

from harness.errors import ConfigError

_BACKLOG = 64
_MAKE = "`harness doctor --make-cert` makes a pair"


@dataclass(frozen=True)
class Certificate:
    """Two PEM files."""

    cert: Path
    key: Path

    def context(self) -> ssl.SSLContext:
        """What a server needs to speak HTTP/2 over TLS; ConfigError names the file that cannot be used."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.set_alpn_protocols(["h2"])
        for path in (self.cert, self.key):
            _readable(path)
        try:
            context.load_cert_chain(self.cert, self.key, password=lambda: b"")  # else it would ask the terminal
        except (ssl.SSLError, ValueError) as error:
            why = getattr(error, "reason", None) or str(error)
            text = f"--cert {self.cert}, --key {self.key}: no certificate with its key, unencrypted, in PEM ({why})"
            raise ConfigError(f"{text}; {_MAKE}") from None
        return context


@dataclass(frozen=True)
class Gate:
    """A socket that listens; it can be handed to a process that is being started."""

    listening: socket.socket
    certificate: Certificate | None  # None: plain TCP, on loopback alone

    @property
    def address(self) -> str:
        """As HARNESS_ADDRESS has it."""
        host, port = self.listening.getsockname()[:2]
        return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"

    @property
    def everywhere(self) -> bool:
        """Whether it listens on every address of this machine, so that none of them is in ``address``."""
        return ipaddress.ip_address(self.listening.getsockname()[0].partition("%")[0]).is_unspecified

    def close(self) -> None:
        self.listening.close()


def open_gate(where: str, certificate: Certificate | None) -> Gate:
    """Listen on ``HOST:PORT``; ConfigError if that cannot be done, or would be readable on the way."""
    host, port = _parted(where)
    if certificate is not None:
        certificate.context()
    listening = _listening(where, host, port)
    bound = listening.getsockname()[0]
    if certificate is None and not ipaddress.ip_address(bound.partition("%")[0]).is_loopback:
        listening.close()
        raise ConfigError(
            f"--listen {where}: without TLS anybody on the way could play in a bot's place; give --cert and --key"
            f" ({_MAKE}), or a loopback address such as 127.0.0.1:{port}"
        )
    return Gate(listening, certificate)


def _parted(where: str) -> tuple[str, int]:
    host, colon, port = where.rpartition(":")
    host = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    if not (colon and host and port.isascii() and port.isdigit() and int(port) < 1 << 16):
        raise ConfigError(f"--listen {where}: give HOST:PORT, such as 0.0.0.0:8032 or [::]:8032; port 0: any free one")
    return host, int(port)


def _listening(where: str, host: str, port: int) -> socket.socket:
    """The first of the host's addresses that this machine can listen on."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (socket.gaierror, UnicodeError):
        raise ConfigError(f"--listen {where}: no address is known for '{host}'; give an IP address") from None
    refusal = OSError()
    for family, kind, protocol, _, address in found:
        listening = socket.socket(family, kind, protocol)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(address)
            listening.listen(_BACKLOG)
        except OSError as error:
            listening.close()
            refusal = error
        else:
            return listening
    why = os.strerror(refusal.errno or 0)
    raise ConfigError(f"--listen {where}: cannot listen there: {why}; give another address or port")


def _readable(path: Path) -> None:
    try:
        path.open("rb").close()
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}; {_MAKE}") from None
