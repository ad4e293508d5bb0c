"""How the search for a published figure's game is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from exact.analysis.published.findings import Explanation, Match, SearchResult
from exact.analysis.published.pages import CheckedPages
from exact.analysis.published.verdicts import claim_verdict, describe, shoes_in_words, standing, verdict
from exact.report.document import Block, Column, Heading, Paragraph, Section, Table
from exact.report.numbers import Root, rational, root

EXPLANATIONS_SHOWN = 6
"""So many explanations are listed for people; JSON has all."""
_CLAIM_COLUMNS = (Column("bet"), Column("quantity"), Column("printed"), Column("exact"))


def pages_section(found: CheckedPages, site: bool = False) -> Section:
    """The claims of one page alone, or of a site page by page."""
    if site or len(found.pages) > 1:
        return list(site_blocks(found.pages)), {"pages": [{"page": page, **claims_data(result)}
                                                          for page, result in found.pages]}
    (_, result), = found.pages
    return list(claims_blocks(result)), claims_data(result)


def claims_blocks(result: SearchResult) -> Iterator[Block]:
    """The verdict, the games that give all the figures, and each figure alone."""
    yield Paragraph(f"Verdict: {verdict(result)}")
    if result.together:
        yield together_table(result)
    if len(result.queries) > 1 or not result.together:
        yield Table("Each figure alone", (*_CLAIM_COLUMNS, Column("verdict")),
                    tuple((*_claim_cells(result, i), claim_verdict(result, i)) for i in range(len(result.queries))))


def together_table(result: SearchResult) -> Table:
    """Explanations of all claims, simplest first."""
    rows = tuple((shoes_in_words(*one.shoes), one.candidate.title, *map(_value, one.matches(result.stated)),
                  "; ".join(dict.fromkeys(filter(None, map(describe, one.matches())))) or "per bet made, rounded",
                  _kind(one)) for one in result.together[:EXPLANATIONS_SHOWN])
    more = len(result.together) - EXPLANATIONS_SHOWN
    what = "all these figures" if len(result.queries) > 1 else "this figure"
    return Table(f"Games that give {what}, simplest first",
                 (Column("shoe"), Column("third cards"), *(Column(query.text) for query in result.queries),
                  Column("how"), Column("is it right")), rows,
                 (f"{more} more in JSON.",) if more > 0 else ())


def _value(match: Match) -> str:
    return match.printed.show(match.measure.value)


def _kind(one: Explanation) -> str:
    if not one.right:
        return ("a misprint" if one.candidate.kind == "misprint" else
                "wrong in the last digits" if one.wrong_digits else "a mistake")
    return "another game" if one.candidate.kind == "game" else "right"


def _claim_cells(result: SearchResult, claim: int) -> tuple[str, str, str, str]:
    """A claim and the number that its figure should be: of the stated shoe, where one is, else what explains it."""
    query = result.queries[claim].claim
    fitting = [one for one in result.each[claim] if one.holds_for(result.stated)]
    exact = ([_value(fitting[0].matches(result.stated)[0])] if fitting else
             [one.printed.show(one.value) for one in result.nearest[claim]])
    return query.bet, query.quantity, query.printed, exact[0] if exact else "n/a"


def site_blocks(pages: Sequence[tuple[str, SearchResult]]) -> Iterator[Block]:
    """The pages with their verdicts, then every claim, page by page."""
    yield Table("Pages", (Column("page"), Column("figures"), Column("verdict on them together")),
                tuple((page, str(len(result.queries)), verdict(result)) for page, result in pages))
    yield Heading("Figures")
    yield Table("Every figure", (Column("page"), Column("decks stated"), *_CLAIM_COLUMNS, Column("standing"),
                                 Column("verdict")),
                tuple((page, result.stated or "", *_claim_cells(result, i), standing(result, i),
                       claim_verdict(result, i)) for page, result in pages for i in range(len(result.queries))))


# ---------------------------------------------------------------------------------------------------------------

def claims_data(result: SearchResult) -> dict[str, Any]:
    return {
        "verdict": verdict(result), "passes": result.passes, "stated": result.stated,
        "explanations": [_explanation(one, result.stated) for one in result.together],
        "claims": [{"bet": query.claim.bet, "quantity": query.claim.quantity, "printed": query.claim.printed,
                    "standing": standing(result, i), "verdict": claim_verdict(result, i),
                    "explanations": [_explanation(one, result.stated) for one in result.each[i]],
                    "nearest": [{"bet": near.bet, "shoe": near.shoe, "value": rational(near.value),
                                 "difference": rational(near.difference), "scale": near.printed.scale}
                                for near in result.nearest[i]]}
                   for i, query in enumerate(result.queries)]}


def _explanation(one: Explanation, stated: str | None) -> dict[str, Any]:
    return {"shoes": list(one.shoes), "tableau": one.candidate.title, "kind": one.candidate.kind, "right": one.right,
            "rules_hash": one.candidate.rules.hash, "cost": one.cost,
            "figures": [_match(match) for match in one.matches(stated)]}


def _match(match: Match) -> dict[str, Any]:
    square = match.measure.square
    return {"bet": match.variant.bet.title, "pays": match.variant.title or "as in the game",
            "quantity": match.measure.quantity, "convention": match.measure.convention,
            "scale": match.printed.scale, "printed_as": match.rounding, "slip": match.mistake,
            "exact": rational(match.measure.value) if square is None else root(Root(square))}
