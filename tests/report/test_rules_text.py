"""Rules in words: written from the rules, true for tables of every kind."""

from dataclasses import replace
from fractions import Fraction

from exact.game.catalogue import game_names, load_game
from exact.game.rules import STANDARD, STOOD, Position
from exact.report.rules_text import chart, rules_in_words


def test_the_standard_tableau_in_words() -> None:
    assert rules_in_words(STANDARD)[1:] == (
        "If either hand of two cards is worth 8 or 9, a natural, the coup ends.",
        "Player draws on 0 to 5 and stands on 6 and 7.",
        "Where Player stood, Banker draws on 0 to 5 and stands on 6 and 7.",
        "Where Player drew, Banker on 0 to 2 draws whatever the third card.",
        "Where Player drew, Banker on 3 stands against a third card of 8 and otherwise draws.",
        "Where Player drew, Banker on 4 stands against a third card of 0, 1, 8 and 9 and otherwise draws.",
        "Where Player drew, Banker on 5 draws against a third card of 4 to 7 and otherwise stands.",
        "Where Player drew, Banker on 6 draws against a third card of 6 and 7 and otherwise stands.",
        "Where Player drew, Banker on 7 stands whatever the third card.",
        "The hand worth more wins; equal hands tie.")


def test_chance_and_printed_cards_are_named() -> None:
    half = tuple(Fraction(1, 2) if total == 5 else p for total, p in enumerate(STANDARD.player_draws))
    rules = replace(STANDARD, player_draws=half, printed=((Position.P1, 0b1111 << 24),))
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
