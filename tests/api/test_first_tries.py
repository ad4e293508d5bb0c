"""What people type first: each line answers, or says in one sentence which argument is wrong, never with an error of
Python's own from somewhere below."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import exact
from exact import CardSet, ExactError, Game, Procedure, Shoe

GAME: Any = Game("punto-banco")
DRAGON: Any = GAME.bet("dragon-7")
DECK: Any = Shoe.decks(1)
TAGS = "4-7=-1 8,9=2"
COUNT = DRAGON.count(TAGS, 4, cards_left=52)

SAME: dict[str, tuple[Callable[[], Any], Any]] = {
    "numpy's decks": (lambda: GAME.odds(np.int64(6)), GAME.odds(6)),
    "decks as a text": (lambda: GAME.odds("6"), GAME.odds(6)),
    "a bet": (lambda: GAME.odds(bets=DRAGON), GAME.odds(bets="dragon-7")),
    "bets in a list": (lambda: GAME.odds(bets=[DRAGON, "tie"]), GAME.odds(bets="dragon-7,tie")),
    "the law of a bet": (lambda: GAME.odds(bets=DRAGON.law(6)), GAME.odds(bets="dragon-7")),
    "numpy's card": (lambda: DECK.remove(np.int64(9)), DECK - "9"),
    "a list of cards": (lambda: DECK.remove([9, "K"]), DECK - "9,K"),
    "a mapping of cards": (lambda: DECK.remove({"9": 2}), DECK - "9=2"),
    "a shoe less a shoe": (lambda: DECK - Shoe.of("9=2"), DECK - "9=2"),
    "a shoe and a shoe": (lambda: DECK + DECK, Shoe.decks(2)),
    "numpy's counts": (lambda: Shoe.of({"9": np.int64(3)}), Shoe.of("9=3")),
    "a point value": (lambda: CardSet.of(9), CardSet.of("9")),
    "coups as a text": (lambda: DRAGON.session("100"), DRAGON.session(100)),
    "numpy's coups": (lambda: DRAGON.session(np.int64(100)), DRAGON.session(100)),
    "numpy's coups, monitored": (lambda: DRAGON.monitor(np.int64(500)), DRAGON.monitor(500)),
    "numpy's depth": (lambda: DRAGON.count(TAGS, 4, cards_left=np.int64(52)), COUNT),
    "numpy's tags": (lambda: DRAGON.count(np.array([0, 0, 0, -1, -1, -1, -1, 2, 2, 0]), 4, cards_left=52), COUNT),
    "tags as a mapping": (lambda: DRAGON.count({"4-7": -1, "8,9": 2}, 4, cards_left=52), COUNT),
    "numpy's stake": (lambda: GAME.slip({"tie": np.int64(2)}), GAME.slip({"tie": 2})),
    "decks of claims": (lambda: exact.claims("banker rtp 98.94%", shoe="8"), exact.claims("banker rtp 98.94%", shoe=8)),
    "a procedure of decks": (lambda: Procedure.of(8), Procedure.of(Shoe.decks(8))),  # type: ignore[arg-type]
}

WRONG: dict[str, tuple[Callable[[], Any], str]] = {
    "decks in words": (lambda: GAME.odds("six"), "shoe file 'six'.*give a number of decks"),
    "decks that are a float": (lambda: GAME.odds(6.0), "`shoe` 6.0"),
    "negative decks": (lambda: GAME.odds(-1), "`decks` -1"),
    "an empty shoe": (lambda: GAME.odds({}), "a coup may need 6"),
    "no name of a shoe": (lambda: GAME.odds(""), "shoe file ''"),
    "decks that are none": (lambda: Shoe.decks(True), "`decks` true: a whole number"),
    "a misspelt bet": (lambda: GAME.odds(bets="dragon 7"), r"did you mean 'dragon-7'.*`exact\.bets\(\)`"),
    "a number for a bet": (lambda: GAME.odds(bets=7), "`bets` 7"),
    "a number in bets": (lambda: GAME.odds(bets=[1]), "`bets` 1: a bet is named by a text"),
    "a list for a coup": (lambda: GAME.odds(dealt=["P9"]), "`dealt`"),
    "no coup": (lambda: GAME.in_play(None), "`dealt` None"),
    "a misspelt game": (lambda: Game("punto"), r"did you mean 'punto-banco'.*`exact\.games\(\)`"),
    "a card that is none": (lambda: DECK.remove(10), "point value 0-9"),
    "half a card": (lambda: DECK.remove({"9": 1.5}), "9=1.5: a count is a whole number"),
    "cards of an infinite shoe": (lambda: DECK.add(Shoe.of("inf")), "infinite"),
    "a cut card that is a float": (lambda: GAME.coups(1, cut=14.0), "`cut` 14.0: a float.*write '14'"),
    "a cut card in words": (lambda: GAME.coups(1, cut="x"), "`cut`: 'x'"),
    "a procedure in words": (lambda: Procedure(cut="14"), "`cut` '14': a whole number"),  # type: ignore[arg-type]
    "half a shoe": (lambda: GAME.simulate(shoes=200.5), "`shoes` 200.5"),
    "half a coup": (lambda: GAME.streaks(coups=81.5), "`coups` 81.5"),
    "half a coup, exactly": (lambda: DRAGON.session(Fraction(21, 2)), "`coups` 10.5: write a whole number"),
    "a seed in words": (lambda: GAME.simulate(seed="x"), "`seed`: 'x'"),
    "no tags": (lambda: DRAGON.count(None, 4), "`tags` None"),
    "no count": (lambda: DRAGON.search(1, 1, 26, keep=0), "`keep` 0"),
    "a depth that is none": (lambda: DRAGON.count(TAGS, 4, cards_left=52.0), "`cards_left` '52.0'"),
    "a depth beyond the shoe": (lambda: DRAGON.spread(8).variance(1000), "`cards_left` 1000"),
    "a depth in words": (lambda: DRAGON.spread(8).variance("26,52"), "`cards_left`: '26,52'"),
    "results that are a number": (lambda: GAME.after(3), "`after` 3: write a text"),
    "no vector": (lambda: GAME.removal(1, "tie", 9), "`vector` 9"),
    "stakes in a list": (lambda: GAME.slip([("tie", 1)]), "`stakes`.*'tie': 1"),
    "no stakes": (lambda: GAME.slip({}), "`stakes`: names no bet"),
    "counts in a list": (lambda: GAME.audit(counts=[1, 2]), "`counts`"),
    "a log of numbers": (lambda: GAME.audit([9, 4]), "`log`"),
    "an RTP in percent": (lambda: DRAGON.monitor(500, measured=98), "`measured` 98: .*write 98.1%"),
    "an RTP that is a decimal": (lambda: DRAGON.monitor(500, measured=Decimal("0.98")), "`measured`"),
    "decks of a formula": (lambda: GAME.formula(decks="six"), "`decks`: 'six'"),
    "decks of bets": (lambda: exact.bets(decks=-1), "`decks` -1"),
    "a cut in words, swept": (lambda: GAME.sweep(1, "tie", 6, cut="x"), "`cut`: 'x'"),
    "a figure that is a number": (lambda: exact.claims(98.94), "`figures` 98.94: write a text"),  # type: ignore[arg-type]
    "a place that is none": (lambda: GAME.report(output=3), "`output` 3"),
    "no folder": (lambda: exact.index(None), "`folder` None"),  # type: ignore[arg-type]
    "a place for a game": (lambda: Game(Path("nowhere.toml")), "nowhere.toml"),
}


@pytest.mark.parametrize("line", SAME)
def test_what_is_meant_is_taken(line: str) -> None:
    ask, answer = SAME[line]
    assert ask() == answer


@pytest.mark.parametrize("line", WRONG)
def test_what_is_wrong_is_said_by_its_argument(line: str) -> None:
    with pytest.raises(ExactError, match=WRONG[line][1]) as error:
        WRONG[line][0]()
    assert not re.search(r"(?<![\w-])--[a-z]|\bexact [a-z]", str(error.value)), "an option or a command, in Python"


@pytest.mark.parametrize("shoe", [
    DECK + "9", DECK + "K,K", DECK + "9h", DECK - "9h", DECK - "9=4", Shoe.decks(8) - "9,9h,K", Shoe.of("0=4 9=2"),
    Shoe.of({}), Shoe.of("inf"), DECK + "9=40"])
def test_a_shoe_says_how_it_is_made(shoe: Shoe) -> None:
    assert eval(repr(shoe), {"Shoe": Shoe}) == shoe  # that is what it promises


def test_a_shoe_near_a_fresh_one_is_called_by_the_difference() -> None:
    assert list(map(repr, (DECK + "9", DECK - "9h", Shoe.decks(8) - "K,K"))) == [
        "Shoe.decks(1).add('9')", "Shoe.decks(1).remove('9h')", "Shoe.decks(8).remove('K=2')"]


def test_an_argument_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(TypeError, match=r"odds: .*'decks'; its arguments are shoe, bets, dealt"):
        GAME.odds(decks=6)


def test_a_number_is_no_set_of_cards() -> None:
    with pytest.raises(TypeError):
        CardSet(9)  # type: ignore[misc]
