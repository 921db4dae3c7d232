"""Benchmarks: ratios, each against a baseline measured in the same run. Never timed tests."""
