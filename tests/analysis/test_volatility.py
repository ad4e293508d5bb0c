"""Volatility, and the totals of a coup, against slow ways to the same numbers."""

from fractions import Fraction
from itertools import permutations
from statistics import NormalDist

import pytest

from exact.analysis.bankroll.monitoring import half_width, rtp_intervals
from exact.analysis.odds.in_play import final_totals, given_odds
from exact.analysis.odds.laws import Study
from exact.analysis.odds.volatility import QUANTILES, volatility
from exact.game.catalogue import load_game
from exact.game.rules import STOOD, Rules
from exact.game.shoe import Shoe
from exact.report.formats import FORMATS
from exact.report.sections.par import monitoring_table, volatility_data

GAME = load_game("punto-banco")


def test_volatility_of_a_tie_at_eight_to_one() -> None:
    law = Study(GAME.rules, (GAME.named("tie"),)).odds(Shoe.decks(8)).bets[0]
    found = volatility(law)
    p = law.hit_frequency
    assert found.greatest == 8
    assert found.probability == p
    assert found.index_square == QUANTILES["95"] ** 2 * (81 * p * (1 - p))
    assert volatility(law, "90").index_square / QUANTILES["90"] ** 2 == law.variance


@pytest.mark.parametrize("confidence", QUANTILES)
def test_one_quantile_stands_behind_the_volatility_index_and_the_intervals(confidence: str) -> None:
    level = Fraction(int(confidence), 100)
    assert QUANTILES[confidence] == Fraction(f"{NormalDist().inv_cdf(float((1 + level) / 2)):.6f}")
    law = Study(GAME.rules, (GAME.named("dragon-7"),)).odds(Shoe.decks(8)).bets[0]
    index = float(volatility(law, confidence).index_square) ** 0.5
    assert index == pytest.approx(100 * half_width(law, 10**4, level), rel=1e-6)


def test_what_was_rounded_is_given_to_machines_as_decimals_alone() -> None:
    laws = Study(GAME.rules, (GAME.named("banker"),)).odds(Shoe.decks(8)).bets
    head, first, *_ = FORMATS["csv"].write_table(monitoring_table(laws)).splitlines()
    assert head == "bet,equal_bets," + ",".join(f"{key}_{percent}" for percent in (95, 99)
                                                for key in ("half_width", "low", "high"))
    interval_95 = volatility_data(laws)[0]["intervals"][0]  # type: ignore[index]
    assert [interval_95[key] for key in ("half_width", "low", "high")] == [
        {"decimal": text} for text in first.split(",")[2:5]]
    assert "/" not in first


def test_a_win_that_cannot_happen_is_not_the_greatest() -> None:
    zeros = Shoe.of({"0": 8})
    assert volatility(Study(GAME.rules, (GAME.named("player"),)).odds(zeros).bets[0]).greatest == 0


def played(rules: Rules, cards: tuple[int, ...]) -> tuple[int, int]:
    """Final totals of six cards in the order of dealing, straight from the table."""
    player, banker = (cards[0] + cards[2]) % 10, (cards[1] + cards[3]) % 10
    if player in rules.naturals or banker in rules.naturals:
        return player, banker
    left = list(cards[4:])
    third = left.pop(0) if rules.player_draws[player] else None
    total = player if third is None else (player + third) % 10
    column = STOOD if third is None else third if rules.banker_reads == "third card" else total
    return total, (banker + left.pop(0)) % 10 if rules.banker_draws[banker][column] else banker


def test_final_totals_against_every_order_of_a_small_shoe() -> None:
    cards = (0, 2, 3, 5, 6, 7, 9)
    counts: dict[tuple[int, int], int] = {}
    for order in permutations(cards, 6):
        key = played(GAME.rules, order)
        counts[key] = counts.get(key, 0) + 1
    table = final_totals(GAME.rules, Shoe.of({str(card): 1 for card in cards}))
    assert {(p, b): table[p][b] * 5040 for p in range(10) for b in range(10) if table[p][b]} == counts


@pytest.mark.parametrize("decks", [1, 8])
def test_final_totals_add_up_to_the_outcomes(decks: int) -> None:
    shoe = Shoe.decks(decks)
    table, odds = final_totals(GAME.rules, shoe), Study(GAME.rules, ()).odds(shoe)
    assert sum(table[p][b] for p in range(10) for b in range(p)) == odds.player
    assert sum(table[t][t] for t in range(10)) == odds.tie


def test_published_odds_by_players_total() -> None:
    """Wizard of Odds, odds given Player's first two cards, eight decks; six decimals."""
    printed = {0: (278792, 654627, 66581), 4: (322084, 579983, 97933), 6: (430362, 427801, 141838),
               8: (810911, 94938, 94151), 9: (905475, 0, 94525)}
    found = {int(row.what[0]): row.odds for row in given_odds(GAME.rules, Shoe.decks(8), "player-total").rows}
    for total, row in printed.items():
        odds = found[total]
        assert odds is not None
        assert tuple(round(p * 10**6) for p in (odds.player, odds.banker, odds.tie)) == row


def test_totals_that_the_shoe_cannot_give_are_left_out() -> None:
    assert [row.what[0] for row in given_odds(GAME.rules, Shoe.of({"0": 10}), "player-total").rows if row.odds] == ["0"]


def test_the_monitoring_table_gives_intervals_and_half_widths_of_one_law() -> None:
    laws = Study(GAME.rules, (GAME.named("banker"),)).odds(Shoe.decks(8)).bets
    records = monitoring_table(laws).to_records()
    assert [record["equal_bets"] for record in records] == [10**4, 10**5, 10**6, 10**7]
    for record in records:
        for percent, z in ((95, 1.959963985), (99, 2.575829304)):
            half, low, high = (float(record[f"{key}_{percent}"]) for key in ("half_width", "low", "high"))
            assert half == pytest.approx(z * float(laws[0].variance / int(record["equal_bets"])) ** 0.5, abs=1e-8)
            assert (low + high) / 2 == pytest.approx(float(laws[0].rtp), abs=2e-8)
            assert (high - low) / 2 == pytest.approx(half, abs=2e-8)
    found, = rtp_intervals(laws[0], (10**6,), (Fraction(99, 100),))
    assert (float(records[2]["low_99"]), float(records[2]["high_99"])) == pytest.approx(
        (float(found.normal.low), float(found.normal.high)), abs=1e-8)
