"""The title block of a document that is handed in, with lines to sign."""

from __future__ import annotations

from collections.abc import Mapping

from exact.report.document import Block, Column, Heading, Table

SIGNED = ("Prepared by", "Reviewed by", "Approved by")


def paper_blocks(entries: Mapping[str, str]) -> list[Block]:
    """The title block; nothing where nothing is said."""
    if not entries:
        return []
    said = tuple((key.capitalize(), value) for key, value in entries.items())
    signed = tuple((who, entries.get("author", "") if who == SIGNED[0] else "", "", "") for who in SIGNED)
    return [Heading("Document"),
            Table("About this document", (Column("entry"), Column("value")), said, key="document"),
            Table("Signatures", (Column("sign-off"), Column("name"), Column("date"), Column("signature")), signed,
                  key="signatures")]
