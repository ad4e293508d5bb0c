"""A log of dealt coups against the rules and against exact expectation, in one pass with flat memory.

Every readable row is checked against the rules; the cards are taken out of the shoe as they come, so that before each
coup the composition of all cards not yet seen is known, and with it the exact law of every bet. A coup whose cards
follow the rules is in expected and observed, whatever else is wrong with its row: whether the log calls its winner
rightly or pays it rightly may depend on the outcome. A coup whose cards break the rules takes them out as well but is
left out; it was selected by its cards, so that what stays has no p-value. After a card that the shoe cannot hold, the
rest of that shoe is checked against the rules only: what is left is not known any more. Cards burned unseen, and
those of rows that cannot be read, stay among the unseen, which leaves every law exact: the next cards are as good as
any.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from exact.analysis.audit.checks import Draw, Fault, Settlement, Tableau, pay_fault, said_faults
from exact.analysis.audit.explain import Explained, explain_faults
from exact.analysis.audit.martingale import BetTest, OutcomeTest, Sums, bet_test, outcome_test, scale_of
from exact.analysis.logs.columns import NET
from exact.analysis.logs.reader import BadRow, LogReader, Row, Understood
from exact.analysis.odds.laws import Study, partition_of
from exact.display import Answer
from exact.engine.coup.polynomial import CoupPolynomial
from exact.engine.evaluate.batch import Batch
from exact.errors import LogError, ShoeError, plural
from exact.game.bets import OUTCOMES, Bet
from exact.game.cards import Partition
from exact.game.coup import Outcome, Position, winner
from exact.game.procedure import NO_BURN, Procedure
from exact.game.rules import Rules
from exact.game.shoe import Shoe
from exact.progress import Progress, quiet

AS_THE_LOG_SAYS = Procedure(NO_BURN, cut=0)
"""What is burned and where the cut card lies the log alone says."""
BLOCK = 4096
"""Coups whose laws are worked out together."""
SLOW_TERMS = 50_000
"""A law of more terms than this takes milliseconds a coup, where most take microseconds."""
_UNSAID = (None, None)
FAULTS_KEPT = 100_000
"""Faults kept with their words; beyond, they are counted by kind."""


@dataclass(frozen=True)
class EVBlock:
    """The exact EVs before some coups: `evs[b][i]` is (numerator, denominator) of bet b before the coup of a row."""

    rows: tuple[tuple[int, str, str, int], ...]
    evs: tuple[tuple[tuple[int, int] | None, ...], ...]


@dataclass(frozen=True)
class Audit(Answer):
    """What the log showed: rows and shoes read, faults in the order of the log, and the tests.

    `judged` coups are those in expected and observed; `skipped` are lawful ones before which the law was not known (the
    shoe broken, or too few cards left); `left_out` are those whose cards broke the rules, by the winner of their cards.
    `draws` counts every combination of totals and third cards that occurred; `understood` is what was understood of
    the log, and `explained`, where that was asked, what explains its faults.
    """

    rows: int
    shoes: int
    judged: int
    skipped: int
    unreadable: int
    faults: tuple[Fault, ...]
    kinds: dict[str, int]
    outcomes: OutcomeTest
    bets: tuple[BetTest, ...]
    unknown: tuple[str, ...]
    partition: Partition
    left_out: tuple[int, int, int]
    draws: Mapping[Draw, int]
    understood: Understood | None = None
    explained: Explained | None = None

    @property
    def selected(self) -> bool:
        """Whether coups were left out by their cards, so that a test of the others would not mean what it says."""
        return any(self.left_out)

    def __repr__(self) -> str:
        return f"<audit: {plural(self.rows, 'row')}, {plural(self.shoes, 'shoe')}, {plural(self.fault_count, 'fault')}>"

    @property
    def fault_count(self) -> int:
        return sum(self.kinds.values())


@dataclass
class _ShoeState:
    """A shoe while it is dealt: cards of each class not seen yet, cards burned unseen, and the coups to come (None:
    the cut card is not out)."""

    name: str
    counts: Any
    cards: int
    unseen: int = 0
    broken: bool = False
    to_come: int | None = None


@dataclass
class _Block:
    """Coups that wait for their laws: the composition before each, its cards, what the row said was paid, whether its
    law is known, and whether its cards follow the rules."""

    counts: Any = field(default_factory=lambda: array("q"))
    cards: Any = field(default_factory=lambda: array("b"))
    rows: list[tuple[int, str, str, int]] = field(default_factory=list)
    nets: list[tuple[Fraction | None, ...]] = field(default_factory=list)
    known: list[bool] = field(default_factory=list)
    lawful: list[bool] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)


class Auditor:
    """Takes the rows of a log one by one; `result()` at any time says what they showed so far.

    `procedure` says where the cut card lies and how many coups follow it; where it lies behind all cards, the log's
    column alone says when it came out. What is burned the log says, and a coup dealt from fewer cards than one may need
    is no fault, since they were enough. `on_evs` is called with each block of exact EVs.
    """

    def __init__(self, rules: Rules, shoe: Shoe, bets: Sequence[Bet], net_bets: Sequence[Bet], partition: Partition,
                 procedure: Procedure = AS_THE_LOG_SAYS, on_evs: Callable[[EVBlock], None] | None = None) -> None:
        if shoe.infinite:
            raise ShoeError("`decks` inf: a log is dealt from a shoe with a number of cards; give a number of `decks`")
        procedure.check(shoe, rules.most_cards)
        self.rules = rules
        self.procedure = procedure
        self.partition = partition
        self.tableau = Tableau(rules, partition)
        self.fresh = array("q", shoe.counts(partition))
        self.fresh_cards = shoe.cards
        self.on_evs = on_evs
        self.study = Study(rules, tuple(bets))
        self.laws = [_GroupLaw(bets_of, polynomial, partition) for group in self.study.groups
                     if partition.refines(group.partition) for bets_of, polynomial in group.compiled]
        self.bets = [bet for law in self.laws for bet in law.bets if bet is not OUTCOMES]
        told = [partition.refines(partition_of(bet)) for bet in net_bets]
        self.unknown = tuple(dict.fromkeys([
            *(bet.name for bet in bets if bet not in self.bets),
            *(f"{NET}{bet.name}" for bet, known_bet in zip(net_bets, told, strict=True) if not known_bet)]))
        self.settled = {bet: Settlement(bet, partition) for bet in self.bets}
        self.paid = [(column, Settlement(bet, partition)) for column, bet in enumerate(net_bets) if told[column]]
        self.sums = {bet: Sums() for bet in (OUTCOMES, *self.bets)}
        self.observed = {bet: Fraction(0) for bet in self.bets}
        self.winners: Counter[int] = Counter()
        self.left_out: Counter[int] = Counter()
        self.faults: list[Fault] = []
        self.kinds: Counter[str] = Counter()
        self.rows = self.shoes = self.judged = self.skipped = self.unreadable = self.fault_count = 0
        self.state: _ShoeState | None = None
        self.block = _Block()

    @property
    def shown_bets(self) -> list[Bet]:
        """The bets whose EVs are known, in the order in which they were asked for."""
        return [bet for bet in self.study.bets if bet in self.settled]

    def result(self) -> Audit:
        self._close_block()
        return Audit(self.rows, self.shoes, self.judged, self.skipped, self.unreadable,
                     tuple(sorted(self.faults, key=lambda fault: fault.line)), dict(self.kinds),
                     outcome_test([self.winners[outcome] for outcome in Outcome], self.sums[OUTCOMES]),
                     tuple(bet_test(bet, self.observed[bet], self.sums[bet]) for bet in self.shown_bets),
                     self.unknown, self.partition, (self.left_out[0], self.left_out[1], self.left_out[2]),
                     dict(self.tableau.seen))

    # rows

    def bad_row(self, row: BadRow) -> None:
        self.unreadable += 1
        self._fault(row.line, "", "", "unreadable row", str(row.error))

    def feed(self, row: Row) -> None:
        """One coup."""
        self.rows += 1
        state = self.state
        begins = state is None or row.shoe != state.name
        if state is None or begins:
            state = self.state = _ShoeState(row.shoe, self.fresh[:], self.fresh_cards)
            self.shoes += 1
        if row.burned or row.unseen:
            state.unseen += row.unseen
            self._take(row, state, row.burned)
        if begins:
            state.to_come = self.procedure.begin(state.cards - state.unseen, 0)
        if state.to_come is not None and state.to_come <= 0:
            self._fault(row.line, row.shoe, row.coup, "coup after the cut card",
                        f"coup {1 - state.to_come} beyond the last one that the cut card allows")
        block, player, banker = self.block, row.player, row.banker
        known = not state.broken and state.cards >= self.rules.most_cards
        block.rows.append((row.line, row.shoe, row.coup, state.cards))
        block.counts.extend(state.counts)
        block.cards.extend((player[0], banker[0], player[1], banker[1], player[2] if len(player) == 3 else -1,
                            banker[2] if len(banker) == 3 else -1))
        block.nets.append(row.nets)
        self._take(row, state, player + banker)
        block.known.append(known and not state.broken)
        player_total, banker_total, fault = self.tableau.check(row)
        if fault is not None:
            self._fault(row.line, row.shoe, row.coup, *fault)
        won = winner(player_total, banker_total)
        if fault is not None:
            self.left_out[won] += 1
        if row.winner not in (None, won) or row.totals not in (_UNSAID, (player_total, banker_total)):
            for found in said_faults(row, player_total, banker_total):
                self._fault(row.line, row.shoe, row.coup, *found)
        if not state.broken:
            state.to_come = self.procedure.then(state.to_come, state.cards - state.unseen, 0)
        elif state.to_come is not None:
            state.to_come -= 1
        if row.cut and state.to_come is None:
            state.to_come = self.procedure.extra
        block.winners.append(won)
        block.lawful.append(fault is None)
        if len(block.rows) == BLOCK:
            self._close_block()

    def _take(self, row: Row, state: _ShoeState, cards: Iterable[int]) -> None:
        """Cards leave the shoe; one that it cannot hold breaks it."""
        counts = state.counts
        for card in cards:
            counts[card] -= 1
            state.cards -= 1
            if counts[card] < 0:
                state.broken = True
                name = str(self.partition.classes[card])
                held = self.fresh[card]
                self._fault(row.line, row.shoe, row.coup, "impossible card",
                            f"card {name} number {held - counts[card]} in a shoe that holds {held}")
        if state.cards - state.unseen < 0 and not state.broken:
            state.broken = True
            self._fault(row.line, row.shoe, row.coup, "more cards than the shoe holds",
                        f"{self.fresh_cards - state.cards + state.unseen} cards dealt and burned of {self.fresh_cards}")

    def _fault(self, line: int, shoe: str, coup: str, kind: str, text: str) -> None:
        self.kinds[kind] += 1
        self.fault_count += 1
        if len(self.faults) < FAULTS_KEPT:
            self.faults.append(Fault(line, shoe, coup, kind, text))

    # laws

    def _close_block(self) -> None:
        block, self.block = self.block, _Block()
        if not block.rows:
            return
        coups = np.frombuffer(block.cards, dtype=np.int8).reshape(len(block.rows), len(Position))
        for column, settlement in self.paid:
            for i, line in enumerate(settlement.lines(coups)):
                fault = pay_fault(block.nets[i][column], settlement.bet, line)
                if fault is not None:
                    self._fault(*block.rows[i][:3], *fault)
        lawful = np.array(block.lawful)
        chosen = np.flatnonzero(lawful & np.array(block.known))
        self.judged += len(chosen)
        self.skipped += int(lawful.sum()) - len(chosen)
        if len(chosen):
            shoes = np.frombuffer(block.counts, dtype=np.int64).reshape(len(block.rows), len(self.partition))[chosen]
            rows = [block.rows[i] for i in chosen]
            self._judge(shoes, coups[chosen], rows, [block.winners[i] for i in chosen])

    def _judge(self, shoes: Any, coups: Any, rows: Sequence[tuple[int, str, str, int]], winners: Sequence[int]) -> None:
        """Lawful coups against their laws."""
        groups = _by_cards(np.array([left for *_, left in rows]))
        evs: dict[Bet, tuple[tuple[int, int] | None, ...]] = {}
        for law in self.laws:
            counts, of = law.counts(shoes)
            for bet, place in zip(law.bets, law.places, strict=True):
                if bet is OUTCOMES:
                    self._add_outcomes(counts, of, place, groups, winners)
                else:
                    evs[bet] = self._add_bet(bet, counts, of, place, groups, self.settled[bet].lines(coups))
        if self.on_evs is not None:
            self.on_evs(EVBlock(tuple(rows), tuple(evs[bet] for bet in self.study.bets if bet in evs)))

    def _add_outcomes(self, counts: Any, of: Any, place: Sequence[int | None], groups: _Groups,
                      winners: Sequence[int]) -> None:
        by_line = _by_line(counts, place, 3)
        player, banker = by_line[:, 0].astype(object), by_line[:, 1].astype(object)
        columns = [player, banker, player * player, banker * banker, player * banker]
        for total, rows, sums in _grouped(groups, of, columns):
            self.sums[OUTCOMES].add(total, rows, sums)
        self.winners.update(winners)

    def _add_bet(self, bet: Bet, counts: Any, of: Any, place: Sequence[int | None], groups: _Groups,
                 chosen: Sequence[int | None]) -> tuple[tuple[int, int] | None, ...]:
        """A bet's sums; coups in which it is not on offer count by the law that it is (`of` is then what is left)."""
        sums, scale = self.sums[bet], scale_of(bet)
        pays = [int(line.pays * scale) for line in bet.lines]
        by_line = _by_line(counts, place, len(pays)).astype(object)
        mean = sum(pay * by_line[:, i] for i, pay in enumerate(pays))
        square = sum(pay * pay * by_line[:, i] for i, pay in enumerate(pays))
        for line, number in Counter(line for line in chosen if line is not None).items():
            self.observed[bet] += number * bet.lines[line].pays
        if bet.offered is None:
            for total, rows, parts in _grouped(groups, of, [mean, square, mean * mean]):
                sums.add(total, rows, parts)
            made = of
        else:
            made = by_line.sum(axis=1)
            for paying, total, m, s in zip(chosen, made.tolist(), mean.tolist(), square.tolist(), strict=True):
                if paying is not None:
                    sums.add(total, 1, (m, s, m * m))
        if self.on_evs is None:
            return ()
        return tuple((m, total * scale) if total else None
                     for m, total in zip(mean.tolist(), made.tolist(), strict=True))


