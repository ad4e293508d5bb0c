"""Figures as printed: what they say, at which precision."""

from fractions import Fraction

import pytest

from exact.analysis.printed import read_printed
from exact.errors import UsageError


@pytest.mark.parametrize(("text", "value", "unit"), [
    ("98.94 %", Fraction(9894, 10000), Fraction(1, 10000)), ("98.94%", Fraction(9894, 10000), Fraction(1, 10000)),
    ("0.0106", Fraction(106, 10000), Fraction(1, 10000)), ("475,627", Fraction(475627), Fraction(1)),
    ("4,998,398,275,503,360", Fraction(4998398275503360), Fraction(1)), ("-1", Fraction(-1), Fraction(1)),
    ("+0.50", Fraction(1, 2), Fraction(1, 100)), (" 12 ", Fraction(12), Fraction(1))])
def test_value_and_unit_of_the_last_digit(text, value, unit):
    printed = read_printed(text)
    assert (printed.value, printed.unit) == (value, unit)


@pytest.mark.parametrize("text", ["", "about 9", "98,94 %", "1,23", "1,2345", "1.2.3", "1e5", "nan", "--1", "٩", "1/2",
                                  "%"])
def test_what_is_no_figure(text):
    with pytest.raises(UsageError, match="not a number as printed"):
        read_printed(text)


@pytest.mark.parametrize(("exact", "agrees"), [
    (Fraction(98935, 100000), True), (Fraction(98945, 100000), True), (Fraction(989349, 1000000), False),
    (Fraction(989451, 1000000), False), (Fraction(98940, 100000), True)])
def test_agreement_is_to_half_a_unit_of_the_last_digit(exact, agrees):
    assert read_printed("98.94 %").agrees(exact) == agrees
