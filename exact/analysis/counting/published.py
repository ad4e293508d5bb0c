"""Published counting systems: their tags as printed, the bet that each is for, and where it comes from."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from exact.analysis.counting.tags import Tags, parse_tags


@dataclass(frozen=True)
class PublishedCount:
    """A counting system: `tags` as printed; `trigger` is the true count from which it bets, None if none is printed."""

    title: str
    bet: str
    tags: str
    source: str
    trigger: str | None = None

    def read(self) -> Tags:
        return parse_tags(self.tags)


@lru_cache(maxsize=1)
def published_counts() -> tuple[PublishedCount, ...]:
    """The counting systems of published.toml, in its order."""
    data = files("exact.analysis.counting").joinpath("published.toml").read_text(encoding="utf-8")
    return tuple(PublishedCount(**count) for count in tomllib.loads(data)["counts"])
