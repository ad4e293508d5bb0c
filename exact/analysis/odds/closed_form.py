"""Closed forms: probabilities, RTP and edge as one rational function of the number of decks d.

For a fresh shoe of d decks every count of sequences is a polynomial in d with degree at most the number of cards L that
the bet can use: each class has k d cards, and the coup polynomial has degree L in the class counts. Its values at
d = 1 ... L + 1 therefore determine it, and they are exact integers; nothing is fitted. The number of all sequences is
52d (52d - 1) ... (52d - L + 1). docs/closed-forms.md has the worked derivation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations
from math import ceil, floor, lcm
from typing import Any

import sympy

from exact.display import Answer
from exact.engine.coup.compile import compile_joint
from exact.errors import BetError, UsageError, listed
from exact.game.bets import OUTCOMES, Bet
from exact.game.definition import GameDefinition
from exact.game.rules import Rules
from exact.game.shoe import Shoe

DECKS = sympy.Symbol("d")
UNKNOWN = sympy.Symbol("x")
NARROW = Fraction(1, 10**12)
"""Width of the intervals in which crossings are shut."""


@dataclass(frozen=True)
class Form:
    """A rational function of the number of decks `d`, in lowest terms and factored."""

    expression: Any

    @staticmethod
    def of(expression: Any) -> Form:
        return Form(sympy.factor(expression))

    @cached_property
    def parts(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Numerator and denominator as integer coefficients, that of the highest power first."""
        top, bottom = (sympy.Poly(part, DECKS) for part in sympy.fraction(sympy.together(self.expression)))
        scale = lcm(*(int(c.q) for c in chain(top.all_coeffs(), bottom.all_coeffs())))
        return tuple(int(c * scale) for c in top.all_coeffs()), tuple(int(c * scale) for c in bottom.all_coeffs())

    def at(self, decks: int | Fraction) -> Fraction:
        """The value for a number of decks; raises ZeroDivisionError at a pole."""
        top, bottom = (_horner(coefficients, Fraction(decks)) for coefficients in self.parts)
        return top / bottom

    @cached_property
    def limit(self) -> Fraction | None:
        """The value as d grows without bound, that of the infinite shoe; None where it grows too."""
        top, bottom = self.parts
        if len(top) > len(bottom):
            return None
        return Fraction(top[0], bottom[0]) if len(top) == len(bottom) else Fraction(0)


def _horner(coefficients: Iterable[int], at: Fraction) -> Fraction:
    value = Fraction(0)
    for coefficient in coefficients:
        value = value * at + coefficient
    return value


@dataclass(frozen=True)
class BetForm:
    """A bet as functions of d: the probability of each pay line, and the EV of a unit stake, where it is on offer."""

    bet: Bet
    lines: tuple[Form, ...]
    ev: Form

    @cached_property
    def rtp(self) -> Form:
        return Form.of(1 + self.ev.expression)

    @cached_property
    def house_edge(self) -> Form:
        return Form.of(-self.ev.expression)


def bet_form(rules: Rules, bet: Bet) -> BetForm:
    """The closed forms of a bet; raises BetError for a bet that is never on offer."""
    law = compile_joint(rules, (bet,))
    # One joint law, so the count of each line is a sum over the keys that name it.
    samples = [law.law(Shoe.decks(decks)) for decks in range(1, law.length + 2)]
    counts = [_through([sum(count for (key,), count in zip(sample.keys, sample.counts, strict=True) if key == line)
                        for sample in samples]) for line in range(len(bet.lines))]
    offered = (_through([sample.of for sample in samples]) if bet.offered is None else sympy.Add(*counts))
    if offered == 0:
        raise BetError(f"bet {bet.name}: is never on offer")
    ev = sympy.Add(*(_exact(line.pays) * count for line, count in zip(bet.lines, counts, strict=True)))
    return BetForm(bet, tuple(Form.of(count / offered) for count in counts), Form.of(ev / offered))


def outcome_forms(rules: Rules) -> dict[str, Form]:
    """The probabilities that Player wins, Banker wins, and of a tie."""
    return dict(zip(("player", "banker", "tie"), bet_form(rules, OUTCOMES).lines, strict=True))


def _through(values: Sequence[int]) -> Any:
    """The polynomial in d with these values at d = 1, 2, ..."""
    return sympy.interpolate([sympy.Integer(value) for value in values], DECKS)


def _exact(value: Fraction) -> Any:
    return sympy.Rational(value.numerator, value.denominator)


# ---------------------------------------------------------------------------------------------------------------
# an unknown in the pay table

