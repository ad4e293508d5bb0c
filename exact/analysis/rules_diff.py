"""Where a third-card table differs from the standard, square by square, and what each difference does.

Every coup comes to at most one square of Banker's table, so that the effects of Banker's squares add up exactly. What
Player does decides which of Banker's squares is reached: those effects need not add up, and `together` says what all
of it does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import add, sub
from pathlib import Path

from exact.analysis.odds.laws import Odds, Study
from exact.analysis.published.misprints import Misprint, misprint_of, misprints_within
from exact.display import Answer
from exact.game.bets import Bet
from exact.game.catalogue import DEFAULT_GAME, game_names, load_game
from exact.game.rules import STANDARD, Rules
from exact.game.rules_file import KEYS, read_rules
from exact.game.shoe import Shoe
from exact.game.toml_file import read_toml


@dataclass(frozen=True)
class RuleEffect:
    """What a change of the rules does: to the probabilities of Player, Banker and Tie, and to the house edge of each
    bet."""

    what: str
    probabilities: tuple[Fraction, ...]
    edges: tuple[Fraction, ...]


@dataclass(frozen=True)
class RulesDiff(Answer):
    """The differences of some rules from the standard on one shoe.

    `alone` has an effect for each difference made on its own, `total` their sum, `together` the effect of all at once;
    `misprint` is the known misprint that the table is, `contains` those that it includes; `games` are the games of the
    catalogue that are dealt by this table.
    """

    rules: Rules
    bets: tuple[Bet, ...]
    standard: Odds
    here: Odds
    alone: tuple[RuleEffect, ...]
    total: RuleEffect
    together: RuleEffect
    misprint: Misprint | None
    contains: tuple[Misprint, ...]
    games: tuple[str, ...]

    def __repr__(self) -> str:
        return f"<rules against the standard: {self.rules}>"


def rules_of(name: str) -> tuple[Rules, int | None]:
    """The rules and the decks of a game of the catalogue, of a game file, or of a file that holds nothing but rules
    (then those of the standard game); None is the infinite shoe.

    Raises GameError or RulesError that names the file.
    """
    if name.endswith(".toml"):
        data = read_toml(Path(name))
        if set(data) <= KEYS:
            return read_rules(data, f"file {name!r}"), load_game(DEFAULT_GAME).decks
    game = load_game(name)
    return game.rules, game.decks


def single_changes(rules: Rules) -> Iterator[tuple[str, Rules]]:
    """Each difference from the standard on its own, in words and as rules."""
    if rules.naturals != STANDARD.naturals:
        naturals = ", ".join(map(str, sorted(rules.naturals))) or "none"
        yield f"naturals: {naturals} (standard: 8, 9)", replace(STANDARD, naturals=rules.naturals)
    if rules.banker_reads != STANDARD.banker_reads:
        yield ("Banker's table read by Player's final total (standard: by the third card)",
               replace(STANDARD, banker_reads=rules.banker_reads))
    if rules.printed:
        yield "cards printed on the layout (standard: none)", replace(STANDARD, printed=rules.printed)
    yield from ((str(override), replace(STANDARD, overrides=(override,))) for override in rules.overrides)
    yield from ((str(deviation), STANDARD.with_square(deviation.here)) for deviation in rules.deviations())


def compare_rules(rules: Rules, bets: Sequence[Bet], shoe: Shoe) -> RulesDiff:
    """Every difference of the rules from the standard, with its exact effect on a shoe."""
    chosen = tuple(bets)

    def odds(some: Rules) -> Odds:
        return Study(some, chosen).odds(shoe)

    standard, here = odds(STANDARD), odds(rules)
    alone = tuple(_effect(what, standard, odds(changed)) for what, changed in single_changes(rules))
    total = _effect("sum of the above", standard, standard)
    for one in alone:
        total = replace(total, probabilities=tuple(map(add, total.probabilities, one.probabilities)),
                        edges=tuple(map(add, total.edges, one.edges)))
    misprint = misprint_of(rules)
    return RulesDiff(rules, chosen, standard, here, alone, total, _effect("together", standard, here), misprint,
                     tuple(one for one in misprints_within(rules) if one is not misprint), games_with(rules))


def games_with(rules: Rules) -> tuple[str, ...]:
    """The games of the catalogue with a table that is not the standard, by name and title."""
    games = (load_game(name) for name in game_names())
    return tuple(f"{game.name} ({game.title})" for game in games if game.rules == rules and rules != STANDARD)


def _effect(what: str, before: Odds, after: Odds) -> RuleEffect:
    return RuleEffect(what, _less(after.probabilities, before.probabilities),
                      _less([law.house_edge for law in after.bets], [law.house_edge for law in before.bets]))


def _less(after: Sequence[Fraction], before: Sequence[Fraction]) -> tuple[Fraction, ...]:
    return tuple(map(sub, after, before))
