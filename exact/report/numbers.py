"""Exact numbers as text: the one place where a fraction is rounded.

Everything is rounded half-even from the exact value with integer arithmetic, once, at print.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from math import isqrt
from typing import Literal

Style = Literal["text", "count", "probability", "percent", "signed percent", "one in", "number",
                "signed number", "per 10^7", "exact"]
"""How a number is read:

count: a whole number, thousands separated; probability: `digits` decimals; percent: two fewer; one in: the reciprocal
of a probability; number, also signed: as short as it is exact (a pay); per 10^7: signed, in units of 10^-7; exact: a
fraction.
"""
DIGITS = 6
"""Decimals of a probability where nothing else is said."""
SIGNIFICANT = 18
"""Significant digits of the decimals in JSON and CSV."""
_SURE_DIGITS = 1000
"""Whole numbers of fewer digits are written by Python itself, which refuses those of more than 4,300."""


class Percentage(Fraction):
    """A share that people read in %, whatever the numbers beside it in its column are.

    >>> Percentage(1, 8) == Fraction(1, 8)
    True
    """

    __slots__ = ()


@dataclass(frozen=True)
class Root:
    """The square root of a rational, with a sign: a standard deviation, a correlation."""

    square: Fraction
    negative: bool = False


def digits_of(number: int) -> str:
    """A whole number of any size in decimal digits.

    Python refuses to write very long ones, as a guard against slow input from strangers; a chance of many coups is such
    a number by right. It is halved into pieces that Python writes: quick, for multiplication and division are.
    """
    if number < 0:
        return "-" + digits_of(-number)
    if number.bit_length() < 3 * _SURE_DIGITS:  # less than 10**_SURE_DIGITS
        return str(number)
    half = number.bit_length() * 3 // 20  # about half of its digits, for 3/10 is nearly log10(2)
    high, low = divmod(number, 10**half)
    return digits_of(high) + digits_of(low).zfill(half)


def exact_text(value: Fraction | int) -> str:
    """A rational as Python writes it, `p/q` or a whole number; of any size."""
    over = digits_of(value.numerator)
    return over if value.denominator == 1 else f"{over}/{digits_of(value.denominator)}"


def _decimal(number: int) -> Decimal:
    return Decimal(digits_of(number))


def fixed(value: Fraction | int, digits: int, sign: bool = False, separators: bool = False) -> str:
    """A decimal with so many places, half-even; with `sign` also a plus, with `separators` thousands."""
    scaled = round(Fraction(value) * 10**digits)
    whole, rest = divmod(abs(scaled), 10**digits)
    text = digits_of(whole)
    if separators:
        first = len(text) % 3
        text = ",".join(filter(None, [text[:first], *(text[i:i + 3] for i in range(first, len(text), 3))]))
    if digits:
        text += f".{digits_of(rest).zfill(digits)}"
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


def rounded(value: Fraction | int | Root, places: int, sign: bool = False, separators: bool = False) -> str:
    """A number for people, with so many places: one that they would show as 0 though it is not is shown as below the
    last of them, `< 0.01`, and a negative one as `> -0.01`."""
    if isinstance(value, Root):
        text, sign_of = fixed_root(value, places, sign), (-1 if value.negative else 1) * value.square
    else:
        text, sign_of = fixed(value, places, sign, separators), Fraction(value)
    return below(places, sign_of < 0) if sign_of and not text.strip("+-0.") else text


def below(places: int, negative: bool = False) -> str:
    """What is not 0, but nearer to it than so many places show."""
    least = fixed(Fraction(1, 10**places), places)
    return f"> -{least}" if negative else f"< {least}"


def significant(value: Fraction, digits: int = SIGNIFICANT) -> str:
    """A plain decimal with so many significant digits, correctly rounded; 0 and whole numbers in full."""
    if value.denominator == 1:
        return digits_of(value.numerator)
    context = Context(prec=digits, rounding=ROUND_HALF_EVEN)
    quotient = context.divide(_decimal(value.numerator), _decimal(value.denominator))
    return format(quotient, "f")


def significant_root(value: Root, digits: int = SIGNIFICANT) -> str:
    """As `significant`, from the exact integer square root."""
    square = value.square
    if not square:
        return "0"
    magnitude = (len(digits_of(square.numerator)) - len(digits_of(square.denominator))) // 2
    places = max(digits - magnitude, 0) + 1
    text = fixed_root(value, places)
    return text.rstrip("0").rstrip(".") if "." in text else text


def fraction_text(value: Fraction) -> str:
    """A fraction in lowest terms, `p/q`, also where q is 1; of any size."""
    return f"{digits_of(value.numerator)}/{digits_of(value.denominator)}"


def root_text(value: Root) -> str:
    """A root as its exact value, `sqrt(p/q)`, with its sign."""
    return f"{'-' * value.negative}sqrt({exact_text(value.square)})"


def rational(value: Fraction | None) -> dict[str, str] | None:
    """A rational in JSON: the fraction and its decimal; None stays null."""
    if value is None:
        return None
    return {"fraction": fraction_text(value), "decimal": significant(value)}


def root(value: Root) -> dict[str, str]:
    """The root of a rational in JSON."""
    return {"square": fraction_text(value.square), "decimal": significant_root(value)}
