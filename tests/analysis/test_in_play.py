"""In-play tables against the walk from half-dealt coups, and their means."""

from collections import Counter
from fractions import Fraction

import pytest

from exact.analysis.odds.dealt import dealt_words
from exact.analysis.odds.in_play import (
    given_odds,
    through_a_coup,
)
from exact.analysis.odds.laws import Study
from exact.engine.brute_force import Walk
from exact.errors import DealError, IllegalRemovalError
from exact.game.cards import VALUES
from exact.game.catalogue import load_game
from exact.game.coup import CoupInProgress
from exact.game.rules import STANDARD
from exact.game.shoe import Shoe
from tests.oracles.orders_of_a_shoe import deal, orders

SHOES = [Shoe.decks(1), Shoe.of({"0": 4, "A": 1, "3": 2, "6": 3, "8": 2, "9": 1}), Shoe.decks(8).remove("9", "6")]


def walked(shoe, known):
    counts = Walk(STANDARD, known).outcomes(shoe.counts(VALUES))
    return tuple(Fraction(count, sum(counts)) for count in counts) if sum(counts) else None


@pytest.mark.parametrize("shoe", SHOES, ids=lambda shoe: shoe.describe())
def test_totals_as_walked_from_known_totals(shoe):
    for row in given_odds(STANDARD, shoe, "player-total").rows:
        assert row.outcomes == walked(shoe, CoupInProgress(player_total=int(row.what[0])))
    rows = given_odds(STANDARD, shoe, "both-totals").rows
    assert len(rows) <= 100
    for row in rows[::9]:
        totals = CoupInProgress(player_total=int(row.what[0]), banker_total=int(row.what[1]))
        assert row.outcomes == walked(shoe, totals)


def test_the_third_card_as_in_all_orders_of_a_tiny_shoe():
    shoe = Shoe.of({"0": 4, "A": 1, "3": 2, "6": 2, "8": 1})
    third, cells, total = Counter(), Counter(), 0
    for order in orders(shoe.counts(VALUES)):
        coup = deal(order[:6], STANDARD)
        total += 1
        name = "0A23456789"[coup.player[2]] if len(coup.player) == 3 else "none"
        third[name, coup.winner] += 1
        cells[str(sum(coup.banker[:2]) % 10), name, coup.winner] += 1
    for rows, found in ((given_odds(STANDARD, shoe, "third-card").rows, third),
                        (given_odds(STANDARD, shoe, "banker-third").rows, cells)):
        for row in rows:
            counts = [found[(*row.what, winner)] for winner in range(3)]
            assert row.probability == Fraction(sum(counts), total)
            assert row.outcomes is None or list(row.outcomes) == [Fraction(c, sum(counts)) for c in counts]


@pytest.mark.parametrize("shoe", [*SHOES, Shoe.infinite_deck()], ids=lambda shoe: shoe.describe())
def test_every_table_averages_to_the_odds_of_the_coup(shoe):
    odds = Study(STANDARD, ()).odds(shoe)
    for table in ("player-total", "both-totals", "third-card"):
        rows = given_odds(STANDARD, shoe, table).rows
        assert sum(row.probability for row in rows) == 1
        means = [sum(row.probability * row.outcomes[i] for row in rows if row.outcomes) for i in range(3)]
        assert means == [odds.player, odds.banker, odds.tie]


def test_a_coup_card_by_card():
    banker = load_game("punto-banco").named("banker")
    steps = list(through_a_coup(STANDARD, Shoe.decks(8), "P9 B4 P2 B2 P6 BK", (banker,)))
    assert [step.last for step in steps] == ["before the deal", "P9", "B4", "P2", "B2", "P6", "BK"]
    assert (steps[-1].odds.player, steps[-1].odds.banker, steps[-1].odds.tie) == (1, 0, 0)
    assert steps[-1].odds.bet("banker").ev == -1
    assert dealt_words(steps[2].known) == "Player 9, Banker 4"
    # Before each card the odds are the mean over what it may be.
    shoe = Shoe.decks(8)
    mean = sum(Fraction(count, 416) * list(through_a_coup(STANDARD, shoe, f"P{name}", ()))[1].odds.player
               for name, count in zip("0A23456789", shoe.counts(VALUES), strict=True))
    assert mean == steps[0].odds.player


def test_a_natural_and_totals_in_place_of_cards():
    steps = list(through_a_coup(STANDARD, Shoe.decks(6), "P=9 B=8", ()))
    assert steps[-1].odds.player == 1
    with pytest.raises(DealError, match="names no card"):
        list(through_a_coup(STANDARD, Shoe.decks(6), " ", ()))
    with pytest.raises(DealError, match="out of turn"):
        list(through_a_coup(STANDARD, Shoe.decks(6), "P9 P4", ()))
    with pytest.raises(IllegalRemovalError):
        list(through_a_coup(STANDARD, Shoe.of({"0": 20}), "P9", ()))
