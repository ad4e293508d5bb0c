"""Removing several cards at once, shown: the interactions of two cards, and exact changes beside their estimates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from exact.analysis.removal.several import WIDEST, RemovalFigures
from exact.analysis.removal.vectors import NOT_OFFERED, CardPair, EffectsOfTwo, SeveralRemoved
from exact.errors import listed
from exact.game.cards import CardSet
from exact.report.document import Block, Cell, Column, Heading, Paragraph, Section, Table
from exact.report.numbers import rational
from exact.values import gathered

STRONGEST = 20
"""Interactions that are listed of a bet that distinguishes too many classes of card to show them as a square."""
UNITS = "in 10^-7 of the stake"


def removal_section(found: RemovalFigures) -> Section:
    """The blocks of each bet in turn."""
    blocks = [block for one in found.bets for block in removal_blocks(one.effects, one.removals)]
    return blocks, {"bets": [removal_data(one.effects, one.removals) for one in found.bets]}


def removal_blocks(effects: EffectsOfTwo, removals: Sequence[SeveralRemoved]) -> Iterator[Block]:
    yield Heading(effects.bet.title)
    yield from _pairs(effects)
    if removals:
        yield _removals(effects, removals)
    else:
        yield Paragraph("Half of a kind of card, or all of it, leaves fewer cards than a coup may need; a vector names "
                        "others.")


def _pairs(effects: EffectsOfTwo) -> Iterator[Table]:
    classes = list(effects.single)
    title = f"Interaction of two cards removed: EV change of the pair less that of each alone, {UNITS}"
    key = f"interactions of {effects.bet.name}"
    if len(classes) > WIDEST:
        known = [pair for pair in effects.pairs if pair.interaction is not None]
        if effects.pairs:
            strongest = sorted(known, key=lambda pair: abs(pair.interaction or Fraction(0)), reverse=True)[:STRONGEST]
            yield Table(f"{title} (the {len(strongest)} strongest of {len(known)})",
                        (Column("cards"), Column("EV change", "per 10^7"), Column("interaction", "per 10^7")),
                        tuple((_pair_name(pair), pair.ev_change, pair.interaction) for pair in strongest),
                        tuple(_undefined(effects)), key=key)
        return
    if not effects.pairs:
        return
    found = {frozenset((pair.first, pair.second)): pair.interaction for pair in effects.pairs}
    rows: list[tuple[Cell, ...]] = [(str(row), *(found.get(frozenset((row, column))) for column in classes))
                                    for row in classes]
    rows.append(("alone", *effects.single.values()))
    yield Table(title, (Column("card"), *(Column(str(cards), "per 10^7") for cards in classes)), tuple(rows),
                ("The last row is the effect of one card alone.", *_undefined(effects)), key=key)


def _undefined(effects: EffectsOfTwo) -> Iterator[str]:
    """Why some effects of one card or two are not defined."""
    lost = [str(cards) for cards, change in effects.single.items() if change is None]
    if lost:
        yield f"n/a alone for {', '.join(lost)}: {NOT_OFFERED}."
    reasons = gathered((pair.undefined, _pair_name(pair)) for pair in effects.pairs if pair.undefined)
    for reason, pairs in reasons.items():
        yield f"n/a for {'all pairs' if len(pairs) == len(effects.pairs) else listed(pairs)}: {reason}."


def _pair_name(pair: CardPair) -> str:
    return f"{pair.first} {pair.second}"


def _removals(effects: EffectsOfTwo, removals: Sequence[SeveralRemoved]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (vector_name(found.removed), found.cards, found.ev, found.ev_change, found.first_order_error,
         found.second_order_error) for found in removals]
    lost = [vector_name(found.removed) for found in removals if found.ev is None]
    return Table(
        f"EV of {effects.bet.name} after removal, and how far the estimates of its change are off (estimate - exact)",
        (Column("removed"), Column("cards", "count"), Column("EV", "signed percent"), Column("EV change", "per 10^7"),
         Column("first order off by", "per 10^7"), Column("second order off by", "per 10^7")), tuple(rows),
        (f"Changes and errors are {UNITS}. First order adds the effects of single cards; second order adds the "
         "interactions of pairs.", *([f"n/a after {'; '.join(lost)}: {NOT_OFFERED}."] if lost else [])),
        key=f"removals of {effects.bet.name}")


def vector_name(removed: Sequence[tuple[CardSet, int]]) -> str:
    return " ".join(f"{cards}={count}" for cards, count in removed)


def removal_data(effects: EffectsOfTwo, removals: Sequence[SeveralRemoved]) -> dict[str, Any]:
    """`reason` is null, or says why the values beside it are."""
    return {
        "name": effects.bet.name, "title": effects.bet.title, "ev": rational(effects.ev),
        "first_order": [{"card": str(cards), "ev_change": rational(change), "reason": _reason(change)}
                        for cards, change in effects.single.items()],
        "second_order": [{"cards": [str(pair.first), str(pair.second)],
                          "ev_change": rational(pair.ev_change), "interaction": rational(pair.interaction),
                          "reason": pair.undefined} for pair in effects.pairs],
        "vectors": [_vector_data(found) for found in removals],
    }


def _reason(value: object) -> str | None:
    return NOT_OFFERED if value is None else None


def _vector_data(found: SeveralRemoved) -> dict[str, Any]:
    return {"removed": {str(cards): count for cards, count in found.removed}, "cards": found.cards,
            "ev": rational(found.ev), "ev_change": rational(found.ev_change), "reason": _reason(found.ev),
            "first_order": rational(found.first_order), "first_order_error": rational(found.first_order_error),
            "second_order": rational(found.second_order), "second_order_error": rational(found.second_order_error)}
