"""The rules of a game: in words, written from the rules themselves, as a chart, and by what differs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain

from exact.errors import joined
from exact.game.cards import card_in_words
from exact.game.coup import FIRST_FOUR, PLAYER
from exact.game.definition import GameDefinition
from exact.game.rules import STOOD, Rules, verb
from exact.report.document import Block, Bullets, Column, Heading, Note, Paragraph, Table
from exact.values import gathered, runs


def rules_in_words(rules: Rules) -> tuple[str, ...]:
    """What happens in a coup, a sentence for each step."""
    return tuple(_sentences(rules))


def _sentences(rules: Rules) -> Iterator[str]:
    yield ("An ace counts 1, the cards 2 to 9 their number, tens and court cards 0; a hand is worth the last digit of"
           " its sum.")
    for position, cards in rules.printed:
        yield (f"{position.words} is {card_in_words(cards)} printed on the layout, which counts in every coup and does"
               " not come from the shoe.")
    yield _dealt(rules)
    if rules.naturals:
        yield f"If either hand of two cards is worth {joined(sorted(rules.naturals), 'or')}, a natural, the coup ends."
    else:
        yield "No hand of two cards ends the coup: there are no naturals."
    yield f"Player {_on([(square.total, square.draw) for square in rules.squares if square.hand == 'Player'])}."
    if rules.reaches(STOOD):
        stood = [(total, row[STOOD]) for total, row in _banker_rows(rules).items()]
        yield f"{'Where Player stood, ' if rules.reaches(0) else ''}Banker {_on(stood)}."
    if rules.reaches(0):
        yield from _against_third_cards(rules)
    yield from (f"But {override}." for override in rules.overrides)
    yield "The hand worth more wins; equal hands tie."


def _banker_rows(rules: Rules) -> dict[int, tuple[Fraction, ...]]:
    """Banker's table by the totals on which play goes on."""
    return {total: tuple(square.draw for square in rules.squares if square.hand == "Banker" and square.total == total)
            for total in rules.open_totals}


def _dealt(rules: Rules) -> str:
    """The order of the first cards from the shoe."""
    taken = {position for position, _ in rules.printed}
    hands = ["Player" if position in PLAYER else "Banker" for position in FIRST_FOUR if position not in taken]
    if not hands:
        return "No first card comes from the shoe."
    return f"{joined(hands)} {'is' if len(hands) == 1 else 'are'} dealt a card from the shoe" + (
        " in turn." if len(hands) > 1 else ".")


def _against_third_cards(rules: Rules) -> Iterator[str]:
    """Banker's rows for a Player who drew, those that are alike in one sentence."""
    third = rules.banker_reads == "third card"
    rows = gathered((squares[:STOOD], total) for total, squares in _banker_rows(rules).items())
    for row, totals in rows.items():
        on = "" if len(rows) == 1 else f" on {_listed(totals)}"
        whatever = "whatever the third card" if third else "whatever Player's total"
        where = "Where Player drew, " if rules.reaches(STOOD) else ""
        yield (f"{where}Banker{on}"
               f"{_against(list(enumerate(row)), 'a third card' if third else 'a Player total', whatever)}.")


def _on(draws: Sequence[tuple[int, Fraction]]) -> str:
    """`draws on 0 to 5 and stands on 6 and 7`, with a clause for each probability between; `always draws`."""
    kinds = sorted({p for _, p in draws}, reverse=True)
    if len(kinds) == 1:
        return {Fraction(0): "never draws", Fraction(1): "always draws"}.get(kinds[0], f"{verb(kinds[0])} on any total")
    return joined([f"{verb(kind)} on {_listed([total for total, p in draws if p == kind])}" for kind in kinds])


def _against(row: Sequence[tuple[int, Fraction]], what: str, whatever: str) -> str:
    """` draws against a third card of 2 to 7 and stands against the others`."""
    kinds = sorted({p for _, p in row}, reverse=True)
    if len(kinds) == 1:
        return f" {verb(kinds[0])} {whatever}"
    rest = max(kinds, key=lambda p: sum(1 for _, q in row if q == p) if p in (0, 1) else -1)
    parts = [f"{verb(p)} against {what} of {_listed([x for x, q in row if q == p], 'or')}" for p in kinds if p != rest]
    return " " + joined([*parts, f"otherwise {verb(rest)}"])


