"""A coup as a finite automaton: it reads the cards as they are dealt and ends at what some bets make of them.

It says what the coup polynomial leaves out, the order of the cards: whose card is next, whether the coup is over, what
it paid, and, walked over a shoe from any place in a coup, the odds given the cards on the table. States that cannot be
distinguished are one, so that the eighty bets of the catalogue that look at point values share a few hundred.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from exact.engine.coup.polynomial import Key
from exact.errors import BetError
from exact.game.bets import Bet
from exact.game.cards import POINT_VALUES, Partition
from exact.game.coup import FIRST_FOUR, PLAYER, Position
from exact.game.facts import Fold, FoldValue
from exact.game.rules import Rules

MOST_STATES = 20_000
"""An automaton with more states is refused: its bets look at too much of the cards."""

Values = tuple[FoldValue, ...]


@dataclass(frozen=True)
class End:
    """The coup is over, as far as it is looked at: a result, and the weight of the choices that led here."""

    key: Hashable
    weight: int


@dataclass(frozen=True)
class Draw:
    """A card is dealt to a position: the place of the state that follows, for each class of card.

    `label` is what is known of the coup so far.
    """

    position: Position
    then: tuple[int, ...]
    label: Hashable = None


@dataclass(frozen=True)
class Choice:
    """Where the rules leave it to chance whether a hand draws: the states that follow if it does, and if it stands."""

    position: Position
    draws: int
    stands: int
    label: Hashable = None


State = End | Draw | Choice


@dataclass(frozen=True, eq=False)
class Automaton:
    """`states[-1]` is the first; every other state stands before those that lead to it.

    The cards are seen by the classes of `partition`; `positions` are those that are looked at. The weights of the
    choices multiply to `scale` times the probability of the course.
    """

    partition: Partition
    positions: tuple[Position, ...]
    scale: int
    states: tuple[State, ...]


def bet_automaton(rules: Rules, bets: Sequence[Bet]) -> Automaton:
    """The automaton that ends at the paying line of each bet, as keys of the joint law are; raises BetError where it
    would have more than MOST_STATES states."""
    folds = tuple(dict.fromkeys(fold for bet in bets for fold in bet.folds))
    looked_at = frozenset(position for bet in bets for position in bet.positions)

    def key(values: Values) -> Key:
        return tuple(line(values) for line in lines)

    lines = [_remembered_line(bet, folds) for bet in bets]
    return _Builder(rules, folds, looked_at, key).automaton()


def _remembered_line(bet: Bet, folds: tuple[Fold, ...]) -> Callable[[Values], int | None]:
    """The line of a bet by the values of some folds; many of them differ in folds that the bet does not look at."""
    places = [folds.index(fold) for fold in bet.folds]
    known: dict[Values, int | None] = {}

    def line(values: Values) -> int | None:
        own = tuple([values[place] for place in places])
        if own not in known:
            known[own] = bet.line(dict(zip(bet.folds, own, strict=True)))
        return known[own]

    return line


def fold_automaton(rules: Rules, folds: Sequence[Fold]) -> Automaton:
    """The automaton of whole coups that is labelled with the values of some folds, so far and at the end."""
    return _Builder(rules, tuple(folds), frozenset(Position), lambda values: values, labelled=True).automaton()


class _Builder:
    """Grows the states from the end of the coup; equal ones are kept once."""

    def __init__(self, rules: Rules, folds: tuple[Fold, ...], looked_at: Iterable[Position],
                 key: Callable[[Values], Hashable], labelled: bool = False) -> None:
        self.rules = rules
        self.folds = folds
        self.key = key
        self.labelled = labelled
        self.whole = not frozenset(looked_at) <= frozenset(FIRST_FOUR)
        self.positions = tuple(p for p in Position if self.whole or p in frozenset(looked_at))
        self.scale = rules.scale if self.whole else 1
        self.printed = dict(rules.printed)
        points = [value * self.whole for value in POINT_VALUES]
        self.partition = Partition.by(list(zip(points, *(fold.labels for fold in folds), strict=True)))
        firsts = [cls.first for cls in self.partition.classes]
        self.points = [POINT_VALUES[kind] for kind in firsts]
        self.seen = {position: [(i, fold, [fold.labels[kind] for kind in firsts]) for i, fold in enumerate(folds)
                                if position in fold.positions] for position in Position}
        self.states: list[State] = []
        self.places: dict[State, int] = {}
        self.memo: dict[Hashable, int] = {}

    def automaton(self) -> Automaton:
        first = self.first_cards(0, 0, 0, tuple(fold.empty for fold in self.folds))
        if first != len(self.states) - 1:  # every state leads to it, so it was added last unless it is alone
            raise AssertionError("the first state of an automaton stands last")
        return Automaton(self.partition, tuple(p for p in self.positions if p not in self.printed), self.scale,
                         tuple(self.states))

    def add(self, state: State) -> int:
        if state not in self.places:
            if len(self.states) >= MOST_STATES:
                raise BetError(f"its automaton has more than {MOST_STATES:,} states")
            self.places[state] = len(self.states)
            self.states.append(state)
        return self.places[state]

    def first_cards(self, dealt: int, player: int, banker: int, values: Values) -> int:
        """The state when so many of the first four cards are dealt."""
        state = (dealt, player, banker, values)
        if state not in self.memo:
            self.memo[state] = (self.courses(player, banker, values) if dealt == len(FIRST_FOUR) else
                                self.first_card(dealt, player, banker, values))
        return self.memo[state]

    def first_card(self, dealt: int, player: int, banker: int, values: Values) -> int:
        position = FIRST_FOUR[dealt]

        def after(points: int, longer: Values) -> int:
            points *= self.whole  # a bet on some of the first four cards does not look at the draw
            if position in PLAYER:
                held = self.rules.player_hand(player, points) if position is Position.P2 else points
                return self.first_cards(dealt + 1, held, banker, longer)
            held = self.rules.banker_hand(banker, points) if position is Position.B2 else points
            return self.first_cards(dealt + 1, player, held, longer)

        if position in self.printed:
            card = self.printed[position]
            longer = list(values)
            for i, fold, _ in self.seen[position]:
                longer[i] = fold.merge(longer[i], fold.label_of(card))
            return after(card.points, tuple(longer))
        if position not in self.positions:
            return after(0, values)
        return self.draw(position, values, after)

    def draw(self, position: Position, values: Values, after: Callable[[int, Values], int]) -> int:
        """A card to a position; one that changes nothing is not asked for."""
        then = []
        for cls, points in enumerate(self.points):
            longer = list(values)
            for i, fold, labels in self.seen[position]:
                longer[i] = fold.merge(longer[i], labels[cls])
            then.append(after(points, tuple(longer)))
        if not self.labelled and len(set(then)) == 1 and isinstance(self.states[then[0]], End):
            return then[0]
        return self.add(Draw(position, tuple(then), values if self.labelled else None))

    def courses(self, player: int, banker: int, values: Values) -> int:
        """What follows the first four cards."""
        if not self.whole:
            return self.end(values, Fraction(1))
        ways = {course.player_draws: course for course in self.rules.courses(player, banker)}
        states = {}
        for draws, course in ways.items():
            def banker_turn(points: int | None, longer: Values, course=course) -> int:  # type: ignore[no-untyped-def]
                return self.banker_turn(longer, course.banker_draw(points), course.chance)
            states[draws] = (self.draw(Position.P3, values, banker_turn) if draws else banker_turn(None, values))
        return self.either(Position.P3, values, states)

    def banker_turn(self, values: Values, draws: Fraction, chance: Fraction) -> int:
        state = (values, draws, chance)
        if state not in self.memo:
            states = {}
            if draws > 0:
                states[True] = self.draw(Position.B3, values, lambda _, longer: self.end(longer, chance * draws))
            if draws < 1:
                states[False] = self.end(values, chance * (1 - draws))
            self.memo[state] = self.either(Position.B3, values, states)
        return self.memo[state]

    def either(self, position: Position, values: Values, states: dict[bool, int]) -> int:
        if len(states) == 1:
            return next(iter(states.values()))
        return self.add(Choice(position, states[True], states[False], values if self.labelled else None))

    def end(self, values: Values, chance: Fraction) -> int:
        """A finished coup; its weight is whole, for `scale` clears the denominators of every course."""
        state = ("end", values, chance)
        if state not in self.memo:
            self.memo[state] = self.add(End(self.key(values), int(self.scale * chance)))
        return self.memo[state]
