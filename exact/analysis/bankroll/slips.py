"""Stakes on several bets of one coup, with the law of their result: a bet whose lines are its totals.

What is asked of one bet (sessions, stop rules, monitoring) can so be asked of a slip too. Results are in money.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from exact.analysis.bankroll.dealt_play import DealtPlays, deal_plays
from exact.analysis.bankroll.play import NOTHING, Programme, StopRules
from exact.analysis.bankroll.stopping import StoppedPlay, stopped_play
from exact.analysis.bankroll.systems import FLAT, System
from exact.analysis.odds.laws import BetLaw, bet_law
from exact.engine.coup.compile import compile_joint
from exact.errors import UsageError
from exact.game.bets import ALWAYS, Bet, Line
from exact.game.rules import Rules
from exact.game.shoe import Shoe
from exact.progress import Progress, quiet
from exact.values import SEED, SESSIONS

Stakes = Sequence[tuple[Bet, Fraction]]


def slip_law(rules: Rules, stakes: Stakes, shoe: Shoe) -> BetLaw:
    """The law of what a slip wins in one coup; a bet that is not offered in it stakes nothing.

    Raises UsageError for no stake, one that is not above 0 or a bet named twice; BetError where the bets together
    distinguish too many cards.
    """
    bets = tuple(bet for bet, _ in stakes)
    if not bets or len(set(bets)) < len(bets):
        raise UsageError("`stakes`: name each bet once, at least one, such as banker=10,tie=1")
    for bet, stake in stakes:
        if stake <= 0:
            raise UsageError(f"`stakes`, {bet.name} {stake}: a stake is above 0")
    law = compile_joint(rules, bets).law(shoe)
    totals: dict[Fraction, int] = {}
    for key, count in zip(law.keys, law.counts, strict=True):
        total = sum((stake * bet.lines[line].pays for (bet, stake), line in zip(stakes, key, strict=True)
                     if line is not None), Fraction(0))
        totals[total] = totals.get(total, 0) + count
    name = ",".join(f"{bet.name}={stake}" for bet, stake in stakes)
    lines = tuple(Line(f"result {total}", ALWAYS, total) for total in sorted(totals, reverse=True))
    return BetLaw(Bet(name, name, lines), tuple(totals[line.pays] for line in lines), law.of, law.length, law.scale)


def play(rules: Rules, stakes: Stakes, shoe: Shoe, stops: StopRules, system: System = FLAT,
         programme: Programme = NOTHING, chip: Fraction | None = None, progress: Progress = quiet) -> StoppedPlay:
    """A play of a slip with stop rules; raises as `slip_law` and `stopped_play`, and for a stake that is no multiple of
    the smallest chip."""
    law = slip_law(rules, stakes, shoe)
    require_chip(stakes, chip)
    lost = sum((stake * -line.pays * count / one.of for bet, stake in stakes for one in [bet_law(rules, bet, shoe)]
                for line, count in zip(bet.lines, one.counts, strict=True) if line.pays < 0), Fraction(0))
    return stopped_play(law, staked_on(stakes), lost, stops, system, programme, progress)


def dealt_plays(rules: Rules, stakes: Stakes, shoe: Shoe, stops: StopRules, system: System = FLAT,
                programme: Programme = NOTHING, chip: Fraction | None = None, sessions: int = SESSIONS,
                seed: int = SEED, progress: Progress = quiet) -> DealtPlays:
    """The same, dealt at random; raises as `play` and `deal_plays`."""
    require_chip(stakes, chip)
    return deal_plays(slip_law(rules, stakes, shoe), staked_on(stakes), stops, system, programme, sessions, seed,
                      progress)


def staked_on(stakes: Stakes) -> Fraction:
    """What a slip stakes."""
    return sum((stake for _, stake in stakes), Fraction(0))


def require_chip(stakes: Stakes, chip: Fraction | None) -> None:
    """Raises UsageError for a stake that is no multiple of the smallest chip."""
    for bet, stake in stakes if chip is not None else ():
        if chip is not None and (chip <= 0 or (stake / chip).denominator != 1):
            raise UsageError(f"`chip` {chip}: the stake {stake} on {bet.name} is no multiple of the smallest chip")
