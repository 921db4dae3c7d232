"""A certificate that vouches for itself: bots elsewhere are handed it, and know the harness by it."""

import ipaddress
import os
import socket
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from harness.errors import ConfigError
from harness.gate import Certificate

_DAYS = 365
_LOCAL = ("localhost", "127.0.0.1", "::1")


def make(folder: Path, hosts: Sequence[str]) -> Certificate:
    """Write ``cert.pem`` and ``key.pem`` for these hosts and this machine itself; nothing is overwritten."""
    pair = Certificate(folder / "cert.pem", folder / "key.pem")
    for path in (pair.cert, pair.key):
        if path.exists():
            raise ConfigError(f"{path} exists and is left as it is; name another folder, or remove it first")
    names = [_name(host) for host in dict.fromkeys([*(hosts or [socket.gethostname()]), *_LOCAL])]
    key = ec.generate_private_key(ec.SECP256R1())
    cert = _signed(key, names)
    folder.mkdir(parents=True, exist_ok=True)
    with os.fdopen(os.open(pair.key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
    pair.cert.write_bytes(cert.public_bytes(serialization.Encoding.PEM))
    return pair


def _name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        pass
    try:
        return x509.DNSName(host.encode("idna").decode())
    except (UnicodeError, ValueError):
        raise ConfigError(f"--host {host!r}: give a host name or an IP address") from None


def _signed(key: ec.EllipticCurvePrivateKey, names: Sequence[x509.GeneralName]) -> x509.Certificate:
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "card-bot-harness")])
    now = datetime.now(UTC)
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # clocks differ
        .not_valid_after(now + timedelta(days=_DAYS))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    )
    return builder.sign(key, hashes.SHA256())
