"""What a counter wins in a shoe dealt by some procedure, and at what risk.

The law at each depth is exact for a random sub-shoe, and how often a coup starts there is the renewal law of
`exact.analysis.shoe.coups`. Both are approximate for a shoe that is dealt: given that a coup starts with n cards left,
these are not quite a random sub-shoe, as the lengths of the coups before depend on their cards and so on the running
count. The fewer the decks the more (docs/counting.md has the sizes). The standard deviation leaves out the (small)
covariance of the coups of one shoe.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm, sqrt

from exact.analysis.counting.law import Counted, CountLaw, made, net, square
from exact.analysis.counting.trigger import Trigger
from exact.analysis.shoe.coups import CoupStarts, coup_starts
from exact.game.bets import Bet
from exact.game.procedure import Procedure
from exact.progress import Progress, quiet


@dataclass(frozen=True)
class ShoeFigures:
    """A count over a shoe; units are of one flat bet on each coup whose count reaches the trigger.

    `coups`, `bets` and `units` are per shoe; `square` is the sum of squared net results. All approximate (see the
    module), so floats.
    """

    coups: float
    bets: float
    units: float
    square: float
    coups_deviation: float
    flat_square: float

    @property
    def bet_frequency(self) -> float | None:
        """Bets per coup dealt; None where no coup is."""
        return self.bets / self.coups if self.coups else None

    @property
    def units_per_100(self) -> float | None:
        """Units won per 100 coups dealt."""
        return 100 * self.units / self.coups if self.coups else None

    @property
    def mean_ev(self) -> float | None:
        """Mean EV of a bet made; None if none is."""
        return self.units / self.bets if self.bets else None

    @property
    def deviation(self) -> float:
        """Standard deviation of the units won in a shoe."""
        return sqrt(self.square)

    @property
    def n0(self) -> float | None:
        """Shoes after which the expected win is one standard deviation; None without a gain."""
        return self.square / self.units**2 if self.units > 0 else None

    @property
    def desirability(self) -> float | None:
        """Desirability index: 1000 times expected win over standard deviation, per coup dealt; None without a bet."""
        return 1000 * self.units / sqrt(self.square * self.coups) if self.square else None

    @property
    def desirability_flat(self) -> float | None:
        """The same with the variance of a full-shoe bet in place of that of the bets made, as it is mostly printed."""
        return 1000 * self.units / sqrt(self.bets * self.flat_square * self.coups) if self.bets else None

    @property
    def kelly(self) -> float | None:
        """Kelly fraction of the bankroll for a bet of the mean kind: mean over mean square; None without a gain."""
        return self.units / self.square if self.units > 0 else None


def _divided(where: CoupStarts, unseen_burn: bool) -> dict[int, list[tuple[int, float]]]:
    """Unseen cards -> pairs of the cards that divide the running count and the coups expected to start there."""
    found: dict[int, dict[int, float]] = {}
    for (left, burned), expected in sorted(where.expected.items()):
        divisor = left + burned if unseen_burn else left
        at = found.setdefault(left + burned, {})
        at[divisor] = at.get(divisor, 0.0) + expected
    return {unseen: list(at.items()) for unseen, at in sorted(found.items())}


def shoe_depths(counted: Counted, procedure: Procedure) -> list[int]:
    """The numbers of unseen cards at which a coup can start, in order."""
    where = coup_starts(counted.rules, counted.shoe, procedure)
    return sorted({left + burned for left, burned in where.expected})


def per_shoe(counted: Counted, bet: Bet, trigger: Trigger, procedure: Procedure, laws: Sequence[CountLaw] | None = None,
             progress: Progress = quiet) -> ShoeFigures:
    """A count over a whole shoe: every depth exact, weighted by how often a coup starts there.

    `laws`, if given, are those of the bet at `shoe_depths`.
    """
    where = coup_starts(counted.rules, counted.shoe, procedure)
    divided = _divided(where, trigger.unseen_burn)
    depths = list(divided)
    bets = units = squares = own = 0.0
    pays = sorted({line.pays for line in bet.lines})
    two = len(pays) == 2
    second = None if two else counted.laws(bet, depths, square)
    offers = None if bet.offered is None else counted.laws(bet, depths, made)
    nets = counted.laws(bet, depths, net) if laws is None else iter(laws)
    for n, law in zip(progress(depths, len(depths), f"a shoe of {bet.name}"), nets, strict=True):
        squared = next(second) if second is not None else None
        offered = next(offers) if offers is not None else None
        for divisor, expected in divided[n]:
            probability, gain = law.when(trigger, divisor)
            if offered is not None:
                probability = offered.when(trigger, divisor)[1]
            moment = (squared.when(trigger, divisor)[1] if squared is not None
                      else (pays[0] + pays[1]) * gain - pays[0] * pays[1] * probability)
            bets += expected * float(probability)
            units += expected * float(gain)
            squares += expected * float(moment)
            own += expected * float(gain) ** 2
    full = counted.cards
    share = counted.law(bet, full, made).mean if bet.offered is not None else Fraction(1)
    mean = counted.law(bet, full, net).mean / share
    flat = counted.law(bet, full, square).mean / share - mean * mean
    return ShoeFigures(where.coups, bets, units, squares - own, sqrt(where.coups_variance), float(flat))


EXACT_TRUE_COUNT = Trigger(Fraction(0))


def best_trigger(counted: Counted, bet: Bet, procedure: Procedure, laws: Sequence[CountLaw] | None = None,
                 like: Trigger = EXACT_TRUE_COUNT) -> tuple[Trigger, float] | None:
    """The one count, high or low, from which on a bet gains most over the shoe, and the gain in units per shoe.

    A count of the kind of `like`: a running count, or a true count with its divisor. None where no trigger gains. The
    gain is a float; the trigger is an exact rational.
    """
    divided = _divided(coup_starts(counted.rules, counted.shoe, procedure), like.unseen_burn)
    gains: dict[float, float] = {}
    exact: dict[float, Fraction] = {}
    scale = lcm(counted.base.denominator, counted.step.denominator, counted.tags.start.denominator)
    for n, law in zip(divided, laws or counted.laws(bet, list(divided), net), strict=True):
        counts = [int(count * scale) for count in law.running_counts]
        means = [result / law.results_of for result in law.results]
        for divisor, expected in divided[n]:
            decks = Fraction(1) if like.running else like.divisor.decks(divisor)
            over, under = decks.denominator, decks.numerator * scale
            for count, mean in zip(counts, means, strict=True):
                true = count * over / under  # correctly rounded, so that equal true counts meet at every depth
                if true in gains:
                    gains[true] += expected * mean
                else:
                    gains[true], exact[true] = expected * mean, Fraction(count * over, under)
    best = None
    for upwards in (True, False):
        total = 0.0
        for true in sorted(gains, reverse=upwards):
            total += gains[true]
            if total > 0 and (best is None or total > best[1]):
                best = (replace(like, threshold=exact[true], relation=">=" if upwards else "<="), total)
    return best
