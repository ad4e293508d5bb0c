"""What a game is called together with a shoe: its own title says no number of decks, or one that may not be in play."""

from __future__ import annotations

import re

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_DECKS = re.compile(rf",?\s*\b(?:(?:on|with|from)\s+)?(?:\d+|{'|'.join(NUMBERS)}|sixteen)[ -]decks?\b", re.IGNORECASE)


def decks_in_words(decks: int) -> str:
    """`one deck`, `eight decks`, `100 decks`."""
    number = NUMBERS[decks - 1] if decks <= len(NUMBERS) else f"{decks:,}"
    return f"{number} deck{'s' * (decks != 1)}"


def bare_title(title: str) -> str:
    """A title without the number of decks that a file may have put into it; a title of nothing else stays."""
    return re.sub(r"^[\s,:;]+", "", _DECKS.sub("", title)).strip() or title


def title_on(title: str, shoe: str) -> str:
    """A title with the shoe in play, which stands before what follows a colon and a space (7:1 is a pay)."""
    name, *more = re.split(r"(?=:\s)", bare_title(title), maxsplit=1)
    return "".join([name, f", {shoe}", *more])
