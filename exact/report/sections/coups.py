"""How many cards a coup takes, and how many coups a shoe has."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exact.analysis.shoe.coups import CoupFigures, CoupsPerShoe
from exact.report.document import Column, Section, Table
from exact.report.numbers import Root, rational, root
from exact.report.phrases import Phrase
from exact.report.uncertain import estimate_data

COUPS = Column("coups", "count")


def coups_section(found: CoupFigures) -> Section:
    """The law of the cards of a coup, and of the coups of a shoe that has an end."""
    (cards, of_cards), (coups, of_coups) = _cards(found), _coups(found) if found.per_shoe else ([], {})
    return cards + coups, of_cards | of_coups


def _cards(found: CoupFigures) -> Section:
    cards, covariance = found.cards, found.covariance
    table = Table("The number of cards of a coup", (Column("cards", "count"), Column("probability", "probability"),
                                                    Column("1 in", "one in")),
                  tuple((number, p, p) for number, p in cards.law), (_moments(cards.mean, cards.variance),))
    data: dict[str, Any] = {"cards_per_coup": [{"cards": number, "probability": rational(p)}
                                               for number, p in cards.law],
                            "mean_cards": rational(cards.mean), "std_dev_cards": root(Root(cards.variance))}
    return [table], data | ({} if covariance is None else {"covariance_of_two_coups": rational(covariance)})


def _moments(mean: Fraction, variance: Fraction) -> str:
    return Phrase("Mean ", (mean, "probability"), ", standard deviation ", (Root(variance), "probability"), ".")


def _coups(figures: CoupFigures) -> Section:
    """By the exact law or from dealt shoes."""
    procedure, bounds, found = figures.procedure, figures.bounds, figures.per_shoe
    assert bounds is not None
    assert found is not None
    notes = (f"Procedure: {procedure}.",
             f"Every shoe has from {bounds[0]} to {bounds[1]} coups: its cards allow no others.")
    data: dict[str, Any] = {"procedure": str(procedure), "coups_bounded": {"low": bounds[0], "high": bounds[1]}}
    title = "The number of coups of a shoe"
    if isinstance(found, CoupsPerShoe):
        law = [(k, p) for k, p in enumerate(found.law) if p]
        table = Table(title, (COUPS, Column("probability", "probability")), tuple(law),
                      (_moments(found.mean, found.variance), *notes))
        return [table], data | {"kind": "exact", "mean_coups": rational(found.mean),
                                "coups": [{"coups": k, "probability": rational(p)} for k, p in law]}
    mean = found.per_shoe
    table = Table(f"SIMULATED: {title[0].lower()}{title[1:]}", (COUPS, Column("SIMULATED frequency", "probability")),
                  tuple(found.frequencies.items()),
                  (Phrase("Mean ", (mean, "number"), f" (± standard error), from {found.shoes:,} shoes of seed"
                          f" {mean.seed}."), *notes))
    return [table], data | {"kind": "simulated", "mean_coups": estimate_data(mean),
                            "coups": [{"coups": k, "probability": estimate_data(share)}
                                      for k, share in found.frequencies.items()]}
