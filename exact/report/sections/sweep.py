"""The sweep of all sub-shoes as a document: text and JSON from the same values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from typing import Any

from exact.analysis.shoe.perfect_play import (
    BEST,
    QUANTILES,
    BetSweep,
    Bounds,
    Depth,
    PerfectPlay,
    Value,
    gain_per_shoe,
)
from exact.engine.sweep.sums import Counts
from exact.report.document import Block, Cell, Column, Paragraph, Table
from exact.report.numbers import SIGNIFICANT, below, fixed, rational


def outward(value: Fraction, up: bool) -> str:
    """A decimal at or beyond a bound."""
    context = Context(prec=SIGNIFICANT, rounding=ROUND_CEILING if up else ROUND_FLOOR)
    return format(context.divide(Decimal(value.numerator), Decimal(value.denominator)), "f")


def number(value: Value | None) -> dict[str, str] | None:
    """An exact number, or a bounded one, in JSON."""
    if isinstance(value, Bounds):
        return {"low": outward(value.low, up=False), "high": outward(value.high, up=True)}
    return rational(value)


def value_of(data: Mapping[str, str]) -> Value:
    """An exact or a bounded number from its JSON."""
    return Fraction(data["fraction"]) if "fraction" in data else Bounds(Fraction(data["low"]), Fraction(data["high"]))


def cell(value: Value | None, digits: int, percent: bool = False) -> Cell:
    """A number for people: a bounded one is in so many digits if both bounds round to them, else an interval, rounded
    outward."""
    if not isinstance(value, Bounds):
        return value
    factor, places = (100, max(digits - 2, 0)) if percent else (1, digits)
    unit = " %" if percent else ""
    ends = (value.low * factor, value.high * factor)
    shown = [fixed(end, places, sign=percent) for end in ends]
    if shown[0] != shown[1]:
        return f"{_down(ends[0], places, percent)} to {_up(ends[1], places, percent)}{unit}"
    if any(ends) and round(ends[0] * 10**places) == 0:
        one_way = ends[0] >= 0 or ends[1] <= 0
        return f"{below(places, ends[1] <= 0) if one_way else '+-' + below(places).removeprefix('< ')}{unit}"
    return f"{shown[0]}{unit}"


def shoe_words(classes: Sequence[str], counts: Counts) -> str:
    return " ".join(f"{name}={count}" for name, count in zip(classes, counts, strict=True) if count)


def _shoe_data(classes: Sequence[str], counts: Counts) -> dict[str, int]:
    return dict(zip(classes, counts, strict=True))


# ---------------------------------------------------------------------------------------------------------------
# blocks for people

def blocks(play: PerfectPlay, digits: int, cuts: Sequence[int] = ()) -> list[Block]:
    """Tables of each bet by cards left, the law of EV if there is one, and the gain of a shoe down to a cut card."""
    kinds = ("Every number is exact; one shown as below (<) or above (>) another is not 0." if play.exact else
             "Rows marked bounded hold bounded numbers, named below each table: both bounds are proved, and where they "
             "agree in the digits shown one is printed. Every other number is exact; one shown as below (<) or above "
             "(>) another is not 0.")
    made: list[Block] = [
        Paragraph(f"All sub-shoes of {play.cards} cards by the number of cards left, each with its exact probability. "
                  f"{kinds}"),
        Paragraph(_checked(play))]
    for bet in play.bets:
        made += [_depths(bet, play, digits), _extremes(bet, play)]
        if bet.depths[0].histogram:
            made += [_quantiles(bet), _histograms(bet, digits)]
    if cuts:
        made.append(_per_shoe(play, cuts, digits))
    return made


def _checked(play: PerfectPlay) -> str:
    bets = [bet for bet in play.bets if bet.name != BEST]
    names = ", ".join(f"{bet.name} {fixed(bet.full_ev * 100, 6, sign=True)} %" for bet in bets)
    how = ("exactly" if play.exact else
           "exactly, or, where a number is bounded, within the bounds and exactly modulo 2^64 in units of the common "
           "denominator")
    return ("Checked at each number of cards left: there are as many sub-shoes as the generating function has, and the "
            f"mean EV over them is that of the full shoe {how}: {names}.")


def _bounded(bet: BetSweep) -> tuple[str, ...]:
    """The headings of the columns that hold bounded numbers."""
    return tuple(column.title for column, values in _measures(bet) if any(isinstance(v, Bounds) for v in values))


def _measures(bet: BetSweep) -> list[tuple[Column, list[Value | None]]]:
    """The numbers of each depth that may be bounded, by column."""
    return [(Column("P(EV > 0)", "probability", "favourable"), [depth.favourable for depth in bet.depths]),
            (Column("mean gain", "probability", "mean_gain"), [depth.mean_gain for depth in bet.depths]),
            (Column("mean EV", "signed percent", "mean_ev"), [depth.mean_ev for depth in bet.depths]),
            (Column("EV when favourable", "signed percent", "ev_when_favourable"),
             [depth.ev_when_favourable for depth in bet.depths])]


def _kind(depth: Depth) -> str:
    return "exact" if depth.exact else "bounded"


def _notes(bet: BetSweep, play: PerfectPlay) -> tuple[str, ...]:
    notes: tuple[str, ...] = ("mean gain: E[max(0, EV)] per unit and coup, of a player who bets when EV > 0",)
    if bet.name == BEST:
        others = ", ".join(other.name for other in play.bets if other.name != BEST)
        notes += (f"EV here is the greatest EV of {others}; the mean gain is that of the best bet or none",)
    bounded = _bounded(bet)
    return (*notes, f"bounded: {', '.join(bounded)}") if bounded else notes


def _depths(bet: BetSweep, play: PerfectPlay, digits: int) -> Table:
    measures = _measures(bet)
    columns = [Column("cards left", "count"), Column("sub-shoes", "count"), *(column for column, _ in measures)]
    rows: list[list[Cell]] = [
        [depth.cards_left, depth.sub_shoes,
         *(cell(values[i], digits, column.style == "signed percent") for column, values in measures)]
        for i, depth in enumerate(bet.depths)]
    if _bounded(bet):
        columns.append(Column("numbers"))
        rows = [[*row, _kind(depth)] for row, depth in zip(rows, bet.depths, strict=True)]
    return Table(f"{bet.title}: by cards left, EV per unit staked", tuple(columns), tuple(map(tuple, rows)),
                 _notes(bet, play), bet.name)


def _extremes(bet: BetSweep, play: PerfectPlay) -> Table:
    """With `digits` None as numbers, whatever their size."""
    rows = tuple((depth.cards_left, depth.max_ev, shoe_words(play.classes, depth.max_shoe),
                  depth.min_ev, shoe_words(play.classes, depth.min_shoe)) for depth in bet.depths)
    return Table(f"{bet.title}: the greatest and the least EV, with the first shoe that has it",
                 (Column("cards left", "count"), Column("greatest EV", "signed percent", "max_ev"), Column("shoe"),
                  Column("least EV", "signed percent", "min_ev"), Column("shoe", key="min_shoe")), rows,
                 key=f"{bet.name} extremes")


def best_table(bet: BetSweep, play: PerfectPlay) -> Table:
    """The most favourable sub-shoe at each number of cards left."""
    rows = tuple((depth.cards_left, depth.sub_shoes, depth.max_ev,
                  shoe_words(play.classes, depth.max_shoe)) for depth in bet.depths)
    return Table(f"{bet.title}: the most favourable sub-shoe by cards left, first in order of the counts among equals",
                 (Column("cards left", "count"), Column("sub-shoes", "count"), Column("EV", "signed percent", "max_ev"),
                  Column("shoe", key="max_shoe")), rows, key=bet.name)


def _edge(value: Fraction | None) -> str:
    return "no bound" if value is None else f"{fixed(value * 100, 1, sign=True)} %"


def _quantiles(bet: BetSweep) -> Table:
    columns = (Column("cards left", "count"), *(Column(f"{share.numerator * 100 // share.denominator} %")
                                                for share in QUANTILES))
    rows: list[tuple[Cell, ...]] = []
    for depth in bet.depths:
        between = [depth.quantile(share) for share in QUANTILES]
        rows.append((depth.cards_left, *(f"{_edge(start)} to {_edge(end)}" for start, end in between)))
    return Table(f"{bet.title}: quantiles of EV, bracketed by bins", columns, tuple(rows), key=f"{bet.name} quantiles")


def _histograms(bet: BetSweep, digits: int) -> Table:
    rows = [(depth.cards_left, _edge(piece.start), _edge(piece.end), cell(piece.probability, digits))
            for depth in bet.depths for piece in depth.histogram if piece.probability != 0]
    return Table(f"{bet.title}: the law of EV, from (included) to (not included)",
                 (Column("cards left", "count"), Column("from"), Column("to"), Column("probability", "probability")),
                 tuple(rows), key=f"{bet.name} histogram")


def _per_shoe(play: PerfectPlay, cuts: Sequence[int], digits: int) -> Table:
    rows: list[tuple[Cell, ...]] = []
    least, most = play.coup
    for bet in play.bets:
        for cut in cuts:
            bounds = gain_per_shoe(_gains(bet), play.cards, cut, play.coup)
            rows.append((bet.name, cut, f"{_down(bounds.low, digits)} to {_up(bounds.high, digits)}"))
    return Table("Gain per shoe in units, one unit on each favourable coup: proved bounds",
                 (Column("bet"), Column("cut card: cards left", "count", "cut"), Column("gain per shoe")), tuple(rows),
                 (f"by optional stopping: coup k starts with N - {most}(k - 1) to N - {least}(k - 1) cards left, and"
                  " the mean gain falls as the cards left grow",), key="gain per shoe")


def _gains(bet: BetSweep) -> dict[int, Value]:
    return {depth.cards_left: depth.mean_gain for depth in bet.depths}


def _down(value: Fraction, digits: int, sign: bool = False) -> str:
    return fixed(Fraction(value * 10**digits // 1, 10**digits), digits, sign)


def _up(value: Fraction, digits: int, sign: bool = False) -> str:
    return fixed(-Fraction(-value * 10**digits // 1, 10**digits), digits, sign)


# ---------------------------------------------------------------------------------------------------------------
# tables of numbers alone

def number_tables(play: PerfectPlay, cuts: Sequence[int] = ()) -> list[Block]:
    """The tables with every cell a number per unit staked, of all its digits, or a text that is none: for CSV.

    A quantity that is bounded somewhere also has its low and its high everywhere; its own cell is then empty where it
    is bounded.
    """
    made: list[Block] = []
    for bet in play.bets:
        made += [_depth_numbers(bet), _extremes(bet, play)]
        if bet.depths[0].histogram:
            made += [_quantile_numbers(bet), _histogram_numbers(bet)]
    if cuts:
        made.append(_per_shoe_numbers(play, cuts))
    return made


def _ends(value: Value | None, split: bool) -> list[Cell]:
    """The number if it is exact, and then, if `split`, its low and its high as decimals at or beyond them."""
    exact = None if isinstance(value, Bounds) else value
    if not split:
        return [exact]
    if isinstance(value, Bounds):
        return [None, Fraction(outward(value.low, up=False)), Fraction(outward(value.high, up=True))]
    return [exact, exact, exact]


def _split(column: Column, split: bool) -> list[Column]:
    more = [Column(f"{column.title}, {end}", column.style, f"{column.name}_{end}") for end in ("low", "high")]
    return [column, *more] if split else [column]


def _depth_numbers(bet: BetSweep) -> Table:
    bounded = _bounded(bet)
    measures = _measures(bet)
    columns = [Column("cards left", "count"), Column("sub-shoes", "count"), Column("numbers"),
               *(part for column, _ in measures for part in _split(column, column.title in bounded))]
    rows = [(depth.cards_left, depth.sub_shoes, _kind(depth),
             *(end for column, values in measures for end in _ends(values[i], column.title in bounded)))
            for i, depth in enumerate(bet.depths)]
    return Table(f"{bet.title}: by cards left, EV per unit staked", tuple(columns), tuple(rows), key=bet.name)


def _quantile_numbers(bet: BetSweep) -> Table:
    columns = [Column("cards left", "count")]
    for share in QUANTILES:
        name = f"{share.numerator * 100 // share.denominator} %"
        columns += [Column(f"{name}, {end}", "signed percent") for end in ("low", "high")]
    rows = [(depth.cards_left, *(edge for share in QUANTILES for edge in depth.quantile(share)))
            for depth in bet.depths]
    return Table(f"{bet.title}: quantiles of EV", tuple(columns), tuple(rows), key=f"{bet.name} quantiles")


def _histogram_numbers(bet: BetSweep) -> Table:
    pieces = [(depth, piece) for depth in bet.depths for piece in depth.histogram if piece.probability != 0]
    split = any(isinstance(piece.probability, Bounds) for _, piece in pieces)
    columns = (Column("bin"), Column("cards left", "count"), Column("from", "signed percent"),
               Column("to", "signed percent"), *_split(Column("probability", "probability"), split))
    rows = tuple((f"{depth.cards_left} cards left, EV {_edge(piece.start)} to {_edge(piece.end)}", depth.cards_left,
                  piece.start, piece.end, *_ends(piece.probability, split)) for depth, piece in pieces)
    return Table(f"{bet.title}: the law of EV", columns, rows, key=f"{bet.name} histogram")


def _per_shoe_numbers(play: PerfectPlay, cuts: Sequence[int]) -> Table:
    columns = (Column("bet and cut"), Column("bet"), Column("cut card: cards left", "count", "cut"),
               Column("gain per shoe, low", "probability", "gain_low"),
               Column("gain per shoe, high", "probability", "gain_high"))
    rows = []
    for bet in play.bets:
        for cut in cuts:
            bounds = gain_per_shoe(_gains(bet), play.cards, cut, play.coup)
            rows.append((f"{bet.name}, cut {cut}", bet.name, cut, *_ends(bounds, True)[1:]))
    return Table("Gain per shoe in units, one unit on each favourable coup: proved bounds", columns, tuple(rows),
                 key="gain per shoe")


# ---------------------------------------------------------------------------------------------------------------
# data for machines

def data(play: PerfectPlay, cuts: Sequence[int] = ()) -> dict[str, Any]:
    """The bets of `exact-sweep/1`, and the gain per shoe."""
    made: dict[str, Any] = {"bets": [
        {"name": bet.name, "title": bet.title, "full_shoe_ev": rational(bet.full_ev),
         "depths": [_depth_data(depth, play) for depth in bet.depths]} for bet in play.bets]}
    if cuts:
        made["gain_per_shoe"] = [
            {"bet": bet.name, "cut": cut, "gain": number(gain_per_shoe(_gains(bet), play.cards, cut, play.coup))}
            for bet in play.bets for cut in cuts]
    return made


def _depth_data(depth: Depth, play: PerfectPlay) -> dict[str, Any]:
    made: dict[str, Any] = {
        "cards_left": depth.cards_left, "sub_shoes": str(depth.sub_shoes),
        "kind": "exact" if depth.exact else "bounded",
        "favourable": number(depth.favourable), "mean_gain": number(depth.mean_gain), "mean_ev": number(depth.mean_ev),
        "ev_when_favourable": number(depth.ev_when_favourable),
        "max_ev": rational(depth.max_ev), "max_shoe": _shoe_data(play.classes, depth.max_shoe),
        "min_ev": rational(depth.min_ev), "min_shoe": _shoe_data(play.classes, depth.min_shoe)}
    if depth.histogram:
        made["histogram"] = [{"from": rational(piece.start), "to": rational(piece.end),
                              "probability": number(piece.probability)}
                             for piece in depth.histogram if piece.probability != 0]
        made["quantiles"] = [{"share": rational(share), "from": rational(start), "to": rational(end)}
                             for share, (start, end) in ((share, depth.quantile(share)) for share in QUANTILES)]
    return made


def best_data(play: PerfectPlay) -> dict[str, Any]:
    """The bets of `exact-best/1`."""
    return {"bets": [{"name": bet.name, "title": bet.title, "depths": [
        {"cards_left": depth.cards_left, "sub_shoes": str(depth.sub_shoes), "max_ev": rational(depth.max_ev),
         "max_shoe": _shoe_data(play.classes, depth.max_shoe)} for depth in bet.depths]} for bet in play.bets]}
