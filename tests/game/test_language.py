"""The language of bet files: what each condition means, coup by coup, and every fault named with its line."""

from fractions import Fraction

import pytest

from exact.errors import BetError
from exact.game.bet_file import read_bet
from exact.game.cards import parse_card
from exact.game.coup import Position
from exact.game.pays import Commission, read_number
from exact.game.rules import STANDARD


def one_line(when, pays=1, **more):
    return {"lines": [{"event": "yes", "when": when, "pays": pays}, {"event": "no", "pays": -1}], **more}


def read(data, **how):
    return read_bet("a-bet", data, STANDARD.naturals, **how)


def coup(player, banker):
    """A finished coup from each hand's cards in full."""
    laid = {}
    for hand, cards in (("P", player), ("B", banker)):
        for i, card in enumerate(cards.split(), 1):
            laid[Position[f"{hand}{i}"]] = parse_card(card).first
    return laid


MEANING = {
    "Player wins": ({"winner": "banker"}, ("2c 3d 4h", "Ks 4h"), False),
    "Banker wins": ({"winner": "banker"}, ("2c 3d 8h", "Ks 7h"), True),
    "tie": ({"winner": "tie"}, ("9h Kh", "9c Qh"), True),
    "several winners": ({"winner": ["player", "tie"]}, ("9h Kh", "8c Qh"), True),
    "a total": ({"banker": {"total": 7}}, ("2c 3d 8h", "Ks 7h"), True),
    "a range of totals": ({"player": {"total": "4-6"}}, ("6c Kd", "Ks 7h"), True),
    "outside a range": ({"player": {"total": "4-5"}}, ("6c Kd", "Ks 7h"), False),
    "a list of totals and ranges": ({"player": {"total": [0, "4-6"]}}, ("Qc Kd Kh", "Ks 7h"), True),
    "number of cards": ({"player": {"cards": 3}}, ("2c 3d 8h", "Ks 7h"), True),
    "six cards": ({"both": {"cards": 6}}, ("2c 3d 8h", "Ks 4h"), False),
    "a two-card total": ({"player": {"two_card_total": 5}}, ("2c 3d 8h", "Ks 7h"), True),
    "a natural": ({"player": {"natural": True}}, ("9c Kd", "Ks 7h"), True),
    "three cards to nine are no natural": ({"player": {"natural": True}}, ("2c 3d 4h", "Ks 7h"), False),
    "a pair is of rank, not value": ({"player": {"pair": True}}, ("Tc Kd 4h", "Ks 7h"), False),
    "a pair": ({"player": {"pair": True}}, ("Tc Td 4h", "Ks 7h"), True),
    "a suited pair": ({"banker": {"suited_pair": True}}, ("Tc Td 4h", "3s 3s"), True),
    "a pair of two suits": ({"banker": {"suited_pair": True}}, ("Tc Td 4h", "3s 3c"), False),
    "one suit": ({"player": {"one_suit": True}}, ("Tc 2c 4c", "3s 4c"), True),
    "first two of one suit": ({"player": {"first_two": {"one_suit": True}}}, ("Tc 2c 4h", "3s 4c"), True),
    "one colour": ({"both": {"one_colour": True}}, ("Td 8d", "3h 4h"), True),
    "one rank": ({"player": {"one_rank": True}}, ("Td Th Ts", "3h 4h"), True),
    "three of a rank": ({"both": {"of_a_rank": 3}}, ("Td Th 4c", "3h Tc"), True),
    "two pairs": ({"both": {"pairs": 2}}, ("Td Th 3c", "3h 4c"), True),
    "a margin": ({"margin": "1-4"}, ("9d Th", "3h 2c"), True),
    "both totals": ({"both": {"total": 18}}, ("9d Th", "9h Kc"), True),
    "parity": ({"player": {"parity": "odd"}}, ("9d Th", "9h Kc"), True),
    "a count of cards": ({"player": {"count": {"of": "9", "is": 2}}}, ("9d 9h", "2h Kc"), True),
    "two counts at once": ({"both": {"count": [{"of": "9", "is": 1}, {"of": "red", "is": "2-6"}]}},
                           ("9d Th", "2h Kc"), True),
    "a count of a card in full": ({"both": {"count": {"of": "9h", "is": 1}}}, ("9d Th", "2h Kc"), False),
    "words that apply together": ({"both": {"count": {"of": "K hearts", "is": 1}}}, ("9d Kh", "2h Kc"), True),
    "alternatives": ({"both": {"count": {"of": ["9 red", "2"], "is": 2}}}, ("9d Kh", "2h Kc"), True),
    "faces": ({"both": {"count": {"of": "face", "is": 2}}}, ("9d Kh", "2h Tc Qs"), True),
    "a card by place": ({"player": {"card_3": "8"}}, ("2c 3d 8h", "Ks 4h"), True),
    "no third card": ({"player": {"card_3": "8"}}, ("2c 4d", "Ks 4h"), False),
    "all of": ({"all": [{"winner": "player"}, {"player": {"cards": 2}}]}, ("9d Th", "2h Kc"), True),
    "any of": ({"any": [{"winner": "banker"}, {"player": {"cards": 2}}]}, ("9d Th", "2h Kc"), True),
    "not": ({"not": {"winner": "banker"}}, ("9d Th", "2h Kc"), True),
    "entries of one table together": ({"winner": "player", "player": {"cards": 3}}, ("9d Th", "2h Kc"), False),
}


