"""What a PAR sheet says beyond odds and edges: cycles, volatility, monitoring, totals, method, exact fractions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from exact.analysis.bankroll.monitoring import half_width
from exact.analysis.odds.in_play import TOTALS
from exact.analysis.odds.laws import BetLaw, Odds
from exact.analysis.odds.volatility import CONFIDENCE, QUANTILES, volatility
from exact.errors import joined
from exact.game.rules import Rules
from exact.report.caveats import law_notes
from exact.report.cells import show
from exact.report.document import Block, Cell, Column, Figure, Paragraph, Table
from exact.report.numbers import Root, rational, root, significant
from exact.report.plots import HeatMap, Shares
from exact.report.quantities import LAW
from exact.report.sections.odds import OUTCOME_COLUMNS, OUTCOME_NAMES, outcomes_data

CHECKS = (
    "Two independent ways to count stand beside this one and agree with it: a memoised walk over the shoe card by card,"
    " and, for small shoes, every ordered sequence played out. The command exact verify compares the three on your own"
    " machine."
)


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


# ---------------------------------------------------------------------------------------------------------------
# totals, and the odds through a coup

Totals = Sequence[Sequence[Fraction]]
"""The probability of each pair: a row for each total of Player's, a column for each of Banker's."""
ByTotal = Sequence[tuple[int, Odds]]
"""The odds by the total of Player's first two cards."""


def totals_blocks(table: Totals) -> Iterator[Block]:
    labels = tuple(map(str, TOTALS))
    most = max((value, player, banker) for player, row in enumerate(table) for banker, value in enumerate(row))
    yield Figure("Player's final total against Banker's",
                 f"A square for each pair of totals with its probability; the likeliest is Player {most[1]}, Banker"
                 f" {most[2]} with {show(most[0], 'percent', 6)}.",
                 HeatMap("Banker's final total", "Player's final total", labels, labels, tuple(map(tuple, table)),
                         "probability, %"), key="final-totals")
    rows: list[tuple[Cell, ...]] = [(str(total), *table[total], sum(table[total], Fraction(0))) for total in TOTALS]
    columns = [sum((row[total] for row in table), Fraction(0)) for total in TOTALS]
    rows.append(("all", *columns, sum(columns, Fraction(0))))
    yield Table("Final totals: the probability of each pair, Player's total down and Banker's across",
                (Column("Player", key="player"),
                 *(Column(str(total), "percent", f"banker_{total}") for total in TOTALS), Column("all", "percent")),
                tuple(rows), key="totals")


def totals_data(table: Totals) -> list[dict[str, Any]]:
    return [{"player": player, "banker": banker, "probability": rational(table[player][banker])}
            for player in TOTALS for banker in TOTALS]


def through_blocks(rules: Rules, by_total: ByTotal, before: Odds) -> Iterator[Block]:
    """The odds by Player's first two cards, or a line that says why they are not there."""
    if by_total:
        yield _through_figure(by_total, before)
        yield through_table(by_total, before)
    else:
        printed = joined(position.words for position, _ in rules.printed) if rules.printed else ""
        why = (f"{printed} {'is' if len(rules.printed) == 1 else 'are'} printed on the layout" if printed
               else "the shoe gives Player no two cards that leave enough for a coup")
        yield Paragraph(f"The odds by the total of Player's first two cards from the shoe are not shown: {why}.")


def _through_figure(by_total: ByTotal, before: Odds) -> Figure:
    rows = [("not seen", before), *((str(total), odds) for total, odds in by_total)]
    first, last = by_total[0], by_total[-1]
    return Figure("Odds through a coup: what Player's first two cards change",
                  f"A bar for each two-card total, divided into Player wins, Banker wins and tie: Player wins"
                  f" {show(first[1].player, 'percent', 6)} after {first[0]} and {show(last[1].player, 'percent', 6)}"
                  f" after {last[0]}.",
                  Shares("Player's two-card total", tuple(name for name, _ in rows),
                         ("Player wins", "Banker wins", "Tie"), tuple(odds.probabilities for _, odds in rows)),
                  key="odds-through-a-coup")


def through_table(by_total: ByTotal, before: Odds) -> Table:
    missing = [str(total) for total in TOTALS if total not in dict(by_total)]
    return Table("Odds once Player's first two cards are seen, by their total",
                 (Column("Player has", key="player_has"), *OUTCOME_COLUMNS),
                 (("not seen yet", *before.probabilities),
                  *((str(total), *odds.probabilities) for total, odds in by_total)),
                 (f"Not of this shoe: {', '.join(missing)}.",) if missing else (), key="through-a-coup")


def through_data(by_total: ByTotal) -> list[dict[str, Any]]:
    return [{"player_total": total, "outcomes": outcomes_data(odds)} for total, odds in by_total]


# ---------------------------------------------------------------------------------------------------------------
# method

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
EXACT = ("rtp", "house_edge", "edge_resolved", "hit_frequency", "variance")


def method_blocks(rules: Rules, infinite: bool) -> Iterator[Block]:
    yield Paragraph(method_in_words(rules, infinite))
    yield Paragraph(CHECKS)


def fraction_tables(odds: Odds) -> Iterator[Block]:
    """The exact values behind the decimals."""
    yield Table("Probabilities of the outcomes, in lowest terms", (Column("outcome"), Column("probability", "exact")),
                tuple(zip(OUTCOME_NAMES.values(), odds.probabilities, strict=True)), key="exact-outcomes")
    for law in odds.bets:
        yield Table(f"{law.bet.title}: in lowest terms", (Column("quantity"), Column("exactly", "exact")),
                    (*zip([column.title for column in LAW.columns(*EXACT)], LAW.row(law, *EXACT), strict=True),
                     *((f"probability of: {line.event}", law.probability(i)) for i, line in enumerate(law.bet.lines))),
                    law_notes([law]),
                    key=f"exact-{law.bet.name}")


def volatility_data(laws: Sequence[BetLaw]) -> list[Mapping[str, object]]:
    return [{"bet": law.bet.name, "confidence_percent": CONFIDENCE, "volatility_index": root(Root(found.index_square)),
             "greatest_win": rational(found.greatest), "probability": rational(found.probability),
             "intervals": [{"bets": coups, "level": rational(level), "kind": "normal",
                            **{key: {"decimal": significant(value)} for key, value in
                               (("half_width", half), ("low", low), ("high", high))}}
                           for coups in MONITORED for level in LEVELS
                           for half, low, high in [_band(law, coups, level)]]}
            for law in laws for found in [volatility(law)]]
