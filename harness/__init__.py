"""A harness for bot competitions at card games."""

__version__ = "0.1.0"
