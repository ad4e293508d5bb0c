"""What the search for a figure's game finds: candidates, matches, explanations, and the nearest where there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from exact.analysis.published.claims import ClaimQuery
from exact.analysis.published.figures import WRONG_DIGITS, Printed
from exact.analysis.published.measures import Measure
from exact.analysis.published.misprints import Misprint
from exact.analysis.published.pay_variants import Variant
from exact.game.rules import Rules


@dataclass(frozen=True)
class Candidate:
    """Rules that a figure may come from: `kind` is standard, game (another of the catalogue) or misprint."""

    title: str
    kind: str
    rules: Rules
    cost: int
    misprint: Misprint | None = None


@dataclass(frozen=True)
class Match:
    """One way in which one exact number comes to be printed as a claim has it.

    `rounding` is what `Printed.rounding` says of the two; `neutral` says that the bet never pushes, so that all
    conventions are one; `taken_for` what the number is, where that is not what the claim says.
    """

    variant: Variant
    measure: Measure
    printed: Printed
    rounding: str
    cost: int
    neutral: bool
    taken_for: str = ""

    @property
    def mistake(self) -> str:
        """What is wrong with the figure as claimed; empty if nothing."""
        return "; ".join(filter(None, (self.taken_for, self.measure.mistake)))

    @property
    def wrong_digits(self) -> bool:
        """Whether the figure is wrong in its last digits: cut off, zeros for digits, or those of a spreadsheet."""
        return self.rounding in WRONG_DIGITS

    @property
    def key(self) -> tuple[str, ...]:
        """What is the same for several numbers of decks."""
        return (self.variant.title, self.measure.quantity, self.measure.convention, self.mistake, self.printed.scale,
                "rounded" if self.rounding == "exact" else self.rounding)


@dataclass(frozen=True)
class Explanation:
    """A game that reproduces some claims: a match for each of them, by shoe, of all shoes that do it the same way."""

    candidate: Candidate
    by_shoe: Mapping[str, tuple[Match, ...]]
    cost: int

    @property
    def shoes(self) -> tuple[str, ...]:
        return tuple(self.by_shoe)

    @property
    def right(self) -> bool:
        """Whether it makes the claims right: real rules, nothing mistaken, and every figure rounded as it should be."""
        return self.candidate.kind != "misprint" and not any(one.mistake or one.wrong_digits for one in self.matches())

    @property
    def standard(self) -> bool:
        """Whether it does so by the tableau of the game in question."""
        return self.right and self.candidate.kind == "standard"

    @property
    def wrong_digits(self) -> bool:
        """Whether nothing is wrong with it but the last digits of some figures."""
        return (self.candidate.kind == "standard" and not self.right
                and not any(one.mistake for one in self.matches()))

    def holds_for(self, shoe: str | None) -> bool:
        """Whether it is one for a shoe (None: for any)."""
        return shoe is None or shoe in self.by_shoe

    def shoe_shown(self, wanted: str | None = None) -> str:
        """The shoe that stands for all: the one wanted, else eight decks, else the first."""
        return next((name for name in (wanted, "8") if name and name in self.by_shoe), self.shoes[0])

    def matches(self, shoe: str | None = None) -> tuple[Match, ...]:
        """The matches at one shoe, as `shoe_shown`."""
        return self.by_shoe[self.shoe_shown(shoe)]


@dataclass(frozen=True)
class Nearest:
    """The closest number of a bet of the standard tableau, per bet made, to a claim that nothing reproduces.

    `name` says what the number is of (`exact.analysis.published.measures.called`).
    """

    bet: str
    shoe: str
    name: str
    value: Fraction
    printed: Printed
    difference: Fraction

    @property
    def distance(self) -> Fraction:
        return abs(self.difference)


@dataclass(frozen=True)
class SearchResult:
    """All that the search found: for all claims together, for each claim, and the nearest where a claim has none.

    `stated` is the shoe that the page names, None where it names none.
    """

    queries: tuple[ClaimQuery, ...]
    together: tuple[Explanation, ...]
    each: tuple[tuple[Explanation, ...], ...]
    nearest: tuple[tuple[Nearest, ...], ...]
    stated: str | None

    def right(self, claim: int, as_paid: bool = False) -> bool:
        """Whether a claim is right by the tableau of the game, for the stated shoe if there is one; with `as_paid` also
        with the game's own pays."""
        return any(found.standard and found.holds_for(self.stated)
                   and not (as_paid and any(match.variant.cost for match in found.matches()))
                   for found in self.each[claim])

    @property
    def passes(self) -> bool:
        """Whether every claim is right for the game as it pays."""
        return all(self.right(claim, as_paid=True) for claim in range(len(self.queries)))

    def alone(self, claim: int) -> SearchResult:
        """What was found for one of the claims."""
        found = self.each[claim]
        return SearchResult((self.queries[claim],), found, (found,), (self.nearest[claim],), self.stated)
