"""Every printed digit: rounding against the decimal module at a precision that leaves no doubt."""

import ast
import re
import shlex
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import exact
from exact.cli import main
from exact.report.cells import short_number, show
from exact.report.document import Column, Document, Note, Paragraph, Table
from exact.report.formats import FORMATS
from exact.report.numbers import (
    Root,
    digits_of,
    fixed,
    fixed_root,
    rational,
    root,
    rounded,
    significant,
    significant_root,
)
from exact.report.phrases import Phrase
from exact.values import Estimate

PRECISE = Context(prec=400, rounding=ROUND_HALF_EVEN)
fractions = st.fractions(min_value=-10**6, max_value=10**6, max_denominator=10**12)
squares = st.fractions(min_value=0, max_value=10**6, max_denominator=10**9)


def decimal(value):
    return PRECISE.divide(Decimal(value.numerator), Decimal(value.denominator))


def quantized(value, digits):
    return value.quantize(Decimal(1).scaleb(-digits), context=PRECISE)


@given(fractions, st.integers(0, 60))
@example(Fraction(1, 2), 0)
@example(Fraction(3, 2), 0)
@example(Fraction(-1, 2), 0)
@example(Fraction(25, 1000), 2)
@example(Fraction(-1, 10**9), 6)
def test_decimals_are_rounded_half_even_from_the_exact_value(value, digits):
    text = fixed(value, digits)
    assert Decimal(text) == quantized(decimal(value), digits)
    assert len(text.partition(".")[2]) == digits


@pytest.mark.parametrize(("value", "digits", "text"), [
    (Fraction(1, 2), 0, "0"), (Fraction(3, 2), 0, "2"), (Fraction(-5, 1000), 2, "0.00"),
    (Fraction(-15, 1000), 2, "-0.02"),
    (Fraction(2292252566437888, 4998398275503360), 6, "0.458597"), (Fraction(999999, 10**6), 2, "1.00"), (12, 0, "12")])
def test_decimals_by_hand(value, digits, text):
    assert fixed(value, digits) == text


def test_signs_and_thousands():
    assert fixed(Fraction(1234567, 100), 1, sign=True, separators=True) == "+12,345.7"
    assert fixed(Fraction(0), 2, sign=True) == "0.00"
    assert fixed(Fraction(-1234567), 0, separators=True) == "-1,234,567"


TINY = Fraction(1, 10**12)


@pytest.mark.parametrize(("value", "style", "text"), [
    (TINY, "per 10^7", "< 0.01"), (-TINY, "per 10^7", "> -0.01"), (TINY, "percent", "< 0.0001 %"),
    (-TINY, "signed percent", "> -0.0001 %"), (TINY, "probability", "< 0.000001"), (TINY / 3, "number", "< 0.000001"),
    (Root(TINY**2), "probability", "< 0.000001"), (Root(TINY**2, negative=True), "percent", "> -0.0001 %"),
    (Fraction(0), "per 10^7", "0.00"), (Fraction(0), "percent", "0.0000 %"), (Root(Fraction(0)), "per 10^7", "0.00"),
    (0, "number", "0"), (Fraction(1, 10**6), "probability", "0.000001"),
    (Fraction(6, 10**7), "probability", "0.000001")])
def test_what_is_not_0_never_reads_as_0(value, style, text):
    assert show(value, style, 6) == text


@given(fractions, st.integers(0, 8))
@example(Fraction(-1, 1000), 2)
def test_a_number_below_its_places_says_so_and_every_other_is_as_before(value, places):
    text = rounded(value, places)
    assert text == fixed(value, places) if not value or round(value * 10**places) else text[:2] in ("< ", "> ")


@given(squares, st.integers(0, 40), st.booleans())
@example(Fraction(1, 4), 0, False)
@example(Fraction(9, 4), 0, True)
@example(Fraction(0), 3, True)
@example(Fraction(1, 10**30), 10, False)
def test_roots_are_correctly_rounded(square, digits, negative):
    exact = PRECISE.sqrt(decimal(square))
    expected = quantized(exact, digits)
    assert Decimal(fixed_root(Root(square, negative), digits)) == (expected.copy_negate() if negative else expected)


@given(st.integers(10**20, 10**40), st.integers(0, 3))
def test_roots_close_to_a_half_are_not_rounded_by_a_float(n, digits):
    """The square of n + 1/2 in units of the last place, a hair more and a hair less."""
    half = Fraction(2 * n + 1, 2 * 10**digits)
    below, above = half**2 - Fraction(1, 10**90), half**2 + Fraction(1, 10**90)
    assert Decimal(fixed_root(Root(below), digits)).scaleb(digits, PRECISE) == n
    assert Decimal(fixed_root(Root(above), digits)).scaleb(digits, PRECISE) == n + 1