_Groups = tuple[Any, Any, Any]


def _by_cards(left: Any) -> _Groups:
    """Rows in the order of the cards left, where each number of cards begins, and how many rows each has."""
    order = np.argsort(left, kind="stable")
    _, starts, sizes = np.unique(left[order], return_index=True, return_counts=True)
    return order, starts, sizes


def _grouped(groups: _Groups, of: Any, columns: Sequence[Any]) -> Iterable[tuple[int, int, list[int]]]:
    """For each number of cards left: the sequences of a coup, the rows, and the exact sum of each column over them."""
    order, starts, sizes = groups
    sums = [np.add.reduceat(column[order], starts) for column in columns]
    totals = of[order][starts]
    return [(int(totals[g]), int(sizes[g]), [int(column[g]) for column in sums]) for g in range(len(starts))]


def _by_line(counts: Any, place: Sequence[int | None], lines: int) -> Any:
    """Counts of each line of one bet out of those of joint results."""
    into = np.zeros((len(counts), lines), dtype=counts.dtype)
    for result, line in enumerate(place):
        if line is not None:
            into[:, line] += counts[:, result]
    return into


def slow_bets(rules: Rules, bets: Sequence[Bet]) -> tuple[Bet, ...]:
    """The bets whose law takes so long to work out before each coup that a long log would take hours."""
    return tuple(bet for group in Study(rules, tuple(bets)).groups for bets_of, law in group.compiled
                 if sum(len(weights) for one in law.components for weights in one.polynomial.weights)
                 > SLOW_TERMS for bet in bets_of if bet is not OUTCOMES)


