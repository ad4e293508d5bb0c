"""`exact count`: what a counting system is worth, exactly."""

from __future__ import annotations

import argparse
from fractions import Fraction
from typing import Any

from exact.commands.options import (
    Question,
    add_game,
    add_output,
    add_shoe,
    answer,
    emit,
    examples,
    money,
    read_question,
    whole_number,
)
from exact.commands.procedure import (
    COUNT_ALONE,
    PROCEDURE_ALONE,
    add_count,
    add_procedure,
    options_named,
    read_procedure,
    read_tags,
    read_trigger,
    refuse_unused,
)
from exact.commands.progress import bar
from exact.errors import UsageError
from exact.game.bets import Bet
from exact.report.document import Block, Document, Heading, Paragraph

SEARCH_KEEPS = 200
SEED = 1
SEARCH_SHOWS = 10
SEARCH_SHOES = 5
"""Counts of a search that are taken over a whole shoe."""


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_shoe(parser)
    parser.add_argument("--bet", action="append", required=True, metavar="NAME,..",
                        help="the bet that is counted; further ones are judged by the same count (may be given again)")
    parser.add_argument("--bet-file", action="append", default=[], metavar="FILE.toml",
                        help="further bets, declared by you; may be given again")
    parser.add_argument("--stake", type=money, metavar="MONEY",
                        help="the sum staked, for commissions that are rounded or have a minimum")
    add_count(parser)
    parser.add_argument("--cards-left", metavar="N,..|N-N", help="the depths, as cards left (default: every half deck)")
    parser.add_argument("--curve", action="store_true", help="EV against the count, with probabilities, at each depth")
    parser.add_argument("--per-shoe", action="store_true",
                        help="also a whole shoe dealt by the procedure of the next options")
    parser.add_argument("--perfect", type=lambda text: whole_number(text, 2, 10**8, "a number of sub-shoes"),
                        metavar="N",
                        help="also what perfect play gains at each depth, from N random sub-shoes (seed 1)")
    add_procedure(parser)
    parser.add_argument("--search", type=lambda text: whole_number(text, 1, 10, "a level"), metavar="LEVEL",
                        help="the best tags from -LEVEL to LEVEL for the bet (with --tags: that count beside them;"
                        " with --per-shoe: the best true count of each over a shoe)")
    parser.add_argument("--keep", type=lambda text: whole_number(text, 1, 2000, "a number of counts"),
                        metavar="N",
                        help="counts of highest correlation whose exact gain is computed by --search (default"
                        f" {SEARCH_KEEPS})")
    add_output(parser)
    examples(parser, "exact count --bet dragon-7 --tags '4-7=-1 8,9=2' --trigger 4 --cards-left 26,52,104,208",
             "exact count --bet dragon-7 --tags '4-7=-1 8,9=2' --trigger 4 --per-shoe --cut 14",
             "exact count --bet tie --decks 1 --search 1")


def run(arguments: argparse.Namespace) -> int:
    if arguments.tags is None and arguments.search is None:
        raise UsageError("count: give --tags with --trigger, or --search LEVEL")
    if arguments.tags is not None and arguments.trigger is None and arguments.search is None:
        raise UsageError("count: --tags without --trigger; give the count at which a bet is made, such as --trigger 4")
    if arguments.trigger is not None and arguments.tags is None:
        raise UsageError("count: --trigger without --tags; give the counting system, such as --tags '4-7=-1 8,9=2'")
    _refuse_dropped(arguments)
    question = read_question(arguments)
    bets = _bets(arguments, question)
    with options_named():
        document = _document(arguments, question, bets)
    emit(document, arguments)
    return 0


