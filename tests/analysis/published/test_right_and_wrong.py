"""Every figure of every bet of the catalogue: right as what it is, printed in any usual way; wrong as anything else.

A wrong reading may be right as printed by chance, to so few digits, of another number that the same words may mean;
that is worked out here from the counts of the law, apart from the program's own list of such numbers.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import factorial, isqrt

import pytest

from exact.analysis.odds.laws import BetLaw, bet_law
from exact.analysis.published.claims import read_terms
from exact.analysis.published.matching import right_matches
from exact.engine.coup.polynomial import falling
from exact.game.bet_catalogue import catalogue_bets
from exact.game.catalogue import load_game
from exact.game.claim import Claim
from exact.game.shoe import Shoe

GAME = load_game("punto-banco")
DECKS = 8
BETS = list(catalogue_bets())
QUICK = ("player", "tie", "ez-banker", "lucky-7", "player-pair", "natural-9-player", "dragon-bonus-banker")
"""Bets of each kind, for the quick run: all are tried in the long one."""
PLAIN = ("rtp", "edge", "ev", "probability")
HALF = Fraction(1, 2)


@cache
def law(name: str, decks: int = DECKS) -> BetLaw:
    return bet_law(GAME.rules, GAME.named(name), Shoe.decks(decks))


def right(name: str, quantity: str, figure: str) -> bool:
    terms = read_terms(Claim(name, quantity, figure))
    return any(True for _ in right_matches(law(name).bet, law(name), terms, Shoe.decks(DECKS)))


def meant(one: BetLaw) -> dict[str, set[Fraction]]:
    """All that a quantity of a bet can mean, of the bet itself or of one of the lines that pay."""
    counted = list(zip(one.bet.lines, one.counts, strict=True))
    wins = [(line.pays, Fraction(n, one.of)) for line, n in counted if line.pays > 0]
    chances = {sum(chance for _, chance in wins), *(chance for _, chance in wins)}
    ev = sum((line.pays * n for line, n in counted), Fraction(0)) / one.of
    shares = {pay * chance for pay, chance in wins} | {sum((pay * chance for pay, chance in wins), Fraction(0))}
    return {"rtp": {1 + ev}, "edge": {-ev}, "ev": {ev, *shares}, "contribution": shares,
            "probability": chances, "odds": {1 / chance - 1 for chance in chances if chance}}


def ways(number: Fraction) -> Iterator[tuple[str, Fraction, Fraction]]:
    """A number as print gives it, with the value and the worth of its last digit: a percentage or a decimal number."""
    for per, sign, places in ((100, "%", range(1, 5)), (1, "", range(3, 8))):
        for digits in places:
            yield from ((text + sign, value / per, Fraction(1, per * 10**digits))
                        for text, value in rounded(number * per, digits))


def rounded(number: Fraction, digits: int) -> Iterator[tuple[str, Fraction]]:
    """A number rounded half-even and half-up."""
    for whole in {round(number * 10**digits), (number * 10**digits + HALF).__floor__() if number > 0 else
                  -((-number * 10**digits + HALF).__floor__())}:
        yield decimals(whole, digits), Fraction(whole, 10**digits)


def decimals(whole: int, digits: int) -> str:
    over, rest = divmod(abs(whole), 10**digits)
    return f"{'-' if whole < 0 else ''}{over}.{rest:0{digits}d}"


def true_as_printed(value: Fraction, unit: Fraction, numbers: set[Fraction], bare: bool = False) -> bool:
    """A number above 1 without a sign may be a percentage."""
    per = 100 if bare and abs(value) > 1 else 1
    return any(abs(number * by - value) <= unit / 2 for number in numbers for by in (1, per))


def instead(name: str) -> Iterator[tuple[str, Fraction]]:
    """Numbers that a page may print for a quantity of a bet by mistake."""
    one, place = law(name), BETS.index(name)
    numbers = meant(one)
    hand = {"player": "banker", "banker": "player"}
    other_hand = "-".join(hand.get(part, part) for part in name.split("-"))
    others = {BETS[place - 1], BETS[(place + 7) % len(BETS)], other_hand}
    win, push, ev = one.hit_frequency, one.push_frequency, one.ev
    for quantity in PLAIN:
        for other in others & set(BETS) - {name}:
            yield from ((quantity, number) for number in meant(law(other))[quantity])
        for decks in (DECKS - 2, DECKS - 1, DECKS + 1):
            yield from ((quantity, number) for number in meant(law(name, decks))[quantity])
        yield from ((quantity, number) for kind in PLAIN if kind != quantity for number in numbers[kind])
        yield from ((quantity, number * factor) for number in numbers[quantity] for factor in (100, Fraction(1, 100)))
    yield from (("probability", 1 - chance) for chance in numbers["probability"])
    yield from (("probability", Fraction(n, one.of)) for line, n in zip(one.bet.lines, one.counts, strict=True)
                if line.pays <= 0)
    yield from (("probability", number) for against in numbers["odds"] if against for number in (against, 1 / against))
    if push and push != 1:
        yield from (("rtp", 1 + ev / (1 - push)), ("edge", -ev / (1 - push)), ("ev", ev / (1 - push)),
                    ("probability", win / (1 - push)), ("probability", win + push), ("edge", push - ev))


def every_bet(test):
    return pytest.mark.parametrize("name", [
        name if name in QUICK else pytest.param(name, marks=pytest.mark.long) for name in BETS])(test)


@every_bet
def test_no_wrong_reading_is_called_right(name: str) -> None:
    numbers, tried = meant(law(name)), 0
    for quantity, number in dict.fromkeys(instead(name)):
        for figure, value, unit in ways(number):
            if not true_as_printed(value, unit, numbers[quantity], not figure.endswith("%")):
                assert not right(name, quantity, figure), (quantity, figure)
                tried += 1
    assert tried > 50


@every_bet
def test_no_wrong_odds_are_called_right(name: str) -> None:
    numbers = meant(law(name))
    for chance in numbers["probability"]:
        for number in (chance, 1 - chance, chance / (1 - chance), 1 / chance):
            for figure, value in rounded(number, 4):
                if not true_as_printed(value, Fraction(1, 10**4), numbers["odds"]):
                    assert not right(name, "odds", figure), figure
                    assert not right(name, "odds", f"{figure} to 1"), figure
                assert not right(name, "odds", f"{figure}%"), "a percentage is no odds"
        for figure, _ in rounded(1 / chance - 1, 4):
            assert not right(name, "probability", f"{figure} to 1"), "odds are no probability"


@every_bet
def test_every_true_figure_is_right_in_every_usual_form(name: str) -> None:
    one = law(name)
    for quantity, numbers in meant(one).items():
        for number in numbers if quantity != "odds" else ():
            for figure, _, _ in ways(number):
                assert right(name, quantity, figure), (quantity, figure)
    for chance in filter(None, meant(one)["probability"]):
        for digits in (1, 2, 3):
            for inverse, _ in rounded(1 / chance, digits):
                assert right(name, "probability", f"1 in {inverse}")
            for against, _ in rounded(1 / chance - 1, digits):
                assert right(name, "odds", against)
                assert right(name, "odds", f"{against} to 1")
        lose, win = chance.denominator - chance.numerator, chance.numerator
        if win > 1 and len(f"{lose} to {win}") < 50:
            assert right(name, "odds", f"{lose} to {win}")
    for digits in (2, 4, 6):
        deviation = isqrt(int(one.variance * 10**(2 * digits + 4)))
        if deviation % 100 != 50:
            assert right(name, "std_dev", decimals((deviation + 50) // 100, digits))
        assert right(name, "variance", next(rounded(one.variance, digits))[0])


@every_bet
def test_a_figure_that_is_cut_off_is_right_only_where_it_is_rounded_too(name: str) -> None:
    numbers = meant(law(name))
    for quantity in PLAIN:
        for number in numbers[quantity]:
            for digits in (3, 5):
                cut = abs(int(number * 10**digits)) * (-1 if number < 0 else 1)
                true = true_as_printed(Fraction(cut, 10**digits), Fraction(1, 10**digits), numbers[quantity])
                assert right(name, quantity, decimals(cut, digits)) == true


@every_bet
def test_counts_are_right_in_every_cycle_in_use_and_in_no_other(name: str) -> None:
    one, cards = law(name), 52 * DECKS
    wins = {n for line, n in zip(one.bet.lines, one.counts, strict=True) if line.pays > 0} | {
        int(one.hit_frequency * one.of)}
    for n in wins - {0}:
        longer = [n * falling(cards - one.length, length - one.length) for length in (one.length, 4, 5, 6)
                  if length >= one.length]
        assert all(right(name, "count", f"{count:,}") for count in longer)
        short = [count for count in (n + 1, n * 7, n - 1) if count not in wins and count]
        assert not any(right(name, "count", f"{count:,}") for count in short)
    lost = one.of - int(one.hit_frequency * one.of)
    if lost not in wins:
        assert not right(name, "count", f"{lost:,}"), "that it does not happen"


@pytest.mark.parametrize(("name", "orders"), [("player-pair", 2), ("banker-pair", 2), ("lucky-nines", factorial(4)),
                                              ("perfect-pair", 4), ("either-pair", 4)])
def test_a_count_may_leave_the_order_of_the_cards_open(name: str, orders: int) -> None:
    one = law(name)
    for line, n in zip(one.bet.lines, one.counts, strict=True):
        if line.pays > 0:
            assert right(name, "count", f"{n // orders:,}")
            assert n % orders == 0
