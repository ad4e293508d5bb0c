"""`exact formula`: odds, RTP and edge as one formula in the number of decks, and what pay or commission is fair."""

from __future__ import annotations

import argparse
from fractions import Fraction
from itertools import combinations
from typing import Any

from exact.commands.options import (
    BetNames,
    add_bets,
    add_game,
    add_output,
    answer,
    choose_bets,
    deck_number,
    emit,
    examples,
    read_game,
    whole_number,
)
from exact.errors import UsageError, listed
from exact.game.bets import Bet
from exact.game.definition import GameDefinition
from exact.game.shoe import Shoe
from exact.report.document import Block, Heading, Paragraph


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_bets(parser)
    parser.add_argument("--bet", dest="bets", metavar="NAME", default=argparse.SUPPRESS, action=BetNames,
                        help="the same as --bets")
    parser.add_argument("--decks", type=deck_number, metavar="N|inf",
                        help="where to evaluate the formulas (default: the game's own number)")
    parser.add_argument("--solve", metavar="commission|pay|pay:LINE", action="append", default=[], type=_unknown,
                        help="the commission, or the pay of a line, that breaks even; may be given again")
    parser.add_argument("--lines", action="store_true", help="also the probability of every pay line")
    add_output(parser)
    examples(parser, "exact formula", "exact formula --bet banker --solve commission",
             "exact formula --bet tie --solve pay --output tie.tex",
             "exact formula --bets banker:4-percent,player --format json")


def _unknown(text: str) -> tuple[str, int | None]:
    """`commission`, `pay`, or `pay:2` for the second line."""
    name, colon, line = text.partition(":")
    if name == "pay" and colon:
        return name, whole_number(line, 1, 1000, "the number of a line") - 1
    if text not in ("pay", "commission"):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not an unknown; write commission, pay or pay:LINE-NUMBER")
    return text, None


def run(arguments: argparse.Namespace) -> int:
    from exact.analysis.odds.closed_form import bet_form, compare_forms, outcome_forms
    from exact.report.sections import formula as show

    game = read_game(arguments)
    bets = _bets(arguments, game)
    decks = _decks(arguments, game)
    outcomes = outcome_forms(game.rules)
    forms = {bet.name: bet_form(game.rules, bet) for bet in bets}
    free = [bet for bet in bets if not game.carries_commission(bet.name)]
    asks_commission = any(unknown == "commission" for unknown, _ in arguments.solve)
    if asks_commission and len(free) == len(bets):
        raise UsageError(f"--solve commission: no commission is taken on {listed(bet.name for bet in bets)}; name a"
                         " bet that carries one, as banker does")
    solutions = [_solve(game, bet, forms[bet.name], unknown, line) for unknown, line in arguments.solve for bet in bets
                 if unknown != "commission" or bet not in free]
    comparisons = [compare_forms(first, second) for first, second in combinations(forms.values(), 2)]

    blocks: list[Block] = [Paragraph("d is the number of decks of a fresh shoe; each formula is exact for every d, in "
                                     "lowest terms. Its limit for d to infinity is the infinite shoe.")]
    blocks += [Heading("Who wins"), *show.outcome_blocks(outcomes)]
    rows = [(f"probability, {show.OUTCOME_TITLES[name]}", form) for name, form in outcomes.items()]
    for form in forms.values():
        blocks += [Heading(form.bet.title), *show.bet_blocks(form)]
        if arguments.lines:
            blocks += show.line_blocks(form)
        rows += [(f"RTP, {form.bet.name}", form.rtp), (f"house edge, {form.bet.name}", form.house_edge)]
    blocks += [Heading("Values"), show.value_table(rows, decks, edges=[form.house_edge for form in forms.values()])]
    if solutions:
        blocks.append(Heading("Breaking even"))
    for solution in solutions:
        blocks += show.solution_blocks(solution, decks)
    if asks_commission and free:
        blocks.append(Paragraph(f"No commission is taken on {', '.join(bet.name for bet in free)}."))
    if comparisons:
        blocks += [Heading("Two bets"), *show.comparison_blocks(comparisons)]
    data: dict[str, Any] = {
        "game": {"name": game.name, "title": game.title, "rules_hash": game.rules.hash}, "variable": "d",
        "outcomes": [{"name": name, "probability": show.form_data(form, decks)} for name, form in outcomes.items()],
        "bets": [show.bet_data(form, decks) for form in forms.values()],
        "solve": [show.solution_data(solution, decks) for solution in solutions],
        "comparisons": [show.comparison_data(found) for found in comparisons],
    }
    emit(answer(arguments, None, f"{game.bare_title}: formulas in the number of decks", "exact-formula/1",
                blocks, data, rules_hash=game.rules.hash, composition=None), arguments)
    return 0


def _bets(arguments: argparse.Namespace, game: GameDefinition) -> tuple[Bet, ...]:
    if "all" in [name.strip() for name in arguments.bets.split(",")]:
        raise UsageError("--bets all: a formula for each of the catalogue is longer than anyone reads; name the bets")
    return choose_bets(arguments.bets, game, Shoe.infinite_deck())[0]


def _decks(arguments: argparse.Namespace, game: GameDefinition) -> int | None:
    """The number of decks at which to evaluate; None for the limit alone."""
    if arguments.decks is None:
        return game.decks
    return None if arguments.decks == "inf" else int(arguments.decks)


def _solve(game: GameDefinition, bet: Bet, form: Any, unknown: str, line: int | None) -> Any:
    from exact.analysis.odds.closed_form import fair_commission, fair_pay
    if unknown == "pay":
        return fair_pay(form, line)
    return fair_commission(game.rules, game.at_commission(bet.name, Fraction(0)),
                           game.at_commission(bet.name, Fraction(1, 2)))
