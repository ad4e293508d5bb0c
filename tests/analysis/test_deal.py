"""Coups in progress and shoes as dealt: what is read, and every card that the rules do not allow."""

import io
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact.analysis.logs.reader import LogReader
from exact.analysis.odds.dealt import DealtShoe, coup_winner, dealt_words, read_coup, read_dealt
from exact.analysis.odds.laws import Study
from exact.errors import CardError, DealError, ExactError
from exact.game.cards import VALUES
from exact.game.catalogue import load_game
from exact.game.rules import STANDARD
from exact.game.rules_file import read_rules
from exact.game.shoe import Shoe
from tests import strategies
from tests.oracles import flat_coups as flat

MAIN = tuple(load_game("punto-banco").named(name) for name in ("player", "banker", "tie"))


def laid(known):
    return {position.name: str(cards) for position, cards in known.cards}


@pytest.mark.parametrize(("text", "cards"), [
    ("", {}),
    ("P9h", {"P1": "9h"}),
    ("P9h B4 P2", {"P1": "9h", "B1": "4", "P2": "2"}),
    ("p9h,b4 p2", {"P1": "9h", "B1": "4", "P2": "2"}),
    ("P2 B3 P3 BK P8", {"P1": "2", "B1": "3", "P2": "3", "B2": "K", "P3": "8"}),
    ("P6 B3 PK BK B9", {"P1": "6", "B1": "3", "P2": "K", "B2": "K", "B3": "9"}),
    ("P2 B3 P3 BK P9 B10", {"P1": "2", "B1": "3", "P2": "3", "B2": "K", "P3": "9", "B3": "T"}),
    ("P0 B0", {"P1": "0", "B1": "0"}),
])
def test_half_dealt_coups_are_read_in_the_order_of_dealing(text, cards):
    assert laid(read_dealt(text, STANDARD)) == cards


@pytest.mark.parametrize(("text", "totals", "cards"), [
    ("P=5", (5, None), {}),
    ("P=5 B=3", (5, 3), {}),
    ("P=5 B=3 P4", (5, 3), {"P3": "4"}),
    ("P=6 B=3 B4", (6, 3), {"B3": "4"}),
    ("B=3 P2 P4", (None, 3), {"P1": "2", "P2": "4"}),
    ("P2 B=3 P4", (None, 3), {"P1": "2", "P2": "4"}),
    ("P4 P=5", (5, None), {"P1": "4"}),
])
def test_totals_of_which_the_cards_are_unknown(text, totals, cards):
    known = read_dealt(text, STANDARD)
    assert (known.player_total, known.banker_total) == totals
    assert laid(known) == cards


REFUSED = {
    "a third card after Player's natural": ("P9 B4 PK B2 P5", "Player has a natural 9, which ends the coup"),
    "a third card after Banker's natural": ("P2 B4 P2 B4 P5", "Banker has a natural 8, which ends the coup"),
    "Banker draws after a natural": ("P9 B4 PK B2 B5", "Player has a natural 9, which ends the coup"),
    "Player draws on six": ("P6 B4 PK B2 P5", "Player stands on 6"),
    "Player draws on seven, Banker to draw": ("P7 B3 PK BK P5", "Player stands on 7"),
    "Banker draws on seven": ("P6 B7 PK BK B5", "Banker stands on 7 after Player stood"),
    "Banker draws on six after Player stood": ("P7 B6 PK BK B5", "Banker stands on 6 after Player stood"),
    "Banker draws on three against an eight": ("P2 B3 P3 BK P8 B5", "Banker stands on 3 against a third card 8"),
    "Banker draws on six against a five": ("P2 B6 P3 BK P5 B5", "Banker stands on 6 against a third card 5"),
    "Banker before Player's third card": ("P2 B3 P3 BK B5", "Player draws on 5, so Player's third card comes first"),
    "Player twice at first": ("P2 P3", "out of turn; Banker's card 1 comes next"),
    "Banker first": ("B2", "out of turn; Player's card 1 comes next"),
    "Banker twice": ("P2 B3 B4", "out of turn; Player's card 2 comes next"),
    "a fourth card for Player": ("P2 B3 P3 BK P9 P4", "Player has three cards already"),
    "a fourth card for Banker": ("P2 B3 P3 BK P9 B4 B4", "Banker has three cards already, and the coup is over"),
    "a seventh card": ("P2 B3 P3 BK P9 B4 P4", "Player has three cards already"),
    "a total twice": ("P=5 P=6", "Player's total is given twice"),
    "a total of cards that are given": ("P2 B3 P3 P=5", "Player's first two cards are given already"),
    "a total after a third card": ("P=2 B=3 P4 P=4", "given twice"),
    "a card of a hand whose total is given": ("P=5 P9", "out of turn; Banker's card 1 comes next"),
    "a total of ten": ("P=10", "a two-card total is 0 to 9"),
    "a negative total": ("P=-1", "a two-card total is 0 to 9"),
    "a superscript total": ("P=²", "a two-card total is 0 to 9"),
    "an Arabic-Indic total": ("P=٥", "a two-card total is 0 to 9"),
    "no total": ("P=", "a two-card total is 0 to 9"),
    "no hand": ("9h", "write P or B before a card"),
    "a hand without a card": ("P", "write P or B before a card"),
    "third cards on a natural total": ("P=9 B=3 P4", "Player has a natural 9"),
}


