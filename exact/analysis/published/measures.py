"""What can be printed about a bet, as exact numbers: what a claim says, and what is printed by mistake in its place.

A claim says a quantity of a bet (or of one of its pay lines) under a convention: per bet made, unless it says that ties
are left out. `said` yields the numbers that it may mean so; they differ only where print uses one word for several
things: a count is of ordered sequences or of combinations, of as many cards as the bet needs or of a whole coup; a
chance, a count or an expected result may be that of one line that pays. `mistaken` yields other numbers of the same
bet, each with its `Departure` from what is said: they explain a figure and never make it right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import factorial, prod, sqrt

from exact.analysis.odds.laws import BetLaw
from exact.analysis.published.claims import MADE, NAMES, RESOLVED, Terms, named_line
from exact.analysis.published.figures import root
from exact.engine.coup.polynomial import falling
from exact.game.bets import Bet
from exact.game.coup import BANKER, FIRST_FOUR, PLAYER, Position
from exact.game.shoe import Shoe

RETURNS, CHANCES, SPREAD = ("rtp", "edge", "ev"), ("probability", "odds"), ("std_dev", "variance")
TIES_LOSE, TIES_WIN = "ties counted as losses", "ties counted as wins"
_PHRASES = {MADE: "per bet made", RESOLVED: "per resolved bet (ties left out)"}
_PRICE = re.compile(r",? (without commission|[\d.]+ (% commission|to 1))$")
ROUNDED_INPUTS = (2, 3, 4, 5, 6)
"""Decimals to which pages round the probabilities from which they work."""


@dataclass(frozen=True)
class Departure:
    """One way in which a figure is not what its claim says: in words, and how far-fetched it is.

    Claims that go wrong in the same way share one, so that an exchange explains all figures of a page at once.
    """

    words: str
    cost: int


CONVENTION_COSTS = {MADE: 3, RESOLVED: 3, TIES_LOSE: 4, TIES_WIN: 5}
CONVENTION_COST = max(CONVENTION_COSTS.values())
QUANTITY_COST, LINE_COST, ROUNDED_INPUTS_COST = 38, 42, 30


@dataclass(frozen=True)
class Measure:
    """An exact number about a bet.

    `event` is the pay line that it is of, empty for the bet itself; `cycle` what a count counts, out of `of`. For a
    root `square` is its exact square, and `value` the root to 60 decimals. `departures` are empty for a number that a
    claim may mean.
    """

    quantity: str
    value: Fraction
    convention: str = MADE
    event: str = ""
    cycle: str = ""
    of: int = 0
    square: Fraction | None = None
    departures: tuple[Departure, ...] = ()

    @property
    def manner(self) -> str:
        """What must be said of the number even where it is right; empty for the bet's own per bet made."""
        of = f'of the line "{self.event}"' if self.event else ""
        if self.quantity == "contribution":
            of = f"{NAMES[self.quantity]} {of or 'of all that pays'}"
        return ", ".join(filter(None, (_PHRASES[self.convention] if self.convention == RESOLVED else "", of)))


def called(bet: Bet, measure: Measure) -> str:
    """What a number is of: the bet, or the event whose chance or count it is, which no pay and no commission changes.

    An event is quoted as the bet has it; where several of its lines win, the bet stands for them without its pays.
    """
    if measure.event:
        return f'"{measure.event}"'
    if measure.quantity not in (*CHANCES, "count"):
        return bet.title
    won = [line.event for line in bet.lines if line.pays > 0]
    return f'"{won[0]}"' if len(won) == 1 else unpriced(bet)


def unpriced(bet: Bet) -> str:
    """The title of a bet without its commission or its price."""
    return _PRICE.sub("", bet.title)


# ---------------------------------------------------------------------------------------------------------------
# what a claim says

def said(law: BetLaw, terms: Terms, shoe: Shoe) -> Iterator[Measure]:
    """The numbers that a claim about this bet may mean, the first of them the bet's own (or its named line's)."""
    if terms.line:
        yield from _of_line(law, named_line(law.bet, terms.line), terms.quantity, shoe)
        return
    if terms.quantity in RETURNS:
        yield _returned(law, terms.quantity, terms.convention)
    elif terms.quantity in SPREAD:
        yield _spread(law, terms.quantity, terms.convention)
    elif terms.quantity in CHANCES:
        yield Measure(terms.quantity, _win(law, terms.convention), terms.convention)
    elif terms.quantity == "count":
        yield from _counts(law, int(law.hit_frequency * law.of), "", shoe)
    paying = [i for i, line in enumerate(law.bet.lines) if line.pays > 0]
    if terms.quantity in ("ev", "contribution") and len(paying) != 1:
        yield Measure("contribution", sum(map(law.contribution, paying), Fraction(0)))
    if terms.quantity in ("ev", "contribution") or (terms.quantity in (*CHANCES, "count") and len(paying) > 1):
        for i in paying:
            yield from _of_line(law, i, terms.quantity, shoe)


