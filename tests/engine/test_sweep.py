"""The sweep against direct enumeration with the plain polynomial, and against what theory says of its sums."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest

from exact.engine.coup.compile import compile_joint
from exact.engine.coup.polynomial import exponents, falling
from exact.engine.sweep import frame as engine
from exact.engine.sweep.block import run_block
from exact.engine.sweep.frame import Precision, SweepQuestion, precision, spans
from exact.engine.sweep.net_polynomial import NetForm, eliminate, homogeneous, net_form
from exact.engine.sweep.run import SweepCheckError, check, parts, run_part, sweep
from exact.engine.sweep.subshoes import count, outer_counts, outer_number, shoes, sub_shoes
from exact.engine.sweep.sums import SCALE, WORD, BlockResult, EntrySums, Extreme, merge
from exact.errors import UsageError
from exact.game.catalogue import load_game
from tests.oracles.sub_shoes import weight

GAME = load_game("punto-banco")
ONE_DECK = (16, *(4,) * 9)
TWO_DECKS = (32, *(8,) * 9)
EIGHT_DECKS = (128, *(32,) * 9)
EDGES = tuple(Fraction(k, 10) for k in range(-3, 4))
TINY = {
    "12 cards, ten kinds": (2, 1, 1, 1, 1, 2, 1, 1, 1, 1),
    "12 cards, three kinds": (0, 0, 5, 4, 0, 0, 3, 0, 0, 0),
    "14 cards, three kinds, no zeros": (0, 9, 0, 0, 0, 0, 2, 0, 0, 3),
    "16 cards, four kinds": (7, 0, 0, 0, 1, 0, 0, 4, 4, 0),
}


def question(caps: tuple[int, ...], *names: str, edges: tuple[Fraction, ...] = ()) -> SweepQuestion:
    bets = tuple(GAME.named(name) for name in names or ("banker",))
    return SweepQuestion(caps, net_form(compile_joint(GAME.rules, bets), bets), edges)


def plain_values(form: NetForm, rows: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """G of every bet for many shoes, term by term in 64-bit integers: no elimination, no levels, no grid."""
    counts = np.array(rows, np.int64)
    cards = counts.sum(1)
    columns = []
    for weights in form.weights:
        total = np.zeros(len(rows), np.int64)
        for monomial, number in weights:
            powers = exponents(monomial, form.classes)
            term = np.full(len(rows), number, np.int64)
            for step in range(form.length - sum(powers)):
                term = term * (cards - sum(powers) - step)
            for cls, power in enumerate(powers):
                for step in range(power):
                    term = term * (counts[:, cls] - step)
            total += term
        columns.append(total.tolist())
    return list(zip(*columns, strict=True))


def enumerated(asked: SweepQuestion) -> dict[int, BlockResult]:
    """What the sweep must give, by size, from every composition one by one."""
    rows = [row for row in product(*(range(cap + 1) for cap in asked.caps)) if sum(row) >= 6]
    by_size: dict[int, list[tuple[tuple[int, ...], int, tuple[int, ...]]]] = {}
    for row, values in zip(rows, plain_values(asked.form, rows), strict=True):
        by_size.setdefault(sum(row), []).append((row, weight(asked.caps, row), values))
    return {cards: BlockResult(len(found), tuple(
        _entry(asked, cards, [(row, ways, max(values) if entry == len(values) else values[entry])
                              for row, ways, values in found]) for entry in range(asked.entries)))
        for cards, found in by_size.items()}


def _entry(asked: SweepQuestion, cards: int, rows: list[tuple[tuple[int, ...], int, int]]) -> EntrySums:
    edges = asked.thresholds(cards)
    bins = [0] * (len(edges) + 1)
    for _, ways, value in rows:
        bins[sum(edge <= value for edge in edges)] += ways
    high = min(rows, key=lambda row: (-row[2], row[0]))
    low = min(rows, key=lambda row: (row[2], row[0]))

    def twice(total: int) -> tuple[int, int]:
        return total * SCALE, total * SCALE

    return EntrySums(twice(sum(ways for _, ways, value in rows if value > 0)),
                twice(sum(ways * max(value, 0) for _, ways, value in rows)),
                twice(sum(ways * max(-value, 0) for _, ways, value in rows)),
                sum(ways * value for _, ways, value in rows) % WORD,
                Extreme(high[2], high[0]), Extreme(low[2], low[0]), tuple(map(twice, bins)) if edges else ())


@pytest.mark.parametrize("caps", TINY.values(), ids=TINY.keys())
def test_tiny_shoes_equal_enumeration(caps: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    asked = question(caps, "player", "banker", "tie", edges=EDGES)
    expected = enumerated(asked)
    last = sum(caps)
    assert sweep(asked, range(6, last + 1)) == expected
    together = run_blocks(asked, (6, last))
    assert together == expected, "all sizes at once"
    assert run_blocks(asked, (8, last - 1)) == {cards: expected[cards] for cards in range(8, last)}
    assert [run_blocks(asked, (cards, cards)) for cards in (6, 9, last)] == [
        {cards: expected[cards]} for cards in (6, 9, last)], "one size at once"
    monkeypatch.setattr(engine, "BLOCK", 5)
    engine._outer.cache_clear()
    for sizes in ((8, 8), (7, last)):
        assert len(asked.blocks(sizes)) > 1 or 0 in caps[1:]
        assert run_blocks(asked, sizes) == {cards: expected[cards] for cards in range(sizes[0], sizes[1] + 1)}, "split"
    engine._outer.cache_clear()


def run_blocks(asked: SweepQuestion, sizes: tuple[int, int]) -> dict[int, BlockResult]:
    """The sums of sizes swept at once, whatever `spans` would choose."""
    return run_part(asked, tuple(asked.blocks(sizes)))


def test_sizes_go_together_where_that_enters_the_grid_less_often() -> None:
    one, eight = question(ONE_DECK), question(EIGHT_DECKS)
    assert spans(one, range(6, 53)) == [(6, 52)]
    assert spans(one, [26, 27]) == [(26, 26), (27, 27)], "two sizes alone enter it less often"
    assert spans(one, [50, *range(12, 5, -1)]) == [(6, 12), (50, 50)]
    assert spans(eight, range(20, 23)) == [(20, 20), (21, 21), (22, 22)]
    assert precision(one, (6, 52)).exact


def test_one_deck_is_the_same_together_and_one_size_at_a_time() -> None:
    asked = question(ONE_DECK, "player", "tie")
    together = run_blocks(asked, (6, 52))
    for cards in (6, 9, 13, 46, 49, 52):
        assert run_blocks(asked, (cards, cards))[cards] == together[cards]


def test_64_bit_integers_give_what_floats_give_and_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """In one test, since the kernel is compiled again for integers, which takes longer than all that it does here."""
    asked = question(TINY["16 cards, four kinds"], "banker", "tie")
    expected = sweep(asked, [8, 16])
    monkeypatch.setattr(engine, "FLOAT_EXACT", 1)
    engine._precision.cache_clear()
    assert not precision(asked, (8, 8)).in_floats
    assert sweep(asked, [8, 16]) == expected
    monkeypatch.undo()
    engine._precision.cache_clear()
    large = question((390, 2, 2, 2, 2, 0, 0, 0, 0, 0), "tie")
    assert not precision(large, (398, 398)).in_floats
    counts = sweep(large, [397])[397]
    assert counts.sub_shoes == 5
    assert counts.sums[0].highest.value == max(
        large.form.value(0, row) for row in product(*(range(max(0, cap - 1), cap + 1) for cap in large.caps))
        if sum(row) == 397)


def test_larger_shoes_are_refused() -> None:
    with pytest.raises(UsageError, match="62 bits"):
        precision(question((5000, 1, 1, 1, 0, 0, 0, 0, 0, 0), "tie"), (5000, 5000))


def test_bounded_sums_hold_the_exact_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = question(TWO_DECKS, "player", "banker", "tie")
    exactly = sweep(asked, [8])[8]
    assert all(low == high for sums in exactly.sums for low, high in (sums.favourable, sums.gain, sums.loss))
    proof = precision(asked, (8, 8))
    monkeypatch.setattr(engine, "_precision", lambda *_: Precision(proof.in_floats, proof.units, exact=False))
    engine._outer.cache_clear()
    bounded = sweep(asked, [8])[8]
    engine._outer.cache_clear()
    for sums, true in zip(bounded.sums, exactly.sums, strict=True):
        for bounds, value in ((sums.favourable, true.favourable), (sums.gain, true.gain), (sums.loss, true.loss)):
            assert bounds[0] <= value[0] <= bounds[1]
            assert 0 < bounds[1] - bounds[0] < value[0] >> 30
        assert (sums.net_word, sums.highest, sums.lowest) == (true.net_word, true.highest, true.lowest)


@pytest.mark.parametrize("caps", [ONE_DECK, TWO_DECKS, EIGHT_DECKS], ids=["one", "two", "eight"])
def test_exactly_as_many_sub_shoes_as_the_generating_function(caps: tuple[int, ...]) -> None:
    ways = sub_shoes(caps)
    by_product = [1]
    for cap in caps:
        longer = [0] * (len(by_product) + cap)
        for power, number in enumerate(by_product):
            for more in range(cap + 1):
                longer[power + more] += number
        by_product = longer
    assert list(ways) == by_product
    asked = question(caps)
    assert sweep(asked, [10])[10].sub_shoes == ways[10]
    for cards in (10, 30):
        assert sum(asked.size(block) for block in asked.blocks((cards, cards))) == ways[cards]


def test_numbers_of_sub_shoes() -> None:
    assert sum(sub_shoes(ONE_DECK)) == 33_203_125
    assert sum(sub_shoes(TWO_DECKS)) == 12_784_876_137
    assert count(EIGHT_DECKS, 40) == comb(49, 9) - 9 * comb(16, 9), "all compositions, less those with 33 of a value"


def test_weights_add_up_to_all_sets_of_cards() -> None:
    """A bet that always wins is favourable at every sub-shoe, so that its sums are those of the weights alone."""
    bet = GAME.named("banker")
    sure = replace(bet, lines=tuple(replace(line, pays=Fraction(1)) for line in bet.lines))
    asked = SweepQuestion(TWO_DECKS, net_form(compile_joint(GAME.rules, (sure,)), (sure,)))
    for cards in (7, 14, 98):
        sums = sweep(asked, [cards])[cards].sums[0]
        assert sums.favourable == (comb(104, cards) * SCALE,) * 2
        assert sums.gain == (comb(104, cards) * falling(cards, 6) * SCALE,) * 2
        assert sums.loss == (0, 0)


def test_one_deck_eight_left_is_the_published_prototype() -> None:
    """Two figures computed by another program, to twelve places."""
    sums = sweep(question(ONE_DECK), [8])[8].sums[0]
    sets = comb(52, 8) * SCALE
    assert abs(Fraction(sums.favourable[0], sets) - Fraction("0.21662040655347506")) < Fraction(1, 10**12)
    gain = Fraction(sums.gain[0], sets * 20 * falling(8, 6))
    assert abs(gain - Fraction("0.002140944823733869")) < Fraction(1, 10**12)


def test_the_gain_falls_as_cards_left_grow() -> None:
    asked = question(ONE_DECK, "player", "banker", "tie")
    results = sweep(asked, [*range(6, 13), 50, 51, 52])
    for entry in range(asked.entries):
        gains = [Fraction(result.sums[entry].gain[0], SCALE * shoes(ONE_DECK, cards) * asked.form.sequences(cards))
                 for cards, result in results.items()]
        assert gains == sorted(gains, reverse=True)
        assert gains[-1] == 0


def test_a_sample_agrees() -> None:
    """20,000 random remainders of a seed, within four standard errors (tests/long has a million)."""
    generator = np.random.default_rng(20)
    cards = 11
    asked = question(ONE_DECK)
    sample = generator.multivariate_hypergeometric(ONE_DECK, cards, 20_000)
    values = np.array([row[0] for row in plain_values(asked.form, [tuple(row) for row in sample.tolist()])], float)
    sums = sweep(asked, [cards])[cards].sums[0]
    for seen, total in ((values > 0, sums.favourable[0]), (np.maximum(values, 0), sums.gain[0])):
        mean = float(Fraction(total, SCALE * comb(52, cards)))
        assert abs(seen.mean() - mean) < 4 * seen.std() / len(values) ** 0.5


def test_elimination_changes_no_value() -> None:
    form = question(ONE_DECK, "player", "banker", "tie").form
    generator = random.Random(5)
    for cls in (0, 4):
        reduced = eliminate(form, cls)
        assert all(exponents(monomial, 10)[cls] == 0 for row in reduced.weights for monomial, _ in row)
        shoe = [generator.randrange(9) for _ in range(10)]
        for bet in range(3):
            value = form.value(bet, shoe)
            assert value == reduced.value(bet, shoe)
            assert abs(value) <= form.greatest(sum(shoe)) <= reduced.partial_bound(sum(shoe))


def test_the_homogeneous_form_knows_nothing_of_the_cards_that_are_gone() -> None:
    form = question(ONE_DECK, "player", "banker", "tie").form
    whole = homogeneous(form)
    assert all(sum(exponents(monomial, 10)) == 6 for row in whole.weights for monomial, _ in row)
    for shoe in ((9, 1, 2, 3, 1, 2, 1, 4, 0, 3), (0, 0, 0, 7, 0, 0, 1, 0, 0, 0)):
        for bet in range(3):
            assert whole.value(bet, (*shoe, 0)) == whole.value(bet, (*shoe, 11)) == form.value(bet, shoe)
            assert abs(form.value(bet, shoe)) <= whole.partial_bound(sum(shoe))


def test_partial_sums_stay_within_their_bound() -> None:
    form = eliminate(question(ONE_DECK).form, 0)
    for shoe in ((0, 3, 3, 3, 3, 3, 3, 3, 3, 3), (20, 7, 0, 0, 0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 0, 0, 27, 0)):
        absolute = NetForm(10, 6, form.unit, 0, form.most, (tuple((m, abs(w)) for m, w in form.weights[0]),))
        assert absolute.value(0, shoe) <= form.partial_bound(27)


def test_blocks_and_parts_cover_every_sub_shoe_once() -> None:
    assert outer_counts((1, 2, 3, 4), 2, 9) == [(0, 2), (1, 1), (1, 2)]
    assert all(outer_number(EIGHT_DECKS, outer, 14) == len(outer_counts(EIGHT_DECKS, outer, 14)) for outer in range(4))
    asked = question(TWO_DECKS)
    blocks = [block for part in parts(asked, range(40, 44)) for block in part]
    assert len(blocks) == len(set(blocks))
    assert sum(map(asked.size, blocks)) == sum(sub_shoes(TWO_DECKS)[40:44])


def test_merging_takes_blocks_in_any_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "BLOCK", 5000)
    engine._outer.cache_clear()
    asked = question(ONE_DECK, "player", "tie")
    results = [run_block(asked, block)[8] for block in asked.blocks((8, 8))]
    engine._outer.cache_clear()
    forwards, backwards = results[0], results[-1]
    for result in results[1:]:
        forwards = merge(forwards, result)
    for result in reversed(results[:-1]):
        backwards = merge(backwards, result)
    assert len(results) > 3
    assert forwards == backwards == sweep(asked, [8])[8]


def test_the_check_refuses_wrong_sums() -> None:
    asked = question(ONE_DECK)
    right = sweep(asked, [7])[7]
    check(asked, 7, right)
    with pytest.raises(SweepCheckError, match="sub-shoes"):
        check(asked, 7, replace(right, sub_shoes=right.sub_shoes - 1))
    for wrong in (replace(right.sums[0], gain=(right.sums[0].gain[0] + SCALE,) * 2),
                  replace(right.sums[0], net_word=right.sums[0].net_word + 1)):
        with pytest.raises(SweepCheckError, match="mean EV"):
            check(asked, 7, replace(right, sums=(wrong,)))


def test_ranks_are_swept_as_thirteen_classes() -> None:
    bets = (GAME.named("player-pair"),)
    law = compile_joint(GAME.rules, bets)
    asked = SweepQuestion((2, 1, 0, 1, 0, 0, 1, 0, 0, 2, 0, 1, 0), net_form(law, bets))
    assert len(law.partition) == 13
    assert sweep(asked, range(6, 9)) == {cards: result for cards, result in enumerated(asked).items() if cards >= 6}


def test_edges_that_no_value_reaches_fit_into_a_word() -> None:
    """A hundred-thousandth of a unit over hundreds of cards: its bins end far beyond 64 bits."""
    bet = GAME.named("player")
    tiny = replace(bet, lines=tuple(replace(line, pays=line.pays / 100_000) for line in bet.lines))
    asked = SweepQuestion((395, 5, 0, 0, 0, 0, 0, 0, 0, 0), net_form(compile_joint(GAME.rules, (tiny,)), (tiny,)),
                          (Fraction(-1, 4), Fraction(0), Fraction(1, 4)))
    assert asked.form.sequences(400) // 4 > 1 << 63
    (bins,) = (sweep(asked, [400])[400].sums[0].bins,)
    assert bins[0] == bins[3] == (0, 0)
    assert bins[1][0] + bins[2][0] == SCALE * comb(400, 400)
