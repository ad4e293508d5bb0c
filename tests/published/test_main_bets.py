"""Published figures of the main bets, each a case: at its printed precision, or an erratum with its reason."""

import json
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from exact.analysis.odds.dealt import read_dealt
from exact.analysis.odds.laws import Study, bet_law, slip
from exact.analysis.removal.effects import removal_effects
from exact.game.bet_file import read_bet
from exact.game.catalogue import game_names, load_game
from exact.game.rules import STANDARD
from exact.game.rules_file import read_rules
from exact.game.shoe import Shoe
from exact.report.numbers import Root, fixed, fixed_root

DATA = json.loads((Path(__file__).parent / "data" / "main_bets.json").read_text(encoding="utf-8"))
GAME = load_game("punto-banco")
MAIN = ("player", "banker", "tie")


# what the figures are of

def rules_of(figure):
    name = figure.get("rules")
    if name is None:
        return STANDARD
    if name in game_names():
        return load_game(name).rules
    return read_rules(DATA["rules"][name]["rules"], base=STANDARD)


def shoe_of(figure):
    decks = figure["decks"]
    if decks == "inf":
        return Shoe.infinite_deck()
    return Shoe.of(decks) if isinstance(decks, dict) else Shoe.decks(decks)


@cache
def bet(name):
    table = DATA["bets"].get(name)
    return read_bet(name, table, STANDARD.naturals) if table else GAME.named(name)


@cache
def odds(rules, shoe):
    return Study(rules, tuple(map(bet, MAIN))).odds(shoe)


def law(rules, shoe, name):
    return bet_law(rules, bet(name), shoe)


def event(when):
    return read_bet("event", {"lines": [{"when": when, "pays": 1}, {"pays": -1}]}, STANDARD.naturals)


def without_ties(rules, shoe, who):
    found = odds(rules, shoe)
    return getattr(found, who) / (1 - found.tie)


def given(rules, shoe, who, dealt):
    known = read_dealt(dealt, rules)
    left = shoe.remove(*(cards for _, cards in known.cards))
    return getattr(Study(rules, (), known).odds(left), who)


def break_even(rules, shoe, who):
    """The pay to 1 at which the bet is fair, ties returned to Player and Banker."""
    found = odds(rules, shoe)
    lost = {"player": found.banker, "banker": found.player, "tie": 1 - found.tie}[who]
    return lost / getattr(found, who)


def removal(rules, shoe, name, card):
    (effect,) = [e for e in removal_effects(Study(rules, (bet(name),)), shoe)[bet(name)] if e.card == card]
    return effect.ev_change * 10**7


def equal_edges(rules, shoe):
    """(1 - c) b - p = p - b, for the probabilities b and p of Banker and Player."""
    found = odds(rules, shoe)
    return (2 * found.banker - 2 * found.player) / found.banker


QUANTITIES = {
    "total": lambda r, s: Fraction(odds(r, s).of),
    "count": lambda r, s, who: Fraction(dict(odds(r, s).outcomes)[who]),
    "probability": lambda r, s, who: getattr(odds(r, s), who),
    "share without ties": without_ties,
    "count where": lambda r, s, when: bet_law(r, event(when), s).counts[0],
    "probability where": lambda r, s, when: bet_law(r, event(when), s).probability(0),
    "probability given": given,
    "count of two cards": lambda r, s, total: bet_law(r, event({"player": {"two_card_total": total}}), s).counts[0],
    "ev": lambda r, s, name: law(r, s, name).ev,
    "rtp": lambda r, s, name: law(r, s, name).rtp,
    "edge per bet made": lambda r, s, name: law(r, s, name).house_edge,
    "edge per bet resolved": lambda r, s, name: law(r, s, name).edge_resolved,
    "standard deviation": lambda r, s, name: Root(law(r, s, name).variance),
    "break-even pay": break_even,
    "edge of a slip": lambda r, s, stakes: slip(r, [(bet(n), Fraction(m)) for n, m in stakes.items()], s).edge,
    "EOR in units of 10^-7": removal,
    "change of probability on removal": lambda r, s, who, card, n: (
        getattr(odds(r, s.remove(*[card] * n)), who) - getattr(odds(r, s), who)),
    "exactly so many Banker wins in a row, ties left out": lambda r, s, n: (
        without_ties(r, s, "banker") ** n * without_ties(r, s, "player")),
    "five doublings win": lambda r, s, who: 1 - (1 - without_ties(r, s, who)) ** 5,
    "commission at which both edges are equal": equal_edges,
    "commission at which Banker is fair": lambda r, s: 1 - odds(r, s).player / odds(r, s).banker,
}


