"""What explains a wrong figure: each kind of slip is found and named, and never called right."""

from dataclasses import replace
from fractions import Fraction

import pytest

from exact.analysis.odds.laws import bet_law
from exact.analysis.published.claims import claim_queries, parse_claim
from exact.analysis.published.laws import laws_by_square, unpaid
from exact.analysis.published.search import explain
from exact.analysis.published.verdicts import cause, verdict
from exact.game.catalogue import load_game
from exact.game.rules import STOOD
from exact.game.shoe import Shoe

GAME = load_game("punto-banco")
EIGHT = Shoe.decks(8)


def settle(*claims, stated="8"):
    return explain(GAME, claim_queries(GAME, list(map(parse_claim, claims))), stated)


@pytest.mark.parametrize(("claim", "words"), [
    ("banker edge -1.06%", "the expected result"),
    ("banker rtp 1.0579%", "the house edge"),
    ("tie std_dev 6.9742", "the variance, not the standard deviation"),
    ("tie edge 0.1436%", "a hundred times too small"),
    ("tie edge 1436%", "a hundred times too large"),
    ("player probability 54.1403%", "ties counted as wins"),
    ("player edge 10.7507%", "ties counted as losses"),
    ("banker line 'Player wins' probability 9.5156%", 'the figure of the line "Tie"'),
    ("player count 4,998,398,275,503,360", "the count of everything"),
    ("tie odds 8 to 1", "what it pays, not the odds"),
    ("tie odds 10.509", "the N of 1 in N"),
    ("tie odds 9.516%", "the probability, not the odds"),
    ("ez-banker edge 6.4530%", "without the condition on the number of cards"),
    ("player edge 1.1465%", "equal stakes on Player and Banker"),
    ("player edge 5.6099%", "stakes of 2 to 1 on Player and Tie"),
    ("tie edge 11.0785%", "stakes of 3 to 1 on Tie, 8 to 1 and Player"),
    ("ox-6 edge 12.5245%", '"Player wins with a three-card 6" paid 39 to 1'),
    ("banker edge 0.5993%", "4 % commission"),
    ("player-pair std_dev 3.16", "rounded twice"),
])
def test_a_slip_is_named(claim, words):
    found = settle(claim)
    assert words in (cause(found, 0) or ""), verdict(found)
    assert verdict(found).startswith("wrong")
    assert not found.passes


def test_two_lines_of_a_page_are_exchanged():
    found = settle("lucky-7 line 'two cards' probability 2.7288%", "lucky-7 line 'three cards' probability 5.0000%")
    assert 'the figure of the line "Player wins with a three-card 7"' in (cause(found, 0) or "")


@pytest.mark.parametrize(("game", "bet"), [("punto-banco", "tie"), ("punto-banco", "dragon-7"), ("7-up", "player")])
def test_every_square_turned_over_at_once_is_as_one_by_one(game, bet):
    table = load_game(game)
    one = unpaid(table.named(bet))
    found = laws_by_square(table.rules, one, EIGHT)
    assert len(found) == 8 * (STOOD + 1)
    squares = [square for square in table.rules.squares if square.against is not None]
    for square in squares[::11]:
        rules = table.rules.with_square(replace(square, draw=1 - square.draw))
        assert found[square.total, square.against] == bet_law(rules, one, EIGHT)


def test_a_square_turned_over_is_named():
    square = next(one for one in GAME.rules.squares if (one.total, one.against) == (3, 8))
    rules = GAME.rules.with_square(replace(square, draw=Fraction(1) - square.draw))
    edge = 100 * float(bet_law(rules, GAME.named("panda-8"), EIGHT).house_edge)
    said = verdict(settle(f"panda-8 edge {edge:.5f}%"))
    assert "Banker three draws on 8 as well" in said or "Banker on 3 against a third card 8" in said
    assert said.startswith("wrong: nothing of the standard tableau gives it")


def test_no_misprint_is_invented_for_a_simulated_figure():
    found = settle("banker rtp 98.4188% n=100000000")
    assert verdict(found).startswith("wrong: outside sampling error of n = 100,000,000, z = ")
    assert found.each == ((),)
    assert settle("banker rtp 98.4188% n=10000").passes


@pytest.mark.parametrize("claim", ["tie rtp 85% n=1000", "tie odds 9.6 n=10000", "tie count 960 n=10000",
                                   "tie edge 15% n=1000", "ox-6 contribution 0.88 n=10000"])
def test_any_mean_may_be_simulated(claim):
    assert verdict(settle(claim)).startswith("right for 8 decks, ")
    assert "z = " in verdict(settle(claim))
