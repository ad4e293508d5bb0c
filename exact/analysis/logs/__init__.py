"""Logs of dealt coups as people have them: bytes, rows, what the columns mean, and the coups."""
