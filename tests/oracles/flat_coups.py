"""A flat enumerator of baccarat: every ordered sequence of cards of a small shoe, dealt by a plain dealer.

It shares nothing with the package: it imports none of it, reads rules from a plain dictionary as a game file has them,
and knows a card only by its text (`9h`, `K`, `0`). It is slow, and simple enough to be checked by eye.
"""

from collections import Counter
from fractions import Fraction

POINTS = {"A": 1, "1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9,
          "T": 0, "J": 0, "Q": 0, "K": 0, "0": 0}
ORDER = ("P1", "B1", "P2", "B2", "P3", "B3")

STANDARD = {
    "naturals": [8, 9],
    "player_draws": [0, 1, 2, 3, 4, 5],
    "banker_draws": {
        "0": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, "stood"],
        "1": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, "stood"],
        "2": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, "stood"],
        "3": [0, 1, 2, 3, 4, 5, 6, 7, 9, "stood"],
        "4": [2, 3, 4, 5, 6, 7, "stood"],
        "5": [4, 5, 6, 7, "stood"],
        "6": [6, 7],
        "7": [],
    },
}
"""The tableau, typed again."""


def points(card):
    return POINTS[card[0]]


def total(cards):
    return sum(points(card) for card in cards) % 10


def chance(squares, square):
    """The probability of drawing that a row of a table gives a square."""
    for item in squares:
        if isinstance(item, dict):
            if item["on"] == square:
                return Fraction(item["draw"])
        elif item == square:
            return Fraction(1)
    return Fraction(0)


def play(sequence, rules, dealt=None):
    """Every course that a coup can take on these cards: [(probability, Player's cards, Banker's cards)].

    `sequence` holds the cards as they come out of the shoe; `dealt` those already on the table, by place. A third card
    that is on the table was drawn, whatever the odds of that were: its course counts with that probability.
    """
    dealt = dict(rules.get("printed", {})) | (dealt or {})
    coming = iter(sequence)

    def card(place):
        return dealt[place] if place in dealt else next(coming)

    first = {place: card(place) for place in ORDER[:4]}
    player, banker = [first["P1"], first["P2"]], [first["B1"], first["B2"]]
    if total(player) in rules["naturals"] or total(banker) in rules["naturals"]:
        return [(Fraction(1), player, banker)]
    rest = list(coming)
    courses = []
    row = rules["banker_draws"][str(total(banker))]
    draws = chance(rules["player_draws"], total(player))
    if draws and not ("B3" in dealt and "P3" not in dealt):
        left = list(rest)
        third = dealt["P3"] if "P3" in dealt else left.pop(0)
        reads_total = rules.get("banker_reads") == "total"
        column = total([*player, third]) if reads_total else points(third)
        hand = [*player, third]
        courses += banker_turn(draws, hand, banker, overridden(rules, hand, banker, chance(row, column)), left, dealt)
    if draws < 1 and "P3" not in dealt:
        stood = overridden(rules, player, banker, chance(row, "stood"))
        courses += banker_turn(1 - draws, player, banker, stood, list(rest), dealt)
    return courses


def overridden(rules, player, banker, draws):
    """What Banker does where Player's final total decides it; the last deviation that holds is the strongest."""
    for one in rules.get("deviations", ()):
        if (total(player) in one["player_total"] and total(banker) in one.get("banker_total", range(10))
                and one.get("player_cards", len(player)) == len(player)):
            draws = Fraction(one["banker"] == "draws")
    return draws


def banker_turn(weight, player, banker, draws, left, dealt):
    courses = []
    if draws:
        courses.append((weight * draws, player, [*banker, dealt["B3"] if "B3" in dealt else left[0]]))
    if draws < 1 and "B3" not in dealt:
        courses.append((weight * (1 - draws), player, banker))
    return courses


def sequences(shoe, number):
    """Every distinct sequence of so many cards of a shoe, with the number of ways to deal it."""
    left = Counter(shoe)

    def deal(dealt, ways):
        if len(dealt) == number:
            yield dealt, ways
            return
        for card, count in left.items():
            if count:
                left[card] -= 1
                yield from deal((*dealt, card), ways * count)
                left[card] += 1

    return deal((), 1)


def coups(shoe, rules, dealt=None, totals=None):
    """Every sequence of cards of a shoe (a list of texts), each with the courses that the coup can take on it.

    Yields (number of such sequences, probability, Player's cards, Banker's cards); `totals` keeps those in which a
    hand (P or B) has a two-card total.
    """
    on_table = set(rules.get("printed", {})) | set(dealt or {})
    for sequence, ways in sequences(shoe, len(ORDER) - len(on_table)):
        for probability, player, banker in play(sequence, rules, dealt):
            hands = {"P": total(player[:2]), "B": total(banker[:2])}
            if all(hands[hand] == wanted for hand, wanted in (totals or {}).items()):
                yield ways, probability, player, banker


def tally(shoe, rules, see, dealt=None, totals=None):
    """How many sequences give each value of `see(Player's cards, Banker's cards)`, by value, as Fractions."""
    found = Counter()
    for ways, probability, player, banker in coups(shoe, rules, dealt, totals):
        found[see(player, banker)] += ways * probability
    return found


def winner(player, banker):
    p, b = total(player), total(banker)
    return "player" if p > b else "banker" if b > p else "tie"


def outcomes(shoe, rules=STANDARD, dealt=None, totals=None):
    """(Player, Banker, Tie): ordered sequences of all cards that the coup may still use."""
    found = tally(shoe, rules, winner, dealt, totals)
    return tuple(found[name] for name in ("player", "banker", "tie"))


def texts(counts):
    """A list of cards from the number of each point value 0 ... 9."""
    return [str(value) for value, count in enumerate(counts) for _ in range(count)]
