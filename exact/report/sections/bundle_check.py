"""What comes of making a bundle again: which of its files differ, and which are none of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from exact.errors import plural
from exact.report.bundle import FOREIGN, Difference
from exact.report.document import Block, Column, Paragraph, Table


def check_blocks(folder: str, command: str, found: Sequence[Difference], files: int) -> list[Block]:
    foreign = sum(item.what == FOREIGN for item in found)
    differ = len(found) - foreign
    verdict = (f"{folder}: all {files} files are what the command makes today" if not differ else
               f"{folder}: {differ} of {files} files differ from what the command makes today")
    verdict += f"; {plural(foreign, 'other file')} {'lies' if foreign == 1 else 'lie'} among them." if foreign else "."
    blocks: list[Block] = [Paragraph(f"Made again: {command}"), Paragraph(verdict)]
    if found:
        blocks.append(Table("Files that are not as the command makes them", (Column("file"), Column("difference")),
                            tuple((item.path, item.what) for item in found)))
    return blocks


def check_data(folder: str, found: Sequence[Difference], files: int) -> dict[str, Any]:
    return {"folder": folder, "files": files, "foreign": sum(item.what == FOREIGN for item in found),
            "agrees": not found, "differences": [{"file": item.path, "what": item.what} for item in found]}
