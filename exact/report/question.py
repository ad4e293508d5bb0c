"""What is asked: a game, a shoe and some bets, and how a document says which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from exact.errors import plural
from exact.game.bets import Bet
from exact.game.cards import CardSet
from exact.game.coup import NOTHING_KNOWN, CoupInProgress
from exact.game.definition import GameDefinition
from exact.game.shoe import Shoe, decks_in_words


@dataclass(frozen=True)
class Question:
    """A game and a shoe, which began as `decks` fresh ones or as a composition (None), with the bets asked about.

    `removed` are cards taken out of it before; `unknown` the names of bets that it does not determine.
    """

    game: GameDefinition
    shoe: Shoe
    decks: int | None
    removed: tuple[CardSet, ...] = ()
    bets: tuple[Bet, ...] = ()
    unknown: tuple[str, ...] = ()
    known: CoupInProgress = NOTHING_KNOWN

    @property
    def left(self) -> Shoe:
        """The shoe that the coup goes on with: without the cards that lie on the table already."""
        return self.known.taken_from(self.shoe)

    @property
    def fresh(self) -> str | None:
        """The name of a fresh shoe, its number of decks or inf; None for a composition."""
        return "inf" if self.shoe.infinite else str(self.decks) if self.decks and not self.removed else None

    @property
    def title(self) -> str:
        """The game and the shoe in play: how the title of every document begins."""
        return title_of(self.game, self.shoe, self.decks, self.removed)

    def shoe_words(self) -> str:
        if self.shoe.infinite:
            return "the infinite shoe (every card with replacement, in the proportions of a deck)"
        fresh = f"{plural(self.decks, 'deck')}, " if self.decks else ""
        out = f", without {' '.join(map(str, self.removed))}" if self.removed else ""
        return f"{fresh}{plural(self.shoe.cards, 'card')}{out}: {self.shoe.describe()}"

    def shoe_data(self) -> dict[str, Any]:
        """The shoe in JSON; `decks` is null for a composition, `cards` for the infinite shoe."""
        return {"decks": "inf" if self.shoe.infinite else self.decks,
                "cards": None if self.shoe.infinite else self.shoe.cards,
                "composition": self.shoe.counts(), "removed": [str(card) for card in self.removed]}

    def game_data(self) -> dict[str, str]:
        return game_data(self.game)


def game_data(game: GameDefinition) -> dict[str, str]:
    return {"name": game.name, "title": game.title, "rules_hash": game.rules.hash}


def decks_words(decks: int | None) -> str:
    """A fresh shoe in a sentence: `8 decks`, `the infinite shoe`."""
    return "the infinite shoe" if decks is None else plural(decks, "deck")


def title_of(game: GameDefinition, shoe: Shoe, decks: int | None, removed: Sequence[CardSet] = ()) -> str:
    """`Punto banco, six decks`; `Punto banco, eight decks without 3 cards`; `Punto banco, a shoe of 52 cards`."""
    return game.title_on(shoe_title(shoe, decks, removed))


def shoe_title(shoe: Shoe, decks: int | None, removed: Sequence[CardSet] = ()) -> str:
    """`six decks`; `eight decks without 3 cards`; `a shoe of 52 cards`; `the infinite shoe`."""
    if shoe.infinite:
        return "the infinite shoe"
    out = f" without {plural(len(removed), 'card')}" if removed else ""
    return decks_in_words(decks) + out if decks else f"a shoe of {plural(shoe.cards, 'card')}"
