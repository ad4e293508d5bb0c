"""`exact next`: what one coup tells about the next."""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from exact.analysis.odds.dealt import coup_winner, read_coup
from exact.analysis.odds.laws import Study
from exact.analysis.shoe.events import WINNER, Asked, Event, read_history
from exact.analysis.shoe.sequence import MOST_EXACT, Next, TwoCoups, after, many_coups, second_coups
from exact.commands.options import (
    Question,
    add_bets,
    add_game,
    add_output,
    add_shoe,
    answer,
    emit,
    examples,
    read_question,
    refuse_idle,
    whole_number,
)
from exact.commands.sampling import add_sampling, progress, sampled_cell, sampled_cells, sampled_columns, sampled_data
from exact.errors import UsageError, listed, nearest, quoted
from exact.game.definition import GameDefinition
from exact.game.facts import facts
from exact.report.document import Block, Column, Paragraph, Table
from exact.report.numbers import Root, fixed, rational, root, significant
from exact.report.sections.next import (
    CHANGE,
    UNIT,
    conditional_table,
    following_table,
    gain,
    joint_table,
    mean_ev,
    next_evs_table,
    next_table,
    pairs_of,
    result_name,
)


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_shoe(parser)
    add_bets(parser)
    parser.add_argument("--first", metavar="NAME", default="winner",
                        help="what is looked at in the first coup: a bet, or a fact such as winner, player.total, "
                        "both.cards, player.natural, banker.pair (default %(default)s)")
    parser.add_argument("--second", metavar="NAME", default="winner",
                        help="what is asked of the second coup, in the same words (default %(default)s)")
    parser.add_argument("--given", metavar="CONDITION",
                        help="what is known of the first coup, in the words of bet files: "
                        "'winner = \"banker\", banker.total = [8, 9]'")
    parser.add_argument("--after", metavar="HISTORY",
                        help=f"the results of the last coups, such as BBP: exact up to {MOST_EXACT}, simulated beyond")
    parser.add_argument("--after-cards", metavar="CARDS",
                        help="the cards of the last coup, in the order of dealing, such as '9 4 2 K 5 5'")
    parser.add_argument("--coups", type=_coups, default=2, metavar="N",
                        help="the joint law of 2 or 3 coups (default %(default)s)")
    add_sampling(parser, "for a history that has no exact law")
    add_output(parser)
    examples(parser, "exact next", "exact next --decks 6 --after BB",
             "exact next --first both.cards --bets banker", "exact next --given 'player.natural = true'",
             "exact next --second player-pair --format csv")


def _coups(text: str) -> int:
    return whole_number(text, 2, MOST_EXACT, "a number of coups")


def run(arguments: argparse.Namespace) -> int:
    asked = [option for option in ("given", "after", "after_cards") if getattr(arguments, option) is not None]
    if len(asked) > 1 or (asked and (arguments.first != "winner" or arguments.coups != 2)):
        given = [*asked, *["first"] * (arguments.first != "winner"), *["coups"] * (arguments.coups != 2)]
        raise UsageError(f"--{given[0].replace('_', '-')} with --{given[1].replace('_', '-')}: "
                         "ask for one history, or for the joint law of whole coups")
    if arguments.coups == 3:
        refuse_idle(arguments, "three coups are shown by their results, without the EV of a bet; leave it out",
                    "--bets", "--bet-file", "--stake")
    question = read_question(arguments)
    if not _is_simulated(arguments, question):
        refuse_idle(arguments, f"what is asked has an exact law; --after more than {MOST_EXACT} coups is simulated",
                    "--shoes", "--seed")
    second = read_asked(question.game, arguments.second, "--second")
    build = {(): _joint, ("given",): _given, ("after",): _after, ("after_cards",): _after_cards}[tuple(asked)]
    if arguments.coups == 3:
        build = _three
    blocks, data = build(arguments, question, second)
    emit(answer(arguments, question, "what the last coup says about the next", "exact-next/1", blocks, data,
                "No reshuffle between the coups."), arguments)
    return 0


def read_asked(game: GameDefinition, name: str, option: str) -> Asked:
    """Who wins, a fact, or a bet of the game; raises UsageError or BetError."""
    if name == "winner":
        return WINNER
    known = facts(game.rules.naturals)
    if name in known:
        return Asked.of_fact(game.rules, name)
    if "." in name:
        close = nearest(name, known)
        raise UsageError(f"{option} {quoted(name)}: neither a bet nor a fact; " + (
            f"did you mean {close!r}?" if close else f"facts are {listed(sorted(known))}"))
    return Asked.of_bet(game.named(name))


Built = tuple[list[Block], dict[str, Any]]


# ---------------------------------------------------------------------------------------------------------------
# two whole coups

