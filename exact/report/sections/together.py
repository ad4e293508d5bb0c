"""Several bets on one coup: covariances, and a slip of stakes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from exact.analysis.odds.laws import BetLaw, BetSlip, Odds, Study, covariance_matrix
from exact.errors import BetError
from exact.game.bets import Bet
from exact.game.shoe import Shoe
from exact.report.document import Block, Column, Paragraph, Section, Table
from exact.report.numbers import Root, rational, root

MOST_COVARIED = 6
"""Covariances are shown for at most so many bets; a slip has those of its own."""


@dataclass(frozen=True)
class Covariances:
    """Pairs of bets with their covariance and correlation (None where one of the two does not vary), or `why` there
    are none; one bet has none, and needs no reason."""

    pairs: tuple[tuple[Bet, Bet, Fraction, Root | None], ...] = ()
    why: str = ""


def covariances(study: Study, odds: Odds, shoe: Shoe) -> Covariances:
    """Of the net results of unit stakes on the bets of a study, whose odds on the shoe are known."""
    laws = odds.bets
    if len(laws) > MOST_COVARIED:
        return Covariances(why=f"{len(laws)} bets are too many pairs, the most is {MOST_COVARIED}; name those of one"
                               " slip")
    if len(laws) < 2:
        return Covariances()
    try:
        matrix = covariance_matrix(study, shoe)
    except BetError as error:
        return Covariances(why=str(error))
    return Covariances(tuple((first.bet, second.bet, matrix[i][j], _correlation(first, second, matrix[i][j]))
                             for i, first in enumerate(laws) for j, second in enumerate(laws) if i < j))


def _correlation(first: BetLaw, second: BetLaw, covariance: Fraction) -> Root | None:
    spread = first.variance * second.variance
    return Root(covariance**2 / spread, covariance < 0) if spread else None


def covariance_blocks(found: Covariances) -> Iterator[Block]:
    """The table of covariances, or a line on why there is none."""
    if found.why:
        yield Paragraph(f"No covariances: {found.why}.")
    if found.pairs:
        sure = any(correlation is None for *_, correlation in found.pairs)
        yield Table("Covariance of the net results of unit stakes on two bets of one coup",
                    (Column("bets"), Column("covariance", "probability"), Column("correlation", "probability")),
                    tuple((f"{a.name} and {b.name}", *numbers) for a, b, *numbers in found.pairs),
                    ("No correlation where a bet has one result for certain.",) if sure else (), key="covariance")


def covariance_data(found: Covariances) -> list[dict[str, Any]]:
    return [{"first": a.name, "second": b.name, "covariance": rational(covariance),
             "correlation": root(correlation) if correlation else None}
            for a, b, covariance, correlation in found.pairs]


def slip_table(slip: BetSlip) -> Table:
    stakes = ", ".join(f"{bet.name} {amount}" for bet, amount in slip.stakes)
    return Table(f"The slip {stakes}: one coup, in units of money",
                 (Column("quantity"), Column("value", "probability")),
                 (("staked", slip.staked), ("expected result", slip.ev), ("standard deviation", Root(slip.variance)),
                  ("loss per unit staked", slip.house_edge)), key="slip")


def slip_section(slip: BetSlip) -> Section:
    """A slip of bets."""
    return [slip_table(slip)], slip_data(slip)


def slip_data(slip: BetSlip) -> dict[str, Any]:
    return {"stakes": [{"bet": bet.name, "stake": rational(amount)} for bet, amount in slip.stakes],
            "ev": rational(slip.ev), "edge": rational(slip.house_edge), "variance": rational(slip.variance),
            "std_dev": root(Root(slip.variance))}