@dataclass(frozen=True)
class Solution:
    """The EV of a bet with an unknown x in its pay table, `constant` + `slope` x, and the x that makes it -`edge`.

    `unknown` says in words what x is; `whole` that people choose it as a whole number.
    """

    bet: Bet
    unknown: str
    constant: Form
    slope: Form
    edge: Fraction = Fraction(0)
    whole: bool = False

    @cached_property
    def fair(self) -> Form:
        """The x at which the house edge is the wanted one; with an edge of 0 the one that breaks even."""
        return Form.of(-(self.constant.expression + _exact(self.edge)) / self.slope.expression)

    def house_edge(self, x: Fraction, decks: int | None) -> Fraction | None:
        """The house edge at an x, on so many decks or in the limit."""
        parts = [form.limit if decks is None else form.at(decks) for form in (self.constant, self.slope)]
        return None if None in parts else -(parts[0] + x * parts[1])  # type: ignore[operator]

    def nearest(self, decks: int | None) -> tuple[tuple[Fraction, Fraction | None], ...]:
        """The whole numbers beside x with the house edge of each, on so many decks or in the limit; none where x is no
        number there, or is not chosen as a whole one."""
        try:
            x = self.fair.limit if decks is None else self.fair.at(decks)
        except ZeroDivisionError:
            return ()
        beside = sorted({floor(x), ceil(x)}) if x is not None and self.whole else []
        return tuple((Fraction(one), self.house_edge(Fraction(one), decks)) for one in beside)

    @property
    def ev(self) -> Any:
        return self.constant.expression + UNKNOWN * self.slope.expression


def fair_pay(form: BetForm, line: int | None = None, edge: Fraction = Fraction(0)) -> Solution:
    """The pay of one line as the unknown: net, to one. By default that of the only line that wins.

    Raises UsageError where that is not one line, or where the line never pays.
    """
    winning = [i for i, entry in enumerate(form.bet.lines) if entry.pays > 0]
    if line is None and len(winning) != 1:
        names = listed(f"{i + 1} ({form.bet.lines[i].event})" for i in winning) or "none"
        raise UsageError(f"bet {form.bet.name}: its winning lines are {names}; name one line to solve, as in pay:1")
    chosen = winning[0] if line is None else line
    if not 0 <= chosen < len(form.bet.lines):
        raise UsageError(f"bet {form.bet.name}: line {chosen + 1} of {len(form.bet.lines)} lines does not exist")
    probability, entry = form.lines[chosen], form.bet.lines[chosen]
    if probability.expression == 0:
        raise UsageError(f"bet {form.bet.name}: line {chosen + 1} ({entry.event}) never pays; no pay of it is fair")
    constant = Form.of(form.ev.expression - _exact(entry.pays) * probability.expression)
    unknown = f"the net pay to 1 of line {chosen + 1} ({entry.event})"
    return Solution(form.bet, unknown, constant, probability, edge, True)


def fair_commission(rules: Rules, free: Bet, half: Bet, edge: Fraction = Fraction(0)) -> Solution:
    """The commission as the unknown: the part of each win that the house keeps.

    `free` is the bet at a commission of 0, `half` at one of 1/2; the EV is linear in it. Raises UsageError where the
    commission makes no difference.
    """
    without, halved = bet_form(rules, free), bet_form(rules, half)
    slope = Form.of(2 * (halved.ev.expression - without.ev.expression))
    if slope.expression == 0:
        raise UsageError(f"bet {free.name}: nothing that it pays is subject to commission")
    return Solution(free, "the commission on wins", without.ev, slope, edge)


@dataclass(frozen=True)
class PushedLine:
    """A bet with one of its lines turned into a push, and the house edge that it has then; lines count from 0."""

    bet: Bet
    line: int
    house_edge: Form


def pushed_lines(form: BetForm) -> tuple[PushedLine, ...]:
    """Each line of a bet that is no push, as one."""
    return tuple(PushedLine(form.bet, i, Form.of(_exact(line.pays) * form.lines[i].expression - form.ev.expression))
             for i, line in enumerate(form.bet.lines) if line.pays and form.lines[i].expression != 0)


# ---------------------------------------------------------------------------------------------------------------
# two bets

@dataclass(frozen=True)
class Crossing:
    """A number of decks, shut between two rationals, at which two bets have one EV; `better` leads beyond it."""

    low: Fraction
    high: Fraction
    better: str | None


@dataclass(frozen=True)
class Comparison:
    """Which of two bets has the greater EV, from one deck on as d grows; None where they are equal throughout."""

    first: str
    second: str
    at_one_deck: str | None
    crossings: tuple[Crossing, ...]
    in_the_limit: str | None


