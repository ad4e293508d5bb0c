"""Printed figures: every form that is read, what is refused, and when an exact number agrees with one."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.analysis.published.figures import (
    COUNT,
    DECIMAL,
    DIGITS15,
    DIGITS15_CUT,
    DIGITS15_WORKED,
    ONE_IN,
    PADDED,
    PERCENT,
    TO_ONE,
    decimal_text,
    read_figure,
    root,
)
from exact.errors import ClaimError


def readings(text):
    return {(one.scale, one.value) for one in read_figure(text)}


@pytest.mark.parametrize(("text", "scale", "value"), [
    ("98.94%", PERCENT, "98.94"), ("98,94 %", PERCENT, "98.94"), ("98.94 percent", PERCENT, "98.94"),
    ("98.94 per cent", PERCENT, "98.94"), ("1.06\u00a0%", PERCENT, "1.06"), ("0.0106", DECIMAL, "0.0106"),
    ("\u22120.0106", DECIMAL, "-0.0106"), ("0,0106", DECIMAL, "0.0106"), ("1 in 18.6", ONE_IN, "18.6"),
    ("once every 19", ONE_IN, "19"), ("18.6 to 1", TO_ONE, "18.6"), ("8:1", TO_ONE, "8"), ("1,813-1", TO_ONE, "1813"),
    ("9.5/1", TO_ONE, "9.5"), ("~ 15.8%", PERCENT, "15.8"), ("approximately 15.8%", PERCENT, "15.8"),
    ("2,230,518,282,592,256", COUNT, "2230518282592256"), ("2 230 518", COUNT, "2230518"),
    ("2.230.518", COUNT, "2230518"), ("459 per thousand", DECIMAL, "459"), ("459 ‰", DECIMAL, "459"),
])
def test_forms_that_are_read(text, scale, value):
    assert (scale, Fraction(value)) in readings(text)


def test_a_comma_before_three_digits_is_both_thousands_and_decimal():
    assert {(COUNT, Fraction(1060)), (DECIMAL, Fraction("1.060"))} <= readings("1,060")
    assert {(PERCENT, Fraction("1.060"))} <= readings("1,060 %")


@pytest.mark.parametrize("text", ["", "  ", "foo", "98.94%%", "1 in", "1,2,3", "1..2", "9" * 100, "1/0", "nan", "1e5",
                                  "٣"])
def test_what_cannot_be_read_says_the_forms(text):
    with pytest.raises(ClaimError, match="forms that can"):
        read_figure(text)


@pytest.mark.parametrize(("text", "exact", "how"), [
    ("98.94%", "0.98942094", "rounded"), ("1.05%", "0.010579", "truncated"), ("1.06%", "0.010579", "rounded"),
    ("0.125", "0.125", "exact"), ("0.13", "0.125", "rounded half-up"), ("0.12", "0.125", "rounded half-even"),
    ("0.37", "0.375", "truncated"), ("0.38", "0.375", "rounded half-up"), ("1.07%", "0.010579", None),
    ("-0.01", "-0.0109", "rounded"), ("-0.010", "-0.0109", "truncated"), ("1 in 19", "0.0538647", "rounded"),
])
def test_rounding(text, exact, how):
    agreed = {one.rounding(Fraction(exact)) for one in read_figure(text)}
    assert (how in agreed) if how else agreed == {None}


def test_an_integer_of_a_spreadsheet_agrees_to_fifteen_digits():
    agreed = {one.rounding(Fraction(2292252566437888)) for one in read_figure("2,292,252,566,437,890")}
    assert "rounded to 15 significant digits" in agreed


@given(st.fractions(0, 1, max_denominator=10**9), st.integers(1, 8))
def test_a_number_agrees_with_itself_rounded(number, places):
    text = decimal_text(number * 100, places).replace(",", "") + "%"
    assert any(one.rounding(number) for one in read_figure(text))
    off = decimal_text(number * 100 + Fraction(3, 10**places), places).replace(",", "") + "%"
    assert {one.rounding(number) for one in read_figure(off)} <= {None, PADDED}


@pytest.mark.parametrize(("printed", "number", "how"), [
    ("7.6110%", "0.07611334", PADDED), ("0.022530", "0.02253382", PADDED), ("4.80%", "0.048440", PADDED),
    ("9.50%", "0.09509", "truncated"), ("7.6100%", "0.07611334", PADDED),
    ("7.6200%", "0.07611334", None), ("10.0%", "0.0952", None),
    ("0.10", "0.13", None),
    ("2,230,518,282,592,260", "2230518282592256", DIGITS15),
    ("2,230,518,282,592,250", "2230518282592256", DIGITS15_CUT),
    ("2,179,619,555,108,870", "2179619555108864", DIGITS15_WORKED),
])
def test_how_the_last_digits_came_to_be_wrong(printed, number, how):
    assert {one.rounding(Fraction(number)) for one in read_figure(printed)} - {None} == {how} - {None}


@given(st.fractions(min_value=0, max_value=10**6, max_denominator=10**6))
def test_roots_are_cut_off_after_sixty_decimals(square):
    found = root(square)
    assert found**2 <= square < (found + Fraction(1, 10**60))**2
    assert root(square**2) == square
