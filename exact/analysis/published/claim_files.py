"""Claims in files: the figures of a whole site, page by page, in CSV or TOML.

    page,bet,quantity,printed,decks           [[claims]]
    rules,banker,rtp,98.94%,8                 page = "rules"
    faq,tie,edge,14.1%,                       bet = "banker"
                                              quantity = "rtp"
                                              printed = "98.94 %"
                                              decks = 8          # optional: what the page states, or "inf"
                                              n = 100000         # optional: coups, of a figure that was simulated
"""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from exact.errors import ClaimError, listed, quoted
from exact.files import STDIN, read_text
from exact.game.claim import Claim

COLUMNS = ("page", "bet", "quantity", "printed", "decks", "n")
NEEDED = ("bet", "quantity", "printed")
MOST_BYTES = 2_000_000


@dataclass(frozen=True)
class ClaimSet:
    """The claims of one page, and the shoe that it states (a number of decks as text, `inf`, or None)."""

    page: str
    stated: str | None
    claims: tuple[Claim, ...]


def sets_of(claims: Iterable[Claim]) -> tuple[ClaimSet, ...]:
    """Claims page by page: a set for each source and shoe."""
    sets: dict[tuple[str, str | None], list[Claim]] = {}
    for claim in claims:
        sets.setdefault((claim.source, claim.decks), []).append(claim)
    return tuple(ClaimSet(source, decks, tuple(found)) for (source, decks), found in sets.items())


def read_claims(path: str | Path) -> tuple[ClaimSet, ...]:
    """The claims of a file, or of standard input for `-`, a set for each page and stated shoe.

    Raises ClaimError that names the file and the line.
    """
    name = f"file {str(path)!r}"
    text = read_text(path, MOST_BYTES, ClaimError)
    toml = Path(path).suffix == ".toml" or (str(path) == STDIN and "[[claims]]" in text)
    sets = sets_of(_claim(row, where) for where, row in (_toml(text, name) if toml else _csv(text, name)))
    if not sets:
        raise ClaimError(f"{name}: no claims in it; docs/claims.md shows the form")
    return sets


def _claim(row: Mapping[str, str], where: str) -> Claim:
    for key in NEEDED:
        if not row.get(key):
            raise ClaimError(f"{where}: no {key}; a claim has a bet, a quantity and the figure as printed")
    decks = row.get("decks", "")
    if decks not in ("", "inf"):
        if not (decks.isascii() and decks.isdigit() and 1 <= int(decks[:9]) <= 10**6):
            raise ClaimError(f"{where}: decks {decks[:40]!r}: a number of decks, or inf, or empty")
        decks = str(int(decks))
    printed, coups = row["printed"], row.get("n", "")
    if coups and not (coups.isascii() and coups.isdigit()):
        raise ClaimError(f"{where}: n {coups[:40]!r}: a number of coups, or empty for a figure that was not simulated")
    return Claim(row["bet"], row["quantity"], f"{printed} n={coups}" if coups else printed, decks or None,
                 row.get("page", ""))


def _csv(text: str, name: str) -> Iterator[tuple[str, Mapping[str, str]]]:
    lines = text.splitlines()
    first = next((line for line in lines if line.strip()), "")
    reader = csv.DictReader(lines, delimiter=max(",;\t", key=first.count), restkey="", strict=True)
    try:
        known = [column.strip().lower() for column in reader.fieldnames or ()]
        if not set(NEEDED) <= set(known) <= set(COLUMNS):
            raise ClaimError(f"{name}, line 1: the columns are {', '.join(COLUMNS)} (page, decks and n may be "
                             f"left out), not {listed(map(quoted, known)) or 'none'}")
        reader.fieldnames = known
        for row in reader:
            if any(row.values()):
                if row.get("") is not None or None in row.values():
                    raise ClaimError(f"{name}, line {reader.line_num}: has not {len(known)} columns")
                yield f"{name}, line {reader.line_num}", {key: value.strip() for key, value in row.items()}
    except csv.Error as error:
        raise ClaimError(f"{name}, line {reader.line_num}: not CSV: {error}") from None


def _toml(text: str, name: str) -> Iterator[tuple[str, Mapping[str, str]]]:
    try:
        data = tomllib.loads(text, parse_float=str)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ClaimError(f"{name}: not TOML: {error}") from None
    claims: Any = data.get("claims")
    if not isinstance(claims, list):
        raise ClaimError(f"{name}: has no [[claims]]; docs/claims.md shows the form")
    for number, item in enumerate(claims, 1):
        where = f"{name}, claim {number}"
        if not isinstance(item, dict) or not all(isinstance(value, (str, int)) for value in item.values()):
            raise ClaimError(f"{where}: is a table of texts")
        unknown = [key for key in item if key not in COLUMNS]
        if unknown:
            raise ClaimError(f"{where}: unknown key {unknown[0]!r}; the keys are {', '.join(COLUMNS)}")
        yield where, {key: str(value).strip() for key, value in item.items()}
