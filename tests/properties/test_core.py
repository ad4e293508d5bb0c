"""What must hold of any shoe, any tableau and any bet."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from exact.analysis.odds.laws import Study, bet_law, slip
from exact.analysis.removal.effects import removal_effects, weighted_sum
from exact.engine.brute_force import Walk
from exact.engine.coup.compile import compile_joint
from exact.game.bets import OUTCOMES
from exact.game.cards import VALUES
from exact.game.catalogue import load_game
from exact.game.coup import CoupInProgress, Position
from exact.game.rules import STANDARD
from exact.game.rules_file import read_rules
from exact.game.shoe import Shoe
from tests import strategies
from tests.strategies import NAMES, value_shoe

GAME = load_game("punto-banco")
MAIN = tuple(GAME.named(name) for name in ("player", "banker", "tie"))
STUDY = Study(STANDARD, MAIN)


def outcome_counts(rules, shoe, known=CoupInProgress()):  # noqa: B008  # a frozen value
    law = compile_joint(rules, (OUTCOMES,), known).law(shoe)
    found = dict(zip(law.keys, law.counts, strict=True))
    return tuple(found.get((line,), 0) for line in range(3))


@settings(max_examples=12, deadline=None)
@given(strategies.counts(6, 400), strategies.tableaux())
def test_walk_and_polynomial_agree_on_any_shoe_under_any_tableau(counts, table):
    rules = read_rules(table)
    assert Walk(rules).outcomes(counts) == outcome_counts(rules, value_shoe(counts))


@settings(max_examples=20, deadline=None)
@given(strategies.counts(6, 5000))
def test_probabilities_add_up_to_one(counts):
    odds = STUDY.odds(value_shoe(counts))
    assert odds.player + odds.banker + odds.tie == 1
    for law in odds.bets:
        assert sum(law.counts) == law.of
        assert 0 <= law.hit_frequency <= 1
        assert law.variance >= 0
        resolved = law.edge_resolved
        assert resolved is None or abs(resolved) >= abs(law.house_edge)


@settings(max_examples=8, deadline=None)
@given(strategies.counts(7, 60), strategies.tableaux(), st.data())
def test_the_mean_over_all_one_card_removals_is_the_quantity_itself(counts, table, data):
    """A card burnt unseen changes nothing: exchangeability, for the EV and the second moment of any bet."""
    rules, bet, shoe = read_rules(table), data.draw(strategies.bets()), value_shoe(counts)
    whole = bet_law(rules, bet, shoe)
    for power in (1, 2):
        mean = sum(Fraction(count, sum(counts)) * bet_law(rules, bet, shoe.remove(NAMES[value])).moment(power)
                   for value, count in enumerate(counts) if count)
        assert mean == whole.moment(power)


@settings(max_examples=8, deadline=None)
@given(strategies.counts(8, 40))
def test_two_cards_burnt_unseen_change_nothing(counts):
    shoe, cards = value_shoe(counts), sum(counts)
    mean = Fraction(0)
    for first, held in enumerate(counts):
        for second, other in enumerate(counts):
            ways = held * (other - (first == second))
            if ways:
                mean += Fraction(ways, cards * (cards - 1)) * STUDY.odds(shoe.remove(NAMES[first], NAMES[second])).tie
    assert mean == STUDY.odds(shoe).tie


@settings(max_examples=10, deadline=None)
@given(strategies.counts(7, 200))
def test_effects_of_removal_weighted_by_the_cards_vanish(counts):
    for found in removal_effects(STUDY, value_shoe(counts)).values():
        assert weighted_sum(found) == 0


@settings(max_examples=20, deadline=None)
@given(strategies.card_shoes())
def test_projection_to_values_does_not_change_main_bets(shoe):
    assert STUDY.odds(shoe) == STUDY.odds(value_shoe(shoe.counts(VALUES)))


@settings(max_examples=15, deadline=None)
@given(strategies.shoes(), st.permutations(MAIN))
def test_the_order_of_bets_does_not_matter(shoe, bets):
    reordered = {law.bet: law for law in Study(STANDARD, tuple(bets)).odds(shoe).bets}
    assert reordered == {law.bet: law for law in STUDY.odds(shoe).bets}


@settings(max_examples=8, deadline=None)
@given(strategies.counts(7, 80), st.sampled_from(["P1", "B1", "P2", "B2"]))
def test_the_odds_are_the_mean_over_a_card_that_is_shown(counts, place):
    """The law of total probability over the card at one of the first four places, shown to one who knows no other."""
    shoe, cards = value_shoe(counts), sum(counts)
    mean = Fraction(0)
    for value, count in enumerate(counts):
        if count:
            name = NAMES[value]
            known = CoupInProgress(((Position[place], VALUES.classes[value]),))
            mean += Fraction(count, cards) * Study(STANDARD, MAIN, known).odds(shoe.remove(name)).banker
    assert mean == STUDY.odds(shoe).banker


@settings(max_examples=15, deadline=None)
@given(strategies.shoes(6, 100))
def test_hands_change_places_where_the_rules_are_the_same_for_both(shoe):
    """Both draw to five whatever the other did: then Player and Banker are alike."""
    rows = {str(total): [*range(10), "stood"] if total <= 5 else [] for total in range(8)}
    rules = read_rules({"naturals": [8, 9], "player_draws": [0, 1, 2, 3, 4, 5], "banker_draws": rows})
    player, banker, _ = outcome_counts(rules, shoe)
    assert player == banker


@settings(max_examples=6, deadline=None)
@given(strategies.shoes(), strategies.tableaux(), st.sampled_from(["1/2", "1/3", "3/4"]), st.integers(0, 5))
def test_a_mixed_square_mixes_the_two_pure_games(shoe, table, share, total):
    """Player draws on a total with some probability: the odds are that mixture of always and of never drawing."""
    naturals = table["naturals"]
    others = [square for square in table["player_draws"]
              if (square["on"] if isinstance(square, dict) else square) != total]
    found = {}
    for name, squares in {"never": [], "always": [total], "mixed": [{"on": total, "draw": share}]}.items():
        assert total not in naturals
        rules = read_rules(table | {"player_draws": [*others, *squares]})
        counts = outcome_counts(rules, shoe)
        found[name] = [Fraction(count, sum(counts)) for count in counts]
    p = Fraction(share)
    assert found["mixed"] == [p * a + (1 - p) * n for a, n in zip(found["always"], found["never"], strict=True)]


@settings(max_examples=15, deadline=None)
@given(strategies.shoes(), st.lists(st.integers(1, 100), min_size=3, max_size=3))
def test_a_slip_is_linear_in_its_stakes(shoe, amounts):
    stakes = [(bet, Fraction(amount)) for bet, amount in zip(MAIN, amounts, strict=True)]
    whole = slip(STANDARD, stakes, shoe)
    assert whole.ev == sum(amount * STUDY.odds(shoe).bet(bet.name).ev for bet, amount in stakes)
    double = slip(STANDARD, [(bet, 2 * amount) for bet, amount in stakes], shoe)
    assert (double.ev, double.variance, double.house_edge) == (2 * whole.ev, 4 * whole.variance, whole.house_edge)


@settings(max_examples=25, deadline=None)
@given(strategies.counts(6, 500), st.integers(1, 9))
def test_the_infinite_shoe_has_no_memory_of_its_size(counts, times):
    """With replacement only proportions count."""
    first = value_shoe(counts)
    more = value_shoe([times * count for count in counts])
    law = compile_joint(STANDARD, (OUTCOMES,))
    a, b = law.law(Shoe(first.holdings, True)), law.law(Shoe(more.holdings, True))
    assert [Fraction(x, a.of) for x in a.counts] == [Fraction(x, b.of) for x in b.counts]
