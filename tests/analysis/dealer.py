"""Deals fair logs by the written rules of punto banco, on its own: it shares nothing with the project."""

from __future__ import annotations

import random

RANKS = "A23456789TJQK"
SUITS = "cdhs"
POINTS = {rank: (i + 1 if i < 9 else 0) for i, rank in enumerate(RANKS)}
HEADER = ["shoe", "coup", "player", "banker", "winner", "player_total", "banker_total", "net:banker", "burn", "cut"]


def total(cards):
    return sum(POINTS[card[0]] for card in cards) % 10


def banker_draws(banker, third):
    if banker <= 2:
        return True
    if banker == 3:
        return third != 8
    if banker == 4:
        return 2 <= third <= 7
    if banker == 5:
        return 4 <= third <= 7
    return banker == 6 and third in (6, 7)


def deal(cards):
    """One coup off the end of a list of cards: the two hands."""
    player, banker = [cards.pop()], [cards.pop()]
    player.append(cards.pop())
    banker.append(cards.pop())
    p, b = total(player), total(banker)
    if p >= 8 or b >= 8:
        return player, banker
    if p <= 5:
        third = cards.pop()
        player.append(third)
        if banker_draws(b, POINTS[third[0]]):
            banker.append(cards.pop())
    elif b <= 5:
        banker.append(cards.pop())
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
        burnt = ""
        if burn:
            first = cards.pop()
            hidden = POINTS[first[0]] or 10
            del cards[-hidden:]
            burnt = f"{first} +{hidden}"
        number = 0
        after = 0
        while after < 2 and coups > 0:
            number += 1
            player, banker = deal(cards)
            p, b = total(player), total(banker)
            winner = "player" if p > b else "banker" if b > p else "tie"
            net = {"player": "-1", "banker": "0.95", "tie": "0"}[winner]
            out = len(cards) <= left
            after += out
            yield [str(shoe), str(number), " ".join(player), " ".join(banker), winner, str(p), str(b), net, burnt,
                   "1" if out and after == 1 else ""]
            burnt = ""
            coups -= 1


def text(lines, header=HEADER):
    return "".join(",".join(line) + "\n" for line in [header, *lines])


def write(path, lines, header=HEADER):
    path.write_text(text(lines, header), encoding="utf-8")
    return path
