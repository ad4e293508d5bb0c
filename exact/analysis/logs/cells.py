"""What the cells of a log say: cards in every notation, who won, totals, payouts, cards burned."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from exact.errors import CardError, ExactError, LogError
from exact.game.cards import BY_KIND, BY_RANK, RANKS, VALUES, CardSet, Partition, parse_card
from exact.game.coup import Outcome, read_outcome
from exact.game.pays import read_number

C = TypeVar("C")  # what a card is read as

CELLS_REMEMBERED = 50_000
"""Cells of a column whose meaning is remembered."""
CARD_NUMBERS = ("ranks", "values", "1-13")
"""What the numbers of a log's cards can be: 10 a ten; any ten-valued card; 1 to 13, with 11 a jack."""
SURE_CARDS = 40
"""So many cards from 1 to 10, tens among them and no court card, are hardly ranks."""
_APART = re.compile(r"[\s,;|/]+")
_APART_WORDS = re.compile(r"\s*[,;|/]\s*")
_RANK, _SUIT = "(?:10|[a2-9tjqk])", "[cdhs\u2660-\u2667]"
_GLUED = re.compile(f"{_RANK}{_SUIT}|{_SUIT}{_RANK}|[a2-9tjqk]", re.IGNORECASE)
_DECIMAL_COMMA = re.compile(r"^(?![+-]?[1-9]\d{0,2},\d{3}$)([+-]?\d*),(\d+)$")
"""A number with a decimal comma; 1,250 is none, for it may be one thousand and more."""
_NUMBERED = re.compile(r"0*(1[0-3]|[1-9])([cdhs]?)")
_NOTHING = ("", "-", "--", "\u2013", "\u2014", "n/a", "na", "nan", "none", "null")
"""What stands in a cell that holds nothing."""
_NO = {*_NOTHING, "0", "no", "false", "n"}
_TOTALS: dict[str, int | None] = {**dict.fromkeys(_NOTHING), **{str(total): total for total in range(10)}}


class Column(dict[str, Any]):
    """The meaning of the cells of a column by their text: each is read once, while not too many are remembered."""

    def __init__(self, place: int, name: str, read: Callable[[str], Any], where: Callable[[str], str]) -> None:
        self.place = place
        self.name = name
        self.read = read
        self.where = where

    def __missing__(self, text: str) -> Any:
        try:
            meaning = self.read(text)
        except ExactError as error:
            raise LogError(f"{self.where(self.name)}: {error}") from None
        if len(self) >= CELLS_REMEMBERED:
            self.clear()
        self[text] = meaning
        return meaning


def tokens(text: str) -> list[str]:
    """The cards of a cell: `9h 4d Kc`, `Ks,10c`, `["K","4"]`, `Ten of Hearts, Ace of Spades`, `9h4dKc`.

    >>> tokens('["K","4"]'), tokens("Ten of Hearts, 9 of Clubs"), tokens("10hKs"), tokens("")
    (['K', '4'], ['Ten of Hearts', '9 of Clubs'], ['10h', 'Ks'], [])
    """
    plain = text.strip().strip("[](){}").replace('"', "").replace("'", "").strip()
    if plain.lower() in _NOTHING:
        return []
    found = [token for token in (_APART_WORDS if " of " in plain.lower() else _APART).split(plain) if token]
    if len(found) == 1 and not is_card(plain) and "".join(_GLUED.findall(plain)) == plain:
        return _GLUED.findall(plain)
    return found


def dealt_cards(text: str, card: Callable[[str], CardSet] = parse_card) -> tuple[tuple[str | None, CardSet], ...]:
    """Cards in the order of dealing, each with the letter of its hand if it stands before it, as in `P9h B4`."""
    return tuple((token[0].upper() if tagged(token) else None, card(token[1:] if tagged(token) else token))
                 for token in tokens(text))


def tagged(token: str) -> bool:
    """Whether a card stands behind the letter of its hand, as in `P9h`."""
    return len(token) > 1 and token[0].upper() in "PB"