def _joint(arguments: argparse.Namespace, question: Question, second: Asked) -> Built:
    rules, shoe = question.game.rules, question.shoe
    first = read_asked(question.game, arguments.first, "--first")
    bets = [Asked.of_bet(bet) for bet in question.bets]
    law, *staked = second_coups(rules, shoe, first, (second, *bets))
    results = [(i, j) for i, j, *_ in pairs_of(law)]
    blocks: list[Block] = [joint_table(law), conditional_table(law), following_table(staked),
                           Paragraph(_in_words(law, staked))]
    data = {"first": arguments.first, "second": arguments.second, "of": str(law.of),
            "joint": [{"first": first.names[i], "second": second.names[j], "count": str(law.counts[i][j]),
                       "of": str(law.of), "probability": rational(law.probability(i, j))} for i, j in results],
            "conditional": [{"given": first.names[i], "then": second.names[j],
                             "probability": rational(law.conditional(i, j)), "change": rational(law.change(i, j))}
                            for i, j in results],
            "correlations": [{"first": first.names[i], "second": second.names[j],
                              "correlation": _root(law.correlation(i, j))} for i, j in results],
            "bets": [{"given": first.names[i], "bet": one.second.bet.name, "ev": rational(one.ev_after(i)),
                      "change": rational(gain(one, i))} for i in range(len(first.names)) for one in staked]}
    return blocks, data


def _root(found: tuple[Fraction, bool] | None) -> dict[str, str] | None:
    return None if found is None else root(Root(*found))


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
            f" {'up' if change > 0 else 'down'} from {fixed(law.seconds[j], 6)} to"
            f" {fixed(law.seconds[j] + change, 6)}). To notice that at two standard errors one would have to watch"
            f" about {_round(_coups_to_notice(law, i, j))} pairs of coups.")
    evs = [(ev, one, i) for one in staked for i in range(len(one.firsts)) if (ev := one.ev_after(i)) is not None]
    if not evs:
        return text
    ev, best, given = max(evs, key=lambda item: item[0])
    moved = max(abs(ev - mean_ev(one)) for ev, one, _ in evs)
    name = f"{best.second.bet.title} after {result_name(best.first.names[given])}"
    text += f" The EV of a bet moves by at most {_points(moved)} % of the stake;"
    if ev <= 0:
        return f"{text} no result makes a bet worth making: the best is {name}, at {_percent(ev)} of the stake."
    text += f" the best is {name}, which wins {_percent(ev)} of the stake"
    before, one = max(((mean_ev(one), one) for one in staked), key=lambda item: item[0])
    if before > 0:
        return f"{text}; but with nothing known {one.second.bet.title} wins too, {_percent(before)} of it."
    return f"{text}, while with nothing known no bet wins."


def _points(value: Fraction) -> str:
    """A share of the whole as hundredths of it, to three figures."""
    return significant(value * 100, 3)


def _percent(value: Fraction) -> str:
    return f"{fixed(value * 100, 6, sign=True)} %"


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

def _given(arguments: argparse.Namespace, question: Question, second: Asked) -> Built:
    try:
        condition = tomllib.loads(f"when = {{ {arguments.given} }}")["when"]
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"--given {arguments.given[:60]!r}: not a condition: {error}; write FACT = VALUE, as in "
                         "winner = \"banker\", player.total = [8, 9]") from None
    asked = Asked.of_event(question.game.rules, _flat(condition), arguments.given)
    return _one_history(question, (Event(asked, frozenset({0}), arguments.given),), arguments.given, second)


