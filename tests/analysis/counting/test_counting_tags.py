"""Counting systems as people write them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exact.analysis.counting.tags import CountError, Tags, parse_tags
from exact.game.cards import parse_card


def by_value(tags: Tags) -> list[Fraction]:
    return [tags.of(parse_card(card)) for card in "0A23456789"]


@pytest.mark.parametrize(("text", "want"), [
    ("4-7=-1 8-9=2", [0, 0, 0, 0, -1, -1, -1, -1, 2, 2]),
    ("4-7=-1,8,9=2", [0, 0, 0, 0, -1, -1, -1, -1, 2, 2]),
    ("4-7=-1, 8,9=2", [0, 0, 0, 0, -1, -1, -1, -1, 2, 2]),
    ("4-7=-1 8,9=+2", [0, 0, 0, 0, -1, -1, -1, -1, 2, 2]),
    ("A=1 7-0=2", [2, 1, 0, 0, 0, 0, 0, 2, 2, 2]),
    ("A-3,0=1/2 9=0.25", [Fraction(1, 2)] * 4 + [0] * 5 + [Fraction(1, 4)]),
    ("0,0,0,-1,-1,-1,-1,2,2,5", [5, 0, 0, 0, -1, -1, -1, -1, 2, 2]),
    ("T-K=1", [1] + [0] * 9)])
def test_tags_are_read(text: str, want: list[Fraction]) -> None:
    assert by_value(parse_tags(text)) == want


def test_ranks_and_cards_have_tags_of_their_own() -> None:
    tags = parse_tags("T=1 9h=3")
    assert (tags.of(parse_card("T")), tags.of(parse_card("J"))) == (1, 0)
    assert (tags.of(parse_card("9h")), tags.of(parse_card("9s"))) == (3, 0)
    with pytest.raises(CountError, match="different tags"):
        tags.of(parse_card("9"))


@pytest.mark.parametrize(("text", "error"), [
    ("X=1", "'X'"), ("9=1 9=2", "9 has a tag already"), ("9=1 7-9=2", "has a tag already"),
    ("0=1 T=1", "T has a tag already"), ("9=", "write KINDS=NUMBER"), ("=1", "write KINDS=NUMBER"),
    ("9=x", "'x' is not a number"), ("9=1e3", "not a number"), ("9=1/0", "not a number"), ("9=99999999", "too large"),
    ("7-4=1", "write the lower rank first"), ("1,2,3", "here are 3"),
    ("9h-K=1", "not a range of ranks"), ("", "here are 0")])
def test_what_cannot_be_read_is_named(text: str, error: str) -> None:
    with pytest.raises(CountError, match=error):
        parse_tags(text)


def test_denominators_are_cleared_and_constants_split_off() -> None:
    whole, base, step = parse_tags("4=-1/2 5=1/3 9=1").integers
    assert (base, step) == (Fraction(-1, 2), Fraction(1, 6))
    assert whole[4 * 3] == 0
    assert whole[4 * 4] == 5
    assert whole[4 * 8] == 9
    assert whole[0] == 3


def test_balance_and_words() -> None:
    assert parse_tags("4-7=-1 8-9=2").balanced
    assert not parse_tags("4-7=-1").balanced
    assert str(parse_tags("4-7=-1 8-9=2", 3)) == "4-7=-1 8-9=+2, starting at 3"
    assert str(parse_tags("A=0")) == "every card 0"
    assert parse_tags(str(parse_tags("A=1/3 4h=2 0=-1"))) == parse_tags("A=1/3 4h=2 0=-1")
