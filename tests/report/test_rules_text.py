"""Rules in words: written from the rules, true for tables of every kind."""

from dataclasses import replace
from fractions import Fraction

import pytest

from exact.analysis.odds.laws import Study
from exact.game.cards import CardSet, card_in_words, parse_card
from exact.game.catalogue import game_names, load_game
from exact.game.coup import Position
from exact.game.rules import STANDARD, STOOD
from exact.report.document import Paragraph
from exact.report.sections.par import method_in_words, through_blocks
from exact.report.sections.rules_text import chart, chart_or_why, rules_in_words


def test_the_standard_tableau_in_words() -> None:
    assert rules_in_words(STANDARD)[1:] == (
        "Player, Banker, Player and Banker are dealt a card from the shoe in turn.",
        "If either hand of two cards is worth 8 or 9, a natural, the coup ends.",
        "Player draws on 0 to 5 and stands on 6 and 7.",
        "Where Player stood, Banker draws on 0 to 5 and stands on 6 and 7.",
        "Where Player drew, Banker on 0 to 2 draws whatever the third card.",
        "Where Player drew, Banker on 3 stands against a third card of 8 and otherwise draws.",
        "Where Player drew, Banker on 4 stands against a third card of 0, 1, 8 or 9 and otherwise draws.",
        "Where Player drew, Banker on 5 draws against a third card of 4 to 7 and otherwise stands.",
        "Where Player drew, Banker on 6 draws against a third card of 6 or 7 and otherwise stands.",
        "Where Player drew, Banker on 7 stands whatever the third card.",
        "The hand worth more wins; equal hands tie.")


def test_chance_and_printed_cards_are_named() -> None:
    half = tuple(Fraction(1, 2) if total == 5 else p for total, p in enumerate(STANDARD.player_draws))
    rules = replace(STANDARD, player_draws=half, printed=((Position.P1, CardSet.of("7")),))
    text = " ".join(rules_in_words(rules))
    assert "Player draws on 0 to 4, draws with probability 1/2 on 5 and stands on 6 and 7." in text
    assert "Player's first card is a 7 printed on the layout" in text


def test_a_mixed_square_is_named_with_its_probability() -> None:
    row = tuple(Fraction(1, 3) if x == 9 else p for x, p in enumerate(STANDARD.banker_draws[3]))
    rules = replace(STANDARD, banker_draws=(*STANDARD.banker_draws[:3], row, *STANDARD.banker_draws[4:]))
    assert ("Where Player drew, Banker on 3 draws with probability 1/3 against a third card of 9, stands against a"
            " third card of 8 and otherwise draws.") in rules_in_words(rules)
    assert chart(rules).rows[3][10] == "1/3"


def test_the_chart_is_the_table_of_every_game() -> None:
    for name in game_names():
        rules = load_game(name).rules
        for row in chart(rules).rows:
            squares = [rules.banker_draws[int(str(row[0]))][x] for x in [*range(10), STOOD]]
            assert [{"D": 1, "S": 0}.get(str(cell), cell) for cell in row[1:]] == [
                int(p) if p.denominator == 1 else str(p) for p in squares]


def test_every_sentence_is_one_line_and_ends() -> None:
    for name in game_names():
        for sentence in rules_in_words(load_game(name).rules):
            assert sentence.endswith(".")
            assert "\n" not in sentence


def test_printed_cards_are_not_dealt() -> None:
    words = rules_in_words(load_game("7-up").rules)
    assert words[1:3] == (
        "Player's first card is a 7 printed on the layout, which counts in every coup and does not come from the shoe.",
        "Banker, Player and Banker are dealt a card from the shoe in turn.")
    assert load_game("7-up").rules.differences() == [
        "Player's first card is a 7 printed on the layout, not from the shoe"]


def test_a_game_without_naturals_in_which_both_hands_always_draw() -> None:
    rules = load_game("three-card-baccarat").rules
    assert rules_in_words(rules)[2:] == (
        "No hand of two cards ends the coup: there are no naturals.", "Player always draws.",
        "Banker draws whatever the third card.", "The hand worth more wins; equal hands tie.")
    assert rules.differences()[0] == "there are no naturals (standard: 8, 9)"
    assert "Banker on 9 whatever the third card: draws (standard: a natural)" in rules.differences()
    assert not any("stood" in line for line in rules.differences())
    why = chart_or_why(rules)
    assert isinstance(why, Paragraph)
    assert why.text.endswith("that Banker draws.")


def test_a_player_who_never_draws() -> None:
    rules = replace(STANDARD, player_draws=(Fraction(0),) * 10)
    assert rules_in_words(rules)[3:-1] == ("Player never draws.", "Banker draws on 0 to 5 and stands on 6 and 7.")
    assert chart(rules).notes[1:] == ("Player never draws: the columns of third cards are never used.",)


def test_a_table_read_by_totals() -> None:
    rules = replace(STANDARD, banker_reads="total")
    words = rules_in_words(rules)
    assert "Where Player drew, Banker on 3 stands against a Player total of 8 and otherwise draws." in words
    assert "Where Player drew, Banker on 7 stands whatever Player's total." in words


@pytest.mark.parametrize(("name", "cards", "sentences"), [
    ("punto-banco", (4, 6), ("A coup uses four to six cards of the shoe.", "each multiset of six cards (a coup that")),
    ("7-up", (3, 5), ("A coup uses three to five cards of the shoe, besides what is printed on the layout.",
                      "each multiset of five cards")),
    ("three-card-baccarat", (6, 6), ("A coup always uses six cards of the shoe.", "each multiset of six cards the")),
    ("chemin-de-fer", (4, 6), ("Where a draw is a matter of chance both courses are counted",))])
def test_the_method_of_every_kind_of_game(name: str, cards: tuple[int, int], sentences: tuple[str, ...]) -> None:
    rules = load_game(name).rules
    assert (rules.least_cards, rules.most_cards) == cards
    for sentence in sentences:
        assert sentence in method_in_words(rules, infinite=False)
    assert "effects of removal" not in method_in_words(rules, infinite=True)


def test_odds_by_players_cards_are_shown_or_missed_with_a_reason() -> None:
    game = load_game("7-up")
    found = list(through_blocks(game.rules, (), Study(game.rules, ()).odds(game.shoe())))
    assert found == [Paragraph("The odds by the total of Player's first two cards from the shoe are not shown: Player's"
                               " first card is printed on the layout.")]


@pytest.mark.parametrize(("card", "words"), [("7", "a 7"), ("A", "an ace"), ("8h", "an 8 of hearts"), ("0", "a"
                                             " ten-valued card"), ("10", "a 10"), ("Kd", "a king of diamonds")])
def test_cards_in_sentences(card: str, words: str) -> None:
    assert card_in_words(parse_card(card)) == words
