"""The sweep of all sub-shoes as a document: text and JSON from the same values."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from exact.analysis.shoe.perfect_play import (
    BEST,
    EV_QUANTILES,
    BestShoes,
    BetSweep,
    PerfectPlay,
    SweptDepth,
    gain_per_shoe,
)
from exact.engine.sweep.sums import CountVector
from exact.report.cells import short_number
from exact.report.document import Block, Cell, Column, Paragraph, Section, Table
from exact.report.numbers import rational
from exact.report.phrases import Part, Phrase
from exact.report.uncertain import interval_data
from exact.values import Interval


def sweep_section(play: PerfectPlay, numbers: bool = False) -> Section:
    """Tables of each bet by cards left, the law of EV if there is one, and the gain of a shoe down to a cut card.

    With `numbers` (for CSV) tables alone, in which every cell is a number per unit staked, of all its digits, or a text
    that is none.
    """
    made: list[Block] = []
    for bet in play.bets:
        made += [_depths(bet, play, numbers), _extremes(bet, play)]
        if bet.depths[0].histogram:
            made += [_quantiles(bet, numbers), _histogram(bet, numbers)]
    if play.cuts:
        made.append(_per_shoe(play, play.cuts, numbers))
    return made if numbers else [*_introduction(play), *made], _data(play, play.cuts)


def best_section(best: BestShoes) -> Section:
    """The most favourable sub-shoes of each bet."""
    play = best.sweep
    blocks: list[Block] = [Paragraph("Every sub-shoe of each size was evaluated; the EV is exact."),
                           *(_best_table(bet, play) for bet in play.bets)]
    return blocks, {"bets": [{"name": bet.name, "title": bet.title, "depths": [
        {"cards_left": depth.cards_left, "sub_shoes": str(depth.sub_shoes), "max_ev": rational(depth.max_ev),
         "max_shoe": _shoe_data(play.classes, depth.max_shoe)} for depth in bet.depths]} for bet in play.bets]}


def _shoe_words(classes: Sequence[str], counts: CountVector) -> str:
    return " ".join(f"{name}={count}" for name, count in zip(classes, counts, strict=True) if count)


def _shoe_data(classes: Sequence[str], counts: CountVector) -> dict[str, int]:
    return dict(zip(classes, counts, strict=True))


# ---------------------------------------------------------------------------------------------------------------
# blocks

def _introduction(play: PerfectPlay) -> list[Block]:
    kinds = ("Every number is exact; one shown as below (<) or above (>) another is not 0." if play.exact else
             "Rows marked bounded hold bounded numbers, named below each table: both bounds are proved, and where they "
             "agree in the digits shown one is printed. Every other number is exact; one shown as below (<) or above "
             "(>) another is not 0.")
    bets = [bet for bet in play.bets if bet.name != BEST]
    names: list[Part] = []
    for bet in bets:
        names += [", " * bool(names), f"{bet.name} ", (bet.full_ev, "signed percent")]
    how = ("exactly" if play.exact else
           "exactly, or, where a number is bounded, within the bounds and exactly modulo 2^64 in units of the common "
           "denominator")
    return [Paragraph(f"All sub-shoes of {play.cards} cards by the number of cards left, each with its exact "
                      f"probability. {kinds}"),
            Paragraph(Phrase("Checked at each number of cards left: there are as many sub-shoes as the generating "
                             f"function has, and the mean EV over them is that of the full shoe {how}: ", *names,
                             "."))]


def _bounded(bet: BetSweep) -> tuple[str, ...]:
    """The headings of the columns that hold bounded numbers."""
    return tuple(column.title for column, values in _measures(bet) if not all(one is None or one.exact
                                                                              for one in values))


def _measures(bet: BetSweep) -> list[tuple[Column, list[Interval | None]]]:
    """The numbers of each depth that may be bounded, by column."""
    return [(Column("P(EV > 0)", "probability", "favourable"), [depth.favourable for depth in bet.depths]),
            (Column("mean gain", "probability", "mean_gain"), [depth.mean_gain for depth in bet.depths]),
            (Column("mean EV", "signed percent", "mean_ev"), [depth.mean_ev for depth in bet.depths]),
            (Column("EV when favourable", "signed percent", "ev_when_favourable"),
             [depth.ev_when_favourable for depth in bet.depths])]


def _kind(depth: SweptDepth) -> str:
    return "exact" if depth.exact else "bounded"


def _notes(bet: BetSweep, play: PerfectPlay) -> tuple[str, ...]:
    notes: tuple[str, ...] = ("mean gain: E[max(0, EV)] per unit and coup, of a player who bets when EV > 0",)
    if bet.name == BEST:
        others = ", ".join(other.name for other in play.bets if other.name != BEST)
        notes += (f"EV here is the greatest EV of {others}; the mean gain is that of the best bet or none",)
    bounded = _bounded(bet)
    return (*notes, f"bounded: {', '.join(bounded)}") if bounded else notes


def _depths(bet: BetSweep, play: PerfectPlay, numbers: bool) -> Table:
    measures = _measures(bet)
    columns = [Column("cards left", "count"), Column("sub-shoes", "count"), *(column for column, _ in measures)]
    rows: list[list[Cell]] = [[depth.cards_left, depth.sub_shoes, *cells] for depth, *cells in
                              zip(bet.depths, *(values for _, values in measures), strict=True)]
    if numbers or _bounded(bet):
        columns.append(Column("numbers"))
        rows = [[*row, _kind(depth)] for row, depth in zip(rows, bet.depths, strict=True)]
    return Table(f"{bet.title}: by cards left, EV per unit staked", tuple(columns), tuple(map(tuple, rows)),
                 _notes(bet, play), bet.name)


def _extremes(bet: BetSweep, play: PerfectPlay) -> Table:
    rows = tuple((depth.cards_left, depth.max_ev, _shoe_words(play.classes, depth.max_shoe),
                  depth.min_ev, _shoe_words(play.classes, depth.min_shoe)) for depth in bet.depths)
    return Table(f"{bet.title}: the greatest and the least EV, with the first shoe that has it",
                 (Column("cards left", "count"), Column("greatest EV", "signed percent", "max_ev"), Column("shoe"),
                  Column("least EV", "signed percent", "min_ev"), Column("shoe", key="min_shoe")), rows,
                 key=f"{bet.name} extremes")


def _best_table(bet: BetSweep, play: PerfectPlay) -> Table:
    """The most favourable sub-shoe at each number of cards left."""
    rows = tuple((depth.cards_left, depth.sub_shoes, depth.max_ev,
                  _shoe_words(play.classes, depth.max_shoe)) for depth in bet.depths)
    return Table(f"{bet.title}: the most favourable sub-shoe by cards left, first in order of the counts among equals",
                 (Column("cards left", "count"), Column("sub-shoes", "count"), Column("EV", "signed percent", "max_ev"),
                  Column("shoe", key="max_shoe")), rows, key=bet.name)


def _edge(value: Fraction | None) -> str:
    return "no bound" if value is None else f"{short_number(value * 100, sign=True)} %"


def _quantiles(bet: BetSweep, numbers: bool) -> Table:
    """The edges of bins that bracket each quantile: together in words, or apart in numbers."""
    columns = [Column("cards left", "count")]
    for share in EV_QUANTILES:
        name = f"{share.numerator * 100 // share.denominator} %"
        columns += ([Column(f"{name}, {end}", "signed percent") for end in ("low", "high")] if numbers else
                    [Column(name)])
    rows: list[tuple[Cell, ...]] = []
    for depth in bet.depths:
        brackets = [depth.quantile(share) for share in EV_QUANTILES]
        rows.append((depth.cards_left, *(edge for bracket in brackets for edge in bracket)) if numbers else
                    (depth.cards_left, *(f"{_edge(low)} to {_edge(high)}" for low, high in brackets)))
    return Table(f"{bet.title}: quantiles of EV{'' if numbers else ', bracketed by bins'}", tuple(columns), tuple(rows),
                 key=f"{bet.name} quantiles")


def _histogram(bet: BetSweep, numbers: bool) -> Table:
    pieces = [(depth, piece) for depth in bet.depths for piece in depth.histogram if piece.probability.high]
    columns = [Column("cards left", "count"), Column("from"), Column("to"), Column("probability", "probability")]
    rows: list[tuple[Cell, ...]] = [(depth.cards_left, _edge(piece.start), _edge(piece.end), piece.probability)
                                    for depth, piece in pieces]
    if numbers:
        columns = [Column("bin"), columns[0], Column("from", "signed percent"), Column("to", "signed percent"),
                   columns[-1]]
        rows = [(f"{left} cards left, EV {low} to {high}", left, piece.start, piece.end, probability)
                for (left, low, high, probability), (_, piece) in zip(rows, pieces, strict=True)]
    return Table(f"{bet.title}: the law of EV{'' if numbers else ', from (included) to (not included)'}",
                 tuple(columns), tuple(rows), key=f"{bet.name} histogram")


def _per_shoe(play: PerfectPlay, cuts: Sequence[int], numbers: bool) -> Table:
    """In numbers the first cell of a row says which it is."""
    least, most = play.coup
    columns = [Column("bet"), Column("cut card: cards left", "count", "cut"),
               Column("gain per shoe", "probability" if numbers else "text", "gain")]
    rows: list[tuple[Cell, ...]] = [(bet.name, cut, gain) for bet, cut, gain in _gains(play, cuts)]
    if numbers:
        columns = [Column("bet and cut"), *columns]
        rows = [(f"{name}, cut {cut}", name, cut, gain) for name, cut, gain in rows]
    return Table("Gain per shoe in units, one unit on each favourable coup: proved bounds", tuple(columns),
                 tuple(rows), (f"by optional stopping: coup k starts with N - {most}(k - 1) to N - {least}(k - 1) cards"
                               " left, and the mean gain falls as the cards left grow",), key="gain per shoe")


def _gains(play: PerfectPlay, cuts: Sequence[int]) -> list[tuple[BetSweep, int, Interval]]:
    """The gain per shoe of each bet and cut."""
    return [(bet, cut, gain_per_shoe({depth.cards_left: depth.mean_gain for depth in bet.depths}, play.cards, cut,
                                     play.coup)) for bet in play.bets for cut in cuts]


# ---------------------------------------------------------------------------------------------------------------
# data for machines

def _data(play: PerfectPlay, cuts: Sequence[int]) -> dict[str, Any]:
    """The bets of `exact-sweep/1`, and the gain per shoe."""
    made: dict[str, Any] = {"bets": [
        {"name": bet.name, "title": bet.title, "full_shoe_ev": rational(bet.full_ev),
         "depths": [_depth_data(depth, play) for depth in bet.depths]} for bet in play.bets]}
    if cuts:
        made["gain_per_shoe"] = [{"bet": bet.name, "cut": cut, "gain": interval_data(gain)}
                                 for bet, cut, gain in _gains(play, cuts)]
    return made


def _depth_data(depth: SweptDepth, play: PerfectPlay) -> dict[str, Any]:
    made: dict[str, Any] = {
        "cards_left": depth.cards_left, "sub_shoes": str(depth.sub_shoes), "kind": _kind(depth),
        "favourable": interval_data(depth.favourable), "mean_gain": interval_data(depth.mean_gain),
        "mean_ev": interval_data(depth.mean_ev), "ev_when_favourable": interval_data(depth.ev_when_favourable),
        "max_ev": rational(depth.max_ev), "max_shoe": _shoe_data(play.classes, depth.max_shoe),
        "min_ev": rational(depth.min_ev), "min_shoe": _shoe_data(play.classes, depth.min_shoe)}
    if depth.histogram:
        made["histogram"] = [{"from": rational(piece.start), "to": rational(piece.end),
                              "probability": interval_data(piece.probability)}
                             for piece in depth.histogram if piece.probability.high]
        made["quantiles"] = [{"share": rational(share), "from": rational(start), "to": rational(end)}
                             for share, (start, end) in ((share, depth.quantile(share)) for share in EV_QUANTILES)]
    return made