@given(fractions)
def test_significant_digits(value):
    text = significant(value)
    if value.denominator == 1:
        assert Fraction(text) == value
    else:
        eighteen = Context(prec=18, rounding=ROUND_HALF_EVEN)
        expected = eighteen.divide(Decimal(value.numerator), Decimal(value.denominator))
        assert Decimal(text) == expected
    assert "E" not in text.upper()


@pytest.mark.parametrize(("value", "text"), [
    (Fraction(1, 3), "0.333333333333333333"), (Fraction(1, 3 * 10**12), "0.000000000000333333333333333333"),
    (Fraction(10**25), "10000000000000000000000000"), (Fraction(-2, 3), "-0.666666666666666667"),
    (Fraction(1, 4), "0.25")])
def test_significant_digits_by_hand(value, text):
    assert significant(value) == text


@given(st.fractions(min_value=Fraction(1, 10**9), max_value=10**9, max_denominator=10**12), st.booleans())
def test_significant_digits_of_roots(square, negative):
    text = significant_root(Root(square, negative))
    exact = PRECISE.sqrt(decimal(square))
    places = len(text.partition(".")[2])
    assert text.startswith("-") == negative
    printed = Decimal(text.lstrip("-"))
    assert abs(printed - exact) <= Decimal(1).scaleb(-17) * exact
    if len(str(printed).replace(".", "").lstrip("0")) >= 18:
        assert printed == quantized(exact, places)


@pytest.mark.parametrize(("square", "text"), [
    (Fraction(0), "0"), (Fraction(4), "2"), (Fraction(2), "1.4142135623730950488"), (Fraction(10**40), "1" + "0" * 20)])
def test_significant_roots_by_hand(square, text):
    assert significant_root(Root(square)) == text


def test_numbers_in_json():
    assert rational(Fraction(1, 3)) == {"fraction": "1/3", "decimal": "0.333333333333333333"}
    assert rational(Fraction(2)) == {"fraction": "2/1", "decimal": "2"}
    assert rational(None) is None
    assert root(Root(Fraction(1, 4), True)) == {"square": "1/4", "decimal": "-0.5"}


@pytest.mark.parametrize(("value", "style", "digits", "text"), [
    (None, "probability", 6, "n/a"),
    ("words", "percent", 6, "words"),
    (1234567, "count", 6, "1,234,567"),
    (Fraction(1, 8), "probability", 6, "0.125000"),
    (Fraction(1, 8), "percent", 6, "12.5000 %"),
    (Fraction(1, 8), "percent", 0, "12 %"),
    (Fraction(1, 8), "signed percent", 6, "+12.5000 %"),
    (Fraction(-1, 8), "signed percent", 4, "-12.50 %"),
    (Fraction(1, 8), "one in", 6, "8.00"),
    (Fraction(0), "one in", 6, "never"),
    (Fraction(19, 20), "number", 6, "0.95"),
    (Fraction(1, 3), "number", 4, "0.3333"),
    (Fraction(-1195, 10**10), "per 10^7", 6, "-1.20"),
    (Root(Fraction(4, 10**14)), "per 10^7", 6, "+2.00"),
    (Root(Fraction(2, 10**14), negative=True), "per 10^7", 6, "-1.41"),
    (Fraction(1, 3), "exact", 6, "1/3"),
    (Root(Fraction(2)), "probability", 4, "1.4142"),
])
def test_cells_for_people(value, style, digits, text):
    assert show(value, style, digits) == text


@pytest.mark.parametrize(("value", "text"), [(Fraction(8), "8"), (Fraction(-1), "-1"), (Fraction(143, 5), "28.6"),
                                             (Fraction(12345), "12,345"), (Fraction(0), "0")])
def test_pays_are_as_short_as_they_are_exact(value, text):
    assert short_number(value) == text


huge = st.builds(lambda top, shift, add: (top << shift) + add, st.integers(1, 10**6), st.integers(0, 60_000),
                 st.integers(0, 10**9))


@given(huge, st.sampled_from((1, -1)))
@settings(max_examples=60, deadline=None)
@example(10**4300, 1)
@example(10**20_000 - 1, -1)
def test_a_number_of_any_size_is_written_in_full(number, sign):
    """Read back in pieces that Python reads; the guard of Python against long numbers stays as it is."""
    text = digits_of(sign * number)
    body = text.removeprefix("-")
    value = 0
    for place in range(0, len(body), 1000):
        part = body[place:place + 1000]
        value = value * 10**len(part) + int(part)
    assert (-value if text.startswith("-") else value) == sign * number
    assert body[0] != "0"
    with pytest.raises(ValueError, match="limit"):
        str(10**20_000)


