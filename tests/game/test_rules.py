"""Rules as data: the standard tableau square by square, and every fault of a rules table named with its key."""

from copy import deepcopy
from fractions import Fraction

import pytest
from hypothesis import given, settings

from exact.errors import RulesError
from exact.game.catalogue import load_game
from exact.game.coup import Position
from exact.game.deviations import changed_squares, deviations
from exact.game.rules import STANDARD, STOOD, Square
from exact.game.rules_file import read_rules
from tests import strategies
from tests.oracles import flat_coups as flat


def table(**changes):
    return deepcopy(flat.STANDARD) | changes


def rows(**changes):
    """The standard table with some of Banker's rows (r5=..., or None for no such row) changed."""
    changed = deepcopy(flat.STANDARD)
    for key, row in changes.items():
        changed["banker_draws"][key[1:]] = row
        if row is None:
            del changed["banker_draws"][key[1:]]
    return changed


def test_the_standard_tableau_read_from_a_table():
    assert read_rules(flat.STANDARD) == STANDARD == load_game("punto-banco").rules


@pytest.mark.parametrize("banker", range(8))
def test_each_square_of_the_standard_tableau(banker):
    draws = {0: "0123456789s", 1: "0123456789s", 2: "0123456789s", 3: "012345679s", 4: "234567s", 5: "4567s", 6: "67",
             7: ""}[banker]
    for third in range(10):
        assert STANDARD.courses(0, banker)[0].banker_draw(third) == (str(third) in draws)
    assert STANDARD.courses(6, banker)[0].banker_draw() == ("s" in draws)


def test_player_draws_to_five_and_stands_on_six_and_seven():
    assert [STANDARD.courses(total, 0)[0].player_draws for total in range(8)] == [1] * 6 + [0] * 2
    assert [total for total in range(10) if STANDARD.natural_hand(total, 0)] == [8, 9]


def test_a_coup_takes_six_cards_at_most_and_fewer_beside_printed_ones():
    assert STANDARD.most_cards == 6
    assert read_rules(table(printed={"P1": "7", "B1": 7})).most_cards == 4
    assert STANDARD.least_cards == 4
    assert read_rules(table(printed={"P1": "7", "B1": 7})).least_cards == 2
    assert load_game("three-card-baccarat").rules.least_cards == 6


# optional squares

def test_mixed_squares_are_exact():
    rules = read_rules(rows(r3=[{"on": 9, "draw": "1/3"}], r5=[{"on": "stood", "draw": "0.25"}, 4]))
    assert rules.courses(0, 3)[0].banker_draw(9) == Fraction(1, 3)
    assert rules.courses(7, 5)[0].banker_draw() == Fraction(1, 4)
    assert rules.courses(0, 5)[0].banker_draw(4) == 1


@pytest.mark.parametrize(("player", "banker", "scale"), [
    ("1/2", "1/3", 6), ("1/2", "1/2", 4), ("0", "1", 1), ("3/4", "5/6", 24)])
def test_the_scale_clears_every_course(player, banker, scale):
    rules = read_rules(rows(r3=[{"on": 9, "draw": banker}]) | {"player_draws": [0, {"on": 5, "draw": player}]})
    assert rules.scale == scale


# what differs is said

def test_the_standard_says_that_it_is_standard():
    assert str(STANDARD) == "standard tableau"
    assert STANDARD.deviations() == ()


def test_each_deviating_square_is_listed():
    rules = read_rules(rows(r6=[4, 5, 6, 7], r5=["stood"]))
    found = [str(deviation) for deviation in rules.deviations()]
    assert found == [f"Banker on 5 against a third card {x}: stands (standard: draws)" for x in (4, 5, 6, 7)] + [
        f"Banker on 6 against a third card {x}: draws (standard: stands)" for x in (4, 5)]


def test_deviations_in_sentences():
    assert read_rules(rows(r6=[4, 5, 6, 7])).differences() == [
        "Banker on 6 against a third card 4, 5: draws (standard: stands)"]
    assert read_rules(table(player_draws=[0, 1, 2, 3, 4])).differences() == ["Player on 5: stands (standard: draws)"]
    half = STANDARD.with_square(Square("Banker", 5, STOOD, Fraction(1, 2)))
    assert half.differences() == ["Banker on 5 after Player stood: draws with probability 1/2 (standard: draws)"]


def test_naturals_reading_and_printed_cards_are_said():
    draws = {**flat.STANDARD["banker_draws"], "8": []}
    rules = read_rules({"naturals": [9], "player_draws": [0, 1, 2, 3, 4, 5], "banker_draws": draws,
                        "banker_reads": "total", "printed": {"P1": "7"}})
    assert rules.differences() == [
        "naturals are 9 (standard: 8, 9)",
        "Banker's table is read by Player's final total (standard: by Player's third card)",
        "Player's first card is a 7 printed on the layout, not from the shoe"]


