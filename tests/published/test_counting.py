"""Published counts and effects of removal: at their printed precision, or within what their simulation allows."""

import json
from decimal import Decimal
from fractions import Fraction
from functools import cache
from math import sqrt
from pathlib import Path

import pytest

from exact.analysis.counting.law import Counted
from exact.analysis.counting.per_shoe import per_shoe
from exact.analysis.counting.spread import spread
from exact.analysis.counting.tags import parse_tags
from exact.analysis.counting.trigger import parse_trigger
from exact.analysis.odds.laws import Study, bet_law
from exact.game.catalogue import load_game
from exact.game.procedure import Procedure
from exact.game.rules import STANDARD
from exact.game.shoe import Shoe
from exact.report.numbers import fixed

DATA = json.loads((Path(__file__).parent / "data" / "counting.json").read_text(encoding="utf-8"))
GAME = load_game("punto-banco", [str(Path(__file__).parents[2] / "docs" / "counting-bets.toml")])
SHOE = Shoe.decks(8)


@cache
def effects(bet):
    found = spread(STANDARD, GAME.named(bet), SHOE)
    return {str(cards): effect for (cards, _), effect in zip(found.classes, found.removal, strict=True)}


def places(printed):
    return -Decimal(printed.rstrip("%")).as_tuple().exponent


@pytest.mark.parametrize(("column", "bet"), [
    ("printed_as_player", "banker"), ("printed_as_banker", "player"), ("tie", "tie")])
def test_effects_of_removal_of_the_main_bets(column, bet):
    """The headings of Player and Banker are exchanged in print."""
    assert {card: round(effect * 10**7) for card, effect in effects(bet).items()} == DATA["effects_of_removal"][column]


def test_effects_of_removal_of_lucky_6():
    assert {card: fixed(effect, 6) for card, effect in effects("lucky-6").items()} == DATA["lucky_6_effects"]["printed"]


def test_one_two_and_three_cards_removed():
    study = Study(STANDARD, ())
    full = study.odds(SHOE).player
    for card, printed in DATA["player_win_probability"]["printed"].items():
        for number, figure in enumerate(printed, 1):
            change = study.odds(SHOE.remove(*[card] * number)).player - full
            assert fixed(change, places(figure)) == figure, (card, number)


def correlation(item):
    return spread(STANDARD, GAME.named(item["bet"]), SHOE).betting_correlation_square(parse_tags(item["tags"]))


@pytest.mark.parametrize("figure", DATA["correlations"], ids=lambda figure: f"{figure['bet']} {figure['printed']}")
def test_betting_correlations(figure):
    sign, square = correlation(figure)
    assert sign == 1
    assert f"{sqrt(square):.{places(figure['printed'])}f}" == figure["printed"]


@pytest.mark.parametrize("name", ["refined_tags_1", "refined_tags_2"])
def test_refined_tags_of_the_main_bets_favour_banker(name):
    """Strongly as printed first; as printed second, with signs missing, the count follows neither bet."""
    data = DATA["main_bet_tags"]
    signs_squares = [correlation({"bet": bet, "tags": data[name]}) for bet in ("banker", "player")]
    correlations = [round(sign * sqrt(square), 4) for sign, square in signs_squares]
    assert (correlations == [0.9671, -0.9694]) == (name not in data["not_reproduced"])
    assert correlations in ([0.9671, -0.9694], [-0.0412, 0.022])
    assert parse_tags(data[name]).balanced == (name not in data["not_reproduced"])


@cache
def shoe_figures(bet, tags, trigger, cut, extra):
    counted = Counted(STANDARD, SHOE, parse_tags(tags))
    return per_shoe(counted, GAME.named(bet), parse_trigger(trigger), Procedure(cut=cut, extra=extra))


def as_number(figure):
    return float(Fraction(figure.rstrip("%")) / (100 if figure.endswith("%") else 1))


@pytest.mark.parametrize("count", DATA["counts"], ids=lambda count: count["name"])
def test_figures_of_the_bet_that_are_exact(count):
    law = bet_law(STANDARD, GAME.named(count["bet"]), SHOE)
    printed = count["printed"]
    for name, value in {"house_edge": law.house_edge, "variance": law.variance, "hit": law.hit_frequency}.items():
        if name in printed:
            percent = 100 if printed[name].endswith("%") else 1
            assert fixed(value * percent, places(printed[name])) == printed[name].rstrip("%"), name
    if "std_dev" in printed:
        assert f"{sqrt(law.variance):.3f}" == printed["std_dev"]
    if "correlation" in printed:
        assert f"{sqrt(correlation(count)[1]):.3f}" == printed["correlation"]


def check_simulated(count):
    """Figures that were simulated agree within `within` of their size; those listed as not reproduced do not."""
    found = shoe_figures(count["bet"], count["tags"], count["trigger"], count["cut"], count["extra"])
    simulated = {"coups_per_shoe": found.coups, "bet_frequency": found.bet_frequency, "mean_ev": found.mean_ev,
                 "units_per_shoe": found.units, "units_per_100": 100 * found.units / found.coups,
                 "desirability_index_flat": found.desirability_flat}
    for name, figure in count["printed"].items():
        if name in simulated:
            assert simulated[name] == pytest.approx(as_number(figure), rel=float(count["within"])), name
    for name, figure in count.get("not_reproduced", {}).items():
        assert simulated[name] != pytest.approx(as_number(figure), rel=0.1), name


@pytest.mark.parametrize("count", [count for count in DATA["counts"] if "long" not in count],
                         ids=lambda count: count["name"])
def test_simulated_figures(count):
    """The rest of the counts are checked by tests/long/published_counts.py."""
    check_simulated(count)
