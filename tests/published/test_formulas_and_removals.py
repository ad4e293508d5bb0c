"""Figures in print about fair pays and about several removed cards, at their printed precision."""

import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from exact.analysis.odds.closed_form import bet_form, fair_pay
from exact.analysis.odds.laws import Study
from exact.game.catalogue import load_game
from exact.game.shoe import Shoe

HERE = Path(__file__).parent
PAYS = json.loads((HERE / "fair_pays.json").read_text())
EFFECTS = json.loads((HERE / "effects_of_removal_of_several_cards.json").read_text())
GAME = load_game("punto-banco")


def agrees(value: Fraction, printed: str) -> bool:
    """Whether a value rounds to the figure as printed."""
    unit = Fraction(10) ** int(Decimal(printed).as_tuple().exponent)
    return abs(value - Fraction(printed)) <= unit / 2


@pytest.mark.parametrize(("bet", "printed"), PAYS["pays"].items())
def test_break_even_payout(bet, printed):
    line = 0 if bet != "tie" else None
    assert agrees(fair_pay(bet_form(GAME.rules, GAME.named(bet)), line).fair.at(PAYS["decks"]), printed)


@pytest.mark.parametrize(("card", "number", "printed"), [
    (card, number, printed)
    for card, changes in EFFECTS["change"].items() for number, printed in enumerate(changes, 1)])
def test_effect_of_several_cards_on_player_wins(card, number, printed):
    study = Study(GAME.rules, ())
    shoe = Shoe.decks(EFFECTS["decks"])
    change = study.odds(shoe.remove(*[card] * number)).player - study.odds(shoe).player
    assert agrees(change, printed)
