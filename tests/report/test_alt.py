"""Words for those who cannot see: true of every curve that they may be about."""

from fractions import Fraction

import pytest

from exact.analysis.odds.laws import Study
from exact.analysis.removal.effects import removal_effects
from exact.game.catalogue import load_game
from exact.game.shoe import Shoe
from exact.report.document import Figure, Paragraph
from exact.report.drawing.alt import a_card, course
from exact.report.numbers import Root
from exact.report.sections.decks import MOST_PANELS, decks_figure
from exact.report.sections.effects import removal_figure

GAME = load_game("punto-banco")


@pytest.mark.parametrize(("values", "said"), [
    ((1, 2, 2, 3), "x from 1 at a to 3 at d, rising all the way"),
    ((3, 2, None, -1), "x from 3 at a to -1 at d, falling all the way"),
    ((2, 2, 2, 2), "x 2 at each place from a to d"),
    ((None, 7, None, None), "x 7 at b"),
    ((None,) * 4, "x nowhere"),
    ((1, 5, 0, 2), "x from 1 at a to 2 at d, not one way all along: least 0 at c, greatest 5 at b"),
    ((1, 5, 4, 2), "x from 1 at a to 2 at d, not one way all along: greatest 5 at b")])
def test_the_course_of_a_curve(values, said):
    assert course("x", "abcd", values, str) == said


def test_roots_are_ordered_by_their_values():
    roots = (Root(Fraction(4), negative=True), Root(Fraction(1), negative=True), Root(Fraction(0)), Root(Fraction(9)))
    assert course("x", "abcd", roots, lambda _: "r").endswith("rising all the way")


def test_cards_have_their_articles():
    assert [a_card(name) for name in ("A", "8", "7", "T", "J", "Q", "K", "0")] == [
        "an ace", "an 8", "a 7", "a ten", "a jack", "a queen", "a king", "a ten-valued card"]


def removal_words(*names):
    study = Study(GAME.rules, tuple(map(GAME.named, names)))
    (found,) = removal_figure(removal_effects(study, Shoe.decks(8)))
    return found


def test_a_bet_that_every_card_changes_alike_gains_without_none():
    assert removal_words("player-suited-pair").alt.endswith("player-suited-pair changes by 0.00 whichever rank goes.")
    assert removal_words("banker").alt.endswith("banker gains most without a 4 and loses most without a 6.")


def test_too_many_bets_for_a_picture_are_said_to_be():
    bets = tuple(bet for bet in map(GAME.named, ("player", "banker", "tie", "dragon-7", "panda-8", "big", "small",
                 "either-pair", "player-pair", "banker-pair", "lucky-6", "tiger-pair", "dragon-bonus-player")))
    assert len(bets) == MOST_PANELS + 1
    study = Study(GAME.rules, bets)
    odds = study.odds(Shoe.decks(8))
    for found in ([*decks_figure([(8, odds), (None, odds)])], [*removal_figure(dict.fromkeys(bets, (None,)))]):
        assert [type(block) for block in found] == [Paragraph]
        assert f"{len(bets)} bets" in found[0].text
    player = Study(GAME.rules, bets[:1])
    (one,) = decks_figure([(1, player.odds(Shoe.decks(1))), (None, player.odds(Shoe.infinite_deck()))])
    assert isinstance(one, Figure)
    assert one.alt == "A curve for each bet: player 98.7136 % at 1 deck, 98.7719 % in the limit."
