"""The hash of rules and pay tables changes with what numbers depend on, and with nothing else."""

from dataclasses import replace
from fractions import Fraction

import pytest

from exact.game.bets import Bet, rules_and_bets_hash
from exact.game.catalogue import load_game

GAME = load_game("punto-banco")


def digest(*bets: Bet, game: str = "punto-banco") -> str:
    return rules_and_bets_hash(load_game(game).rules, bets)


def test_a_pay_a_condition_and_a_rule_change_it() -> None:
    bet = GAME.named("dragon-7")
    first, *rest = bet.lines
    dearer = replace(bet, lines=(replace(first, pays=first.pays + Fraction(1, 2)), *rest))
    other = replace(bet, lines=(replace(first, when=GAME.named("panda-8").lines[0].when), *rest))
    hashes = [digest(bet), digest(dearer), digest(other), digest(bet, game="misprint-banker-5"), digest(bet, bet)]
    assert len(set(hashes)) == len(hashes)


def test_a_title_and_the_words_of_an_event_do_not() -> None:
    bet = GAME.named("dragon-7")
    first, *rest = bet.lines
    assert digest(replace(bet, title="D7", lines=(replace(first, event="as printed"), *rest))) == digest(bet)


@pytest.mark.parametrize("name", ["all-red", "all-black", "perfect-pair", "royal-match-player"])
def test_bets_on_different_cards_differ(name: str) -> None:
    others = {digest(replace(GAME.named(other), name="x")) for other in GAME.bet_names() if other != name}
    assert digest(replace(GAME.named(name), name="x")) not in others
