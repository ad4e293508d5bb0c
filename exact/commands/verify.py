"""`exact verify`: the self-check of `exact.verify`."""

from exact.verify import configure, run

__all__ = ["configure", "run"]
