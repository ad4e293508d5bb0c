"""Values refuse nonsense where they are made, and say in a line what they are."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from exact.engine.coup.compile import compile_joint
from exact.errors import ExactError
from exact.game.bets import ALWAYS, AT_MOST, OUTCOMES, Bet, Doubt, FactIs, Line
from exact.game.cards import BY_KIND, VALUES, CardSet, Partition
from exact.game.catalogue import load_game
from exact.game.coup import CoupInProgress, Position
from exact.game.definition import GameDefinition
from exact.game.facts import Fold, Op, facts
from exact.game.pays import Commission
from exact.game.rules import STANDARD, Rules, Square
from exact.game.shoe import Shoe

NINE = CardSet.of("9")
HALF = Fraction(1, 2)
NONSENSE: dict[str, tuple[Callable[[], object], str]] = {
    "a set of cards by name": (lambda: CardSet(mask="9"), "write CardSet.of"),  # type: ignore[arg-type]
    "a set below no cards": (lambda: CardSet(mask=-1), "no bits of 52 kinds"),
    "a set beyond the kinds": (lambda: CardSet(mask=1 << 52), "no bits of 52 kinds"),
    "a kind beyond the last": (lambda: CardSet.of_kinds([52]), "numbered 0 to 51"),
    "a kind below the first": (lambda: CardSet.of_kinds([-1]), "numbered 0 to 51"),
    "a partition of nines": (lambda: Partition((NINE,)), "each of the 52 kinds"),
    "a partition with nines twice": (lambda: Partition((*VALUES.classes, NINE)), "each of the 52 kinds"),
    "a partition by a few labels": (lambda: Partition.by([1, 2]), "one for each of the 52 kinds"),
    "a shoe of a number": (lambda: Shoe(8), "Shoe.of takes"),  # type: ignore[arg-type]
    "a shoe of names": (lambda: Shoe((("9", 4),)), "Shoe.of takes"),  # type: ignore[arg-type]
    "a shoe with nines twice": (lambda: Shoe(((NINE, 4), (CardSet.of("9h"), 1))), "Shoe.of takes"),
    "a shoe of less than nothing": (lambda: Shoe(((NINE, -4),)), "Shoe.of takes"),
    "two cards at a position": (lambda: CoupInProgress(((Position.P1, NINE), (Position.P1, NINE))), "two cards"),
    "a card of no value": (lambda: CoupInProgress(((Position.P1, CardSet.of("red")),)), "give a rank"),
    "a total of ten": (lambda: CoupInProgress(player_total=10), "from 0 to 9"),
    "a natural ten": (lambda: replace(STANDARD, naturals=frozenset({10})), "naturals"),
    "naturals in a list": (lambda: replace(STANDARD, naturals=[8, 9]), "no frozenset"),  # type: ignore[arg-type]
    "too few squares": (lambda: replace(STANDARD, player_draws=STANDARD.player_draws[:9]), "9 squares in place of 10"),
    "too few rows": (lambda: replace(STANDARD, banker_draws=STANDARD.banker_draws[:9]), "9 rows"),
    "a square above certainty": (lambda: STANDARD.with_square(Square("Player", 5, None, 3 * HALF)), "from 0 to 1"),
    "a square of a float": (lambda: STANDARD.with_square(
        Square("Player", 5, None, 0.5)), "is a Fraction"),  # type: ignore[arg-type]
    "a square off the table": (lambda: Square("Banker", 10, 8, HALF), "not in the third-card table"),
    "Banker against nothing": (lambda: Square("Banker", 5, None, HALF), "not in the third-card table"),
    "Banker reads tea leaves": (lambda: replace(STANDARD, banker_reads="tea leaves"), "neither"),
    "a third card printed": (lambda: replace(STANDARD, printed=((Position.P3, NINE),)), "printed"),
    "a fold of a few labels": (lambda: Fold(frozenset(), Op.COUNT, (1,)), "one for each of the 52 kinds"),
    "an impossible value": (lambda: FactIs(facts(frozenset())["winner"], frozenset({"dealer"})), "impossible"),
    "a pay of a float": (lambda: Line("x", ALWAYS, 0.95), "Fraction"),  # type: ignore[arg-type]
    "a bet without lines": (lambda: Bet("banker", "Banker", ()), "has no lines"),
    "a bet by name": (lambda: Bet("banker", "Banker", ("banker",)), "has no lines"),  # type: ignore[arg-type]
    "a coup that no line takes": (lambda: compile_joint(STANDARD, (Bet("one", "One", OUTCOMES.lines[:1]),)),
                                  "some coup has no result"),
    "a doubt of no kind": (lambda: Doubt("vague", "because"), "takes"),
    "a doubt without reason": (lambda: Doubt(AT_MOST, ""), "takes"),
    "a commission above the win": (lambda: Commission(3 * HALF), "between 0 and 1"),
    "a commission in units of nothing": (lambda: Commission(HALF, Fraction(0)), "above 0"),
    "a commission rounded away": (lambda: Commission(HALF, HALF, "away"), "none of up, down, nearest"),
    "a game by name": (lambda: GameDefinition("punto-banco", "Punto banco", "standard", 8),  # type: ignore[arg-type]
                       "load_game"),
    "a game of no decks": (lambda: replace(load_game("punto-banco"), decks=0), "from 1 to"),
}


@pytest.mark.parametrize(("make", "fault"), NONSENSE.values(), ids=NONSENSE)
def test_nonsense_is_refused_in_one_line(make: Callable[[], object], fault: str) -> None:
    with pytest.raises(ExactError, match=fault) as caught:
        make()
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


VALUES_SHOWN = [
    NINE, CardSet.of("red", "K"), VALUES, BY_KIND, Shoe.decks(8), Shoe.of("0=4 9=2"), Shoe.infinite_deck(),
    Shoe.decks(1) - "9h", STANDARD, CoupInProgress(((Position.P1, NINE),), banker_total=4), load_game("punto-banco"),
    facts(frozenset({8, 9}))["winner"], *facts(frozenset())["winner"].folds, OUTCOMES, OUTCOMES.lines[0],
    compile_joint(STANDARD, (OUTCOMES,)), compile_joint(STANDARD, (OUTCOMES,)).law(Shoe.decks(1)),
    compile_joint(STANDARD, (OUTCOMES,)).components[0]]


@pytest.mark.parametrize("value", VALUES_SHOWN, ids=lambda value: type(value).__name__)
def test_a_value_shows_itself_in_a_line_without_addresses_or_masks(value: object) -> None:
    shown = repr(value)
    assert "\n" not in shown
    assert len(shown) < 500
    assert "0x" not in shown
    assert "mask" not in shown


@pytest.mark.parametrize("value", VALUES_SHOWN[:2] + VALUES_SHOWN[4:8], ids=repr)
def test_cards_and_shoes_are_what_they_show(value: object) -> None:
    assert eval(repr(value)) == value


def test_a_whole_pay_is_a_fraction_and_the_sets_of_a_shoe_come_into_order() -> None:
    assert Line("x", ALWAYS, 8).pays == Fraction(8)  # type: ignore[arg-type]
    assert Shoe(tuple(reversed(Shoe.decks(2).holdings))) == Shoe.decks(2)
    assert isinstance(STANDARD, Rules)
