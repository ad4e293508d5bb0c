"""`exact claims`: which game explains a published figure."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from exact.analysis.published.claim_files import ClaimSet, read_claims, sets_of
from exact.analysis.published.claims import parse_claim
from exact.analysis.published.pages import check_pages
from exact.commands.options import (
    add_bet_file,
    add_game,
    add_output,
    add_shoe,
    answer,
    emit,
    examples,
    given_of,
    note_doubts,
    read_game,
    read_shoe_options,
)
from exact.errors import UsageError
from exact.files import file_words
from exact.game.definition import GameDefinition
from exact.game.shoe import Shoe
from exact.report.sections.claims import figures_table, pages_section


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("claims", nargs="*", metavar="CLAIM", help="BET QUANTITY FIGURE, the figure as printed; "
                        "quantities: rtp, edge, ev, probability, count, odds, std_dev, variance, contribution; the bet"
                        " may be any, or BET line 'WORDS OF ITS EVENT'; n=COUPS after a figure that was simulated")
    parser.add_argument("--file", metavar="FILE", help="the claims of a whole site, in TOML or CSV (docs/claims.md);"
                        " - for standard input")
    add_game(parser)
    add_bet_file(parser)
    add_shoe(parser)
    add_output(parser)
    examples(parser, 'exact claims "banker rtp 98.94%" "player rtp 98.76%" "tie rtp 85.64%"',
             'exact claims --decks 8 "tie edge 14.44%"      # the page says eight decks',
             'exact claims "tie 9:1 edge 4.80%"', 'exact claims "any rtp 98.41%"',
             "exact claims --file docs/examples/site.csv --format csv",
             "exact claims --game polish-page               # the figures that the game has recorded")


def run(arguments: argparse.Namespace) -> int:
    game = read_game(arguments)
    shoes, stated = _shoes(arguments, game)
    if arguments.file is not None and arguments.claims:
        raise UsageError("`file` with claims: give the claims either in the file or on the command line")
    if arguments.file is not None:
        sets = read_claims(arguments.file)
    elif not arguments.claims and given_of(arguments, "--game"):
        sets = sets_of(game.claims)
    else:
        sets = (ClaimSet("", None, tuple(map(parse_claim, arguments.claims))),)
    found = check_pages(game, sets, stated, shoes)
    note_doubts(dict.fromkeys(bet for _, result in found.pages for query in result.queries for bet in query.bets))
    blocks, data = pages_section(found, arguments.file is not None)
    if "pages" in data:
        title = "Figures " + (f"published for {game.name}" if arguments.file is None
                              else f"of {file_words(arguments.file)}")
    else:
        title = "Which game gives these figures"
    if arguments.format == "csv":  # one layout, whatever is claimed: a row for each claim
        blocks = [figures_table(found.pages, exactly=True)]
    return emit(answer(arguments, None, title, "exact-claims/1", blocks, data, rules_hash=game.rules.hash), arguments,
                found.right)


def _shoes(arguments: argparse.Namespace, game: GameDefinition) -> tuple[Mapping[str, Shoe] | None, str | None]:
    """The one shoe to search if a composition is given; else the number of decks that the page states, if any."""
    if arguments.shoe is None and not arguments.remove:
        return None, None if arguments.decks is None else str(arguments.decks)
    shoe, decks, removed = read_shoe_options(arguments, game)
    start = "the shoe given" if decks is None else f"{decks} deck{'s' * (decks != 1)}"
    return {start + (f" without {' '.join(map(str, removed))}" if removed else ""): shoe}, None
