"""The whole report of `--full` and of a bundle: what the short one says, and everything that a file of it needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from exact.analysis.odds.in_play import by_player_total, final_totals
from exact.analysis.odds.laws import Odds
from exact.analysis.published.comparison import CheckedClaim
from exact.analysis.published.verdicts import with_verdict
from exact.analysis.removal.effects import Effect
from exact.game.bets import Bet, rules_and_bets_hash
from exact.game.shoe import Shoe
from exact.report.document import Block, Heading, Paragraph
from exact.report.sections import par, published
from exact.report.sections import probability as show
from exact.report.sections.countability import counting_data, counting_of, counting_section
from exact.report.sections.pictures import claims_figure, decks_figure, removal_figure, totals_figure
from exact.report.sections.rules_text import rules_in_words

if TYPE_CHECKING:
    from exact.commands.report import Parts


def whole_report(parts: Parts, effects: Mapping[Bet, tuple[Effect, ...]],
                 by_decks: Sequence[tuple[int | None, Odds]], judged: Sequence[CheckedClaim],
                 words: Sequence[str]) -> tuple[tuple[Block, ...], dict[str, Any]]:
    """The blocks of the whole report, each table with its command, and what it adds to the JSON."""
    question, odds = parts.question, parts.odds
    game, shoe, rules = question.game, question.shoe, question.game.rules
    totals = final_totals(rules, shoe)
    by_total = [(int(row.what[0]), row.odds) for row in by_player_total(rules, shoe) if row.odds and not rules.printed]
    blocks: list[Block] = [Heading("Summary"), *par.summary_lines(game), show.summary_table(odds.bets),
                           *par.rules_section(game)]
    laws = {Shoe.fresh(decks): {law.bet: law for law in one.bets}
            for decks, one in by_decks} | {shoe: {law.bet: law for law in odds.bets}}
    settled = [with_verdict(game, item, question.fresh, shoe, laws) for item in judged]
    blocks += [Heading("Published figures"), *claims_figure(settled), *published.claims_section(game, settled)]
    blocks += [Heading("Outcomes"), show.outcome_table(odds, shoe.infinite), totals_figure(totals),
               par.totals_table(totals)]
    blocks += par.through_blocks(rules, by_total, odds)
    blocks += [Heading("Pay tables"), par.cycle_table(odds, shoe.infinite), *map(show.line_table, odds.bets)]
    blocks.append(Paragraph("Rules and pay tables together, on which with the shoe every number here depends (SHA-256):"
                            f" {rules_and_bets_hash(rules, question.bets)}."))
    blocks += [Heading("Volatility and monitoring"), *par.volatility_tables(odds.bets), *parts.covariance]
    blocks += [*parts.slip, *parts.readings, Heading("Decks"), *decks_figure(by_decks), *parts.decks]
    blocks += [Heading("Effects of removal"), *removal_figure(effects), *parts.removal]
    counting = counting_of(rules, tuple(law.bet for law in odds.bets), shoe)
    blocks += counting_section(counting)
    blocks += [*par.method_section(rules, shoe.infinite), *par.fractions_section(odds)]
    more = {"rules_in_words": list(rules_in_words(rules)), "volatility": par.volatility_data(odds.bets),
            "final_totals": par.totals_data(totals), "through_a_coup": par.through_data(by_total),
            "counting": counting_data(counting), "counting_left_out": list(counting.left_out),
            "claims": published.claims_data(settled)}
    return par.with_commands(blocks, words), more