def _listed(numbers: Sequence[int], word: str = "and") -> str:
    """`0 to 5`, `6 and 7`, `0 to 7 and 9`: runs of three and more in short."""
    parts = [[f"{first} to {last}"] if last - first > 1 else map(str, range(first, last + 1))
             for first, last in runs(numbers)]
    return joined(chain.from_iterable(parts), word)


def chart_or_why(rules: Rules) -> Table | Paragraph:
    """Banker's table, or a line that says why there is none to show."""
    squares = {draw for row in _banker_rows(rules).values() for column, draw in enumerate(row) if rules.reaches(column)}
    if len(squares) == 1:
        return Paragraph("Banker's table is not shown: every square of it that play comes to says the same, that"
                         f" Banker {verb(squares.pop())}.")
    return chart(rules)


def chart(rules: Rules) -> Table:
    """Banker's table: D draws, S stands, a fraction is the probability of drawing."""
    def square(probability: Fraction) -> str:
        return {Fraction(0): "S", Fraction(1): "D"}.get(probability, str(probability))

    reads = "Player's third card" if rules.banker_reads == "third card" else "Player's final total"
    rows = tuple((str(total), *map(square, row)) for total, row in _banker_rows(rules).items())
    return Table(f"Banker's table, by Banker's two-card total and {reads}",
                 (Column("Banker has", key="banker"), *(Column(str(x), key=f"third_{x}") for x in range(10)),
                  Column("Player stood", key="stood")), rows,
                 ("D draws, S stands; a fraction is the probability of drawing.",
                  *(note for column, note in _NEVER.items() if not rules.reaches(column))), key="chart")


_NEVER = {STOOD: "Player never stands: the last column is never used.",
          0: "Player never draws: the columns of third cards are never used."}


# ---------------------------------------------------------------------------------------------------------------
# in a report

def rules_blocks(game: GameDefinition) -> Iterator[Block]:
    """The rules of a game in short: what differs, and what a bettor must know."""
    yield Heading("Rules")
    yield from _differences(game.rules, "Third cards: the standard tableau.")
    yield from exclusive_blocks(game)
    if game.notes:
        yield Bullets(game.notes)
    yield from _unsaid(game)


def rules_section(game: GameDefinition) -> Iterator[Block]:
    """The rules in words and as a chart, every deviation from the standard, and what each assumption rests on."""
    yield Heading("Rules")
    yield Bullets(rules_in_words(game.rules))
    yield chart_or_why(game.rules)
    yield from _differences(game.rules, "This is the standard tableau; nothing differs from it.")
    if game.notes:
        yield Bullets(game.notes)
    if game.unsaid:
        yield Note("The page that these rules come from leaves something unsaid. Each figure below rests on what is"
                   " assumed here.")
    yield from _unsaid(game)
    if game.source:
        yield Paragraph(f"Source of the rules: {game.source}.")
    yield Paragraph(f"Rules hash (SHA-256 over the whole table): {game.rules.hash}.")


def exclusive_blocks(game: GameDefinition) -> Iterator[Block]:
    if game.exclusive:
        pairs = "; ".join(" and ".join(sorted(pair)) for pair in game.exclusive)
        yield Paragraph(f"Not to be bet together: {pairs}.")


def _differences(rules: Rules, none: str) -> Iterator[Block]:
    differences = rules.differences()
    yield Paragraph("What differs from the standard tableau:" if differences else none)
    if differences:
        yield Bullets(tuple(differences))


def _unsaid(game: GameDefinition) -> Iterator[Block]:
    if game.unsaid:
        yield Table("What the page leaves unsaid, and what is assumed here", (Column("unsaid"), Column("assumed")),
                    tuple((item.what, item.assumed) for item in game.unsaid), key="unsaid")


def unsaid_data(game: GameDefinition) -> list[dict[str, str]]:
    return [{"what": item.what, "assumed": item.assumed} for item in game.unsaid]
