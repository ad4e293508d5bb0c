"""Counts of random small shoes: the joint law against the walk, composition by composition."""

from fractions import Fraction
from itertools import product
from math import comb, prod

from hypothesis import given, settings
from hypothesis import strategies as st

from exact.analysis.counting.law import Counted
from exact.analysis.counting.spread import spread
from exact.analysis.counting.tags import Tags
from exact.engine.brute_force import Walk
from exact.game.catalogue import load_game
from exact.game.rules import STANDARD
from exact.game.shoe import Shoe

TIE = load_game("punto-banco").named("tie")
WALK = Walk(STANDARD)
VALUES = ["0", "A", "2", "3", "4", "5", "6", "7", "8", "9"]

shoes = st.dictionaries(st.integers(0, 9), st.integers(1, 4), min_size=2, max_size=4).filter(
    lambda counts: 7 <= sum(counts.values()) <= 12)
tags = st.lists(st.fractions(-3, 3, max_denominator=3), min_size=10, max_size=10)


@settings(max_examples=25, deadline=None, database=None, derandomize=True)
@given(counts=shoes, tags=tags, start=st.integers(-3, 3), data=st.data())
def test_law_and_variance_are_those_of_all_compositions(counts, tags, start, data):
    size = data.draw(st.integers(6, sum(counts.values())))
    shoe = Shoe.of({VALUES[value]: count for value, count in counts.items()})
    full = [counts.get(value, 0) for value in range(10)]
    want = {}
    square = Fraction(0)
    for left in product(*(range(count + 1) for count in full)):
        if sum(left) != size:
            continue
        ways = prod(comb(count, kept) for count, kept in zip(full, left, strict=True))
        player, banker, tie = WALK.outcomes(left)
        ev = Fraction(8 * tie - player - banker, player + banker + tie)
        dealt = ((count - kept) * tag for count, kept, tag in zip(full, left, tags, strict=True))
        count = start + sum(dealt, Fraction(0))
        before, total = want.get(count, (0, Fraction(0)))
        want[count] = before + ways, total + ways * ev
        square += ways * ev * ev
    law = Counted(STANDARD, shoe, Tags.by_value(tags, start)).law(TIE, size)
    assert {count: (number, Fraction(result * law.of, law.results_of)) for count, number, result in zip(
        law.running_counts, law.shoes, law.results, strict=True)} == want
    assert spread(STANDARD, TIE, shoe).second_moment(size) == square / law.of
