"""Shoes dealt at random, with seeds and standard errors: the check on what is computed, never in its place.

Work is cut into blocks, each with its own stream of random numbers, so that a seed and a number of shoes give the same
figures whatever runs them, and how many blocks at once. All questions are put to the same shoes: under one procedure
the coups of a seed are the same for a count, for streaks, and for bets of which the table has the same classes of card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property, partial
from math import factorial, lcm, prod
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from exact.analysis.counting.tags import Tags
from exact.analysis.counting.trigger import Trigger
from exact.analysis.shoe.estimates import deviation, frequency, ratio
from exact.display import Answer
from exact.engine.dealing.dealer import ENDED, CountNumbers, CoupNumbers, ShoeNumbers, Tally, deal
from exact.engine.dealing.table import CoupTable, coup_table
from exact.errors import UsageError
from exact.game.bets import OUTCOMES, Bet
from exact.game.procedure import NO_BURN, Procedure, check_left
from exact.game.rules import Rules
from exact.game.shoe import Shoe
from exact.progress import Progress, quiet
from exact.values import COUPS, MOST_DEALT, MOST_SEED, SEED, SHOES, Estimate

BLOCKS = 256

T = TypeVar("T")
Results = NDArray[np.int8]
"""[shoe, coup]: a number for each coup, or ENDED where the shoe was over before it."""


@dataclass(frozen=True)
class DealtBet:
    """A bet on every coup that offers it: net result per unit staked, and the share of the bets that each line paid."""

    bet: Bet
    ev: Estimate
    lines: tuple[Estimate, ...]


@dataclass(frozen=True)
class DealtShoes(Answer):
    """Whole shoes dealt by a procedure: coups per shoe and their standard deviation, shoes by number of coups, and the
    bets."""

    procedure: Procedure
    shoes: int
    coups: int
    per_shoe: Estimate
    coups_deviation: Estimate
    distribution: dict[int, int]
    bets: tuple[DealtBet, ...]

    def __repr__(self) -> str:
        return f"<simulated: {self.shoes:,} shoes, {self.coups:,} coups, seed {self.per_shoe.seed}>"

    @cached_property
    def frequencies(self) -> dict[int, Estimate]:
        """How often a shoe has each number of coups."""
        return {number: frequency(shoes, self.shoes, self.per_shoe.seed) for number, shoes in self.distribution.items()}


@dataclass(frozen=True)
class CountedShoes:
    """Whole shoes dealt to a counter with flat bets of one unit.

    `frequency` is bets per coup, `mean_ev` the net per bet made, `gain` the net per coup dealt, `units` the net per
    shoe and `deviation` its standard deviation per shoe.
    """

    shoes: int
    coups: int
    per_shoe: Estimate
    frequency: Estimate
    mean_ev: Estimate
    gain: Estimate
    units: Estimate
    deviation: Estimate


@dataclass(frozen=True)
class CoupsAtDepth:
    """Coups dealt from random sub-shoes of one size: how often the trigger is reached, net when it is, and gain."""

    cards_left: int
    coups: int
    frequency: Estimate
    mean_ev: Estimate
    gain: Estimate
    ev: Estimate


@dataclass(frozen=True, eq=False)
class Dealer:
    """A coup of some bets and the cards of a shoe, as the inner loop takes them."""

    table: CoupTable
    deck: NDArray[np.uint8]
    coup: CoupNumbers

    @staticmethod
    def of(rules: Rules, bets: Sequence[Bet], shoe: Shoe, tags: Tags | None = None) -> Dealer:
        """Raises UsageError for the infinite shoe, ShoeExhaustedError for one that is too small for a coup, BetError
        where the table of a coup would be too large."""
        if shoe.infinite:
            raise UsageError("shoe inf: a shoe is dealt from a number of decks; give one")
        shoe.require(rules.most_cards, "a coup")
        table = coup_table(rules, bets, tags.tags if tags else None)
        deck = np.repeat(np.arange(len(table.classes), dtype=np.uint8), shoe.counts(table.classes))
        return Dealer(table, deck, CoupNumbers.of(table, rules.most_cards))

    def worth(self, index: int, of: Callable[[int | None], float]) -> NDArray[np.float64]:
        """A quantity of one bet, by result, from the line that pays (None: the bet was not offered)."""
        return np.array([of(lines[index]) for lines, _ in self.table.keys], float)

    def net(self, index: int, bet: Bet) -> NDArray[np.float64]:
        return self.worth(index, lambda line: 0.0 if line is None else float(bet.lines[line].pays))

    def offered(self, index: int) -> NDArray[np.float64]:
        return self.worth(index, lambda line: float(line is not None))

    def paid(self, index: int, by: int) -> NDArray[np.float64]:
        """1 for the results in which a bet is paid by a line."""
        return self.worth(index, lambda line: float(line == by))


def in_blocks(work: Callable[[int, int, int], T], seed: int, total: int, what: str, executor: Executor | None,
              progress: Progress) -> tuple[list[int], list[T]]:
    """What `work(seed, stream, size)` gives for each block of so many shoes or coups, in order, and the sizes.

    Raises UsageError for a seed or a number out of range.
    """
    if not 0 <= seed <= MOST_SEED:
        raise UsageError(f"`seed` {seed}: must be from 0 to {MOST_SEED:,}")
    if not 1 <= total <= MOST_DEALT:
        raise UsageError(f"`{what}` {total:,}: must be from 1 to {MOST_DEALT:,}")
    blocks = min(BLOCKS, total)
    sizes = [total // blocks + (i < total % blocks) for i in range(blocks)]
    jobs = [seed] * blocks, range(blocks), sizes
    mapped: Iterator[T] = map(work, *jobs) if executor is None else executor.map(work, *jobs)
    return sizes, list(progress(mapped, blocks, what))


def _tally(dealer: Dealer, shoe: ShoeNumbers | None, left: int, count: CountNumbers | None, seed: int, stream: int,
           size: int) -> Tally:
    return deal(seed, stream, dealer.deck, size, dealer.coup, shoe, left, count)


# ---------------------------------------------------------------------------------------------------------------
# whole shoes

def simulate_shoes(rules: Rules, bets: Sequence[Bet], shoe: Shoe, procedure: Procedure | None = None,
                   shoes: int = SHOES, seed: int = SEED, executor: Executor | None = None, progress: Progress = quiet
                   ) -> DealtShoes:
    """Whole shoes with a unit on every bet of every coup.

    Raises UsageError for a seed or a number of shoes out of range; the errors of `Dealer.of` and `Procedure.check`.
    """
    dealer, procedure = Dealer.of(rules, bets, shoe), procedure or Procedure.of(shoe)
    numbers = ShoeNumbers.of(procedure, shoe, rules.most_cards)
    sizes, found = in_blocks(partial(_tally, dealer, numbers, 0, None), seed, shoes, "shoes", executor, progress)
    by_result = np.array([tally.coups for tally in found])
    coups = by_result.sum(axis=1)
    n = int(coups.sum())
    dealt = []
    for i, bet in enumerate(bets):
        offered = by_result @ dealer.offered(i)
        made = int(offered.sum())
        lines = (ratio(by_result @ dealer.paid(i, line), offered, made, seed) for line in range(len(bet.lines)))
        dealt.append(DealtBet(bet, ratio(by_result @ dealer.net(i, bet), offered, made, seed), tuple(lines)))
    by_coups = np.array([tally.shoes for tally in found])
    number = np.arange(by_coups.shape[1])
    return DealtShoes(procedure, shoes, n, ratio(coups, sizes, shoes, seed),
                      deviation(by_coups @ number, by_coups @ number**2, sizes, seed),
                      {int(k): int(v) for k, v in enumerate(by_coups.sum(axis=0)) if v}, tuple(dealt))


def _numbers(dealer: Dealer, bet: Bet, tags: Tags, trigger: Trigger) -> CountNumbers:
    """Tags and trigger in whole numbers; a downward trigger counts with the signs turned."""
    scale = lcm(tags.start.denominator, *(tag.denominator for tag in tags.tags))
    signed = scale if trigger.upwards else -scale
    by_class = np.array([int(tags.of(cards) * signed) for cards in dealer.table.classes.classes], np.int64)
    start = int(tags.start * signed)
    needed = [trigger.least(max(cards, 1), scale) for cards in range(dealer.deck.size + 1)]
    return CountNumbers(by_class, start, start + int(by_class[dealer.deck].sum()), np.array(needed, np.int64),
                        trigger.unseen_burn, dealer.net(0, bet))


def simulate_count(rules: Rules, bet: Bet, shoe: Shoe, tags: Tags, trigger: Trigger, procedure: Procedure, shoes: int,
                   seed: int, executor: Executor | None = None, progress: Progress = quiet) -> CountedShoes:
    """Whole shoes dealt to a counter who bets one unit whenever the count reaches the trigger; errors as above."""
    dealer = Dealer.of(rules, (bet,), shoe, tags)
    numbers = ShoeNumbers.of(procedure, shoe, rules.most_cards)
    sizes, found = in_blocks(partial(_tally, dealer, numbers, 0, _numbers(dealer, bet, tags, trigger)), seed, shoes,
                             "shoes", executor, progress)
    coups = [float(tally.coups.sum()) for tally in found]
    made = [float(tally.bets @ dealer.offered(0)) for tally in found]
    won = [tally.net for tally in found]
    n = int(sum(coups))
    return CountedShoes(shoes, n, ratio(coups, sizes, shoes, seed), ratio(made, coups, n, seed),
                        ratio(won, made, int(sum(made)), seed), ratio(won, coups, n, seed),
                        ratio(won, sizes, shoes, seed),
                        deviation(won, [tally.net_square for tally in found], sizes, seed))


# ---------------------------------------------------------------------------------------------------------------
# one depth

def simulate_depth(rules: Rules, bet: Bet, shoe: Shoe, tags: Tags, trigger: Trigger, cards_left: int, coups: int,
                   seed: int, executor: Executor | None = None, progress: Progress = quiet) -> CoupsAtDepth:
    """One coup each from random sub-shoes of `cards_left` cards: what `exact count` computes for this depth."""
    dealer = Dealer.of(rules, (bet,), shoe, tags)
    check_left(shoe, cards_left, rules.most_cards)
    sizes, found = in_blocks(partial(_tally, dealer, None, cards_left, _numbers(dealer, bet, tags, trigger)), seed,
                             coups, "coups", executor, progress)
    net, offered = dealer.net(0, bet), dealer.offered(0)
    made = [float(tally.bets @ offered) for tally in found]
    won = [float(tally.bets @ net) for tally in found]
    return CoupsAtDepth(cards_left, coups, ratio([float(tally.bets.sum()) for tally in found], sizes, coups, seed),
                        ratio(won, made, int(sum(made)), seed), ratio(won, sizes, coups, seed),
                        ratio([float(tally.coups @ net) for tally in found], sizes, coups, seed))


@dataclass(frozen=True)
class CountedPlay(Answer):
    """A counting system in play: each bet over whole shoes dealt by a procedure, or at some depths."""

    tags: Tags
    trigger: Trigger
    procedure: Procedure
    bets: tuple[tuple[Bet, CountedShoes | tuple[CoupsAtDepth, ...]], ...]

    def __repr__(self) -> str:
        return f"<simulated: {', '.join(bet.name for bet, _ in self.bets)} counted by {self.tags} at {self.trigger}>"


def simulate_play(rules: Rules, bets: Sequence[Bet], shoe: Shoe, tags: Tags, trigger: Trigger,
                  procedure: Procedure | None = None, cards_left: Sequence[int] | None = None, shoes: int = SHOES,
                  coups: int = COUPS, seed: int = SEED, executor: Executor | None = None, progress: Progress = quiet
                  ) -> CountedPlay:
    """A count of each bet over whole shoes, or, with `cards_left`, over single coups of each of these depths."""
    dealt = procedure or Procedure.of(shoe)

    def played(bet: Bet) -> CountedShoes | tuple[CoupsAtDepth, ...]:
        if cards_left is None:
            return simulate_count(rules, bet, shoe, tags, trigger, dealt, shoes, seed, executor, progress)
        return tuple(simulate_depth(rules, bet, shoe, tags, trigger, n, coups, seed, executor, progress)
                     for n in cards_left)

    return CountedPlay(tags, trigger, dealt, tuple((bet, played(bet)) for bet in bets))


# ---------------------------------------------------------------------------------------------------------------
# coup by coup

@dataclass(frozen=True, eq=False)
class RowDealer:
    """Deals shoes of which the winner of each coup is looked at, up to so many coups of a shoe."""

    dealer: Dealer
    numbers: ShoeNumbers
    coups: int

    @staticmethod
    def of(rules: Rules, shoe: Shoe, procedure: Procedure, coups: int) -> RowDealer:
        """Raises as `simulate_shoes`."""
        return RowDealer(Dealer.of(rules, (OUTCOMES,), shoe), ShoeNumbers.of(procedure, shoe, rules.most_cards), coups)

    def deal(self, seed: int, stream: int, size: int) -> tuple[Results, Results]:
        """The winner of each coup, an `Outcome` or ENDED, and the cards that it took."""
        rows = np.full((size, self.coups), ENDED, np.int8)
        deal(seed, stream, self.dealer.deck, size, self.dealer.coup, self.numbers, rows=rows)
        winners = np.array([*(lines[0] for lines, _ in self.dealer.table.keys), ENDED], np.int8)
        lengths = np.array([*self.dealer.coup.lengths, 0], np.int8)
        return winners[rows], lengths[rows]


def simulate_history(rules: Rules, shoe: Shoe, history: Sequence[int], shoes: int, seed: int,
                     executor: Executor | None = None, progress: Progress = quiet
                     ) -> tuple[Estimate, tuple[Estimate, ...]]:
    """How often a history of results is seen, and the law of the coup after it, from dealt shoes.

    Every run of as many coups within the first coups that any shoe lasts counts, in every order of its results, since
    both have one law (docs/successive-coups.md). The first number is the probability of the history in its order.
    """
    length = len(history)
    shoe.require((length + 1) * rules.most_cards, f"{length + 1} coups")
    dealer = RowDealer.of(rules, shoe, Procedure(NO_BURN, 0), shoe.cards // rules.most_cards)
    wanted = [history.count(result) for result in range(3)]
    ways = factorial(length) // prod(map(factorial, wanted))
    sizes, found = in_blocks(partial(_after, dealer, wanted), seed, shoes, "shoes", executor, progress)
    followed = np.array(found)
    seen = followed.sum(axis=1)
    windows = np.array(sizes) * (dealer.coups - length) * ways
    return (ratio(seen, windows, shoes, seed),
            tuple(ratio(followed[:, result], seen, shoes, seed) for result in range(3)))


def _after(dealer: RowDealer, wanted: Sequence[int], seed: int, stream: int, size: int) -> list[int]:
    """How often each result follows as many coups with the results wanted, in any order."""
    winners, _ = dealer.deal(seed, stream, size)
    length, windows = sum(wanted), dealer.coups - sum(wanted)
    matches = np.ones((size, windows), bool)
    for result, count in enumerate(wanted):
        before = np.zeros((size, dealer.coups + 1), np.int64)
        np.cumsum(winners == result, axis=1, out=before[:, 1:])
        matches &= before[:, length:dealer.coups] - before[:, :windows] == count
    return [int((matches & (winners[:, length:] == result)).sum()) for result in range(3)]
