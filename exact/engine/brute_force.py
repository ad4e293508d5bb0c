"""The memoised walk over a concrete, composition-tracked shoe, card by card in the order of dealing.

It starts from any state of a coup and is the independent check on the coup polynomial, with which it shares the rules
and nothing else. The memo key holds the position, both totals and the cards left, which is everything that changes the
answer. `exact.engine.coup.explain` lays it out as a tree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, product

from exact.engine.coup.polynomial import falling
from exact.game.coup import NOTHING_KNOWN, CoupInProgress, Position, winner
from exact.game.rules import Rules
from exact.game.shoe import require_cards

OutcomeCounts = tuple[int, int, int]
"""Ordered sequences in which Player wins, Banker wins, and the coup is a tie."""
CountVector = tuple[int, ...]
"""Cards of each point value 0 ... 9."""
Ending = tuple[int | None, int, int, int]
"""After two-card totals: the value of Player's third card (None: he stands), his final total, and, as integers over the
rules' scale, the weights with which Banker then stands and draws."""


class Walk:
    """Exact outcome counts for shoes of ten point values, from a coup of which some things are known.

    The shoes given hold the known cards no more. Counts are of ordered sequences of all the cards that the coup may
    still take, times the rules' `scale`; with known totals only the sequences that have them count.
    """

    def __init__(self, rules: Rules, known: CoupInProgress = NOTHING_KNOWN) -> None:
        self.rules = rules
        self.known = known
        self.fixed = {position: cards.points for position, cards in (*rules.printed, *known.cards)}
        self.totals = {Position.P2: known.player_total, Position.B2: known.banker_total}
        self.most_cards = len(Position) - len(self.fixed)
        self.endings = {hands: tuple(self._endings(*hands)) for hands in product(
            rules.hands("Player"), rules.hands("Banker"))}
        self.memo: dict[tuple[Position, int, int, CountVector], OutcomeCounts] = {}

    def outcomes(self, shoe: Sequence[int]) -> OutcomeCounts:
        """(Player, Banker, Tie) for a shoe of so many cards of each value; raises ShoeExhaustedError if too small."""
        require_cards(sum(shoe), self.most_cards, "the coup")
        return self.deal(Position.P1, 0, 0, tuple(shoe))

    def _endings(self, player: int, banker: int) -> Iterator[Ending]:
        """The rules at two totals; third cards on the table rule endings out, but for those of a natural."""
        natural = self.rules.natural_hand(player, banker)
        for third, (stands, draws) in self.rules.endings(player, banker).items():
            if not natural:
                if not self.known.agrees(third is not None) or third not in (None, self.fixed.get(Position.P3, third)):
                    continue
                stands *= Position.B3 not in self.fixed
            yield third, (player + (third or 0)) % 10, stands, draws

    def cards(self, position: Position, shoe: CountVector) -> Iterator[tuple[int, int, CountVector]]:
        """What may lie at a position: its value, the number of such cards, and the shoe without it."""
        if position in self.fixed:
            yield self.fixed[position], 1, shoe
            return
        for value, count in enumerate(shoe):
            if count:
                yield value, count, (*shoe[:value], count - 1, *shoe[value + 1:])

    def steps(self, position: Position, player: int, banker: int, shoe: CountVector
              ) -> Iterator[tuple[int, int, int, int, CountVector]]:
        """What one of the first four cards may be, if totals are known only so that they come out.

        For each value the number of such cards, both totals with it, and the shoe without it.
        """
        to_player = position in (Position.P1, Position.P2)
        wanted = self.totals.get(position)
        for value, count, rest in self.cards(position, shoe):
            p, b = player, banker
            if to_player:
                p = self.rules.player_hand(player, value) if position is Position.P2 else value
            else:
                b = self.rules.banker_hand(banker, value) if position is Position.B2 else value
            if wanted is None or wanted == (p if to_player else b) % 10:
                yield value, count, p, b, rest

    def deal(self, position: Position, player: int, banker: int, shoe: CountVector) -> OutcomeCounts:
        """The outcomes from a state in which `position`, one of the first four or P3, is next to be dealt."""
        key = (position, player, banker, shoe)
        found = self.memo.get(key)
        if found is None:
            found = self.memo[key] = (self._third_cards(player, banker, shoe) if position is Position.P3
                                      else self._first_four(*key))
        return found

    def _first_four(self, position: Position, player: int, banker: int, shoe: CountVector) -> OutcomeCounts:
        wins = losses = ties = 0
        after = Position(position + 1)
        for _, count, p, b, rest in self.steps(position, player, banker, shoe):
            part = self.deal(after, p, b, rest)
            wins += count * part[0]
            losses += count * part[1]
            ties += count * part[2]
        return wins, losses, ties

    def _third_cards(self, player: int, hand: int, shoe: CountVector) -> OutcomeCounts:
        """All that can follow two hands, with the unused cards behind it."""
        banker = hand % 10
        cards = sum(shoe)
        player_free, banker_free = Position.P3 not in self.fixed, Position.B3 not in self.fixed
        room = player_free + banker_free
        unused = [falling(cards - used, room - used) for used in range(room + 1)]
        by_total = self.banker_totals(banker, shoe)
        below = [0, *accumulate(by_total)]
        totals = [0, 0, 0]
        for third, total, stands, draws in self.endings[player, hand]:
            taken = third is not None and player_free
            count = shoe[third or 0] if taken else 1
            if stands:
                totals[winner(total, banker)] += count * stands * unused[taken]
            if draws and count:
                weight = count * draws * unused[taken + banker_free]
                totals[0] += weight * below[total]
                totals[1] += weight * (below[10] - below[total + 1])
                totals[2] += weight * by_total[total]
                if taken and banker_free:  # Banker cannot draw the card that Player has drawn
                    totals[winner(total, (banker + (third or 0)) % 10)] -= weight
        return totals[0], totals[1], totals[2]

    def banker_totals(self, banker: int, shoe: CountVector) -> CountVector:
        """Ways for Banker's third card to make each final total 0 ... 9: total t needs a card of value t - banker."""
        if Position.B3 in self.fixed:
            final = (banker + self.fixed[Position.B3]) % 10
            return tuple(int(total == final) for total in range(10))
        return shoe[10 - banker:] + shoe[:10 - banker]
