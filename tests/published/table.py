"""The page docs/published-figures.md, made from the figures.

    python -m tests.published.table > docs/published-figures.md
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from exact.analysis.published.figures import PERCENT
from tests.published.figures import Figure, entries, figures

VERDICTS = ("agrees", "corrected", "not expressible")


def document() -> str:
    """The page: counts, corrections with their reasons, and what cannot be expressed."""
    by_entry: dict[str, list[Figure]] = {entry["name"]: [] for entry in entries()}
    for figure in figures():
        by_entry[figure.entry].append(figure)
    lines = [
        "# Published figures", "",
        "Every figure of `tests/published/data` is a case of `tests/published/test_figures.py`, at its printed",
        "precision. This page is made from the same data by `python -m tests.published.table`, and a test compares the",
        "two. Figures that stand with the games themselves (`claims` in their files) carry the reasons given here",
        "(`finding`), and so `exact report` and `exact claims` say the same; a test compares these too.", "",
        "- *agrees*: the exact value rounds to the printed figure;",
        "- *corrected*: it does not; the right value and the reason stand below;",
        "- *not expressible*: no law of the coup gives it, for the reason below.", "",
        *_counts(by_entry), "", "## Corrections", "", *_corrections(), "",
        "## Not expressible", "", *_not_expressible(),
    ]
    return "\n".join(lines) + "\n"


def _counts(by_entry: dict[str, list[Figure]]) -> Iterator[str]:
    yield "| bet or game as printed | in the catalogue | figures | agree | corrected | not expressible |"
    yield "|---|---|---:|---:|---:|---:|"
    total: Counter[str] = Counter()
    for entry in entries():
        found = Counter(figure.verdict for figure in by_entry[entry["name"]])
        total += found
        catalogue = ", ".join(entry.get("catalogue", [])) or entry.get("remark", "a game, or a bet of the main game")
        yield _row(entry["name"], catalogue, sum(found.values()), *(found[verdict] for verdict in VERDICTS))
    yield _row("**all**", "", sum(total.values()), *(total[verdict] for verdict in VERDICTS))


def _corrections() -> Iterator[str]:
    yield "| bet or game | event | decks | what | printed | right | why | source |"
    yield "|---|---|---|---|---|---|---|---|"
    seen = set()
    for figure in figures():
        data = figure.data
        key = str(data.get("ask")), data["printed"], data["source"]
        if figure.verdict == "corrected" and key not in seen:
            seen.add(key)
            sign = " %" if figure.printed.scale == PERCENT else ""
            decks = data["decks"] if data["decks"] is not None else f"not said, {data['ask']['decks']} taken"
            yield _row(figure.entry, data["event"], decks, data["quantity"], data["printed"],
                       _grouped(data["right"], like=data["printed"]) + sign, data["why"], data["source"])


def _grouped(number: str, like: str) -> str:
    """A whole number with commas between its thousands where the printed one has them."""
    return f"{int(number):,}" if "," in like and number.isdigit() else number


def _not_expressible() -> Iterator[str]:
    yield "| bet | event | printed | why | source |"
    yield "|---|---|---|---|---|"
    for figure in figures():
        data = figure.data
        if figure.verdict == "not expressible":
            yield _row(figure.entry, data["event"], data["printed"], data["why"], data["source"])


def _row(*cells: object) -> str:
    return "| " + " | ".join(str(cell).replace("|", "/") for cell in cells) + " |"


if __name__ == "__main__":
    print(document(), end="")
