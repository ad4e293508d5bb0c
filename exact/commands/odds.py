"""`exact odds`: the odds of one shoe, of a coup in progress, or before each coup of a shoe as dealt."""

from __future__ import annotations

import argparse

from exact.analysis.logs.reader import SAMPLE, LogReader
from exact.analysis.odds.dealt import DealtShoe, SeenShoe, follow
from exact.analysis.odds.laws import Study
from exact.commands.log_options import add_log, read_log_options
from exact.commands.options import add_output, add_question, number, read_question, refuse_idle, reply
from exact.engine.coup.explain import explain
from exact.errors import DealError, LogError, UsageError
from exact.files import STDIN, opened
from exact.game.cards import VALUES
from exact.report.question import Question
from exact.report.sections.odds import now_words, odds_blocks, odds_data, seen_blocks, seen_data

DEEPEST = 3


def configure(parser: argparse.ArgumentParser) -> None:
    add_question(parser)
    parser.add_argument("--dealt", metavar="CARDS",
                        help="a coup in progress, such as 'P9h B4 P2' (the cards are taken out of the shoe), "
                        "or with two-card totals, such as 'P=5 B=3'")
    parser.add_argument("--seen", metavar="FILE",
                        help="a shoe as dealt, the last coup perhaps in progress: the odds before each coup and now; "
                        "a coup a line in the order of dealing, or any log that exact audit reads; - for stdin, where "
                        "each line is answered at once")
    add_log(parser)
    parser.add_argument("--explain", action="store_true", help="the tree of the coup, branch by branch")
    parser.add_argument("--depth", default=2, metavar="N",
                        type=number(0, DEEPEST,
                                    "a number of unknown cards (a deeper tree is longer than anyone reads)"),
                        help="unknown cards that the tree is deep (default %(default)s)")
    add_output(parser, "exact odds --decks 6 --dealt 'P9h B4 P2'", "exact odds --dealt 'P=5 B=3' --explain",
               "exact odds --seen docs/examples/shoe.txt")


def run(arguments: argparse.Namespace) -> int:
    if arguments.seen is not None and (arguments.dealt is not None or arguments.explain):
        raise UsageError("--seen with --dealt or --explain: the odds are of a whole shoe or of one coup; give one")
    question = read_question(arguments)
    study = Study(question.game.rules, question.bets, question.known)
    if arguments.seen is not None:
        seen = _seen(arguments, question, study)
        return reply(arguments, question, "a shoe as dealt", "exact-odds/1", seen_blocks(seen),
                     seen_data(seen))
    refuse_idle(arguments, "says how the log of --seen is read; give one, or leave it out", "--map", "--cards",
                "--keep-going")
    odds, tree = study.odds(question.left), None
    if arguments.explain:
        if question.shoe.infinite:
            raise UsageError("--explain: the tree follows the cards of a finite shoe; give a number of decks")
        tree = explain(question.game.rules, question.known, question.left.counts(VALUES), arguments.depth)
    return reply(arguments, question, "odds", "exact-odds/1", odds_blocks(question, odds, tree),
                 odds_data(question, odds, tree))


def _seen(arguments: argparse.Namespace, question: Question, study: Study) -> SeenShoe:
    """The shoe of a log; what is typed is answered line by line."""
    def answer(shoe: DealtShoe) -> None:
        print(now_words(shoe.seen(), arguments.digits), flush=True)

    typed = arguments.seen == STDIN and arguments.format == "text" and arguments.output is None
    try:
        with opened(arguments.seen, LogError, "log") as file:
            reader = LogReader(file, arguments.seen, question.shoe, rules=question.game.rules,
                               sample=1 if arguments.seen == STDIN else SAMPLE, **read_log_options(arguments))
            return follow(DealtShoe(study, question.shoe, arguments.keep_going), reader, answer if typed else None)
    except (DealError, LogError) as error:
        text = str(error).removeprefix(f"log {arguments.seen!r}, ").removeprefix(f"log {arguments.seen!r}: ")
        raise type(error)(f"--seen {arguments.seen!r}, {text}") from None
