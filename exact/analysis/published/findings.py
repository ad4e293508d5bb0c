"""What the search for a figure's game finds: worlds, fits, explanations, and the nearest where there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from exact.analysis.published.claim_text import Asked, Variant
from exact.analysis.published.figures import CUT, Printed
from exact.analysis.published.measures import Measure
from exact.analysis.published.misprints import Slip
from exact.game.rules import Rules


@dataclass(frozen=True)
class World:
    """Rules that a figure may come from: `kind` is standard, game (another of the catalogue) or misprint."""

    title: str
    kind: str
    rules: Rules
    cost: int
    slip: Slip | None = None


@dataclass(frozen=True)
class Fit:
    """One way in which one exact number comes to be printed as a claim has it."""

    variant: Variant
    measure: Measure
    printed: Printed
    how: str
    cost: int
    neutral: bool
    taken_for: str = ""

    @property
    def slip(self) -> str:
        """What is wrong with the figure as claimed; empty if nothing."""
        return "; ".join(filter(None, (self.taken_for, self.measure.slip)))

    @property
    def cut(self) -> bool:
        """Whether the figure is wrong in its last digits: cut off, zeros for digits, or those of a spreadsheet."""
        return self.how in CUT

    @property
    def key(self) -> tuple[str, ...]:
        """What is the same for several numbers of decks."""
        return (self.variant.title, self.measure.quantity, self.measure.convention, self.slip, self.printed.scale,
                "rounded" if self.how == "exact" else self.how)


@dataclass(frozen=True)
class Explanation:
    """A game that reproduces some claims, with the fit of each, for each of the shoes that do it the same way."""

    world: World
    fits: Mapping[str, tuple[Fit, ...]]
    cost: int

    @property
    def shoes(self) -> tuple[str, ...]:
        return tuple(self.fits)

    @property
    def right(self) -> bool:
        """Whether it makes the claims right: real rules, nothing mistaken, and every figure rounded as it should be."""
        return self.world.kind != "misprint" and not any(fit.slip or fit.cut for fit in self.one())

    @property
    def cut(self) -> bool:
        """Whether nothing is wrong with it but the last digits of some figures."""
        return self.world.kind == "standard" and not self.right and not any(fit.slip for fit in self.one())

    @property
    def standard(self) -> bool:
        """Whether it does so by the tableau of the game in question."""
        return self.right and self.world.kind == "standard"

    def one(self, shoe: str | None = None) -> tuple[Fit, ...]:
        """The fits at one shoe: the one asked for, else eight decks, else the first."""
        return self.fits[next((name for name in (shoe, "8") if name and name in self.fits), self.shoes[0])]


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


@dataclass(frozen=True)
class Findings:
    """All that the search found: for all claims together, for each claim, and the nearest where a claim has none."""

    asked: tuple[Asked, ...]
    together: tuple[Explanation, ...]
    each: tuple[tuple[Explanation, ...], ...]
    nearest: tuple[tuple[Nearest, ...], ...]
    stated: str | None

    @property
    def passes(self) -> bool:
        """Whether every claim is right for the game as it pays, and for the stated shoe if there is one."""
        return all(any(found.standard and not any(fit.variant.cost for fit in found.one())
                       and (self.stated is None or self.stated in found.shoes) for found in explanations)
                   for explanations in self.each)
