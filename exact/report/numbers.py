"""Exact numbers as text: the one place where a fraction is rounded.

Everything is rounded half-even from the exact value with integer arithmetic, once, at print.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from math import isqrt

SIGNIFICANT = 18
"""Significant digits of the decimals in JSON and CSV."""


@dataclass(frozen=True)
class Root:
    """The square root of a rational, with a sign: a standard deviation, a correlation."""

    square: Fraction
    negative: bool = False


def fixed(value: Fraction | int, digits: int, sign: bool = False, separators: bool = False) -> str:
    """A decimal with so many places, half-even; with `sign` also a plus, with `separators` thousands."""
    scaled = round(Fraction(value) * 10**digits)
    whole, rest = divmod(abs(scaled), 10**digits)
    text = f"{whole:,}" if separators else str(whole)
    if digits:
        text += f".{rest:0{digits}d}"
    return ("-" if scaled < 0 else "+" if sign and scaled else "") + text


def fixed_root(value: Root, digits: int, sign: bool = False) -> str:
    """A root with so many places, correctly rounded: floor(x + 1/2) in units of the last place, by integer root.

    Only a rational root can lie half between two decimals, and that is rounded half-even as a rational.
    """
    over, under = isqrt(value.square.numerator), isqrt(value.square.denominator)
    if over**2 == value.square.numerator and under**2 == value.square.denominator:
        return fixed(Fraction(-over if value.negative else over, under), digits, sign)
    scaled = (isqrt(4 * value.square.numerator * 100**digits // value.square.denominator) + 1) // 2
    return fixed(Fraction(-scaled if value.negative else scaled, 10**digits), digits, sign)


def significant(value: Fraction, digits: int = SIGNIFICANT) -> str:
    """A plain decimal with so many significant digits, correctly rounded; 0 and whole numbers in full."""
    if value.denominator == 1:
        return str(value.numerator)
    context = Context(prec=digits, rounding=ROUND_HALF_EVEN)
    quotient = context.divide(Decimal(value.numerator), Decimal(value.denominator))
    return format(quotient, "f")


def significant_root(value: Root, digits: int = SIGNIFICANT) -> str:
    """As `significant`, from the exact integer square root."""
    square = value.square
    if not square:
        return "0"
    magnitude = (len(str(square.numerator)) - len(str(square.denominator))) // 2
    places = max(digits - magnitude, 0) + 1
    text = fixed_root(value, places)
    return text.rstrip("0").rstrip(".") if "." in text else text


def rational(value: Fraction | None) -> dict[str, str] | None:
    """A rational in JSON: the fraction and its decimal; None stays null."""
    if value is None:
        return None
    return {"fraction": f"{value.numerator}/{value.denominator}", "decimal": significant(value)}


def root(value: Root) -> dict[str, str]:
    """The root of a rational in JSON."""
    return {"square": f"{value.square.numerator}/{value.square.denominator}", "decimal": significant_root(value)}
