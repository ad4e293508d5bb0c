"""The whole probability report (the "PAR sheet"): rules in words, volatility, monitoring, method, exact fractions."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from exact.analysis.bankroll.monitoring import half_width
from exact.analysis.odds.in_play import TOTALS
from exact.analysis.odds.laws import BetLaw, Odds
from exact.analysis.odds.volatility import CONFIDENCE, QUANTILES, volatility
from exact.game.definition import GameDefinition
from exact.game.rules import Rules
from exact.report.caveats import law_notes
from exact.report.document import Block, Bullets, Cell, Column, Heading, Note, Paragraph, Table
from exact.report.numbers import Root
from exact.report.sections.pictures import through_figure
from exact.report.sections.rules_text import chart_or_why, rules_in_words

CHECKS = (
    "Two independent ways to count stand beside this one and agree with it: a memoised walk over the shoe card by card,"
    " and, for small shoes, every ordered sequence played out. The command exact verify compares the three on your own"
    " machine."
)


def summary_lines(game: GameDefinition) -> Iterator[Block]:
    """What stands above the first table."""
    if game.exclusive:
        pairs = "; ".join(" and ".join(sorted(pair)) for pair in game.exclusive)
        yield Paragraph(f"Not to be bet together: {pairs}.")


def rules_section(game: GameDefinition) -> Iterator[Block]:
    """The rules in words and as a chart, every deviation from the standard, and what each assumption rests on."""
    yield Heading("Rules")
    yield Bullets(rules_in_words(game.rules))
    yield chart_or_why(game.rules)
    differences = game.rules.differences()
    if differences:
        yield Paragraph("What differs from the standard tableau:")
        yield Bullets(tuple(differences))
    else:
        yield Paragraph("This is the standard tableau; nothing differs from it.")
    if game.notes:
        yield Bullets(game.notes)
    if game.unsaid:
        yield Note("The page that these rules come from leaves something unsaid. Each figure below rests on what is"
                   " assumed here.")
        yield Table("What the page leaves unsaid, and what is assumed here", (Column("unsaid"), Column("assumed")),
                    tuple((item.what, item.assumed) for item in game.unsaid), key="unsaid")
    if game.source:
        yield Paragraph(f"Source of the rules: {game.source}.")
    yield Paragraph(f"Rules hash (SHA-256 over the whole table): {game.rules.hash}.")


def cycle_table(odds: Odds, infinite: bool) -> Table:
    """The size of the cycle of each bet: the equally likely ordered sequences that its law is counted over."""
    drawn = "with replacement" if infinite else "without replacement"
    rows = [("outcomes", odds.length, odds.of), *((law.bet.name, law.length, law.of) for law in odds.bets)]
    return Table(f"Cycle size: equally likely ordered sequences of cards, drawn {drawn}",
                 (Column("bet"), Column("cards", "count"), Column("sequences", "count")), tuple(rows), key="cycle")


def volatility_tables(laws: Sequence[BetLaw]) -> Iterator[Table]:
    found = [volatility(law) for law in laws]
    z = QUANTILES[CONFIDENCE]
    yield Table("Volatility and greatest win, per unit staked",
                (Column("bet"), Column("standard deviation", "probability"), Column("volatility index", "probability"),
                 Column("greatest win", "number"), Column("its probability", "probability"), Column("1 in", "one in")),
                tuple((item.law.bet.name, Root(item.law.variance), Root(item.index_square), item.greatest,
                       item.probability, item.probability) for item in found),
                (f"The volatility index is {float(z):g} standard deviations ({CONFIDENCE} % of a normal law).",),
                key="volatility")
    yield monitoring_table(laws)


MONITORED = (10**4, 10**5, 10**6, 10**7)
LEVELS = (Fraction(95, 100), Fraction(99, 100))
PLACES = 8
"""Decimals to which an end by the normal law is given."""


def _band(law: BetLaw, coups: int, level: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """Half the width of the interval by the normal law, and its ends."""
    half = round(Fraction(half_width(law, coups, level)), PLACES)
    return half, round(law.rtp - half, PLACES), round(law.rtp + half, PLACES)


def monitoring_table(laws: Sequence[BetLaw]) -> Table:
    """Where the measured RTP of many equal bets must lie."""
    columns = [Column(f"{percent} %: {title}", "percent", f"{key}_{percent}", rounded=True)
               for percent in (f"{float(100 * level):g}" for level in LEVELS)
               for title, key in (("±", "half_width"), ("from", "low"), ("to", "high"))]
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (law.bet.name, coups, *(value for level in LEVELS for value in _band(law, coups, level)))
        for law in laws for coups in MONITORED)
    return Table("Monitoring: the interval around the RTP in which the measured return lies at a level",
                 (Column("bet"), Column("equal bets", "count"), *columns), rows,
                 ("By the normal law; ± is half the width, z standard deviations over the root of the number of bets,"
                  " to eight decimals. It takes coups as independent and their mean as normal, which serves for many"
                  " coups and small pays; exact monitor gives the interval by the law of n coups, where that is known,"
                  " and for other levels.",),
                 key="monitoring")


def totals_table(table: Sequence[Sequence[Fraction]]) -> Table:
    rows: list[tuple[Cell, ...]] = [(str(total), *table[total], sum(table[total], Fraction(0))) for total in TOTALS]
    columns = [sum((row[total] for row in table), Fraction(0)) for total in TOTALS]
    rows.append(("all", *columns, sum(columns, Fraction(0))))
    return Table("Final totals: the probability of each pair, Player's total down and Banker's across",
                 (Column("Player", key="player"),
                  *(Column(str(total), "percent", f"banker_{total}") for total in TOTALS), Column("all", "percent")),
                 tuple(rows), key="totals")


def through_blocks(rules: Rules, by_total: Sequence[tuple[int, Odds]], before: Odds) -> Iterator[Block]:
    """The odds by Player's first two cards, or a line that says why they are not there."""
    if by_total:
        yield from through_figure(by_total, before)
        yield through_table(by_total, before)
    else:
        printed = " and ".join(position.words for position, _ in rules.printed)
        why = (f"{printed} {'is' if len(rules.printed) == 1 else 'are'} printed on the layout" if printed
               else "the shoe gives Player no two cards that leave enough for a coup")
        yield Paragraph(f"The odds by the total of Player's first two cards from the shoe are not shown: {why}.")


