"""Certifies an installation by published figures and by counting the same thing in three ways.

Every check recomputes what it states; a new capability adds its own to `CHECKS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from exact.analysis.odds.dealt import read_dealt
from exact.analysis.odds.laws import Study, bet_law
from exact.analysis.removal.effects import removal_effects, weighted_sum
from exact.analysis.shoe.sequence import two_coups
from exact.display import Answer
from exact.engine.brute_force import Walk
from exact.engine.coup.compile import compile_joint
from exact.game.bets import OUTCOMES
from exact.game.cards import VALUES
from exact.game.catalogue import load_game
from exact.game.coup import CoupInProgress
from exact.game.rules import STOOD, Rules
from exact.game.shoe import Shoe

Counts = tuple[int, int, int]


class FallsShortError(Exception):
    """A check that does not hold, with what was found."""


@dataclass(frozen=True)
class Check:
    """A statement about the installed code; `run` tests it, and says what was compared or raises FallsShortError."""

    name: str
    run: Callable[[], str]


def outcome_counts(rules: Rules, shoe: Shoe, known: CoupInProgress | None = None) -> Counts:
    """Player, Banker and Tie by the polynomial."""
    player, banker, tie = compile_joint(rules, (OUTCOMES,), known or CoupInProgress()).law(shoe).counts
    return player, banker, tie


def flat_counts(rules: Rules, cards: Sequence[int]) -> Counts:
    """Player, Banker and Tie by playing every ordered sequence of six of some physical cards (point values).

    It reads the table on its own, so that it is a check on `Rules.courses` too.
    """
    totals = [0, 0, 0]
    for p1, b1, p2, b2, fifth, sixth in permutations(cards, 6):
        player, banker = (p1 + p2) % 10, (b1 + b2) % 10
        if not {player, banker} & rules.naturals:
            third, column = None, STOOD
            if rules.player_draws[player]:
                third, player = fifth, (player + fifth) % 10
                column = third if rules.banker_reads == "third card" else player
            draws = rules.banker_draws[banker][column] > 0
            for override in rules.overrides:
                if (player in override.player_totals and banker in override.banker_totals
                        and override.player_cards in (None, 2 if third is None else 3)):
                    draws = override.draws
            if draws:
                banker = (banker + (fifth if third is None else sixth)) % 10
        totals[0 if player > banker else 1 if banker > player else 2] += 1
    return totals[0], totals[1], totals[2]


PUBLISHED: dict[tuple[str, int | None], Counts] = {
    ("punto-banco", 8): (2_230_518_282_592_256, 2_292_252_566_437_888, 475_627_426_473_216),
    ("punto-banco", 6): (392_220_492_728_832, 403_095_751_234_560, 83_552_962_932_288),
    ("punto-banco", None): (2_153_464, 2_212_744, 460_601),
    ("russian-page-literal", 6): (393_102_357_435_648, 402_531_275_473_920, 83_235_573_986_112),
    ("russian-page-no-five", 6): (393_892_355_192_832, 401_768_465_960_448, 83_208_385_742_400),
    ("russian-page-shifted", 6): (392_242_230_489_600, 402_964_038_309_888, 83_662_938_096_192),
}
"""Ordered sequences of six: the standard game as in print (casinoexploit.com, wizardofodds.com), the readings of one
rules page as found by an independent enumerator."""


def published() -> str:
    for (name, decks), counts in PUBLISHED.items():
        shoe = Shoe.fresh(decks)
        _same(f"{name}, {decks or 'infinite'} decks", outcome_counts(load_game(name).rules, shoe), counts)
    return f"{3 * len(PUBLISHED)} counts of {len(PUBLISHED)} shoes and tableaux"


SHOES = ({"0": 128, "A": 32, "2": 32, "3": 32, "4": 32, "5": 32, "6": 32, "7": 32, "8": 32, "9": 32}, {"0": 6},
         {"9": 6}, {"0": 9, "A": 1, "2": 2, "3": 3, "4": 1, "5": 2, "6": 1, "7": 4, "9": 3},
         {"A": 1, "2": 1, "3": 1, "4": 1, "5": 1, "6": 1, "7": 1, "8": 1, "9": 1, "0": 1}, {"4": 40, "9": 1, "0": 300})


def walk_against_polynomial() -> str:
    for name in ("punto-banco", "russian-page-no-five"):
        rules = load_game(name).rules
        for counts in SHOES:
            shoe = Shoe.of(counts)
            _same(f"{name}, {shoe.describe()}", outcome_counts(rules, shoe), Walk(rules).outcomes(shoe.counts(VALUES)))
    return f"{len(SHOES)} shoes, 2 tableaux"


SMALL = ((0, 1, 2, 3, 4, 5, 6, 7), (9, 9, 8, 7, 6, 5, 4, 3), (0, 0, 0, 4, 6, 7), (3, 3, 5, 6, 8, 0, 0, 0))


def flat_against_polynomial() -> str:
    rules = load_game("punto-banco").rules
    for cards in SMALL:
        shoe = Shoe.of({str(value): cards.count(value) for value in set(cards)})
        _same(f"cards {cards}", outcome_counts(rules, shoe), flat_counts(rules, cards))
    return f"every ordered sequence of six out of {len(SMALL)} shoes of 6 to 8 cards"


DEALT = ("P9 B4 P2", "P4 B6 P0 B7 P2", "P=5 B=3", "P7 B3 P9 B9")


def coups_in_progress() -> str:
    rules = load_game("punto-banco").rules
    for text in DEALT:
        known = read_dealt(text, rules)
        shoe = Shoe.decks(1).remove(*(cards for _, cards in known.cards))
        _same(text, outcome_counts(rules, shoe, known), Walk(rules, known).outcomes(shoe.counts(VALUES)))
    return f"{len(DEALT)} half-dealt coups, polynomial and walk"


def laws_are_laws() -> str:
    game = load_game("punto-banco")
    study = Study(game.rules, tuple(map(game.named, game.main)))
    for decks in (1, 8):
        odds = study.odds(Shoe.decks(decks))
        _same("sum of the outcome counts", odds.player_count + odds.banker_count + odds.tie_count, odds.of)
        for bet, effects in removal_effects(study, Shoe.decks(decks)).items():
            _same(f"sum of the counts of {bet.name}", sum(odds.bet(bet.name).counts), odds.bet(bet.name).of)
            _same(f"weighted sum of the effects of removal on {bet.name}", weighted_sum(effects), 0)
    return "probabilities add up to 1, weighted effects of removal to 0, for 1 and 8 decks"


BATCH_DECKS = (1, 8, 9, 27, 28)
"""Below and above the largest shoes of float64 (8.8 decks) and int64 (27.9)."""


def batch_against_polynomial() -> str:
    from exact.engine.evaluate.batch import Batch
    rules = load_game("punto-banco").rules
    shoes = [*map(Shoe.of, SHOES), *map(Shoe.decks, BATCH_DECKS)]
    found = Batch(compile_joint(rules, (OUTCOMES,))).counts([shoe.counts(VALUES) for shoe in shoes])
    for shoe, counts in zip(shoes, found.counts.tolist(), strict=True):
        _same(f"batch, {shoe.describe()}", tuple(counts), outcome_counts(rules, shoe))
    return f"{len(shoes)} shoes on both sides of the limits of float64 and int64"


def formulas_against_polynomial() -> str:
    from exact.analysis.odds.closed_form import outcome_forms
    rules = load_game("punto-banco").rules
    forms = outcome_forms(rules).values()
    for decks in (1, 8, 12, 100, None):
        law = bet_law(rules, OUTCOMES, Shoe.fresh(decks))
        _same(f"formulas, {decks or 'infinite'} decks", [form.at(decks) if decks else form.limit for form in forms],
              [law.probability(line) for line in range(3)])
    return "the three outcomes for 1, 8, 12, 100 and infinitely many decks"


AFTER = ((446_243_963, 458_597_435, 95_158_602), (446_246_621, 458_596_251, 95_157_128),
         (446_258_962, 458_603_014, 95_138_024))
"""Eight decks: the law of a coup after Player, Banker and a tie, in units of 10^-9."""


def successive_coups() -> str:
    rules = load_game("punto-banco").rules
    law = two_coups(rules, Shoe.decks(8))
    for i, printed in enumerate(AFTER):
        found = tuple(round(Fraction(10**9 * count, sum(law.counts[i]))) for count in law.counts[i])
        _same(f"after {law.first.names[i]}", found, printed)
    _same("the second coup without knowing the first", law.seconds, law.firsts)
    _same("the two coups exchanged", tuple(zip(*law.counts, strict=True)), law.counts)
    return "two coups of eight decks: the laws after each result, both margins, and the symmetry"


CHECKS: tuple[Check, ...] = (
    Check("published counts of Player, Banker and Tie", published),
    Check("polynomial = memoised walk over the shoe", walk_against_polynomial),
    Check("polynomial = flat enumeration of every sequence", flat_against_polynomial),
    Check("coups in progress", coups_in_progress),
    Check("laws add up", laws_are_laws),
    Check("batch evaluation = polynomial", batch_against_polynomial),
    Check("formulas in the number of decks = polynomial", formulas_against_polynomial),
    Check("successive coups", successive_coups),
)


def _same(what: str, found: object, wanted: object) -> None:
    if found != wanted:
        raise FallsShortError(f"{what}: {found} instead of {wanted}")


@dataclass(frozen=True)
class CheckResult:
    """A check with whether it holds, and what was compared, or found instead."""

    name: str
    holds: bool
    detail: str


@dataclass(frozen=True)
class SelfCheck(Answer):
    """Every check of an installation."""

    results: tuple[CheckResult, ...]

    def __repr__(self) -> str:
        return f"<self-check: {len(self.results)} checks, {'all hold' if self.holds else 'NOT all hold'}>"

    @property
    def holds(self) -> bool:
        """Whether this installation counts right."""
        return all(one.holds for one in self.results)


def self_check() -> SelfCheck:
    """Certify this installation: published figures, and three ways to count compared: `exact verify`.

    >>> self_check().results[0].name
    '...'
    """
    return SelfCheck(tuple(results()))


def results() -> Iterator[CheckResult]:
    """Every check, run."""
    for check in CHECKS:
        try:
            yield CheckResult(check.name, True, check.run())
        except FallsShortError as found:
            yield CheckResult(check.name, False, str(found))
