"""Printed figures of known cards, edge sorting, coups in play, coups per shoe and streaks, at their precision."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from exact.analysis.odds.in_play import given_odds
from exact.analysis.removal.known_cards import best_sorts, group_name, known_cards, read_groups
from exact.analysis.shoe.coups import cards_per_coup, coup_starts
from exact.analysis.shoe.sequence import two_coups
from exact.analysis.shoe.simulate import simulate_shoes
from exact.analysis.shoe.streaks import fresh_streaks
from exact.game.bets import OUTCOMES
from exact.game.cards import VALUES
from exact.game.catalogue import load_game
from exact.game.procedure import Procedure
from exact.game.rules import STANDARD
from exact.game.shoe import Shoe
from exact.report.numbers import fixed

ENTRIES = {entry["what"]: entry["figures"]
           for entry in json.loads(Path(__file__).with_name("successive.json").read_text(encoding="utf-8"))}
PUNTO = load_game("punto-banco")
EIGHT = Shoe.decks(8)
SIDES = tuple(map(PUNTO.named, ("player", "banker")))


def percent(value, digits=3):
    return f"{fixed(value * 100, digits)} %"


@pytest.mark.parametrize(("card", "printed"), ENTRIES["known card"].items())
def test_the_worth_of_a_known_card(card, printed):
    assert percent(known_cards(STANDARD, EIGHT, SIDES, {int(card): VALUES.classes}).gain) == printed


@pytest.mark.parametrize("case", ENTRIES["edge sort"], ids=lambda case: case["printed"])
def test_edge_sorting(case):
    bets = tuple(map(PUNTO.named, case["bets"]))
    known = dict.fromkeys(case["cards"], read_groups(case["groups"]))
    assert percent(known_cards(STANDARD, EIGHT, bets, known).gain) == case["printed"]


def test_the_best_sort_of_the_first_four_cards():
    best = best_sorts(STANDARD, EIGHT, tuple(map(PUNTO.named, ("player", "banker", "tie"))), (1, 2, 3, 4))[0]
    assert (group_name(best.group), group_name(best.rest), percent(best.gain)) == ("0-3", "4-9", "30.291 %")


@pytest.mark.parametrize("row", given_odds(STANDARD, EIGHT, "player-total").rows, ids=lambda row: row.what[0])
def test_the_odds_given_players_total(row):
    assert [fixed(p, 6) for p in row.outcomes] == ENTRIES["mid-hand"][row.what[0]]


def test_cards_per_coup():
    law, printed = cards_per_coup(STANDARD, EIGHT), ENTRIES["cards per coup"]
    assert fixed(law.mean, 2) == printed["mean"]
    assert fixed(law.mean, 9) == printed["mean recomputed"]
    # The law was recomputed elsewhere in floating point, and cut after the ninth decimal in one place.
    assert all(abs(p - Fraction(printed[str(cards)])) <= Fraction(1, 10**9) for cards, p in law.law)


@pytest.mark.parametrize("case", ENTRIES["coups per shoe"], ids=lambda case: f"{case['cut']}-{case['extra_if_first']}")
def test_coups_per_shoe(case):
    procedure = Procedure("first-card", case["cut"], case["extra"], case["extra_if_first"])
    dealt = simulate_shoes(STANDARD, (OUTCOMES,), EIGHT, procedure, 40_000, 17)
    assert abs(dealt.per_shoe.off(case["mean"])) < 4
    assert coup_starts(STANDARD, EIGHT, procedure).coups == pytest.approx(case["mean"], abs=0.004)


@pytest.mark.parametrize("case", ENTRIES["three Bankers in a row in a shoe"], ids=lambda case: case["exact"])
def test_three_bankers_in_a_row(case):
    """99.46 % is 81 independent coups with ties that break runs; 99.74 % is 70 decided coups."""
    found = fresh_streaks(STANDARD, EIGHT, "banker", case["ties"], case["coups"], case["decisions"]).at_least(3)
    assert percent(found) == case["exact"]
    if case["printed"]:
        assert percent(found, 2) == case["printed"]


def test_the_table_of_runs():
    six = fresh_streaks(STANDARD, Shoe.decks(6), "banker", "ignore", 80)
    printed = ENTRIES["runs from a coup on"]
    assert [fixed(six.from_here(k), 8) for k in (0, 3, 10)] == [printed[k] for k in ("0", "3", "10")]
    won, stays, _ = six.chances
    assert fixed((won / (1 - stays)) ** 20, 8) == printed["20+"]


@pytest.mark.parametrize("case", ENTRIES["odds against runs"], ids=lambda case: str(case["printed"]))
def test_odds_against_runs(case):
    """Printed from a rounded share of Banker wins: right to three figures, not to the unit."""
    streaks = fresh_streaks(STANDARD, EIGHT, case["side"], "ignore", 80)
    won, stays, _ = streaks.chances
    p = (won / (1 - stays)) ** case["run"] if case["or_more"] else streaks.from_here(case["run"])
    assert fixed(1 / p - 1, 1) == case["exact"]
    assert abs((1 / p - 1) / case["printed"] - 1) < Fraction(2, 1000)


def test_a_bet_on_a_run_of_bankers():
    printed = ENTRIES["bet on a run of Bankers"]
    streaks = fresh_streaks(STANDARD, EIGHT, "banker", "break", 80)
    won = streaks.chances[0]
    law = {k: streaks.from_here(k) for k in range(4, 10)} | {10: won**10}
    assert (fixed(law[10], 6), fixed(law[9], 6)) == (printed["10"], printed["9"])
    back = sum(p * (printed["pays"][str(k)] + 1) for k, p in law.items()) - 1
    assert fixed(back, 6) == printed["return"]


def test_longer_streaks_do_not_make_a_reversal_likelier():
    """An advice page says they do. Another Banker is less likely after a Banker, by 12 in ten million."""
    law = two_coups(STANDARD, EIGHT)
    assert fixed(law.change(1, 1) * 10**7, 2) == "-11.72"