@pytest.mark.parametrize(("text", "why"), REFUSED.values(), ids=REFUSED)
def test_what_the_rules_do_not_allow(text, why):
    with pytest.raises(DealError) as caught:
        read_dealt(text, STANDARD)
    assert why in str(caught.value)


@pytest.mark.parametrize("text", ["Px", "P11", "P9x"])
def test_what_is_no_card(text):
    with pytest.raises(CardError, match="not a card"):
        read_dealt(text, STANDARD)


def test_other_rules_allow_other_cards():
    rules = load_game("russian-page-literal").rules
    assert laid(read_dealt("P2 B6 P3 BK P5 B5", rules))["B3"] == "5"
    with pytest.raises(DealError, match="Banker stands on 6 against a third card 6"):
        read_dealt("P2 B6 P3 BK P6 B5", load_game("russian-page-shifted").rules)


def test_with_a_mixed_square_either_hand_may_come_next():
    rules = read_rules(flat.STANDARD | {"player_draws": [0, 1, 2, 3, 4, {"on": 5, "draw": "1/2"}]})
    assert laid(read_dealt("P2 B3 P3 BK B5", rules))["B3"] == "5"
    assert laid(read_dealt("P2 B3 P3 BK P5", rules))["P3"] == "5"


def test_words_for_what_is_dealt():
    assert dealt_words(read_dealt("P9h B4 P2", STANDARD)) == "Player 9h, Banker 4, Player 2"
    assert dealt_words(read_dealt("P=5", STANDARD)) == "Player 5 on two cards"
    assert dealt_words(read_dealt("", STANDARD)) == "nothing dealt"


# finished coups

@pytest.mark.parametrize(("line", "who"), [
    ("9h 4c Ks 2d", "player"), ("2 3 3 K 9 8", "player"), ("2 3 3 K 8", "tie"), ("P7 B6 PK BK", "player"),
    ("6 3 K K 9", "player"), ("K K K K A 2", "banker")])
def test_finished_coups(line, who):
    assert coup_winner(read_coup(line, STANDARD), STANDARD).word == who


@pytest.mark.parametrize(("line", "why"), [
    ("9 4 K", "the coup is not over: Banker's card 2 is missing"),
    ("2 3 3 K", "the coup is not over: Player's card 3 is missing"),
    ("2 3 3 K 9", "the coup is not over: Banker's card 3 is missing"),
    ("6 3 K K", "the coup is not over: Banker's card 3 is missing"),
    ("9 4 K 2 5", "Player has a natural 9"),
    ("2 3 3 K 8 5", "Banker stands on 3 against a third card 8"),
    ("7 6 K K 5", "stands on"),
    ("2 3 3 K 9 4 5", "three cards already"),
    ("0 3 3 X", "not a card"),
])
def test_coups_that_cannot_have_been_dealt(line, why):
    with pytest.raises(ExactError, match=why):
        read_coup(line, STANDARD)


@settings(max_examples=25, deadline=None)
@given(st.lists(strategies.cards, min_size=6, max_size=6), strategies.tableaux(printed=False))
def test_every_coup_that_can_be_dealt_is_read_as_it_was_dealt(cards, table):
    rules = read_rules(table)
    for _, player, banker in flat.play(cards, table):
        hands = {"P": player, "B": banker}
        third = [hand[2] for hand in (player, banker) if len(hand) == 3]
        line = [player[0], banker[0], player[1], banker[1], *third]
        tagged = " ".join(f"{place[0]}{hands[place[0]][int(place[1]) - 1]}" for place in flat.ORDER
                          if len(hands[place[0]]) >= int(place[1]))
        assert coup_winner(read_coup(tagged, rules), rules).word == flat.winner(player, banker)
        assert laid(read_dealt(tagged, rules)) == {
            f"{hand}{i}": card for hand in hands for i, card in enumerate(hands[hand], 1)}
        assert [str(card) for _, card in sorted(read_coup(tagged, rules).items())] == line


# shoes as dealt

def odds_before_each(study, shoe, text, keep_going=False):
    reader = LogReader(io.BytesIO(text.encode()), "shoe.txt", shoe, rules=study.rules)
    followed = DealtShoe(study, shoe, keep_going)
    for row in reader.dealt_rows():
        followed.feed(row)
    return followed.seen()


