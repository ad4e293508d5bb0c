"""What the self-check of an installation found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from exact.analysis.verify import CheckResult, SelfCheck
from exact.report.document import Block, Column, Paragraph, Section, Table


def _verdict(found: Sequence[CheckResult]) -> str:
    failed = [one.name for one in found if not one.holds]
    return (f"This installation does NOT count right: {', '.join(failed)}." if failed else
            "This installation counts right: every check holds.")


def verify_section(found: SelfCheck) -> Section:
    """Every check."""
    return verify_blocks(found.results), verify_data(found.results)


def verify_blocks(found: Sequence[CheckResult]) -> list[Block]:
    return [Table("Checks", (Column("check"), Column("verdict"), Column("compared")),
                  tuple((one.name, "holds" if one.holds else "FAILS", one.detail) for one in found)),
            Paragraph(_verdict(found))]


def verify_data(found: Sequence[CheckResult]) -> dict[str, Any]:
    return {"checks": [{"name": one.name, "holds": one.holds, "detail": one.detail} for one in found],
            "verdict": _verdict(found)}
