"""A document as JSON: its data between its schema and its provenance, or one table as records of exact values."""

from __future__ import annotations

import json
import re
from typing import Any

from exact.report.document import Beside, Document, Table

TABLE_SCHEMA = "exact-table/1"
_HIDDEN = re.compile("[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")


def write(document: Document, digits: int, beside: Beside | None = None) -> str:  # noqa: ARG001  # one signature
    """Marks that hide or turn text stand as escapes."""
    return _text({"schema": document.schema, **document.data, "provenance": document.provenance})


def write_table(table: Table, digits: int) -> str:  # noqa: ARG001  # one signature
    return _text({"schema": TABLE_SCHEMA, **table_data(table.slug, table)})


def _text(data: object) -> str:
    text = json.dumps(data, indent=1, ensure_ascii=False)
    return _HIDDEN.sub(lambda match: f"\\u{ord(match[0]):04x}", text) + "\n"


def table_data(name: str, table: Table) -> dict[str, Any]:
    """A table under its name: columns, records by the columns' machine names, what counts are out of, and notes."""
    columns = [{"name": column.name, "title": column.title, "style": column.style} for column in table.columns]
    return {"table": name, "title": table.title, "columns": columns, "of": None if table.of is None else str(table.of),
            "rows": table.data(), "notes": list(table.notes)}
