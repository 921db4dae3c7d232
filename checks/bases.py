"""Base images from this machine's own files, for where no registry answers: an interpreter, its libraries, a shell."""

import hashlib
import io
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from collections.abc import Iterable, Iterator
from importlib.metadata import distribution
from pathlib import Path

from docker.errors import ImageNotFound

from docker import DockerClient

_LEFT_OUT = {"site-packages", "dist-packages", "test", "tests", "idlelib", "tkinter", "EXTERNALLY-MANAGED"}
_LINKS = {"bin": "usr/bin", "lib": "usr/lib", "lib64": "usr/lib", "usr/lib64": "lib"}
_TEXTS = {
    "etc/passwd": "root:x:0:0:root:/:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n",
    "etc/group": "root:x:0:\nnogroup:x:65534:\n",
}
_PATH = "/usr/local/bin:/usr/bin"

Files = dict[str, Path]  # by the path in the image


def python() -> Files:
    """The interpreter that runs this, with its standard library, and pip."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    program = Path(sys.executable).resolve()
    library = Path(sysconfig.get_path("stdlib"))
    files = {f"usr/local/bin/{name}": program for name in ("python", "python3", version)}
    files |= {f"usr/local/lib/{version}/{path.relative_to(library)}": path for path in _tree(library)}
    pip = Path(str(distribution("pip").locate_file("pip")))
    files |= {f"usr/local/lib/{version}/pip/{path.relative_to(pip)}": path for path in _tree(pip)}
    # A wheel may need C++: what grpcio is linked with shows where the libraries are.
    grpc = Path(str(distribution("grpcio").locate_file("grpc")))
    compiled = [path for path in (*files.values(), *grpc.rglob("*.so")) if path.suffix == ".so"]
    return files | _shell() | _libraries([program, *compiled])


def node() -> Files:
    """The Node.js on this machine."""
    program = Path(str(shutil.which("node"))).resolve()
    files = {str(path.relative_to("/")): path for path in _own_modules(program)}
    return files | {"usr/local/bin/node": program} | _shell() | _libraries([program])


def load(engine: DockerClient, name: str, files: Files) -> str:
    """The image made of these files, made anew only if one of them has changed; returns its reference."""
    sources = [(target, path.stat()) for target, path in sorted(files.items()) if path.suffix != ".pyc"]
    described = [(target, stat.st_size, stat.st_mtime_ns) for target, stat in sources]
    tag = hashlib.sha256(repr(described).encode()).hexdigest()[:12]
    try:
        engine.images.get(f"{name}:{tag}")
    except ImageNotFound:
        engine.api.import_image_from_data(
            _archive(files), repository=f"{name}:{tag}", changes=[f"ENV PATH={_PATH}", "WORKDIR /"]
        )
    return f"{name}:{tag}"


def _archive(files: Files) -> bytes:
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w", dereference=True) as tar:
        for folder, mode in (("tmp", 0o1777), ("usr/bin", 0o755), ("usr/lib", 0o755), ("etc", 0o755)):
            entry = tarfile.TarInfo(folder)
            entry.type, entry.mode = tarfile.DIRTYPE, mode
            tar.addfile(entry)
        for link, to in _LINKS.items():
            entry = tarfile.TarInfo(link)
            entry.type, entry.linkname = tarfile.SYMTYPE, to
            tar.addfile(entry)
        for target, text in _TEXTS.items():
            entry = tarfile.TarInfo(target)
            entry.size = len(text)
            tar.addfile(entry, io.BytesIO(text.encode()))
        for target, path in sorted(files.items()):
            tar.add(path, target, filter=_owned_by_root)
    return archive.getvalue()


def _owned_by_root(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    entry.mode |= 0o444
    return entry


def _tree(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.is_dir() and path.name not in _LEFT_OUT:
            yield from _tree(path)
        elif path.is_file() and path.name not in _LEFT_OUT and path.suffix != ".a":
            yield path


def _shell() -> Files:
    program = Path(str(shutil.which("sh"))).resolve()
    return {"usr/bin/sh": program} | _libraries([program])


def _libraries(programs: Iterable[Path]) -> Files:
    """The shared libraries that these are linked with, the loader too, all in the one place where it looks."""
    linked = subprocess.run(["ldd", *map(str, programs)], capture_output=True, text=True, check=False).stdout
    found = {Path(path) for path in re.findall(r"(/\S+) \(0x", linked)}
    return {f"usr/lib/{path.name}": path.resolve() for path in found}


def _own_modules(program: Path) -> list[Path]:
    """Those of Node's own modules that are not built into it but lie beside it, as in Debian."""
    paths = "process.config.target_defaults.defines.map(one => (/_PATH=(.*)/.exec(one) ?? [])[1] ?? '').join(' ')"
    listed = subprocess.run([program, "-p", paths], capture_output=True, text=True, check=True).stdout
    return [Path(path) for path in listed.split()]
