"""Claims as kinds: what may be called right, and what a verdict must name."""

from fractions import Fraction

import pytest

from exact.analysis.odds.laws import bet_law
from exact.analysis.published.claims import claim_queries, parse_claim
from exact.analysis.published.figures import read_figure
from exact.analysis.published.search import explain
from exact.analysis.published.verdicts import standing, verdict
from exact.errors import ClaimError
from exact.game.catalogue import load_game
from exact.game.shoe import Shoe

GAME = load_game("punto-banco")
EIGHT = {"8": Shoe.decks(8)}
FEW = {"3": Shoe.decks(3), "8": Shoe.decks(8)}
SPREADSHEET = 15


def settle(*claims, stated=None, shoes=EIGHT):
    return explain(GAME, claim_queries(GAME, list(map(parse_claim, claims))), stated, shoes)


def cut_off(value, places):
    return Fraction(int(value * 10**places), 10**places)


@pytest.mark.parametrize("stated", [None, "8"])
@pytest.mark.parametrize("bet", ["player", "banker", "tie"])
def test_a_figure_that_is_cut_off_is_never_right(bet, stated):
    """Every number of digits at which cutting off and rounding differ; and the same figure rounded, which is right.

    From two digits on: 1.0 % is Banker's edge where a three-card seven pushes, rounded, and is said to be that.
    """
    edge = 100 * bet_law(GAME.rules, GAME.named(bet), Shoe.decks(8)).ev * -1
    tried = [places for places in range(2, 9) if cut_off(edge, places) != round(edge, places)]
    assert tried
    for places in tried:
        wrong = settle(f"{bet} edge {float(cut_off(edge, places)):.{places}f}%", stated=stated)
        assert "truncated instead of rounded" in verdict(wrong)
        assert f"{float(round(edge, places + 2)):.{places + 2}f} %" in verdict(wrong)
        assert verdict(wrong).startswith("wrong")
        assert (standing(wrong, 0), wrong.passes) == ("wrong", False)
        right = settle(f"{bet} edge {float(round(edge, places)):.{places}f}%", stated=stated)
        assert verdict(right).startswith("right for 8 decks")
        assert (standing(right, 0), right.passes) == ("right", True)


@pytest.mark.parametrize("bet", ["player", "banker"])
def test_a_count_with_the_digits_of_a_spreadsheet_is_never_right(bet):
    law = bet_law(GAME.rules, GAME.named(bet), Shoe.decks(8))
    count = int(law.hit_frequency * law.of)
    printed = round(count, SPREADSHEET - len(str(count)))
    assert printed != count
    found = settle(f"{bet} count {printed:,}")
    assert verdict(found).startswith("wrong in the last digits: artefacts of a spreadsheet")
    assert f"{count:,}" in verdict(found)
    assert not found.passes
    assert settle(f"{bet} count {count:,}").passes


def test_a_figure_cut_off_beside_right_ones_spoils_the_set():
    found = settle("banker edge 1.05%", "player edge 1.24%", "tie edge 14.36%", stated="8")
    assert verdict(found).startswith("wrong in the last digits: truncated instead of rounded; exact for 8 decks: "
                                     "Banker, 5 % commission 1.0579 %")
    assert [standing(found, i) for i in range(3)] == ["wrong", "right", "right"]
    assert not found.passes


def test_a_right_reading_is_preferred_to_one_that_is_cut_off():
    """1.16 % is 1.1692 % cut off at eight decks, and rounded at three: the page that says nothing gets the latter."""
    found = settle("banker edge 1.16% (ties excluded)", "banker edge 1.05%", shoes=FEW)
    assert verdict(found).startswith("right for 3 decks")
    assert verdict(settle("banker edge 1.05%", stated="8", shoes=FEW)).endswith(
        "Rounded, it is the figure of 3 decks.")


def test_the_pays_of_another_house_are_named():
    said = verdict(settle("tie edge 4.84%", stated="8"))
    assert said.startswith("wrong for Tie, 8 to 1: it is the figure of 9 to 1 (4.8440 %; 8 decks); Tie, 8 to 1"
                           " has house edge 14.3596 % (8 decks)")


@pytest.mark.parametrize("figure", ["1 in 0", "once every 0", "1 in -3", "1 in 0.5", "-2 to 1", "1 out of 0.00"])
def test_there_is_no_chance_of_one_in_nothing(figure):
    with pytest.raises(ClaimError, match="forms that can"):
        read_figure(figure)


@pytest.mark.parametrize("claim", ["tie probability 0", "player rtp 1", "tie probability 0%", "insurance-6 edge 0%",
                                   "tie edge -0"])
def test_nothing_and_everything_are_no_roundings(claim):
    assert not settle(claim, stated="8").passes


@pytest.mark.parametrize("claim", ["banker edge 1%", "tie std_dev 3", "tie probability 95 per 1000", "tie odds 10"])
def test_one_digit_is_a_rounding(claim):
    assert settle(claim, stated="8").passes


@pytest.mark.parametrize(("claims", "stated", "begins", "how"), [
    (["banker edge 1.06%"], "8", "right for 8 decks", "right"),
    (["tie edge 14.44%"], "8", "wrong for 8 decks: it is the figure of 6 decks", "other shoe"),
    (["tie probability 18.2%"], "8", "wrong: no shoe and no convention gives it; nearest ", "no match"),
    (["banker edge 1.06%", "tie probability 18.2%"], "8", "wrong as a set: ", "right"),
    (["tie probability 10.0%"], "8", "wrong for the tableau of this game; nearest ", "other game"),
    (["tie edge 4.84%"], "8", "wrong for Tie, 8 to 1: ", "wrong"),
])
def test_every_verdict_begins_with_right_or_wrong(claims, stated, begins, how):
    found = settle(*claims, stated=stated, shoes={"6": Shoe.decks(6), "8": Shoe.decks(8)})
    assert verdict(found).startswith(begins)
    assert standing(found, 0) == how
    assert "commission" not in verdict(found) or "edge" in claims[0], "no commission in a probability"
    assert "off by" not in verdict(found) or "percentage points" in verdict(found)
