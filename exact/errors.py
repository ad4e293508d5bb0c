"""The errors of `exact`: all are `ValueError`s whose text says what is wrong, the value, and the way out.

A text names an argument in backticks, as Python knows it (`cut`), and a question too (`exact.games()`); the command
line puts its option there (--cut), and its command (exact games). So no layer below the commands knows these.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from fractions import Fraction

MOST_LISTED = 12
"""A message lists no more names than so many."""
LONGEST = 1200
"""An error line is cut in its middle to so many characters."""


def quoted(value: object) -> str:
    """A value as the user wrote it, in a message: texts in quotes, decimals as decimals, long ones cut."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Fraction):
        return str(float(value)) if value.denominator != 1 else str(value.numerator)
    text = repr(value).replace("`", "'")  # backticks are for arguments
    return text if len(text) <= 60 else text[:57] + "..."


def listed(names: Iterable[str]) -> str:
    """Names in a message: all of a few, the first of many."""
    every = list(names)
    more = len(every) - MOST_LISTED
    return ", ".join(every[:MOST_LISTED]) + (f" and {more} more" if more > 0 else "")


def joined(items: Iterable[object], word: str = "and") -> str:
    """Things in a sentence: `a`, `a and b`, `a, b and c`."""
    *first, last = map(str, items)
    return f"{', '.join(first)} {word} {last}" if first else last


def plural(number: int, noun: str) -> str:
    """`1 card`, `1,024 cards`."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


def one_line(message: object) -> str:
    """A message on one line that a terminal can show: its beginning says what is wrong, its end the way out."""
    line = " ".join(str(message).split())
    half = LONGEST // 2
    return line if len(line) <= LONGEST else f"{line[:half]} [...] {line[-half:]}"


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that a misspelt one most likely means, if any.

    Capitals count for nothing; a name that begins so is meant before one that is merely similar.
    """
    by_small = {other.casefold(): other for other in known}
    small = name.casefold()
    longer = sorted((other for other in by_small if small and other.startswith(small)), key=len)
    close = longer or get_close_matches(small, by_small, 1)
    return by_small[close[0]] if close else None


_ARGUMENT = re.compile(r"`(\w+)`")
_QUESTION = re.compile(r"`exact\.(\w+)\(\)`")


class ExactError(ValueError):
    """A request that cannot be answered; the command line prints its text as one `error:` line."""

    def told(self, options: Mapping[str, str]) -> str:
        """The text with each argument called by the option that gives it, and each question by its command.

        >>> ExactError("`cut` 3: too few cards; `exact.games()` has others").told({"cut": "--cut"})
        '--cut 3: too few cards; exact games has others'
        """
        text = _QUESTION.sub(lambda match: f"exact {match[1].replace('_', '-')}", str(self))
        return _ARGUMENT.sub(lambda match: options.get(match[1], match[1]), text)


class CardError(ExactError):
    """A card, or a set of cards, that does not exist or cannot be read."""


class ShoeError(ExactError):
    """A composition that cannot be: a negative count, a kind named twice, a deck number out of range."""


class IllegalRemovalError(ShoeError):
    """Removal of cards that the shoe does not hold, or from a shoe that cannot change."""


class ShoeExhaustedError(ShoeError):
    """Fewer cards in the shoe than what is asked may need."""


class UnknownCompositionError(ShoeError):
    """The bet looks at ranks or suits, and the shoe is known by less."""


class RulesError(ExactError):
    """A third-card table that is incomplete, contradictory or out of range."""


class BetError(ExactError):
    """A bet that cannot be understood, or that never pays, or a slip that the game forbids."""


class NeverOfferedError(BetError):
    """A bet that cannot be made on this shoe, or on this coup in progress."""


class GameError(ExactError):
    """A game, or a file of one, that cannot be found or read."""


class DealError(ExactError):
    """Cards on the table that the rules do not allow, or that came out of turn."""


class UsageError(ExactError):
    """Arguments of a question that are out of range, do not go together, or ask for more than can be computed."""


class ClaimError(ExactError):
    """A published figure, or a file of them, that cannot be read."""


class LogError(ExactError):
    """A log of dealt coups, or one row of it, that cannot be read."""
