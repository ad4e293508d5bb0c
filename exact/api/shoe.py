"""Questions about a whole shoe: what one coup tells about the next, how many coups there are, and every sub-shoe."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from exact.analysis.odds.pay_lines import BetsLike
from exact.analysis.shoe.coups import CoupFigures, coup_figures
from exact.analysis.shoe.sequence import ManyCoups
from exact.analysis.shoe.shoe_totals import ShoeTotals, shoe_totals
from exact.analysis.shoe.streaks import COUPS as LOOKED_AT
from exact.analysis.shoe.streaks import StreakFigures, streak_figures
from exact.analysis.shoe.successive import (
    AfterHistory,
    SimulatedNext,
    SuccessiveCoups,
    next_coup,
    successive_coups,
    three_coups,
)
from exact.api.arguments import Asked, Depths, Tagged, When, as_tags, as_trigger
from exact.commands.progress import bar
from exact.game.numbers import Number
from exact.game.procedure import Procedure
from exact.game.shoe import ShoeLike
from exact.progress import Progress
from exact.values import COUPS, SEED, SHOES
from exact.workers import sweepers, threads

if TYPE_CHECKING:
    from exact.analysis.shoe.perfect_play import BestShoes, PerfectPlay
    from exact.analysis.shoe.simulate import CountedPlay, DealtShoes


class ShoeQuestions(Asked):
    """What happens over a shoe. `burn`, `cut`, `extra` and `extra_if_first` say how one is dealt through."""

    def two_coups(self, shoe: ShoeLike | None = None, bets: BetsLike = "main", first: str = "winner",
                  second: str = "winner") -> SuccessiveCoups:
        """The joint law of two coups of a shoe, and what bets on the second are worth after each result of the first:
        `exact next`.

        `first` and `second` say what is looked at: who wins, a bet, or a fact such as `"player.total"`.

        >>> law = Game("punto-banco").two_coups().law
        >>> law.first.names, float(law.conditional(1, 1))
        (('player', 'banker', 'tie'), 0.458596...)

        Raises ShoeExhaustedError, UsageError, BetError.
        """
        left = self._shoe(shoe)
        return successive_coups(self.definition, left, self._bets(bets, left), first, second)

    def three_coups(self, shoe: ShoeLike | None = None, first: str = "winner", progress: Progress = bar) -> ManyCoups:
        """The joint law of three coups of a shoe: `exact next --coups 3`.

        >>> law = Game("punto-banco").three_coups("0=9 A=5 2=5 8=3")
        >>> law.probability(0, 1, 2) == law.probability(2, 0, 1)
        True

        Raises as `two_coups`.
        """
        return three_coups(self.definition, self._shoe(shoe), first, progress)

    def after(self, after: str | None = None, shoe: ShoeLike | None = None, bets: BetsLike = "main",
              second: str = "winner", given: str | None = None, after_cards: str | None = None, shoes: int = SHOES,
              seed: int = SEED, processes: int | None = None, progress: Progress = bar) -> AfterHistory | SimulatedNext:
        """The coup after a history such as `"BBP"`, after one of which something is `given`, or after the cards of
        one: `exact next --after`, `--given`, `--after-cards`.

        Exact for up to three coups, in seconds; longer ones are simulated.

        >>> game = Game("punto-banco")
        >>> float(game.after("B").law.probabilities["banker"])
        0.458596...
        >>> float(game.after(given="player.natural = true", second="player-pair").law.probability(0))
        0.07469...
        >>> game.after(after_cards="9 4 2 K 5 5").history
        '9 4 2 K 5 5 (banker)'

        Raises UsageError, ShoeExhaustedError, BetError, DealError.
        """
        left = self._shoe(shoe)
        with threads(processes) as executor:
            return next_coup(self.definition, left, self._bets(bets, left), after=after, given=given,
                             after_cards=after_cards, second=second, shoes=shoes, seed=seed, executor=executor,
                             progress=progress)

    def coups(self, shoe: ShoeLike | None = None, *, burn: str | int = Procedure.burn, cut: int | None = None,
              extra: int = Procedure.extra, extra_if_first: int = Procedure.extra_if_first, shoes: int = SHOES,
              seed: int = SEED, processes: int | None = None, progress: Progress = bar) -> CoupFigures:
        """How many cards a coup takes, and how many coups come before the cut card: `exact coups`.

        >>> found = Game("punto-banco").coups("0=10 6=10 8=10", burn="none", cut=6)
        >>> float(found.cards.mean), float(found.per_shoe.mean)
        (4.6439..., 5.8111...)

        Raises UsageError, ShoeExhaustedError.
        """
        left = self._shoe(shoe)
        with threads(processes) as executor:
            return coup_figures(self.definition.rules, left, Procedure.of(left, burn, cut, extra, extra_if_first),
                                shoes, seed, executor, progress)

    def totals(self, events: str | Iterable[str], coups: int, shoe: ShoeLike | None = None) -> ShoeTotals:
        """How many ties, wins or hits of bets there are in so many coups of one shoe: `exact coups --events`.

        >>> ties, = Game("punto-banco").totals("tie", 60).totals
        >>> float(ties.mean), float(ties.ratio)
        (5.7093..., 0.99882...)

        Raises UsageError, BetError.
        """
        return shoe_totals(self.definition, self._shoe(shoe), events.split(",") if isinstance(events, str) else events,
                           coups)

    def streaks(self, shoe: ShoeLike | None = None, side: str = "banker", ties: str | None = None,
                coups: int = LOOKED_AT, decisions: int | None = None, longest: int | None = None,
                exact_only: bool = False, *, burn: str | int = Procedure.burn, cut: int | None = None,
                extra: int = Procedure.extra, extra_if_first: int = Procedure.extra_if_first, shoes: int = SHOES,
                seed: int = SEED, processes: int | None = None, progress: Progress = bar) -> StreakFigures:
        """Runs of Player or Banker in a shoe, exact for independent coups and dealt from the real shoe beside it:
        `exact streaks`.

        >>> runs = Game("punto-banco").streaks(coups=81, exact_only=True)
        >>> float(runs.exact.at_least(6)), runs.dealt
        (0.3295..., None)

        Raises UsageError, ShoeExhaustedError.
        """
        left = self._shoe(shoe)
        with threads(processes) as executor:
            return streak_figures(self.definition.rules, left, side, ties, coups, decisions, longest, exact_only,
                                  Procedure.of(left, burn, cut, extra, extra_if_first), shoes, seed, executor, progress)

    def simulate(self, shoe: ShoeLike | None = None, bets: BetsLike = "main", *, burn: str | int = Procedure.burn,
                 cut: int | None = None, extra: int = Procedure.extra, extra_if_first: int = Procedure.extra_if_first,
                 shoes: int = SHOES, seed: int = SEED, processes: int | None = None, progress: Progress = bar
                 ) -> DealtShoes:
        """Shoes dealt at random with a unit on every bet of every coup, as a check: `exact simulate`.

        >>> dealt = Game("punto-banco").simulate(shoes=1000)
        >>> dealt.per_shoe.n, abs(dealt.bets[0].ev.off(-Game("punto-banco").bet("player").house_edge())) < 4
        (1000, True)

        Raises UsageError, ShoeExhaustedError, BetError.
        """
        from exact.analysis.shoe.simulate import simulate_shoes
        left = self._shoe(shoe)
        with threads(processes) as executor:
            return simulate_shoes(self.definition.rules, self._bets(bets, left), left,
                                  Procedure.of(left, burn, cut, extra, extra_if_first), shoes, seed, executor, progress)

    def play(self, tags: Tagged, trigger: When, shoe: ShoeLike | None = None, bets: BetsLike = "main",
             cards_left: Depths | None = None, *, start: Number = 0, divisor: str = "exact", decks_left: str = "unseen",
             burn: str | int = Procedure.burn, cut: int | None = None, extra: int = Procedure.extra,
             extra_if_first: int = Procedure.extra_if_first, shoes: int = SHOES, coups: int = COUPS, seed: int = SEED,
             processes: int | None = None, progress: Progress = bar) -> CountedPlay:
        """A count played over shoes dealt at random, or over coups at some depths: `exact simulate --tags --trigger`.

        >>> play = Game("punto-banco").play("4-7=-1 8,9=2", 4, bets="dragon-7", shoes=1000)
        >>> play.bets[0][1].units.n
        1000

        Raises CountError, UsageError, ShoeExhaustedError, BetError.
        """
        from exact.analysis.shoe.simulate import simulate_play
        left = self._shoe(shoe)
        with threads(processes) as executor:
            return simulate_play(self.definition.rules, self._bets(bets, left), left, as_tags(tags, start),
                                 as_trigger(trigger, divisor, decks_left),
                                 Procedure.of(left, burn, cut, extra, extra_if_first), self._depths(cards_left, left),
                                 shoes, coups, seed, executor, progress)

    def sweep(self, shoe: ShoeLike | None = None, bets: BetsLike = "main", cards_left: Depths | None = None,
              histogram: bool = False, cut: int | Iterable[int] = (), *, processes: int | None = None,
              scheduler: str | None = None, resume: str | os.PathLike[str] | None = None, progress: Progress = bar
              ) -> PerfectPlay:
        """Every sub-shoe: the law of the EV by cards left, and the exact value of perfect play: `exact sweep`.

        Finished parts are kept in the folder `resume`, and those in it are used.

        >>> found = Game("punto-banco").sweep(1, "banker", cards_left=6)
        >>> depth = found.bets[0].depths[0]
        >>> depth.sub_shoes, float(depth.mean_gain.low)
        (4915, 0.00863...)

        Raises UsageError, with the time that it would take, for too many sub-shoes.
        """
        from exact.analysis.shoe.perfect_play import perfect_play, prepare, swept_together
        left = self._shoe(shoe)
        chosen = self._bets(bets, left)
        if bets == "all":
            chosen = swept_together(chosen)[0]
        prepared = prepare(self.definition.rules, chosen, left, self._depths(cards_left, left), histogram,
                           [cut] if isinstance(cut, int) else list(cut))
        with sweepers(prepared.work, processes, scheduler) as executor:
            return perfect_play(prepared, executor, progress, None if resume is None else Path(resume))

    def best(self, shoe: ShoeLike | None = None, bets: BetsLike = "main", cards_left: Depths | None = None, *,
             processes: int | None = None, scheduler: str | None = None,
             resume: str | os.PathLike[str] | None = None, progress: Progress = bar) -> BestShoes:
        """The most favourable sub-shoes of a bet by cards left: `exact best`.

        >>> best = Game("punto-banco").best(1, "banker", cards_left=6)
        >>> best.sweep.bets[0].depths[0].max_ev
        Fraction(14, 25)

        Raises as `sweep`.
        """
        from exact.analysis.shoe.perfect_play import BestShoes
        return BestShoes(self.sweep(shoe, bets, cards_left, processes=processes, scheduler=scheduler, resume=resume,
                                    progress=progress))
