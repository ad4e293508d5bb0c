"""Deals fair logs of punto banco from shuffled shoes; it shares nothing with the package."""

from __future__ import annotations

import random
from itertools import count, islice

from tests.oracles.flat_coups import STANDARD, play, points, total, winner

RANKS = "A23456789TJQK"
SUITS = "cdhs"
HEADER = ["shoe", "coup", "player", "banker", "winner", "player_total", "banker_total", "net:banker", "burn", "cut"]


def deal(cards):
    """One coup off the end of a list of cards: the two hands."""
    (_, player, banker), = play(cards[:-7:-1], STANDARD)
    del cards[-len(player) - len(banker):]
    return player, banker


def rows(coups, seed, decks=8, left=14, burn=True):
    """Rows of a fair log as lists of cells, in shoes dealt down to `left` cards and one coup more."""
    fresh = [rank + suit for rank in RANKS for suit in SUITS] * decks
    return islice(shoes(fresh, count(1), seed, "first-card" if burn else "none", left), coups)


def shoes(fresh, names, seed, burn, cut, extra=1, extra_if_first=1):
    """Rows of shoes of these cards, each shuffled and dealt through to its end."""
    rng = random.Random(seed)
    for name in names:
        cards = fresh[:]
        rng.shuffle(cards)
        shown, hidden = ([], burn) if burn != "first-card" else ([cards.pop()], 0)
        hidden = 0 if burn == "none" else hidden or points(shown[0]) or 10
        del cards[len(cards) - hidden:]
        burned = " ".join([*shown, f"+{hidden}"]) if burn != "none" else ""
        to_come = extra_if_first if len(cards) <= cut else None
        number = 0
        while len(cards) >= 6 and to_come != 0:
            number += 1
            player, banker = deal(cards)
            won = winner(player, banker)
            net = {"player": "-1", "banker": "0.95", "tie": "0"}[won]
            comes_out = to_come is None and len(cards) <= cut
            if comes_out:
                to_come = extra_if_first if len(cards) == cut else extra
            elif to_come is not None:
                to_come -= 1
            yield [str(name), str(number), " ".join(player), " ".join(banker), won, str(total(player)),
                   str(total(banker)), net, burned if number == 1 else "", "1" if comes_out else ""]


def text(lines, header=HEADER):
    return "".join(",".join(line) + "\n" for line in [header, *lines])


def write(path, lines, header=HEADER):
    path.write_text(text(lines, header), encoding="utf-8")
    return path
