"""How sessions are shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from exact.analysis.bankroll.sessions import MODEL, Session
from exact.report.document import Block, Column, Section, Table
from exact.report.numbers import Root, rational, root, significant
from exact.values import Interval

KINDS = {"exact": "exact", "bounded": "between bounds"}


def session_section(one: Session) -> Section:
    """One session."""
    return list(session_blocks([one])), {"sessions": [session_data(one)]}


def session_blocks(sessions: Sequence[Session]) -> Iterator[Block]:
    """A summary with one row a bet, then the quantiles."""
    yield Table(f"{sessions[0].coups:,} coups; {MODEL}",
                (Column("bet"), Column("mean result", "probability"), Column("standard deviation", "probability"),
                 Column("P(loss)", "probability"), Column("P(even)", "probability"),
                 Column("P(profit)", "probability"), Column("kind")),
                tuple((one.law.bet.title, one.mean, Root(one.variance),
                       one.loss, one.even, one.profit, KINDS[one.kind])
                      for one in sessions))
    yield Table("Result that is not exceeded with a probability; a bet alone stakes 1",
                (Column("bet"), *(Column(f"{float(100 * p):g} %", "number") for p, _ in sessions[0].quantiles)),
                tuple((one.law.bet.title, *(result for _, result in one.quantiles)) for one in sessions))
    for one in sessions:
        if one.asked:
            yield Table(f"{one.law.bet.title}: what was asked", (Column("event"), Column("probability", "probability")),
                        tuple((event.words, event.chance) for event in one.asked))


def session_data(one: Session) -> dict[str, Any]:
    return {"bet": one.law.bet.name, "coups": one.coups, "model": MODEL, "kind": one.kind, "mean": rational(one.mean),
            "variance": rational(one.variance), "std_dev": root(Root(one.variance)), "loss": _number(one.loss),
            "even": _number(one.even), "profit": _number(one.profit),
            "quantiles": [{"probability": rational(p), "result": _number(result)} for p, result in one.quantiles],
            "expected_loss": rational(-one.mean), "asked": [{"argument": event.argument, "event": event.words,
                                                             "probability": event.chance and _number(event.chance)}
                                                            for event in one.asked]}


def _number(value: Interval) -> dict[str, str] | None:
    """An exact number, or its bounds. Long fractions of exact tails are kept: they are the result."""
    return rational(value.low) if value.exact else {"low": significant(value.low), "high": significant(value.high)}
