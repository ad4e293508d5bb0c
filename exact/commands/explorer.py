"""`exact explorer`: one page on which cards are clicked away and every bet is counted again."""

from __future__ import annotations

import argparse
import shlex
import sys

from exact.commands.options import BetNames, add_game, emit_text, examples, money, read_game, whole_number
from exact.errors import UsageError, plural
from exact.game.bets import Bet
from exact.game.catalogue import DEFAULT_GAME, load_game
from exact.game.definition import GameDefinition
from exact.report.explorer.data import MOST_BETS, MOST_DECKS, PageGame, bet_names, page_data, usual_bets
from exact.report.explorer.page import write_page


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--also", action="append", default=[], metavar="NAME|FILE.toml",
                        help="a further game on the same page; may be given again")
    parser.add_argument("--decks", type=_decks, metavar="N",
                        help="decks of the fresh shoe that the page begins with (default: the game's own)")
    parser.add_argument("--bets", metavar="NAME,..|all|main", action=BetNames,
                        help="which bets (default: the game's own and those of the catalogue that look at point"
                        f" values, at most {MOST_BETS}); may be given again")
    parser.add_argument("--bet-file", action="append", default=[], metavar="FILE.toml",
                        help="further bets, declared by you; may be given again")
    parser.add_argument("--stake", type=money, metavar="MONEY",
                        help="the sum staked, for commissions that are rounded or have a minimum")
    parser.add_argument("--output", metavar="PAGE.html", help="write there instead of to stdout (which is also -)")
    parser.set_defaults(format="html")
    examples(parser, "exact explorer --output page.html", "exact explorer --bets all --decks 6 --output page.html",
             "exact explorer --game ez-baccarat --also no-commission --output page.html")


def _decks(text: str) -> int:
    return whole_number(text, 1, MOST_DECKS, "a number of decks")


def run(arguments: argparse.Namespace) -> int:
    if arguments.format != "html":
        raise UsageError(f"--output {arguments.output!r}: the explorer is a page; name a file that ends in .html")
    first = read_game(arguments)
    further = [load_game(name, arguments.bet_file, arguments.stake) for name in arguments.also]
    names = [arguments.game, *arguments.also]
    games = [_page_game(game, name, arguments) for game, name in zip([first, *further], names, strict=True)]
    emit_text(write_page(page_data(games)), arguments)
    return 0


def _page_game(game: GameDefinition, name: str, arguments: argparse.Namespace) -> PageGame:
    decks = arguments.decks or game.decks
    if decks is None:
        raise UsageError(f"game {name}: is dealt from an infinite shoe, which no card leaves; give --decks")
    words = "" if name == DEFAULT_GAME else f" --game {shlex.quote(name)}"
    words += "".join(f" --bet-file {shlex.quote(path)}" for path in arguments.bet_file)
    return PageGame(game, decks, _bets(game, arguments), words)


def _bets(game: GameDefinition, arguments: argparse.Namespace) -> tuple[Bet, ...]:
    """Raises BetError for a bet of the game's own, or of a bet file, that can never pay."""
    from exact.analysis.odds.pay_lines import require_payable
    if arguments.bets is None:
        bets, left = usual_bets(game)
        if left:
            print(f"note: {plural(len(left), 'bet')} of the catalogue left out; --bets all shows every bet",
                  file=sys.stderr)
    else:
        listed = [name.strip() for name in arguments.bets.split(",") if name.strip()]
        chosen = [name for each in listed for name in (game.main if each == "main" else bet_names(game)
                                                       if each == "all" else (each,))]
        if not chosen:
            raise UsageError("--bets: names no bet; give names from exact bets, or main, or all")
        bets = tuple(dict.fromkeys(map(game.named, chosen)))
    require_payable(game, bets)
    return bets
