"""The rules of a game in words, written from the rules themselves, and Banker's table as a chart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from exact.game.cards import card_name
from exact.game.rules import STOOD, Position, Rules
from exact.report.model import Column, Table

PLACES = {Position.P1: "Player's first card", Position.B1: "Banker's first card", Position.P2: "Player's second card",
          Position.B2: "Banker's second card", Position.P3: "Player's third card", Position.B3: "Banker's third card"}


def rules_in_words(rules: Rules) -> tuple[str, ...]:
    """What happens in a coup, a sentence for each step."""
    return tuple(_sentences(rules))


def _sentences(rules: Rules) -> Iterator[str]:
    yield ("An ace counts 1, the cards 2 to 9 their number, tens and court cards 0; a hand is worth the last digit of"
           " its sum. Player, Banker, Player and Banker are dealt a card in turn.")
    for position, cards in rules.printed:
        yield f"{PLACES[position]} is a {card_name(cards)} printed on the layout; it does not come from the shoe."
    if rules.naturals:
        yield f"If either hand of two cards is worth {_either(sorted(rules.naturals))}, a natural, the coup ends."
    open_totals = [total for total in range(10) if not rules.is_natural(total)]
    yield "Player" + _clauses([(total, rules.player_draws[total]) for total in open_totals], "on") + "."
    yield ("Where Player stood, Banker"
           + _clauses([(total, rules.banker_draws[total][STOOD]) for total in open_totals], "on") + ".")
    against = "a third card" if rules.banker_reads == "third card" else "a Player's final total"
    rows: dict[tuple[Fraction, ...], list[int]] = {}
    for total in open_totals:
        rows.setdefault(rules.banker_draws[total][:STOOD], []).append(total)
    for row, totals in rows.items():
        yield f"Where Player drew, Banker on {_listed(totals)}{_against(list(enumerate(row)), against)}."
    yield "The hand worth more wins; equal hands tie."


def _clauses(draws: Sequence[tuple[int, Fraction]], word: str) -> str:
    """` draws on 0 to 5 and stands on 6 and 7`, with a clause for each probability between."""
    parts = []
    for probability in sorted({p for _, p in draws}, reverse=True):
        among = [total for total, p in draws if p == probability]
        parts.append(f"{_verb(probability)} {word} {_listed(among)}")
    return " " + _joined(parts)


def _against(row: Sequence[tuple[int, Fraction]], what: str) -> str:
    """` draws against a third card 2 to 7 and stands against the others`."""
    kinds = sorted({p for _, p in row}, reverse=True)
    if len(kinds) == 1:
        return f" {_verb(kinds[0])} whatever {'the third card' if what == 'a third card' else 'Player has'}"
    rest = max(kinds, key=lambda p: sum(1 for _, q in row if q == p) if p in (0, 1) else -1)
    parts = [f"{_verb(p)} against {what} of {_listed([x for x, q in row if q == p])}" for p in kinds if p != rest]
    return " " + _joined([*parts, f"otherwise {_verb(rest)}"])


def _verb(probability: Fraction) -> str:
    return {Fraction(0): "stands", Fraction(1): "draws"}.get(probability, f"draws with probability {probability}")


def _listed(numbers: Sequence[int]) -> str:
    """`0 to 5`, `6 and 7`, `0 to 7 and 9`: runs of three and more in short."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [part for run in runs for part in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run))]
    return _joined(parts)


def _joined(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _either(numbers: Sequence[int]) -> str:
    texts = list(map(str, numbers))
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"


def chart(rules: Rules) -> Table:
    """Banker's table: D draws, S stands, a fraction is the probability of drawing."""
    def square(probability: Fraction) -> str:
        return {Fraction(0): "S", Fraction(1): "D"}.get(probability, str(probability))

    reads = "Player's third card" if rules.banker_reads == "third card" else "Player's final total"
    rows = tuple((str(total), *(square(rules.banker_draws[total][x]) for x in [*range(10), STOOD]))
                 for total in range(10) if not rules.is_natural(total))
    return Table(f"Banker's table, by Banker's two-card total and {reads}",
                 (Column("Banker has", key="banker"), *(Column(str(x), key=f"third_{x}") for x in range(10)),
                  Column("Player stood", key="stood")), rows,
                 ("D draws, S stands; a fraction is the probability of drawing.",), key="chart")