@given(st.integers(10**9, 10**12), st.integers(10**9, 10**12), st.integers(5000, 9000))
@settings(max_examples=20, deadline=None)
def test_a_rational_of_any_size_is_rounded_as_a_small_one_is(p, q, digits):
    """The same ratio once in lowest terms, and once beside a far smaller change that does not reach the digits."""
    small, scale = Fraction(p, q), 10**digits
    large = Fraction(p * scale + 1, q * scale + 3)
    assert len(rational(large)["fraction"]) > 9000
    assert Decimal(rational(large)["decimal"]) == pytest.approx(Decimal(significant(small)), rel=Decimal("1e-17"))
    assert abs(Fraction(fixed(large, 4)) - large) <= Fraction(1, 20_000)
    assert significant_root(Root(large**2), 6)[:5] == significant(small, 18)[:5]
    assert root(Root(large))["square"] == rational(large)["fraction"]
    assert show(large, "probability", 6) == fixed(large, 6)
    assert fixed(Fraction(scale), 2, separators=True) == "1" + "0" * (digits % 3) + ",000" * (digits // 3) + ".00"


# ---------------------------------------------------------------------------------------------------------------
# no number is written past the one place that rounds

PIXELS_AND_SECONDS = {"exact/report/drawing/figures.py", "exact/report/formats/latex.py", "exact/commands/bundles.py",
                      "exact/commands/verify.py"}
"""Where a fixed format is of a length on paper, a time or a size of files, which no question asks."""


def fixed_formats(source: str) -> list[str]:
    """The formats of f-strings that cut a number off after so many decimals."""
    specs = [node.format_spec for node in ast.walk(ast.parse(source))
             if isinstance(node, ast.FormattedValue) and isinstance(node.format_spec, ast.JoinedStr)]
    written = ["".join(part.value if isinstance(part, ast.Constant) else "N" for part in spec.values) for spec in specs]
    return [spec for spec in written if re.search(r"[fF%eE]$", spec) and not spec.endswith("e")]


def test_no_module_formats_a_number_with_fixed_decimals_so_that_none_can_read_as_0():
    assert fixed_formats('f"{x:.2f} {x:+,.{n}f} {x:%} {x:g} {x:>7}"') == [".2f", "+,.Nf", "%"]
    root = Path(exact.__file__).parent
    found = {f"exact/{path.relative_to(root).as_posix()}" for path in root.rglob("*.py")
             if fixed_formats(path.read_text(encoding="utf-8"))}
    assert found == PIXELS_AND_SECONDS


def test_words_hold_numbers_in_as_many_digits_as_are_asked_for_and_never_as_0():
    words = Phrase("Mean ", (Fraction(1, 3), "probability"), ", at ", (Fraction(135), "signed number"), ", gain ",
                   (Fraction(1, 10**9), "percent"), ".")
    assert words == "Mean 0.333333, at +135, gain < 0.0001 %."
    assert words.with_digits(3) == "Mean 0.333, at +135, gain < 0.1 %."
    table = Table("T", (Column("what"),), ((words,),), (words,))
    for name in ("text", "markdown", "html", "latex"):
        shown = FORMATS[name].write(Document("D", "d/1", (table, Paragraph(words), Note(words))), 3)
        assert shown.count("0.333") == 4
        assert "0.3333" not in shown


def test_a_simulated_number_and_its_error_that_are_not_0_never_read_as_0():
    tiny = Estimate(2.7e-12, 1.1e-12, 100, 1)
    assert show(tiny, "probability", 6) == "< 0.000001 ± < 0.000001"
    assert show(Estimate(0.0, 0.0, 100, 1), "probability", 6) == "0.000000 ± 0.000000"


@pytest.mark.parametrize("command", [
    "known --cards 1 --digits 3", "streaks --coups 20 --shoes 200 --digits 3",
    "coups --shoes 200 --digits 3",
    "count --bets tie --decks 1 --tags '9=1 A-4=-1' --trigger 2 --cards-left 20 --digits 3"])
def test_digits_hold_in_every_table_its_notes_and_the_words_of_its_cells(command, capsys):
    assert main(shlex.split(command)) == 0
    assert not re.findall(r"(?<![\d.])\d+\.\d{4,}", capsys.readouterr().out)