@pytest.mark.parametrize(("when", "hands", "holds"), MEANING.values(), ids=MEANING)
def test_what_a_condition_means(when, hands, holds):
    assert read(one_line(when)).result(coup(*hands)) == (0 if holds else 1)


def test_the_first_line_that_matches_pays():
    bet = read({"lines": [{"when": {"player": {"total": 9}}, "pays": 30}, {"when": {"winner": "player"}, "pays": 1},
                          {"pays": -1}]})
    assert [bet.lines[bet.result(coup(*hands))].pays for hands in (("9d Th", "2h Kc"), ("8d Th", "2h Kc"),
                                                                   ("2d Th 9s", "2h Kc"))] == [30, 1, -1]


# numbers

@pytest.mark.parametrize(("value", "number"), [
    (8, Fraction(8)), ("19/20", Fraction(19, 20)), ("0.95", Fraction(19, 20)), (Fraction(19, 20), Fraction(19, 20)),
    ("5%", Fraction(1, 20)), ("5 %", Fraction(1, 20)), ("-1", Fraction(-1)), (0.1, Fraction(1, 10)),
    (1e3, Fraction(1000)), (1e-7, Fraction(1, 10**7))])
def test_numbers_are_exactly_what_they_print(value, number):
    assert read_number(value, "here") == number


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "nan", "inf", "1/0", "", "%", "5%%", "x", True, None,
                                   [1],
                                   "1e5", "1" * 61, 10**80])
def test_what_is_no_number(value):
    with pytest.raises(BetError, match=r"^here: .* is not a number"):
        read_number(value, "here")


# commission

@pytest.mark.parametrize(("commission", "stake", "net"), [
    (Commission(Fraction(1, 20)), 10, Fraction(19, 20)),
    (Commission(Fraction(1, 20), Fraction(1, 4)), 10, Fraction(95, 100)),
    (Commission(Fraction(1, 20), Fraction(1, 4), "up"), 11, 1 - Fraction(3, 44)),
    (Commission(Fraction(1, 20), Fraction(1, 4), "down"), 11, 1 - Fraction(2, 44)),
    (Commission(Fraction(1, 20), Fraction(1), "nearest"), 10, 1 - Fraction(1, 10)),  # half a unit is rounded up
    (Commission(Fraction(1, 20), minimum=Fraction(1)), 10, Fraction(9, 10)),
])
def test_commission_is_rounded_in_money(commission, stake, net):
    assert commission.net(Fraction(1), Fraction(stake)) == net


def test_a_commission_that_depends_on_the_stake_asks_for_it():
    data = one_line({"winner": "banker"}, commission={"rate": "5%", "minimum": 1})
    with pytest.raises(BetError, match="give stake = MONEY in the bet, or `stake`"):
        read(data)
    assert read(data, stake=Fraction(10)).lines[0].pays == Fraction(9, 10)
    assert read(data | {"stake": 100}).lines[0].pays == Fraction(19, 20)


def test_commission_is_taken_of_wins_alone_unless_a_line_says_otherwise():
    data = {"commission": "5%", "lines": [
        {"when": {"winner": "banker"}, "pays": 1}, {"when": {"winner": "tie"}, "pays": "push"}, {"pays": "lose"}]}
    assert [line.pays for line in read(data).lines] == [Fraction(19, 20), 0, -1]
    data["lines"][0]["commission"] = False
    assert [line.pays for line in read(data).lines] == [1, 0, -1]


# faults

def with_line(line):
    return {"lines": [line, {"event": "no", "pays": -1}]}


