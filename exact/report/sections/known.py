"""What knowing some cards is worth, as tables."""

from __future__ import annotations

from collections.abc import Sequence

from exact.analysis.removal.known_cards import Knowledge, group_name
from exact.report.document import Column, Table

MOST_ROWS = 1000


def worth_table(rows: Sequence[tuple[str, Knowledge]], title: str) -> Table:
    """The worth of each knowledge, by its name."""
    return Table(title, (Column("known"), Column("gain per coup", "percent", "gain"),
                         Column("coups with a bet", "percent", "frequency"),
                         Column("edge per bet made", "percent", "edge_per_bet"),
                         Column("must bet every coup", "signed percent", "gain_forced")),
                 tuple((name, one.gain, one.frequency, one.edge_per_bet, one.gain_forced) for name, one in rows),
                 ("Gain: the mean of the best bet's EV over what may be seen, 0 where all lose; per unit and coup.",))


def sights_table(one: Knowledge) -> Table:
    """What may be seen, the EV of each bet then, and the best."""
    cards = " ".join(f"card {card}" for card in one.cards) or "card"
    return Table("What may be seen, and the best bet then",
                 (Column(cards), Column("probability", "probability"),
                  *(Column(f"EV {bet.name}", "signed percent", f"ev_{bet.name}") for bet in one.bets), Column("bet")),
                 tuple((" ".join(map(group_name, sight.groups)), sight.probability, *sight.evs,
                        one.bets[sight.best].name if sight.bets else "none") for sight in one.sights[:MOST_ROWS]),
                 (f"The first {MOST_ROWS:,} of {len(one.sights):,} rows; JSON has all.",)
                 if len(one.sights) > MOST_ROWS else ())
