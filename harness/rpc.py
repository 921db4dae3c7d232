"""gRPC as the harness and its bots use it: taken from here, because it reads its settings when it is first imported."""

import os
import sys
from importlib.metadata import version

_SETTINGS = "GRPC_EXPERIMENTS"
# With its event engine a message goes through more threads: half as many again go there and back in a second without.
_FEWER_THREADS = "-event_engine_client,-event_engine_listener"
_KNOW_IT = range(70, 86)  # minor versions of gRPC 1; another would complain on stderr of names that it does not know

_major, _minor = map(int, version("grpcio").split(".")[:2])
_ours = sys.platform == "linux" and _major == 1 and _minor in _KNOW_IT and _SETTINGS not in os.environ
if _ours:
    os.environ[_SETTINGS] = _FEWER_THREADS
try:
    import grpc
    from grpc import aio
finally:
    if _ours:
        del os.environ[_SETTINGS]  # what this process starts may have another gRPC

__all__ = ["aio", "grpc"]