STANDS_TO_8_9 = {"banker": "stands", "player_total": [8, 9], "player_cards": 3}


def test_a_deviation_that_looks_at_the_other_hand_is_stronger_than_the_table():
    rules = read_rules({"deviations": [STANDS_TO_8_9]}, base=STANDARD)
    assert rules.differences() == ["Banker stands whenever Player's three cards make 8, 9"]
    assert [int(draw) for draw in rules.courses(5, 0)[0].banker_draws] == [1, 1, 1, 0, 0, 1, 1, 1, 1, 1]
    assert rules.courses(7, 0) == STANDARD.courses(7, 0), "against two cards the table holds"
    both = read_rules({"deviations": [STANDS_TO_8_9, {"banker": "draws", "player_total": [9], "banker_total": [6]}]},
                      base=STANDARD)
    assert [both.courses(5, 6)[0].banker_draw(third) for third in (3, 4)] == [0, 1]
    assert len({rules.hash, both.hash, STANDARD.hash}) == 3


def test_every_deviation_of_the_list_is_other_rules_with_a_title_of_its_own():
    listed = list(deviations(STANDARD))
    assert len({one.rules for one in listed}) == len({one.title for one in listed}) == len(listed)
    assert STANDARD not in [one.rules for one in listed]
    assert {one.rules.deviations() for one in changed_squares(STANDARD)} == {
        deviation for one in changed_squares(STANDARD) for deviation in [one.rules.deviations()] if len(deviation) == 1}
    assert len(list(changed_squares(STANDARD))) == 8 + 8 * 11
    ahead = next(one.rules for one in listed if one.title == "Banker stands whenever ahead")
    assert [int(ahead.courses(6, 5)[0].banker_draw()), int(ahead.courses(6, 3)[0].banker_draw())] == [1, 1]
    assert ahead.courses(5, 5)[0].banker_draw(6) == 0, "5 to 1: Banker is ahead"


@settings(max_examples=25, deadline=None)
@given(strategies.tableaux())
def test_every_square_that_deviates_is_a_deviation(data):
    rules = read_rules(data)
    different = {(d.here.hand, d.here.total, d.here.against) for d in rules.deviations()}
    for total in rules.open_totals:  # what play never comes to does not count
        for against in filter(rules.reaches, range(11)):
            same = rules.banker_draws[total][against] == STANDARD.banker_draws[total][against]
            assert (("Banker", total, against) in different) != same
        same = rules.player_draws[total] == STANDARD.player_draws[total]
        assert (("Player", total, None) in different) != same


def test_equal_rules_have_one_hash_and_other_rules_another():
    assert read_rules(table()).hash == STANDARD.hash
    assert read_rules(table(player_draws=[0, 1, 2, 3, 4])).hash != STANDARD.hash
    assert read_rules(table(banker_reads="total")).hash != STANDARD.hash
    assert read_rules(table(printed={"P1": "7"})).hash != STANDARD.hash


def test_a_parents_rows_are_kept_where_a_table_is_silent():
    rules = read_rules({"banker_draws": {"6": [4, 5, 6, 7]}}, base=STANDARD)
    assert rules.banker_draws[5] == STANDARD.banker_draws[5]
    assert rules == read_rules(rows(r6=[4, 5, 6, 7]))


# faults