@lru_cache(maxsize=64)
def _batch(polynomial: CoupPolynomial) -> Batch:
    """Laid out once for each polynomial, for people who audit many logs."""
    return Batch(polynomial)


class _GroupLaw:
    """The law of some bets, ready for many compositions of the log's partition."""

    def __init__(self, bets: tuple[Bet, ...], polynomial: CoupPolynomial, partition: Partition) -> None:
        self.bets = bets
        self.batch = _batch(polynomial)
        self.places = [[key[i] for key in polynomial.keys] for i in range(len(bets))]
        self.columns = [[i for i, cards in enumerate(partition.classes) if cards <= cls]
                        for cls in polynomial.partition.classes]

    def counts(self, shoes: Any) -> tuple[Any, Any]:
        """Counts of every result, and of all sequences, for each composition."""
        seen = np.stack([shoes[:, columns].sum(axis=1) for columns in self.columns], axis=1)
        found = self.batch.counts(seen)
        return found.counts, found.of


def audit(reader: LogReader, auditor: Auditor, keep_going: bool = False, progress: Progress = quiet,
          explain: bool = False) -> Audit:
    """A whole log; `progress` hands on its rows; `explain` looks for the deviation behind its faults.

    Raises LogError at the first row that cannot be read, unless `keep_going`: then it counts as a fault of its row.
    """
    for row in progress(reader, reader.rows_expected, "auditing"):
        if isinstance(row, Row):
            auditor.feed(row)
        elif keep_going:
            auditor.bad_row(row)
        else:
            raise LogError(f"{row.error} (`keep_going` passes over such rows)")
    if not auditor.rows and not auditor.unreadable:
        raise LogError(f"log {reader.name!r}: has no rows below its header")
    found = auditor.result()
    return replace(found, understood=reader.understood,
                   explained=explain_faults(auditor.rules, found.draws) if explain else None)
