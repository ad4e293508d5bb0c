"""`exact next`: what one coup tells about the next."""

from __future__ import annotations

import argparse

from exact.analysis.odds.dealt import coup_winner, read_coup
from exact.analysis.odds.laws import Study
from exact.analysis.shoe.events import WINNER, Event, EventQuery, read_condition, read_history
from exact.analysis.shoe.sequence import MOST_EXACT, after, after_cards, many_coups, second_coups
from exact.commands.dealing_options import DEALING, add_dealing, dealing
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
from exact.report.document import Section
from exact.report.sections import next as show


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
    second = EventQuery.of(question.game, arguments.second, "second")
    blocks, data = _section(arguments, question, second)
    return reply(arguments, question, "what the last coup says about the next", "exact-next/1", blocks, data,
                 "No reshuffle between the coups.")


def _section(arguments: argparse.Namespace, question: Question, second: EventQuery) -> Section:
    rules, shoe = question.game.rules, question.shoe
    history = None if arguments.after is None else read_history(arguments.after)
    if history is not None and len(history) > MOST_EXACT and not shoe.infinite:
        return _simulated(arguments, question, history, second)
    refuse_idle(arguments, f"what is asked has an exact law; --after more than {MOST_EXACT} coups is simulated",
                *DEALING)
    bets = tuple(EventQuery.of_bet(bet) for bet in question.bets)
    if arguments.given is not None:
        history = (read_condition(rules, arguments.given),)
    if history is not None:
        law, *staked = after(rules, shoe, history, (second, *bets))
        return show.history_section("".join(event.name for event in history), law, staked)
    if arguments.after_cards is not None:
        cards = read_coup(arguments.after_cards, rules)
        law, *staked = after_cards(rules, shoe, cards.values(), (second, *bets))
        return show.history_section(f"{arguments.after_cards} ({coup_winner(cards, rules).word})", law, staked, True)
    first = EventQuery.of(question.game, arguments.first, "first")
    if arguments.coups == 3:
        if second not in (WINNER, first):
            raise UsageError("--coups 3 with --second: all three coups are looked at in one way; give --first alone")
        return show.three_section(many_coups(rules, shoe, 3, first))
    joint, *following = second_coups(rules, shoe, first, (second, *bets))
    return show.joint_section(joint, following)


def _simulated(arguments: argparse.Namespace, question: Question, history: tuple[Event, ...], second: EventQuery
               ) -> Section:
    from exact.analysis.shoe.simulate import simulate_history
    if second is not WINNER:
        raise UsageError(f"--after {arguments.after}: the winner of the next coup alone is simulated; leave out"
                         f" --second, or give a history of at most {MOST_EXACT}")
    refuse_idle(arguments, f"after a history of more than {MOST_EXACT} coups the winner of the next is simulated, and"
                " not what a bet is worth; leave it out", "--bets", "--bet-file", "--stake")
    results = [result for event in history for result in event.results]
    with dealing(arguments) as executor:
        found = simulate_history(question.game.rules, question.shoe, results, arguments.shoes, arguments.seed, executor,
                                 bar)
    return show.simulated_section("".join(event.name for event in history), *found,
                                  Study(question.game.rules, ()).odds(question.shoe))
