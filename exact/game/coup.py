"""A coup: the places where its cards lie, who wins it, and what is known of one in progress."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

from exact.errors import DealError, quoted
from exact.game.cards import VALUES, CardSet
from exact.game.shoe import Shoe


class Position(IntEnum):
    """The places of a coup in the order of dealing."""

    P1 = 0
    B1 = 1
    P2 = 2
    B2 = 3
    P3 = 4
    B3 = 5

    @property
    def words(self) -> str:
        """`Player's first card`."""
        hand = "Player" if self in PLAYER else "Banker"
        return f"{hand}'s {('first', 'second', 'third')[self // 2]} card"


PLAYER = (Position.P1, Position.P2, Position.P3)
BANKER = (Position.B1, Position.B2, Position.B3)
FIRST_FOUR = (Position.P1, Position.B1, Position.P2, Position.B2)


class Outcome(IntEnum):
    """Who wins a coup."""

    PLAYER = 0
    BANKER = 1
    TIE = 2

    @property
    def word(self) -> str:
        """`player`, `banker`, `tie`."""
        return self.name.lower()


OUTCOME_WORDS = {
    Outcome.PLAYER: ("player", "p", "punto", "闲", "闲家", "閒", "閒家", "閑", "gracz", "игрок", "jugador", "joueur",
                     "spieler", "giocatore", "jogador"),
    Outcome.BANKER: ("banker", "b", "bank", "banco", "庄", "庄家", "莊", "莊家", "庒", "bankier", "банкир", "банк",
                     "banquero", "banca", "banque", "banquier", "banqueiro"),
    Outcome.TIE: ("tie", "t", "ties", "egalite", "égalité", "standoff", "draw", "和", "和局", "平", "remis", "ничья",
                  "empate", "unentschieden", "pareggio"),
}
"""What the hands and a tie are called in logs, in small letters."""
_BY_WORD = {word: outcome for outcome, words in OUTCOME_WORDS.items() for word in words}
_WON = re.compile(r"[\s_-]*(?:wins?|won|winner|胜|勝|赢|贏)$")


def read_outcome(text: str) -> Outcome | None:
    """Who won, in the words of logs: `B`, `Banker`, `banker win`, `庄`; None for any other text.

    >>> read_outcome("Banker Win"), read_outcome("闲"), read_outcome("dealer")
    (<Outcome.BANKER: 1>, <Outcome.PLAYER: 0>, None)
    """
    return _BY_WORD.get(_WON.sub("", text.strip().casefold()))


def winner(player: int, banker: int) -> Outcome:
    """Who wins with these final totals: the higher hand."""
    return Outcome.PLAYER if player > banker else Outcome.BANKER if banker > player else Outcome.TIE


@dataclass(frozen=True, repr=False)
class CoupInProgress:
    """What is known of a coup before it ends: cards on the table, and two-card totals whose cards are unknown.

    >>> CoupInProgress(((Position.P1, CardSet.of("9h")),), banker_total=4)
    <coup in progress: P1 9h, Banker 4 on two cards>

    Raises DealError for a position that is given twice, a card whose points are not known, and what is no total.
    """

    cards: tuple[tuple[Position, CardSet], ...] = ()
    player_total: int | None = None
    banker_total: int | None = None

    def __post_init__(self) -> None:
        if len({position for position, _ in self.cards}) < len(self.cards):
            raise DealError(f"{self!r}: gives two cards for one position")
        if not all(VALUES.find(cards) is not None for _, cards in self.cards):
            raise DealError(f"{self!r}: the value of a card is not known; give a rank")
        for total in (self.player_total, self.banker_total):
            if total not in (None, *range(10)):
                raise DealError(f"total {quoted(total)}: a total is from 0 to 9")

    def __repr__(self) -> str:
        known = [f"{position.name} {cards}" for position, cards in self.cards]
        known += [f"{hand} {total} on two cards" for hand, total in (
            ("Player", self.player_total), ("Banker", self.banker_total)) if total is not None]
        return f"<coup in progress: {', '.join(known) or 'nothing known'}>"

    @property
    def begun(self) -> bool:
        """Whether anything is known of it."""
        return self != NOTHING_KNOWN

    def taken_from(self, shoe: Shoe) -> Shoe:
        """The shoe that the coup goes on with, without the cards on the table; raises IllegalRemovalError."""
        return shoe if shoe.infinite else shoe.remove(*(cards for _, cards in self.cards))

    def agrees(self, player_draws: bool) -> bool:
        """Whether the third cards on the table, if any, are those of a coup in which Player draws, or does not."""
        third, last = (any(position is place for place, _ in self.cards) for position in (Position.P3, Position.B3))
        return player_draws == third or not (third or last)


NOTHING_KNOWN = CoupInProgress()
"""Of a coup that has not begun."""
