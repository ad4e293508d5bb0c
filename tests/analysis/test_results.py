"""Results alone: tails against sums of the laws themselves, statistics against enumeration, and no false alarm."""

import io
import json
import random
from fractions import Fraction
from itertools import pairwise, permutations
from math import comb, exp, factorial, isclose, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact.analysis.audit.explain import explain_faults
from exact.analysis.audit.multinomial import MOST_COUPS, multinomial_p
from exact.analysis.audit.results import (
    ResultsCount,
    at_least,
    at_most,
    binomial_interval,
    binomial_p,
    chi_square_tail,
    judge_counts,
    judge_results,
)
from exact.analysis.logs.reader import LogReader
from exact.cli import main
from exact.errors import LogError
from exact.game.catalogue import load_game
from exact.game.rules import STANDARD, Square
from exact.game.shoe import Shoe
from tests.oracles import log_dealer as dealer

GAME = load_game("punto-banco")
RULES, SHOE = GAME.rules, Shoe.decks(8)


def exactly(seen, coups, chance):
    return chance**seen * (1 - chance)**(coups - seen) * comb(coups, seen)


@pytest.mark.parametrize(("coups", "chance"), [(1, Fraction(1, 3)), (7, Fraction(1, 2)), (60, Fraction(19, 200)),
                                               (12, Fraction(0)), (12, Fraction(1))])
def test_binomial_tails_are_the_sums_of_the_law(coups, chance):
    for seen in range(coups + 1):
        low = sum(exactly(k, coups, chance) for k in range(seen + 1))
        high = sum(exactly(k, coups, chance) for k in range(seen, coups + 1))
        assert isclose(at_most(seen, coups, chance), low, rel_tol=1e-15)
        assert isclose(at_least(seen, coups, chance), high, rel_tol=1e-15)
        assert isclose(binomial_p(seen, coups, chance), min(1, 2 * low, 2 * high), rel_tol=1e-15)


outcomes = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=3, max_size=3).filter(
    lambda pairs: sum(weight for weight, _ in pairs) > 0)


@settings(max_examples=60, deadline=None)
@given(outcomes)
def test_the_multinomial_p_value_is_the_sum_over_all_results_that_are_at_most_as_probable(pairs):
    weights, seen = zip(*pairs, strict=True)
    chances, coups = [Fraction(weight, sum(weights)) for weight in weights], sum(seen)

    def chance(numbers):
        return factorial(coups) * prod(p**k / factorial(k) for p, k in zip(chances, numbers, strict=True))

    every = [chance((a, b, coups - a - b)) for a in range(coups + 1) for b in range(coups + 1 - a)]
    assert sum(every) == 1
    wanted = float(sum(one for one in every if one <= chance(seen)))
    assert isclose(multinomial_p(seen, chances), wanted, rel_tol=1e-10, abs_tol=0)


def test_many_coups_have_chi_square_alone_and_it_is_said(capsys):
    chances = (Fraction(446, 1000), Fraction(459, 1000), Fraction(95, 1000))
    assert isclose(multinomial_p((1115, 1148, 237), chances), 1, abs_tol=0.01)
    assert multinomial_p((MOST_COUPS, 1, 0), chances) is None
    assert main(["audit", "--counts", "player=4463,banker=4587,tie=951"]) == 0
    assert "needs at most 10,000 coups; here chi-square stands alone" in " ".join(capsys.readouterr().out.split())
    assert main(["audit", "--counts", "player=446,banker=458,tie=95", "--format", "json"]) == 0
    assert 0.99 < json.loads(capsys.readouterr().out)["multinomial_p"] <= 1


def test_a_tail_far_out_is_not_nought():
    assert isclose(at_least(1000, 1000, Fraction(1, 2)), 2.0**-1000, rel_tol=1e-14)


@pytest.mark.parametrize(("seen", "coups"), [(0, 9), (1, 9), (3, 9), (8, 9), (9, 9), (1, 1), (95, 1000), (1, 10**5),
                                             (458_600, 10**6)])
def test_an_interval_ends_where_the_tails_do(seen, coups):
    found = binomial_interval(seen, coups)
    step = Fraction(2, 10**7)
    assert seen == 0 or at_least(seen, coups, found.low) <= 0.025 < at_least(seen, coups, found.low + step)
    assert seen == coups or at_most(seen, coups, found.high) < 0.025 <= at_most(seen, coups, found.high - step)


def test_the_tail_of_chi_square():
    assert isclose(chi_square_tail(Fraction(3), 2), exp(-1.5), rel_tol=1e-15)
    assert isclose(chi_square_tail(Fraction(5), 6), exp(-2.5) * (1 + 2.5 + 2.5**2 / 2), rel_tol=1e-15)


