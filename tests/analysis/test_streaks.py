"""Streaks against every sequence of results, and against dealt shoes."""

from fractions import Fraction
from itertools import product

import pytest

from exact.analysis.shoe.events import read_history
from exact.analysis.shoe.sampled import after_by_simulation, sampled_mean, sampled_ratio
from exact.analysis.shoe.sequence import after
from exact.analysis.shoe.streaks import Streaks, dealt_streaks, fresh_streaks, run_from_here
from exact.engine.dealing.shoe_rows import ENDED, Ending, deal_shoes
from exact.errors import ShoeExhaustedError, UsageError
from exact.game.catalogue import load_game
from exact.game.rules import STANDARD, Square
from exact.game.shoe import Shoe
from tests.oracles.orders_of_a_shoe import coups, orders

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
    assert run_from_here(streaks, 0) == 1 - share
    assert run_from_here(streaks, 3) == share**3 * (1 - share)
    broken = Streaks("banker", "break", 5, LAW)
    assert run_from_here(broken, 2) == LAW[1] ** 2 * (1 - LAW[1])


def test_dealt_runs_are_counted_as_by_hand():
    """The same dealt shoes, read off coup by coup in Python."""
    shoe = Shoe.decks(1)
    rows = [row.tolist() for batch in deal_shoes(STANDARD, shoe, Ending(9), 300, 11) for row in batch.winners]
    for ties in ("break", "ignore", "count"):
        question = fresh_streaks(STANDARD, shoe, "player", ties, 9)
        dealt = dealt_streaks(STANDARD, shoe, question, 4, 300, 11)
        found = [runs([r for r in row if r != ENDED], "player", ties) for row in rows]
        for k in range(1, 5):
            assert dealt.at_least[k - 1].mean == sum(max(f, default=0) >= k for f in found) / 300
            assert dealt.expected[k - 1].mean == sum(sum(n >= k for n in f) for f in found) / 300
        assert dealt.longest.mean == pytest.approx(sum(max(f, default=0) for f in found) / 300)
        assert dealt.ran_short.mean == sum(ENDED in row for row in rows) / 300


def test_dealt_shoes_have_the_laws_of_all_orders():
    counts = (8, 0, 0, 0, 0, 3, 0, 0, 1, 0)
    shoe = Shoe.of({"0": 8, "5": 3, "8": 1})
    found = {}
    for order in orders(counts):
        key = tuple((coup.winner, coup.cards) for coup in coups(order, STANDARD, 2))
        found[key] = found.get(key, 0) + 1
    total, number, seen = sum(found.values()), 40_000, {}
    for batch in deal_shoes(STANDARD, shoe, Ending(2), number, 3):
        for w, c in zip(batch.winners.tolist(), batch.cards.tolist(), strict=True):
            key = tuple(zip(w, c, strict=True))
            seen[key] = seen.get(key, 0) + 1
    assert set(seen) <= set(found)
    for key, count in found.items():
        p = count / total
        assert abs(seen.get(key, 0) / number - p) < 5 * (p * (1 - p) / number) ** 0.5


def test_a_shoe_of_a_seed_is_the_same_in_any_batch():
    rows = [row.tolist() for b in deal_shoes(STANDARD, Shoe.decks(1), Ending(8), 50, 9) for row in b.winners]
    again = [row.tolist() for start in (0, 20) for b in deal_shoes(STANDARD, Shoe.decks(1), Ending(8), 30, 9, start)
             for row in b.winners]
    assert rows[:30] == again[:30]
    assert rows[20:50] == again[30:]
    other = [row.tolist() for b in deal_shoes(STANDARD, Shoe.decks(1), Ending(8), 50, 10) for row in b.winners]
    assert rows != other


def test_dealing_with_a_burn_a_printed_card_and_chance_moves():
    game = load_game("7-up")
    (batch,) = deal_shoes(game.rules, game.shoe(), Ending(20), 2000, 1)
    assert set(batch.cards.ravel().tolist()) <= {3, 4, 5}
    (plain,) = deal_shoes(STANDARD, Shoe.decks(1), Ending(13, burn=False), 500, 1)
    (burned,) = deal_shoes(STANDARD, Shoe.decks(1), Ending(13, burn=True), 500, 1)
    assert (burned.winners != ENDED).sum() < (plain.winners != ENDED).sum()
    mixed = STANDARD.with_square(Square("Banker", 5, 4, Fraction(1, 2)))
    (batch,) = deal_shoes(mixed, Shoe.decks(8), Ending(30), 3000, 2)
    tie = float((batch.winners == 2).mean())
    low, high = (float(fresh_streaks(STANDARD.with_square(Square("Banker", 5, 4, Fraction(draw))), Shoe.decks(8),
                                     "player", "break", 5).outcomes[2]) for draw in (0, 1))
    assert min(low, high) - 0.004 < tie < max(low, high) + 0.004


def test_a_simulated_history_agrees_with_the_exact_law():
    history = read_history("BT")
    (exact,) = after(STANDARD, Shoe.decks(1), history)
    happened, law = after_by_simulation(STANDARD, Shoe.decks(1), [1, 2], 40_000, 4)
    assert abs(happened.off(float(exact.history))) < 4
    assert all(abs(law[i].off(float(exact.probability(i)))) < 4 for i in range(3))


def test_estimates():
    one = sampled_mean(30.0, 300.0, 10, 1)
    assert one.mean == 3
    assert one.standard_error == pytest.approx((21 / 9) ** 0.5)
    assert sampled_ratio(0, 0, 0, 0, 0, 10, 1).mean is None


def test_bad_questions():
    for bad in (("nobody", "break", 5), ("player", "bend", 5), ("player", "break", 0), ("player", "break", 10**6)):
        with pytest.raises(UsageError):
            Streaks(*bad, LAW)
    with pytest.raises(UsageError, match="at least one coup"):
        Streaks("player", "break", 5, LAW).at_least(0)
    with pytest.raises(UsageError, match="every coup is a tie"):
        _ = Streaks("player", "break", 5, (Fraction(0), Fraction(0), Fraction(1)), True).chances
    with pytest.raises(ShoeExhaustedError, match="5 coups may need 30"):
        after_by_simulation(STANDARD, Shoe.of({"0": 20, "9": 5}), [0, 0, 0, 0], 100, 1)
    with pytest.raises(UsageError, match="at most"):
        next(deal_shoes(STANDARD, Shoe.infinite_deck(), Ending(5), 10, 1))
    with pytest.raises(UsageError, match="shoes"):
        after_by_simulation(STANDARD, Shoe.decks(1), [0], 1, 1)
