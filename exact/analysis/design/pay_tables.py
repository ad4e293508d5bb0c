"""Which pays give the house edge that is wanted: every pay table of a bet whose pays are left open.

The probability of each line is counted once for each number of decks; an edge is linear in the pays, so that a pay
table costs a few additions of whole numbers.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import ceil, floor, lcm

from exact.analysis.design.counted import CountedLines
from exact.analysis.odds.laws import BetLaw, bet_law
from exact.analysis.odds.pay_lines import require_payable
from exact.display import Answer
from exact.errors import BetError, UsageError, joined, listed, plural
from exact.game.bet_file import OpenBet, count_tables
from exact.game.bets import Bet, Line
from exact.game.definition import GameDefinition
from exact.game.pays import awkwardness
from exact.game.shoe import Shoe
from exact.progress import Progress, quiet
from exact.values import Interval

MOST_TABLES = 2_000_000
"""A design looks at no more pay tables than so many."""
MOST_COUNTED = 20_000
"""Of no more is it found out what counting gains."""
CARDS_LEFT = 52
"""Where counting is looked at."""
SHOWN = 20
BANDS = 10
"""So many steps of nearness from the middle of the interval to its ends; within a step the rounder pays come first."""


@dataclass(frozen=True)
class PayTable:
    """A pay table: what each of the bet's `lines` pays, the open ones alone, and its law at each number of decks.

    `gains` is what counting gains per coup with a deck left, for each number of decks (None: not defined there); empty
    where it was not asked.
    """

    pays: tuple[Fraction, ...]
    open: tuple[Fraction, ...]
    laws: tuple[BetLaw, ...]
    gains: tuple[Fraction | None, ...] = ()

    @cached_property
    def edges(self) -> tuple[Fraction, ...]:
        """The house edge at each number of decks."""
        return tuple(law.house_edge for law in self.laws)

    def off(self, middle: Fraction) -> Fraction:
        """How far its edges are from one, at the most."""
        return max(abs(edge - middle) for edge in self.edges)


@dataclass(frozen=True)
class Design(Answer):
    """The pay tables of a bet whose house edge lies in an interval at each number of decks (None: the infinite shoe).

    `number` were looked at; `reach` says from which edge to which they go at each number of decks; the first `shown`
    are shown, with what counting gains from them.
    """

    bet: Bet
    open_lines: tuple[int, ...]
    decks: tuple[int | None, ...]
    edge: Interval
    number: int
    reach: tuple[Interval, ...]
    pay_tables: tuple[PayTable, ...]
    shown: int
    max_gain: Fraction | None = None

    def __repr__(self) -> str:
        return f"<design of {self.bet.name}: {len(self.pay_tables):,} of {plural(self.number, 'pay table')}>"


def open_bet_of(game: GameDefinition, names: str) -> str:
    """The one bet that is meant: by its name, or, by `main`, the only one of the game's own that has open pays.

    Raises UsageError.
    """
    named = [name.strip() for name in names.split(",") if name.strip()]
    if named == ["main"]:
        named = [name for name, table in game.tables.items() if count_tables(table, game.where(name)) > 1]
    if len(named) != 1:
        raise UsageError(f"`bets` {names!r}: a design is of one bet with open pays, such as pays = \"10..40\" in a bet"
                         f" file; here are {listed(named) or 'none'}")
    return named[0]


def design(game: GameDefinition, bets: str, edge: Interval, decks: Sequence[int | None],
           max_gain: Fraction | None = None, shown: int = SHOWN, progress: Progress = quiet) -> Design:
    """Every pay table of a bet with open pays whose house edge lies in an interval at each number of decks.

    The nearest to its middle first, in tenths of the way to its ends, within these the roundest pays. With `max_gain`
    only those from which counting gains no more than that per coup, with a deck left.

    Raises BetError, UsageError for too many tables, or where none is as wanted: with the edges that can be reached.
    """
    name = open_bet_of(game, bets)
    found = game.open_bet(name, MOST_TABLES)
    if found.tables < 2:
        raise UsageError(f"bet {name}: none of its pays is open; write pays = \"10..40\" or \"?\" in its file, or ask"
                         " exact formula for the pay of a line at an edge")
    require_payable(game, (found.bet,))
    weighed = _Weighed(found, [bet_law(game.rules, found.bet, Shoe.fresh(number)) for number in decks])
    tables = sorted((weighed.table(choice) for choice in weighed.within(edge)), key=lambda one: _order(one, edge))
    if not tables:
        raise UsageError(f"`edge` {_words(edge)}: {_missed(name, weighed, edge, decks)}")
    counted = _counters(game, found.bet, decks)
    if max_gain is not None:
        tables = _not_counted(tables, counted, max_gain, progress)
    first = [_with_gains(table, counted) if not table.gains else table for table in tables[:shown]]
    return Design(found.bet, weighed.open, tuple(decks), edge, found.tables, weighed.reach,
                  (*first, *tables[shown:]), shown, max_gain)


def _order(table: PayTable, edge: Interval) -> tuple[Fraction | int, ...]:
    middle = (edge.low + edge.high) / 2
    off = table.off(middle)
    band = floor(BANDS * off / (edge.high - middle)) if not edge.exact else 0
    return band, sum(map(awkwardness, table.open)), off, *table.pays


class _Weighed:
    """An open bet with the counts of its lines, in whole numbers."""

    def __init__(self, found: OpenBet, laws: Sequence[BetLaw]) -> None:
        self.found, self.laws = found, laws
        self.open = tuple(i for i, line in enumerate(found.lines) if len(line.pays) > 1)
        self.unit = lcm(*(net.denominator for line in found.lines for net in line.nets))
        self.nets = [[int(net * self.unit) for net in line.nets] for line in found.lines]
        self.lines = [[Line(line.event, line.when, net) for net in found.lines[i].nets]
                      for i, line in enumerate(found.bet.lines)]

    @property
    def reach(self) -> tuple[Interval, ...]:
        """From the lowest edge to the highest, at each number of decks."""
        def edge(law: BetLaw, nets: Iterable[int]) -> Fraction:
            return Fraction(-sum(net * count for net, count in zip(nets, law.counts, strict=True)), self.unit * law.of)

        return tuple(Interval(edge(law, map(max, self.nets)), edge(law, map(min, self.nets))) for law in self.laws)

    def within(self, edge: Interval) -> Iterator[tuple[int, ...]]:
        """For each pay table whose edges lie in an interval the place of the pay of each line."""
        *others, last = sorted(self.open, key=lambda i: len(self.nets[i]))
        order = sorted(range(len(self.nets[last])), key=self.nets[last].__getitem__)
        rising = [self.nets[last][i] for i in order]
        ends = [(ceil(-edge.high * self.unit * law.of), floor(-edge.low * self.unit * law.of)) for law in self.laws]
        for chosen in product(*(range(len(self.nets[i])) for i in others)):
            places = dict(zip(others, chosen, strict=True))
            first, beyond = 0, len(rising)
            for law, (low, high) in zip(self.laws, ends, strict=True):
                rest = sum(nets[places.get(i, 0)] * law.counts[i] for i, nets in enumerate(self.nets) if i != last)
                count = law.counts[last]
                if count:
                    first = max(first, bisect_left(rising, -((rest - low) // count)))
                    beyond = min(beyond, bisect_right(rising, (high - rest) // count))
                elif not low <= rest <= high:
                    beyond = 0
            for place in order[first:beyond]:
                yield tuple(place if i == last else places.get(i, 0) for i in range(len(self.nets)))

    def table(self, choice: Sequence[int]) -> PayTable:
        """The pay table of a choice."""
        bet = replace(self.found.bet, lines=tuple(lines[i] for lines, i in zip(self.lines, choice, strict=True)))
        pays = [line.pays[i] for line, i in zip(self.found.lines, choice, strict=True)]
        laws = tuple(replace(law, bet=bet) for law in self.laws)
        return PayTable(tuple(pays[:self.found.listed]), tuple(pays[i] for i in self.open), laws)

    def nearest(self, edge: Interval) -> PayTable:
        """A pay table near to an interval that holds none: of those in the first interval, ever wider, that has one."""
        width = max(max(abs(reach.low - edge.low), abs(reach.high - edge.high)) for reach in self.reach) / 2**12
        while True:
            wider = Interval(edge.low - width, edge.high + width)
            tables = [self.table(choice) for choice in self.within(wider)]
            if tables:
                return min(tables, key=lambda one: one.off((edge.low + edge.high) / 2))
            width *= 2


def _percent(value: Fraction) -> str:
    return f"{100 * float(value):.6g} %"


def _words(edge: Interval) -> str:
    return f"{100 * float(edge.low):g} % to {100 * float(edge.high):g} %"


def _deck_words(decks: int | None) -> str:
    return "the infinite shoe" if decks is None else plural(decks, "deck")


def _missed(name: str, weighed: _Weighed, edge: Interval, decks: Sequence[int | None]) -> str:
    reach = joined([f"{_percent(one.low)} to {_percent(one.high)} with {_deck_words(number)}"
                    for number, one in zip(decks, weighed.reach, strict=True)])
    near = weighed.nearest(edge)
    pays = ", ".join(map(str, near.open))
    edges = joined(map(_percent, near.edges))
    return (f"none of the {plural(weighed.found.tables, 'pay table')} of {name} has it; their edges go from {reach},"
            f" and the nearest, {pays}, has {edges}; widen the open pays or the edge")


# ---------------------------------------------------------------------------------------------------------------
# counting

Counters = Sequence[CountedLines | None]
"""For each number of decks; None where counting has no meaning: an infinite shoe, no more than a deck, a bet that is
not always offered."""


def _counters(game: GameDefinition, bet: Bet, decks: Sequence[int | None]) -> Counters:
    return [CountedLines(game.rules, bet, Shoe.fresh(number), CARDS_LEFT)
            if number is not None and number > 1 and bet.offered is None else None for number in decks]


def _with_gains(table: PayTable, counters: Counters) -> PayTable:
    nets = [line.pays for line in table.laws[0].bet.lines]
    return replace(table, gains=tuple(None if one is None else one.gain(nets) for one in counters))


def _not_counted(tables: Sequence[PayTable], counters: Counters, most: Fraction, progress: Progress) -> list[PayTable]:
    """Those from which counting gains no more than so much at any number of decks; raises UsageError if none is."""
    if len(tables) > MOST_COUNTED:
        raise UsageError(f"`max_gain`: {plural(len(tables), 'pay table')} have the edge, and counting is looked at for"
                         f" at most {MOST_COUNTED:,}; narrow the edge or the open pays")
    if all(one is None for one in counters):
        raise BetError("`max_gain`: nothing is counted here: it takes a bet that is always offered, and a shoe of two"
                       " decks or more")
    with_gains = [_with_gains(table, counters) for table in progress(tables, len(tables), "counting")]
    kept = [table for table in with_gains if _worst(table) <= most]
    if not kept:
        least = min(map(_worst, with_gains))
        raise UsageError(f"`max_gain` {float(most):g}: counting gains more from each pay table with that edge"
                         f" ({len(tables):,}): the least is {float(least):.3g} of the stake per coup, with {CARDS_LEFT}"
                         " cards left")
    return kept


def _worst(table: PayTable) -> Fraction:
    return max((gain for gain in table.gains if gain is not None), default=Fraction(0))

