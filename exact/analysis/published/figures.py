"""Figures as people print them, and when an exact number agrees with one.

A printed figure is text; `read_figure` gives every number that it may mean. `1,060` is one thousand and sixty or, with
a decimal comma, 1.060; `98.94` beside the word RTP is a percentage. Each reading knows its scale and the worth of its
last digit, so that an exact number can be compared with it: rounded (to nearest), cut off, or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import floor, isqrt

from exact.errors import ClaimError

LONGEST = 60
FORMS = ("98.94%, 98,94 %, 98.94 percent, 0.0106, -0.0106, 1 in 18.6, 18.6 to 1, 8:1, 459 per thousand, "
         "6,448 to 79,872, 2,230,518,282,592,256, 7/415")
SPREADSHEET_DIGITS = 15
"""A spreadsheet keeps so many significant digits of an integer and prints zeros after them."""
_ROOT_DIGITS = 60
TRUNCATED, PADDED = "truncated", "rounded to fewer digits and printed with zeros"
TWICE = "rounded twice"
MOST_MORE = 3
"""A figure that was rounded twice had at most so many decimals more the first time."""
DIGITS15 = f"rounded to {SPREADSHEET_DIGITS} significant digits"
DIGITS15_CUT = f"cut off after {SPREADSHEET_DIGITS} significant digits"
DIGITS15_WORKED = f"worked out from counts of {SPREADSHEET_DIGITS} significant digits"
WRONG_DIGITS = (TRUNCATED, PADDED, TWICE, DIGITS15, DIGITS15_CUT, DIGITS15_WORKED)
"""The ways in which a figure of the right number has wrong last digits."""

PERCENT, DECIMAL, ONE_IN, TO_ONE, COUNT, FRACTION = "percent", "decimal", "1 in N", "N to 1", "count", "fraction"
RATIO, IN_FAVOUR = "N to M", "N to M in favour"
"""Two whole numbers of ways, those that lose first or those that win."""


@dataclass(frozen=True)
class Printed:
    """One reading of a printed figure: a value on a scale, and the worth of its last digit (0: exact).

    `per` is what the figure counts by: 100 for a percentage, 1000 for "per thousand", else 1. `bare` says that the
    figure is a number without a sign or a word, so that the scale is only taken to be this one.
    """

    scale: str
    value: Fraction
    unit: Fraction
    per: int = 1
    digits15: bool = False
    bare: bool = False

    @property
    def digits(self) -> int:
        """How many significant digits are printed."""
        return len(str(abs(int(self.value / (self.unit or 1)))))

    @cached_property
    def before_zeros(self) -> Fraction:
        """The worth of the last digit before the zeros at the end of the decimals: a thousandth in 7.6110.

        A decimal and two significant digits are left at least: less would explain almost anything.
        """
        unit = self.unit
        while 0 < unit < Fraction(1, 10) and abs(self.value) >= 100 * unit and (self.value / unit) % 10 == 0:
            unit *= 10
        return unit

    @property
    def without_zeros(self) -> str:
        """The figure without the zeros at the end of its decimals."""
        return decimal_text(self.value, len(str(self.before_zeros.denominator)) - 1)

    def on_scale(self, number: Fraction) -> Fraction | None:
        """An exact number on this scale: 0.9894 as 98.94 %, 1/19 as 1 in 19; None where it has no such form."""
        if self.scale in _RECIPROCAL:
            return None if number <= 0 else 1 / number - (self.scale != ONE_IN)
        return number * self.per

    def clearly_off(self, number: Fraction) -> bool:
        """A quick look in floats, many times coarser than a unit or a rounding of them: true only if the two differ."""
        if self.scale in _RECIPROCAL or abs(self.value) > 10**15:
            return False
        value = float(self.value)
        return abs(float(number) * self.per - value) > 2 * float(self.before_zeros) + 1e-9 * (1 + abs(value))

    def difference(self, number: Fraction) -> Fraction | None:
        """Printed less exact, on the scale of the figure."""
        exact = self.on_scale(number)
        return None if exact is None else self.value - exact

    def rounds(self, number: Fraction) -> bool:
        """Whether an exact number is printed so by rounding, right to the last digit."""
        return self.rounding(number) not in (None, *WRONG_DIGITS)

    def rounding(self, number: Fraction) -> str | None:
        """How an exact number comes to be printed so: exact, rounded, rounded half-up, rounded half-even, or one of
        `WRONG_DIGITS`; None if it does not."""
        if self.clearly_off(number):
            return None
        exact = self.on_scale(number)
        if exact is None:
            return None
        off = abs(exact - self.value)
        if not off:
            return "exact"
        if 2 * off < self.unit:
            return DIGITS15 if self.digits15 else "rounded"
        if 2 * off == self.unit:
            if abs(self.value) > abs(exact):
                return "rounded half-up"
            return "rounded half-even" if (self.value / self.unit) % 2 == 0 else TRUNCATED
        same_side = self.value == 0 or (self.value > 0) == (exact > 0)
        cut = same_side and abs(self.value) < abs(exact)
        if off < self.unit and (cut or self.digits15):
            return TRUNCATED if not self.digits15 else DIGITS15_CUT if cut else DIGITS15_WORKED
        if self.before_zeros > self.unit and 2 * off <= self.before_zeros:
            return PADDED
        return TWICE if off < self.unit and self._is_rounded_twice(abs(exact)) else None

    def _is_rounded_twice(self, exact: Fraction) -> bool:
        """Whether it comes out when halves are rounded up decimal by decimal: 8.459 from 8.4585 from 8.45847."""
        for more in range(1, MOST_MORE + 1):
            number = exact
            for left in range(more, -1, -1):
                number = floor(number / self.unit * 10**left + Fraction(1, 2)) * self.unit / 10**left
            if number == abs(self.value):
                return True
        return False

    def show(self, number: Fraction, more: int = 2) -> str:
        """An exact number on this scale in words, with `more` digits than the figure has."""
        exact = self.on_scale(number)
        if exact is None:
            return "n/a"
        places = max(len(str(self.unit.denominator)) - 1, 0) + more if self.unit else 6
        while exact and abs(exact) * 10**places < 1:  # what is not 0 is never shown as 0
            places += 1
        text = decimal_text(exact, 0 if self.scale == COUNT and exact.denominator == 1 else places)
        if self.scale in (RATIO, IN_FAVOUR):
            win = Fraction(number)
            ways = f"{win.denominator - win.numerator:,}", f"{win.numerator:,}"
            return " to ".join(ways if self.scale == RATIO else reversed(ways))
        return {PERCENT: f"{text} %", ONE_IN: f"1 in {text}", TO_ONE: f"{text} to 1"}.get(
            self.scale, f"{text} per {self.per:,}" if self.per > 1 else text)


def decimal_text(number: Fraction, places: int) -> str:
    """A rational with so many decimals, rounded half-even, with commas between thousands."""
    scaled = round(abs(number) * 10**places)
    whole, part = divmod(scaled, 10**places)
    sign = "-" if number < 0 and scaled else ""
    return f"{sign}{whole:,}" + (f".{part:0{places}d}" if places else "")


def root(square: Fraction) -> Fraction:
    """The square root of a rational: exactly, where it is rational, else cut off after 60 decimals."""
    p, q = isqrt(square.numerator), isqrt(square.denominator)
    if p * p == square.numerator and q * q == square.denominator:
        return Fraction(p, q)
    return Fraction(isqrt(square.numerator * 10**(2 * _ROOT_DIGITS) // square.denominator), 10**_ROOT_DIGITS)


_TYPOGRAPHY = {0x2212: "-", 0x2013: "-", 0xA0: " ", 0x202F: " ", 0x2009: " ", 0x2019: "'"}
"""Minus sign and en dash, the spaces that do not break, and the apostrophe, as they are typed."""
_NUMBER = r"(?:[+-] ?)?\d[\d.,' ]*"
_APPROXIMATELY = re.compile(r"^(?:approximately|approx\.?|about|around|roughly|nearly|(?:slightly|just) (?:over|under)|"
                            r"circa|ca\.?|~|≈|=)\s*", re.I)
_PATTERNS = tuple((re.compile(pattern, re.I), scale, per) for pattern, scale, per in (
    (rf"(?:1|one|once)\s+(?:in|every|out of)\s+(?P<n>{_NUMBER})", ONE_IN, 1),
    (rf"every\s+(?P<n>{_NUMBER})", ONE_IN, 1),
    (rf"(?P<n>{_NUMBER})\s*(?:to\s*1|to\s+one|:\s*1|-\s*1|/\s*1)", TO_ONE, 1),
    (rf"(?P<n>{_NUMBER})\s*(?:%|percent|per\s*cent|pct)", PERCENT, 100),
    (rf"(?P<n>{_NUMBER})\s*(?:‰|per\s*mille|(?:per|in)\s+(?:a\s+)?(?:thousand|1,?000))", DECIMAL, 1000),
    (rf"(?P<n>{_NUMBER})\s*(?:per|in)\s+(?:a\s+)?(?:hundred\s+thousand|100,?000)", DECIMAL, 100_000),
    (rf"(?P<n>{_NUMBER})\s*(?:per|in)\s+(?:ten\s+thousand|10,?000)", DECIMAL, 10_000),
    (rf"(?P<n>{_NUMBER})\s*(?:per|in)\s+(?:a\s+)?(?:million|1,?000,?000)", DECIMAL, 1_000_000),
))
_FRACTION = re.compile(r"([+-]?\d[\d,]*)\s*(/|:|to)\s*(\d[\d,]*)")
_RECIPROCAL = (ONE_IN, TO_ONE, RATIO, IN_FAVOUR)
_GROUPED = re.compile(r"[1-9]\d{0,2}(?:([,.' ])\d{3})(?:\1\d{3})*")


def _numbers(text: str) -> Iterator[tuple[Fraction, int]]:
    """Every number that a run of digits and separators may be, with its count of decimals."""
    negative, body = text.strip().startswith("-"), text.strip().lstrip("+-").strip()

    def number(whole: str, decimals: str = "") -> tuple[Fraction, int]:
        value = Fraction(int(whole + decimals), 10**len(decimals))
        return -value if negative else value, len(decimals)

    if body.isdigit():
        yield number(body)
        return
    for mark in ".,":
        whole, found, decimals = body.rpartition(mark)
        if found and decimals.isdigit() and mark not in whole and (whole.isdigit() or _is_grouped(whole, not_by=mark)):
            yield number(re.sub(r"\D", "", whole), decimals)
    if _is_grouped(body):
        yield number(re.sub(r"\D", "", body))


def _is_grouped(body: str, not_by: str = "") -> bool:
    found = _GROUPED.fullmatch(body)
    return found is not None and found[1] != not_by


def read_figure(text: str) -> tuple[Printed, ...]:
    """Every reading of a printed figure; raises ClaimError that lists the accepted forms if there is none."""
    cleaned = " ".join(text.translate(_TYPOGRAPHY).split())
    cleaned = _APPROXIMATELY.sub("", cleaned)
    readings = list(_readings(cleaned)) if cleaned.isascii() or "‰" in cleaned else []
    if not readings or len(cleaned) > LONGEST:
        shown = text if len(text) <= LONGEST else text[:LONGEST - 3] + "..."
        raise ClaimError(f"figure {shown!r}: cannot be read; forms that can: {FORMS}")
    return tuple(readings)


def _readings(text: str) -> Iterator[Printed]:
    for pattern, scale, per in _PATTERNS:
        found = pattern.fullmatch(text)
        if found:
            for value, decimals in _numbers(found["n"]):
                if _possible(scale, value):
                    yield Printed(scale, value, Fraction(1, 10**decimals), per)
            return
    fraction = _FRACTION.fullmatch(text)
    if fraction:
        p, q = (int(part.replace(",", "")) for part in (fraction[1], fraction[3]))
        if q and fraction[2] == "/":
            yield Printed(FRACTION, Fraction(p, q), Fraction(0))
        if p > 0 and q:
            yield Printed(RATIO, Fraction(p, q), Fraction(0))
            yield Printed(IN_FAVOUR, Fraction(q, p), Fraction(0))
        return
    if re.fullmatch(_NUMBER, text):
        for value, decimals in _numbers(text):
            unit = Fraction(1, 10**decimals)
            yield Printed(DECIMAL, value, unit, bare=True)
            yield Printed(PERCENT, value, unit, 100, bare=True)
            yield from (Printed(scale, value, unit, bare=True) for scale in (ONE_IN, TO_ONE)
                        if _possible(scale, value))
            if not decimals:
                yield from _as_count(value)


def _possible(scale: str, value: Fraction) -> bool:
    """Whether there is a chance of 1 in N, or of N to 1: none of 1 in 0."""
    return scale not in (ONE_IN, TO_ONE) or value >= (scale == ONE_IN)


def _as_count(value: Fraction) -> Iterator[Printed]:
    yield Printed(COUNT, value, Fraction(1))
    extra = len(str(abs(value.numerator))) - SPREADSHEET_DIGITS
    if extra > 0 and value.numerator % 10**extra == 0:
        yield Printed(COUNT, value, Fraction(10**extra), digits15=True)