def _refuse_dropped(arguments: argparse.Namespace) -> None:
    """Raises UsageError for options that the rest of the question leaves no use for."""
    if arguments.trigger is None:
        refuse_unused(arguments, {"curve": False, "perfect": None}, "--tags and --trigger")
    if arguments.tags is None:
        refuse_unused(arguments, {"start": "0"}, "--tags")
    if arguments.search is None:
        refuse_unused(arguments, {"keep": None}, "--search")
    if not arguments.per_shoe:
        refuse_unused(arguments, PROCEDURE_ALONE, "--per-shoe")
        if arguments.trigger is None:
            refuse_unused(arguments, {"divisor": COUNT_ALONE["divisor"]}, "--trigger or --per-shoe")


def _bets(arguments: argparse.Namespace, question: Question) -> tuple[Bet, ...]:
    names = [name.strip() for names in arguments.bet for name in names.split(",") if name.strip()]
    if not names:
        raise UsageError("--bet: names no bet; give names from exact bets, such as dragon-7 or dragon-7,panda-8")
    for name in {"all", "main"} & set(names):
        raise UsageError(f"--bet {name}: a count is for bets given by name, such as dragon-7 or dragon-7,panda-8; exact"
                         " bets lists them")
    bets = tuple(dict.fromkeys(question.game.named(name) for name in names))
    if arguments.search is not None and len(bets) > 1:
        raise UsageError(f"--search: finds counts for one bet, and --bet names {len(bets)}; ask for each by itself")
    for bet in bets:
        if arguments.perfect is not None and bet.offered is not None:
            raise UsageError(f"--perfect: bet {bet.name} is not offered on every coup, and perfect play is for bets"
                             " that are; leave out one of them")
    return bets


def depths_of(text: str | None, cards: int, fewest: int) -> list[int]:
    """The cards left of `--cards-left`, each once, in order; raises UsageError."""
    from exact.analysis.counting.depths import default_depths
    if text is None:
        return default_depths(cards, fewest)
    depths: set[int] = set()
    for item in text.split(","):
        low, _, high = item.strip().partition("-")
        ends = [low, high or low]
        if not all(end.isascii() and end.isdigit() and len(end) < 10 for end in ends):
            raise UsageError(f"--cards-left {text!r}: write numbers of cards or ranges, such as 26,52 or 6-410")
        first, last = map(int, ends)
        if not fewest <= first <= last <= cards:
            raise UsageError(f"--cards-left {item.strip()}: must be within {fewest} (a coup may need them) to {cards},"
                             " the lower number first")
        depths |= set(range(first, last + 1))
    return sorted(depths)


def _document(arguments: argparse.Namespace, question: Question, bets: tuple[Bet, ...]) -> Document:
    from exact.analysis.counting.law import check_shoe
    check_shoe(question.game.rules, question.shoe)
    depths = depths_of(arguments.cards_left, question.shoe.cards, question.game.rules.most_cards)
    blocks: list[Block] = []
    data: dict[str, Any] = {"bet": bets[0].name}
    if arguments.trigger is not None:
        _judge(arguments, question, bets, depths, blocks, data)
    if arguments.search is not None:
        _search(arguments, question, bets[0], depths, blocks, data)
    titles = ", ".join(bet.title for bet in bets)
    return answer(arguments, question, f"counting {titles}", "exact-count/1", blocks, data)


