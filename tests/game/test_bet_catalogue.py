"""The catalogue: every bet and game of it is sound, its names are unique, and its games are those of print."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from exact.analysis.odds.laws import Study, bet_law
from exact.analysis.odds.pay_lines import EVERY_COUP, examine, require_payable
from exact.engine.coup.footprint import Footprint
from exact.errors import BetError
from exact.game.bet_catalogue import aliases_of, catalogue_bets
from exact.game.bet_file import read_bet
from exact.game.bets import Bet
from exact.game.cards import BY_KIND, BY_RANK, VALUES
from exact.game.catalogue import game_names, load_game
from exact.game.coup import Position
from exact.game.shoe import Shoe

GAME = load_game("punto-banco")
VARIANTS = [f"{name}:{variant}" for name, table in catalogue_bets().items() for variant in table.get("variants", {})]
NEW_LINES = [name for name in VARIANTS
             if [line.when for line in GAME.named(name).lines]
             != [line.when for line in GAME.named(name.partition(":")[0]).lines]]


def test_no_alias_means_two_bets() -> None:
    named = [alias.casefold() for table in catalogue_bets().values()
             for entry in (table, *table.get("variants", {}).values()) for alias in entry.get("aliases", ())]
    assert len(set(named)) == len(named) == len(aliases_of(catalogue_bets()))
    assert not set(named) & set(catalogue_bets())


@pytest.mark.parametrize("name", [*catalogue_bets(), *NEW_LINES])
def test_every_line_is_reached_and_counted_once(name: str) -> None:
    """The lines are disjoint and complete: their counts add up to every coup in which the bet is offered."""
    bet = GAME.named(name)
    law = bet_law(GAME.rules, bet, EVERY_COUP)
    assert sum(law.counts) == law.of
    assert all(law.counts), [line.event for line, count in zip(bet.lines, law.counts, strict=True) if not count]


def test_aliases_and_variants_mean_their_bets() -> None:
    assert GAME.named("tiger").lines == GAME.named("lucky-6:macau").lines
    assert [GAME.canonical(name) for name in ("tiger", "Punto")] == ["lucky-6:macau", "player"]
    assert GAME.named("lucky-bonus").lines[0].pays == 18
    with pytest.raises(BetError, match="means lucky-6:macau already"):
        GAME.named("tiger:macau")
    with pytest.raises(BetError, match="did you mean 'dragon-7'"):
        GAME.named("dragon-77")


@pytest.mark.parametrize("name", game_names())
def test_games_of_the_catalogue(name: str) -> None:
    game = load_game(name)
    bets = tuple(game.named(bet) for bet in game.main)
    require_payable(game, (game.named(bet) for bet in game.tables))
    odds = Study(game.rules, bets).odds(game.shoe())
    assert sum(count for _, count in odds.outcomes) == odds.of
    for reading in game.readings:
        assert load_game(reading).title


@pytest.mark.parametrize(("name", "classes"), [
    ("dragon-7", VALUES.classes), ("banker-pair", BY_RANK.classes), ("perfect-pair", BY_KIND.classes),
])
def test_classes_are_found(name: str, classes: tuple[int, ...]) -> None:
    assert Footprint((GAME.named(name),)).partition.classes == classes


def test_classes_are_no_finer_than_the_bet() -> None:
    def classes(name: str) -> int:
        return len(Footprint((GAME.named(name),)).partition)

    expected = {"lucky-nines": 5, "monkey-6": 11, "super-tie": 20, "lucky-8-player": 40, "royal-match-player": 12}
    assert {name: classes(name) for name in expected} == expected
    positions = Footprint((GAME.named("player-pair"),)).positions
    assert positions == {Position.P1, Position.P2}


def test_seven_up_uses_five_cards_and_its_printed_seven_is_not_in_the_shoe() -> None:
    game = load_game("7-up")
    law = bet_law(game.rules, game.named("super-sevens"), Shoe.of({"7": 3, "0": 8}))
    assert law.length == game.rules.most_cards == 5
    assert [count > 0 for count in law.counts] == [False, False, True, True, True, True]


# ---------------------------------------------------------------------------------------------------------------
# examination

def declared(*lines: tuple[object, object]) -> Bet:
    table = {"lines": [{"event": f"line {i}", "when": when, "pays": pays} for i, (when, pays) in enumerate(lines, 1)],
             "otherwise": "lose"}
    return read_bet("b", table, GAME.rules.naturals)


def test_a_line_that_no_coup_reaches_is_named() -> None:
    """A Banker total of 0 never wins; the second line can be read, and no coup reaches it."""
    bet = declared(({"winner": "banker"}, 1), ({"winner": "banker", "banker": {"total": 5}}, 9),
                   ({"player": {"natural": True, "cards": 3}}, 5))
    examination = examine(GAME.rules, bet)
    assert examination.never == (1, 2)
    assert examination.warnings() == ["bet b, line 2 (line 2): no coup of this game reaches it",
                                      "bet b, line 3 (line 3): no coup of this game reaches it"]
    assert [(o.first, o.second) for o in examination.overlaps] == [(0, 1)]


def test_a_bet_that_never_pays_is_refused() -> None:
    bet = declared(({"winner": "banker", "banker": {"total": 0}}, 100), ({"winner": "tie"}, "push"))
    with pytest.raises(BetError, match=r"bet b: never pays: no coup of this game reaches line 1 \(line 1\)"):
        require_payable(replace(GAME, tables={"b": {}}), [bet])


def test_overlaps_are_exact() -> None:
    """Tiger Pair: two pairs are also a pair; a public tool that adds the two up exceeds its own any-pair."""
    examination = examine(GAME.rules, GAME.named("tiger-pair"))
    law, overlaps = examination.law, examination.overlaps
    twin, double = law.probability(0), law.probability(1)
    assert {(o.first, o.second): o.probability for o in overlaps} == {(0, 1): twin, (0, 2): twin, (1, 2): twin + double}
    any_pair = bet_law(GAME.rules, GAME.named("either-pair"), EVERY_COUP).probability(0)
    assert twin + double + law.probability(2) == any_pair


# ---------------------------------------------------------------------------------------------------------------
# printed cards

def test_a_printed_card_with_its_suit_counts_as_dealt() -> None:
    """The printed seven of hearts is like any seven of hearts: the law is that of coups that begin with one."""
    from exact.engine.coup.compile import compile_joint
    from exact.game.cards import parse_card
    from exact.game.coup import CoupInProgress
    from exact.game.rules_file import read_rules
    printed = read_rules({"printed": {"P1": "7h"}}, base=GAME.rules)
    known = CoupInProgress(cards=((Position.P1, parse_card("7h")),))
    shoe = Shoe.decks(2)
    for name in ("fabulous-pair-player", "super-tie", "all-red", "lucky-nines", "player-pair"):
        bet = GAME.named(name)
        here = compile_joint(printed, (bet,)).law(shoe)
        there = compile_joint(GAME.rules, (bet,), known).law(shoe)
        chances = [dict(zip(law.keys, (Fraction(c, law.of) for c in law.counts), strict=True)) for law in (here, there)]
        assert {key: p for key, p in chances[0].items() if p} == {key: p for key, p in chances[1].items() if p}, name


def test_of_a_card_printed_by_rank_no_suit_is_known() -> None:
    from exact.game.rules_file import read_rules
    printed = read_rules({"printed": {"P1": "7"}}, base=GAME.rules)
    red, pair, suited = (bet_law(printed, GAME.named(name), EVERY_COUP)
                         for name in ("all-red", "player-pair", "player-suited-pair"))
    assert red.counts[0] == 0 == suited.counts[0]
    assert pair.probability(0) == Fraction(32, 416)
