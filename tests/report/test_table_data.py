"""One table as JSON follows the number formats of every JSON."""

from fractions import Fraction

import pytest

from exact.report.document import Cell, Column, Table
from exact.report.formats.json import table_data
from exact.report.numbers import Root


@pytest.mark.parametrize(("cell", "column", "data"), [
    ("up to -3", Column("true count", "number"), "up to -3"),
    (2230518282592256, Column("sequences", "count"), "2230518282592256"),
    (8, Column("pays", "number"), {"fraction": "8/1", "decimal": "8"}),
    (Fraction(1, 4), Column("share", "percent"), {"fraction": "1/4", "decimal": "0.25"}),
    (Fraction(1, 4), Column("1 in", "one in"), {"fraction": "4/1", "decimal": "4"}),
    (Fraction(0), Column("1 in", "one in"), None),
    (Fraction(1, 4), Column("half width", "percent", rounded=True), {"decimal": "0.25"}),
    (Root(Fraction(1, 4), negative=True), Column("correlation", "probability"), {"square": "1/4", "decimal": "-0.5"}),
    (None, Column("edge", "percent"), None)])
def test_a_cell(cell: Cell, column: Column, data: object) -> None:
    assert column.data(cell) == data


def test_a_table() -> None:
    table = Table("Lines", (Column("event"), Column("sequences", "count")), (("wins", 3),), ("a note",), of=8)
    assert table_data("lines", table) == {
        "table": "lines", "title": "Lines", "of": "8", "notes": ["a note"],
        "rows": [{"event": "wins", "sequences": "3"}],
        "columns": [{"name": "event", "title": "event", "style": "text"},
                    {"name": "sequences", "title": "sequences", "style": "count"}]}
