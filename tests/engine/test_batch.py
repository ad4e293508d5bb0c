"""Batch evaluation against the polynomial in Python ints, shoe by shoe, and at the edges of its arithmetic."""

import os
import random
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import factorial, prod
from pathlib import Path

import numpy as np
import pytest

import exact
from exact.engine.coup.compile import compile_joint
from exact.engine.coup.polynomial import falling
from exact.engine.evaluate import batch as module
from exact.engine.evaluate.batch import EV_ERROR, FLOAT_LIMIT, INT_LIMIT, Batch, nets_of
from exact.errors import BetError, ShoeError
from exact.game.bet_file import read_bet
from exact.game.bets import OUTCOMES, Bet
from exact.game.cards import VALUES, parse_card
from exact.game.catalogue import load_game
from exact.game.coup import CoupInProgress, Position
from exact.game.rules_file import read_rules
from exact.game.shoe import Shoe

GAME = load_game("punto-banco")
MAIN = tuple(map(GAME.named, GAME.main))
LAW = compile_joint(GAME.rules, (OUTCOMES,))
OUTCOME_BATCH = Batch(LAW)
POLYNOMIAL = LAW.components[0].polynomial
FULL_DECK = (16, 4, 4, 4, 4, 4, 4, 4, 4, 4)


def bet(name: str, *lines: dict[str, object]) -> Bet:
    return read_bet(name, {"lines": list(lines)}, GAME.rules.naturals)


PAIR = bet("pair", {"when": {"player": {"pair": True}}, "pays": 11}, {"pays": -1})
DRAGON = bet("dragon", {"when": {"winner": "banker", "banker": {"total": 7, "cards": 3}}, "pays": 40}, {"pays": -1})


