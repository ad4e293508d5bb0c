"""Random bets on random small shoes: the compiled law against every coup, dealt card by card and judged by the bet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import perm
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, Phase, assume, event, given, settings
from hypothesis import strategies as st

from exact.engine.coup import compile, footprint
from exact.engine.coup.footprint import Footprint
from exact.engine.coup.polynomial import Law
from exact.errors import BetError
from exact.game.bet_file import read_bet
from exact.game.bets import Bet
from exact.game.cards import RANKS, SUITS
from exact.game.coup import NOTHING_KNOWN
from exact.game.rules import STANDARD
from exact.game.shoe import Shoe
from tests.game.test_bets_flat import positions
from tests.oracles.flat_bets import coups

NATURALS = frozenset({8, 9})
MOST_MULTISETS = 20_000
EXAMPLES = 3
"""Of each kind in the test-suite; tests/long/random_bets.py runs hundreds."""

words = st.sampled_from(["9", "K", "0", "face", "red", "black", "hearts", "spades", "9h", "K spades", "A", "7 red",
                         "2d"])
card_sets = st.one_of(words, st.lists(words, min_size=1, max_size=2))
totals = st.one_of(st.integers(0, 9), st.sampled_from(["0-4", "6-9", "3-5"]),
                   st.lists(st.integers(0, 9), min_size=1, max_size=4))
yes_or_no = st.booleans()


def tables(entries: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """One or two entries of a table."""
    def chosen(names: list[str]) -> st.SearchStrategy[dict[str, Any]]:
        return st.fixed_dictionaries({name: entries[name] for name in names})
    return st.lists(st.sampled_from(sorted(entries)), min_size=1, max_size=2, unique=True).flatmap(chosen)


def cards_of(most: int) -> dict[str, st.SearchStrategy[Any]]:
    """The facts of a set of cards."""
    number = st.integers(0, most)
    return {"one_suit": yes_or_no, "one_colour": yes_or_no, "one_rank": yes_or_no, "of_a_rank": number,
            "pairs": st.integers(0, most // 2), "triplets": st.integers(0, most // 3), "only": card_sets,
            "count": st.fixed_dictionaries({"of": card_sets, "is": st.one_of(number, st.just(f"0-{most}"))})}


hand = tables({**cards_of(3), "total": totals, "two_card_total": totals, "cards": st.sampled_from([2, 3, [2, 3]]),
               "natural": yes_or_no, "parity": st.sampled_from(["odd", "even"]), "pair": yes_or_no,
               "suited_pair": yes_or_no, "card_1": card_sets, "card_2": card_sets, "card_3": card_sets,
               "first_two": tables(cards_of(2))})
simple = tables({
    "winner": st.sampled_from(["player", "banker", "tie", ["player", "tie"]]), "margin": totals,
    "player": hand, "banker": hand,
    "both": tables({**cards_of(6), "total": st.integers(0, 18), "cards": st.integers(4, 6),
                    "first_two": tables(cards_of(4)), "parity": st.sampled_from(["odd", "even"])}),
})
conditions = st.recursive(simple, lambda inner: st.one_of(
    st.fixed_dictionaries({"all": st.lists(inner, min_size=1, max_size=2)}),
    st.fixed_dictionaries({"any": st.lists(inner, min_size=1, max_size=2)}),
    st.fixed_dictionaries({"not": inner})), max_leaves=3)
bets = st.fixed_dictionaries({
    "lines": st.lists(st.fixed_dictionaries({"when": conditions, "pays": st.sampled_from([1, "19/20", "push", 8])}),
                      min_size=1, max_size=3),
    "otherwise": st.sampled_from(["lose", "push", 1])},
    optional={"offered": st.one_of(tables({"winner": st.sampled_from(["player", "banker"])}), simple)})
cards_of_shoe = st.builds("".join, st.tuples(st.sampled_from(RANKS), st.sampled_from(SUITS)))
shoes = st.lists(cards_of_shoe, min_size=3, max_size=6).flatmap(
    lambda kinds: st.lists(st.sampled_from(kinds), min_size=6, max_size=7))


PHASES = [Phase.explicit, Phase.generate]
"""Without shrinking, which takes minutes here; a failing example is small enough to read."""
QUIET = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
FEW = settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=QUIET, phases=PHASES)


def read(table: dict[str, Any]) -> Bet:
    """The bet of a table; tables that the language refuses are not tried."""
    try:
        return read_bet("random", table, NATURALS)
    except BetError as error:
        event("refused: " + str(error).rpartition(": ")[0][:30])
        assume(False)
        raise


def question_of(bet: Bet, most: int) -> Footprint:
    """What the bet looks at; bets that would take long to compile are not tried."""
    try:
        question = Footprint([bet])
    except BetError:
        event("refused: too many classes")
        assume(False)
        raise
    assume(question.multisets <= most and len(question.split) <= 2 and len(bet.folds) <= 5)
    event(f"split {len(question.split)}, {len(question.partition)} classes")
    return question


def compare(bet: Bet, law: Callable[[], Law], cards: list[str]) -> None:
    """The counts of a law against those of every coup of the cards."""
    found: Counter[int | None] = Counter()
    for player, banker, ways in coups(cards):
        found[bet.result(positions(player, banker))] += ways
    exact = law()
    behind = perm(len(cards) - exact.length, 6 - exact.length)
    counts = Counter({key[0]: count * behind for key, count in zip(exact.keys, exact.counts, strict=True)})
    assert exact.of * behind == found.total() == counts.total()
    assert +counts == found


def check_law(table: dict[str, Any], cards: list[str]) -> None:
    bet = read(table)
    question_of(bet, MOST_MULTISETS)
    compare(bet, lambda: compile.compile_joint(STANDARD, (bet,)).law(Shoe.of(Counter(cards))), cards)


@given(table=bets, cards=shoes)
@FEW
def test_law_is_that_of_every_coup(table: dict[str, Any], cards: list[str]) -> None:
    check_law(table, cards)


same = {"one_suit": yes_or_no, "one_colour": yes_or_no, "one_rank": yes_or_no, "only": card_sets}
splitting = tables({
    "player": tables({**same, "total": totals, "suited_pair": yes_or_no, "first_two": tables(same)}),
    "banker": tables({**same, "pair": yes_or_no, "suited_pair": yes_or_no}),
    "both": tables({**same, "first_two": tables(same)})})


def check_split(first: dict[str, Any], second: dict[str, Any], cards: list[str]) -> None:
    bet = read({"lines": [{"when": first, "pays": 8}, {"when": second, "pays": 1}], "otherwise": "lose"})
    with patch.object(footprint, "SPLIT_ABOVE", 0):
        assume(question_of(bet, 200_000).split)
        polynomial = compile._compile(STANDARD, [bet], NOTHING_KNOWN, [[bet]])[0]
    compare(bet, lambda: polynomial.law(Shoe.of(Counter(cards))), cards)


@given(first=splitting, second=splitting, cards=shoes)
@FEW
def test_law_with_every_fact_split_that_can_be(first: dict[str, Any], second: dict[str, Any], cards: list[str]) -> None:
    check_split(first, second, cards)


SUIT, COLOUR, RANK = {"one_suit": True}, {"one_colour": True}, {"one_rank": True}


@pytest.mark.parametrize(("first", "second"), [
    ({"player": SUIT}, {"player": COLOUR}),
    ({"banker": {"suited_pair": True}}, {"banker": {"pair": True}}),
    ({"player": {"only": "red"}}, {"player": {"only": "hearts"}}),
    ({"player": {"only": "red", "first_two": {"only": "9 red"}}}, {"player": COLOUR, "both": {"first_two": RANK}}),
], ids=str)
def test_split_facts_of_which_one_implies_another(first: dict[str, Any], second: dict[str, Any]) -> None:
    """All of one suit is all of one colour: sets of facts that cannot hold alone must count for nothing."""
    bet = read({"lines": [{"when": first, "pays": 8}, {"when": second, "pays": 1}], "otherwise": "lose"})
    with patch.object(footprint, "SPLIT_ABOVE", 0):
        assert len(Footprint([bet]).split) >= 2
        polynomial = compile._compile(STANDARD, [bet], NOTHING_KNOWN, [[bet]])[0]
    cards = ["9h", "9h", "9d", "Kh", "Kd", "5h", "5c", "9s"]
    compare(bet, lambda: polynomial.law(Shoe.of(Counter(cards))), cards)