def _of_line(law: BetLaw, line: int, quantity: str, shoe: Shoe) -> Iterator[Measure]:
    event = law.bet.lines[line].event
    if quantity == "count":
        yield from _counts(law, law.counts[line], event, shoe)
    elif quantity in CHANCES:
        yield Measure(quantity, law.probability(line), event=event)
    else:
        yield Measure("contribution", law.contribution(line), event=event)


def _settled(law: BetLaw, convention: str) -> Fraction:
    """The part of the bets made that a convention counts; all, where none is ever resolved."""
    return (1 - law.push_frequency) or Fraction(1) if convention == RESOLVED else Fraction(1)


def _ev(law: BetLaw, convention: str) -> Fraction:
    return law.ev - law.push_frequency if convention == TIES_LOSE else law.ev / _settled(law, convention)


def _returned(law: BetLaw, quantity: str, convention: str) -> Measure:
    return Measure(quantity, _return(quantity, _ev(law, convention)), convention)


def _return(quantity: str, ev: Fraction) -> Fraction:
    return {"rtp": 1 + ev, "edge": -ev, "ev": ev}[quantity]


def _win(law: BetLaw, convention: str) -> Fraction:
    return law.hit_frequency + law.push_frequency if convention == TIES_WIN else (
        law.hit_frequency / _settled(law, convention))


def _spread(law: BetLaw, quantity: str, convention: str) -> Measure:
    share = _settled(law, convention)
    variance = law.moment(2) / share - (law.ev / share)**2
    return (Measure(quantity, variance, convention) if quantity == "variance" else
            Measure(quantity, root(variance), convention, square=variance))


def _counts(law: BetLaw, count: int, event: str, shoe: Shoe) -> Iterator[Measure]:
    """A count in every cycle that print uses."""
    for factor, cycle in _cycles(law, shoe).items():
        if all((number * factor).denominator == 1 for number in law.counts):
            yield Measure("count", count * factor, event=event, cycle=cycle, of=int(law.of * factor))


@lru_cache(maxsize=4096)
def _cycles(law: BetLaw, shoe: Shoe) -> Mapping[Fraction, str]:
    """What one sequence of a law counts in each cycle, with the name of the cycle: as many cards as the bet needs, the
    first four, those of a whole coup; in the order dealt, or those of each hand in any order, or all of them."""
    found = {Fraction(1): f"sequences of {law.length} cards"}
    if shoe.infinite or law.scale != 1:
        return found
    early = law.bet.positions <= frozenset(FIRST_FOUR)
    for cards in sorted({law.length, len(FIRST_FOUR), 5, len(Position)}):
        if law.length <= cards <= shoe.cards:
            ordered = Fraction(falling(shoe.cards - law.length, cards - law.length))
            found.setdefault(ordered, f"sequences of {cards} cards")
            own = early and cards == law.length
            if own and len({fold.positions for fold in law.bet.folds}) == 1:
                found.setdefault(ordered / factorial(cards), f"combinations of {cards} cards")
            seen = law.bet.positions if own else frozenset(FIRST_FOUR)
            orders = prod(factorial(len(seen & frozenset(hand))) for hand in (PLAYER, BANKER))
            found.setdefault(ordered / orders, f"deals of {cards} cards, a hand's first two in any order")
    if not early and law.length == len(Position):
        found.setdefault(Fraction(1, factorial(3)**2), "pairs of hands of 3 cards")
    return found


# ---------------------------------------------------------------------------------------------------------------
# what is printed by mistake in its place

def mistaken(law: BetLaw, terms: Terms, shoe: Shoe) -> Iterator[Measure]:
    """Other numbers of the same bet, with the departure of each."""
    yield from under_other_conventions(law, terms)
    yield from _other_quantities(law, terms)
    yield from _other_events(law, terms, shoe)
    yield from _from_rounded(law, terms)


def under_other_conventions(law: BetLaw, terms: Terms) -> Iterator[Measure]:
    """The quantity that is claimed, under each other convention that changes it."""
    if terms.line or not law.push_frequency:
        return
    for convention, cost in CONVENTION_COSTS.items():
        if convention == terms.convention:
            continue
        departure = Departure(f"{_PHRASES.get(convention, convention)}, not {terms.convention}", cost)
        if terms.quantity in RETURNS and convention != TIES_WIN:
            yield replace(_returned(law, terms.quantity, convention), departures=(departure,))
        if terms.quantity in CHANCES and convention != TIES_LOSE:
            yield Measure(terms.quantity, _win(law, convention), convention, departures=(departure,))
        if terms.quantity in SPREAD and convention in (MADE, RESOLVED):
            yield replace(_spread(law, terms.quantity, convention), departures=(departure,))