def test_cards_shown_as_they_are_burned_leave_the_shoe_before_their_coup():
    study, shoe = Study(STANDARD, MAIN), Shoe.decks(1)
    seen = odds_before_each(study, shoe, "player,banker,burn\n9 K,4 2,7 7 +5\n,,8\n3,2,A\n")
    (first,), (coming,) = seen.coups, seen.next
    before = shoe.remove("7", "7")
    assert (first.cards_left, first.odds) == (50, study.odds(before))
    assert seen.left.counts() == before.remove("9", "K", "4", "2", "8", "A", "3", "2").counts()
    assert coming.cards_left == 42


def test_the_odds_before_each_coup_of_a_shoe():
    study, shoe = Study(STANDARD, MAIN), Shoe.decks(1)
    seen = odds_before_each(study, shoe, "9h 4c Ks 2d\n\n2 3 3 K 9 8  # six cards\n")
    first, second = seen.coups
    assert (first.cards_left, first.winner, first.odds) == (52, "player", study.odds(shoe))
    after = shoe.remove("9h", "4c", "Ks", "2d")
    assert (second.cards_left, second.winner) == (48, "player")
    assert second.odds == study.odds(after)
    (coming,) = seen.next
    assert (coming.cards_left, coming.winner, coming.odds) == (42, None, study.odds(seen.left))
    assert seen.left.counts(VALUES) == after.remove("2", "3", "3", "K", "9", "8").counts(VALUES)


@pytest.mark.parametrize(("lines", "why"), [
    ("\n\n9 4 K\n9 4 7 7", "line 3: the coup is not over"),
    ("9h 4c Ks 2d\n9h 4d Kh 2c", "line 2: card 9h: not in the shoe"),
    ("# a shoe\nK K K K A X", "line 2: card 'X': not a card"),
    ("9 K K Q\n9 K K Q\n9 J K Q", "line 3: card K: not in the shoe"),
])
def test_shoes_that_cannot_have_been_dealt(lines, why):
    with pytest.raises(DealError) as caught:
        odds_before_each(Study(STANDARD, MAIN), Shoe.decks(1), lines)
    assert why in str(caught.value)


def test_a_coup_in_progress_has_its_odds_now():
    study, shoe = Study(STANDARD, MAIN), Shoe.decks(1)
    seen = odds_before_each(study, shoe, "9h 4c Ks 2d\nQ 2 3\nQ 2 3 3\n")
    assert len(seen.coups) == 1
    known = read_dealt("PQ B2 P3 B3", STANDARD)
    left = shoe.remove("9h", "4c", "Ks", "2d", "Q", "2", "3", "3")
    assert (seen.known, seen.left) == (known, left)
    assert seen.next[0].odds == Study(STANDARD, MAIN, known).odds(left)


def test_an_unlawful_coup_is_passed_over_and_named():
    study, shoe = Study(STANDARD, MAIN), Shoe.decks(1)
    seen = odds_before_each(study, shoe, "9h 4c Ks 2d 5s\n9s 9d Kh Kd\n2 X 3 4\n", keep_going=True)
    assert [line for line, _ in seen.passed] == [1, 3]
    assert "natural 9" in seen.passed[0][1]
    assert "'X': not a card" in seen.passed[1][1]
    assert seen.coups[0].odds == study.odds(shoe.remove("9h", "4c", "Ks", "2d", "5s")), "its cards are gone"
    assert (seen.coups[0].winner, seen.left.cards) == ("tie", 43)


@pytest.mark.parametrize("log", [
    "player,banker,winner\nQ J 4,6 5 7,banker\nQ 9,T K,player\n",
    '[{"player": ["Q", "J", "4"], "banker": ["6", "5", "7"]},\n {"player": ["Q", "9"], "banker": ["T", "K"]}]',
    "P1;B1;P2;B2;P3;B3\nQ;6;J;5;4;7\nQ;T;9;K;;\n"])
def test_any_log_of_cards_is_a_shoe_as_dealt(log):
    study, shoe = Study(STANDARD, MAIN), Shoe.decks(8)
    assert odds_before_each(study, shoe, log) == odds_before_each(study, shoe, "Q 6 J 5 4 7\nQ T 9 K\n")


def test_a_shoe_that_runs_out_names_the_line():
    shoe = Shoe.of({"0": 8, "9": 2})
    with pytest.raises(DealError, match="line 2: shoe of 4 cards"):
        odds_before_each(Study(STANDARD, MAIN), shoe, "0 0 0 0 0 0\n9 0 9 0")


def test_one_remaining_zero_shoe_has_the_tie_for_certain():
    seen = odds_before_each(Study(STANDARD, MAIN), Shoe.of({"0": 12}), "0 0 0 0 0 0")
    assert seen.next[0].odds.tie == Fraction(1)
