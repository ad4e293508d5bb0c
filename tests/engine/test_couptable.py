"""The simulator's table of a coup, against the exact law, card by card and in chance moves."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from exact.engine.coup.compile import compile_joint
from exact.engine.dealing.table import CoupTable, coup_table
from exact.errors import BetError
from exact.game.bets import Bet
from exact.game.catalogue import load_game
from exact.game.coup import Position
from exact.game.rules import STANDARD, Rules, Square
from exact.game.rules_file import read_rules
from exact.game.shoe import Shoe

SHOE = Shoe.of({"Kh": 1, "Ac": 1, "3d": 2, "6h": 1, "6s": 1, "8c": 1, "9h": 1})

BETS = """
[pair]
title = "Player pair"
lines = [{ event = "pair", when = { player.pair = true }, pays = 11 }, { event = "none", pays = -1 }]
[reds]
title = "All red"
lines = [{ event = "yes", when = { both.count = { of = "black", is = 0 } }, pays = 22 }, { event = "no", pays = -1 }]
[sixes]
title = "Three-card Banker six"
lines = [{ event = "yes", when = { winner = "banker", banker.total = 6, banker.cards = 3 }, pays = 50 },
         { event = "no", pays = -1 }]
[after]
title = "Tie after a Banker six"
offered = { banker.two_card_total = 6 }
lines = [{ event = "tie", when = { winner = "tie" }, pays = 5 }, { event = "none", pays = -1 }]
"""


@pytest.fixture
def bets(tmp_path: Path) -> tuple[Bet, ...]:
    path = tmp_path / "bets.toml"
    path.write_text(BETS)
    game = load_game("punto-banco", [str(path)])
    return tuple(game.named(name) for name in ("banker", "pair", "reds", "sixes", "after"))


def law_of(table: CoupTable, rules: Rules, shoe: Shoe) -> dict[tuple[object, ...], Fraction]:
    """The law of the results by reading the table for every order of the cards."""
    size = len(table.classes)
    deck = [cls for cls, count in enumerate(shoe.counts(table.classes)) for _ in range(count)]
    player, banker = table.first_cards
    first = sum(map(len, table.first_cards))
    found: Counter[tuple[object, ...]] = Counter()
    orders = Counter(permutations(deck, rules.most_cards))
    for order, times in orders.items():
        p = [order[i] for i in player] + [0, 0]
        b = [order[i] for i in banker] + [0, 0]
        row = table.joined[table.player[p[0] * size + p[1]] * table.banker_states + table.banker[b[0] * size + b[1]]]
        for mode, chance in enumerate(table.modes):
            x, y = table.third[order[first]], table.third[order[first + 1]]
            result = table.result[mode, (row * table.third_classes + int(x)) * table.third_classes + int(y)]
            found[table.keys[result][0]] += times * chance  # type: ignore[assignment]  # a Fraction counts as well
    total = sum(orders.values())
    return {key: Fraction(count) / total for key, count in found.items()}


HALF = Fraction(1, 2)
MIXED = STANDARD.with_square(Square("Banker", 5, 4, HALF)).with_square(Square("Banker", 3, 9, Fraction(1, 3)))
PRINTED = read_rules({"printed": {"P1": "7"}}, base=STANDARD)


@pytest.mark.parametrize("rules", [STANDARD, MIXED, PRINTED], ids=["standard", "chance moves", "printed seven"])
def test_law_of_the_table_is_that_of_the_polynomial(bets: tuple[Bet, ...], rules: Rules) -> None:
    bets = (bets[0], bets[2], bets[4]) if rules is STANDARD else (bets[0], *bets[3:]) if rules is MIXED else bets[:2]
    table = coup_table(rules, bets)
    got = law_of(table, rules, SHOE)
    for i, bet in enumerate(bets):
        law = compile_joint(rules, (bet,)).law(SHOE)
        want = {key[0]: Fraction(count, law.of) for key, count in zip(law.keys, law.counts, strict=True) if count}
        merged: dict[object, Fraction] = {}
        for key, share in got.items():
            merged[key[i]] = merged.get(key[i], Fraction(0)) + share
        assert merged == want


def test_lengths_of_coups_and_positions_of_cards(bets: tuple[Bet, ...]) -> None:
    assert coup_table(STANDARD, bets[:1]).first_cards == ((0, 2), (1, 3))
    assert set(coup_table(STANDARD, bets[:1]).lengths) == {4, 5, 6}
    printed = coup_table(PRINTED, bets[:1])
    assert printed.first_cards == ((1,), (0, 2))
    assert set(printed.lengths) == {3, 4, 5}
    assert Position.P1 == 0


def test_rows_with_equal_results_are_one(bets: tuple[Bet, ...]) -> None:
    table = coup_table(STANDARD, bets[:1])
    assert table.result.shape[1] < 100 * 100
    assert np.unique(table.joined).size * 100 == table.result.shape[1]


def test_finer_classes_do_not_change_results(bets: tuple[Bet, ...]) -> None:
    table = coup_table(STANDARD, bets[:1], [kind == 35 for kind in range(52)])
    assert len(table.classes) == 11
    assert law_of(table, STANDARD, SHOE) == law_of(coup_table(STANDARD, bets[:1]), STANDARD, SHOE)


def test_too_many_bets_together_are_refused() -> None:
    game = load_game("punto-banco")
    bets = tuple(game.named(name) for name in game.bet_names())
    with pytest.raises(BetError, match=f"{len(bets)} bets, player among them: the table of a coup has more than"):
        coup_table(STANDARD, bets)


def test_too_many_chance_moves_are_refused(bets: tuple[Bet, ...]) -> None:
    rules = STANDARD
    for third in range(8):
        rules = rules.with_square(Square("Banker", 0, third, HALF))
    with pytest.raises(BetError, match="8 squares are left to chance"):
        coup_table(rules, bets[:1])
