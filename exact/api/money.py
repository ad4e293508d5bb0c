"""Questions about money: a session of a slip, a play with stop rules and what a house gives back."""

from __future__ import annotations

import os
from collections.abc import Mapping
from fractions import Fraction

from exact.analysis.bankroll.dealt_play import DealtPlays
from exact.analysis.bankroll.play import Programme, StopRules
from exact.analysis.bankroll.sessions import COUPS, RESULT_QUANTILES, Session, read_range, session
from exact.analysis.bankroll.slips import Stakes, dealt_plays, play, slip_law
from exact.analysis.bankroll.stopping import StoppedPlay
from exact.analysis.bankroll.systems import FLAT, System, read_system
from exact.api.arguments import Asked
from exact.commands.progress import bar
from exact.game.numbers import Number, Numbers, exact_number, probabilities
from exact.game.shoe import ShoeLike
from exact.progress import Progress
from exact.values import SEED, SESSIONS


class MoneyQuestions(Asked):
    """What becomes of money. Stakes are sums by the names of bets, as `{"banker": 10, "tie": 1}`."""

    def session(self, stakes: Mapping[str, Number], coups: int | None = None, quantiles: Numbers | None = None,
                shoe: ShoeLike | None = None, at_least: Number | None = None, between: Numbers | None = None,
                exactly: int | None = None) -> Session:
        """The distribution of the result of n coups with the same slip on each: `exact sessions --stakes`.

        >>> evening = Game("punto-banco").session({"banker": 10, "tie": 1}, 70, at_least=50)
        >>> float(evening.asked[0].chance.low)
        0.18471...

        Raises UsageError, BetError.
        """
        return session(slip_law(self.definition.rules, self._stakes(stakes), self._shoe(shoe)), coups or COUPS,
                       RESULT_QUANTILES if quantiles is None else probabilities(quantiles, "quantiles"),
                       None if at_least is None else exact_number(at_least, "at_least"),
                       None if between is None else read_range(between), exactly)

    def stopped(self, stakes: Mapping[str, Number], bankroll: Number, target: Number | None = None,
                stop_loss: Number | None = None, coups: int | None = None, drawdown: Number | None = None,
                system: str | os.PathLike[str] | None = None, chip: Number | None = None, *, rebate: Number = 0,
                rebate_from: Number = 0, rolling: Number = 0, show_up: Number = 0, shoe: ShoeLike | None = None,
                progress: Progress = bar) -> StoppedPlay:
        """A play with a bankroll until a stop rule, ruin or so many coups, and what a house gives back:
        `exact sessions --bankroll`.

        >>> evening = Game("punto-banco").stopped({"player": 1}, bankroll=20, target=40)
        >>> float(evening.chance("target").low), float(evening.expected_coups.low)
        (0.36678..., 431.42...)

        Raises UsageError, also for a play that would never end; BetError.
        """
        return play(self.definition.rules, self._stakes(stakes), self._shoe(shoe),
                    *_terms(bankroll, target, stop_loss, coups, drawdown, system, rebate, rebate_from, rolling,
                            show_up), _number(chip, "chip"), progress)

    def deal(self, stakes: Mapping[str, Number], bankroll: Number, target: Number | None = None,
             stop_loss: Number | None = None, coups: int | None = None, drawdown: Number | None = None,
             system: str | os.PathLike[str] | None = None, chip: Number | None = None, *, rebate: Number = 0,
             rebate_from: Number = 0, rolling: Number = 0, show_up: Number = 0, shoe: ShoeLike | None = None,
             sessions: int = SESSIONS, seed: int = SEED, progress: Progress = bar) -> DealtPlays:
        """The same plays dealt at random, as a check on `stopped`: `exact simulate --bankroll`.

        >>> dealt = Game("punto-banco").deal({"player": 1}, bankroll=5, target=10, coups=50, sessions=10_000)
        >>> known = Game("punto-banco").stopped({"player": 1}, bankroll=5, target=10, coups=50)
        >>> abs(dealt.result.off(known.result.low)) < 4
        True

        Raises as `stopped`, and for what is computed and not dealt: `drawdown`, `rolling`, a line of Labouchere.
        """
        return dealt_plays(self.definition.rules, self._stakes(stakes), self._shoe(shoe),
                           *_terms(bankroll, target, stop_loss, coups, drawdown, system, rebate, rebate_from, rolling,
                                   show_up), _number(chip, "chip"), sessions, seed, progress)

    def _stakes(self, stakes: Mapping[str, Number]) -> Stakes:
        return self.definition.staked([(name, exact_number(stake, "stakes")) for name, stake in stakes.items()])


def _number(value: Number | None, argument: str) -> Fraction | None:
    return None if value is None else exact_number(value, argument)


def _terms(bankroll: Number, target: Number | None, stop_loss: Number | None, coups: int | None,
           drawdown: Number | None, system: str | os.PathLike[str] | None, rebate: Number, rebate_from: Number,
           rolling: Number, show_up: Number) -> tuple[StopRules, System, Programme]:
    """Raises UsageError and GameError that name the argument."""
    rules = StopRules(exact_number(bankroll, "bankroll"), _number(target, "target"), _number(stop_loss, "stop_loss"),
                      coups, _number(drawdown, "drawdown"))
    terms = Programme(exact_number(rebate, "rebate"), exact_number(rebate_from, "rebate_from"),
                      exact_number(rolling, "rolling"), exact_number(show_up, "show_up"))
    return rules, FLAT if system is None else read_system(os.fspath(system)), terms
