"""What a count is worth at each depth: the figures of `exact count`, all exact."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from exact.analysis.counting.law import Best, Counted, made, net
from exact.analysis.counting.spread import Spread, spread
from exact.analysis.counting.tags import CountError
from exact.analysis.counting.trigger import Trigger
from exact.errors import BetError
from exact.game.bets import Bet
from exact.progress import Progress, quiet


@dataclass(frozen=True)
class DepthFigures:
    """A count at one depth.

    `trigger_probability` is that of a count that reaches the trigger, `bet_probability` that of a bet made then (less
    only for bets that are not offered on every coup); `gain` the expected net per coup dealt; `mean_ev` the EV over
    all counts, per coup; `best` the trigger that would gain most here. `ev_variance`, `correlation` (sign, square) and
    `normal_gain` describe the EV itself: None where they do not exist, for the reasons in `missing`.
    """

    cards_left: int
    trigger_probability: Fraction
    bet_probability: Fraction
    gain: Fraction
    mean_ev: Fraction
    best: Best | None
    ev_variance: Fraction | None
    correlation: tuple[int, Fraction] | None
    normal_gain: float | None
    missing: tuple[str, ...] = ()

    @property
    def ev_when_triggered(self) -> Fraction | None:
        """EV of a bet made; None if none ever is."""
        return self.gain / self.bet_probability if self.bet_probability else None


def bet_spread(counted: Counted, bet: Bet) -> tuple[Spread | None, str]:
    """The spread of the bet's EV over the shoe's depths; where it has none in closed form, None and why."""
    try:
        return spread(counted.rules, bet, counted.shoe), ""
    except (BetError, CountError) as error:
        return None, f"SD of EV, perfect play~ and betting correlation: {error}"


def depth_figures(counted: Counted, bet: Bet, trigger: Trigger, depths: Sequence[int],
                  progress: Progress = quiet) -> Iterator[DepthFigures]:
    """The figures at each depth; raises UsageError for cards left out of range."""
    found, reason = bet_spread(counted, bet)
    offers = None if bet.offered is None else counted.laws(bet, depths, made)
    for law in progress(counted.laws(bet, depths, net), len(depths), f"depths of {bet.name}"):
        probability, gain = law.when(trigger)
        betting = probability if offers is None else next(offers).when(trigger)[1]
        n = law.cards_left
        if found is None:
            yield DepthFigures(n, probability, betting, gain, law.mean, law.best(), None, None, None, (reason,))
            continue
        correlation, missing = _correlation(found, counted, n)
        yield DepthFigures(n, probability, betting, gain, law.mean, law.best(), found.variance(n), correlation,
                           found.normal_gain(n), missing)


def _correlation(found: Spread, counted: Counted, cards_left: int
                 ) -> tuple[tuple[int, Fraction] | None, tuple[str, ...]]:
    """The betting correlation; where there is none, why."""
    try:
        return found.correlation_square(counted.tags, cards_left), ()
    except CountError as error:
        return None, (str(error),)


def default_depths(cards: int, fewest: int) -> list[int]:
    """Half decks left, or about sixteen depths of a small shoe."""
    step = 26 if cards > 104 else max(1, cards // 16)
    return [n for n in range(step, cards, step) if n >= fewest] or [cards]
