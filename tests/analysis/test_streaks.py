"""Streaks against every sequence of results, and against dealt shoes."""

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import product

import pytest

from exact.analysis.shoe.coups import least_and_most
from exact.analysis.shoe.estimates import deviation, frequency, ratio
from exact.analysis.shoe.events import read_history
from exact.analysis.shoe.sequence import after
from exact.analysis.shoe.simulate import RowDealer, in_blocks, simulate_history
from exact.analysis.shoe.streaks import Streaks, dealt_streaks, fresh_streaks
from exact.engine.dealing.dealer import ENDED
from exact.errors import ShoeExhaustedError, UsageError
from exact.game.catalogue import load_game
from exact.game.procedure import Procedure
from exact.game.rules import STANDARD, Square
from exact.game.shoe import Shoe
from exact.progress import quiet
from tests.oracles.orders_of_a_shoe import coups, orders

UNCUT = Procedure("none", 0)
LAW = (Fraction(4, 9), Fraction(3, 9), Fraction(2, 9))


def runs(results, side, ties):
    """The lengths of the runs of a sequence of results, read off by hand."""
    wanted = "PB".index(side[0].upper())
    if ties == "ignore":
        results = [r for r in results if r != 2]
    found, length = [], 0
    for r in [*results, None]:
        if r is not None and (r == wanted or (r == 2 and ties == "count")):
            length += 1
        elif length:
            found.append(length)
            length = 0
    return found


@pytest.mark.parametrize("side", ["player", "banker"])
@pytest.mark.parametrize("ties", ["break", "ignore", "count"])
def test_runs_over_every_sequence_of_results(side, ties):
    coups_in_all = 6
    streaks = Streaks(side, ties, coups_in_all, LAW)
    at_least, expected, longest = [0] * 8, [Fraction(0)] * 8, [0] * 8
    for results in product(range(3), repeat=coups_in_all):
        p = Fraction(1)
        for r in results:
            p *= LAW[r]
        found = runs(results, side, ties)
        longest[max(found, default=0)] += p
        for k in range(1, 8):
            at_least[k] += p * (max(found, default=0) >= k)
            expected[k] += p * sum(length >= k for length in found)
    for k in range(1, 8):
        assert streaks.at_least(k) == at_least[k]
        assert streaks.expected(k) == expected[k]
    assert streaks.expected_exactly(2) == expected[2] - expected[3]
    assert streaks.longest == tuple(longest[:7])


def test_decided_coups_leave_the_ties_out():
    p = LAW[0] / (LAW[0] + LAW[1])
    streaks = Streaks("player", "break", 5, LAW, decisions=True)
    assert streaks.chances == (p, 0, 1 - p)
    assert streaks.at_least(5) == p**5


def test_runs_that_begin_here():
    streaks = Streaks("banker", "ignore", 5, LAW)
    share = LAW[1] / (LAW[0] + LAW[1])
    assert streaks.from_here(0) == 1 - share
    assert streaks.from_here(3) == share**3 * (1 - share)
    broken = Streaks("banker", "break", 5, LAW)
    assert broken.from_here(2) == LAW[1] ** 2 * (1 - LAW[1])


def rows_of(rules, shoe, procedure, coups, number, seed):
    """The winners and the cards of each coup of dealt shoes, as the simulator deals them in its blocks."""
    dealer = RowDealer.of(rules, shoe, procedure, coups)
    _, blocks = in_blocks(dealer.deal, seed, number, "shoes", None, quiet)
    return [list(zip(winners.tolist(), cards.tolist(), strict=True)) for block in blocks
            for winners, cards in zip(*block, strict=True)]


@pytest.mark.parametrize("procedure", [UNCUT, Procedure(), Procedure("none", 10, 0, 2)], ids=repr)
def test_dealt_runs_are_counted_as_by_hand(procedure):
    """The same dealt shoes, read off coup by coup in Python."""
    shoe = Shoe.decks(1)
    most = least_and_most(STANDARD, shoe, procedure)[1]
    rows = [[w for w, _ in row if w != ENDED] for row in rows_of(STANDARD, shoe, procedure, most, 300, 11)]
    for ties, decisions in (("break", False), ("ignore", False), ("count", False), ("ignore", True)):
        question = fresh_streaks(STANDARD, shoe, "player", ties, 7, decisions)
        dealt = dealt_streaks(STANDARD, shoe, question, procedure, 4, 300, 11)
        looked_at = [[w for w in row if w != 2][:7] if decisions else row[:7] for row in rows]
        found = [runs(row, "player", ties) for row in looked_at]
        for k in range(1, 5):
            assert dealt.at_least[k - 1].mean == sum(max(f, default=0) >= k for f in found) / 300
            assert dealt.expected[k - 1].mean == sum(sum(n >= k for n in f) for f in found) / 300
        assert dealt.longest.mean == pytest.approx(sum(max(f, default=0) for f in found) / 300)
        assert dealt.ran_short.mean == sum(len(row) < 7 for row in looked_at) / 300
        assert dealt.per_shoe.mean == pytest.approx(sum(map(len, rows)) / 300)


