"""What counting gains from any pay table of a bet: counted line by line once, since all of it is linear in the pays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import lcm

from exact.analysis.counting.law import Channel, Counted, CountLaw
from exact.analysis.counting.search import LEVEL, rounded_tags
from exact.analysis.counting.tags import Tags
from exact.analysis.odds.laws import bet_law, partition_of
from exact.game.bets import Bet
from exact.game.rules import Rules
from exact.game.shoe import Shoe


class CountedLines:
    """The lines of a bet on a finite shoe, for a counter who bets with `cards_left` cards left.

    For a bet that is always offered. Raises as `Counted`.
    """

    def __init__(self, rules: Rules, bet: Bet, shoe: Shoe, cards_left: int) -> None:
        self.rules, self.shoe, self.cards_left = rules, shoe, cards_left
        self.numbered = replace(bet, lines=tuple(replace(line, pays=Fraction(i)) for i, line in enumerate(bet.lines)))
        whole = bet_law(rules, bet, shoe)
        self.effects = []
        """Each class of card with the change of each line's probability when one such card is gone."""
        partition = partition_of(bet)
        for cards, present in zip(partition.classes, shoe.counts(partition), strict=True):
            if present:
                less = bet_law(rules, bet, shoe.remove(cards))
                changes = [less.probability(i) - whole.probability(i) for i in range(len(bet.lines))]
                self.effects.append((cards, changes))
        self.laws: dict[Tags, list[CountLaw]] = {}

    def gain(self, nets: Sequence[Fraction]) -> Fraction:
        """The gain per coup dealt, with the best trigger, of the count by effects of removal of a pay table."""
        effects = [(cards, sum((net * change for net, change in zip(nets, changes, strict=True)), Fraction(0)))
                   for cards, changes in self.effects]
        if not any(effect for _, effect in effects):
            return Fraction(0)
        tags = rounded_tags(effects, LEVEL)
        if tags not in self.laws:
            counted = Counted(self.rules, self.shoe, tags)
            self.laws[tags] = [counted.law(self.numbered, self.cards_left, only(i))
                               for i in range(len(self.numbered.lines))]
        best = _together(self.laws[tags], nets).best()
        return best.gain if best else Fraction(0)


@cache
def only(line: int) -> Channel:
    """1 for the line that pays its own number, 0 for the others."""
    def found(pays: Fraction) -> Fraction:
        return Fraction(pays == line)

    return found


def _together(laws: Sequence[CountLaw], nets: Sequence[Fraction]) -> CountLaw:
    """The law of a pay table from those of its lines."""
    unit = lcm(*(net.denominator for net in nets))
    whole = [int(net * unit) for net in nets]
    results = tuple(sum(net * count for net, count in zip(whole, counts, strict=True))
                    for counts in zip(*(law.results for law in laws), strict=True))
    return replace(laws[0], results=results, results_of=laws[0].results_of * unit)