def compare_forms(first: BetForm, second: BetForm) -> Comparison:
    """The lead of two bets for every d >= 1, by the sign of the difference between its real roots."""
    difference = Form.of(first.ev.expression - second.ev.expression)
    names = first.bet.name, second.bet.name

    def leader(decks: Fraction) -> str | None:
        gap = difference.at(decks)
        return names[gap < 0] if gap else None

    if difference.expression == 0:
        return Comparison(*names, None, (), None)
    top = sympy.Poly(list(difference.parts[0]), DECKS)
    # Roots right at one deck are a tie there, told by `at_one_deck`.
    roots = [] if top.degree() < 1 else top.intervals(eps=_exact(NARROW), inf=1)
    brackets = [(Fraction(int(low.p), int(low.q)), Fraction(int(high.p), int(high.q))) for (low, high), _ in roots]
    brackets = [(low, high) for low, high in brackets if high > 1]
    ends = [low for low, _ in brackets[1:]] + [brackets[-1][1] + 2] if brackets else []
    crossings = tuple(Crossing(low, high, leader((high + end) / 2))
                      for (low, high), end in zip(brackets, ends, strict=True))
    far = crossings[-1].better if crossings else leader(Fraction(2))
    return Comparison(*names, leader(Fraction(1)), crossings, far)


# ---------------------------------------------------------------------------------------------------------------
# all of it

@dataclass(frozen=True)
class Formulas(Answer):
    """Outcomes and bets as functions of the number of decks, and what breaks even; `decks` is where the values are
    shown (None: the limit alone), `free` are the bets on which no commission is taken, where one was asked for."""

    decks: int | None
    outcomes: Mapping[str, Form]
    bets: tuple[BetForm, ...]
    solutions: tuple[Solution, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    free: tuple[Bet, ...] = ()
    lines: bool = False
    edge: Fraction = Fraction(0)
    pushed: tuple[PushedLine, ...] = ()

    def __repr__(self) -> str:
        return f"<formulas in the number of decks: {', '.join(form.bet.name for form in self.bets)}>"


def formulas(game: GameDefinition, bets: Sequence[Bet], decks: int | None = None, solve: Iterable[str] = (),
             lines: bool = False, edge: Fraction | None = None) -> Formulas:
    """The closed forms of some bets, and what gives a house edge (by default 0, which breaks even): `commission`,
    `pay`, or `pay:2` for the second line, or `push`, one line or another that pays nothing.

    `lines` shows the probability of every pay line too. Raises UsageError for what cannot be solved; as `bet_form`.
    """
    forms = {bet: bet_form(game.rules, bet) for bet in bets}
    free = [bet for bet in bets if not game.carries_commission(bet.name)]
    unknowns = [_unknown(text) for text in solve]
    if edge is not None and not unknowns:
        raise UsageError("`edge`: goes with `solve`, which says what is to give it: pay, commission or push")
    wanted = edge or Fraction(0)
    if not -1 <= wanted <= 1:
        raise UsageError(f"`edge` {100 * float(wanted):g} %: write a house edge from -100 % to 100 %, such as 7.5%")
    asked = any(unknown == "commission" for unknown, _ in unknowns)
    if asked and len(free) == len(bets):
        raise UsageError(f"`solve` commission: no commission is taken on {listed(bet.name for bet in bets)}; name a"
                         " bet that carries one, as banker does")
    solutions: list[Solution] = []
    for unknown, line in unknowns:
        if unknown == "pay":
            solutions += [fair_pay(form, line, wanted) for form in forms.values()]
        elif unknown == "commission":
            solutions += [fair_commission(game.rules, game.at_commission(bet.name, Fraction(0)),
                                          game.at_commission(bet.name, Fraction(1, 2)), wanted)
                          for bet in bets if bet not in free]
    return Formulas(decks, outcome_forms(game.rules), tuple(forms.values()), tuple(solutions),
                    tuple(compare_forms(first, second) for first, second in combinations(forms.values(), 2)),
                    tuple(free) if asked else (), lines, wanted,
                    tuple(line for form in forms.values() for line in pushed_lines(form))
                    if ("push", None) in unknowns else ())


def _unknown(text: str) -> tuple[str, int | None]:
    name, colon, line = text.partition(":")
    numbered = name == "pay" and line.isascii() and line.isdigit()
    if name not in ("pay", "commission", "push") or (colon and not numbered):
        raise UsageError(f"`solve` {text[:40]!r}: is not an unknown; write commission, push, pay or pay:LINE-NUMBER")
    return name, int(line) - 1 if colon else None