def test_dealt_shoes_have_the_laws_of_all_orders():
    counts = (8, 0, 0, 0, 0, 3, 0, 0, 1, 0)
    shoe = Shoe.of({"0": 8, "5": 3, "8": 1})
    found = {}
    for order in orders(counts):
        key = tuple((coup.winner, coup.cards) for coup in coups(order, STANDARD, 2))
        found[key] = found.get(key, 0) + 1
    total, number, seen = sum(found.values()), 40_000, {}
    for row in rows_of(STANDARD, shoe, UNCUT, 2, number, 3):
        seen[tuple(row)] = seen.get(tuple(row), 0) + 1
    assert set(seen) <= set(found)
    for key, count in found.items():
        p = count / total
        assert abs(seen.get(key, 0) / number - p) < 5 * (p * (1 - p) / number) ** 0.5


def test_the_shoes_of_a_seed_are_the_same_however_far_they_are_looked_at():
    """And whatever runs the blocks: each has a stream of its own."""
    shoe = Shoe.decks(1)
    rows = rows_of(STANDARD, shoe, UNCUT, 8, 50, 9)
    assert [row[:5] for row in rows] == rows_of(STANDARD, shoe, UNCUT, 5, 50, 9)
    assert rows != rows_of(STANDARD, shoe, UNCUT, 8, 50, 10)
    question = fresh_streaks(STANDARD, shoe, "banker", "break", 5)
    with ThreadPoolExecutor(3) as executor:
        assert (dealt_streaks(STANDARD, shoe, question, UNCUT, 3, 500, 9, executor)
                == dealt_streaks(STANDARD, shoe, question, UNCUT, 3, 500, 9))


def test_dealing_with_a_burn_a_printed_card_and_chance_moves():
    game = load_game("7-up")
    rows = rows_of(game.rules, game.shoe(), UNCUT, 20, 2000, 1)
    assert {cards for row in rows for _, cards in row} <= {3, 4, 5}
    plain, burned = ([w for row in rows_of(STANDARD, Shoe.decks(1), Procedure(burn, 0), 13, 500, 1) for w, _ in row]
                     for burn in ("none", "first-card"))
    assert burned.count(ENDED) > plain.count(ENDED)
    mixed = STANDARD.with_square(Square("Banker", 5, 4, Fraction(1, 2)))
    winners = [w for row in rows_of(mixed, Shoe.decks(8), UNCUT, 30, 3000, 2) for w, _ in row]
    tie = winners.count(2) / len(winners)
    low, high = (float(fresh_streaks(STANDARD.with_square(Square("Banker", 5, 4, Fraction(draw))), Shoe.decks(8),
                                     "player", "break", 5).outcomes[2]) for draw in (0, 1))
    assert min(low, high) - 0.004 < tie < max(low, high) + 0.004


def test_a_simulated_history_agrees_with_the_exact_law():
    history = read_history("BT")
    (exact,) = after(STANDARD, Shoe.decks(1), history)
    happened, law = simulate_history(STANDARD, Shoe.decks(1), [1, 2], 40_000, 4)
    assert abs(happened.off(float(exact.history))) < 4
    assert all(abs(law[i].off(float(exact.probability(i)))) < 4 for i in range(3))


def test_estimates():
    """From ten blocks of one shoe each: the mean of values with sum 30 and squares 300, a ratio of sums, a share."""
    values = [10.0] * 3 + [0.0] * 7
    one = ratio(values, [1.0] * 10, 10, 1)
    assert (one.mean, one.n, one.seed) == (3, 10, 1)
    assert one.standard_error == pytest.approx((21 / 9) ** 0.5)
    assert ratio([0.0] * 10, [0.0] * 10, 10, 1).mean is None
    assert deviation(values, [100.0] * 3 + [0.0] * 7, [1] * 10, 1).mean == pytest.approx(21 ** 0.5)
    shares = [1.0] * 3 + [0.0] * 7
    assert frequency(3, 10, 1).standard_error == pytest.approx(ratio(shares, [1.0] * 10, 10, 1).standard_error)
    assert frequency(1, 1, 1).standard_error is None


def test_bad_questions():
    for bad in (("nobody", "break", 5), ("player", "bend", 5), ("player", "break", 0), ("player", "break", 10**6)):
        with pytest.raises(UsageError):
            Streaks(*bad, LAW)
    with pytest.raises(UsageError, match="at least one coup"):
        Streaks("player", "break", 5, LAW).at_least(0)
    with pytest.raises(UsageError, match="every coup is a tie"):
        _ = Streaks("player", "break", 5, (Fraction(0), Fraction(0), Fraction(1)), True).chances
    with pytest.raises(ShoeExhaustedError, match="5 coups may need 30"):
        simulate_history(STANDARD, Shoe.of({"0": 20, "9": 5}), [0, 0, 0, 0], 100, 1)
    with pytest.raises(UsageError, match="shoe inf"):
        RowDealer.of(STANDARD, Shoe.infinite_deck(), UNCUT, 5)
    with pytest.raises(UsageError, match="shoes"):
        simulate_history(STANDARD, Shoe.decks(1), [0], 0, 1)
