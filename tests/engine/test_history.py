"""Products of several coups as arrays against plain dictionaries, and the residues against plain integers."""

from itertools import product

import numpy as np
import pytest

from exact.engine.coup.halves import Half
from exact.engine.coup.polynomial import add_product, exponents, falling, variable
from exact.engine.sequence.chain import disjoint, marked_sequences, marked_weights
from exact.engine.sequence.history import _combine, _primes, disjoint_counts, multiply, parted, stretch
from exact.errors import UsageError


def some_coup(classes, length, seed):
    """A homogeneous polynomial with random small weights."""
    numbers = np.random.default_rng(seed)
    poly = {0: 1}
    for _ in range(length):
        longer = {}
        add_product(longer, poly, {variable(cls): int(numbers.integers(0, 4)) for cls in range(classes)})
        poly = longer
    return {monomial: weight for monomial, weight in poly.items() if weight}


def wide_product(a, b):
    """The product by exponents, which may pass 7."""
    found = {}
    for m, v in a.items():
        for n, w in b.items():
            key = tuple(i + j for i, j in zip(m, n, strict=True))
            found[key] = found.get(key, 0) + v * w
    return found


def as_dictionary(one):
    found = {}
    at = 0
    for left, degree in zip(one.halves[0].powers.tolist(), one.halves[0].degrees.tolist(), strict=True):
        for right in one.halves[1].powers[one.halves[1].rows(one.degree - degree)].tolist():
            if one.weights[at]:
                found[(*left, *right)] = int(one.weights[at])
            at += 1
    assert at == len(one.weights)
    return found


@pytest.mark.parametrize("classes", [2, 3, 5])
def test_the_product_of_three_coups(classes):
    polys = [some_coup(classes, 6, seed) for seed in range(3)]
    laid = [stretch(poly, classes, 6) for poly in polys]
    plain = [{exponents(m, classes): w for m, w in poly.items()} for poly in polys]
    assert as_dictionary(laid[0]) == plain[0]
    both = multiply(laid[0], laid[1])
    assert as_dictionary(both) == wide_product(plain[0], plain[1])
    assert as_dictionary(multiply(both, laid[2])) == wide_product(wide_product(plain[0], plain[1]), plain[2])
    assert both.total == sum(both.weights.tolist())


@pytest.mark.parametrize("counts", [(3, 9), (0, 5, 2, 8), (4, 4, 4, 4, 4), (10**9, 3, 10**9)])
def test_residues_give_the_plain_integers(counts):
    classes = len(counts)
    past, future = some_coup(classes, 6, 1), some_coup(classes, 5, 2)
    sequences = dict(future)
    for m in sequences:
        for count, power in zip(counts, exponents(m, classes), strict=True):
            sequences[m] *= falling(count, power)
    marks = marked_sequences(sequences, classes)
    plain = disjoint(marked_weights(past, counts), marks)
    scale = max(sum(past.values()), 4**6) * 4**6
    assert disjoint_counts([parted([stretch(past, classes, 6)])], [sequences], counts, 5, scale) == [[plain]]
    double = 0
    for m, n in product(past, future):
        ways = past[m] * future[n]
        for count, i, j in zip(counts, exponents(m, classes), exponents(n, classes), strict=True):
            ways *= falling(count, i + j)
        double += ways
    assert plain == double


def test_a_product_that_may_pass_64_bits_is_refused():
    large = stretch({variable(0) * 6: 1 << 40}, 3, 6)
    with pytest.raises(UsageError, match="64 bits"):
        multiply(large, large)


def test_primes_and_remainders():
    primes = [p for p, _ in zip(_primes(), range(9), strict=False)]
    assert all(p < 1 << 24 and all(p % d for d in range(2, 4096)) for p in primes)
    value = 123456789**7
    assert _combine([value % p for p in primes], primes) == value


def test_halves_are_complete_and_in_order():
    half = Half(3, 4)
    assert len(half.powers) == half.start[-1] == 35
    assert len({tuple(row) for row in half.powers.tolist()}) == 35
    assert (half.find(half.powers) == np.arange(35)).all()
