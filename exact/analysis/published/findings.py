"""What the search for a figure's game finds: candidates, matches, explanations, and the nearest where there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from exact.analysis.published.claims import ClaimQuery
from exact.analysis.published.figures import WRONG_DIGITS, Printed
from exact.analysis.published.measures import Departure, Measure, called, unpriced
from exact.analysis.published.misprints import Misprint
from exact.game.bets import Bet
from exact.game.rules import Rules, Square

SAMPLED = "within sampling error"
EXCHANGED = " exchanged"
"""How the words of a departure by which two bets stand in each other's place end."""
STANDARD, GAME, MISPRINT = "standard", "game", "misprint"


@dataclass(frozen=True)
class Candidate:
    """Rules that a figure may come from: `kind` is standard (those of the game asked about), game (another of the
    catalogue) or misprint; `square` the one that is changed, where nothing else is."""

    title: str
    kind: str
    rules: Rules
    cost: int
    misprint: Misprint | None = None
    square: Square | None = None


@dataclass(frozen=True)
class Match:
    """One way in which one exact number comes to be printed as a claim has it.

    `rounding` is what `Printed.rounding` says of the two, or `SAMPLED`; `departures` are all ways in which the number
    or its reading is not what the claim says, `pays` among them the title of the bet as another house pays it; `z` the
    standard errors by which a simulated figure is off.
    """

    bet: Bet
    measure: Measure
    printed: Printed
    rounding: str
    departures: tuple[Departure, ...] = ()
    pays: str = ""
    z: float | None = None

    @property
    def mistakes(self) -> tuple[str, ...]:
        """What is wrong with the figure as claimed, other than its last digits and the pays."""
        return tuple(one.words for one in self.departures if one.words not in (self.pays, self.rounding))

    @property
    def wrong_digits(self) -> bool:
        """Whether the figure is wrong in its last digits: cut off, zeros for digits, or those of a spreadsheet."""
        return self.rounding in WRONG_DIGITS

    @property
    def cost(self) -> int:
        return sum(one.cost for one in self.departures)

    @property
    def key(self) -> tuple[object, ...]:
        """What is the same for several numbers of decks."""
        return (self.bet.name, self.measure.quantity, self.measure.manner, self.measure.cycle, self.departures,
                self.printed.scale, "rounded" if self.rounding == "exact" else self.rounding)


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
    def departures(self) -> frozenset[Departure]:
        return frozenset(one for match in self.matches() for one in match.departures)

    @property
    def right(self) -> bool:
        """Whether it makes the claims right: the rules and the pays asked about, each figure what its claim says and
        rounded as it should be."""
        return self.candidate.kind == STANDARD and not self.departures

    @property
    def wrong_digits(self) -> bool:
        """Whether nothing is wrong with it but the last digits of some figures."""
        return (self.candidate.kind == STANDARD and not self.right
                and all(one.words in WRONG_DIGITS for one in self.departures))

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
    """The number of a bet on some shoe that comes nearest to a claim, of those that the claim may mean.

    `name` says what the number is of (`exact.analysis.published.measures.called`); `difference` is None
    where the figure is no form of the quantity, which `printed` is then; `z` is how many standard errors a figure that
    was simulated is off.
    """

    bet: str
    shoe: str
    name: str
    measure: Measure
    printed: Printed
    difference: Fraction | None
    z: float | None = None

    @property
    def value(self) -> Fraction:
        return self.measure.value

    @property
    def distance(self) -> Fraction:
        return abs(self.difference or Fraction(0))


@dataclass(frozen=True)
class SearchResult:
    """All that the search found: for all claims together and for each claim, simplest first.

    `stated` is the shoe that the page names, None where it names none. `nearest` has for each claim its own number in
    the game asked about first; then those of other bets and shoes that are nearer.
    """

    queries: tuple[ClaimQuery, ...]
    together: tuple[Explanation, ...]
    each: tuple[tuple[Explanation, ...], ...]
    nearest: tuple[tuple[Nearest, ...], ...]
    stated: str | None

    def exact(self, claim: int) -> tuple[str, str, Measure, Printed] | None:
        """The value in the game asked about, after the shoe and what it is of: what the figure should be, or is but for
        its last digits; None where the quantity has no such form."""
        for one in self.each[claim]:
            if (one.right or one.wrong_digits) and one.holds_for(self.stated):
                match, = one.matches(self.stated)
                return one.shoe_shown(self.stated), called(match.bet, match.measure), match.measure, match.printed
        return next(((one.shoe, one.name, one.measure, one.printed) for one in self.nearest[claim]), None)

    def right(self, claim: int) -> bool:
        """Whether a claim alone is right for the game, for the stated shoe if there is one."""
        return any(one.right and one.holds_for(self.stated) for one in self.each[claim])

    @property
    def passes(self) -> bool:
        """Whether the claims are right for the game, all at once."""
        return any(one.right and one.holds_for(self.stated) for one in self.together)

    def alone(self, claim: int) -> SearchResult:
        """What was found for one of the claims."""
        found = self.each[claim]
        return SearchResult((self.queries[claim],), found, (found,), (self.nearest[claim],), self.stated)


def exchange(one: Bet, other: Bet) -> str:
    """The departure that two bets exchanged share, whichever of them a claim is about."""
    first, second = sorted((one, other), key=lambda bet: bet.name, reverse=True)
    return f"{unpriced(first)} and {unpriced(second)}{EXCHANGED}"