def _flat(table: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """`player.total = 7` in TOML is a table in a table; in the language of bets it is one name."""
    flat: dict[str, Any] = {}
    for key, value in table.items():
        name = f"{prefix}{key}"
        if isinstance(value, dict) and name in ("player", "banker", "both", "player.first_two", "banker.first_two",
                                                "both.first_two"):
            flat |= _flat(value, f"{name}.")
        else:
            flat[name] = value
    return flat


def _is_simulated(arguments: argparse.Namespace, question: Question) -> bool:
    return (arguments.after is not None and len(read_history(arguments.after)) > MOST_EXACT
            and not question.shoe.infinite)


def _after(arguments: argparse.Namespace, question: Question, second: Asked) -> Built:
    history = read_history(arguments.after)
    if _is_simulated(arguments, question):
        return _simulated(arguments, question, history, second)
    return _one_history(question, history, _letters(history), second)


def _letters(history: Sequence[Event]) -> str:
    return "".join(event.name for event in history)


def _one_history(question: Question, history: Sequence[Event], name: str, second: Asked) -> Built:
    rules, shoe = question.game.rules, question.shoe
    law, *bets = after(rules, shoe, history, (second, *(Asked.of_bet(bet) for bet in question.bets)))
    data: dict[str, Any] = {"history": name, "history_probability": rational(law.history),
                            "joint": [], "conditional": _conditional(law, name),
                            "bets": [{"given": name, "bet": one.asked.bet.name, "ev": rational(one.ev),
                                      "change": rational(one.ev - one.ev_before if one.ev is not None else None)}
                                     for one in bets]}
    if not law.history:
        return [Paragraph(f"The history {name} is impossible in this shoe: its probability is 0, and there is no law"
                          " of the coup after it.")], data
    words = Paragraph(f"The history {name} has probability {fixed(law.history, 9)}; the order of its coups makes no"
                      " difference.")
    blocks: list[Block] = [words, next_table(law, name), next_evs_table(bets, name)]
    return blocks, data


def _conditional(law: Next, name: str) -> list[dict[str, Any]]:
    return [{"given": name, "then": result, "probability": rational(law.probability(j)),
             "change": rational(law.change(j))} for j, result in enumerate(law.asked.names)]


def _after_cards(arguments: argparse.Namespace, question: Question, second: Asked) -> Built:
    """The cards of the last coup are known: they are out of the shoe, and all else follows."""
    rules = question.game.rules
    cards = read_coup(arguments.after_cards, rules)
    left = question.shoe if question.shoe.infinite else question.shoe.remove(*cards.values())
    asked = (second, *(Asked.of_bet(bet) for bet in question.bets))
    before = after(rules, question.shoe, (), asked)
    now = after(rules, left, (), asked)
    laws = [Next(one.asked, Fraction(1), one.counts, old.before) for one, old in zip(now, before, strict=True)]
    name = f"{arguments.after_cards} ({coup_winner(cards, rules).word})"
    blocks: list[Block] = [next_table(laws[0], name), next_evs_table(laws[1:], name)]
    return blocks, {"history": name, "history_probability": None, "joint": [],
                    "conditional": _conditional(laws[0], name),
                    "bets": [{"given": name, "bet": one.asked.bet.name, "ev": rational(one.ev),
                              "change": rational(one.ev - one.ev_before if one.ev is not None else None)}
                             for one in laws[1:]]}


def _simulated(arguments: argparse.Namespace, question: Question, history: Sequence[Event], second: Asked) -> Built:
    from exact.analysis.shoe.sampled import after_by_simulation
    if second is not WINNER:
        raise UsageError(f"--after {arguments.after}: the winner of the next coup alone is simulated; leave out"
                         f" --second, or give a history of at most {MOST_EXACT}")
    refuse_idle(arguments, f"after a history of more than {MOST_EXACT} coups the winner of the next is simulated, and"
                " not what a bet is worth; leave it out", "--bets", "--bet-file", "--stake")
    name = _letters(history)
    results = [next(iter(event.results)) for event in history]
    happened, law = after_by_simulation(question.game.rules, question.shoe, results, arguments.shoes, arguments.seed,
                                        progress(arguments.shoes))
    odds = Study(question.game.rules, ()).odds(question.shoe)
    rows = tuple((result_name(result), *sampled_cells(arguments, mean, arguments.digits), p)
                 for result, mean, p in zip(WINNER.names, law, (odds.player, odds.banker, odds.tie), strict=True))
    table = Table(f"SIMULATED: the next coup after {name}, from {arguments.shoes:,} shoes of seed {arguments.seed}",
                  (Column("then"), *sampled_columns(arguments, "SIMULATED frequency"),
                   Column("exact, without knowing", "probability", "unconditional")), rows)
    words = Paragraph(f"A history of {len(history)} coups has no exact law here; the frequencies above are simulated."
                      f" The history was seen with frequency {sampled_cell(happened, 9)}. Histories of up to"
                      f" {MOST_EXACT} coups have exact laws.")
    conditional = [{"given": name, "then": result, "probability": sampled_data(mean), "change": None}
                   for result, mean in zip(WINNER.names, law, strict=True)]
    return [table, words], {"history": name, "history_probability": sampled_data(happened), "joint": [],
                            "conditional": conditional}


# ---------------------------------------------------------------------------------------------------------------
# three coups

def _three(arguments: argparse.Namespace, question: Question, second: Asked) -> Built:
    asked = read_asked(question.game, arguments.first, "--first")
    if second not in (WINNER, asked):
        raise UsageError("--coups 3 with --second: all three coups are looked at in one way; give --first alone")
    law = many_coups(question.game.rules, question.shoe, 3, asked)
    keys = sorted(law.counts)
    names = asked.names
    before = [sum(law.probability(a, b, c) for a, b, c in keys if c == j) for j in range(len(names))]
    rows = []
    for a, b, c in keys:
        then = law.given(a, b)
        rows.append((", ".join(result_name(names[i]) for i in (a, b, c)), law.probability(a, b, c),
                     then[c] if then else None, then[c] - before[c] if then else None))
    table = Table("Three successive coups: the joint law, and the third coup when the first two are known",
                  (Column("first, second, third"), Column("probability", "probability"),
                   Column("third given the others", "probability", "conditional"), CHANGE), tuple(rows), (UNIT,),
                  key="joint")
    return [table], {
        "first": arguments.first, "coups": 3,
        "joint": [{"first": names[a], "second": names[b], "third": names[c], "count": str(law.counts[a, b, c]),
                   "of": str(law.of), "probability": rational(law.probability(a, b, c))} for a, b, c in keys],
        "conditional": [{"given": [names[a], names[b]], "then": names[c],
                         "probability": rational(then[c] if then else None),
                         "change": rational(then[c] - before[c] if then else None)}
                        for a, b, c in keys for then in [law.given(a, b)]]}
