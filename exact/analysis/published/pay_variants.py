"""The bet of a claim, as some house may pay it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from exact.errors import BetError
from exact.game.bets import AllOf, Bet, FactIs
from exact.game.catalogue import game_names, load_game
from exact.game.definition import GameDefinition

COMMISSIONS = (Fraction(0), Fraction(1, 50), Fraction(1, 40), Fraction(1, 25), Fraction(1, 20))
TIE_PAYS = (Fraction(8), Fraction(9))
FURTHEST_PAY = 3
ANY = "any"
_OTHER_HAND = {"player": "banker", "banker": "player"}
_PAY = re.compile(r"(?P<bet>.+?)\s+(?:at\s+)?(?:(?P<to_one>\d+(?:\.\d+)?)\s*(?::|to)\s*1|(?P<percent>\d+(?:\.\d+)?)\s*%"
                  r"(?:\s*commission)?)", re.I)


@dataclass(frozen=True)
class Variant:
    """A bet as another house pays it, with a title for that."""

    bet: Bet
    title: str


def bet_variants(game: GameDefinition, text: str) -> tuple[str, tuple[Bet, ...], tuple[Variant, ...]]:
    """The bet that a claim names (every main bet for `any`), as the game or the claim has it pay; and, where the claim
    leaves that to the game, as other houses do."""
    if text.casefold() == ANY:
        return ANY, tuple(map(game.named, game.main)), tuple(
            dict.fromkeys(variant for name in game.main for variant in _variants(game, name)))
    try:
        name = _known_name(game, text)
        return name, (game.named(name),), _variants(game, name)
    except BetError:
        paid = _PAY.fullmatch(text)
        if paid is None:
            raise
    name = _known_name(game, paid["bet"])
    bet = game.named(name)
    changed = (_paying(bet, Fraction(paid["to_one"])) if paid["to_one"] else
               _charging(bet, Fraction(paid["percent"]) / 100))
    return name, (changed,), ()


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
    found: dict[object, Variant] = {}

    def offer(bet: Bet, title: str) -> None:
        if _pay_table(bet) != _pay_table(own):
            found.setdefault(_pay_table(bet), Variant(bet, title))

    base = name.partition(":")[0]
    if base == name and base == "banker":
        for rate in COMMISSIONS:
            offer(_charging(own, rate), f"{float(100 * rate):g} % commission" if rate else "no commission")
    if base == name and base == "tie" and sum(line.pays > 0 for line in own.lines) == 1:
        for pay in TIE_PAYS:
            offer(_paying(own, pay), f"{pay} to 1")
    for bet, title in _catalogue_variants(game, base):
        offer(bet, title)
    return tuple(found.values())


def _catalogue_variants(game: GameDefinition, base: str) -> Iterator[tuple[Bet, str]]:
    """The bet of a name with its variants, and the bets of this name of the catalogue's other games, with titles; those
    whose pays depend on the money staked are left out."""
    names = [(game, name) for name in (base, *game.variants(base))]
    names += [(other, base) for other in catalogue_games() if base in other.tables and other.rules == game.rules]
    for where, name in names:
        try:
            bet = where.named(name)
        except BetError:
            continue
        yield bet, f"{bet.title} ({name})" if where is game else f"{bet.title} (of {where.name})"


def without_card_condition(bet: Bet) -> Iterator[Variant]:
    """The bet without the condition on the number of cards of one of its events."""
    for i, line in enumerate(bet.lines):
        parts = line.when.parts if isinstance(line.when, AllOf) else ()
        rest = tuple(part for part in parts if not (isinstance(part, FactIs) and part.fact.name.endswith(".cards")))
        if 0 < len(rest) < len(parts):
            lines = (*bet.lines[:i], replace(line, when=AllOf(rest)), *bet.lines[i + 1:])
            yield Variant(replace(bet, lines=lines), f'"{line.event}" without the condition on the number of cards')


def with_another_pay(bet: Bet) -> Iterator[Variant]:
    """The bet with one whole pay changed by up to three."""
    for i, line in enumerate(bet.lines):
        if line.pays > 0 and line.pays.denominator == 1:
            for pay in sorted((line.pays + by for by in range(-FURTHEST_PAY, FURTHEST_PAY + 1) if by),
                              key=lambda pay: abs(pay - line.pays)):
                if pay > 0:
                    lines = (*bet.lines[:i], replace(line, pays=pay), *bet.lines[i + 1:])
                    yield Variant(replace(bet, lines=lines), f'"{line.event}" paid {pay} to 1')


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


def other_hand(game: GameDefinition, name: str) -> Bet | None:
    """The bet on the other hand, as the game pays it; None where there is no such bet."""
    other = "".join(_OTHER_HAND.get(word, word) for word in re.split(r"(player|banker)", name.partition(":")[0]))
    return game.named(other) if other != name.partition(":")[0] and other in game.bet_names() else None
