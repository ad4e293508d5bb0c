"""Claims as people write them: which bet, under which pays, what quantity, what figure; on a line or in a file.

    banker rtp 98.94%        banker edge 1.17% (ties included)        tie 9:1 edge 4.80%
    banker 4% edge 0.60%     dragon-7 probability 1 in 44             player count 2,230,518,282,592,256

A file has the figures of a whole site, page by page, in CSV or TOML:

    page,bet,quantity,printed,decks           [[claims]]
    rules,banker,rtp,98.94%,8                 page = "rules"
    faq,tie,edge,14.1%,                       bet = "banker"
                                              quantity = "rtp"
                                              printed = "98.94 %"
                                              decks = 8          # optional: what the page states, or "inf"
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from exact.analysis.published.figures import Printed, read_figure
from exact.analysis.published.measures import MADE, RESOLVED, SCALES
from exact.errors import BetError, ClaimError, listed, quoted
from exact.files import STDIN, read_text
from exact.game.bet_catalogue import catalogue_bets
from exact.game.bets import Bet
from exact.game.catalogue import game_names, load_game
from exact.game.claim import QUANTITIES, Claim
from exact.game.definition import GameDefinition

COMMISSIONS = (Fraction(0), Fraction(1, 50), Fraction(1, 40), Fraction(1, 25), Fraction(1, 20))
TIE_PAYS = (Fraction(8), Fraction(9))
VARIANT_COST = 10
ANY = "any"
COLUMNS = ("page", "bet", "quantity", "printed", "decks")
NEEDED = ("bet", "quantity", "printed")
MOST_BYTES = 2_000_000

_WORDS_OF = {
    "rtp": r"rtp|return to player|return|payback",
    "edge": r"house[ -]edge|edge|house advantage|advantage",
    "std_dev": r"std_dev|std\.? ?dev\.?|standard deviation|s\.?d\.?",
    "variance": r"variance",
    "probability": r"probability|prob\.?|chance|frequency|hit frequency",
    "count": r"count|combinations|ways|sequences",
    "odds": r"odds",
    "ev": r"ev|expectation|expected value|expected result",
}
_CLAIM = {quantity: re.compile(rf"(?P<bet>.+?)\s+(?:{words})\s*[:=]?\s+(?P<figure>.+)", re.I)
          for quantity, words in _WORDS_OF.items()}
_CONVENTIONS = {convention: re.compile(rf"\s*[,(]?\s*(?:{words})\s*\)?\s*$", re.I) for convention, words in (
    (MADE, r"per bet made|(?:with )?ties included|per bet placed"),
    (RESOLVED, r"per resolved bet|per bet resolved|ties (?:excluded|left out)|without ties|ex ties"),
)}
_PAY = re.compile(r"(?P<bet>.+?)\s+(?:at\s+)?(?:(?P<to_one>\d+(?:\.\d+)?)\s*(?::|to)\s*1|(?P<percent>\d+(?:\.\d+)?)\s*%"
                  r"(?:\s*commission)?)", re.I)


@dataclass(frozen=True)
class Variant:
    """A bet as some house may pay it; `title` is empty for the game's own pays."""

    bet: Bet
    title: str
    cost: int


@dataclass(frozen=True)
class ClaimQuery:
    """A claim that was understood: its bet in every variant to be tried, and every reading of its figure.

    `convention` is the one that the page states, empty where it states none.
    """

    claim: Claim
    name: str
    variants: tuple[Variant, ...]
    readings: tuple[Printed, ...]
    convention: str = ""

    @property
    def text(self) -> str:
        return f"{self.claim.bet} {self.claim.quantity} {self.claim.printed}"

    @cached_property
    def scaled(self) -> tuple[Printed, ...]:
        """The readings on a scale on which the quantity is printed."""
        return tuple(printed for printed in self.readings if printed.scale in SCALES[self.claim.quantity])


def parse_claim(text: str) -> Claim:
    """`BET QUANTITY FIGURE`; raises ClaimError that says the form."""
    words = " ".join(text.split())
    found = [(match.start("figure"), quantity, match) for quantity, pattern in _CLAIM.items()
             if (match := pattern.fullmatch(words))]
    if not found:
        raise ClaimError(f"claim {text[:80]!r}: write BET QUANTITY FIGURE, such as 'banker rtp 98.94%'; the quantities "
                         f"are {', '.join(_CLAIM)}")
    _, quantity, match = min(found, key=lambda item: item[0])
    return Claim(match["bet"], quantity, match["figure"])


def read_printed(claim: Claim) -> tuple[tuple[Printed, ...], str]:
    """The readings of the figure of a claim, and the convention that it states; raises ClaimError that quotes it."""
    figure, stated = claim.printed, ""
    for convention, pattern in _CONVENTIONS.items():
        if pattern.search(figure):
            figure, stated = pattern.sub("", figure), convention
    try:
        return read_figure(figure), stated
    except ClaimError as error:
        raise ClaimError(f"claim '{claim.bet} {claim.quantity} {claim.printed[:40]}': {error}") from None


def claim_query(game: GameDefinition, claim: Claim, variants: bool = True) -> ClaimQuery:
    """A claim made ready for the search, with the bet in every variant to be tried or as the game pays it alone.

    Raises ClaimError or BetError that quotes it.
    """
    if claim.quantity not in QUANTITIES:
        raise ClaimError(f"claim {claim.bet!r} {claim.quantity!r}: the quantity is one of {', '.join(QUANTITIES)}")
    name, tried = bet_variants(game, claim.bet) if variants else (claim.bet, (Variant(game.named(claim.bet), "", 0),))
    return ClaimQuery(claim, name, tried, *read_printed(claim))


