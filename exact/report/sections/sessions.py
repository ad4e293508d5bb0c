"""How sessions and monitoring intervals are shown."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from exact.analysis.bankroll.convolution import Chance
from exact.analysis.bankroll.monitoring import Interval
from exact.analysis.bankroll.sessions import MODEL, Session
from exact.report.document import Cell, Column, Table
from exact.report.numbers import Root, rational, root, significant

KINDS = {"exact": "exact", "bounded": "between bounds"}


def _chance(chance: Chance) -> Cell:
    return chance.low if chance.exact else f"{float(chance.low):.8f} to {float(chance.high):.8f}"


def _ends(ends: tuple[Fraction, Fraction]) -> Cell:
    return ends[0] if ends[0] == ends[1] else f"{float(ends[0]):.4f} to {float(ends[1]):.4f}"


def session_tables(sessions: Sequence[Session]) -> list[Table]:
    """A summary with one row a bet, then the quantiles."""
    summary = Table(f"{sessions[0].coups:,} coups, one unit on each; {MODEL}",
                    (Column("bet"), Column("mean result", "probability"), Column("standard deviation", "probability"),
                     Column("P(loss)", "probability"), Column("P(even)", "probability"),
                     Column("P(profit)", "probability"), Column("kind")),
                    tuple((one.law.bet.title, one.mean, Root(one.variance), _chance(one.loss), _chance(one.even),
                           _chance(one.profit), KINDS[one.kind]) for one in sessions))
    levels = [p for p, _ in sessions[0].quantiles]
    quantiles = Table("Result that is not exceeded with a probability, in units of the stake",
                      (Column("bet"), *(Column(f"{float(100 * p):g} %", "number") for p in levels)),
                      tuple((one.law.bet.title, *(_ends(ends) for _, ends in one.quantiles)) for one in sessions))
    return [summary, quantiles]


def session_data(one: Session) -> dict[str, Any]:
    return {"bet": one.law.bet.name, "coups": one.coups, "model": MODEL, "kind": one.kind, "mean": rational(one.mean),
            "variance": rational(one.variance), "std_dev": root(Root(one.variance)),
            "loss": _number(one.loss.low, one.loss.high), "even": _number(one.even.low, one.even.high),
            "profit": _number(one.profit.low, one.profit.high),
            "quantiles": [{"probability": rational(p), "result": _number(*ends)} for p, ends in one.quantiles]}


def _number(low: Fraction, high: Fraction) -> dict[str, str] | None:
    """An exact number, or its bounds. Long fractions of exact tails are kept: they are the result."""
    return rational(low) if low == high else {"low": significant(low), "high": significant(high)}


def interval_table(found: Sequence[Interval]) -> Table:
    """One row for each bet, number of coups and level."""
    return Table(f"Where the measured RTP must lie; {MODEL}",
                 (Column("bet"), Column("coups", "count"), Column("level"), Column("RTP", "percent"),
                  Column("normal, from"), Column("to"), Column("law, from", "percent"),
                  Column("to", "percent", "law_to"), Column("kind")),
                 tuple((one.law.bet.name, one.coups, f"{float(100 * one.level):g} %", one.law.rtp,
                        f"{100 * one.normal[0]:.4f} %", f"{100 * one.normal[1]:.4f} %",
                        *(one.ends or (None, None)), one.kind)
                       for one in found),
                 ("Law: that of n coups, at most half of what is left in each tail. Bounded: it is known between "
                  "bounds, and these are the outer ones; normal: n is too large for it, and the normal "
                  "law is near.",))


def interval_data(one: Interval) -> dict[str, Any]:
    ends = None if one.ends is None else {"low": rational(one.ends[0]), "high": rational(one.ends[1])}
    return {"bet": one.law.bet.name, "coups": one.coups, "level": rational(one.level), "rtp": rational(one.law.rtp),
            "normal": {"low": repr(one.normal[0]), "high": repr(one.normal[1])},
            "model": MODEL, "kind": one.kind, "exact": ends if one.kind == "exact" else None,
            "bounded": ends if one.kind == "bounded" else None}