def exact_value(figure):
    quantity, *of = figure["what"]
    return QUANTITIES[quantity](rules_of(figure), shoe_of(figure), *of)


# how it is printed

def as_printed(value, text):
    """An exact value in the form of a printed figure: with its decimals, its thousands and its percent sign."""
    percent = text.endswith("%")
    number = text.rstrip("%")
    digits = len(number.partition(".")[2])
    if isinstance(value, Root):
        assert not percent
        return fixed_root(value, digits)
    return fixed(value * (100 if percent else 1), digits, separators="," in number) + "%" * percent


def read(text):
    number = Fraction(Decimal(text.rstrip("%").replace(",", "")))
    return number / 100 if text.endswith("%") else number


def agrees(value, figure):
    if "within" in figure:
        return abs(value - read(figure["printed"])) <= Fraction(figure["within"])
    if "unit" in figure:
        return abs(value - read(figure["printed"])) * 2 <= Fraction(figure["unit"])
    if "significant" in figure:
        return int(f"{Decimal(int(value)):.{figure['significant'] - 1}e}".replace(".", "").split("e")[0]) == int(
            figure["printed"].replace(",", "")[:figure["significant"]])
    return as_printed(value, figure["printed"]) == figure["printed"]


def name_of(figure):
    decks = figure["decks"]
    what = " ".join(map(str, figure["what"]))
    return " ".join(filter(None, [figure.get("case"), figure.get("rules"), what, str(decks), figure["printed"],
                                  figure["source"]]))


@pytest.mark.parametrize("figure", DATA["figures"], ids=map(name_of, DATA["figures"]))
def test_published_figure(figure):
    value = exact_value(figure)
    erratum = figure.get("erratum")
    if erratum is None:
        assert agrees(value, figure), as_printed(value, figure["printed"])
    else:
        assert erratum["reason"]
        assert not agrees(value, figure)
        assert as_printed(value, erratum["exact"]) == erratum["exact"]


# what is said about whole tables

def test_every_figure_has_a_source_and_a_known_quantity():
    for figure in DATA["figures"]:
        assert figure["source"]
        assert figure["what"][0] in QUANTITIES


def test_no_figure_is_listed_twice():
    lines = [json.dumps(figure, sort_keys=True) for figure in DATA["figures"]]
    assert len(set(lines)) == len(lines)


def test_the_spreadsheets_counts_do_not_add_up_to_its_total():
    """The printed counts of UC-004 end in rounded digits: they exceed the printed total by six."""
    printed = [int(figure["printed"].replace(",", "")) for figure in DATA["figures"] if figure.get("case") == "UC-004"]
    *counts, total = printed
    assert sum(counts) == total + 6


def test_only_eight_decks_give_the_three_figures_of_the_polish_page():
    """UC-107: of 1 to 12 decks and the infinite shoe."""
    found = []
    for decks in (*range(1, 13), "inf"):
        shoe = shoe_of({"decks": decks})
        shown = [as_printed(law(STANDARD, shoe, name).rtp, "98.94%") for name in ("banker", "player", "tie")]
        if shown == ["98.94%", "98.76%", "85.64%"]:
            found.append(decks)
    assert found == [8]


def test_the_effects_as_printed_add_up_to_nought_over_the_thirteen_ranks_but_for_rounding():
    printed = {tuple(figure["what"][1:]): int(figure["printed"]) for figure in DATA["figures"]
               if figure["what"][0].startswith("EOR")}
    assert len(printed) == 30
    for name in MAIN:
        assert abs(3 * printed[name, "0"] + sum(printed[n, card] for n, card in printed if n == name)) <= 7
