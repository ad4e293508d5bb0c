"""The tree behind a number: every level mixes to the level above, down to the counts of the walk."""

from fractions import Fraction

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from exact.engine.brute_force import Walk
from exact.engine.coup.explain import explain
from exact.errors import ShoeExhaustedError
from exact.game.cards import parse_card
from exact.game.coup import CoupInProgress, Position
from exact.game.rules import STANDARD
from exact.game.rules_file import read_rules
from tests import strategies
from tests.oracles import flat_coups as flat


def branches_below(branch):
    yield branch
    for inner in branch.branches:
        yield from branches_below(inner)


def check(tree):
    for branch in branches_below(tree):
        assert sum(branch.outcomes) == 1
        if branch.branches:
            assert sum(inner.probability for inner in branch.branches) == 1, branch.text
            mixed = tuple(sum(inner.probability * inner.outcomes[i] for inner in branch.branches) for i in range(3))
            assert mixed == branch.outcomes, branch.text


@settings(max_examples=15, deadline=None, phases=[Phase.explicit, Phase.generate])  # a tree takes long to shrink
@given(strategies.small_counts(6, 9), strategies.tableaux(), st.integers(0, 3))
def test_branches_add_up_and_mix_to_the_whole(counts, table, depth):
    rules = read_rules(table)
    tree = explain(rules, CoupInProgress(), counts, depth)
    check(tree)
    found = Walk(rules).outcomes(counts)
    assert tree.outcomes == tuple(Fraction(count, sum(found)) for count in found)


def coup(*cards):
    return CoupInProgress(tuple((Position[card[:2]], parse_card(card[2:])) for card in cards))


def test_after_four_cards_the_tree_shows_each_third_card_and_what_banker_does():
    counts = (15, 4, 4, 3, 3, 4, 4, 4, 4, 4)
    tree = explain(STANDARD, coup("P1A", "B13", "P24", "B20"), counts, 1)
    texts = [branch.text for branch in tree.branches]
    assert "Player draws 8: Player 3; Banker stands on 3" in texts
    assert "Player draws 9: Player 4; Banker draws on 3" in texts
    check(tree)
    branch = tree.branches[texts.index("Player draws 8: Player 3; Banker stands on 3")]
    assert branch.probability == Fraction(4, sum(counts))
    assert branch.outcomes == (0, 0, 1)


def test_banker_to_draw_shows_the_last_cards():
    counts = (0, 1, 2, 0, 3, 0, 0, 0, 0, 0)
    tree = explain(STANDARD, coup("P1A", "B13", "P24", "B20", "P35"), counts, 2)
    check(tree)
    last = [branch for branch in branches_below(tree) if branch.text.startswith("Banker draws ")]
    assert {branch.text: branch.probability for branch in last} == {
        "Banker draws 1: Banker 4": Fraction(1, 6), "Banker draws 2: Banker 5": Fraction(1, 3),
        "Banker draws 4: Banker 7": Fraction(1, 2)}
    assert tree.outcomes == (0, 1, 0)


@pytest.mark.parametrize("depth", [0, 1, 2, 4])
def test_a_tree_that_ends_where_player_may_draw_or_stand_is_not_cut_in_half(depth):
    """With mixed squares of both hands: either both of Player's courses are shown or neither."""
    rules = read_rules(flat.STANDARD | {
        "player_draws": [0, 1, 2, 3, 4, {"on": 5, "draw": "1/2"}],
        "banker_draws": flat.STANDARD["banker_draws"] | {"3": [4, 5, {"on": "stood", "draw": "1/2"}]}})
    tree = explain(rules, coup("P1A", "B13", "P24", "B20"), (4,) * 10, depth)
    check(tree)
    assert bool(tree.branches) == (depth > 0)


def test_a_natural_is_said_to_end_the_coup():
    tree = explain(STANDARD, coup("P19", "B13", "P20", "B22"), (4,) * 10, 2)
    assert tree.text.endswith("a natural ends the coup")
    assert tree.outcomes == (1, 0, 0)
    assert not tree.branches


def test_known_totals_weigh_the_first_cards():
    known = CoupInProgress((), 5, None)
    tree = explain(STANDARD, known, (2, 1, 1, 1, 1, 1, 0, 0, 0, 0), 1)
    check(tree)
    expected = flat.outcomes(flat.texts((2, 1, 1, 1, 1, 1, 0, 0, 0, 0)), totals={"P": 5})
    assert tree.outcomes == tuple(Fraction(count) / sum(expected) for count in expected)


def test_a_tree_of_too_small_a_shoe_is_refused():
    with pytest.raises(ShoeExhaustedError):
        Walk(STANDARD, coup("P19")).outcomes((4, 0, 0, 0, 0, 0, 0, 0, 0, 0))
