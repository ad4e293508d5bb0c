"""What stands in the title block of a document that is handed in: only what the user says, nothing of it required."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from exact.errors import GameError, nearest, quoted

ENTRIES = ("title", "author", "company", "reference", "version", "date", "jurisdiction")
"""The entries of a title block, in their order."""
LONGEST = 400


def read_entries(given: Mapping[str, Any], where: str) -> dict[str, str]:
    """The entries of a title block, in order; raises GameError for one that there is not, or a date that is none."""
    for key in given:
        if key not in ENTRIES:
            close = nearest(key, ENTRIES)
            raise GameError(f"{where}: {key}: no entry of a title block; " + (
                f"did you mean {close!r}?" if close else f"these are {', '.join(ENTRIES)} (texts alone: no logo)"))
    return {key: _entry(key, given[key], f"{where}: {key}") for key in ENTRIES if key in given}


def _entry(key: str, value: Any, where: str) -> str:
    text = value.isoformat() if type(value) is date else value
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST:
        raise GameError(f"{where}: {quoted(value)} is not a text of 1 to {LONGEST} characters")
    if key == "date":
        try:
            if len(text) != 10:
                raise ValueError
            date.fromisoformat(text)
        except ValueError:
            raise GameError(f"{where}: {quoted(text)} is not a date; write it as 2026-12-31") from None
    return text
