"""The number of events in the coups of a shoe: against the joint law of three coups."""

from fractions import Fraction

import pytest

from exact.analysis.shoe.sequence import many_coups
from exact.analysis.shoe.shoe_totals import RESULTS, shoe_totals
from exact.errors import UsageError
from exact.game.catalogue import load_game
from exact.game.shoe import Shoe

GAME = load_game("punto-banco")
SMALL = Shoe.of("0=9 A=5 2=5 8=3")


@pytest.mark.parametrize("name", RESULTS)
def test_three_coups_have_the_moments_of_their_joint_law(name):
    one, = shoe_totals(GAME, SMALL, [name], 3).totals
    law = many_coups(GAME.rules, SMALL, 3)
    hits = {}
    for results in law.counts:
        number = results.count(RESULTS.index(name))
        hits[number] = hits.get(number, 0) + law.probability(*results)
    mean = sum(number * p for number, p in hits.items())
    assert one.mean == mean
    assert one.variance == sum(number**2 * p for number, p in hits.items()) - mean**2


def test_ties_of_a_shoe_vary_less_than_independent_ones():
    one, = shoe_totals(GAME, Shoe.decks(8), ["tie"], 60).totals
    assert one.mean == 60 * Fraction(619306544887, 6508331087895)
    assert -1.7075e-6 < one.covariance < -1.7074e-6
    assert one.variance < one.independent


def test_coups_of_an_infinite_shoe_are_independent():
    one, = shoe_totals(GAME, Shoe.fresh(None), ["banker"], 60).totals
    assert one.covariance == 0


@pytest.mark.parametrize("coups", [0, 70])
def test_more_coups_than_a_shoe_always_has_are_refused(coups):
    with pytest.raises(UsageError, match="from 1 to 69"):
        shoe_totals(GAME, Shoe.decks(8), ["tie"], coups)