def _other_quantities(law: BetLaw, terms: Terms) -> Iterator[Measure]:
    def instead(quantity: str, value: Fraction, words: str = "") -> Measure:
        of = "its sign that of the bettor's result, " if {quantity, terms.quantity} == {"edge", "ev"} else ""
        departure = Departure(f"{words or 'the ' + NAMES[quantity]}, {of}not the {NAMES[terms.quantity]}",
                              QUANTITY_COST - 8 * bool(of))
        return Measure(quantity, value, event=law.bet.lines[line].event if line is not None else "",
                       departures=(departure,))

    line = named_line(law.bet, terms.line) if terms.line else None
    chance = law.hit_frequency if line is None else law.probability(line)
    if line is None and terms.quantity in (*RETURNS, "probability"):
        for quantity in RETURNS:
            if quantity != terms.quantity:
                yield instead(quantity, _return(quantity, law.ev))
        if terms.quantity in RETURNS:
            yield instead("probability", chance)
    if line is None and terms.quantity in SPREAD:
        other = "variance" if terms.quantity == "std_dev" else "std_dev"
        yield instead(other, _spread(law, other, MADE).value)
    if terms.quantity in CHANCES:
        yield Measure(terms.quantity, 1 - chance, departures=(
            Departure("the complement, the chance that it does not happen", QUANTITY_COST - 2),))
        if 0 < chance < 1:
            yield instead("odds", chance / (1 - chance), "the odds in favour, as a number to 1")
        for i, paid in enumerate(law.bet.lines):
            if terms.quantity == "odds" and paid.pays > 0 and line in (None, i):
                yield instead("odds", 1 / (1 + paid.pays), "what it pays")


def _other_events(law: BetLaw, terms: Terms, shoe: Shoe) -> Iterator[Measure]:
    """The other lines of the bet, and everything that is counted."""
    if terms.quantity in (*CHANCES, "count", "contribution", "ev"):
        meant = {measure.event for measure in said(law, terms, shoe)}
        for i, line in enumerate(law.bet.lines):
            if line.event not in meant:
                for measure in _of_line(law, i, terms.quantity, shoe):
                    yield replace(measure, departures=(Departure(f'the figure of the line "{line.event}"', LINE_COST),))
    if terms.quantity == "count":
        for measure in _counts(law, law.of, "", shoe):
            yield replace(measure, departures=(Departure("the count of everything", LINE_COST),))


def _from_rounded(law: BetLaw, terms: Terms) -> Iterator[Measure]:
    """Returns and odds as they come out of probabilities rounded to a few decimals."""
    chances = [Fraction(n, law.of) for n in law.counts]
    pays = [line.pays for line in law.bet.lines]
    for decimals in ROUNDED_INPUTS:
        words = f"worked out from probabilities rounded to {decimals} decimals"
        if terms.quantity in RETURNS and not terms.line:
            for convention in (MADE, TIES_LOSE) if law.push_frequency else (MADE,):
                priced = [Fraction(-1) if convention == TIES_LOSE and not pay else pay for pay in pays]
                also = "" if convention == MADE else f", {convention}"
                departure = Departure(words + also, ROUNDED_INPUTS_COST + 2 * bool(also))
                for ev in _from(priced, [round(chance, decimals) for chance in chances]):
                    yield Measure(terms.quantity, _return(terms.quantity, ev), convention, departures=(departure,))
        if terms.quantity == "odds" and (near := round(law.hit_frequency, decimals)):
            yield Measure("odds", near, departures=(Departure(words, ROUNDED_INPUTS_COST),))


def _from(pays: Sequence[Fraction], chances: Sequence[Fraction]) -> set[Fraction]:
    """The expected result from all probabilities as given, or with the last as what is left of one."""
    direct = sum((pay * chance for pay, chance in zip(pays, chances, strict=True)), Fraction(0))
    return {direct, direct + pays[-1] * (1 - sum(chances))}


# ---------------------------------------------------------------------------------------------------------------
# what a simulation finds

def simulated(law: BetLaw, terms: Terms, shoe: Shoe) -> Iterator[tuple[Measure, float]]:
    """The numbers that a claim about so many simulated coups may mean, each with its standard error."""
    assert terms.coups is not None
    chances = replace(terms, quantity="probability") if terms.quantity == "count" else terms
    for measure in said(law, chances, shoe):
        error = sqrt(_of_one(law, measure) / terms.coups)
        if terms.quantity == "count":
            yield (Measure("count", measure.value * terms.coups, event=measure.event, cycle="coups simulated",
                           of=terms.coups), error * terms.coups)
        else:
            yield measure, error / float(measure.value)**2 if terms.quantity == "odds" and measure.value else error


def _of_one(law: BetLaw, measure: Measure) -> Fraction:
    """The variance of one coup's part in a mean (for odds, of the chance behind them)."""
    if measure.quantity in RETURNS:
        share = _settled(law, measure.convention)
        return law.moment(2) / share - (law.ev / share)**2
    if measure.quantity == "contribution":
        squares = sum((line.pays**2 * n for line, n in zip(law.bet.lines, law.counts, strict=True)
                       if (line.event == measure.event if measure.event else line.pays > 0)), Fraction(0))
        return squares / law.of - measure.value**2
    return measure.value * (1 - measure.value)