def random_subshoes(number: int, decks: int, seed: int) -> np.ndarray:
    """Shoes of so many decks dealt down to a random number of cards, 6 and more."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(6, 52 * decks, number, endpoint=True)
    full = decks * np.array(FULL_DECK)
    return np.array([rng.multivariate_hypergeometric(full, cards) for cards in sizes])


def plain(shoes: np.ndarray) -> list[list[int]]:
    return [POLYNOMIAL.counts(shoe) for shoe in shoes.tolist()]


@pytest.mark.parametrize("decks", range(1, 9))
def test_random_subshoes_agree_with_the_polynomial(decks):
    shoes = random_subshoes(150, decks, decks)
    found = OUTCOME_BATCH.counts(shoes)
    assert found.counts.dtype == np.int64
    assert found.counts.tolist() == plain(shoes)
    assert found.of.tolist() == [falling(int(shoe.sum()), 6) for shoe in shoes]
    assert found.short == ()


def test_eight_decks_give_the_published_counts():
    found = OUTCOME_BATCH.counts([[8 * count for count in FULL_DECK]])
    assert dict(zip(found.keys, found.counts[0].tolist(), strict=True)) == {
        (0,): 2_230_518_282_592_256, (1,): 2_292_252_566_437_888, (2,): 475_627_426_473_216}


def spread(cards: int, seed: int) -> list[int]:
    random.seed(seed)
    counts = [0] * 10
    for _ in range(cards):
        counts[random.randrange(10)] += 1
    return counts


def test_the_edges_of_the_arithmetic_are_where_the_bound_puts_them():
    rows = OUTCOME_BATCH._rows
    assert (rows.float_cards, rows.int_cards) == (458, 1450)
    assert falling(458, 6) < FLOAT_LIMIT <= falling(459, 6)
    assert falling(1450, 6) < INT_LIMIT <= falling(1451, 6)


@pytest.mark.parametrize("cards", [457, 458, 459, 460, 1449, 1450, 1451, 1452, 5000, 10**6])
def test_shoes_at_the_edges_of_the_arithmetic(cards):
    shoes = np.array([spread(min(cards, 5000), seed) for seed in range(8)])
    shoes[:, 0] += cards - shoes.sum(axis=1)
    found = OUTCOME_BATCH.counts(shoes)
    assert found.counts.tolist() == plain(shoes)
    assert found.of.tolist() == [falling(cards, 6)] * 8
    assert found.counts.dtype == (np.int64 if cards <= 1450 else object)


def test_one_batch_of_shoes_of_every_size():
    sizes = [0, 5, 6, 52, 458, 459, 1450, 1451, 4000]
    shoes = [spread(cards, cards) for cards in sizes]
    found = OUTCOME_BATCH.counts(shoes)
    assert found.short == (0, 1)
    assert found.counts.tolist() == [[0, 0, 0]] * 2 + plain(np.array(shoes[2:]))
    assert found.of.tolist() == [falling(cards, 6) for cards in sizes]


def test_the_largest_partial_sums_stay_below_the_bound():
    """The bound holds for sums of |weight| times falling factorials, on the shoes that make single terms largest."""
    for cards in (12, 100, 458):
        for kinds in (1, 2, 6, 10):
            shoe = [cards // kinds] * kinds + [0] * (10 - kinds)
            for poly in POLYNOMIAL.padded.weights:
                heavy = sum(abs(weight) * prod(falling(c, monomial >> 3 * i & 7) for i, c in enumerate(shoe))
                            for monomial, weight in poly.items())
                assert heavy <= OUTCOME_BATCH._rows.bound(sum(shoe)) <= OUTCOME_BATCH._rows.bound(cards)


def test_the_bound_is_asserted_before_the_kernel_runs():
    rows = OUTCOME_BATCH._rows
    for cards, dtype in ((458, np.float64), (1450, np.int64)):
        fits = np.array([[cards]] + [[0]] * 9)
        assert rows._compiled(fits, dtype).shape == (2, 1)
        with pytest.raises(AssertionError):
            rows._compiled(fits + np.eye(10, 1, dtype=int), dtype)


def test_the_weights_of_all_results_are_the_ways_to_order_a_multiset():
    padded = POLYNOMIAL.padded.weights
    for monomial in set().union(*padded):
        powers = [monomial >> 3 * i & 7 for i in range(10)]
        assert sum(poly.get(monomial, 0) for poly in padded) == factorial(6) // prod(map(factorial, powers))


@pytest.mark.parametrize("value", range(10))
def test_a_shoe_of_a_single_value(value):
    shoes = np.zeros((4, 10), np.int64)
    shoes[:, value] = [6, 7, 458, 1451]
    found = OUTCOME_BATCH.counts(shoes)
    assert found.counts[:, 2].tolist() == found.of.tolist() == [falling(n, 6) for n in (6, 7, 458, 1451)]
    assert not found.counts[:, :2].any()


def test_rows_with_too_few_cards_are_reported_and_the_others_answered():
    shoes = np.zeros((40_000, 10), np.int64)
    shoes[:, 3] = 6
    shoes[[0, 17, 16_384, 39_999], 3] = [0, 5, 1, 2]
    found = OUTCOME_BATCH.counts(shoes)
    assert found.short == (0, 17, 16_384, 39_999)
    assert not found.counts[list(found.short)].any()
    assert (found.counts[:, 2] == 720).sum() == 39_996
    evs = OUTCOME_BATCH.evs(shoes, [[1, -1, 0], [-1, -1, 8]])
    assert evs.short == found.short
    assert np.isnan(evs.evs[list(evs.short)]).all()
    assert (evs.evs[[1, 39_998]] == [0, 8]).all()


def test_an_empty_batch():
    found = OUTCOME_BATCH.counts(np.zeros((0, 10), np.int64))
    assert found.counts.shape == (0, 3)
    assert found.short == ()
    assert OUTCOME_BATCH.evs(np.zeros((0, 10), np.int64), [[1, -1, 0]]).evs.shape == (0, 1)


def test_threads_give_the_same_numbers():
    shoes = np.tile(random_subshoes(500, 8, 1), (80, 1))
    with ThreadPoolExecutor(2) as threads:
        assert (OUTCOME_BATCH.counts(shoes, threads).counts == OUTCOME_BATCH.counts(shoes).counts).all()
        nets = [[1, -1, 0]]
        assert (OUTCOME_BATCH.evs(shoes, nets, threads).evs == OUTCOME_BATCH.evs(shoes, nets).evs).all()


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64])
def test_every_type_of_integer_is_read(dtype):
    shoes = random_subshoes(20, 2, 5)
    assert (OUTCOME_BATCH.counts(shoes.astype(dtype)).counts == OUTCOME_BATCH.counts(shoes).counts).all()
    assert (OUTCOME_BATCH.counts(np.asfortranarray(shoes[::2])).counts == OUTCOME_BATCH.counts(shoes[::2]).counts).all()


@pytest.mark.parametrize(("given", "words"), [
    ([[1.0] * 10], "float64"),
    ([[6] * 9], r"\(1, 9\)"),
    ([6] * 10, r"\(10,\)"),
    ([[3] * 10, [1] * 9 + [-1]], "row 1 has -1 cards 9"),
    ([[3] * 10, [2**62] + [1] * 9], "row 1 has 4611686018427387904 cards 0"),
    ([[True] * 10], "bool"),
    ([[1, 2], [3]], "unequal length"),
    ([[3] * 10, [1] * 9 + [float("nan")]], "row 1 has nan cards 9"),
    ([[float("inf")] + [1] * 9], "row 0 has inf cards 0"),
])
def test_what_is_no_batch_of_shoes_is_refused(given, words):
    with pytest.raises(ShoeError, match=words):
        OUTCOME_BATCH.counts(given)


def test_a_bet_with_too_few_nets_is_refused():
    with pytest.raises(BetError, match="2 net results for 3 results"):
        OUTCOME_BATCH.evs([[6] * 10], [[1, -1]])


@pytest.mark.parametrize("nets", [[0, 1, float("nan")], [0, 1, float("inf")], [0, 1, "much"], 7])
def test_nets_that_are_no_numbers_are_refused(nets):
    with pytest.raises(BetError, match="bet 1 of the batch"):
        OUTCOME_BATCH.evs([[6] * 10], [[1, -1, 0], nets])


# other bets, other classes of card, other rules

def exact_evs(law, shoe: Shoe, nets: list[list[Fraction | None]]) -> list[Fraction]:
    found = law.law(shoe)
    pairs = [list(zip(net, found.counts, strict=True)) for net in nets]
    return [sum((n * c for n, c in pair if n is not None), Fraction(0)) / sum(c for n, c in pair if n is not None)
            for pair in pairs]


LARGE = {"0": 700, "A": 90, "2": 90, "9": 800}
HUGE = {"0": 12_000, "A": 3000, "5": 3000, "9": 3000}
SMALL = {"0": 2, "A": 1, "2": 1, "7": 1, "9": 1}


def assert_close(found: float, true: Fraction) -> None:
    assert abs(Fraction(found) - true) <= EV_ERROR * abs(true)


@pytest.mark.parametrize("bets", [MAIN, (*MAIN, DRAGON), (DRAGON,), (MAIN[1],),
                                  (GAME.named("banker:4-percent"), DRAGON)],
                         ids=lambda bets: "+".join(bet.name for bet in bets))
def test_evs_are_right_to_the_documented_bound(bets):
    law = compile_joint(GAME.rules, bets)
    batch = Batch(law)
    nets = nets_of(law, bets)
    shoes = [Shoe.of(dict(zip(VALUES.names, shoe, strict=True))) for shoe in random_subshoes(60, 8, 2).tolist()]
    shoes += [Shoe.decks(8), Shoe.decks(9), Shoe.decks(40), *map(Shoe.of, (LARGE, HUGE, SMALL))]
    for row, shoe in zip(batch.evs([shoe.counts(VALUES) for shoe in shoes], nets).evs, shoes, strict=True):
        for found, true in zip(row.tolist(), exact_evs(law, shoe, nets), strict=True):
            assert_close(found, true)


def test_pays_too_large_for_int64_are_formed_in_python_ints():
    law = compile_joint(GAME.rules, (OUTCOMES,))
    nets: list[list[Fraction | None]] = [[Fraction(123_457, 1000), Fraction(-99_991, 997), Fraction(1, 7)]] * 3
    (row,) = OUTCOME_BATCH.evs([Shoe.decks(8).counts(VALUES)], nets).evs
    for found, true in zip(row.tolist(), exact_evs(law, Shoe.decks(8), nets), strict=True):
        assert_close(found, true)
    one = OUTCOME_BATCH.evs([Shoe.decks(8).counts(VALUES)], nets[:1]).evs
    assert_close(float(one[0, 0]), exact_evs(law, Shoe.decks(8), nets)[0])


def test_bets_share_rows_of_the_kernel():
    """The main bets need two rows, each further bet at most one more, and in float64 if it has two results."""
    further = (DRAGON, bet("six", {"when": {"both": {"cards": 6}}, "pays": 1}, {"pays": -1}),
               bet("margin", *({"when": {"winner": "player", "margin": m}, "pays": m * m} for m in range(1, 10)),
                   {"pays": -1}))
    expected = [([2], MAIN), ([3], (*MAIN, DRAGON)), ([4], (*MAIN, *further[:2])), ([4, 1], (*MAIN, *further))]
    for rows, bets in expected:
        law = compile_joint(GAME.rules, bets)
        batch = Batch(law)
        assert [len(part.rows) for part, _ in batch._plan(nets_of(law, bets)).rows] == rows
        shoes = [Shoe.decks(8), Shoe.decks(2).remove("9", "4"), Shoe.decks(30)]
        for row, shoe in zip(batch.evs([shoe.counts(VALUES) for shoe in shoes], nets_of(law, bets)).evs, shoes,
                             strict=True):
            for found, true in zip(row.tolist(), exact_evs(law, shoe, nets_of(law, bets)), strict=True):
                assert_close(found, true)


def test_a_bet_that_is_not_always_on_offer_has_its_conditional_ev():
    offered = read_bet("offered", {"offered": {"winner": ["player", "banker"]}, "lines": [
        {"when": {"winner": "player"}, "pays": 1}, {"pays": -1}]}, GAME.rules.naturals)
    law = compile_joint(GAME.rules, (offered,))
    batch = Batch(law)
    (row,) = batch.evs([Shoe.decks(8).counts(VALUES)], nets_of(law, (offered,))).evs
    assert_close(float(row[0]), Fraction(2_230_518_282_592_256 - 2_292_252_566_437_888,
                                         2_230_518_282_592_256 + 2_292_252_566_437_888))
    sixes = [[0] * 6 + [9] + [0] * 3]
    assert np.isnan(batch.evs(sixes, nets_of(law, (offered,))).evs).all()
    assert batch.evs(sixes, nets_of(law, (offered,))).short == ()


RANK_BET = bet("trips", {"when": {"player": {"one_rank": True, "cards": 3}}, "pays": 50}, {"pays": -1})
SUIT_BET = bet("flush", {"when": {"both": {"first_two": {"one_suit": True}}}, "pays": 20},
               {"when": {"both": {"first_two": {"of_a_rank": [3, 4]}}}, "pays": 9}, {"pays": -1})


@pytest.mark.parametrize("bets", [(PAIR,), (RANK_BET,), (SUIT_BET,)], ids=lambda bets: bets[0].name)
def test_bets_over_ranks_and_suits(bets):
    law = compile_joint(GAME.rules, bets)
    batch = Batch(law)
    shoes = [Shoe.decks(1), Shoe.decks(8), Shoe.decks(60), Shoe.decks(2).remove("9h", "9h", "Kd", "2c")]
    found = batch.counts([shoe.counts(law.partition) for shoe in shoes])
    for i, shoe in enumerate(shoes):
        true = law.law(shoe)
        assert tuple(found.counts[i].tolist()) == true.counts
        assert found.of[i] == true.of
        for number, ev in zip(exact_evs(law, shoe, nets_of(law, bets)),
                              batch.evs([shoe.counts(law.partition)], nets_of(law, bets)).evs[0], strict=True):
            assert_close(float(ev), number)


def test_mixed_strategies_multiply_counts_by_their_scale():
    rules = read_rules({"player_draws": [0, 1, 2, 3, 4, {"on": 5, "draw": "1/3"}]}, "mixed", GAME.rules)
    law = compile_joint(rules, (OUTCOMES,))
    assert law.scale == 3
    batch = Batch(law)
    assert batch._rows.float_cards < 458
    found = batch.counts([Shoe.decks(1).counts(VALUES), Shoe.decks(8).counts(VALUES)])
    for i, decks in enumerate((1, 8)):
        true = law.law(Shoe.decks(decks))
        assert (tuple(found.counts[i].tolist()), found.of[i]) == (true.counts, true.of)


def test_a_coup_in_progress():
    law = compile_joint(GAME.rules, (OUTCOMES,), CoupInProgress(((Position.P1, parse_card("9")),), banker_total=4))
    batch = Batch(law)
    shoe = Shoe.decks(8).remove("9")
    found = batch.counts([shoe.counts(VALUES), (0, 0, 0, 0, 0, 0, 0, 0, 0, 4), (5,) + (0,) * 9])
    true = law.law(shoe)
    assert (tuple(found.counts[0].tolist()), found.of[0]) == (true.counts, true.of)
    assert found.short == (1,)
    assert found.of[2] == 0  # no Banker hand of 4 in ten-valued cards


# first use on installations where nothing can be kept

def test_without_a_place_for_its_cache_the_kernel_still_works(tmp_path: Path):
    """As in a read-only install: files named __pycache__ stand in the way of the folders, a file is the home.

    Compiled without optimisation, which is most of the time that this takes.
    """
    shutil.copytree(Path(exact.__file__).parent, tmp_path / "exact", ignore=shutil.ignore_patterns("__pycache__"))
    for folder in [tmp_path / "exact", *(tmp_path / "exact").rglob("*/")]:
        if folder.is_dir():
            (folder / "__pycache__").write_text("")
    home = tmp_path / "home"
    home.write_text("")
    hidden = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA", "XDG"))}
    script = ("import exact.engine.evaluate.bilinear as b\n"
              "assert b._evaluate.cached is False, 'cached after all'\n"
              "import numpy as np\n"
              "form = b.BilinearForm.of([{0o11: 3}], 2, 2)\n"
              "print(form.values(np.array([[5], [7]])).tolist())\n")
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True,
                          env=hidden | {"HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1", "NUMBA_OPT": "0"})
    assert (done.stdout, done.stderr) == ("[[105]]\n", "")


def test_a_cache_that_cannot_be_written_or_read_is_done_without(monkeypatch):
    from exact.engine.kernels import Kernel

    def plus_one(n):
        return n + 1

    kernel = Kernel(plus_one)

    def full_disk(*_arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(kernel, "compiled", full_disk)
    assert kernel(41) == 42
    assert not kernel.cached
    assert kernel(1) == 2


def test_a_piece_is_smaller_than_the_batches_above():
    assert module.CHUNK < 40_000
