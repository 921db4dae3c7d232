"""The same pages over HTTP, every match on demand, live while a ladder runs, with a JSON API; read-only."""

from harness.site.serve.app import application

__all__ = ["application"]
