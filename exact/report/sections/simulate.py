"""What `exact simulate` shows: every number with its standard error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exact.report.document import Block, Cell, Column, Section, Table
from exact.report.numbers import Percentage
from exact.report.sections.count import count_words
from exact.report.uncertain import estimate_data
from exact.values import Estimate

if TYPE_CHECKING:  # the simulator loads numba
    from exact.analysis.shoe.simulate import CountedPlay, CoupsAtDepth, DealtShoes

_COLUMNS = (Column("quantity"), Column("simulated", "probability", rounded=True),
            Column("standard error", "probability", rounded=True))


@dataclass(frozen=True)
class Quantity:
    """A simulated number: its name for people, its name in JSON, and whether people read it as a percentage."""

    name: str
    value: Estimate
    percent: bool = False
    key: str = ""

    @property
    def row(self) -> tuple[Cell, ...]:
        read = Percentage if self.percent else Fraction
        return self.name, *(None if number is None else read(number)
                            for number in (self.value.mean, self.value.standard_error))


def _table(title: str, quantities: Sequence[Quantity], key: str, *notes: str) -> Table:
    """Quantities in rows, and why a number or an error of theirs is n/a."""
    values = [quantity.value for quantity in quantities]
    if any(value.mean is None for value in values):
        notes = (*notes, "n/a: no bet was made.")
    if any(value.mean is not None and value.standard_error is None for value in values):
        notes = (*notes, "n/a under standard error: it needs more shoes or coups than these, or results that differ.")
    return Table(title, _COLUMNS, tuple(quantity.row for quantity in quantities), notes, key=key)


def _data(quantities: Sequence[Quantity]) -> dict[str, Any]:
    return {quantity.key: estimate_data(quantity.value) for quantity in quantities}


def dealt_section(dealt: DealtShoes) -> Section:
    """Whole shoes with a unit on every bet of every coup."""
    coups = [Quantity("coups per shoe", dealt.per_shoe, key="coups_per_shoe"),
             Quantity("standard deviation of coups per shoe", dealt.coups_deviation, key="coups_std_dev")]
    bets = [quantity for one in dealt.bets for quantity in (
        Quantity(f"EV of {one.bet.title}", one.ev, True),
        *(Quantity(f"{one.bet.title}: {line.event}", share, True)
          for line, share in zip(one.bet.lines, one.lines, strict=True)))]
    title = f"Simulated: {dealt.shoes:,} shoes, {dealt.coups:,} coups, seed {dealt.per_shoe.seed}"
    return [_table(title, coups + bets, "dealt", f"Procedure: {dealt.procedure}."),
            Table("Shoes by number of coups", (Column("coups"), Column("shoes", "count")),
                  tuple((str(number), shoes) for number, shoes in dealt.distribution.items()), key="coups per shoe")], {
        "procedure": str(dealt.procedure), "shoes": str(dealt.shoes), "coups": str(dealt.coups), **_data(coups),
        "distribution": {str(number): str(shoes) for number, shoes in dealt.distribution.items()},
        "bets": [{"name": one.bet.name, "ev": estimate_data(one.ev),
                  "lines": [{"event": line.event, "probability": estimate_data(share)}
                            for line, share in zip(one.bet.lines, one.lines, strict=True)]} for one in dealt.bets]}


def counted_section(play: CountedPlay) -> Section:
    """A count of each bet over whole shoes, or at some depths."""
    tags, trigger = play.tags, play.trigger
    how = f"{play.procedure}; {trigger.decks_left}"
    blocks: list[Block] = [count_words(tags, trigger)]
    counted: list[dict[str, Any]] = []
    for bet, one in play.bets:
        if isinstance(one, tuple):
            made = [_at_depth(bet.title, item) for item in one]
            blocks += [table for table, _ in made]
            counted.append({"bet": bet.name, "depths": [data for _, data in made]})
        else:
            quantities = [Quantity("coups per shoe", one.per_shoe, key="coups_per_shoe"),
                          Quantity("bets per coup", one.frequency, True, "bet_frequency"),
                          Quantity("EV of a bet made", one.mean_ev, True, "mean_ev"),
                          Quantity("gain per coup dealt", one.gain, True, "gain_per_coup"),
                          Quantity("units won per shoe", one.units, key="units_per_shoe"),
                          Quantity("standard deviation per shoe", one.deviation, key="std_dev_per_shoe")]
            blocks.append(_table(f"{bet.title}: simulated, {one.shoes:,} shoes, {one.coups:,} coups, seed"
                                 f" {one.units.seed}", quantities, "played", f"Procedure: {how}."))
            counted.append({"bet": bet.name, "procedure": how, "shoes": str(one.shoes), "coups": str(one.coups),
                            **_data(quantities)})
    return blocks, {"tags": str(tags), "trigger": str(trigger), "divisor": trigger.divisor.value, "counted": counted}


def _at_depth(title: str, found: CoupsAtDepth) -> tuple[Table, dict[str, Any]]:
    quantities = [Quantity("trigger reached", found.frequency, True, "trigger_probability"),
                  Quantity("EV when reached", found.mean_ev, True, "ev_when_triggered"),
                  Quantity("gain per coup dealt", found.gain, True, "gain_per_coup"),
                  Quantity("EV, all counts", found.ev, True, "ev")]
    table = _table(f"{title}, {found.cards_left} cards left: simulated, {found.coups:,} coups, seed {found.gain.seed}",
                   quantities, f"depth {found.cards_left}")
    return table, {"cards_left": found.cards_left, "coups": str(found.coups), **_data(quantities)}
