"""Where the harness is, and how to get there, as the environment tells a bot."""

import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.rpc import aio, grpc

# A batch grows with the matches held.
_OPTIONS: list[tuple[str, int]] = [("grpc.max_receive_message_length", -1)]
# A remote bot notices when the network lost its harness, and goes to one on this machine without a proxy's help.
_REMOTE = [("grpc.keepalive_time_ms", 60_000), ("grpc.keepalive_timeout_ms", 10_000)]
_LOOPBACK = [("grpc.enable_http_proxy", 0)]


class NoPlace(Exception):
    """The environment does not say where the harness is; the text is the reason, if it says something wrong."""


@dataclass(frozen=True)
class Place:
    """A harness's address, a bot's token there, and the certificates by which the harness is known (PEM)."""

    address: str
    token: str
    roots: bytes | None = None

    @classmethod
    def told(cls, environment: Mapping[str, str] = os.environ) -> "Place":
        """What the environment says; NoPlace if that is nothing, or wrong."""
        address, token = environment.get("HARNESS_ADDRESS"), environment.get("HARNESS_TOKEN")
        if not address or not token:
            raise NoPlace
        path = environment.get("HARNESS_CA")
        try:
            return cls(address, token, Path(path).read_bytes() if path else None)
        except OSError as error:
            raise NoPlace(
                f"HARNESS_CA={path}: {error.strerror}; name the file with the harness's certificate"
            ) from None

    @property
    def remote(self) -> bool:
        """Whether the harness did not start this bot, so that nobody would start it again."""
        return not self.address.startswith("unix:")

    @property
    def _loopback(self) -> bool:
        host = self.address.rpartition(":")[0].strip("[]")
        try:
            return ipaddress.ip_address(host).is_loopback
        except ValueError:
            return host == "localhost"

    def channel(self) -> Any:
        """A channel to it: over TLS, unless it is on this machine and no certificate is named."""
        if not self.remote:
            return aio.insecure_channel(self.address, options=_OPTIONS)
        options = _OPTIONS + _REMOTE + (_LOOPBACK if self._loopback else [])
        if self.roots is None and self._loopback:
            return aio.insecure_channel(self.address, options=options)
        return aio.secure_channel(self.address, grpc.ssl_channel_credentials(self.roots), options=options)