def test_counts_against_the_law_of_the_fresh_shoe():
    found = judge_counts(RULES, SHOE, (4463, 4587, 950))
    assert found.coups == 10_000
    assert [float(one.probability) for one in found.outcomes] == [0.44624660934359683, 0.458597422632763,
                                                                  0.0951559680236402]
    expected = [10_000 * one.probability for one in found.outcomes]
    assert found.chi_square.observed == sum((o - e)**2 / e for o, e in zip((4463, 4587, 950), expected, strict=True))
    assert (found.runs, found.dependence, found.ties_by_shoe) == (None, None, None)
    assert judge_counts(RULES, SHOE, (4463, 4287, 1250)).chi_square.p_value < 1e-20


def judged(text):
    return judge_results(LogReader(io.BytesIO(text.encode()), "log", SHOE), RULES, SHOE)


def runs_of(order):
    hands = [code for code in order if code < 2]
    return sum(i == 0 or hands[i] != hands[i - 1] for i in range(len(hands)))


def test_the_runs_expected_are_the_mean_over_all_orders_of_each_shoe():
    found = judged("PPBTB\nPBBBT\n")
    expected = Fraction(0)
    for shoe in ([0, 0, 1, 2, 1], [0, 1, 1, 1, 2]):
        orders = [runs_of(order) for order in permutations(shoe)]
        expected += Fraction(sum(orders), len(orders))
    assert (found.runs.observed, found.runs.expected) == (2 + 2, expected)


def test_what_is_counted_does_not_depend_on_the_pieces():
    rng = random.Random(4)
    shoes = [bytes(rng.choices(range(3), [45, 46, 9], k=rng.randrange(1, 60))) for _ in range(30)]
    whole, pieces = ResultsCount(), ResultsCount()
    for shoe in shoes:
        whole.add(shoe)
        whole.close()
        for place in range(0, len(shoe), 7):
            pieces.add(shoe[place:place + 7])
        pieces.close()
    assert (whole.outcomes == pieces.outcomes).all()
    assert (whole.pairs == pieces.pairs).all()
    assert (whole.runs, whole.hands, whole.ties) == (pieces.runs, pieces.hands, pieces.ties)
    assert whole.runs == sum(map(runs_of, shoes))
    pairs = np.zeros(9, dtype=int)
    for shoe in shoes:
        for first, second in pairwise(shoe):
            pairs[3 * first + second] += 1
    assert (whole.pairs == pairs).all()


def test_dealt_shoes_give_no_alarm_and_a_program_without_memory_of_its_own_does():
    rows = list(dealer.rows(6000, seed=12))
    letters, shoes = {"player": "P", "banker": "B", "tie": "T"}, {}
    for row in rows:
        shoes.setdefault(row[0], []).append(letters[row[4]])
    fair = judged("".join("".join(shoe) + "\n" for shoe in shoes.values()))
    tests = [fair.chi_square, fair.runs, fair.dependence, fair.ties_by_shoe]
    assert all(test.p_value > 0.001 for test in tests)
    assert (fair.coups, fair.count.shoes) == (6000, len(shoes))
    streaky = judged("".join("".join(sorted(shoe)) + "\n" for shoe in shoes.values()))
    assert streaky.chi_square == fair.chi_square
    assert streaky.runs.p_value < 1e-20
    assert streaky.dependence.p_value < 1e-20


def test_ties_that_come_in_some_shoes_only_are_seen():
    text = ("P" * 36 + "B" * 36 + "T" * 8 + "\n") * 20
    spread = ("P" * 36 + "B" * 36 + "T" * 16 + "\n" + "P" * 36 + "B" * 36 + "\n") * 10
    assert judged(text).ties_by_shoe.p_value > 0.9
    assert judged(spread).ties_by_shoe.p_value < 1e-6


def test_an_empty_table_of_winners_is_refused():
    with pytest.raises(LogError, match="no rows below its header"):
        judged("shoe,winner\n")


def test_the_changed_square_that_a_log_was_dealt_by_is_found():
    square = Square("Banker", 5, 4, Fraction(0))
    draws = {(0, 5, 4, False): 7, (0, 5, 5, True): 3, (6, 5, 10, True): 2, (2, 6, 6, True): 1}
    found = explain_faults(STANDARD, draws)
    assert found.faults == 7
    assert (found.explanations[0].deviation.rules, found.explanations[0].remaining) == (STANDARD.with_square(square), 0)
    assert explain_faults(STANDARD.with_square(square), draws).faults == 0
