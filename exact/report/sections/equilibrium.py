"""A game with free decisions, solved: its value, the mixtures, what differs from the tableau, what a mistake costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from exact.analysis.equilibrium.study import DecisionNode, SolvedGame
from exact.report.document import Block, Column, Paragraph, Section, Table
from exact.report.numbers import rational
from exact.report.sections.odds import OUTCOME_COLUMNS, probabilities_data

UNIQUE = {True: "It is the only one.", False: "It is not the only one: other mixtures do as well.",
          None: "Whether it is the only one is not known."}


def equilibrium_section(found: SolvedGame) -> Section:
    """The solution; nodes that the shoe never comes to are named, and have no choice."""
    return list(_blocks(found)), {
        "kind": found.kind, "value": rational(found.value), "player_ev": rational(found.player_ev),
        "banker_ev": rational(found.banker_ev), "house": rational(found.house),
        "outcomes": [{"name": name, "probability": number}
                     for name, number in probabilities_data(found.outcomes).items()],
        "player": list(map(_data, found.player)), "banker": list(map(_data, found.banker)), "unique": found.unique,
        "other_equilibria": found.others,
        "effects": [{"card": str(one.card), "present": one.present, "kept": rational(one.kept),
                     "adapted": rational(one.adapted)} for one in found.effects]}


def _data(node: DecisionNode) -> dict[str, Any]:
    return {"node": node.node, "draw": rational(node.draw), "margin": rational(node.margin),
            "tableau": rational(node.tableau)}


def _blocks(found: SolvedGame) -> Iterator[Block]:
    yield Paragraph(f"{found.kind[0].upper()}{found.kind[1:]}. {UNIQUE[found.unique]}" + (
        f" Other equilibria found: {found.others}." if found.others else ""))
    yield Table("Value at even stakes of 1, per coup",
                (Column("P(Player) - P(Banker)", "probability"), Column("Player's EV", "signed percent"),
                 Column("Banker's EV", "signed percent"), Column("house", "percent"), *OUTCOME_COLUMNS),
                ((found.value, found.player_ev, found.banker_ev, found.house, *found.outcomes),), key="value")
    columns = (Column("node"), Column("draws with", "exact"), Column("tableau", "exact"),
               Column("cost of the other choice, in 10^-7", "per 10^7", key="margin"))
    for hand, nodes in (("Player", found.player), ("Banker", found.banker)):
        shown = nodes if hand == "Player" else [node for node in nodes if node.draw not in (None, node.tableau)]
        title = "Player's nodes" if hand == "Player" else "Banker's nodes that differ from the tableau"
        if shown:
            yield Table(title, columns, tuple((node.node, node.draw, node.tableau, node.margin) for node in shown))
    level = [node.node for node in (*found.player, *found.banker) if node.margin == 0 and node.draw in (0, 1)]
    if level:
        yield Paragraph(f"Either choice does as well at {', '.join(level)}; one of them is counted here.")
    never = [node.node for node in found.banker if node.draw is None]
    if never:
        yield Paragraph(f"Never reached on this shoe: {', '.join(never)}.")
    if found.effects:
        yield Table("Value with a card less, less the value: mixtures kept, and adapted",
                    (Column("card"), Column("present", "count"), Column("kept", "per 10^7"),
                     Column("adapted", "per 10^7")),
                    tuple((str(one.card), one.present, one.kept, one.adapted) for one in found.effects), key="effects")
