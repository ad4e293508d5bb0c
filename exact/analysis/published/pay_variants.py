"""The bet of a claim, as some house may pay it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from exact.errors import BetError
from exact.game.bet_catalogue import catalogue_bets
from exact.game.bets import Bet
from exact.game.catalogue import game_names, load_game
from exact.game.definition import GameDefinition

COMMISSIONS = (Fraction(0), Fraction(1, 50), Fraction(1, 40), Fraction(1, 25), Fraction(1, 20))
TIE_PAYS = (Fraction(8), Fraction(9))
VARIANT_COST = 10
ANY = "any"
_PAY = re.compile(r"(?P<bet>.+?)\s+(?:at\s+)?(?:(?P<to_one>\d+(?:\.\d+)?)\s*(?::|to)\s*1|(?P<percent>\d+(?:\.\d+)?)\s*%"
                  r"(?:\s*commission)?)", re.I)


@dataclass(frozen=True)
class Variant:
    """A bet as some house may pay it; `title` is empty for the game's own pays."""

    bet: Bet
    title: str
    cost: int


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
