"""What ``make wire`` generates from ``proto/``."""
