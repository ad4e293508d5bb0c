"""EV against the true count: the count is what it is said to be, the zero is shown, and nothing is lost."""

from fractions import Fraction

import pytest

from exact.analysis.counting.law import Counted, CountLaw
from exact.analysis.counting.search import balanced
from exact.analysis.counting.tags import parse_tags
from exact.game.catalogue import load_game
from exact.game.shoe import Shoe
from exact.report.document import Figure, Table
from exact.report.plots import Lines
from exact.report.sections.count_curve import PAST_ZERO, Point, curve_blocks, points_of, window, zero_words

GAME = load_game("punto-banco")
UNBALANCED = parse_tags("4=-3 3=-2 A-2=-1 8-9=1 5,7=2 6=3", 5)


@pytest.fixture(scope="module")
def law() -> CountLaw:
    return Counted(GAME.rules, Shoe.decks(3), UNBALANCED).law(GAME.named("player"), 52)


def test_the_true_count_is_that_of_the_balanced_tags(law: CountLaw) -> None:
    """Two ways: the unbalanced count less its mean, and the tags less their mean, over the decks left."""
    shoe, player = Shoe.decks(3), GAME.named("player")
    for cards_left in (52, 39):
        first = Counted(GAME.rules, shoe, UNBALANCED).law(player, cards_left)
        second = Counted(GAME.rules, shoe, balanced(shoe, UNBALANCED)).law(player, cards_left)
        assert [(point.true, point.probability, point.ev) for point in points_of(first)] == [
            (count / Fraction(cards_left, 52), probability, ev) for count, probability, ev in second.curve]
    assert sum(point.true * point.probability for point in points_of(law)) == 0


def table_of(law: CountLaw) -> tuple[Figure, Table]:
    figure, table = curve_blocks(GAME.named("player"), str(UNBALANCED), law, chosen=True)
    assert isinstance(figure, Figure)
    assert isinstance(table, Table)
    return figure, table


def test_probabilities_add_up_to_1_and_the_evs_to_the_mean(law: CountLaw) -> None:
    _, table = table_of(law)
    assert sum(Fraction(row[2]) for row in table.rows) == 1  # type: ignore[arg-type]  # fractions all
    assert sum(Fraction(row[2]) * Fraction(row[3]) for row in table.rows) == law.mean  # type: ignore[arg-type]
    assert str(table.rows[0][0]).startswith("up to ")
    assert str(table.rows[-1][0]).startswith("from ")


def test_the_zero_of_the_ev_is_in_figure_and_table(law: CountLaw) -> None:
    figure, table = table_of(law)
    alone = [row for row in table.rows if not isinstance(row[0], str)]
    assert sum(Fraction(row[3]) > 0 for row in alone) >= PAST_ZERO  # type: ignore[arg-type]
    assert any(Fraction(row[3]) < 0 for row in alone)  # type: ignore[arg-type]
    assert isinstance(figure.plot, Lines)
    assert figure.plot.x == tuple(row[0] for row in alone)
    assert zero_words(points_of(law)) in table.notes


def made(*evs: float, probability: Fraction = Fraction(1, 10**6)) -> list[Point]:
    """Points one apart, rare but for the one in the middle."""
    rest = 1 - (len(evs) - 1) * probability
    return [Point(Fraction(i), Fraction(i), rest if i == len(evs) // 2 else probability, Fraction(ev))
            for i, ev in enumerate(evs)]


def test_rare_ends_are_pooled_but_not_before_the_zero() -> None:
    assert window(made(*[-1.0] * 21)) == (10, 10)
    assert window(made(*[-1.0] * 15, *[1.0] * 6)) == (10, 15 + PAST_ZERO)
    assert window(made(*[1.0] * 3, *[-1.0] * 18)) == (0, 10)
    assert window(made(*[-1.0] * 20, 1.0)) == (10, 20)


@pytest.mark.parametrize(("evs", "text"), [
    ((-1, -1, -1), "below zero at every count"), ((1, 1, 1), "above zero at every count"),
    ((0, 0, 0), "zero at every count"), ((-1, -1, 1), "from a true count of 2 up: in 1 of 1,000,000.00 sub-shoes"),
    ((1, -1, -1), "from a true count of 0 down"), ((-1, 1, 1, -1), "at true counts from 1 to 2"),
    ((1, -1, -1, 1), "at 2 of 4 true counts")])
def test_where_the_ev_is_above_zero(evs: tuple[int, ...], text: str) -> None:
    assert text in zero_words(made(*map(float, evs)))
