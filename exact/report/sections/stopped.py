"""How a play with stop rules is shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from exact.analysis.bankroll.dealt_play import DealtPlays
from exact.analysis.bankroll.sessions import RESULT_QUANTILES
from exact.analysis.bankroll.stopping import ENDS, StoppedPlay
from exact.report.document import Block, Column, Section, Table
from exact.report.numbers import rational
from exact.report.uncertain import estimate_data, interval_data

WORDS = {"target": "the target comes first", "stop_loss": "the stop-loss comes first",
         "ruin": "ruin: the money does not pay for the next bet", "drawdown": "the fall from the highest point",
         "neither": "none of these: the coups are over"}


def stopped_section(found: StoppedPlay) -> Section:
    """A play with stop rules."""
    return list(_blocks(found)), _data(found)


def _blocks(found: StoppedPlay) -> Iterator[Block]:
    rules = found.rules
    how = ("exact" if found.kind == "exact" else "between proved bounds, closer than what is printed")
    yield Table(f"How the play ends: {found.law.bet.title}, bankroll {rules.bankroll}",
                (Column("end"), Column("probability", "probability")),
                tuple((WORDS[end], chance) for end in ENDS for chance in [found.chance(end)] if chance.high),
                (f"Every coup from a fresh shoe; system: {found.system.title}; {how}.",), key="stopped")
    yield Table("On average", (Column("quantity"), Column("value", "probability")),
                tuple((words, value) for words, value in (
                    ("coups", found.expected_coups), ("staked", found.turnover), ("result", found.result),
                    ("theoretical loss", found.theoretical_loss), ("given back by the house", found.given_back),
                    ("player's EV with that", found.ev), ("rebate at which the EV is 0", found.fair_rebate))
                      if value is not None), key="average")
    yield Table("Coups after which the play has ended with a probability",
                tuple(Column(f"{float(100 * p):g} %", "count") for p, _ in found.durations),
                (tuple(coups for _, coups in found.durations),), key="durations")
    yield Table("Money at the end that is not exceeded with a probability",
                tuple(Column(f"{float(100 * p):g} %", "number") for p in RESULT_QUANTILES),
                (tuple(found.money_quantile(p) for p in RESULT_QUANTILES),), key="money")


def _data(found: StoppedPlay) -> dict[str, Any]:
    ends = {end: interval_data(found.chance(end)) for end in ENDS if found.chance(end).high or end in
            ("target", "ruin", "neither")}
    return {"kind": found.kind, "system": found.system.title, "stopped": {
        **ends, "expected_coups": interval_data(found.expected_coups), "turnover": interval_data(found.turnover),
        "result": interval_data(found.result), "theoretical_loss": interval_data(found.theoretical_loss),
        "given_back": interval_data(found.given_back), "ev": interval_data(found.ev),
        "fair_rebate": interval_data(found.fair_rebate),
        "durations": [{"probability": rational(p), "coups": coups} for p, coups in found.durations],
        "money": [{"end": end, "money": rational(money), "probability": interval_data(chance)}
                  for end, money, chance in found.money]}}


def dealt_plays_section(found: DealtPlays) -> Section:
    """Plays dealt at random."""
    means = (("coups", found.coups), ("result", found.result), ("player's EV with what is given back", found.ev))
    return [Table(f"SIMULATED: how {found.sessions:,} plays end, seed {found.coups.seed}: {found.law.bet.title},"
                  f" bankroll {found.rules.bankroll}", (Column("end"), Column("SIMULATED frequency", "probability")),
                  tuple((WORDS[end], share) for end, share in found.ends), key="stopped"),
            Table("SIMULATED: on average", (Column("quantity"), Column("value", "probability")), means, key="average")
            ], {"kind": "simulated", "stopped": {
                **{end: estimate_data(share) for end, share in found.ends},
                "expected_coups": estimate_data(found.coups), "result": estimate_data(found.result),
                "ev": estimate_data(found.ev)}}
