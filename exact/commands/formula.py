"""`exact formula`: odds, RTP and edge as one formula in the number of decks, and what pay or commission is fair."""

from __future__ import annotations

import argparse
from fractions import Fraction
from itertools import combinations

from exact.commands.options import (
    add_bets,
    add_decks,
    add_game,
    add_output,
    choose_bets,
    read_decks,
    read_game,
    reply,
    whole_number,
)
from exact.errors import UsageError, listed
from exact.game.bets import Bet
from exact.game.definition import GameDefinition
from exact.game.shoe import Shoe
from exact.report.question import game_data


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_bets(parser)
    add_decks(parser)
    parser.add_argument("--solve", metavar="commission|pay|pay:LINE", action="append", default=[], type=_unknown,
                        help="the commission, or the pay of a line, that breaks even; may be given again")
    parser.add_argument("--lines", action="store_true", help="also the probability of every pay line")
    add_output(parser, "exact formula", "exact formula --bets banker --solve commission",
               "exact formula --bets tie --solve pay --output tie.tex",
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
    from exact.analysis.odds.closed_form import bet_form, compare_forms, fair_commission, fair_pay, outcome_forms
    from exact.report.sections.formula import Formulas, formula_blocks, formula_data
    game = read_game(arguments)
    bets = _bets(arguments.bets, game)
    forms = {bet: bet_form(game.rules, bet) for bet in bets}
    free = [bet for bet in bets if not game.carries_commission(bet.name)]
    asked = any(unknown == "commission" for unknown, _ in arguments.solve)
    if asked and len(free) == len(bets):
        raise UsageError(f"--solve commission: no commission is taken on {listed(bet.name for bet in bets)}; name a"
                         " bet that carries one, as banker does")
    solutions = []
    for unknown, line in arguments.solve:
        if unknown == "pay":
            solutions += [fair_pay(form, line) for form in forms.values()]
        else:
            solutions += [fair_commission(game.rules, game.at_commission(bet.name, Fraction(0)),
                                          game.at_commission(bet.name, Fraction(1, 2)))
                          for bet in bets if bet not in free]
    found = Formulas(read_decks(arguments, game), outcome_forms(game.rules), tuple(forms.values()),
                     tuple(solutions),
                     tuple(compare_forms(first, second) for first, second in combinations(forms.values(), 2)),
                     tuple(free) if asked else ())
    return reply(arguments, None, f"{game.bare_title}: formulas in the number of decks", "exact-formula/1",
                 formula_blocks(found, arguments.lines), {"game": game_data(game), **formula_data(found)},
                 rules_hash=game.rules.hash, composition=None)


def _bets(names: str, game: GameDefinition) -> tuple[Bet, ...]:
    if "all" in [name.strip() for name in names.split(",")]:
        raise UsageError("--bets all: a formula for each of the catalogue is longer than anyone reads; name the bets")
    return choose_bets(names, game, Shoe.infinite_deck())[0]
