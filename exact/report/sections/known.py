"""What knowing some cards is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from exact.analysis.removal.known_cards import BestSorts, Knowledge, KnownSingly, group_name
from exact.game.cards import CardSet
from exact.report.document import Cell, Column, Paragraph, Section, Table
from exact.report.numbers import rational
from exact.report.phrases import Phrase

MOST_ROWS = 1000


def known_section(found: Knowledge | KnownSingly | BestSorts) -> Section:
    """The worth of known cards: together, each alone, or sorted."""
    match found:
        case Knowledge():
            return _together(found)
        case KnownSingly():
            return _each(found)
        case BestSorts():
            return _sorts(found)


def _together(one: Knowledge) -> Section:
    """The worth of some cards known together."""
    title = f"Known: card {' and '.join(map(str, one.cards))}" if one.cards else "The burn card seen"
    blocks = [_worth_table([(title, one)], title), sights_table(one)]
    burn = [] if one.cards else [Paragraph(
        "A card that takes no part in the coup tells the same wherever it lies: the burn card, or the bottom card."
        " Burned cards that nobody saw change nothing.")]
    return [*blocks, *burn], {"cards": list(one.cards), **_knowledge_data(one)}


def _each(found: KnownSingly) -> Section:
    """The worth of each card known alone."""
    singles = found.singles
    table = _worth_table([(f"card {one.cards[0]}", one) for one in singles], "Each card known alone")
    best = Table("The bet to make, by the card known",
                 (Column("known"), *(Column(f"card {one.cards[0]}") for one in singles)),
                 tuple((group_name(group), *(_bet_for(one, group) for one in singles))
                       for group in dict.fromkeys(sight.groups[0] for one in singles for sight in one.sights)))
    return [table, best], {"cards": [{"card": one.cards[0], **_knowledge_data(one)} for one in singles]}


def _sorts(best: BestSorts) -> Section:
    """The best ways to sort the cards in two."""
    found, shown = best.sorts, best.top
    table = Table(f"The best of {len(found):,} sorts in two, for card {' and '.join(map(str, best.cards))}",
                  (Column("one group"), Column("the other"), Column("gain per coup", "percent", "gain")),
                  tuple((group_name(sort.group), group_name(sort.rest), sort.gain) for sort in found[:shown]))
    return [table], {"cards": list(best.cards), "searched": len(found),
                     "sorts": [{"group": group_name(sort.group), "rest": group_name(sort.rest),
                                "gain": rational(sort.gain)} for sort in found[:shown]]}


def _worth_table(rows: Sequence[tuple[str, Knowledge]], title: str) -> Table:
    """The worth of each knowledge, by its name."""
    return Table(title, (Column("known"), Column("gain per coup", "percent", "gain"),
                         Column("coups with a bet", "percent", "frequency"),
                         Column("gain per bet made", "percent", "gain_per_bet"),
                         Column("must bet every coup", "signed percent", "gain_forced")),
                 tuple((name, one.gain, one.frequency, one.gain_per_bet, one.gain_forced) for name, one in rows),
                 ("Gain: the mean of the best bet's EV over what may be seen, 0 where all lose; per unit and coup.",))


def sights_table(one: Knowledge) -> Table:
    """What may be seen, the EV of each bet then, and the best."""
    cards = " ".join(f"card {card}" for card in one.cards) or "card"
    return Table("What may be seen, and the best bet then",
                 (Column(cards), Column("probability", "probability"),
                  *(Column(f"EV {bet.name}", "signed percent", f"ev_{bet.name}") for bet in one.bets), Column("bet")),
                 tuple((" ".join(map(group_name, sight.groups)), sight.probability, *sight.evs,
                        one.bets[sight.best].name if sight.bets else "none") for sight in one.sights[:MOST_ROWS]),
                 (f"The first {MOST_ROWS:,} of {len(one.sights):,} rows; JSON has all.",)
                 if len(one.sights) > MOST_ROWS else ())


def _bet_for(one: Knowledge, group: CardSet) -> Cell:
    sight = next((sight for sight in one.sights if sight.groups == (group,)), None)
    if sight is None:
        return "n/a"
    return Phrase(f"{one.bets[sight.best].name} ", (sight.gain, "signed percent")) if sight.bets else "none"


def _knowledge_data(one: Knowledge) -> dict[str, Any]:
    return {"gain": rational(one.gain), "frequency": rational(one.frequency),
            "gain_per_bet": rational(one.gain_per_bet), "gain_forced": rational(one.gain_forced),
            "sights": [{"known": list(map(group_name, sight.groups)), "probability": rational(sight.probability),
                        "evs": {bet.name: rational(ev) for bet, ev in zip(one.bets, sight.evs, strict=True)},
                        "bet": one.bets[sight.best].name if sight.bets else None} for sight in one.sights]}
