"""`exact explorer`: one page on which cards are clicked away and every bet is counted again."""

from __future__ import annotations

import argparse
import shlex
import sys

from exact.commands.options import (
    BetNames,
    add_bet_tables,
    add_decks,
    add_game,
    choose_bets,
    emit_text,
    examples,
    read_decks,
    read_game,
)
from exact.errors import UsageError, plural
from exact.game.bets import Bet
from exact.game.catalogue import DEFAULT_GAME, load_game
from exact.game.definition import GameDefinition
from exact.game.shoe import Shoe
from exact.report.explorer.data import MOST_BETS, MOST_DECKS, PageGame, bet_names, page_data, usual_bets
from exact.report.explorer.page import write_page


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--also", action="append", default=[], metavar="NAME|FILE.toml",
                        help="a further game on the same page; may be given again")
    add_decks(parser)
    parser.add_argument("--bets", metavar="NAME,..|all|main", action=BetNames,
                        help="which bets (default: the game's own and those of the catalogue that look at point"
                        f" values, at most {MOST_BETS}); may be given again")
    add_bet_tables(parser)
    parser.add_argument("--output", metavar="PAGE.html", help="write there instead of to stdout (which is also -)")
    parser.set_defaults(format="html")
    examples(parser, "exact explorer --output page.html", "exact explorer --bets all --decks 6 --output page.html",
             "exact explorer --game ez-baccarat --also no-commission --output page.html")


def run(arguments: argparse.Namespace) -> int:
    if arguments.format != "html":
        raise UsageError(f"--output {arguments.output!r}: the explorer is a page; name a file that ends in .html")
    emit_text(page(arguments), arguments)
    return 0


def page(arguments: argparse.Namespace) -> str:
    """The page."""
    first = read_game(arguments)
    further = [load_game(name, arguments.bet_file, arguments.stake) for name in arguments.also]
    names = [arguments.game, *arguments.also]
    games = [_page_game(game, name, arguments) for game, name in zip([first, *further], names, strict=True)]
    return write_page(page_data(games))


def _page_game(game: GameDefinition, name: str, arguments: argparse.Namespace) -> PageGame:
    decks = read_decks(arguments, game)
    if decks is None or decks > MOST_DECKS:
        raise UsageError(f"`decks` {decks or 'inf'}: the page deals from 1 to {MOST_DECKS} decks, whose cards run out")
    words = "" if name == DEFAULT_GAME else f" --game {shlex.quote(name)}"
    words += "".join(f" --bet-file {shlex.quote(path)}" for path in arguments.bet_file)
    words += "" if arguments.stake is None else f" --stake {arguments.stake}"
    return PageGame(game, decks, _bets(game, decks, arguments), words)


def _bets(game: GameDefinition, decks: int, arguments: argparse.Namespace) -> tuple[Bet, ...]:
    """Raises BetError for a bet of the game's own, or of a bet file, that can never pay."""
    from exact.analysis.odds.pay_lines import require_payable
    if arguments.bets is None:
        bets, left = usual_bets(game)
        if left:
            print(f"note: {plural(len(left), 'bet')} of the catalogue left out; --bets all shows every bet",
                  file=sys.stderr)
    elif "all" in (name.strip() for name in arguments.bets.split(",")):
        bets = tuple(dict.fromkeys(map(game.named, bet_names(game))))
    else:
        return choose_bets(arguments.bets, game, Shoe.decks(decks))[0]
    require_payable(game, bets)
    return bets
