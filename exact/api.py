"""The public face: a question is one sentence of Python.

>>> from exact import Game, Shoe
>>> game = Game.load("punto-banco")
>>> shoe = Shoe.decks(8).remove("9", "9", "K")
>>> float(game.odds(shoe).banker)
0.45850321384682696
>>> game.bet("tie").edge(shoe) == -game.bet("tie").law(shoe).ev
True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from exact.analysis.odds.dealt import read_dealt
from exact.analysis.odds.laws import BetLaw, BetSlip, Odds, Study, slip
from exact.analysis.removal.effects import RemovalEffect, removal_effects
from exact.analysis.removal.known_cards import Knowledge, known_cards, read_groups
from exact.analysis.shoe.events import read_history
from exact.analysis.shoe.sequence import Next, TwoCoups, after, two_coups
from exact.display import Shown
from exact.errors import BetError
from exact.game.bets import Bet
from exact.game.cards import VALUES
from exact.game.catalogue import load_game
from exact.game.coup import CoupInProgress
from exact.game.definition import GameDefinition
from exact.game.rules import Rules
from exact.game.shoe import Shoe
from exact.report.document import Table
from exact.report.sections.effects import removal_blocks


@dataclass(frozen=True)
class Game(Shown):
    """A game of the catalogue, or of a file, that answers questions about shoes."""

    data: GameDefinition

    def __repr__(self) -> str:
        return repr(self.data)

    @property
    def table(self) -> Table:
        """The bets of its own report, with all that they pay."""
        table: Table = self.data.table
        return table

    @staticmethod
    def load(name: str, bet_files: Sequence[str] = (), stake: Fraction | None = None) -> Game:
        """A game by its name in the catalogue, or a file whose path ends in .toml.

        Raises GameError, RulesError or BetError that names the file and the key.
        """
        return Game(load_game(name, bet_files, stake))

    @property
    def name(self) -> str:
        return self.data.name

    @property
    def title(self) -> str:
        return self.data.title

    @property
    def rules(self) -> Rules:
        return self.data.rules

    @property
    def shoe(self) -> Shoe:
        """The game's own fresh shoe."""
        return self.data.shoe()

    def odds(self, shoe: Shoe | None = None, bets: Sequence[str] = (), dealt: str = "") -> Odds:
        """Who wins on a shoe (the game's own by default), and the laws of some bets.

        `dealt` is a coup in progress, such as `"P9h B4 P2"`: its cards are taken out of the shoe. Raises
        ShoeExhaustedError, IllegalRemovalError, DealError, or UnknownCompositionError where the shoe is known too
        coarsely for a bet.
        """
        known = read_dealt(dealt, self.rules) if dealt else CoupInProgress()
        left = known.taken_from(self.shoe if shoe is None else shoe)
        return Study(self.rules, tuple(self.data.named(name) for name in bets), known).odds(left)

    def bet(self, name: str) -> Wager:
        """A bet of the game or the catalogue, by name, alias or `name:variant`; raises BetError."""
        return Wager(self, self.data.named(name))

    def two_coups(self, shoe: Shoe | None = None) -> TwoCoups:
        """The joint law of who wins two successive coups of a shoe; raises ShoeExhaustedError.

        >>> law = Game.load("punto-banco").two_coups()
        >>> f"{float(law.conditional(1, 1)):.9f}"
        '0.458596251'
        """
        return two_coups(self.rules, self.shoe if shoe is None else shoe)

    def after(self, history: str, shoe: Shoe | None = None) -> Next:
        """Who wins the coup after a history such as `"BBP"` (up to three coups); raises ExactError."""
        return after(self.rules, self.shoe if shoe is None else shoe, read_history(history))[0]

    def known(self, cards: Sequence[int], groups: str = "", bets: Sequence[str] = ("player", "banker"),
              shoe: Shoe | None = None) -> Knowledge:
        """The worth of knowing some cards, numbered as they leave the shoe, by value or by groups such as `"0-5/6-9"`.

        Raises UsageError for cards or groups that are not there, and what `exact.analysis.removal.known_cards` raises.
        """
        known = dict.fromkeys(cards, read_groups(groups) if groups else VALUES.classes)
        return known_cards(self.rules, self.shoe if shoe is None else shoe, tuple(map(self.data.named, bets)), known)

    def slip(self, stakes: dict[str, Fraction | int], shoe: Shoe | None = None) -> BetSlip:
        """The EV and variance of several bets on one coup; raises BetError where the game forbids two of them."""
        forbidden = self.data.forbids(stakes)
        if forbidden:
            raise BetError(f"slip: {self.name} forbids {' and '.join(forbidden)} on one coup")
        return slip(self.rules, [(self.data.named(name), Fraction(stake)) for name, stake in stakes.items()],
                    self.shoe if shoe is None else shoe)


@dataclass(frozen=True)
class Wager(Shown):
    """A bet of a game, ready to be asked."""

    game: Game
    bet: Bet

    def __repr__(self) -> str:
        return f"<bet {self.bet.name} of {self.game.name}: {self.bet.title!r}>"

    @property
    def table(self) -> Table:
        """What it pays; `law` says how often."""
        table: Table = self.bet.table
        return table

    def _study(self) -> Study:
        return Study(self.game.rules, (self.bet,))

    def law(self, shoe: Shoe | None = None) -> BetLaw:
        """The exact law on a shoe (the game's own by default)."""
        return self._study().odds(self.game.shoe if shoe is None else shoe).bets[0]

    def rtp(self, shoe: Shoe | None = None) -> Fraction:
        """1 + EV of a unit stake."""
        return self.law(shoe).rtp

    def edge(self, shoe: Shoe | None = None) -> Fraction:
        """The house edge per bet made, pushes counted."""
        return self.law(shoe).house_edge

    def effects(self, shoe: Shoe | None = None) -> tuple[RemovalEffect, ...]:
        """The effect of removing one card of each class that the bet tells apart."""
        return removal_effects(self._study(), self.game.shoe if shoe is None else shoe)[self.bet]

    def removal(self, shoe: Shoe | None = None) -> Table:
        """The effects of removal as a table that shows itself; raises BetError for a shoe that has none."""
        left = self.game.shoe if shoe is None else shoe
        block = next(removal_blocks(self.game.rules, left, {self.bet: self.effects(left)}))
        if not isinstance(block, Table):
            raise BetError(f"bet {self.bet.name}: no effects of removal on a shoe of {left.cards} cards")
        return block
