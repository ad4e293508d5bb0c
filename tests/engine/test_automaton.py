"""The automaton of a coup beside the laws of the polynomial, and whose card is next beside the rules."""

from collections import Counter
from collections.abc import Hashable

import pytest

from exact.analysis.odds.laws import Study
from exact.engine.coup import automaton
from exact.engine.coup.automaton import Automaton, Choice, Draw, End, bet_automaton, fold_automaton
from exact.engine.coup.polynomial import falling
from exact.errors import BetError
from exact.game.cards import parse_card
from exact.game.catalogue import load_game
from exact.game.coup import Position
from exact.game.facts import BANKER_TOTAL, PLAYER_TOTAL
from exact.game.shoe import Shoe

SHOES = (Shoe.of([("0", 3), ("A", 1), ("2", 2), ("5", 1), ("6", 2), ("7", 1), ("9", 1)]), Shoe.of([("3", 4), ("4", 2)]),
         Shoe.of([("0", 5), ("8", 1)]), Shoe.decks(1))


def ways(automaton: Automaton, shoe: Shoe) -> Counter[Hashable]:
    """Sequences of all the cards that are looked at, by what the coup ends at, times the scale."""
    found: Counter[Hashable] = Counter()
    left = list(shoe.counts(automaton.partition))
    cards, length = sum(left), len(automaton.positions)

    def follow(place: int, times: int, dealt: int) -> None:
        state = automaton.states[place]
        if isinstance(state, End):
            found[state.key] += times * state.weight * falling(cards - dealt, length - dealt)
        elif isinstance(state, Choice):
            follow(state.draws, times, dealt)
            follow(state.stands, times, dealt)
        else:
            for cls, then in enumerate(state.then):
                if left[cls]:
                    left[cls] -= 1
                    follow(then, times * (left[cls] + 1), dealt + 1)
                    left[cls] += 1

    follow(len(automaton.states) - 1, 1, 0)
    return found


@pytest.mark.parametrize("game", ["punto-banco", "chemin-de-fer", "7-up", "russian-page"])
@pytest.mark.parametrize("shoe", SHOES, ids=[f"{len(shoe)} cards" for shoe in SHOES])
def test_walked_over_a_shoe_it_gives_the_law_of_each_bet(game: str, shoe: Shoe) -> None:
    definition = load_game(game)
    for bet in map(definition.named, definition.main):
        (group,) = [group for group in Study(definition.rules, (bet,)).groups if bet in group.bets]
        law = dict(group.laws_where_offered(shoe))[bet]
        assert law is not None
        found = ways(bet_automaton(definition.rules, (bet,)), shoe)
        all_ways = sum(found.values())
        assert [found[(i,)] * law.of for i in range(len(bet.lines))] == [count * all_ways for count in law.counts]


def test_its_labels_say_whose_card_is_next_and_what_each_hand_has() -> None:
    automaton = fold_automaton(load_game("punto-banco").rules, (PLAYER_TOTAL, BANKER_TOTAL))

    def after(*cards: str) -> tuple[Position | None, Hashable]:
        state = automaton.states[-1]
        for card in cards:
            assert isinstance(state, Draw)
            state = automaton.states[state.then[next(i for i, cls in enumerate(automaton.partition.classes)
                                                     if parse_card(card) <= cls)]]
        return (state.position, state.label) if isinstance(state, Draw) else (None, state.key)  # type: ignore[union-attr]

    assert after() == (Position.P1, (0, 0))
    assert after("9", "4") == (Position.P2, (9, 4))
    assert after("9", "4", "K", "5") == (None, (9, 9))
    assert after("2", "3", "3", "3") == (Position.P3, (5, 6))
    assert after("2", "3", "3", "3", "6") == (Position.B3, (1, 6))
    assert after("2", "3", "3", "3", "8") == (None, (3, 6))
    assert after("3", "2", "3", "3") == (Position.B3, (6, 5))


def test_a_bet_that_looks_at_too_much_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(automaton, "MOST_STATES", 500)
    game = load_game("punto-banco")
    with pytest.raises(BetError, match="more than 500 states"):
        bet_automaton(game.rules, (game.named("super-tie"),))


@pytest.mark.long
def test_three_bets_that_look_at_too_much_have_none() -> None:
    game, names = load_game("punto-banco"), ("lucky-match", "fabulous-pair-player", "super-tie")
    with pytest.raises(BetError, match="more than 20,000 states"):
        bet_automaton(game.rules, tuple(map(game.named, names)))
