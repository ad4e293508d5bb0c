"""How the search for a published figure's game is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from exact.analysis.published.findings import GAME, MISPRINT, Explanation, Match, SearchResult
from exact.analysis.published.measures import Measure
from exact.analysis.published.pages import CheckedPages
from exact.analysis.published.verdicts import cause, claim_verdict, describe, shoes_in_words, standing, verdict
from exact.report.document import Block, Cell, Column, Heading, Paragraph, Section, Table
from exact.report.numbers import Root, rational, root

EXPLANATIONS_SHOWN = 6
"""So many explanations are listed for people; JSON has all."""
Pages = Sequence[tuple[str, SearchResult]]
"""The names of pages, each with what was found for its claims."""


def pages_section(found: CheckedPages, site: bool = False) -> Section:
    """The claims of one page alone, or of a site page by page."""
    if site or len(found.pages) > 1:
        return list(site_blocks(found.pages)), {"pages": [{"page": page, **claims_data(result)}
                                                          for page, result in found.pages], "right": found.right}
    (_, result), = found.pages
    return list(claims_blocks(result)), claims_data(result)


def claims_blocks(result: SearchResult) -> Iterator[Block]:
    """The verdict, what gives all the figures, and each figure alone."""
    yield Paragraph(f"Verdict: {verdict(result)}")
    if result.together:
        yield together_table(result)
    if len(result.queries) > 1 or not result.together:
        yield figures_table([("", result)])


def together_table(result: SearchResult) -> Table:
    """Explanations of all claims, simplest first."""
    rows = tuple((shoes_in_words(*one.shoes), one.candidate.title, *map(_value, one.matches(result.stated)),
                  "; ".join(dict.fromkeys(filter(None, map(describe, one.matches(result.stated)))))
                  or "per bet made, rounded",
                  _kind(one, result.stated)) for one in result.together[:EXPLANATIONS_SHOWN])
    more = len(result.together) - EXPLANATIONS_SHOWN
    what = "all these figures" if len(result.queries) > 1 else "this figure"
    return Table(f"What gives {what}, simplest first",
                 (Column("shoe"), Column("third cards"), *(Column(query.text) for query in result.queries),
                  Column("how"), Column("is it right")), rows,
                 (f"{more} more in JSON.",) if more > 0 else ())


def _value(match: Match) -> str:
    return match.printed.show(match.measure.value)


def _kind(one: Explanation, stated: str | None) -> str:
    if one.right:
        return "right" if one.holds_for(stated) else "another shoe"
    return {GAME: "another game", MISPRINT: "a misprint"}.get(
        one.candidate.kind, "wrong in the last digits" if one.wrong_digits else
        "other pays" if all(match.pays for match in one.matches() if match.departures) else "a mistake")


def site_blocks(pages: Pages) -> Iterator[Block]:
    """The pages with their verdicts, then every claim, page by page."""
    yield Table("Pages", (Column("page"), Column("figures"), Column("verdict on them together")),
                tuple((page, str(len(result.queries)), verdict(result)) for page, result in pages))
    yield Heading("Figures")
    yield figures_table(pages)


def figures_table(pages: Pages, exactly: bool = False) -> Table:
    """Every claim with the value in the game asked about: a row for each, page by page where there are several.

    The value stands in the form of the figure or, if `exactly`, as the number that it is, with more for machines.
    """
    def about(page: str, result: SearchResult) -> tuple[Cell, ...]:
        return (page, result.stated or "") if exactly or len(pages) > 1 or page else ()

    def row(result: SearchResult, i: int) -> tuple[Cell, ...]:
        claim, exact = result.queries[i].claim, result.exact(i)
        value = None if exact is None else _number(exact[2]) if exactly else exact[3].show(exact[2].value)
        more = ("yes" if result.right(i) else "no", cause(result, i) or "") if exactly else ()
        return (claim.bet, claim.quantity, claim.printed, value, *more, standing(result, i), claim_verdict(result, i))

    rows = tuple((*about(page, result), *row(result, i)) for page, result in pages for i in range(len(result.queries)))
    named = (Column("page"), Column("decks stated")) if about(*pages[0]) else ()
    more = (Column("right"), Column("explanation")) if exactly else ()
    return Table("Every figure" if len(pages) > 1 else "Each figure alone",
                 (*named, Column("bet"), Column("quantity"), Column("printed"),
                  Column("exact", "number" if exactly else "text"), *more, Column("standing"), Column("verdict")), rows)


# ---------------------------------------------------------------------------------------------------------------

def claims_data(result: SearchResult) -> dict[str, Any]:
    return {
        "verdict": verdict(result), "right": result.passes, "passes": result.passes, "stated": result.stated,
        "explanations": [_explanation(one, result.stated) for one in result.together],
        "claims": [_claim(result, i) for i in range(len(result.queries))]}


def _claim(result: SearchResult, i: int) -> dict[str, Any]:
    query, exact = result.queries[i], result.exact(i)
    return {"claim": query.text, "right": result.right(i), "exact": None if exact is None else _json(exact[2]),
            "explanation": cause(result, i),
            "bet": query.claim.bet, "quantity": query.claim.quantity, "printed": query.claim.printed,
            "standing": standing(result, i), "verdict": claim_verdict(result, i),
            "explanations": [_explanation(one, result.stated) for one in result.each[i]],
            "nearest": [{"bet": near.bet, "shoe": near.shoe, "value": rational(near.value),
                         "difference": rational(near.difference), "scale": near.printed.scale}
                        for near in result.nearest[i]]}


def _explanation(one: Explanation, stated: str | None) -> dict[str, Any]:
    return {"shoes": list(one.shoes), "tableau": one.candidate.title, "kind": one.candidate.kind,
            "right": one.right and one.holds_for(stated),
            "rules_hash": one.candidate.rules.hash, "cost": one.cost,
            "figures": [_match(match) for match in one.matches(stated)]}


def _match(match: Match) -> dict[str, Any]:
    measure = match.measure
    return {"bet": match.bet.title, "pays": match.pays or "as in the game", "line": measure.event or None,
            "quantity": measure.quantity, "convention": measure.convention, "cycle": measure.cycle or None,
            "of": str(measure.of) if measure.of else None, "scale": match.printed.scale,
            "printed_as": match.rounding, "z": match.z, "slip": "; ".join(match.mistakes), "exact": _json(measure)}


def _number(measure: Measure) -> Cell:
    return measure.value if measure.square is None else Root(measure.square)


def _json(measure: Measure) -> dict[str, str] | None:
    return rational(measure.value) if measure.square is None else root(Root(measure.square))
