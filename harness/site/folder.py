"""The folder that pages are written into: whole files only, unchanged ones left alone, stale ones removed."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from harness.errors import HarnessError

MANIFEST = ".pages"  # what the last build wrote, so that nothing else in the folder is ever removed


class Folder:
    """Takes the files of one build, then removes what an earlier build left behind."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._written: set[str] = set()

    def put(self, name: str, content: str | bytes) -> None:
        """Write a file, by its path from the folder with slashes; readers see the old one or the new one, whole."""
        data = content.encode() if isinstance(content, str) else content
        self._written.add(name)
        try:
            _replace(self.path / name, data)
        except OSError as error:
            raise HarnessError(
                f"{self.path / name}: cannot be written: {error.strerror}; free space or rights, then build again"
            ) from None

    def keep(self, digests: Mapping[str, str]) -> bool:
        """Leave files of the last build as they are, if all of them still have their digests."""
        for name, digest in digests.items():
            path = self.path / name
            if not path.is_file() or digest_of(path.read_bytes()) != digest:
                return False
        self._written.update(digests)
        return True

    def __contains__(self, name: str) -> bool:
        """Whether this build has the file already."""
        return name in self._written

    def sweep(self) -> None:
        """Remove the files of the last build that this one did not write again."""
        manifest = self.path / MANIFEST
        old = set(manifest.read_text().splitlines()) if manifest.exists() else set()
        for name in old - self._written:
            path = self.path / name
            # The list may have been tampered with: only what lies inside the folder is ours.
            if path.resolve().is_relative_to(self.path.resolve()):
                path.unlink(missing_ok=True)
        self.put(MANIFEST, "".join(f"{name}\n" for name in sorted(self._written)))


def digest_of(data: bytes) -> str:
    """SHA-256, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def _replace(path: Path, data: bytes) -> None:
    if path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.new")
    fresh.write_bytes(data)
    fresh.replace(path)
