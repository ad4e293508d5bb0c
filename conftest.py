"""What the examples in docstrings may name without an import."""

import pytest

import exact


@pytest.fixture(autouse=True)
def _examples(doctest_namespace):
    doctest_namespace.update(exact=exact, Game=exact.Game, Shoe=exact.Shoe)
