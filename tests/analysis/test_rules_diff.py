"""Third-card tables against the standard: each misprint known by name, its squares found, its effects added up."""

from fractions import Fraction

import pytest

from exact.analysis.odds.laws import Study
from exact.analysis.published.misprints import known_misprints, misprint_of
from exact.analysis.rules_diff import compare_rules, rules_of
from exact.engine.brute_force import Walk
from exact.errors import RulesError
from exact.game.cards import VALUES
from exact.game.catalogue import load_game
from exact.game.rules import STANDARD, Rules, Square
from exact.game.rules_file import read_rules
from exact.game.shoe import Shoe

GAME = load_game("punto-banco")
MAIN = tuple(GAME.named(name) for name in GAME.main)
SHOE = Shoe.decks(8)
MISPRINTS = {misprint.name: misprint for misprint in known_misprints()}


def diff(rules, shoe=SHOE):
    return compare_rules(rules, MAIN, shoe)


def test_the_standard_differs_nowhere():
    found = diff(STANDARD)
    assert found.alone == ()
    assert found.misprint is None
    assert set(found.together.probabilities) == {0}


@pytest.mark.parametrize("misprint", known_misprints(), ids=lambda misprint: misprint.name)
def test_every_misprint_is_known_by_its_table(misprint):
    if misprint.ten_beats_nine:
        assert misprint_of(misprint.rules) is None
    else:
        assert misprint_of(misprint.rules) is misprint
        assert misprint.rules != STANDARD


@pytest.mark.parametrize("misprint", known_misprints(), ids=lambda misprint: misprint.name)
def test_the_odds_of_every_misprint_by_walk_and_polynomial(misprint):
    counts = Shoe.decks(1).counts(VALUES)
    odds = Study(misprint.rules, ()).odds(Shoe.decks(1))
    assert Walk(misprint.rules).outcomes(counts) == (odds.player_count, odds.banker_count, odds.tie_count)


@pytest.mark.parametrize(("name", "player", "banker", "tie"), [
    ("row-six-7", "0.446018", "0.458349", "0.095632"),              # UC-044, an online casino's chart
    ("stood-four-five-missing", "0.455910", "0.451701", "0.092389"),  # UC-041, a simulator without that branch
    ("banker-by-total", "0.453365", "0.460582", "0.086054"),        # UC-043, a column's description
])
def test_published_tables_that_went_wrong(name, player, banker, tie):
    odds = Study(MISPRINTS[name].rules, ()).odds(SHOE)
    found = [round(float(p), 6) for p in (odds.player, odds.banker, odds.tie)]
    assert found == [float(player), float(banker), float(tie)]


def test_uc_039_one_card_each_is_near_the_simulation_of_that_slip():
    odds = Study(MISPRINTS["one-card-each"].rules, ()).odds(Shoe.decks(6))
    simulated = (0.454, 0.459, 0.088)
    assert all(abs(float(p) - q) < 0.005 for p, q in zip((odds.player, odds.banker, odds.tie), simulated, strict=True))


def test_uc_048_the_bahamian_game_costs_2_5921_percent_on_either_side():
    game = load_game("bahamian")
    study = Study(game.rules, (game.named("player"), game.named("banker")))
    assert [round(float(law.house_edge), 6) for law in study.odds(SHOE).bets] == [0.025921, 0.025921]
    assert "bahamian" in compare_rules(game.rules, MAIN, SHOE).games[0]


def test_uc_049_an_eleven_in_a_row_is_named():
    rows = {str(total): [] for total in range(8)} | {"3": [0, 11]}
    with pytest.raises(RulesError, match="11"):
        read_rules({"naturals": [8, 9], "player_draws": [0], "banker_draws": rows}, "page")


def test_every_square_of_a_misprint_is_named_alone_and_together():
    found = diff(MISPRINTS["no-row-five"].rules)
    assert [effect.what for effect in found.alone] == [
        *(f"Banker on 5 against a third card {x}: stands (standard: draws)" for x in (4, 5, 6, 7)),
        *(f"Banker on 6 against a third card {x}: draws (standard: stands)" for x in (4, 5))]
    assert found.total.probabilities == found.together.probabilities, "Banker's squares add up exactly"
    assert found.total.edges == found.together.edges
    assert sum(found.together.probabilities) == 0


def test_player_and_banker_squares_need_not_add_up():
    rules = MISPRINTS["both-less-than-five"].rules
    found = diff(rules)
    assert len(found.alone) == 2
    assert found.total.probabilities != found.together.probabilities
    assert {misprint.name for misprint in found.contains} == {"player-less-than-five", "banker-less-than-five"}


def test_an_effect_is_the_difference_of_two_games():
    rules = STANDARD.with_square(Square("Banker", 6, 7, Fraction(0)))
    found = diff(rules, Shoe.decks(6))
    other = Study(rules, MAIN).odds(Shoe.decks(6))
    same = Study(STANDARD, MAIN).odds(Shoe.decks(6))
    assert found.alone[0].probabilities[1] == other.banker - same.banker
    assert found.together.edges[0] == other.bets[0].house_edge - same.bets[0].house_edge


def test_rules_from_a_game_file_from_a_file_of_rules_alone_and_by_name(tmp_path):
    bare = tmp_path / "bare.toml"
    rows = "\n".join(f"{total} = []" for total in range(8))
    bare.write_text(f"naturals = [8, 9]\nplayer_draws = []\n[banker_draws]\n{rows}\n")
    game = tmp_path / "game.toml"
    game.write_text('extends = "punto-banco"\n[rules.banker_draws]\n6 = [7]\n')
    assert isinstance(rules_of(str(bare))[0], Rules)
    assert misprint_of(rules_of(str(game))[0]).name == "row-six-7"
    assert misprint_of(rules_of("russian-page-literal")[0]).name == "row-six-4-7"