FAULTS = {
    "a misspelt key": (table(player_draw=[1]), "rules.player_draw: unknown key"),
    "no naturals": ({k: v for k, v in table().items() if k != "naturals"}, "rules.naturals: missing"),
    "no player_draws": ({k: v for k, v in table().items() if k != "player_draws"}, "rules.player_draws: missing"),
    "no banker_draws": ({k: v for k, v in table().items() if k != "banker_draws"}, "rules.banker_draws: missing"),
    "a missing row": (rows(r5=None), "rules.banker_draws: missing row 5"),
    "two missing rows": (rows(r5=None, r0=None), "rules.banker_draws: missing rows 0, 5"),
    "a row for a natural": (rows(r8=[1]), "rules.banker_draws.8: a natural ends the coup"),
    "a row beyond nine": (rows(r10=[1]), "rules.banker_draws.10: a row is a total from 0 to 9"),
    "a row that is no number": (rows(rfive=[1]), "rules.banker_draws.five: a row is a total"),
    "a row that is no list": (rows(r5="4-7"), "rules.banker_draws.5: '4-7' is not a list"),
    "no table of rows": (table(banker_draws=[1, 2]), "rules.banker_draws: [1, 2] is not a table"),
    "a third card above nine": (rows(r3=[11]), "rules.banker_draws.3: 11 is not a third card from 0 to 9"),
    "a negative third card": (rows(r3=[-1]), "rules.banker_draws.3: -1 is not a third card"),
    "a third card that is a fraction": (rows(r3=[Fraction(3, 2)]), "rules.banker_draws.3: 1.5 is not"),
    "true for a third card": (rows(r3=[True]), "rules.banker_draws.3: true is not a third card"),
    "a misspelt word": (rows(r3=["stand"]), "rules.banker_draws.3: 'stand' is not a third card"),
    "a square twice": (rows(r3=[4, 4]), "rules.banker_draws.3: 4 stands twice"),
    "a square twice, once mixed": (rows(r3=[4, {"on": 4, "draw": "1/2"}]), "rules.banker_draws.3: 4 stands twice"),
    "stood twice": (rows(r3=["stood", "stood"]), "rules.banker_draws.3: 'stood' stands twice"),
    "a probability above one": (rows(r3=[{"on": 9, "draw": "3/2"}]), "draw = '3/2' is not a probability"),
    "a negative probability": (rows(r3=[{"on": 9, "draw": "-1/2"}]), "draw = '-1/2' is not a probability"),
    "a probability that is no number": (rows(r3=[{"on": 9, "draw": "nan"}]), "draw = 'nan' is not a probability"),
    "a probability over nought": (rows(r3=[{"on": 9, "draw": "1/0"}]), "draw = '1/0' is not a probability"),
    "a binary float": (rows(r3=[{"on": 9, "draw": 0.1}]), "draw = 0.1 is not a probability"),
    "an optional square without a card": (rows(r3=[{"draw": "1/2"}]), "an optional square is"),
    "an optional square with too much": (rows(r3=[{"on": 9, "draw": "1/2", "x": 1}]), "an optional square is"),
    "Player draws on a natural": (table(player_draws=[0, 8]), "rules.player_draws: 8 is a natural"),
    "Player stood for Player": (table(player_draws=["stood"]), "rules.player_draws: 'stood' is not a total"),
    "naturals no list": (table(naturals=9), "rules.naturals: 9 is not a list"),
    "a natural above nine": (table(naturals=[8, 9, 10]), "rules.naturals: 10 is not a total"),
    "a natural twice": (table(naturals=[8, 8, 9]), "rules.naturals: a total stands twice"),
    "a deviation of nobody": (table(deviations=[{"player_total": [8]}]), "needs banker and player_total"),
    "a deviation to nothing": (table(deviations=[{"banker": "folds", "player_total": [8]}]), "'folds' is neither"),
    "a deviation at ten": (table(deviations=[{"banker": "draws", "player_total": [10]}]), "10 is not a total"),
    "a deviation of four cards": (table(deviations=[{"banker": "draws", "player_total": [8], "player_cards": 4}]),
                                  "4 is neither 2 nor 3"),
    "a reading that does not exist": (table(banker_reads="card"), "rules.banker_reads: 'card' is neither"),
    "a printed third card": (table(printed={"P3": "7"}), "rules.printed.P3: a printed card stands at"),
    "a printed card that is none": (table(printed={"P1": "11"}), "rules.printed.P1: card '11': not a card"),
    "printed no table": (table(printed="7"), "rules.printed: '7' is not a table"),
}


@pytest.mark.parametrize(("data", "fault"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_named_with_its_key(data, fault):
    with pytest.raises(RulesError) as caught:
        read_rules(data)
    assert fault in str(caught.value)


def test_all_faults_of_a_table_are_named_at_once():
    data = rows(r5=None, r3=[11], r6=[4, 4])
    data["player_draws"] = [12]
    data["banker_read"] = "total"
    with pytest.raises(RulesError) as caught:
        read_rules(data, "file 'bad.toml': rules")
    text = str(caught.value)
    for fault in ("banker_read: unknown key", "player_draws: 12", "banker_draws.3: 11",
                  "banker_draws.6: 4 stands twice", "banker_draws: missing row 5"):
        assert f"file 'bad.toml': rules.{fault}" in text


def test_out_of_range_naturals_are_not_also_called_twice():
    with pytest.raises(RulesError) as caught:
        read_rules(table(naturals=[10, 11]))
    assert "twice" not in str(caught.value)


def test_positions_are_in_the_order_of_dealing():
    assert [position.name for position in Position] == ["P1", "B1", "P2", "B2", "P3", "B3"]
