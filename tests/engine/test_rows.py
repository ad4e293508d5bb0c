"""Rows and combinations: every vector asked for comes back exactly."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from exact.engine.evaluate.rows import Combination, Span

ENTRIES = st.one_of(st.integers(-40, 40).map(Fraction), st.fractions(-3, 3, max_denominator=20))


@given(st.integers(1, 6).flatmap(lambda n: st.lists(st.lists(ENTRIES, min_size=n, max_size=n), min_size=1, max_size=6)),
       st.booleans())
def test_every_vector_is_the_combination_of_the_rows_that_it_says(vectors, free):
    span = Span(len(vectors[0]), free)
    for vector in vectors:
        span.include(vector)
    assert len(span.rows) <= len(vectors) + free
    assert len(span.rows) <= max(len(vectors[0]), 1)
    for vector in vectors:
        made = Combination.of(vector, span)
        for i, entry in enumerate(vector):
            total = sum(factor * row[i] for factor, row in zip(made.factors, span.rows, strict=True))
            assert total == made.scale * entry
        assert made.size >= max(made.scale, *(abs(made.scale * entry) for entry in vector))


def test_a_bet_of_two_results_is_a_row_of_zeros_and_ones():
    span = Span(4, free=True)
    for vector in ((Fraction(1), Fraction(-1), Fraction(0), Fraction(0)),
                   (Fraction(-1), Fraction(19, 20), Fraction(0), Fraction(0)),
                   (Fraction(-1), Fraction(-1), Fraction(40), Fraction(-1)),
                   (Fraction(-1), Fraction(-1), Fraction(8), Fraction(8))):
        span.include(vector)
    assert span.rows[0] == (1, 1, 1, 1)
    assert len(span.rows) == 4
    assert all(abs(entry) <= 1 for row in span.rows for entry in row)