def claim_queries(game: GameDefinition, claims: Sequence[Claim]) -> tuple[ClaimQuery, ...]:
    """All claims of a set; raises ClaimError for an empty one."""
    if not claims:
        raise ClaimError("`claims`: none given; write some, such as 'banker rtp 98.94%', or name a `file` of them")
    return tuple(claim_query(game, claim) for claim in claims)


# ---------------------------------------------------------------------------------------------------------------
# the bet of a claim, as some house may pay it

def bet_variants(game: GameDefinition, text: str) -> tuple[str, tuple[Variant, ...]]:
    """The bet that a claim names, in every variant to be tried: all that are known, or the one that the claim says."""
    if text.casefold() == ANY:
        return ANY, tuple(dict.fromkeys(variant for name in game.main for variant in _variants(game, name)))
    try:
        name = _known_name(game, text)
        return name, _variants(game, name)
    except BetError:
        paid = _PAY.fullmatch(text)
        if paid is None:
            raise
    name = _known_name(game, paid["bet"])
    bet = game.named(name)
    changed = (_paying(bet, Fraction(paid["to_one"])) if paid["to_one"] else
               _charging(bet, Fraction(paid["percent"]) / 100))
    said = f"{paid['to_one']} to 1" if paid["to_one"] else f"{paid['percent']} % commission"
    return f"{name} {said}", (Variant(changed, said, 0),)


def _known_name(game: GameDefinition, text: str) -> str:
    for name in (text, text.casefold(), "-".join(text.casefold().split())):
        try:
            return game.named(name).name
        except BetError:
            continue
    return game.named(text).name  # raises


@lru_cache(maxsize=256)
def _variants(game: GameDefinition, name: str) -> tuple[Variant, ...]:
    own = game.named(name)
    found = {_pay_table(own): Variant(own, "", 0)}

    def offer(bet: Bet, title: str) -> None:
        found.setdefault(_pay_table(bet), Variant(replace(bet, name=name), title, VARIANT_COST))

    if ":" not in name:
        if name == "banker":
            for rate in COMMISSIONS:
                offer(_charging(own, rate), f"{float(100 * rate):g} % commission" if rate else "no commission")
        if name == "tie":
            for pay in TIE_PAYS:
                offer(_paying(own, pay), f"{pay} to 1")
        for bet in _catalogue_variants(game, name):
            offer(bet, bet.title)
    return tuple(found.values())


def _catalogue_variants(game: GameDefinition, name: str) -> Iterator[Bet]:
    """The variants that the catalogue has of a bet, and the bets of this name of its other games; those whose pays
    depend on the money staked are left out."""
    table = game.tables.get(name) or catalogue_bets().get(name) or {}
    names = [(game, f"{name}:{variant}") for variant in table.get("variants", {})]
    names += [(other, name) for other in catalogue_games() if name in other.tables and other.rules == game.rules]
    for where, variant in names:
        try:
            yield where.named(variant)
        except BetError:
            continue


@lru_cache(maxsize=1)
def catalogue_games() -> tuple[GameDefinition, ...]:
    """Every game of the catalogue."""
    return tuple(map(load_game, game_names()))


def _pay_table(bet: Bet) -> tuple[object, ...]:
    return tuple((line.when, line.pays) for line in bet.lines)


def _with_wins_paid(bet: Bet, pay: Fraction, words: str) -> Bet:
    """The bet with all its wins at one price, which its title then says."""
    return replace(bet, title=f"{bet.title.partition(',')[0]}{words}",
                   lines=tuple(replace(line, pays=pay) if line.pays > 0 else line for line in bet.lines))


def _charging(bet: Bet, rate: Fraction) -> Bet:
    """The bet with its wins at even money less a commission."""
    return _with_wins_paid(bet, 1 - rate, f", {float(100 * rate):g} % commission" if rate else " without commission")


def _paying(bet: Bet, pay: Fraction) -> Bet:
    """The bet with its wins at another price; raises BetError where it has several."""
    if sum(line.pays > 0 for line in bet.lines) != 1:
        raise BetError(f"bet {bet.name}: pays several prices; name one of its variants instead")
    return _with_wins_paid(bet, pay, f", {float(pay):g} to 1")


_OTHER_HAND = {"player": "banker", "banker": "player"}


def exchanged(game: GameDefinition, query: ClaimQuery) -> tuple[Variant, ...]:
    """The bet on the other hand, as the game pays it; none where there is no such bet."""
    name = query.name.partition(":")[0]
    other = "".join(_OTHER_HAND.get(word, word) for word in re.split(r"(player|banker)", name))
    return () if other == name or other not in game.bet_names() else (Variant(game.named(other), "", 0),)


# ---------------------------------------------------------------------------------------------------------------
# the figures of a page, and files of pages

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
    return Claim(row["bet"], row["quantity"], row["printed"], decks or None, row.get("page", ""))


def _csv(text: str, name: str) -> Iterator[tuple[str, Mapping[str, str]]]:
    lines = text.splitlines()
    first = next((line for line in lines if line.strip()), "")
    reader = csv.DictReader(lines, delimiter=max(",;\t", key=first.count), restkey="", strict=True)
    try:
        known = [column.strip().lower() for column in reader.fieldnames or ()]
        if not set(NEEDED) <= set(known) <= set(COLUMNS):
            raise ClaimError(f"{name}, line 1: the columns are {', '.join(COLUMNS)} (page and decks may be left "
                             f"out), not {listed(map(quoted, known)) or 'none'}")
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
