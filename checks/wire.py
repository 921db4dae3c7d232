"""Is harness/wire what proto/ says? With --write, make it so.

The stubs are made by mypy-protobuf, whose plugin must be on PATH.
"""

import sys
import tempfile
from pathlib import Path

import grpc_tools
from grpc_tools import protoc

ROOT = Path(__file__).resolve().parent.parent
WIRE = ROOT / "harness" / "wire"


def generate(folder: Path) -> None:
    """Write the Python module and its stub for every .proto file into a folder."""
    sources = sorted(str(path) for path in (ROOT / "proto").glob("*.proto"))
    include = str(Path(grpc_tools.__file__).parent / "_proto")
    options = [f"-I{ROOT / 'proto'}", f"-I{include}", f"--python_out={folder}", f"--mypy_out=quiet:{folder}"]
    if protoc.main(["protoc", *options, *sources]) != 0:
        sys.exit("protoc failed")


def main() -> None:
    if "--write" in sys.argv[1:]:
        generate(WIRE)
        return
    with tempfile.TemporaryDirectory() as name:
        generate(Path(name))
        fresh = {path.name: path.read_bytes() for path in Path(name).iterdir()}
    stale = [name for name, data in fresh.items() if not (WIRE / name).exists() or (WIRE / name).read_bytes() != data]
    if stale:
        sys.exit(f"harness/wire is not what proto/ says ({', '.join(sorted(stale))}); run: make wire")
    print("harness/wire is current")


main()
