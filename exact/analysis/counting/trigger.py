"""When a counter bets: a true count, or a running count, that reaches a number."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from exact.analysis.counting.tags import CountError, parse_number

DECK = 52

_COMPARE: dict[str, Callable[[Fraction, Fraction], bool]] = {
    ">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt}


class Divisor(Enum):
    """What the running count is divided by: the decks left, exact or as people estimate them."""

    EXACT = "exact"
    HALF = "half-deck"
    FLOORED = "floored"

    def decks(self, cards: int) -> Fraction:
        """Decks for so many cards left: exact, or rounded down to half or whole decks, but never to none."""
        exact = Fraction(cards, DECK)
        if self is Divisor.EXACT:
            return exact
        step = Fraction(1, 2) if self is Divisor.HALF else Fraction(1)
        return max(step, exact // step * step)


@dataclass(frozen=True)
class Trigger:
    """Bet when the true count (or with `running` the running count) stands in this relation to `threshold`.

    `unseen_burn`: the decks left include the cards that were burned unseen; else only the cards still in the shoe.
    """

    threshold: Fraction
    relation: str = ">="
    running: bool = False
    divisor: Divisor = Divisor.EXACT
    unseen_burn: bool = True

    @property
    def upwards(self) -> bool:
        """Whether high counts reach it."""
        return self.relation in (">=", ">")

    def value(self, running_count: Fraction, cards_left: int) -> Fraction:
        """The count that is compared: the running count, by the decks left unless it is used as it is."""
        return running_count if self.running else running_count / self.divisor.decks(cards_left)

    def reached(self, running_count: Fraction, cards_left: int) -> bool:
        return _COMPARE[self.relation](self.value(running_count, cards_left), self.threshold)

    def least(self, cards_left: int, scale: int) -> int:
        """The least whole number c of 1/scale for which a running count of c / scale reaches an upward trigger.

        For a downward trigger, of the negated counts: -running count >= c / scale.
        """
        bound = self.threshold * scale * (1 if self.running else self.divisor.decks(cards_left))
        bound = bound if self.upwards else -bound
        return math.ceil(bound) if self.relation in (">=", "<=") else math.floor(bound) + 1

    @property
    def decks_left(self) -> str:
        """What divides the running count in a shoe with a burn, in words."""
        return f"decks left {'include' if self.unseen_burn else 'exclude'} the burned cards"

    def __str__(self) -> str:
        return f"{'running' if self.running else 'true'} count {self.relation} {self.threshold}"


_TRIGGER = re.compile(r"\s*(rc|tc)?\s*(>=|<=|>|<)?\s*([-+]?[0-9./]+)\s*", re.IGNORECASE)


def parse_trigger(text: str, divisor: Divisor = Divisor.EXACT, unseen_burn: bool = True) -> Trigger:
    """A trigger such as `4` (true count >= 4), `<=-3`, `tc>2.5`, `rc>=7` (running count); raises CountError."""
    found = _TRIGGER.fullmatch(text)
    if found is None:
        raise CountError(f"`trigger` {text!r}: write a true count such as 4 or <=-3, or a running count such as rc>=7")
    kind, relation, number = found.groups()
    return Trigger(parse_number(number, f"`trigger` {text!r}"), relation or ">=", (kind or "").lower() == "rc", divisor,
                   unseen_burn)
