"""Removing several cards at once, shown: the interactions of two cards, and exact changes beside their estimates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from exact.analysis.removal_vectors import BetEffects, Pair, Removal
from exact.game.cards import CardSet, card_name
from exact.report.model import Block, Cell, Column, Heading, Table
from exact.report.numbers import fixed, rational

WIDEST = 13
"""Classes of card whose interactions are shown as a square; with more, only the strongest are listed in text."""
STRONGEST = 20
ACROSS = 92
"""Characters that the columns of a square may take together; wider ones go into several tables."""


def blocks(effects: BetEffects, removals: Sequence[Removal]) -> Iterator[Block]:
    yield Heading(effects.bet.title)
    yield from _pairs(effects)
    yield _removals(effects, removals)


def _pairs(effects: BetEffects) -> Iterator[Table]:
    classes = list(effects.single)
    title = "Interaction of two cards removed: EV change of the pair less that of each alone, in 10^-7"
    known = [pair for pair in effects.pairs if pair.interaction is not None]
    if not known:
        return
    if len(classes) > WIDEST:
        strongest = sorted(known, key=_strength, reverse=True)[:STRONGEST]
        yield Table(f"{title} (the {len(strongest)} strongest of {len(known)})",
                    (Column("cards"), Column("EV change", "per 10^7"), Column("interaction", "per 10^7")),
                    tuple((_pair_name(pair), pair.ev_change, pair.interaction) for pair in strongest))
        return
    found = {frozenset((pair.first, pair.second)): pair.interaction for pair in effects.pairs}
    shown = [fixed(value * 10**7, 2, sign=True, separators=True)
             for value in (*effects.single.values(), *(pair.interaction or 0 for pair in known))]
    tables = -(-len(classes) * (max(map(len, shown)) + 2) // ACROSS)
    across = -(-len(classes) // tables)
    for at in range(0, len(classes), across):
        part = classes[at:at + across]
        rows: list[tuple[Cell, ...]] = [(card_name(row), *(found.get(frozenset((row, column))) for column in part))
                                        for row in classes]
        rows.append(("alone", *(effects.single[cards] for cards in part)))
        yield Table(title if tables == 1 else f"{title}: {' '.join(map(card_name, part))}",
                    (Column("card"), *(Column(card_name(cards), "per 10^7") for cards in part)), tuple(rows),
                    ("The last row is the effect of one card alone.",))


def _strength(pair: Pair) -> Any:
    return abs(pair.interaction or 0)


def _pair_name(pair: Pair) -> str:
    return f"{card_name(pair.first)} {card_name(pair.second)}"


def _removals(effects: BetEffects, removals: Sequence[Removal]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (vector_name(found.removed), found.cards, found.ev, found.ev_change, found.first_order_error,
         found.second_order_error) for found in removals]
    return Table(
        f"EV of {effects.bet.name} after removal, and how far the estimates of its change are off (estimate - exact)",
        (Column("removed"), Column("cards", "count"), Column("EV", "signed percent"), Column("EV change", "per 10^7"),
         Column("first order off by", "per 10^7"), Column("second order off by", "per 10^7")), tuple(rows),
        ("Changes and errors are in 10^-7. First order adds the effects of single cards; second order adds the "
         "interactions of pairs.",))


def vector_name(removed: Sequence[tuple[CardSet, int]]) -> str:
    return " ".join(f"{card_name(cards)}={count}" for cards, count in removed)


def data(effects: BetEffects, removals: Sequence[Removal]) -> dict[str, Any]:
    return {
        "name": effects.bet.name, "title": effects.bet.title, "ev": rational(effects.ev),
        "first_order": [{"card": card_name(cards), "ev_change": rational(change)}
                        for cards, change in effects.single.items()],
        "second_order": [{"cards": [card_name(pair.first), card_name(pair.second)],
                          "ev_change": rational(pair.ev_change), "interaction": rational(pair.interaction)}
                         for pair in effects.pairs],
        "vectors": [_vector_data(found) for found in removals],
    }


def _vector_data(found: Removal) -> dict[str, Any]:
    return {"removed": {card_name(cards): count for cards, count in found.removed}, "cards": found.cards,
            "ev": rational(found.ev), "ev_change": rational(found.ev_change),
            "first_order": rational(found.first_order), "first_order_error": rational(found.first_order_error),
            "second_order": rational(found.second_order), "second_order_error": rational(found.second_order_error)}