FAULTS = {
    "no lines": ({}, "a-bet: has no lines"),
    "empty lines": ({"lines": []}, "has no lines"),
    "lines no list": ({"lines": {"pays": 1}}, "has no lines"),
    "a misspelt key": (one_line({"winner": "tie"}, titel="x"), "unknown key 'titel'"),
    "a misspelt key of a line": (with_line({"when": {"winner": "tie"}, "pay": 8}), "line 1: unknown key 'pay'"),
    "a line that is no table": (with_line(7), "line 1: 7 is not a table"),
    "no pays": (with_line({"when": {"winner": "tie"}}), "line 1: has no pays"),
    "pays no number": (with_line({"when": {"winner": "tie"}, "pays": "much"}), "line 1, pays: 'much' is not a number"),
    "pays nan": (with_line({"when": {"winner": "tie"}, "pays": float("nan")}), "line 1, pays: nan is not a number"),
    "pays too much": (with_line({"when": {"winner": "tie"}, "pays": 10**7}), "beyond 1,000,000 to one"),
    "a last line with a condition": ({"lines": [{"when": {"winner": "tie"}, "pays": 8}]},
                                     "line 1: is the last and has a `when`, so some coups would have no result"),
    "an early line without": (with_line({"pays": 8}), "line 1: has no `when`; only the last line may be without"),
    "an empty condition": (with_line({"when": {}, "pays": 8}), "line 1: a condition is a table"),
    "an unknown fact": (with_line({"when": {"winer": "tie"}, "pays": 8}),
                        "unknown fact 'winer'; did you mean 'winner'"),
    "a fact of no hand": (with_line({"when": {"player": {"totals": 8}}, "pays": 8}), "did you mean 'player.total'"),
    "an unknown winner": (with_line({"when": {"winner": "bank"}, "pays": 8}), "winner = 'bank' is impossible"),
    "a total of ten": (with_line({"when": {"player": {"total": 10}}, "pays": 8}), "player.total = 10 is impossible"),
    "true for a number": (with_line({"when": {"player": {"total": True}}, "pays": 8}), "total = true is impossible"),
    "one for true": (with_line({"when": {"player": {"pair": 1}}, "pays": 8}), "player.pair = 1 is impossible"),
    "an empty list": (with_line({"when": {"player": {"total": []}}, "pays": 8}), "player.total = [] allows nothing"),
    "a range of nothing": (with_line({"when": {"player": {"total": "12-14"}}, "pays": 8}), "holds no possible value"),
    "a range backwards": (with_line({"when": {"player": {"total": "9-4"}}, "pays": 8}), "holds no possible value"),
    "superscript digits": (with_line({"when": {"player": {"total": "²-5"}}, "pays": 8}), "is impossible"),
    "a nested list": (with_line({"when": {"player": {"total": [[1]]}}, "pays": 8}), "is impossible"),
    "a hand without a fact": (with_line({"when": {"player": 3}, "pays": 8}), "player is followed by a fact"),
    "all of nothing": (with_line({"when": {"all": []}, "pays": 8}), "all takes a list of conditions"),
    "any of no list": (with_line({"when": {"any": {"winner": "tie"}}, "pays": 8}), "any takes a list"),
    "a count of no cards": (with_line({"when": {"both": {"count": {"of": "11", "is": 1}}}, "pays": 8}), "card '11'"),
    "a count of a card that cannot be": (with_line({"when": {"both": {"count": {"of": "K 9", "is": 1}}}, "pays": 8}),
                                         "'K 9' is no card at all"),
    "a count above the cards": (with_line({"when": {"player": {"count": {"of": "K", "is": 4}}}, "pays": 8}),
                                "is impossible"),
    "a count without is": (with_line({"when": {"both": {"count": {"of": "K"}}}, "pays": 8}), "takes { of = CARDS"),
    "a fourth card": (with_line({"when": {"player": {"card_4": "K"}}, "pays": 8}), "unknown fact 'player.card_4'"),
    "a title that is no text": (one_line({"winner": "tie"}, title=3), "3 is not a text"),
    "a commission above all": (one_line({"winner": "tie"}, commission="200%"), "is not between 0 and 1"),
    "a commission without a rate": (one_line({"winner": "tie"}, commission={"unit": 1}), "has no rate"),
    "a commission rounded sideways": (one_line({"winner": "tie"}, commission={"rate": "5%", "rounding": "even"}),
                                      "is none of up, down, nearest"),
    "a unit of nought": (one_line({"winner": "tie"}, commission={"rate": "5%", "unit": 0}), "a unit is above 0"),
    "a stake of nought": (one_line({"winner": "tie"}, stake=0), "is not a sum of money above 0"),
    "a stake that is no number": (one_line({"winner": "tie"}, stake="x"), "'x' is not a number"),
}


@pytest.mark.parametrize(("data", "fault"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_named_with_its_line(data, fault):
    with pytest.raises(BetError) as caught:
        read(data)
    assert "a-bet" in str(caught.value)
    assert fault in str(caught.value)


def test_conditions_nested_without_end():
    when = {"winner": "tie"}
    for _ in range(40):
        when = {"not": when}
    with pytest.raises(BetError, match="nested more than 12 deep"):
        read(one_line(when))
