"""How the pay tables of a design are shown: the best of them in text, all of them in JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exact.analysis.design.pay_tables import CARDS_LEFT, Design, PayTable
from exact.errors import joined, plural
from exact.report.cells import show
from exact.report.document import Block, Cell, Column, Lead, Section, Table
from exact.report.numbers import rational
from exact.report.quantities import LAW
from exact.report.question import decks_words

LONGEST_HEADING = 24


def design_section(found: Design) -> Section:
    """The pay tables of a design."""
    return design_blocks(found), design_data(found)


def design_blocks(found: Design) -> list[Block]:
    asked = f"{_edge(found)} with {joined(map(decks_words, found.decks))}"
    limit = (f", from which counting gains at most {show(found.max_gain, 'percent', 6)} of the stake per coup"
             if found.max_gain is not None else "")
    rows = [(number, *_row(table)) for number, table in enumerate(found.pay_tables[:found.shown], 1)]
    have = f"{len(found.pay_tables):,} of {plural(found.number, 'pay table')} have a house edge of {asked}{limit}."
    return [Lead(have),
            Table(f"{found.bet.title}: pay tables with a house edge of {asked}", _columns(found), tuple(rows),
                  _notes(found), key="pay-tables"),
            Table("The edges that the open pays can reach", (Column("shoe"), Column("lowest", "percent"),
                                                             Column("highest", "percent")),
                  tuple((decks_words(decks), reach.low, reach.high)
                        for decks, reach in zip(found.decks, found.reach, strict=True)), key="reach")]


def _edge(found: Design) -> str:
    return f"{show(found.edge.low, 'percent', 6)} to {show(found.edge.high, 'percent', 6)}"


def _columns(found: Design) -> tuple[Column, ...]:
    first = decks_words(found.decks[0])
    events = [found.bet.lines[i].event for i in found.open_lines]
    return (Column("table", "count"),
            *(Column(event if len(event) <= LONGEST_HEADING else f"line {i + 1} pays", "number", f"pays_{i + 1}")
              for i, event in zip(found.open_lines, events, strict=True)),
            *(Column(f"edge, {decks_words(decks)}", "percent") for decks in found.decks),
            Column(f"hit frequency, {first}", "percent"), Column(f"standard deviation, {first}", "probability"),
            *(Column(f"gain by counting, {decks_words(decks)}", "percent") for decks in found.decks))


def _row(table: PayTable) -> tuple[Cell, ...]:
    return (*table.open, *table.edges, *LAW.row(table.laws[0], "hit_frequency", "std_dev"), *table.gains)


def _notes(found: Design) -> tuple[str, ...]:
    notes = [f"line {i + 1}: {found.bet.lines[i].event}." for i in found.open_lines
             if len(found.bet.lines[i].event) > LONGEST_HEADING]
    notes.append("Nearest to the middle first, in tenths of the way to the ends; within a tenth the roundest pays.")
    notes.append(f"Gain by counting: what the count by effects of removal gains per coup with {CARDS_LEFT} cards left,"
                 " in % of the stake.")
    more = len(found.pay_tables) - found.shown
    if more > 0:
        notes.append(f"{more:,} more are in JSON, in this order.")
    return tuple(notes)


def design_data(found: Design) -> dict[str, Any]:
    return {"bet": found.bet.name, "title": found.bet.title,
            "edge": {"low": rational(found.edge.low), "high": rational(found.edge.high)},
            "max_gain": rational(found.max_gain), "lines": [line.event for line in found.bet.lines],
            "open_lines": [i + 1 for i in found.open_lines], "number": str(found.number),
            "reach": [{"decks": _decks(decks), "lowest": rational(reach.low), "highest": rational(reach.high)}
                      for decks, reach in zip(found.decks, found.reach, strict=True)],
            "tables": [_table_data(found, table) for table in found.pay_tables]}


def _table_data(found: Design, table: PayTable) -> dict[str, Any]:
    gains: tuple[Fraction | None, ...] = table.gains
    return {"pays": [rational(pay) for pay in table.pays], "open": [rational(pay) for pay in table.open],
            "edges": [{"decks": _decks(decks), **LAW.data(law, "house_edge", "hit_frequency", "std_dev"),
                       **({"gain": rational(gains[i])} if gains else {})}
                      for i, (decks, law) in enumerate(zip(found.decks, table.laws, strict=True))]}


def _decks(decks: int | None) -> int | str:
    return "inf" if decks is None else decks