def through_table(by_total: Sequence[tuple[int, Odds]], before: Odds) -> Table:
    rows = [("not seen yet", before.player, before.banker, before.tie)]
    rows += [(str(total), odds.player, odds.banker, odds.tie) for total, odds in by_total]
    missing = [str(total) for total in TOTALS if total not in dict(by_total)]
    return Table("Odds once Player's first two cards are seen, by their total",
                 (Column("Player has", key="player_has"), Column("Player", "probability"),
                  Column("Banker", "probability"), Column("Tie", "probability")), tuple(rows),
                 (f"Not of this shoe: {', '.join(missing)}.",) if missing else (), key="through-a-coup")


def method_in_words(rules: Rules, infinite: bool) -> str:
    """How the figures were come by, for a game and a shoe."""
    most, least = (_NUMBERS[cards] for cards in (rules.most_cards, rules.least_cards))
    uses = f"always uses {most}" if most == least else f"uses {least} to {most}"
    printed = ", besides what is printed on the layout" if rules.printed else ""
    alone = "" if most == least else f" (a coup that ends earlier is filled up to {most} with the cards that come next)"
    chance = (" Where a draw is a matter of chance both courses are counted, each with a whole weight: its probability"
              " times the common denominator of all." if rules.scale > 1 else "")
    evaluated = ("Evaluated at the share of each class in a deck, which no draw changes, it counts, without a sample,"
                 " the equally likely ordered sequences of cards that give" if infinite else
                 "Evaluated at the numbers of cards in the shoe it counts, without a sample, the ordered sequences of"
                 " cards that give")
    removal = "" if infinite else ", and effects of removal are differences of two such evaluations"
    return (f"A coup {uses} cards of the shoe{printed}. The rules were walked once over every order of classes of card,"
            f" and for each multiset of {most} cards{alone} the number of orders that give each result was added up:"
            f" the coup as one polynomial with whole coefficients.{chance} {evaluated} each result. A bet that looks at"
            " fewer cards is counted over these alone. Every probability here is such a count over the number of all"
            f" sequences; returns, edges and variances are rational numbers formed from the counts{removal}. Each"
            " figure is rounded once, when it is printed, to the nearest decimal (a tie goes to the even digit); a"
            " standard deviation is the correctly rounded root of a rational. The exact fractions stand in the appendix"
            " and, in full, in the JSON and CSV files.")


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def method_section(rules: Rules, infinite: bool) -> Iterator[Block]:
    yield Heading("Method")
    yield Paragraph(method_in_words(rules, infinite))
    yield Paragraph(CHECKS)


def fractions_section(odds: Odds) -> Iterator[Block]:
    """The exact values behind the decimals."""
    yield Heading("Appendix: exact fractions")
    yield Table("Probabilities of the outcomes, in lowest terms", (Column("outcome"), Column("probability", "exact")),
                (("Player", odds.player), ("Banker", odds.banker), ("Tie", odds.tie)), key="exact-outcomes")
    for law in odds.bets:
        yield Table(f"{law.bet.title}: in lowest terms", (Column("quantity"), Column("exactly", "exact")),
                    (("RTP", law.rtp), ("house edge, per bet made", law.house_edge),
                     ("edge, per bet resolved", law.edge_resolved), ("hit frequency", law.hit_frequency),
                     ("variance", law.variance),
                     *((f"probability of: {line.event}", law.probability(i)) for i, line in enumerate(law.bet.lines))),
                    law_notes([law]),
                    key=f"exact-{law.bet.name}")


def with_commands(blocks: Sequence[Block], words: Sequence[str]) -> tuple[Block, ...]:
    """Each table with the one command that makes it again: the words of the report, and its name."""
    from exact.report.document import Document
    named = Document("", "", tuple(blocks)).named_blocks()
    return tuple(replace(block, command=shlex.join(["exact", *words, "--table", name])) if isinstance(block, Table)
                 else block for name, block in named)


def totals_data(table: Sequence[Sequence[Fraction]]) -> list[dict[str, object]]:
    from exact.report.numbers import rational
    return [{"player": player, "banker": banker, "probability": rational(table[player][banker])}
            for player in TOTALS for banker in TOTALS]


def through_data(by_total: Sequence[tuple[int, Odds]]) -> list[dict[str, object]]:
    from exact.report.sections.probability import outcomes_data
    return [{"player_total": total, "outcomes": outcomes_data(odds)} for total, odds in by_total]


def volatility_data(laws: Sequence[BetLaw]) -> list[Mapping[str, object]]:
    from exact.report.numbers import rational, root, significant
    return [{"bet": law.bet.name, "confidence_percent": CONFIDENCE, "volatility_index": root(Root(found.index_square)),
             "greatest_win": rational(found.greatest), "probability": rational(found.probability),
             "intervals": [{"bets": coups, "level": rational(level), "kind": "normal",
                            **{key: {"decimal": significant(value)} for key, value in
                               (("half_width", half), ("low", low), ("high", high))}}
                           for coups in MONITORED for level in LEVELS
                           for half, low, high in [_band(law, coups, level)]]}
            for law in laws for found in [volatility(law)]]
