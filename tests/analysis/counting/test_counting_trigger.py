"""When a bet is made."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exact.analysis.counting.tags import CountError
from exact.analysis.counting.trigger import Divisor, Trigger, parse_trigger


@pytest.mark.parametrize(("text", "want"), [
    ("4", Trigger(Fraction(4))), (">=4", Trigger(Fraction(4))), ("<=-3", Trigger(Fraction(-3), "<=")),
    ("tc>2.5", Trigger(Fraction(5, 2), ">")), ("rc>=7", Trigger(Fraction(7), running=True)),
    ("RC < -1/2", Trigger(Fraction(-1, 2), "<", True)), ("+48", Trigger(Fraction(48)))])
def test_triggers_are_read(text: str, want: Trigger) -> None:
    assert parse_trigger(text) == want


@pytest.mark.parametrize("text", ["", "x", "rc", "=4", "4 or more", "1/0", ">>4", "tc>=nan"])
def test_what_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(CountError, match="trigger"):
        parse_trigger(text)


@pytest.mark.parametrize(("divisor", "cards", "decks"), [
    (Divisor.EXACT, 77, Fraction(77, 52)), (Divisor.HALF, 77, 1), (Divisor.HALF, 78, Fraction(3, 2)),
    (Divisor.FLOORED, 103, 1), (Divisor.FLOORED, 104, 2), (Divisor.FLOORED, 6, 1), (Divisor.HALF, 6, Fraction(1, 2))])
def test_decks_left(divisor: Divisor, cards: int, decks: Fraction) -> None:
    assert divisor.decks(cards) == decks


@pytest.mark.parametrize("text", ["4", "<=-3", "tc>2.5", "rc>=7", "rc<1/3", "<0"])
@pytest.mark.parametrize("divisor", list(Divisor))
def test_the_whole_number_of_a_trigger_is_where_it_begins(text: str, divisor: Divisor) -> None:
    trigger, scale = parse_trigger(text, divisor), 6
    sign = 1 if trigger.upwards else -1
    for cards in (6, 51, 52, 77, 400):
        least = trigger.least(cards, scale)
        assert trigger.reached(Fraction(sign * least, scale), cards)
        assert not trigger.reached(Fraction(sign * (least - 1), scale), cards)
