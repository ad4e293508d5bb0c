"""How the search for a published figure's game is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from exact.analysis.published.findings import Explanation, Findings, Fit
from exact.analysis.published.verdicts import claim_verdict, describe, shoes_in_words, standing, verdict
from exact.report.document import Block, Column, Heading, Paragraph, Table
from exact.report.numbers import Root, rational, root

MOST_SHOWN = 6
"""So many explanations are listed for people; JSON has all."""


def claims_blocks(findings: Findings) -> Iterator[Block]:
    """The verdict, the games that give all the figures, and each figure alone."""
    yield Paragraph(f"Verdict: {verdict(findings)}")
    if findings.together:
        yield together_table(findings)
    if len(findings.asked) > 1 or not findings.together:
        yield each_table(findings)


def together_table(findings: Findings) -> Table:
    """Explanations of all claims, simplest first."""
    rows = tuple((shoes_in_words(one.shoes), one.world.title, *(_value(fit) for fit in one.one(findings.stated)),
                  _how(one), _judged(one)) for one in findings.together[:MOST_SHOWN])
    more = len(findings.together) - MOST_SHOWN
    what = "all these figures" if len(findings.asked) > 1 else "this figure"
    return Table(f"Games that give {what}, simplest first",
                 (Column("shoe"), Column("third cards"), *(Column(asked.text) for asked in findings.asked),
                  Column("how"), Column("is it right")), rows,
                 (f"{more} more in JSON.",) if more > 0 else ())


def _value(fit: Fit) -> str:
    return fit.printed.show(fit.measure.value)


def _how(one: Explanation) -> str:
    return "; ".join(dict.fromkeys(filter(None, map(describe, one.one())))) or "per bet made, rounded"


def _judged(one: Explanation) -> str:
    if not one.right:
        return "a misprint" if one.world.kind == "misprint" else "wrong in the last digits" if one.cut else "a mistake"
    return "another game" if one.world.kind == "game" else "right"


def each_table(findings: Findings) -> Table:
    """Each claim alone: its simplest explanation, or what comes nearest."""
    rows = tuple((asked.claim.bet, asked.claim.quantity, asked.claim.printed, _exact(findings, i),
                  claim_verdict(findings, i)) for i, asked in enumerate(findings.asked))
    return Table("Each figure alone", (Column("bet"), Column("quantity"), Column("printed"), Column("exact"),
                                       Column("verdict")), rows)


def _exact(findings: Findings, claim: int) -> str:
    """The number that the figure should be: of the stated shoe, where one is, else what explains it."""
    stated, found = findings.stated, findings.each[claim]
    fitting = [one for one in found if stated is None or stated in one.shoes]
    if fitting:
        return _value(fitting[0].one(stated)[0])
    nearest = findings.nearest[claim]
    return nearest[0].printed.show(nearest[0].value) if nearest else "n/a"


def site_table(sets: Sequence[tuple[str, Findings]]) -> Table:
    """One row for each claim of a site, page by page."""
    rows = tuple((page, findings.stated or "", asked.claim.bet, asked.claim.quantity, asked.claim.printed,
                  _exact(findings, i), standing(findings, i), claim_verdict(findings, i))
                 for page, findings in sets for i, asked in enumerate(findings.asked))
    titles = ("page", "decks stated", "bet", "quantity", "printed", "exact", "standing", "verdict")
    return Table("Every figure", tuple(map(Column, titles)), rows)


def site_blocks(sets: Sequence[tuple[str, Findings]]) -> Iterator[Block]:
    """The pages with their verdicts, then every claim."""
    yield Table("Pages", (Column("page"), Column("figures"), Column("verdict on them together")),
                tuple((page, str(len(findings.asked)), verdict(findings)) for page, findings in sets))
    yield Heading("Figures")
    yield site_table(sets)


# ---------------------------------------------------------------------------------------------------------------

def findings_data(findings: Findings) -> dict[str, Any]:
    return {
        "verdict": verdict(findings), "passes": findings.passes, "stated": findings.stated,
        "explanations": [_explanation(one, findings) for one in findings.together],
        "claims": [{"bet": asked.claim.bet, "quantity": asked.claim.quantity, "printed": asked.claim.printed,
                    "standing": standing(findings, i), "verdict": claim_verdict(findings, i),
                    "explanations": [_explanation(one, findings) for one in findings.each[i]],
                    "nearest": [{"bet": near.bet, "shoe": near.shoe, "value": rational(near.value),
                                 "difference": rational(near.difference), "scale": near.printed.scale}
                                for near in findings.nearest[i]]}
                   for i, asked in enumerate(findings.asked)]}


def _explanation(one: Explanation, findings: Findings) -> dict[str, Any]:
    return {"shoes": list(one.shoes), "tableau": one.world.title, "kind": one.world.kind, "right": one.right,
            "rules_hash": one.world.rules.hash, "cost": one.cost,
            "figures": [_fit(fit) for fit in one.one(findings.stated)]}


def _fit(fit: Fit) -> dict[str, Any]:
    exact = root(Root(fit.measure.square)) if fit.measure.square is not None else rational(fit.measure.value)
    return {"bet": fit.variant.bet.title, "pays": fit.variant.title or "as in the game",
            "quantity": fit.measure.quantity, "convention": fit.measure.convention,
            "scale": fit.printed.scale, "printed_as": fit.how, "slip": fit.slip,
            "exact": exact}
