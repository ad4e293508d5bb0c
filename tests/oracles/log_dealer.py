"""Deals fair logs of punto banco from shuffled shoes; it shares nothing with the package."""

from __future__ import annotations

import random

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
    rng = random.Random(seed)
    fresh = [rank + suit for rank in RANKS for suit in SUITS] * decks
    shoe = 0
    while coups > 0:
        shoe += 1
        cards = fresh[:]
        rng.shuffle(cards)
        burned = ""
        if burn:
            first = cards.pop()
            hidden = points(first) or 10
            del cards[-hidden:]
            burned = f"{first} +{hidden}"
        number = 0
        after = 0
        while after < 2 and coups > 0:
            number += 1
            player, banker = deal(cards)
            won = winner(player, banker)
            net = {"player": "-1", "banker": "0.95", "tie": "0"}[won]
            out = len(cards) <= left
            after += out
            yield [str(shoe), str(number), " ".join(player), " ".join(banker), won, str(total(player)),
                   str(total(banker)), net, burned, "1" if out and after == 1 else ""]
            burned = ""
            coups -= 1


def text(lines, header=HEADER):
    return "".join(",".join(line) + "\n" for line in [header, *lines])


def write(path, lines, header=HEADER):
    path.write_text(text(lines, header), encoding="utf-8")
    return path
