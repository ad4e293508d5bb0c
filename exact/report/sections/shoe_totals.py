"""How often events come in the coups of one shoe."""

from __future__ import annotations

from exact.analysis.shoe.shoe_totals import ShoeTotals
from exact.report.document import Column, Section, Table
from exact.report.numbers import Root, rational, root


def totals_section(found: ShoeTotals) -> Section:
    """The mean and the deviation of each event, beside those of independent coups."""
    table = Table(f"Events in {found.totals[0].coups:,} coups of one shoe",
                  (Column("event"), Column("probability", "probability"), Column("mean", "probability"),
                   Column("standard deviation", "probability"), Column("of independent coups", "probability"),
                   Column("variance over independent", "probability")),
                  tuple((one.name, one.probability, one.mean, Root(one.variance), Root(one.independent), one.ratio)
                        for one in found.totals),
                  ("Exact: the coups of a shoe are exchangeable, so any two of them have the joint law of two.",),
                  key="totals")
    return [table], {"totals": [
        {"event": one.name, "coups": one.coups, "probability": rational(one.probability), "mean": rational(one.mean),
         "variance": rational(one.variance), "std_dev": root(Root(one.variance)),
         "independent_variance": rational(one.independent), "covariance_of_two_coups": rational(one.covariance)}
        for one in found.totals]}
