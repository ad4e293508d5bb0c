"""What one coup says of the next: two or three whole coups, or the next one after a history."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from exact.analysis.odds.laws import Odds
from exact.analysis.shoe.events import WINNER
from exact.analysis.shoe.sequence import MOST_EXACT, ManyCoups, Next, TwoCoups
from exact.analysis.shoe.successive import AfterHistory, SimulatedNext, SuccessiveCoups
from exact.report.document import Block, Column, Paragraph, Section, Table
from exact.report.numbers import Root, fixed, rational, root, significant
from exact.report.numbers import rounded as decimal
from exact.report.phrases import Phrase
from exact.report.sections.odds import OUTCOME_NAMES
from exact.report.uncertain import estimate_data
from exact.values import Estimate

CHANGE = Column("change", "per 10^7")
UNIT = "Changes are in units of 10^-7 (one in ten million); CSV and JSON give them as they are."
UNITS = UNIT.replace("Changes", "Changes and correlations")


def result_name(name: str) -> str:
    """A result for people."""
    return OUTCOME_NAMES.get(name, name)


# ---------------------------------------------------------------------------------------------------------------
# two whole coups

def next_section(found: SuccessiveCoups | ManyCoups | AfterHistory | SimulatedNext) -> Section:
    """Two or three whole coups, or the next one after a history."""
    match found:
        case SuccessiveCoups():
            return _joint(found.law, found.bets)
        case ManyCoups():
            return _three(found)
        case AfterHistory():
            return _history(found.history, found.law, found.bets, found.of_cards)
        case SimulatedNext():
            return _simulated(found.history, found.happened, found.law, found.odds)


def _joint(law: TwoCoups, staked: Sequence[TwoCoups]) -> Section:
    """The joint law of two coups, and what bets on the second are worth after each result of the first."""
    first, second = law.first.names, law.second.names
    results = [(i, j) for i, j, *_ in _pairs(law)]
    blocks: list[Block] = [_joint_table(law), conditional_table(law), _following_table(staked),
                           Paragraph(_in_words(law, staked))]
    return blocks, {
        "first": law.first.name, "second": law.second.name, "of": str(law.of),
        "joint": [{"first": first[i], "second": second[j], "count": str(law.counts[i][j]), "of": str(law.of),
                   "probability": rational(law.probability(i, j))} for i, j in results],
        "conditional": [{"given": first[i], "then": second[j], "probability": rational(law.conditional(i, j)),
                         "change": rational(law.change(i, j))} for i, j in results],
        "correlations": [{"first": first[i], "second": second[j],
                          "correlation": None if (found := _correlation(law, i, j)) is None else root(found)}
                         for i, j in results],
        "bets": [{"given": name, "bet": one.second.bet.name, "ev": rational(one.ev_after(i)),
                  "change": rational(one.gain_after(i))} for i, name in enumerate(first) for one in staked]}


def _pairs(law: TwoCoups) -> Iterator[tuple[int, int, str, str]]:
    """Each pair of results of two coups, by its numbers and its names."""
    for i, first in enumerate(law.first.names):
        for j, second in enumerate(law.second.names):
            yield i, j, result_name(first), result_name(second)


def _joint_table(law: TwoCoups) -> Table:
    return Table("Two successive coups: the probability of each pair of results",
                 (Column("first, then second"), Column("sequences", "count"), Column("probability", "probability")),
                 tuple((f"{first}, then {second}", law.counts[i][j], law.probability(i, j))
                       for i, j, first, second in _pairs(law)),
                 (f"Sequences of the cards of both coups, out of {law.of:,}.",), key="joint", of=law.of)


def conditional_table(law: TwoCoups) -> Table:
    return Table("The second coup, when the result of the first is known",
                 (Column("result"), Column("probability", "probability"),
                  Column("without knowing", "probability", "unconditional"), CHANGE,
                  Column("correlation", "per 10^7", "correlation")),
                 tuple((f"{second} after {first}", law.conditional(i, j), law.seconds[j], law.change(i, j),
                        _correlation(law, i, j)) for i, j, first, second in _pairs(law)),
                 (UNITS,), key="conditional")


def _correlation(law: TwoCoups, i: int, j: int) -> Root | None:
    found = law.correlation(i, j)
    return None if found is None else Root(*found)


def _following_table(staked: Sequence[TwoCoups]) -> Table:
    """The EV of bets on the second coup after each result of the first."""
    return Table("The EV of each bet on the second coup, per unit staked",
                 (Column("bet"), Column("EV", "signed percent", "ev"),
                  Column("without knowing", "signed percent", "ev_unconditional"), CHANGE),
                 tuple((f"{one.second.bet.title}, after {result_name(name)}", one.ev_after(i), one.ev,
                        one.gain_after(i)) for i, name in enumerate(staked[0].first.names if staked else ())
                       for one in staked), (UNIT,), key="bets")


def _in_words(law: TwoCoups, staked: Sequence[TwoCoups]) -> str:
    """How much, or how little, the first coup says."""
    changes = [(abs(change), i, j) for i in range(len(law.firsts)) for j in range(len(law.seconds))
               if (change := law.change(i, j)) is not None]
    if not changes or not max(changes)[0]:
        return "In words: the first coup says nothing about the second."
    most, i, j = max(changes, key=lambda item: item[0])
    change = law.change(i, j)
    assert change is not None
    text = (f"In words: no result of the first coup moves a probability of the second by more than {_points(most)}"
            f" percentage points ({result_name(law.second.names[j])} after {result_name(law.first.names[i])}:"
            f" {'up' if change > 0 else 'down'} from {decimal(law.seconds[j], 6)} to"
            f" {decimal(law.seconds[j] + change, 6)}). To notice that at two standard errors one would have to watch"
            f" about {_round(_coups_to_notice(law, i, j))} pairs of coups.")
    evs = [(ev, one, i) for one in staked for i in range(len(one.firsts)) if (ev := one.ev_after(i)) is not None]
    if not evs:
        return text
    ev, best, given = max(evs, key=lambda item: item[0])
    moved = max(abs(ev - one.ev) for ev, one, _ in evs)
    name = f"{best.second.bet.title} after {result_name(best.first.names[given])}"
    text += f" The EV of a bet moves by at most {_points(moved)} % of the stake;"
    if ev <= 0:
        return f"{text} no result makes a bet worth making: the best is {name}, at {_percent(ev)} of the stake."
    text += f" the best is {name}, which wins {_percent(ev)} of the stake"
    always = max(staked, key=lambda one: one.ev)
    if always.ev > 0:
        return f"{text}; but with nothing known {always.second.bet.title} wins too, {_percent(always.ev)} of it."
    return f"{text}, while with nothing known no bet wins."


def _points(value: Fraction) -> str:
    """A share of the whole as hundredths of it, to three figures."""
    return significant(value * 100, 3)


def _percent(value: Fraction) -> str:
    return f"{decimal(value * 100, 6, sign=True)} %"


def _round(value: Fraction | int) -> str:
    """A large number to three figures, in words where that is shorter."""
    number = round(value)
    digits = len(str(number))
    rounded = round(number, 3 - digits) if digits > 3 else number
    for size, word in ((10**15, "quadrillion"), (10**12, "trillion"), (10**9, "billion"), (10**6, "million")):
        if rounded >= size:
            return f"{fixed(Fraction(rounded, size), 2).rstrip('0').rstrip('.')} {word}"
    return f"{rounded:,}"


def _coups_to_notice(law: TwoCoups, i: int, j: int) -> Fraction:
    """Pairs of coups after which the change is twice the standard error of the frequency of j after i."""
    change, p = law.change(i, j) or Fraction(1), law.seconds[j]
    return 4 * p * (1 - p) / change**2 / law.firsts[i]


# ---------------------------------------------------------------------------------------------------------------
# one history

def _history(name: str, law: Next, bets: Sequence[Next], cards_known: bool) -> Section:
    """The next coup after a history, and what bets on it are worth; `cards_known`: it is the cards of one coup."""
    data = {"history": name, "history_probability": None if cards_known else rational(law.history), "joint": [],
            "conditional": [{"given": name, "then": result, "probability": rational(law.probability(j)),
                             "change": rational(law.change(j))} for j, result in enumerate(law.query.names)],
            "bets": [{"given": name, "bet": one.query.bet.name, "ev": rational(one.ev), "change": rational(one.gain)}
                     for one in bets]}
    if not law.history:
        return [Paragraph(f"The history {name} is impossible in this shoe: its probability is 0, and there is no law"
                          " of the coup after it.")], data
    words = Paragraph(Phrase(f"The history {name} has probability ", (law.history, "probability"), "; the order of its"
                             " coups makes no difference."))
    return [*[words] * (not cards_known), next_table(law, name), _next_evs_table(bets, name)], data


def next_table(law: Next, history: str) -> Table:
    return Table(f"The next coup after {history}",
                 (Column("then"), Column("probability", "probability"),
                  Column("without knowing", "probability", "unconditional"), CHANGE),
                 tuple((result_name(result), law.probability(j), law.before[j], law.change(j))
                       for j, result in enumerate(law.query.names)), (UNIT,))


def _next_evs_table(bets: Sequence[Next], history: str) -> Table:
    return Table(f"The EV of each bet after {history}, per unit staked",
                 (Column("bet"), Column("EV", "signed percent", "ev"),
                  Column("without knowing", "signed percent", "ev_unconditional"), CHANGE),
                 tuple((one.query.bet.title, one.ev, one.ev_before, one.gain) for one in bets), (UNIT,))


def _simulated(history: str, happened: Estimate, law: Sequence[Estimate], odds: Odds) -> Section:
    """How often each outcome followed a history in dealt shoes."""
    rows = tuple((result_name(result), mean, p)
                 for result, mean, p in zip(WINNER.names, law, odds.probabilities, strict=True))
    table = Table(f"SIMULATED: the next coup after {history}, from {happened.n:,} shoes of seed {happened.seed}",
                  (Column("then"), Column("SIMULATED frequency", "probability"),
                   Column("exact, without knowing", "probability", "unconditional")), rows)
    words = Paragraph(Phrase(f"A history of {len(history)} coups has no exact law here; the frequencies above are"
                             " simulated, mean ± standard error. The history was seen with frequency ",
                             (happened, "probability"), f". Histories of up to {MOST_EXACT} coups have exact laws."))
    return [table, words], {"history": history, "history_probability": estimate_data(happened), "joint": [],
                            "conditional": [{"given": history, "then": result, "probability": estimate_data(mean),
                                             "change": None} for result, mean in zip(WINNER.names, law, strict=True)]}


# ---------------------------------------------------------------------------------------------------------------
# three coups

def _three(law: ManyCoups) -> Section:
    """The joint law of three coups, and the third when the first two are known."""
    names, rows = law.query.names, []
    joint: list[dict[str, Any]] = []
    conditional: list[dict[str, Any]] = []
    for a, b, c in sorted(law.counts):
        then = law.given(a, b)
        probability, change = (then[c], then[c] - law.before[c]) if then else (None, None)
        rows.append((", ".join(result_name(names[i]) for i in (a, b, c)), law.probability(a, b, c), probability,
                     change))
        joint.append({"first": names[a], "second": names[b], "third": names[c], "count": str(law.counts[a, b, c]),
                      "of": str(law.of), "probability": rational(law.probability(a, b, c))})
        conditional.append({"given": [names[a], names[b]], "then": names[c], "probability": rational(probability),
                            "change": rational(change)})
    table = Table("Three successive coups: the joint law, and the third coup when the first two are known",
                  (Column("first, second, third"), Column("probability", "probability"),
                   Column("third given the others", "probability", "conditional"), CHANGE), tuple(rows), (UNIT,),
                  key="joint")
    return [table], {"first": law.query.name, "coups": 3, "joint": joint, "conditional": conditional}
