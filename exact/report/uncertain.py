"""Numbers that are not one exact value, bounded and simulated ones: as people read them, and in JSON."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from typing import Any

from exact.report.numbers import SIGNIFICANT, Style, below, fixed, rational, rounded
from exact.values import Estimate, Interval

PERCENT = ("percent", "signed percent")


def interval_text(value: Interval, style: Style, digits: int) -> str:
    """Bounds in so many digits as one number if both round to it, else as an interval, rounded outward."""
    percent = style in PERCENT
    sign = style == "signed percent"
    factor, places, unit = (100, max(digits - 2, 0), " %") if percent else (1, digits, "")
    low, high = value.low * factor, value.high * factor
    shown = [fixed(end, places, sign) for end in (low, high)]
    if shown[0] != shown[1]:
        outer = Fraction(low * 10**places // 1, 10**places), -Fraction(-high * 10**places // 1, 10**places)
        return f"{fixed(outer[0], places, sign)} to {fixed(outer[1], places, sign)}{unit}"
    if (low or high) and round(low * 10**places) == 0:
        text = below(places, high <= 0) if low >= 0 or high <= 0 else "+-" + below(places).removeprefix("< ")
        return f"{text}{unit}"
    return f"{shown[0]}{unit}"


def estimate_text(value: Estimate, style: Style, digits: int) -> str:
    """A simulated number and its standard error, marked by the sign between them."""
    if value.mean is None:
        return "n/a (not seen)"
    factor, places, unit = (100, max(digits - 2, 0), " %") if style in PERCENT else (1, digits, "")
    mean, error = ("n/a" if number is None else rounded(Fraction(number) * factor, places)
                   for number in (value.mean, value.standard_error))
    return f"{mean} ± {error}{unit}"


# ---------------------------------------------------------------------------------------------------------------
# in JSON

def outward(value: Fraction, up: bool) -> str:
    """A decimal at or beyond a bound."""
    context = Context(prec=SIGNIFICANT, rounding=ROUND_CEILING if up else ROUND_FLOOR)
    return format(context.divide(Decimal(value.numerator), Decimal(value.denominator)), "f")


def interval_data(value: Interval | None) -> dict[str, str] | None:
    """An exact number, or a bounded one."""
    if value is None:
        return None
    if value.exact:
        return rational(value.low)
    return {"low": outward(value.low, up=False), "high": outward(value.high, up=True)}


def interval_of(data: Mapping[str, str]) -> Interval:
    """An exact or a bounded number from its JSON."""
    if "fraction" in data:
        return Interval.at(Fraction(data["fraction"]))
    return Interval(Fraction(data["low"]), Fraction(data["high"]))


def estimate_data(value: Estimate | None) -> dict[str, Any] | None:
    """A simulated number; null where nothing was seen to take a mean of."""
    if value is None or value.mean is None:
        return None
    error = None if value.standard_error is None else f"{value.standard_error:.6g}"
    return {"mean": f"{value.mean:.15g}", "standard_error": error, "n": value.n, "seed": value.seed}
