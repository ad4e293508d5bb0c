"""Claims as people write them: which bet, under which pays, what quantity, what figure.

    banker rtp 98.94%        banker edge 1.17% (ties included)        tie 9:1 edge 4.80%
    banker 4% edge 0.60%     dragon-7 probability 1 in 44             player count 2,230,518,282,592,256
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from exact.analysis.published.comparison import read_claimed
from exact.analysis.published.figures import Printed
from exact.errors import BetError, ClaimError
from exact.game.bet_catalogue import catalogue_bets
from exact.game.bets import Bet
from exact.game.catalogue import game_names, load_game
from exact.game.claim import CLAIMED, Claim
from exact.game.definition import GameDefinition

COMMISSIONS = (Fraction(0), Fraction(1, 50), Fraction(1, 40), Fraction(1, 25), Fraction(1, 20))
TIE_PAYS = (Fraction(8), Fraction(9))
VARIANT_COST = 10
ANY = "any"

_QUANTITIES = (
    ("rtp", r"rtp|return to player|return|payback"),
    ("edge", r"house[ -]edge|edge|house advantage|advantage"),
    ("std_dev", r"std_dev|std\.? ?dev\.?|standard deviation|s\.?d\.?"),
    ("variance", r"variance"),
    ("probability", r"probability|prob\.?|chance|frequency|hit frequency"),
    ("count", r"count|combinations|ways|sequences"),
    ("odds", r"odds"),
    ("ev", r"ev|expectation|expected value|expected result"),
)
_CLAIM = tuple((quantity, re.compile(rf"(?P<bet>.+?)\s+(?:{words})\s*[:=]?\s+(?P<figure>.+)", re.I))
               for quantity, words in _QUANTITIES)
_PAY = re.compile(r"(?P<bet>.+?)\s+(?:at\s+)?(?:(?P<to_one>\d+(?:\.\d+)?)\s*(?::|to)\s*1|(?P<percent>\d+(?:\.\d+)?)\s*%"
                  r"(?:\s*commission)?)", re.I)


@dataclass(frozen=True)
class Variant:
    """A bet as some house may pay it; `title` is empty for the game's own pays."""

    bet: Bet
    title: str
    cost: int


@dataclass(frozen=True)
class Asked:
    """A claim that was understood: its bet in every variant to be tried, and every reading of its figure.

    `per` is the convention that the page claims, where it says one.
    """

    claim: Claim
    name: str
    variants: tuple[Variant, ...]
    readings: tuple[Printed, ...]
    per: str = ""

    @property
    def text(self) -> str:
        return f"{self.claim.bet} {self.claim.quantity} {self.claim.printed}"


def parse_claim(text: str) -> Claim:
    """`BET QUANTITY FIGURE`; raises ClaimError that says the form."""
    words = " ".join(text.split())
    found = [(match.start("figure"), quantity, match) for quantity, pattern in _CLAIM
             if (match := pattern.fullmatch(words))]
    if not found:
        raise ClaimError(f"claim {text[:80]!r}: write BET QUANTITY FIGURE, such as 'banker rtp 98.94%'; the quantities "
                         "are " + ", ".join(quantity for quantity, _ in _QUANTITIES))
    _, quantity, match = min(found, key=lambda item: item[0])
    return Claim(match["bet"], quantity, match["figure"])


def ask(game: GameDefinition, claim: Claim, variants: bool = True) -> Asked:
    """A claim made ready for the search, with the bet in every variant to be tried or as the game pays it alone.

    Raises ClaimError or BetError that quotes it.
    """
    if claim.quantity not in CLAIMED:
        raise ClaimError(f"claim {claim.bet!r} {claim.quantity!r}: the quantity is one of {', '.join(CLAIMED)}")
    name, tried = bet_variants(game, claim.bet) if variants else (claim.bet, (Variant(game.named(claim.bet), "", 0),))
    readings, per = read_claimed(claim)
    return Asked(claim, name, tried, readings, per)


def bet_variants(game: GameDefinition, text: str) -> tuple[str, tuple[Variant, ...]]:
    """The bet that a claim names, in every variant to be tried: all that are known, or the one that the claim says."""
    if text.casefold() == ANY:
        every = [variant for name in game.main for variant in _variants(game, name)]
        return ANY, tuple(dict.fromkeys(every))
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
            game.named(name)
        except BetError:
            continue
        return name
    game.named(text)
    raise BetError(f"bet {text!r}: unknown")


@lru_cache(maxsize=256)
def _variants(game: GameDefinition, name: str) -> tuple[Variant, ...]:
    own = game.named(name)
    found = {_pay_table(own): Variant(own, "", 0)}

    def offer(bet: Bet, title: str) -> None:
        found.setdefault(_pay_table(bet), Variant(replace(bet, name=name), title, VARIANT_COST))

    if ":" not in name:
        if name == "banker":
            for rate in COMMISSIONS:
                percent = f"{float(100 * rate):g}"
                offer(_charging(own, rate), f"{percent} % commission" if rate else "no commission")
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


def _charging(bet: Bet, rate: Fraction) -> Bet:
    """The bet with its wins at even money less a commission."""
    title = f"{_plain(bet)}, {float(100 * rate):g} % commission" if rate else f"{_plain(bet)} without commission"
    return replace(bet, title=title,
                   lines=tuple(replace(line, pays=1 - rate) if line.pays > 0 else line for line in bet.lines))


def _paying(bet: Bet, pay: Fraction) -> Bet:
    """The bet with its wins at another price; raises BetError where it has several."""
    if sum(line.pays > 0 for line in bet.lines) != 1:
        raise BetError(f"bet {bet.name}: pays several prices; name one of its variants instead")
    return replace(bet, title=f"{_plain(bet)}, {float(pay):g} to 1",
                   lines=tuple(replace(line, pays=pay) if line.pays > 0 else line for line in bet.lines))


def _plain(bet: Bet) -> str:
    """The title of a bet without its pays."""
    return bet.title.partition(",")[0]


_EXCHANGE = {"player": "banker", "banker": "player"}


def exchanged(game: GameDefinition, asked: Asked) -> tuple[Variant, ...]:
    """The bet on the other side, as the game pays it; none where there is no such bet."""
    words = re.split(r"(player|banker)", asked.name.partition(":")[0])
    name = "".join(_EXCHANGE.get(word, word) for word in words)
    if name == asked.name.partition(":")[0] or name not in game.bet_names():
        return ()
    return (Variant(game.named(name), "", 0),)


def ask_all(game: GameDefinition, claims: Sequence[Claim]) -> tuple[Asked, ...]:
    """All claims of a set; raises ClaimError for an empty one."""
    if not claims:
        raise ClaimError("claims: none given; write some, such as 'banker rtp 98.94%', or name a file with --file")
    return tuple(ask(game, claim) for claim in claims)
