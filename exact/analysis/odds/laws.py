"""Probabilities, RTP, edge and variance of the bets of a game, read off their exact laws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import lcm
from operator import mul

from exact.display import Answer, Data, Shown
from exact.engine.coup.compile import compile_each, compile_joint
from exact.engine.coup.footprint import Footprint, is_small
from exact.engine.coup.polynomial import CoupPolynomial, Law
from exact.errors import BetError, DealError, NeverOfferedError, listed
from exact.game.bets import OUTCOMES, Bet
from exact.game.cards import Partition
from exact.game.coup import NOTHING_KNOWN, CoupInProgress
from exact.game.rules import Rules
from exact.game.shoe import Shoe
from exact.values import gathered

MOST_JOINT = 4
"""So many bets of the same folds have one joint law; more are counted bet by bet, which has fewer results in all."""
MOST_PAIRED = 12
"""So many bets that distinguish the same classes of card have one joint law from which all their pairs are read."""


@dataclass(frozen=True)
class BetLaw(Shown, Data):
    """The exact law of one bet: the ordered sequences of `length` cards in which each line pays, out of `of` in which
    the bet is offered, both times `scale` (the common denominator of draw probabilities)."""

    bet: Bet
    counts: tuple[int, ...]
    of: int
    length: int
    scale: int = 1

    def __repr__(self) -> str:
        return f"<law of bet {self.bet.name}: house edge {100 * float(self.house_edge):.6g} %>"

    def probability(self, line: int) -> Fraction:
        return Fraction(self.counts[line], self.of)

    def contribution(self, line: int) -> Fraction:
        """What a line adds to the EV of a unit stake."""
        return self.bet.lines[line].pays * self.counts[line] / self.of

    def moment(self, power: int) -> Fraction:
        """The mean of the net result to a power."""
        unit = lcm(*(line.pays.denominator for line in self.bet.lines))  # whole numbers of it add up fast
        return Fraction(sum((line.pays.numerator * (unit // line.pays.denominator))**power * count
                            for line, count in zip(self.bet.lines, self.counts, strict=True)), unit**power * self.of)

    @property
    def ev(self) -> Fraction:
        """Mean net result of a unit stake, per bet made."""
        return self.moment(1)

    @property
    def rtp(self) -> Fraction:
        return 1 + self.ev

    @property
    def house_edge(self) -> Fraction:
        """Loss per unit staked, per bet made: a push counts as a bet."""
        return -self.ev

    def _where(self, sign: int) -> Fraction:
        """The probability of a net result with a sign (-1, 0, 1)."""
        chosen = (count for line, count in zip(self.bet.lines, self.counts, strict=True)
                  if (line.pays > 0) - (line.pays < 0) == sign)
        return Fraction(sum(chosen), self.of)

    @property
    def edge_resolved(self) -> Fraction | None:
        """Loss per unit resolved: pushes left out; None where every coup pushes."""
        resolved = 1 - self._where(0)
        return self.house_edge / resolved if resolved else None

    @property
    def hit_frequency(self) -> Fraction:
        """The probability of a net win."""
        return self._where(1)

    @property
    def push_frequency(self) -> Fraction:
        """The probability that the stake comes back, neither won nor lost."""
        return self._where(0)

    @property
    def variance(self) -> Fraction:
        """Of the net result of a unit stake."""
        return self.moment(2) - self.ev**2


@dataclass(frozen=True)
class Odds(Answer, Shown):
    """What `exact` says of one shoe: who wins, with counts of sequences of `length` cards out of `of`, and the law of
    each bet."""

    player_count: int
    banker_count: int
    tie_count: int
    of: int
    length: int
    bets: tuple[BetLaw, ...]
    scale: int = 1

    def __repr__(self) -> str:
        said = ", ".join(f"{name} {float(Fraction(count, self.of)):.6g}" for name, count in self.outcomes)
        bets = f"; bets {listed(law.bet.name for law in self.bets)}" if self.bets else ""
        return f"<odds: {said}{bets}>"

    @property
    def player(self) -> Fraction:
        return Fraction(self.player_count, self.of)

    @property
    def banker(self) -> Fraction:
        return Fraction(self.banker_count, self.of)

    @property
    def tie(self) -> Fraction:
        return Fraction(self.tie_count, self.of)

    @property
    def probabilities(self) -> tuple[Fraction, Fraction, Fraction]:
        """Of Player, Banker and a tie."""
        return self.player, self.banker, self.tie

    @property
    def outcomes(self) -> tuple[tuple[str, int], ...]:
        """The three outcomes with their counts."""
        return ("player", self.player_count), ("banker", self.banker_count), ("tie", self.tie_count)

    def bet(self, name: str) -> BetLaw:
        """The law of a bet by the name that it was asked for with; raises BetError if it was not."""
        for law in self.bets:
            if law.bet.name == name:
                return law
        raise BetError(f"bet {name!r}: not among these odds, which have "
                       + (listed(law.bet.name for law in self.bets) or "none"))


@dataclass(frozen=True)
class Group:
    """Bets that look at the same positions and classes of card, with their joint law or, if many, a law each."""

    bets: tuple[Bet, ...]
    polynomials: tuple[CoupPolynomial, ...]

    @property
    def partition(self) -> Partition:
        return self.polynomials[0].partition

    @property
    def joint(self) -> CoupPolynomial | None:
        """The joint law of all its bets, if that is what was compiled."""
        return self.polynomials[0] if len(self.polynomials) == 1 else None

    @property
    def compiled(self) -> tuple[tuple[tuple[Bet, ...], CoupPolynomial], ...]:
        """Bets with the polynomial that has their law: all with a joint one, or each with its own."""
        return (((self.bets, self.joint),) if self.joint else
                tuple(((bet,), polynomial) for bet, polynomial in zip(self.bets, self.polynomials, strict=True)))

    def laws(self, shoe: Shoe) -> Iterator[tuple[Bet, BetLaw]]:
        """Raises NeverOfferedError at a bet that is never on offer."""
        for bet, law, place in self._counted(shoe):
            yield bet, _marginal(bet, law, place)

    def laws_where_offered(self, shoe: Shoe) -> Iterator[tuple[Bet, BetLaw | None]]:
        """As `laws`, with None for a bet that is never on offer on this shoe."""
        for bet, law, place in self._counted(shoe):
            try:
                yield bet, _marginal(bet, law, place)
            except NeverOfferedError:
                yield bet, None

    def _counted(self, shoe: Shoe) -> Iterator[tuple[Bet, Law, int]]:
        """Each bet with the law that has it, and its place in the keys of that."""
        for bets, polynomial in self.compiled:
            law = polynomial.law(shoe)
            yield from ((bet, law, i) for i, bet in enumerate(bets))


@dataclass(frozen=True)
class Study:
    """Some bets under some rules, compiled once and evaluated on any shoe."""

    rules: Rules
    bets: tuple[Bet, ...]
    known: CoupInProgress = NOTHING_KNOWN

    @property
    def groups(self) -> tuple[Group, ...]:
        """The bets, with the outcomes as a bet that pays nothing, by what they look at."""
        return _groups(self.rules, (OUTCOMES, *self.bets), self.known)

    def odds(self, shoe: Shoe) -> Odds:
        """Raises ShoeExhaustedError, or UnknownCompositionError where the shoe is known too coarsely for a bet."""
        laws = dict(law for group in self.groups for law in group.laws(shoe))
        outcomes = laws.pop(OUTCOMES)
        player, banker, tie = outcomes.counts
        return Odds(player, banker, tie, outcomes.of, outcomes.length, tuple(laws[bet] for bet in self.bets),
                    outcomes.scale)

    def pair(self, first: Bet, second: Bet, shoe: Shoe) -> JointLaw:
        """The joint law of two bets; raises BetError where their classes together are too many."""
        for group in self.groups:
            if group.joint and first in group.bets and second in group.bets:
                return _pair(group.bets, group.joint.law(shoe), first, second)
        return _pair((first, second), compile_joint(self.rules, (first, second), self.known).law(shoe), first, second)

    def pairs(self, shoe: Shoe) -> Iterator[JointLaw]:
        """The joint laws of all pairs of bets, each with itself too; where the bets have no joint law yet, those that
        distinguish the same classes of card, up to a dozen, are read from one of them all. Raises as `pair`."""
        joints = {group.bets: group.joint for group in self.groups if group.joint}
        for bets in map(tuple, gathered((partition_of(bet), bet) for bet in self.bets).values()):
            if not any(set(bets) <= set(one) for one in joints) and len(bets) <= MOST_PAIRED and is_small(bets):
                joints = {bets: compile_joint(self.rules, bets, self.known), **joints}  # one law serves all its pairs

        @cache
        def law(bets: tuple[Bet, ...]) -> Law:
            return joints[bets].law(shoe)

        for i, first in enumerate(self.bets):
            for second in self.bets[i:]:
                known = next((bets for bets in joints if first in bets and second in bets), None)
                yield _pair(known, law(known), first, second) if known else self.pair(first, second, shoe)


@lru_cache(maxsize=64)
def _groups(rules: Rules, bets: tuple[Bet, ...], known: CoupInProgress) -> tuple[Group, ...]:
    """Bets that look through the same folds together, each group from one walk; bets that share no more than the cards
    and their classes would multiply each other's states and gain nothing."""
    alike = gathered((frozenset(bet.folds), bet) for bet in dict.fromkeys(bets))
    return tuple(Group(group, (compile_joint(rules, group, known),) if len(group) <= MOST_JOINT
                       else compile_each(rules, group, known)) for group in map(tuple, alike.values()))


