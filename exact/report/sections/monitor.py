"""How intervals for the measured RTP are shown, and what a measured or another RTP comes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from exact.analysis.bankroll.monitoring import Distinguished, Monitoring, RtpInterval
from exact.analysis.bankroll.sessions import MODEL
from exact.report.document import Block, Column, Section, Table
from exact.report.numbers import rational


def monitor_section(found: Monitoring) -> Section:
    """The intervals, and what was measured or is to be distinguished."""
    asked = found.intervals, found.measured, found.others
    return list(monitor_blocks(*asked)), monitor_data(*asked)


def monitor_blocks(intervals: Sequence[RtpInterval], measured: Mapping[str, Fraction],
                   others: Sequence[Distinguished]) -> Iterator[Block]:
    """The intervals; whether each measured RTP lies inside; and how many coups distinguish others from the game's."""
    yield interval_table(intervals)
    if measured:
        yield Table("Measured", (Column("bet"), Column("level"), Column("measured RTP", "percent"), Column("verdict")),
                    tuple((one.law.bet.name, _percent(one.level), rtp, "inside" if one.holds(rtp) else "OUTSIDE")
                          for one, rtp in _measured(intervals, measured)))
    if others:
        yield Table(f"Coups that distinguish two RTPs, with probability {_percent(others[0].power)} "
                    "(normal law, the variance that of the game)",
                    (Column("bet"), Column("RTP", "percent"), Column("other RTP", "percent"), Column("level"),
                     Column("coups", "count")),
                    tuple((one.law.bet.name, one.law.rtp, one.other, _percent(one.level), one.coups)
                          for one in others))


def interval_table(found: Sequence[RtpInterval]) -> Table:
    """One row for each bet, number of coups and level."""
    return Table(f"Where the measured RTP must lie; {MODEL}",
                 (Column("bet"), Column("coups", "count"), Column("level"), Column("RTP", "percent"),
                  Column("normal, from", "percent", rounded=True),
                  Column("to", "percent", rounded=True), Column("law, from", "percent"),
                  Column("to", "percent", "law_to"), Column("kind")),
                 tuple((one.law.bet.name, one.coups, _percent(one.level), one.law.rtp,
                        one.normal.low, one.normal.high,
                        *((one.by_law.low, one.by_law.high) if one.by_law else (None, None)), one.kind)
                       for one in found),
                 ("Law: that of n coups, at most half of what is left in each tail. Bounded: it is known between "
                  "bounds, and these are the outer ones; normal: n is too large for it, and the normal "
                  "law is near.",))


def monitor_data(intervals: Sequence[RtpInterval], measured: Mapping[str, Fraction],
                 others: Sequence[Distinguished]) -> dict[str, Any]:
    data: dict[str, Any] = {"intervals": [_interval_data(one) for one in intervals]}
    if measured:
        data["measured"] = [{"bet": one.law.bet.name, "level": rational(one.level), "rtp": rational(rtp),
                             "inside": one.holds(rtp)} for one, rtp in _measured(intervals, measured)]
    if others:
        data["tell_apart"] = [{"bet": one.law.bet.name, "rtp": rational(one.law.rtp), "other": rational(one.other),
                               "level": _percent(one.level), "coups": one.coups} for one in others]
    return data


def _interval_data(one: RtpInterval) -> dict[str, Any]:
    ends = None if one.by_law is None else {"low": rational(one.by_law.low), "high": rational(one.by_law.high)}
    return {"bet": one.law.bet.name, "coups": one.coups, "level": rational(one.level), "rtp": rational(one.law.rtp),
            "normal": {"low": repr(float(one.normal.low)), "high": repr(float(one.normal.high))},
            "model": MODEL, "kind": one.kind, "exact": ends if one.kind == "exact" else None,
            "bounded": ends if one.kind == "bounded" else None}


def _measured(intervals: Sequence[RtpInterval], measured: Mapping[str, Fraction]
              ) -> Iterator[tuple[RtpInterval, Fraction]]:
    return ((one, measured[one.law.bet.name]) for one in intervals if one.law.bet.name in measured)


def _percent(probability: Fraction) -> str:
    return f"{float(100 * probability):g} %"
