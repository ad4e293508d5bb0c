"""Files of claims: the figures of a whole site, page by page, in TOML or CSV.

    [[claims]]                                page,bet,quantity,printed,decks
    page = "rules"                            rules,banker,rtp,98.94%,8
    bet = "banker"                            faq,tie,edge,14.1%,
    quantity = "rtp"
    printed = "98.94 %"
    decks = 8          # optional: the number of decks that the page states, or "inf"
"""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from exact.errors import ClaimError, listed, quoted
from exact.game.claim import Claim

COLUMNS = ("page", "bet", "quantity", "printed", "decks")
NEEDED = ("bet", "quantity", "printed")
MOST_BYTES = 2_000_000


@dataclass(frozen=True)
class ClaimSet:
    """The claims of one page, and the shoe that it states (a number of decks as text, `inf`, or None)."""

    page: str
    stated: str | None
    claims: tuple[Claim, ...]


def sets_of(claims: Iterable[Claim]) -> tuple[ClaimSet, ...]:
    """The claims of a game page by page: a set for each source and shoe."""
    sets: dict[tuple[str, str | None], list[Claim]] = {}
    for claim in claims:
        sets.setdefault((claim.source, claim.decks), []).append(claim)
    return tuple(ClaimSet(source, decks, tuple(found)) for (source, decks), found in sets.items())


def read_claims(path: Path) -> tuple[ClaimSet, ...]:
    """The claims of a file, a set for each page and stated shoe; raises ClaimError that names the file and the line."""
    name = str(path)
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise ClaimError(f"file {name!r}: {error.strerror or error}") from None
    if len(data) > MOST_BYTES:
        raise ClaimError(f"file {name!r}: larger than {MOST_BYTES:,} bytes; claims are a page of text")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ClaimError(f"file {name!r}: byte {error.start}: not text in UTF-8; save it as UTF-8") from None
    rows = _toml(text, name) if path.suffix == ".toml" else _csv(text, name)
    sets: dict[tuple[str, str | None], list[Claim]] = {}
    for where, row in rows:
        for key in NEEDED:
            if not row.get(key):
                raise ClaimError(f"{where}: no {key}; a claim has a bet, a quantity and the figure as printed")
        stated = _decks(row.get("decks", ""), where)
        sets.setdefault((row.get("page", ""), stated), []).append(Claim(row["bet"], row["quantity"], row["printed"]))
    if not sets:
        raise ClaimError(f"file {name!r}: no claims in it; docs/claims.md shows the form")
    return tuple(ClaimSet(page, stated, tuple(claims)) for (page, stated), claims in sets.items())


def _decks(text: str, where: str) -> str | None:
    if text in ("", "inf"):
        return text or None
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= 10**6):
        raise ClaimError(f"{where}: decks {text[:40]!r}: a number of decks, or inf, or empty")
    return str(int(text))


def _csv(text: str, name: str) -> Iterable[tuple[str, Mapping[str, str]]]:
    lines = text.splitlines()
    first = next((line for line in lines if line.strip()), "")
    reader = csv.DictReader(lines, delimiter=max(",;\t", key=first.count), restkey="", strict=True)
    try:
        known = [column.strip().lower() for column in reader.fieldnames or ()]
        unknown = [column for column in known if column not in COLUMNS]
        if unknown or not set(NEEDED) <= set(known):
            raise ClaimError(f"file {name!r}, line 1: the columns are {', '.join(COLUMNS)} (page and decks may be left "
                             f"out), not {listed(map(quoted, known)) or 'none'}")
        reader.fieldnames = known
        for row in reader:
            if any(row.values()):
                if row.get("") is not None or None in row.values():
                    raise ClaimError(f"file {name!r}, line {reader.line_num}: has not {len(known)} columns")
                yield f"file {name!r}, line {reader.line_num}", {key: value.strip() for key, value in row.items()}
    except csv.Error as error:
        raise ClaimError(f"file {name!r}, line {reader.line_num}: not CSV: {error}") from None


def _toml(text: str, name: str) -> Iterable[tuple[str, Mapping[str, str]]]:
    try:
        data = tomllib.loads(text, parse_float=str)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ClaimError(f"file {name!r}: not TOML: {error}") from None
    claims: Any = data.get("claims")
    if not isinstance(claims, list):
        raise ClaimError(f"file {name!r}: has no [[claims]]; docs/claims.md shows the form")
    for number, item in enumerate(claims, 1):
        where = f"file {name!r}, claim {number}"
        if not isinstance(item, dict) or not all(isinstance(value, (str, int)) for value in item.values()):
            raise ClaimError(f"{where}: is a table of texts")
        unknown = [key for key in item if key not in COLUMNS]
        if unknown:
            raise ClaimError(f"{where}: unknown key {unknown[0]!r}; the keys are {', '.join(COLUMNS)}")
        yield where, {key: str(value).strip() for key, value in item.items()}
