"""What the explorer's page is made from: games, their bets, and the polynomials and automata that count them.

Rules and pays stand here as data, so that the page's script knows none. Bets that look at point values share one joint
law, in which each needs to know only which results its lines take. docs/explorer.md has every key.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from exact.analysis.counting.published import published_counts
from exact.engine.coup.automaton import Automaton, End, bet_automaton, fold_automaton
from exact.engine.coup.compile import compile_joint
from exact.engine.coup.polynomial import CoupPolynomial
from exact.errors import BetError
from exact.game.bets import OUTCOMES, Bet
from exact.game.cards import KINDS, POINT_VALUES, RANKS, SUITS, VALUES, Partition
from exact.game.coup import Outcome, Position, winner
from exact.game.definition import GameDefinition
from exact.game.facts import BANKER_TOTAL, PLAYER_TOTAL
from exact.game.rules import Rules
from exact.report.explorer.encode import automaton_data, multisets, namings_data, numbers, polynomial_data
from exact.report.numbers import exact_text
from exact.version import __version__

MOST_WALK = 60_000
"""A bet whose automaton is a longer text has none: in the middle of a coup the page does not follow it."""
MOST_DECKS = 100
"""Decks that a person may choose; an address may give as many cards."""
MOST_BETS = 60
"""Bets of a page that names none."""
OTHER_TABLES = ("ez-banker", "no-commission-banker", "banker-by-total", "bahamian-player", "bahamian-banker")
"""Bets of the catalogue that stand in the place of a main bet at other tables: no table offers them beside its own."""


@dataclass(frozen=True)
class PageGame:
    """A game as the page offers it: a fresh shoe of so many decks, and bets, the main ones first.

    `words` are the options that name the game on the command line.
    """

    game: GameDefinition
    decks: int
    bets: tuple[Bet, ...]
    words: str = ""


def looks_at_values(bet: Bet) -> bool:
    """Whether point values are all that a bet looks at."""
    return all(fold.labels[kind] == fold.labels[cls.first]
               for fold in bet.folds for cls in VALUES.classes for kind in cls)


def bet_names(game: GameDefinition) -> tuple[str, ...]:
    """Every bet that stands beside the main bets of a game: its own and the catalogue's."""
    return tuple(name for name in game.bet_names() if name in {*game.main, *game.tables} or name not in OTHER_TABLES)


def usual_bets(game: GameDefinition) -> tuple[tuple[Bet, ...], tuple[str, ...]]:
    """The bets of a page that names none, at most MOST_BETS beside the game's own, and the names of those left out.

    The game's own, and of the catalogue's those that look at point values alone and whose pays are certain.
    """
    bets: list[Bet] = []
    left: list[str] = []
    for name in bet_names(game):
        bet = game.named(name)
        own = name in game.main or name in game.tables
        if own or (looks_at_values(bet) and bet.doubt is None and len(bets) < MOST_BETS):
            bets.append(bet)
        else:
            left.append(name)
    return tuple(dict.fromkeys(bets)), tuple(left)


def page_data(games: Sequence[PageGame]) -> dict[str, Any]:
    """The data of a page; raises BetError for a bet that tells too many classes of card apart."""
    pool = _Pool()
    tables: dict[Rules, list[Bet]] = {}
    for each in games:
        rules = each.game.rules
        tables[rules] = list(dict.fromkeys([*tables.get(rules, ()), *each.bets]))
    laid = {rules: pool.table(rules, bets) for rules, bets in tables.items()}
    return {
        "version": __version__, "decks": MOST_DECKS,
        "ranks": RANKS, "suits": SUITS, "points": "".join(map(str, POINT_VALUES)),
        "places": [position.name for position in Position],
        "games": [{"name": each.game.name, "title": each.game.title, "words": each.words, "decks": each.decks,
                   "rules": list(laid).index(each.game.rules), "main": list(each.game.main),
                   "bets": [tables[each.game.rules].index(bet) for bet in each.bets]} for each in games],
        "rules": list(laid.values()), "polynomials": pool.polynomials, "walks": pool.walks,
        "counts": [{"title": count.title, "bet": count.bet, "tags": count.tags, "start": "0", "trigger": count.trigger,
                    "source": count.source} for count in published_counts()],
    }


