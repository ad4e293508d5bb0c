"""Free decisions solved: the facts of a separate computation, every solution tested for departures, and the solution as
a game that the polynomial, the walk and the flat dealer count."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from exact import Game
from exact.analysis.equilibrium.solve import Payoff, all_found
from exact.analysis.equilibrium.study import SolvedGame, equilibrium
from exact.analysis.odds.laws import Study
from exact.engine.brute_force import Walk
from exact.engine.decisions import decision_form
from exact.errors import ExactError
from exact.game.cards import VALUES
from exact.game.catalogue import load_game
from exact.game.rules import STANDARD, Rules
from exact.game.shoe import Shoe

FACTS = json.loads((Path(__file__).parent / "reference.json").read_text())
FREE = Game("chemin-de-fer-free")
SEES = {"1": ("total", "total"), "2": ("total", "hand"), "3": ("hand", "hand")}
TINY = "0=2 A=1 3=1 4=1 5=2 6=1"


def solved(name: str, commission: str = "0") -> SolvedGame:
    model, decks = name.split()[0], name.split("=")[1].split()[0]
    return FREE.equilibrium(decks, *SEES[model[1]], commission)


@pytest.mark.parametrize("name", FACTS["equilibria"])
def test_the_solution_is_that_of_a_separate_computation(name: str) -> None:
    fact, found = FACTS["equilibria"][name], solved(name)
    assert found.value == Fraction(fact["value"])
    assert list(found.outcomes) == list(map(Fraction, fact["outcomes"]))
    assert {node.node: node.draw for node in found.player} == {
        node: Fraction(draw) for node, draw in fact["player"].items()}
    assert {(node.node, node.draw) for node in found.banker if node.draw != node.tableau} == {
        (f"{own}/{column}", Fraction(draw)) for own, column, draw in fact["differs"]}
    assert found.unique is fact["unique"]


@pytest.mark.parametrize("name", FACTS["commission"])
def test_with_commission(name: str) -> None:
    fact, found = FACTS["commission"][name], solved(name, "5%")
    assert (found.player_ev, found.banker_ev, found.house) == tuple(
        Fraction(fact[key]) for key in ("player_value", "banker_value", "house"))
    assert {node.node: node.draw for node in found.player} == {
        node: Fraction(draw) for node, draw in fact["player"].items()}
    assert found.unique is (True if len(found.player) == 1 else None)


def test_two_level_nodes_leave_it_unknown_whether_all_were_found() -> None:
    one, half = Fraction(1), Fraction(1, 2)
    banker = Payoff(Fraction(0), (one,), (-half, -half), ((one,), (one,)))
    assert not all_found(Payoff(Fraction(0), (one,), (one, one), ((-one,), (-one,))), banker)
    assert not all_found(Payoff(Fraction(0), (one, one), (), ()), Payoff(Fraction(0), (one, one), (), ()))


@pytest.mark.parametrize("decks", FACTS["options"])
def test_the_equilibrium_of_the_printed_options_is_punto_banco(decks: str) -> None:
    found = Game("chemin-de-fer-options").equilibrium(decks)
    assert found.value == Fraction(FACTS["options"][decks])
    assert all(node.draw == node.tableau for node in (*found.player, *found.banker))
    assert found.settled == STANDARD


@pytest.mark.parametrize("case", FACTS["best_replies"])
def test_best_replies(case: str) -> None:
    choice, sees = case.split()
    assert FREE.equilibrium(6, banker_sees=sees, player=choice).value == Fraction(FACTS["best_replies"][case])


def test_effects_of_removal_kept_add_up_to_nothing_and_adapted_do_not() -> None:
    found = FREE.equilibrium(6, effects=True)
    assert {str(one.card): (one.kept, one.adapted) for one in found.effects} == {
        card: (Fraction(row["kept"]), Fraction(row["adapted"])) for card, row in FACTS["removal"].items()}
    assert sum(one.present * one.kept for one in found.effects) == 0
    assert sum(one.present * one.adapted for one in found.effects) < 0


@pytest.mark.parametrize("sees", SEES.values())
@pytest.mark.parametrize("shoe", ["6", "0=9 A=1 2=3 4=2 5=3 6=2 7=1 9=2", TINY])
def test_nobody_gains_by_departing_and_the_game_of_it_has_its_odds(shoe: str, sees: tuple[str, str]) -> None:
    cards = Shoe.of(int(shoe) if shoe == "6" else shoe)
    found = equilibrium(FREE.rules, cards, *sees)
    assert all(node.margin is None or node.margin >= 0 for node in (*found.player, *found.banker))
    odds = Study(found.settled, ()).odds(cards)
    assert (odds.player, odds.banker, odds.tie) == found.outcomes
    walked = Walk(found.settled).outcomes(cards.counts(VALUES))
    assert [Fraction(count, sum(walked)) for count in walked] == list(found.outcomes)


def flat(rules: Rules, cards: list[int], player: dict[str, Fraction], banker: dict[str, Fraction]) -> list[Fraction]:
    """Player's and Banker's wins by playing every sequence, each choice by its probability."""
    wins, count = [Fraction(0), Fraction(0)], 0
    for p1, b1, p2, b2, fifth, sixth in permutations(cards, 6):
        count += 1
        p, b = (p1 + p2) % 10, (b1 + b2) % 10
        own, theirs = (f"{min(pair)}{max(pair)}" for pair in ((p1, p2), (b1, b2)))
        if p > 7 or b > 7:
            wins[b > p] += p != b
            continue
        draw = player[own if rules.player_sees == "hand" else "5"] if p == 5 else Fraction(p < 5)
        for chance, total, third, card in ((1 - draw, p, "stood", fifth), (draw, (p + fifth) % 10, str(fifth), sixth)):
            if chance:
                q = banker[f"{theirs if rules.banker_sees == 'hand' else b}/{third}"]
                for part, final in ((1 - q, b), (q, (b + card) % 10)):
                    wins[final > total] += chance * part * (final != total)
    return [one / count for one in wins]


@pytest.mark.parametrize("sees", SEES.values())
def test_the_form_counts_as_flat_enumeration_with_random_mixtures(sees: tuple[str, str]) -> None:
    rules = replace(FREE.rules, player_sees=sees[0], banker_sees=sees[1])
    shoe, dice = Shoe.of(TINY), Random(7)
    form = decision_form(rules, shoe)
    player, banker = ({node: Fraction(dice.randrange(8), 7) for node in nodes} for nodes in (form.player, form.banker))
    cards = [value for value, count in enumerate(shoe.counts(VALUES)) for _ in range(count)]
    assert list(form.wins(player, banker)) == flat(rules, cards, player, banker)


def test_more_cards_than_machine_words_count() -> None:
    assert -0.0129 < float(FREE.equilibrium(1000, banker_sees="total").value) < -0.0127


def test_by_hand_the_infinite_deck_has_many_solutions() -> None:
    assert FREE.equilibrium("inf", "hand", "hand").unique is False


def test_a_saved_solution_is_the_same_game(tmp_path: Path) -> None:
    found = FREE.equilibrium(6, save=tmp_path / "eq.toml")
    assert load_game(str(tmp_path / "eq.toml")).rules == found.settled
    assert Game(tmp_path / "eq.toml").odds(6).player == found.outcomes[0]


def test_a_node_that_is_never_reached_has_no_choice() -> None:
    by_total = FREE.equilibrium("0=9 A=9", banker_sees="total")
    assert {node.node for node in by_total.banker} < {f"{t}/{x}" for t in range(8) for x in (*range(10), "stood")}


@pytest.mark.parametrize(("given", "said"), [
    ({"player": "6=draw"}, "no node"), ({"player": "5=2"}, "probability"), ({"commission": "120%"}, "below 1"),
    ({"banker_sees": "all"}, "total or hand"), ({"shoe": "0=3 5=2"}, "cards"), ({"banker": "x"}, "tableau")])
def test_bad_input_is_one_line(given: dict[str, str], said: str) -> None:
    with pytest.raises(ExactError, match=said):
        FREE.equilibrium(**given)


def test_a_game_with_free_squares_has_no_odds_and_one_without_nothing_to_solve() -> None:
    with pytest.raises(ExactError, match="exact equilibrium"):
        FREE.odds()
    with pytest.raises(ExactError, match="nothing to solve"):
        Game("punto-banco").equilibrium()


def test_a_square_of_two_cards_is_kept_by_logs_coups_in_progress_and_trees(tmp_path: Path) -> None:
    FREE.equilibrium(6, save=tmp_path / "eq.toml")
    game = Game(tmp_path / "eq.toml")
    assert game.audit(["K A K 4 4"], 6).fault_count == 0, "with 1 and 4 Banker stands against a 4"
    assert game.audit(["K K K 5 4"], 6).fault_count == 1, "with 0 and 5 he draws"
    assert game.odds(6, dealt="P0 B1 P0 B4 P4").banker == 1, "5 beats 4, and the coup is over"
    assert game.odds(6, dealt="P0 B0 P0 B5 P4").banker < 1
    (branch,) = game.explain(6, "P0 B1 P0 B4 P4").branches
    assert branch.text == "Player draws 4: Player 4; Banker stands on 5"
    assert 0 < game.odds(6, dealt="P=0 B=5").banker < 1, "whatever the cards of a total, all of its hands count"
    with pytest.raises(ExactError, match="give the cards"):
        game.odds(6, dealt="P=0 B=5 P4")