def _judge(arguments: argparse.Namespace, question: Question, bets: tuple[Bet, ...], depths: list[int],
           blocks: list[Block], data: dict[str, Any]) -> None:
    """The count of `--tags` at every depth, and over a shoe."""
    from exact.analysis.counting.depths import depth_figures
    from exact.analysis.counting.law import Counted
    from exact.analysis.counting.per_shoe import best_trigger, per_shoe, shoe_depths, shoe_starts
    from exact.report.sections import count as show
    from exact.report.sections.simulate import simulated
    if arguments.perfect is not None:
        from exact.analysis.counting.perfect import perfect_gain

    tags, trigger = read_tags(arguments), read_trigger(arguments)
    procedure = read_procedure(arguments)
    counted = Counted(question.game.rules, question.shoe, tags)
    blocks.append(Paragraph(f"Count: {tags}{'' if tags.balanced else ' (unbalanced)'}. Bet at {trigger}"
                            + ("." if trigger.running else f", decks left {trigger.divisor.value}.")))
    data |= {"tags": show.tags_data(tags), "start": str(tags.start), "trigger": str(trigger),
             "divisor": trigger.divisor.value}
    judged = []
    for bet in bets:
        figures = list(depth_figures(counted, bet, trigger, depths, bar))
        blocks += [Heading(bet.title), show.depth_table(bet, trigger, figures),
                   show.quality_table(bet, trigger, figures)]
        found: dict[str, Any] = {"bet": bet.name, "depths": show.depths_data(figures)}
        if arguments.curve:
            laws = list(counted.laws(bet, depths))
            blocks += [show.curve_table(bet, trigger, law) for law in laws]
            found["curves"] = [show.curve_data(trigger, law) for law in laws]
        if arguments.perfect is not None:
            perfect = [perfect_gain(question.game.rules, bet, question.shoe, n, arguments.perfect, SEED)
                       for n in bar(depths, len(depths), "perfect play")]
            blocks.append(show.perfect_table(bet, figures, perfect))
            found["perfect_play"] = [{"cards_left": n, "gain_per_coup": simulated(gain)}
                                     for n, gain in zip(depths, perfect, strict=True)]
        if arguments.per_shoe:
            where = shoe_depths(shoe_starts(question.game.rules, question.shoe, procedure))
            laws = list(bar(counted.laws(bet, where), len(where), f"a shoe of {bet.name}"))
            shoe = per_shoe(counted, bet, trigger, procedure, laws)
            best = best_trigger(counted, bet, procedure, laws, trigger)
            blocks.append(show.shoe_table(bet, shoe, procedure, best))
            found["per_shoe"] = show.shoe_figures_data(shoe, procedure, best)
        judged.append(found)
    data |= judged[0]
    data["also"] = judged[1:]


def _search(arguments: argparse.Namespace, question: Question, bet: Bet, depths: list[int], blocks: list[Block],
            data: dict[str, Any]) -> None:
    """The best counts of a level."""
    from exact.analysis.counting.law import Counted
    from exact.analysis.counting.per_shoe import best_trigger
    from exact.analysis.counting.search import balanced, judge, optimal_tags, search
    from exact.analysis.counting.spread import spread
    from exact.analysis.counting.trigger import Divisor, Trigger
    from exact.report.sections import count as show

    rules, shoe = question.game.rules, question.shoe
    found = spread(rules, bet, shoe)
    judged = search(rules, shoe, bet, arguments.search, depths, arguments.keep or SEARCH_KEEPS, bar)
    named = [("effects of removal, rounded to 10", judge(rules, shoe, bet, optimal_tags(found), depths))]
    if arguments.tags is not None:
        named.append(("the count given", judge(rules, shoe, bet, read_tags(arguments), depths)))
    blocks += [Heading(f"The best counts of level {arguments.search}"),
               *show.search_tables(bet, found, judged, named, SEARCH_SHOWS)]
    data["search"] = {"level": arguments.search, "removal": show.effects_data(found),
                      "counts": [show.judged_data(item) for item in judged],
                      "others": [{"name": name, **show.judged_data(item)} for name, item in named]}
    if arguments.per_shoe:
        procedure = read_procedure(arguments)
        named = [(str(place), item) for place, item in enumerate(judged[:SEARCH_SHOES], 1)] + named
        shoes = [(name, balanced(shoe, item.tags)) for name, item in named]
        like = Trigger(Fraction(0), divisor=Divisor(arguments.divisor))
        best = [(name, tags, best_trigger(Counted(rules, shoe, tags), bet, procedure, None, like))
                for name, tags in bar(shoes, len(shoes), "whole shoes")]
        blocks.append(show.best_shoe_table(bet, best, procedure))
        data["search"]["per_shoe"] = {"divisor": like.divisor.value} | show.best_shoe_data(best, procedure)
