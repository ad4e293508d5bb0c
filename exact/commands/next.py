"""`exact next`: what one coup tells about the next."""

from __future__ import annotations

import argparse

from exact.analysis.shoe.events import WINNER, read_history
from exact.analysis.shoe.sequence import MOST_EXACT, ManyCoups
from exact.analysis.shoe.successive import (
    AfterHistory,
    SimulatedNext,
    SuccessiveCoups,
    next_coup,
    successive_coups,
    three_coups,
)
from exact.commands.dealing_options import DEALING, add_dealing
from exact.commands.options import (
    Question,
    add_output,
    add_question,
    given_of,
    number,
    read_question,
    refuse_idle,
    reply,
)
from exact.commands.progress import bar
from exact.errors import UsageError
from exact.report.sections.next import next_section
from exact.workers import threads


def configure(parser: argparse.ArgumentParser) -> None:
    add_question(parser)
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
    parser.add_argument("--coups", type=number(2, MOST_EXACT, "a number of coups"), default=2, metavar="N",
                        help="the joint law of 2 or 3 coups (default %(default)s)")
    add_dealing(parser)
    add_output(parser, "exact next", "exact next --decks 6 --after BB",
               "exact next --first both.cards --bets banker", "exact next --given 'player.natural = true'",
               "exact next --second player-pair --format csv")


def run(arguments: argparse.Namespace) -> int:
    ways = given_of(arguments, "--given", "--after", "--after-cards")
    asked = [*ways, *given_of(arguments, "--first", "--coups")]
    if ways and len(asked) > 1:
        raise UsageError(f"{asked[0]} with {asked[1]}: ask for one history, or for the joint law of whole coups")
    if arguments.coups == 3:
        refuse_idle(arguments, "three coups are shown by their results, without the EV of a bet; leave it out",
                    "--bets", "--bet-file", "--stake")
    question = read_question(arguments)
    return reply(arguments, question, "what the last coup says about the next", "exact-next/1",
                 *next_section(_history(arguments, question) if ways else _whole(arguments, question)),
                 "No reshuffle between the coups.")


def _whole(arguments: argparse.Namespace, question: Question) -> SuccessiveCoups | ManyCoups:
    _exact(arguments)
    if arguments.coups == 2:
        return successive_coups(question.game, question.shoe, question.bets, arguments.first, arguments.second)
    if arguments.second not in (WINNER.name, arguments.first):
        raise UsageError("--coups 3 with --second: all three coups are looked at in one way; give --first alone")
    return three_coups(question.game, question.shoe, arguments.first, bar)


def _exact(arguments: argparse.Namespace) -> None:
    refuse_idle(arguments, f"what is asked has an exact law; --after more than {MOST_EXACT} coups is simulated",
                *DEALING)


def _history(arguments: argparse.Namespace, question: Question) -> AfterHistory | SimulatedNext:
    coups = 1 if arguments.after is None else len(read_history(arguments.after))
    if coups <= MOST_EXACT or question.shoe.infinite:
        _exact(arguments)
    else:
        refuse_idle(arguments, f"after a history of more than {MOST_EXACT} coups the winner of the next is simulated,"
                    " and not what a bet is worth; leave it out", "--bets", "--bet-file", "--stake")
    with threads(arguments.processes) as executor:
        return next_coup(question.game, question.shoe, question.bets, after=arguments.after, given=arguments.given,
                         after_cards=arguments.after_cards, second=arguments.second, shoes=arguments.shoes,
                         seed=arguments.seed, executor=executor, progress=bar)