def is_card(text: str) -> bool:
    try:
        return bool(parse_card(text))
    except CardError:
        return False


def card_reader(numbers: str | None) -> Callable[[str], CardSet]:
    """What reads a card, where the numbers of a log's cards mean one of CARD_NUMBERS (None: ranks).

    Raises CardError for what is no card.
    """
    def numbered(text: str) -> CardSet:
        match = _NUMBERED.fullmatch(text.strip().lower())
        if match is None:
            raise CardError(f"card {text!r}: not a number from 1 to 13, and `cards` says that they are numbered so")
        return parse_card(RANKS[int(match[1]) - 1] + match[2])

    def valued(text: str) -> CardSet:
        return parse_card("0" if text.strip() == "10" else text)

    def ranked(text: str) -> CardSet:
        try:
            return parse_card(text)
        except CardError as error:
            if text.strip() in ("11", "12", "13"):
                raise CardError(f"{error}; for cards numbered from 1 to 13 give `cards` 1-13") from None
            raise

    return {"values": valued, "1-13": numbered}.get(numbers or "", ranked)


def level(rows: Sequence[Sequence[str]], numbers: str | None, knows: Callable[[Partition], bool], name: str
          ) -> Partition:
    """How finely a log knows its cards, told by its first rows of cards: by suit if the first row gives suits, by rank
    if the first ten-valued card is a 10, J, Q or K and no 0. `knows` says what the shoe is known by.

    Raises LogError where 10 may be a ten or any ten-valued card, and where the shoe is not known by point value.
    """
    read = card_reader(numbers)
    sets: list[list[CardSet]] = []
    for row in rows:
        sets.append([])
        for token in row:
            try:
                sets[-1].append(read(token))
            except CardError:
                continue
    texts = [token.strip() for row in rows for token in row]
    if numbers is None and len(texts) >= SURE_CARDS and "10" in texts and all(
            text.isdigit() and 1 <= int(text) <= 10 for text in texts):
        raise LogError(f"log {name!r}: its cards are numbers from 1 to 10, no court card among the first {len(texts)}:"
                       " a 10 may be a ten, or any ten-valued card; say which by `cards` ranks or `cards` values")
    first = next((cards for cards in sets if cards), [])
    tens = next((cards for row in sets for cards in row if not cards.points), None)
    deciding = first if tens is None else [*first, tens] if len(first[0]) != 1 else first
    for partition in (BY_KIND, BY_RANK, VALUES):
        if knows(partition) and all(partition.find(cards) is not None for cards in deciding):
            return partition
    raise LogError(f"log {name!r}: the shoe must be known at least by point value")


def read_winner(text: str) -> Outcome | None:
    """Who won; None for an empty cell."""
    outcome = read_outcome(text)
    if outcome is None and text.strip().lower() not in _NOTHING:
        raise LogError(f"{text.strip()[:40]!r} is none of player, banker, tie (P, B, T)")
    return outcome


def read_total(text: str) -> int | None:
    total = text.strip().lower()
    if total not in _TOTALS:
        raise LogError(f"{text.strip()[:40]!r} is not a total from 0 to 9")
    return _TOTALS[total]


def read_count(text: str) -> int:
    plain = text.strip()
    if not (plain.isascii() and plain.isdigit() and len(plain) <= 15):
        raise LogError(f"{plain[:40]!r} is not a number of coups")
    return int(plain)


def read_net(text: str) -> Fraction | None:
    plain = _DECIMAL_COMMA.sub(r"\1.\2", text.strip())
    return None if plain.lower() in _NOTHING else read_number(plain, "net result")


def read_cut(text: str) -> bool:
    return text.strip().lower() not in _NO


def burned(text: str, card: Callable[[str], C]) -> tuple[tuple[C, ...], int]:
    """Cards that were shown, and the number of those that nobody saw (`+5`)."""
    every = tokens(text)
    hidden = [token for token in every if token[0] == "+" and token[1:].isdigit() and len(token) < 6]
    return tuple(card(token) for token in every if token not in hidden), sum(map(int, hidden))
