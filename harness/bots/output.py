"""What a bot prints: the last lines of stderr as evidence, the first megabyte of all in a file."""

import contextlib
from collections import deque
from pathlib import Path

KEEP_BYTES = 1 << 20  # in the log file of a bot
_KEEP_LINES = 20  # of stderr
_LINE = 500  # characters


class Output:
    """The output of one process."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._tail: deque[str] = deque(maxlen=_KEEP_LINES)
        self._rest = b""

    def take(self, chunk: bytes, *, stderr: bool) -> bool:
        """Keep what there is room for; False if it was thrown away, so that the reader may slow down."""
        if stderr:
            *lines, rest = (self._rest + chunk).split(b"\n")
            self._rest = rest[-4 * _LINE :]
            self._tail.extend(line.decode(errors="replace")[:_LINE] for line in lines[-_KEEP_LINES:])
        if self._file is None:
            return True
        with contextlib.suppress(OSError), self._file.open("ab") as file:
            if file.tell() < KEEP_BYTES:
                file.write(chunk[: KEEP_BYTES - file.tell()])
                return True
        return False

    def last_words(self) -> list[str]:
        """The last lines of stderr."""
        rest = [self._rest.decode(errors="replace")[:_LINE]] if self._rest else []
        return [*self._tail, *rest][-_KEEP_LINES:]
