"""Hypothesis strategies shared by all tests: cards, shoes, tableaux and bets.

A tableau is drawn as the plain table that a game file holds, so that it can go both to `exact.game.rules.read_rules`
and to the flat enumerator of `tests.oracles.flat_coups`, which reads it in its own way.
"""

from fractions import Fraction

from hypothesis import strategies as st

from exact.errors import BetError
from exact.game.bet_file import read_bet
from exact.game.bets import Bet
from exact.game.facts import facts
from exact.game.rules_file import read_rules
from exact.game.shoe import Shoe

RANKS = "A23456789TJQK"
SUITS = "cdhs"
NAMES = ("0", "A", "2", "3", "4", "5", "6", "7", "8", "9")

cards = st.builds(str.__add__, st.sampled_from(RANKS), st.sampled_from(SUITS))
"""A card in full, such as `9h`."""
ranks = st.sampled_from(RANKS)
point_values = st.sampled_from(NAMES)

probabilities = st.builds(lambda a, b: str(Fraction(min(a, b), max(a, b))), st.integers(0, 6), st.integers(1, 6))
"""The probability of drawing on an optional square, as a file has it."""


@st.composite
def counts(draw, least=6, most=60, kinds=10):
    """Numbers of cards of ten point values (or as many classes as wanted), from `least` to `most` in all."""
    found = draw(st.lists(st.integers(0, max(1, most // 3)), min_size=kinds, max_size=kinds))
    while sum(found) > most:
        found = [count // 2 for count in found]
    found[draw(st.integers(0, kinds - 1))] += max(0, least - sum(found))
    return tuple(found)


@st.composite
def small_counts(draw, least=6, most=8, kinds=10):
    """Counts of a shoe small enough for flat enumeration: drawn card by card."""
    drawn = draw(st.lists(st.integers(0, kinds - 1), min_size=least, max_size=most))
    return tuple(drawn.count(kind) for kind in range(kinds))


def value_shoe(numbers):
    """The shoe with so many cards of each point value."""
    return Shoe.of(dict(zip(NAMES, numbers, strict=True)))


def shoes(least=6, most=60):
    """Shoes known by point value."""
    return counts(least, most).map(value_shoe)


def card_shoes(least=6, most=40):
    """Shoes known card by card, of up to four decks."""
    return st.lists(cards, min_size=least, max_size=most).map(
        lambda drawn: Shoe.of({card: drawn.count(card) for card in dict.fromkeys(drawn)}))


def _square(column, mixed):
    certain = st.just(column)
    return st.one_of(certain, st.builds(lambda p: {"on": column, "draw": p}, probabilities)) if mixed else certain


@st.composite
def _row(draw, columns, mixed):
    chosen = draw(st.lists(st.sampled_from(columns), unique=True))
    return [draw(_square(column, mixed)) for column in chosen]


@st.composite
def _deviations(draw):
    """Where Player's final total decides what Banker does."""
    totals = st.lists(st.integers(0, 9), min_size=1, max_size=4, unique=True)
    one = {"banker": draw(st.sampled_from(["draws", "stands"])), "player_total": draw(totals)}
    if draw(st.booleans()):
        one["player_cards"] = draw(st.sampled_from([2, 3]))
    if draw(st.booleans()):
        one["banker_total"] = draw(totals)
    return one


@st.composite
def tableaux(draw, mixed=True, printed=True, any_naturals=True, reads_total=True, deviating=True):
    """The `[rules]` table of a game file, at random: natural totals, both hands' squares, printed cards."""
    naturals = sorted(draw(st.sets(st.integers(6, 9), max_size=3))) if any_naturals else [8, 9]
    open_totals = [total for total in range(10) if total not in naturals]
    table = {
        "naturals": naturals,
        "player_draws": draw(_row(open_totals, mixed)),
        "banker_draws": {str(total): draw(_row([*range(10), "stood"], mixed)) for total in open_totals},
    }
    if reads_total and draw(st.booleans()):
        table["banker_reads"] = "total"
    if deviating and draw(st.booleans()):
        table["deviations"] = draw(st.lists(_deviations(), min_size=1, max_size=2))
    if printed:
        places = draw(st.sets(st.sampled_from(["P1", "B1", "P2", "B2"]), max_size=2))
        if places:
            table["printed"] = {place: draw(point_values) for place in sorted(places)}
    return table


def rules(**kinds):
    """Rules made of a random tableau."""
    return tableaux(**kinds).map(read_rules)


FACTS = facts(frozenset({8, 9}))
VALUE_FACTS = ("winner", "margin", "player.total", "banker.total", "player.two_card_total", "banker.two_card_total",
               "player.natural", "banker.natural", "player.cards", "banker.cards", "both.cards", "both.total",
               "both.parity", "player.parity", "banker.parity")
"""Facts that look at point values alone."""


def _nested(name, value):
    head, _, tail = name.partition(".")
    return {head: _nested(tail, value) if tail else value}


@st.composite
def conditions(draw, names=VALUE_FACTS):
    """A condition on one fact, perhaps negated, as a bet file has it; neither impossible nor always true."""
    name = draw(st.sampled_from(names))
    values = FACTS[name].values
    allowed = draw(st.lists(st.sampled_from(values), min_size=1, max_size=min(4, len(values) - 1), unique=True))
    condition = _nested(name, allowed)
    return {"not": condition} if draw(st.booleans()) else condition


@st.composite
def bet_tables(draw, names=VALUE_FACTS):
    """A bet of a bet file: one to three lines, of which the first wins, and one that takes the rest."""
    whens = draw(st.lists(conditions(names), min_size=1, max_size=3, unique_by=repr))
    lines = [{"event": f"event {i}", "when": when, "pays": draw(st.integers(-1 if i else 1, 30))}
             for i, when in enumerate(whens)]
    return {"title": "A random bet", "lines": [*lines, {"event": "anything else", "pays": draw(st.integers(-1, 2))}]}


def bets(names=VALUE_FACTS, naturals=frozenset({8, 9})) -> st.SearchStrategy[Bet]:
    """Bets at random, over facts of these names, without tables that the language refuses."""
    def read(table):
        try:
            return read_bet("random", table, naturals)
        except BetError:
            return None

    return bet_tables(names).map(read).filter(lambda bet: bet is not None)
