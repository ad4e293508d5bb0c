"""The catalogue of bets with what each pays and its house edge, and one bet in full."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from exact.analysis.odds.laws import BetLaw, partition_of
from exact.analysis.odds.pay_lines import Examination, Overlap
from exact.game.bets import Bet
from exact.game.definition import GameDefinition
from exact.report.caveats import doubt_data, law_notes, marked
from exact.report.cells import short_number
from exact.report.document import Block, Bullets, Column, Paragraph, Table
from exact.report.numbers import rational
from exact.report.quantities import LAW
from exact.report.question import decks_words
from exact.report.sections.odds import bet_data, line_table, summary_table

MOST_CLASSES_NAMED = 20
COLUMNS = (Column("name"), Column("title"), Column("pays to 1"), Column("house edge", "percent"))


def pays_words(bet: Bet) -> str:
    """What each line of a bet pays: `Banker wins: 0.95; ...`."""
    return "; ".join(f"{line.event}: {short_number(line.pays)}" for line in bet.lines)


def pays_table(bet: Bet) -> Table:
    """What a bet pays, without a shoe."""
    return Table(f"{bet.title}: what it pays, net to 1", (Column("event"), Column("pays", "number")),
                 tuple((line.event, line.pays) for line in bet.lines), tuple(bet.notes), key=f"pays of {bet.name}")


def bets_table(game: GameDefinition, laws: Sequence[BetLaw], decks: int | None, hints: Iterable[str] = ()) -> Table:
    """The bets of a game and of the catalogue; `hints` say where more is to be read."""
    where = decks_words(decks)
    notes = (f"{game.bare_title}: the edge is the loss per unit of every bet made, with {where}.", *hints,
             *law_notes(laws))
    rows = tuple((*_row(law), str(len(game.variants(law.bet.name)) or "")) for law in laws)
    table = Table(f"Bets, house edge with {where}", (*COLUMNS, Column("variants")), rows, notes, key="bets")
    return marked(table, [law.bet for law in laws])


def bets_data(game: GameDefinition, laws: Sequence[BetLaw]) -> list[dict[str, Any]]:
    return [{"name": law.bet.name, "title": law.bet.title, "aliases": list(law.bet.aliases),
             "variants": list(game.variants(law.bet.name)), "pays": [rational(line.pays) for line in law.bet.lines],
             **LAW.data(law, "house_edge", "rtp"), "doubt": doubt_data(law.bet.doubt)} for law in laws]


def _row(law: BetLaw) -> tuple[str, str, str, Any]:
    """With what it pays to 1, each winning net result once: `40`, `1, 0.5`."""
    pays = dict.fromkeys(line.pays for line in law.bet.lines if line.pays > 0)
    return law.bet.name, law.bet.title, ", ".join(map(short_number, pays)), law.house_edge


# ---------------------------------------------------------------------------------------------------------------
# one bet

def bet_blocks(game: GameDefinition, name: str, decks: int | None, laws: Mapping[Bet, BetLaw], examined: Examination
               ) -> Iterator[Block]:
    """A bet, by the name that it was asked for with, and its variants; `laws` has theirs."""
    bet = examined.law.bet
    law, others = laws[bet], [laws[game.named(other)] for other in game.variants(name)]
    facts = [f"Named {game.canonical(name)}" + (f", also {', '.join(bet.aliases)}." if bet.aliases else "."),
             f"{game.bare_title}; all figures with {decks_words(decks)}.", _looks_at(law)]
    if bet.offered is not None:
        facts.append("Offered in some coups only; its figures are those of the coups in which it is.")
    facts += [f"Warning: {warning}." for warning in examined.warnings()]
    yield Paragraph(bet.title)
    yield Bullets(tuple(facts))
    yield line_table(law)
    yield summary_table((law,))
    if examined.overlaps is None:
        yield Paragraph("Which coups two lines describe is not shown: the lines together distinguish too many classes"
                        " of card.")
    elif examined.overlaps:
        yield _overlap_table(bet, examined.overlaps)
    if others:
        yield marked(Table("Variants", COLUMNS, tuple(map(_row, others)), law_notes(others)),
                     [law.bet for law in others])


def one_bet_data(game: GameDefinition, name: str, laws: Mapping[Bet, BetLaw], examined: Examination
                 ) -> dict[str, Any]:
    bet = examined.law.bet
    others = [laws[game.named(other)] for other in game.variants(name)]
    return {**bet_data(laws[bet]), "aliases": list(bet.aliases), "notes": list(bet.notes),
            "variants": [{"name": law.bet.name, **LAW.data(law, "house_edge"), "doubt": doubt_data(law.bet.doubt)}
                         for law in others],
            "classes": list(partition_of(bet).names), "never": [i + 1 for i in examined.never],
            "overlaps": None if examined.overlaps is None else
            [{"lines": [o.first + 1, o.second + 1], "probability": rational(o.probability)}
             for o in examined.overlaps]}


def _looks_at(law: BetLaw) -> str:
    names = partition_of(law.bet).names
    shown = ", ".join(names) if len(names) <= MOST_CLASSES_NAMED else f"{', '.join(names[:6])}, ..."
    return f"Looks at up to {law.length} cards, and distinguishes {len(names)} classes of them: {shown}."


def _overlap_table(bet: Bet, overlaps: Iterable[Overlap]) -> Table:
    def event(i: int) -> str:
        return f"{i + 1} {bet.lines[i].event}"

    return Table("Coups that two lines describe: the earlier line takes them",
                 (Column("line"), Column("also met by line"), Column("probability, 8 decks", "probability")),
                 tuple((event(o.first), event(o.second), o.probability) for o in overlaps), key="overlaps")