def _pair(bets: Sequence[Bet], law: Law, first: Bet, second: Bet) -> JointLaw:
    """Two bets out of a joint law."""
    i, j = bets.index(first), bets.index(second)
    counts: dict[tuple[int | None, int | None], int] = {}
    for key, count in zip(law.keys, law.counts, strict=True):
        counts[key[i], key[j]] = counts.get((key[i], key[j]), 0) + count
    return JointLaw(first, second, counts, law.of)


def _marginal(bet: Bet, law: Law, place: int) -> BetLaw:
    """The law of one bet out of a joint law; coups in which it is not offered drop out."""
    if not law.of:
        raise DealError("what is known of the coup cannot come from this shoe")
    counts = [0] * len(bet.lines)
    skipped = 0
    for key, count in zip(law.keys, law.counts, strict=True):
        line = key[place]
        if line is None:
            skipped += count
        else:
            counts[line] += count
    if skipped == law.of:
        raise NeverOfferedError(f"bet {bet.name}: is never offered here")
    return BetLaw(bet, tuple(counts), law.of - skipped, law.length, law.scale)


def bet_law(rules: Rules, bet: Bet, shoe: Shoe, known: CoupInProgress = NOTHING_KNOWN) -> BetLaw:
    """The law of one bet on one shoe."""
    return _marginal(bet, compile_joint(rules, (bet,), known).law(shoe), 0)


