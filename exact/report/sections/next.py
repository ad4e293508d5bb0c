"""What one coup says of the next, as tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from exact.analysis.shoe.sequence import Next, TwoCoups
from exact.report.document import Column, Table
from exact.report.numbers import Root
from exact.report.sections.probability import OUTCOME_NAMES

CHANGE = Column("change", "per 10^7")
UNIT = "Changes are in units of 10^-7 (one in ten million); CSV and JSON give them as they are."
UNITS = UNIT.replace("Changes", "Changes and correlations")


def result_name(name: str) -> str:
    """A result for people."""
    return OUTCOME_NAMES.get(name, name)


def pairs_of(law: TwoCoups) -> Iterator[tuple[int, int, str, str]]:
    """Each pair of results of two coups, by its numbers and its names."""
    for i, first in enumerate(law.first.names):
        for j, second in enumerate(law.second.names):
            yield i, j, result_name(first), result_name(second)


def joint_table(law: TwoCoups) -> Table:
    return Table("Two successive coups: the probability of each pair of results",
                 (Column("first, then second"), Column("sequences", "count"), Column("probability", "probability")),
                 tuple((f"{first}, then {second}", law.counts[i][j], law.probability(i, j))
                       for i, j, first, second in pairs_of(law)),
                 (f"Sequences of the cards of both coups, out of {law.of:,}.",), key="joint", of=law.of)


def conditional_table(law: TwoCoups) -> Table:
    return Table("The second coup, when the result of the first is known",
                 (Column("result"), Column("probability", "probability"),
                  Column("without knowing", "probability", "unconditional"), CHANGE,
                  Column("correlation", "per 10^7", "correlation")),
                 tuple((f"{second} after {first}", law.conditional(i, j), law.seconds[j], law.change(i, j),
                        _correlation(law, i, j)) for i, j, first, second in pairs_of(law)),
                 (UNITS,), key="conditional")


def _correlation(law: TwoCoups, i: int, j: int) -> Root | None:
    found = law.correlation(i, j)
    return None if found is None else Root(*found)


def mean_ev(law: TwoCoups) -> Fraction:
    """The EV of the second coup's bet with nothing known."""
    return sum((law.second.pays(j) * p for j, p in enumerate(law.seconds)), Fraction(0))


def gain(law: TwoCoups, i: int) -> Fraction | None:
    """What knowing the result i of the first coup adds to the EV of the second's bet."""
    ev = law.ev_after(i)
    return None if ev is None else ev - mean_ev(law)


def following_table(staked: Sequence[TwoCoups]) -> Table:
    """The EV of bets on the second coup after each result of the first."""
    return Table("The EV of each bet on the second coup, per unit staked",
                 (Column("bet"), Column("EV", "signed percent", "ev"),
                  Column("without knowing", "signed percent", "ev_unconditional"), CHANGE),
                 tuple((f"{one.second.bet.title}, after {result_name(name)}", one.ev_after(i), mean_ev(one),
                        gain(one, i)) for i, name in enumerate(staked[0].first.names if staked else ())
                       for one in staked), (UNIT,), key="bets")


def next_table(law: Next, history: str) -> Table:
    return Table(f"The next coup after {history}",
                 (Column("then"), Column("probability", "probability"),
                  Column("without knowing", "probability", "unconditional"), CHANGE),
                 tuple((result_name(result), law.probability(j), law.before[j], law.change(j))
                       for j, result in enumerate(law.asked.names)), (UNIT,))


def next_evs_table(bets: Sequence[Next], history: str) -> Table:
    return Table(f"The EV of each bet after {history}, per unit staked",
                 (Column("bet"), Column("EV", "signed percent", "ev"),
                  Column("without knowing", "signed percent", "ev_unconditional"), CHANGE),
                 tuple((one.asked.bet.title, one.ev, one.ev_before, None if one.ev is None else one.ev - one.ev_before)
                       for one in bets), (UNIT,))
