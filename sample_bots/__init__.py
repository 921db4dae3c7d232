"""Bots to play against, to measure against and to learn from; README.md says how to write one."""