def partition_of(bet: Bet) -> Partition:
    """The classes of card that a bet can distinguish."""
    return Footprint((bet,)).partition


# ---------------------------------------------------------------------------------------------------------------
# two bets and more

@dataclass(frozen=True)
class JointLaw:
    """Two bets of one coup: the sequences for each pair of paying lines (None: that bet is not offered)."""

    first: Bet
    second: Bet
    counts: Mapping[tuple[int | None, int | None], int]
    of: int

    def _mean(self, power_first: int, power_second: int) -> Fraction:
        """The mean of a product of powers of the two net results; a bet that is not offered has net 0."""
        def net(bet: Bet, line: int | None) -> Fraction:
            return Fraction(0) if line is None else bet.lines[line].pays

        return sum((net(self.first, i)**power_first * net(self.second, j)**power_second * count
                    for (i, j), count in self.counts.items()), Fraction(0)) / self.of

    @property
    def means(self) -> tuple[Fraction, Fraction]:
        """The mean net results of unit stakes, per coup."""
        return self._mean(1, 0), self._mean(0, 1)

    @property
    def covariance(self) -> Fraction:
        """Of the net results of unit stakes."""
        first, second = self.means
        return self._mean(1, 1) - first * second


def covariance_matrix(study: Study, shoe: Shoe) -> list[list[Fraction]]:
    """Covariances of the net results of unit stakes on the study's bets; variances on the diagonal."""
    bets = study.bets
    found = {(joint.first, joint.second): joint.covariance for joint in study.pairs(shoe)}
    return [[found[first, second] if (first, second) in found else found[second, first] for second in bets]
            for first in bets]


@dataclass(frozen=True)
class BetSlip(Shown, Data):
    """Stakes on several bets of one coup, in units of money."""

    stakes: tuple[tuple[Bet, Fraction], ...]
    ev: Fraction
    variance: Fraction

    def __repr__(self) -> str:
        return f"<slip: {', '.join(f'{bet.name} {stake}' for bet, stake in self.stakes)}>"

    @property
    def staked(self) -> Fraction:
        return sum((stake for _, stake in self.stakes), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        """Loss per unit staked."""
        return -self.ev / self.staked


def slip(rules: Rules, stakes: Sequence[tuple[Bet, Fraction]], shoe: Shoe) -> BetSlip:
    """The exact EV and variance of a slip; raises BetError where two of its bets distinguish too many classes."""
    study = Study(rules, tuple(bet for bet, _ in stakes))
    amounts = [amount for _, amount in stakes]
    matrix = covariance_matrix(study, shoe)
    evs = [study.pair(bet, bet, shoe).means[0] for bet in study.bets]
    return BetSlip(tuple(stakes), sum(map(mul, amounts, evs), Fraction(0)),
                sum((a * b * matrix[i][j] for i, a in enumerate(amounts) for j, b in enumerate(amounts)), Fraction(0)))
