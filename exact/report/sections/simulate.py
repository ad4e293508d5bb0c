"""What `exact simulate` shows: every number with its standard error."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from exact.analysis.counting.procedure import Procedure
from exact.analysis.shoe.simulated import Simulated
from exact.report.document import Cell, Column, Table

if TYPE_CHECKING:  # the simulator loads numba; `exact count` shows simulated numbers without it
    from exact.analysis.shoe.simulate import AtDepth, Dealt, Played


def simulated(value: Simulated | None) -> dict[str, Any] | None:
    """A simulated number in JSON."""
    if value is None:
        return None
    error = None if value.standard_error is None else f"{value.standard_error:.4g}"
    return {"mean": f"{value.mean:.12g}", "standard_error": error, "n": value.n, "seed": value.seed}


def _cells(value: Simulated | None, percent: bool = False) -> tuple[Cell, Cell]:
    if value is None:
        return None, None
    scale, form = (100.0, "{:.4f} %") if percent else (1.0, "{:.6f}")
    error = None if value.standard_error is None else form.format(value.standard_error * scale)
    return form.format(value.mean * scale), error


def _missing(values: Iterable[Simulated | None]) -> tuple[str, ...]:
    """Why a number or an error is n/a."""
    values = tuple(values)
    return (*(("n/a: no bet was made.",) if None in values else ()),
            *(("n/a under standard error: it needs more shoes or coups than these, or results that differ.",)
              if any(value is not None and value.standard_error is None for value in values) else ()))


_COLUMNS = (Column("quantity"), Column("simulated"), Column("standard error"))


def dealt_tables(dealt: Dealt, procedure: Procedure, seed: int) -> list[Table]:
    rows = [("coups per shoe", *_cells(dealt.per_shoe)),
            ("standard deviation of coups per shoe", *_cells(dealt.coups_deviation))]
    for bet in dealt.bets:
        rows.append((f"EV of {bet.bet.title}", *_cells(bet.ev, True)))
        rows += [(f"{bet.bet.title}: {line.event}", *_cells(share, True))
                 for line, share in zip(bet.bet.lines, bet.lines, strict=True)]
    return [Table(f"Simulated: {dealt.shoes:,} shoes, {dealt.coups:,} coups, seed {seed}", _COLUMNS, tuple(rows),
                  (f"Procedure: {procedure.describe()}.",
                   *_missing([dealt.per_shoe, dealt.coups_deviation,
                              *(value for bet in dealt.bets for value in (bet.ev, *bet.lines))])), key="dealt"),
            Table("Shoes by number of coups", (Column("coups"), Column("shoes", "count")),
                  tuple((str(number), shoes) for number, shoes in dealt.distribution.items()), key="coups per shoe")]


def dealt_data(dealt: Dealt) -> dict[str, Any]:
    return {"shoes": str(dealt.shoes), "coups": str(dealt.coups), "coups_per_shoe": simulated(dealt.per_shoe),
            "coups_std_dev": simulated(dealt.coups_deviation),
            "distribution": {str(number): str(shoes) for number, shoes in dealt.distribution.items()},
            "bets": [{"name": bet.bet.name, "ev": simulated(bet.ev),
                      "lines": [{"event": line.event, "probability": simulated(share)}
                                for line, share in zip(bet.bet.lines, bet.lines, strict=True)]} for bet in dealt.bets]}


def played_table(title: str, played: Played, procedure: Procedure) -> Table:
    rows = (("coups per shoe", *_cells(played.per_shoe)), ("bets per coup", *_cells(played.frequency, True)),
            ("EV of a bet made", *_cells(played.mean_ev, True)), ("gain per coup dealt", *_cells(played.gain, True)),
            ("units won per shoe", *_cells(played.units)),
            ("standard deviation per shoe", *_cells(played.deviation)))
    return Table(f"{title}: simulated, {played.shoes:,} shoes, {played.coups:,} coups, seed {played.units.seed}",
                 _COLUMNS, rows, (f"Procedure: {procedure.describe()}.",
                                  *_missing([played.per_shoe, played.frequency, played.mean_ev, played.gain,
                                             played.units, played.deviation])), key="played")


def played_data(played: Played) -> dict[str, Any]:
    return {"shoes": str(played.shoes), "coups": str(played.coups), "coups_per_shoe": simulated(played.per_shoe),
            "bet_frequency": simulated(played.frequency), "mean_ev": simulated(played.mean_ev),
            "gain_per_coup": simulated(played.gain), "units_per_shoe": simulated(played.units),
            "std_dev_per_shoe": simulated(played.deviation)}


def depth_table(title: str, found: AtDepth) -> Table:
    rows = (("trigger reached", *_cells(found.frequency, True)), ("EV when reached", *_cells(found.mean_ev, True)),
            ("gain per coup dealt", *_cells(found.gain, True)), ("EV, all counts", *_cells(found.ev, True)))
    return Table(f"{title}, {found.cards_left} cards left: simulated, {found.coups:,} coups, seed {found.gain.seed}",
                 _COLUMNS, rows, _missing([found.frequency, found.mean_ev, found.gain, found.ev]),
                 key=f"depth {found.cards_left}")


def depth_data(found: AtDepth) -> dict[str, Any]:
    return {"cards_left": found.cards_left, "coups": str(found.coups),
            "trigger_probability": simulated(found.frequency),
            "ev_when_triggered": simulated(found.mean_ev), "gain_per_coup": simulated(found.gain),
            "ev": simulated(found.ev)}
