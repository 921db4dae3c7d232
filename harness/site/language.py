"""What a bot is written in, as far as its command tells."""

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


def language(bot: Bot) -> str:
    """The language of a file or interpreter that the command names; "other" where it names none."""
    for word in bot.command:
        path = PurePath(word)
        program = path.name.rstrip("0123456789.")
        found = _PROGRAMS.get(program) or _SUFFIXES.get(path.suffix)
        if found:
            return found
    return OTHER
