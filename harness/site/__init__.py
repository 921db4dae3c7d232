"""Static pages: a ladder's own, and the list of all ladders. They open from disk and ask nobody for anything."""

from harness.site.build import build
from harness.site.results import build_index

__all__ = ["build", "build_index"]
