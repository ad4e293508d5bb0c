"""The whole report: what the short one says, and everything that a file of it needs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from exact.analysis.odds.in_play import final_totals, given_odds
from exact.analysis.published.verdicts import with_verdict
from exact.game.bets import rules_and_bets_hash
from exact.game.shoe import Shoe
from exact.report.document import Block, Heading, Paragraph
from exact.report.sections import par
from exact.report.sections.countability import counting_data, counting_of, counting_section
from exact.report.sections.decks import deck_tables, decks_figure
from exact.report.sections.effects import removal_blocks, removal_figure
from exact.report.sections.odds import lead, line_table, outcome_table, summary_table
from exact.report.sections.par import through_blocks, through_data, totals_blocks, totals_data
from exact.report.sections.published import claims_data, claims_figure, claims_section
from exact.report.sections.report import Report, more_bets, report_data
from exact.report.sections.rules_text import exclusive_blocks, rules_in_words, rules_section
from exact.report.sections.together import covariance_blocks


def whole_report(report: Report) -> tuple[list[Block], dict[str, Any]]:
    """The blocks of the whole report, and its data."""
    odds, question = report.odds, report.question
    game, rules, shoe = question.game, question.game.rules, question.shoe
    totals = final_totals(rules, shoe)
    by_total = [(int(row.what[0]), row.odds) for row in given_odds(rules, shoe, "player-total").rows
                if row.odds and not rules.printed]
    laws = {Shoe.fresh(decks): {law.bet: law for law in one.bets} for decks, one in report.by_decks}
    laws |= {shoe: {law.bet: law for law in odds.bets}}
    claims = [with_verdict(game, item, question.fresh, shoe, laws) for item in report.claims]
    counting = counting_of(rules, tuple(law.bet for law in odds.bets), shoe)

    def blocks() -> Iterator[Block]:
        yield lead(odds)
        yield Heading("Summary")
        yield from exclusive_blocks(game)
        yield summary_table(odds.bets)
        yield from rules_section(game)
        yield Heading("Published figures")
        yield from claims_figure(claims)
        yield from claims_section(game, claims)
        yield Heading("Outcomes")
        yield outcome_table(odds, shoe.infinite)
        yield from totals_blocks(totals)
        yield from through_blocks(rules, by_total, odds)
        yield Heading("Pay tables")
        yield par.cycle_table(odds, shoe.infinite)
        yield from map(line_table, odds.bets)
        yield Paragraph("Rules and pay tables together, on which with the shoe every number here depends (SHA-256):"
                        f" {rules_and_bets_hash(rules, question.bets)}.")
        yield Heading("Volatility and monitoring")
        yield from par.volatility_tables(odds.bets)
        yield from covariance_blocks(report.covariances)
        yield from more_bets(report)
        yield Heading("Decks")
        yield from decks_figure(report.by_decks)
        yield from deck_tables(report.by_decks)
        yield Heading("Effects of removal")
        yield from removal_figure(report.effects)
        yield from removal_blocks(rules, shoe, report.effects)
        yield from counting_section(counting)
        yield Heading("Method")
        yield from par.method_blocks(rules, shoe.infinite)
        yield Heading("Appendix: exact fractions")
        yield from par.fraction_tables(odds)

    more = {"rules_in_words": list(rules_in_words(rules)), "volatility": par.volatility_data(odds.bets),
            "final_totals": totals_data(totals), "through_a_coup": through_data(by_total),
            "counting": counting_data(counting), "counting_left_out": list(counting.left_out),
            "claims": claims_data(claims)}
    return list(blocks()), report_data(report) | more
