"""A saved image (``docker save``) without its names: loading it must not change what a name here stands for."""

import io
import json
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

_MOST = 1 << 20  # bytes of a list of contents


def nameless(path: Path, to: IO[bytes]) -> None:
    """Copy the archive; ValueError or TarError says why it is none, or not one of one image."""
    listed = False
    with tarfile.open(path) as saved, tarfile.open(fileobj=to, mode="w") as copy:
        for member in saved:
            content = saved.extractfile(member) if member.isfile() else None
            strip = _STRIP.get(member.name)
            if member.name == "repositories":
                continue  # nothing but names, for old engines
            if content is not None and strip is not None:
                if member.size > _MOST:
                    raise ValueError(f"its {member.name} is absurdly long")
                stripped = json.dumps(strip(json.load(content))).encode()
                member.size, content = len(stripped), io.BytesIO(stripped)
                listed |= member.name == "manifest.json"
            copy.addfile(member, content)
    if not listed:
        raise ValueError("it has no manifest.json")


def _manifest(images: Any) -> Any:
    """Docker's own list of contents."""
    if not (isinstance(images, list) and len(images) == 1 and isinstance(images[0], dict)):
        raise ValueError("it holds not one image, but several or none")
    return [{**images[0], "RepoTags": None}]


def _index(index: Any) -> Any:
    """That of the Open Container Initiative, which newer engines add."""
    if not (isinstance(index, dict) and isinstance(index.get("manifests"), list)):
        raise ValueError("its index.json lists no manifests")
    unnamed = [{key: one[key] for key in one if key != "annotations"} for one in map(dict, index["manifests"])]
    return {**index, "manifests": unnamed}


_STRIP: dict[str, Callable[[Any], Any]] = {"manifest.json": _manifest, "index.json": _index}