@dataclass
class _Pool:
    """Polynomials and automata of all tables, equal ones once."""

    polynomials: list[Any] = field(default_factory=list)
    walks: list[str] = field(default_factory=list)

    @staticmethod
    def _place(of: Any, among: list[Any]) -> int:
        if of not in among:
            among.append(of)
        return among.index(of)

    def table(self, rules: Rules, bets: Sequence[Bet]) -> dict[str, Any]:
        """The bets of one third-card table, with its course."""
        by_value = (OUTCOMES, *(bet for bet in bets if looks_at_values(bet)))
        rest = [bet for bet in bets if bet not in by_value]
        laws = [self.law(rules, by_value), *(self.law(rules, (bet,)) for bet in rest)]
        shares = dict(zip(by_value, laws[0].lines, strict=True)) | {
            bet: law.lines[0] for bet, law in zip(rest, laws[1:], strict=True)}
        return {
            "positions": [position.name for position in Position if position not in dict(rules.printed)],
            "most": rules.most_cards, "course": self.course(rules), "laws": [law.data for law in laws],
            "outcomes": {"names": [outcome.word for outcome in Outcome], "lines": shares[OUTCOMES]},
            "bets": [_bet_data(bet, 0 if bet in by_value else 1 + rest.index(bet), shares[bet]) for bet in bets],
        }

    def law(self, rules: Rules, bets: tuple[Bet, ...]) -> _Law:
        """The joint law of some bets; the result with the most weights is left out, being what remains.

        The others are numbered as they come in the multisets, which makes their numbers regular.
        """
        polynomial = compile_joint(rules, bets)
        automaton = _automaton(rules, bets)
        weights = [sum(len(component.polynomial.weights[r]) for component in polynomial.components)
                   for r in range(len(polynomial.keys))]
        remaining = max(range(len(weights)), key=lambda r: weights[r])
        seen = dict.fromkeys(result for component in polynomial.components
                             for row in multisets(component.polynomial).values() for result, _ in row)
        counted = [result for result in seen if result != remaining]
        keys: list[Hashable] = [polynomial.keys[result] for result in (*counted, remaining)]
        keys += [key for key in dict.fromkeys(_ends(automaton) if automaton else ()) if key not in set(keys)]
        walk = automaton_data(automaton, {key: place for place, key in enumerate(keys)}) if automaton else None
        if walk is not None and len(walk) > MOST_WALK:
            walk = None
        data = {"classes": _classes(polynomial.partition), "length": polynomial.length, "scale": polynomial.scale,
                "results": len(keys), "parts": self._parts(polynomial, counted),
                "positions": [position.name for position in sorted(_positions(bets)) if position not in
                              dict(rules.printed)],
                "walk": None if walk is None else self._place(walk, self.walks)}
        return _Law(data, tuple(numbers(1 + line if (line := key[i]) is not None else 0 for key in keys)  # type: ignore[index]
                                for i in range(len(bets))))

    def _parts(self, polynomial: CoupPolynomial, counted: Sequence[int]) -> list[list[Any]]:
        """Each polynomial of a law with its namings."""
        alone = len(polynomial.components) == 1 and len(polynomial.components[0].classes) == 1
        parts = []
        for component in polynomial.components:
            data = polynomial_data(component.polynomial, counted, polynomial.scale if alone else None)
            if data is not None:
                parts.append([self._place(data, self.polynomials), len(component.classes),
                              namings_data(component, polynomial.partition)])
        return parts

    def course(self, rules: Rules) -> dict[str, Any]:
        """Whose card is next, what each hand has, and who has won, as the cards come."""
        automaton = fold_automaton(rules, (PLAYER_TOTAL, BANKER_TOTAL))
        ends: list[Any] = list(dict.fromkeys(_ends(automaton)))
        walk = automaton_data(automaton, {key: place for place, key in enumerate(ends)})
        labels: list[Any] = [state.key if isinstance(state, End) else state.label for state in automaton.states]
        return {"classes": _classes(automaton.partition), "scale": automaton.scale,
                "walk": self._place(walk, self.walks),
                "totals": numbers(value for label in labels for value in label),
                "ends": [[*key, int(winner(*key))] for key in ends]}


@dataclass(frozen=True)
class _Law:
    """A law as data, and for each of its bets the line that each result pays: 0 none, 1 the first."""

    data: dict[str, Any]
    lines: tuple[str, ...]


def _automaton(rules: Rules, bets: tuple[Bet, ...]) -> Automaton | None:
    try:
        return bet_automaton(rules, bets)
    except BetError:
        return None


def _ends(automaton: Automaton) -> Iterable[Hashable]:
    return (state.key for state in automaton.states if hasattr(state, "key"))


def _classes(partition: Partition) -> str:
    """The class of each of the 52 kinds."""
    return numbers(partition.of_kind(kind) for kind in KINDS)


def _positions(bets: Iterable[Bet]) -> frozenset[Position]:
    """The positions that some bets look at together: some of the first four, or all."""
    return frozenset(position for bet in bets for position in bet.positions)


def _bet_data(bet: Bet, law: int, lines: str) -> dict[str, Any]:
    """A bet: its pays, the law that counts it, and the line that each result of that law pays."""
    data: dict[str, Any] = {"name": bet.name, "title": bet.title, "law": law, "lines": lines,
                            "positions": [position.name for position in sorted(bet.positions)],
                            "pays": [[line.event, exact_text(line.pays)] for line in bet.lines]}
    if bet.offered is not None:
        data["offered"] = True
    if bet.doubt is not None:
        data["doubt"] = [bet.doubt.edge, bet.doubt.why]
    return data

