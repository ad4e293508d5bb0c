"""The pay lines of a bet examined: lines that no coup reaches, and coups that two lines describe."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from exact.analysis.odds.laws import BetLaw, bet_law, partition_of
from exact.engine.coup.compile import compile_joint
from exact.engine.coup.footprint import is_small
from exact.errors import BetError, NeverOfferedError, UnknownCompositionError, UsageError
from exact.game.bets import ALWAYS, Bet, Line
from exact.game.coup import NOTHING_KNOWN, CoupInProgress
from exact.game.definition import GameDefinition
from exact.game.rules import Rules
from exact.game.shoe import Shoe

EVERY_COUP = Shoe.decks(8)
"""Six and more of each kind: what has no sequence here has none in any shoe."""


@dataclass(frozen=True)
class Overlap:
    """Coups that fulfil two lines; the first of the two takes them (or a line before both). Lines count from 0."""

    first: int
    second: int
    probability: Fraction


@dataclass(frozen=True)
class Examination:
    """What the lines of a bet come to, under the rules of a game and with eight decks.

    The lines are disjoint, since the first that matches pays, and complete, since their counts add up to all coups in
    which the bet is offered; `law` shows both. `never` are the lines that no coup of any shoe reaches; `overlaps` the
    pairs of lines that only their order keeps apart, None where the lines together distinguish too many classes of card
    to be compared in a moment.
    """

    law: BetLaw
    never: tuple[int, ...]
    overlaps: tuple[Overlap, ...] | None

    def warnings(self) -> list[str]:
        """A sentence for each line that never pays."""
        bet = self.law.bet
        lines = [f"line {i + 1} ({bet.lines[i].event})" for i in self.never]
        return [f"bet {bet.name}, {line}: no coup of this game reaches it" for line in lines]


def examine(rules: Rules, bet: Bet) -> Examination:
    """Raises BetError where the bet is never offered, or distinguishes too many classes of card."""
    law = bet_law(rules, bet, EVERY_COUP)
    return Examination(law, tuple(i for i, count in enumerate(law.counts) if not count), _overlaps(rules, bet))


def _overlaps(rules: Rules, bet: Bet) -> tuple[Overlap, ...] | None:
    """Each line as a bet of its own, all together: which of them a coup fulfils at once."""
    missed = Line("", ALWAYS, Fraction(0))
    alone = tuple(Bet(f"line {i}", line.event, (Line(line.event, line.when, Fraction(1)), missed), bet.offered)
                  for i, line in enumerate(bet.lines) if line.when != ALWAYS)
    if len(alone) < 2:
        return ()
    if not is_small(alone):
        return None
    law = compile_joint(rules, alone).law(EVERY_COUP)
    offered = sum(count for key, count in zip(law.keys, law.counts, strict=True) if key[0] is not None)
    shared: dict[tuple[int, int], int] = {}
    for key, count in zip(law.keys, law.counts, strict=True):
        met = [i for i, line in enumerate(key) if line == 0]
        for place, i in enumerate(met):
            for j in met[place + 1:]:
                shared[i, j] = shared.get((i, j), 0) + count
    return tuple(Overlap(i, j, Fraction(count, offered)) for (i, j), count in sorted(shared.items()) if count)


def require_payable(game: GameDefinition, bets: Iterable[Bet]) -> None:
    """Raises BetError for a bet of the game's own of which no coup of any shoe reaches a line that wins.

    The catalogue's bets are known to pay.
    """
    for bet in bets:
        if bet.name.partition(":")[0] in game.tables and not bet_law(game.rules, bet, EVERY_COUP).hit_frequency:
            winning = [f"line {i} ({line.event})" for i, line in enumerate(bet.lines, 1) if line.pays > 0]
            raise BetError(f"{game.where(bet.name)}: never pays: no coup of this game reaches {' or '.join(winning)}")


# ---------------------------------------------------------------------------------------------------------------
# which bets are meant

BetsLike = str | Bet | Iterable[str | Bet]
"""Bets as people give them: `"main"`, `"all"`, one name, several as `"player,tie"`, or some of these in a list."""


def choose_bets(game: GameDefinition, bets: BetsLike, shoe: Shoe, known: CoupInProgress = NOTHING_KNOWN
                ) -> tuple[tuple[Bet, ...], Mapping[str, str]]:
    """The bets that are meant, each once; and of `all`, why those are left out which the shoe does not determine.

    Raises UsageError where none is named, BetError for a bet that is not there, or one of the game's own or of a bet
    file that can never pay.
    """
    given = [bets] if isinstance(bets, str | Bet) else list(bets)
    listed: list[str | Bet] = []
    for one in given:
        names = [name.strip() for name in one.split(",")] if isinstance(one, str) else [one]
        listed += [each for name in names if name for each in (game.main if name == "main" else (name,))]
    if not listed:
        raise UsageError("`bets`: names no bet; give names such as banker or dragon-7, or main, or all")
    if "all" in listed:
        return _all_bets(game, shoe, known)
    chosen = tuple(dict.fromkeys(one if isinstance(one, Bet) else game.named(one) for one in listed))
    require_payable(game, chosen)
    return chosen, {}


def _all_bets(game: GameDefinition, shoe: Shoe, known: CoupInProgress) -> tuple[tuple[Bet, ...], Mapping[str, str]]:
    bets, left_out = [], {}
    for name in game.bet_names():
        bet = game.named(name)
        if not shoe.determines(partition_of(bet)):
            left_out[name] = "looks at more than this shoe tells"
        elif bet.offered is not None and _never_offered(game.rules, bet, shoe, known):
            left_out[name] = "is never offered here"
        else:
            bets.append(bet)
    if not bets:
        raise UnknownCompositionError("`bets` all: the shoe determines none of them")
    return tuple(bets), left_out


def _never_offered(rules: Rules, bet: Bet, shoe: Shoe, known: CoupInProgress) -> bool:
    try:
        bet_law(rules, bet, shoe, known)
    except NeverOfferedError:
        return True
    return False
