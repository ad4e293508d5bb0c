"""The effects of removing one card: tables, a figure, and why some or all of them are not defined."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from exact.analysis.removal.effects import RemovalEffect, no_removal, weighted_sum
from exact.game.bets import Bet
from exact.game.cards import BY_RANK, RANKS, VALUES, CardSet, union
from exact.game.rules import Rules
from exact.game.shoe import Shoe
from exact.report.cells import first_to_last, show, side_by_side, told
from exact.report.document import Block, Column, Figure, Paragraph, Table
from exact.report.drawing.alt import a_card
from exact.report.numbers import rational
from exact.report.plots import Bars, Panel
from exact.report.sections.decks import MOST_PANELS, not_drawn
from exact.values import gathered

Effects = Mapping[Bet, tuple[RemovalEffect, ...]]


def removal_blocks(rules: Rules, shoe: Shoe, effects: Effects) -> Iterator[Block]:
    reason = no_removal(rules, shoe)
    if reason:
        yield Paragraph(f"None: {reason}.")
        return
    alike = gathered((tuple((effect.cards, effect.present) for effect in found), bet)
                     for bet, found in effects.items())
    for classes, bets in alike.items():
        for columns, apart in side_by_side([bet.name for bet in bets]):
            if not apart and len(alike) > 1:
                apart = first_to_last([bet.name for bet in bets])
            yield _table(classes, [bets[i] for i in columns], effects, apart)
    whole = {bet.name: total for bet, found in effects.items() if (total := weighted_sum(found)) is not None}
    if whole:
        named = "each bet" if len(whole) == len(effects) else "each bet that has them all"
        yield Paragraph(f"Weighted by the cards in the shoe, the effects on {named} add up to "
                        + ", ".join(map(str, dict.fromkeys(whole.values()))) + " exactly.")


def _table(classes: Sequence[tuple[CardSet, int]], bets: Sequence[Bet], effects: Effects, apart: str) -> Table:
    """The effects on some bets; of many classes of card those with the same effects share a row."""
    rows: dict[tuple[int | Fraction | None, ...], list[CardSet]] = {}
    for i, (cards, present) in enumerate(classes):
        values = (present, *(effects[bet][i].ev_change for bet in bets))
        rows.setdefault(values if len(classes) > 13 else (*values, i), []).append(cards)
    return Table(told("Change of the EV when one card leaves the shoe, in units of 10^-7 of the stake", apart),
                 (Column("card"), Column("in shoe, each", "count"), *(Column(bet.name, "per 10^7") for bet in bets)),
                 tuple((_merged(cards), *values[:len(bets) + 1]) for values, cards in rows.items()),
                 tuple(_undefined(bets, effects)), key=f"removal {apart}".strip())


def _undefined(bets: Sequence[Bet], effects: Effects) -> Iterator[str]:
    """Why some effects are not defined."""
    for bet in bets:
        lost = [effect.card for effect in effects[bet] if effect.ev_change is None]
        if lost:
            yield f"n/a: with one card less of {', '.join(lost)}, {bet.name} is never on offer and has no EV."


def _merged(classes: Sequence[CardSet]) -> str:
    names = str(union(classes))
    return names if len(classes) == 1 else f"any of {names}"


def removal_data(effects: Effects) -> list[dict[str, Any]]:
    return [{"bet": bet.name, "card": effect.card, "ev_change": rational(effect.ev_change)}
            for bet, found in effects.items() for effect in found]


# ---------------------------------------------------------------------------------------------------------------
# the figure

def removal_figure(effects: Effects) -> Iterator[Block]:
    """The effect of removing a card of each rank, its suit left to chance."""
    shown = {bet: found for bet, found in effects.items() if found}
    if len(shown) > MOST_PANELS:
        yield not_drawn(len(shown))
        return
    if not shown:  # the section says why there are none
        return
    tens = VALUES.classes[0]
    by_value = all(not effect.cards & tens or tens <= effect.cards for found in shown.values() for effect in found)
    classes = sorted((VALUES if by_value else BY_RANK).classes, key=lambda cards: ("0" + RANKS).index(str(cards)))
    names = tuple(map(str, classes))
    panels = tuple(Panel(bet.name, tuple(_mean_effect(found, cards) for cards in classes))
                   for bet, found in shown.items())
    said = "; ".join(_gains_and_losses(panel, names) for panel in panels)
    yield Figure("Effect of removing one card on the EV of each bet",
                 f"A bar for each rank, up where the bettor gains: {said}.",
                 Bars("card removed", "change of EV,\n10\u207b\u2077 of the stake", names, panels, scale=10**7),
                 key="effects-of-removal")


def _gains_and_losses(panel: Panel, names: Sequence[str]) -> str:
    """Without which cards a bet gains and loses most."""
    values = {value: name for name, value in zip(reversed(names), reversed(panel.values), strict=True)
              if isinstance(value, Fraction)}
    if not values:
        return f"{panel.title} has no EV without any of them"
    least, most = min(values), max(values)
    if least == most:
        return f"{panel.title} changes by {show(most, 'per 10^7', 6)} whichever rank goes"
    said = ([f"gains most without {a_card(values[most])}"] if most > 0 else []) + (
        [f"loses most without {a_card(values[least])}"] if least < 0 else [])
    return f"{panel.title} {' and '.join(said)}"


def _mean_effect(found: Sequence[RemovalEffect], cards: CardSet) -> Fraction | None:
    """The effect of a card of a rank, taken at random from those present; classes are taken as evenly filled."""
    weights = [(Fraction(effect.present * len(effect.cards & cards), len(effect.cards)),
                effect.ev_change) for effect in found if effect.cards & cards and effect.ev_change is not None]
    total = sum((weight for weight, _ in weights), Fraction(0))
    return sum((weight * change for weight, change in weights), Fraction(0)) / total if total else None
