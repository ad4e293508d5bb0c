"""Questions about cards: removed, or known."""

from __future__ import annotations

from collections.abc import Iterable

from exact.analysis.odds.pay_lines import BetsLike
from exact.analysis.removal.known_cards import TOP, BestSorts, Knowledge, KnownSingly, known
from exact.analysis.removal.several import RemovalFigures, removal_figures
from exact.api.arguments import Asked
from exact.game.numbers import Numbers, whole_numbers
from exact.game.shoe import ShoeLike


class CardQuestions(Asked):
    """What removed and known cards change."""

    def removal(self, shoe: ShoeLike | None = None, bets: BetsLike = "main", vector: str | Iterable[str] = (),
                all_pairs: bool = False) -> RemovalFigures:
        """Several cards removed at once, each `vector` such as `"4,4,9"` or `"4=16 9=8"`: `exact removal`.

        By default half of each kind of card, and all of it. `all_pairs` shows the interactions of all pairs of cards
        also of bets that distinguish many.

        >>> found = Game("punto-banco").removal(1, "tie", "9,9,K")
        >>> one = found.bets[0].removals[0]
        >>> float(one.ev_change), float(one.first_order)
        (0.01388..., 0.01177...)

        Raises IllegalRemovalError, ShoeExhaustedError, CardError.
        """
        left = self._shoe(shoe)
        vectors = [vector] if isinstance(vector, str) else list(vector)
        return removal_figures(self.definition.rules, self._bets(bets, left), left, vectors, all_pairs)

    def known(self, cards: Numbers | None = None, groups: str | None = None, shoe: ShoeLike | None = None,
              bets: BetsLike = "main", sort: str | None = None, top: int = TOP, burn_card: bool = False
              ) -> Knowledge | KnownSingly | BestSorts:
        """The worth of knowing some cards, numbered as they leave the shoe, by value or by groups such as
        `"0-5/6-9"`: `exact known`.

        By default of each card alone; with `burn_card` of one that is out of play; with `sort` (`"value"` or `"rank"`)
        of the best two groups.

        >>> game = Game("punto-banco")
        >>> game.known(1, "6-9").gain > game.known(2, "6-9").gain > 0
        True
        >>> game.known(burn_card=True, shoe=1)
        <worth of knowing a card out of play: 0 a coup>

        Raises UsageError, CardError.
        """
        left = self._shoe(shoe)
        return known(self.definition.rules, left, self._bets(bets, left),
                     None if cards is None else whole_numbers(cards, "cards"), groups, sort, top, burn_card)
