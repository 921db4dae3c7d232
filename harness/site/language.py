"""What a bot is written in, as far as its command tells, or the bot itself when it was checked."""

import re
from pathlib import PurePath

from harness.match import Bot

OTHER = "other"
_SUFFIXES = {
    ".py": "Python", ".js": "JavaScript", ".mjs": "JavaScript", ".cjs": "JavaScript", ".ts": "TypeScript",
    ".rb": "Ruby", ".go": "Go", ".rs": "Rust", ".jar": "Java", ".java": "Java", ".kts": "Kotlin", ".lua": "Lua",
    ".pl": "Perl", ".php": "PHP", ".jl": "Julia", ".cs": "C#", ".dll": "C#", ".hs": "Haskell", ".sh": "Shell",
}  # fmt: skip
_PROGRAMS = {
    "python": "Python", "pypy": "Python", "node": "JavaScript", "deno": "TypeScript", "bun": "TypeScript",
    "ruby": "Ruby", "go": "Go", "cargo": "Rust", "java": "Java", "kotlin": "Kotlin", "lua": "Lua", "perl": "Perl",
    "php": "PHP", "julia": "Julia", "dotnet": "C#", "runghc": "Haskell", "sh": "Shell", "bash": "Shell",
}  # fmt: skip


# As they stand in the name of an SDK, such as "harness.sdk for Python" or "raw grpc-js".
_WORDS = {word.lower(): word for word in (*_SUFFIXES.values(), "C", "C++", "Zig", "Swift", "Elixir", "OCaml", "Scala")}
_WORDS |= {"js": "JavaScript", "node": "JavaScript", "golang": "Go", "csharp": "C#", "cpp": "C++", "grpcio": "Python"}


def language(bot: Bot, sdk: str = "") -> str:
    """The language of a file or interpreter in the command; else of the SDK that the bot says it uses; else "other"."""
    for word in bot.command:
        path = PurePath(word)
        program = path.name.rstrip("0123456789.")
        found = _PROGRAMS.get(program) or _SUFFIXES.get(path.suffix)
        if found:
            return found
    said = (_WORDS.get(word) for word in re.findall(r"[a-z]+(?:\+\+|#)?", sdk.lower()))
    return next((word for word in said if word), OTHER)
