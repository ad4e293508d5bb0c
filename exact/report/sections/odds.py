"""The odds of one shoe: the outcomes, the bets with their pay lines, the tree of a coup, and a shoe as dealt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from exact.analysis.odds.dealt import SeenShoe, dealt_words
from exact.analysis.odds.laws import BetLaw, Odds
from exact.engine.coup.explain import Branch
from exact.errors import joined, plural
from exact.report.caveats import doubt_data, law_notes, marked
from exact.report.document import Block, Cell, Column, Lead, Note, Paragraph, Section, Table
from exact.report.numbers import rational, rounded
from exact.report.quantities import LAW
from exact.report.question import Question

OUTCOME_NAMES = {"player": "Player", "banker": "Banker", "tie": "Tie"}
OUTCOME_COLUMNS = tuple(Column(title, "probability") for title in OUTCOME_NAMES.values())


NAMED = 5
"""Bets that the answer in a sentence names."""


def lead(odds: Odds, closed: bool = False) -> Lead:
    """What bets return and who wins; `closed` in the middle of a coup, when no bet can be made."""
    chances = [f"{rounded(Fraction(count, odds.of) * 100, 2)} %" for _, count in odds.outcomes]
    wins = f"Player wins {chances[0]}, Banker {chances[1]}, and {chances[2]} are ties."
    best = sorted(odds.bets, key=lambda law: law.rtp, reverse=True)
    back = joined(f"{OUTCOME_NAMES.get(law.bet.name, law.bet.name)} {'returns ' * (not i)}{rounded(law.rtp * 100, 2)}"
                  for i, law in enumerate(best[:NAMED])) if best else ""
    more = f"; {plural(len(best) - NAMED, 'bet')} less" if len(best) > NAMED else ""
    returns = f"Of each 100 staked, {back} on average{more}." if best else ""
    return Lead(" ".join(filter(None, ("Bets are closed.", wins, returns) if closed else (returns, wins))))


def odds_section(odds: Odds) -> Section:
    """The outcomes and the bets of some odds, without the question that they answer."""
    return [outcome_table(odds), *[summary_table(odds.bets)] * bool(odds.bets)], {
        "outcomes": outcomes_data(odds), "bets": list(map(bet_data, odds.bets))}


def law_section(law: BetLaw) -> Section:
    """The pay lines of a bet."""
    return [line_table(law)], bet_data(law)


def tree_section(tree: Branch) -> Section:
    """The tree of a coup."""
    return [tree_table(tree)], _tree_data(tree)


def seen_section(seen: SeenShoe) -> Section:
    """A shoe as dealt."""
    return list(seen_blocks(seen)), seen_data(seen)


def odds_blocks(question: Question, odds: Odds, tree: Branch | None = None) -> Iterator[Block]:
    """The next coup, or the one in progress, with its tree if one is given."""
    yield lead(odds, closed=question.known.begun)
    if question.known.begun:
        left = ("every card to come is drawn with replacement" if question.shoe.infinite
                else f"with {plural(question.left.cards, 'card')} in the shoe whose place is unknown")
        yield Paragraph(f"On the table: {dealt_words(question.known)}; {left}.")
    yield outcome_table(odds, question.shoe.infinite)
    yield summary_table(odds.bets)
    if tree:
        yield tree_table(tree)


def odds_data(question: Question, odds: Odds, tree: Branch | None = None) -> dict[str, Any]:
    return {**({"dealt": dealt_words(question.known)} if question.known.begun else {}),
            "outcomes": outcomes_data(odds), "bets": [bet_data(law) for law in odds.bets],
            **({"tree": _tree_data(tree)} if tree else {})}


def outcome_table(odds: Odds, infinite: bool | None = None) -> Table:
    """The three outcomes; `infinite` where it is known how the cards are drawn."""
    drawn = {None: "", True: "with replacement", False: "without replacement"}[infinite]
    return Table(f"Outcomes: {_sequences(odds.length, drawn)} out of {odds.of:,}{_times(odds.scale)}",
                 (Column("outcome"), Column("sequences", "count"), Column("probability", "probability"),
                  Column("1 in", "one in")),
                 tuple((OUTCOME_NAMES[name], count, Fraction(count, odds.of), Fraction(count, odds.of))
                       for name, count in odds.outcomes), key="outcomes", of=odds.of)


def outcomes_data(odds: Odds) -> list[dict[str, Any]]:
    return [{"name": name, "count": str(count), "of": str(odds.of), "probability": rational(Fraction(count, odds.of))}
            for name, count in odds.outcomes]


def probabilities_data(probabilities: Sequence[Fraction | None]) -> dict[str, Any]:
    """The three outcomes by name, where there is no count of each."""
    return dict(zip(OUTCOME_NAMES, map(rational, probabilities), strict=True))


def _sequences(length: int, drawn: str = "") -> str:
    cards = f"ordered sequences of {plural(length, 'card')}"
    return f"{cards} {drawn}," if drawn else cards


def _times(scale: int) -> str:
    """What counts of a game with chance moves are multiplied by."""
    return f" (all counts times {scale}, the common denominator of the draw probabilities)" if scale > 1 else ""


def line_table(law: BetLaw) -> Table:
    """The pay lines of a bet."""
    rows = tuple((line.event, line.pays, law.counts[i], law.probability(i), law.probability(i), law.contribution(i))
                 for i, line in enumerate(law.bet.lines))
    return Table(f"{law.bet.title}: pay lines, per unit staked, {_sequences(law.length)} out of {law.of:,}"
                 f"{_times(law.scale)}",
                 (Column("event"), Column("pays", "number"), Column("sequences", "count"),
                  Column("probability", "probability"), Column("1 in", "one in"),
                  Column("contribution", "probability")),
                 (*rows, ("all", "", sum(law.counts), Fraction(sum(law.counts), law.of), "", law.ev)),
                 (*law.bet.notes, *([law.bet.doubt.why] if law.bet.doubt else [])), key=f"lines of {law.bet.name}",
                 of=law.of)


def summary_table(laws: Sequence[BetLaw]) -> Table:
    """What each bet returns."""
    keys = ("rtp", "house_edge", "edge_resolved", "hit_frequency", "std_dev", "variance")
    notes = ["House edge is the loss per unit of every bet made, pushes counted; the resolved edge leaves pushes out."]
    notes += law_notes(laws)
    notes += [f"{law.bet.name}: no resolved edge, since every coup pushes." for law in laws
              if law.edge_resolved is None]
    table = Table("Bets: return and edge per unit staked", (Column("bet"), *LAW.columns(*keys)),
                  tuple((law.bet.name, *LAW.row(law, *keys)) for law in laws), tuple(notes), key="bets")
    return marked(table, [law.bet for law in laws])


def bet_data(law: BetLaw) -> dict[str, Any]:
    return {"name": law.bet.name, "title": law.bet.title, "of": str(law.of), **LAW.data(law),
            "doubt": doubt_data(law.bet.doubt),
            "lines": [{"event": line.event, "pays": rational(line.pays), "count": str(law.counts[i]),
                       "probability": rational(law.probability(i)), "contribution": rational(law.contribution(i))}
                      for i, line in enumerate(law.bet.lines)]}


def tree_table(tree: Branch) -> Table:
    return Table("Branches: the probability of each step given the one above it, and the outcomes behind it",
                 (Column("step"), Column("probability", "probability"), *OUTCOME_COLUMNS), tuple(_steps(tree)))


def _steps(branch: Branch, depth: int = 0) -> Iterator[tuple[Cell, ...]]:
    yield "\u00b7 " * depth + branch.text, branch.probability, *branch.outcomes
    for inner in branch.branches:
        yield from _steps(inner, depth + 1)


def _tree_data(branch: Branch) -> dict[str, Any]:
    return {"step": branch.text, "probability": rational(branch.probability),
            "outcomes": probabilities_data(branch.outcomes), "branches": list(map(_tree_data, branch.branches))}


# ---------------------------------------------------------------------------------------------------------------
# a shoe as dealt

def seen_blocks(seen: SeenShoe) -> Iterator[Block]:
    """The odds before each coup of a shoe as dealt, and before the next one if the shoe still holds one."""
    for _, fault in seen.passed:
        yield Note(f"passed over: {fault}")
    if seen.known.begun:
        yield Paragraph(f"The last coup is in progress: {dealt_words(seen.known)}. Its odds now are the last row.")
    yield Table("Odds before each coup, and the EV of each bet per unit staked",
                (Column("coup"), Column("cards left", "count"), *OUTCOME_COLUMNS,
                 *(Column(f"EV {bet.name}", "signed percent") for bet in seen.bets), Column("winner")),
                tuple((str(number) if coup.winner else "now" if seen.known.begun else "next", coup.cards_left,
                       *coup.odds.probabilities, *(law.ev for law in coup.odds.bets), coup.winner or "")
                      for number, coup in enumerate([*seen.coups, *seen.next], 1)))
    yield Paragraph(f"Left after {plural(len(seen.coups), 'coup')}: {plural(seen.left.cards, 'card')}.")


def seen_data(seen: SeenShoe) -> dict[str, Any]:
    coups = [{"coup": number, "cards_left": coup.cards_left, "outcomes": outcomes_data(coup.odds),
              "bets": [{"name": law.bet.name, "rtp": rational(law.rtp)} for law in coup.odds.bets],
              "winner": coup.winner} for number, coup in enumerate([*seen.coups, *seen.next], 1)]
    dealt = len(seen.coups)
    return {"coups": coups[:dealt], "next": coups[dealt] if seen.next else None,
            "in_progress": dealt_words(seen.known) if seen.known.begun else None,
            "passed_over": [fault for _, fault in seen.passed]}


def now_words(seen: SeenShoe, digits: int) -> str:
    """How a shoe stands, in a line: the odds of the coup in progress, or of the next."""
    if not seen.next:
        return f"Coup {len(seen.coups)}: {plural(seen.left.cards, 'card')} left, which may run out during another coup."
    (coup,) = seen.next
    percent = max(digits - 2, 0)
    told = (f"Coup {len(seen.coups) + 1}, {dealt_words(seen.known)}" if seen.known.begun
            else f"Coup {len(seen.coups)}: {seen.coups[-1].winner}; next" if seen.coups else "Next")
    return f"{told}: " + ", ".join([*(f"{name} {rounded(100 * chance, percent)} %" for name, chance in
                                      zip(OUTCOME_NAMES.values(), coup.odds.probabilities, strict=True)),
                                    *(f"EV {law.bet.name} {rounded(100 * law.ev, percent, sign=True)} %"
                                      for law in coup.odds.bets)])
