"""`exact bets`: the catalogue of bets with what each pays and its house edge, or one bet in full."""

from __future__ import annotations

import argparse
import sys

from exact.analysis.odds.laws import Study
from exact.analysis.odds.pay_lines import examine, require_payable
from exact.commands.options import add_bet_tables, add_decks, add_game, add_output, read_decks, read_game, reply
from exact.game.catalogue import DEFAULT_GAME, game_names, load_game
from exact.game.shoe import Shoe
from exact.report.sections.bets import bet_blocks, bets_data, bets_table, one_bet_data

HINT = "exact bets NAME shows one in full, with its variants; exact report --bets NAME,.. its figures."


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="one bet in full: its lines, variants and readings")
    add_game(parser)
    add_decks(parser)
    add_bet_tables(parser)
    add_output(parser, "exact bets", "exact bets dragon-7", "exact bets lucky-6:macau --decks 6",
               "exact bets --game 7-up", "exact bets both-seven --bet-file docs/examples/bets.toml")


def run(arguments: argparse.Namespace) -> int:
    game, name = read_game(arguments), arguments.name
    decks = read_decks(arguments, game)
    asked = [name, *game.variants(name)] if name else game.bet_names()
    require_payable(game, map(game.named, [name] if name else game.tables))
    study = Study(game.rules, tuple(dict.fromkeys(map(game.named, asked))))
    laws = study.odds(Shoe.fresh(decks)).bets
    about = {"game": game.name, "decks": "inf" if decks is None else decks}
    if not name:
        return reply(arguments, None, "Bets", "exact-bets/1", [bets_table(game, laws, decks, _hints(game.name))],
                     {**about, "bets": bets_data(game, laws)}, rules_hash=game.rules.hash)
    by_bet = {law.bet: law for law in laws}
    examined = examine(game.rules, game.named(name))
    for warning in examined.warnings():
        print(f"warning: {warning}", file=sys.stderr)
    return reply(arguments, None, f"Bet {examined.law.bet.name}", "exact-bet/1",
                 bet_blocks(game, name, decks, by_bet, examined),
                 {**about, "bet": one_bet_data(game, name, by_bet, examined)}, rules_hash=game.rules.hash)


def _hints(game: str) -> list[str]:
    """Where more is to be read, and the bets that other games of the catalogue declare themselves."""
    if game != DEFAULT_GAME:
        return [HINT]
    own = {other: [bet for bet in load_game(other).tables if bet not in ("player", "banker", "tie")]
           for other in game_names()}
    elsewhere = "; ".join(f"{other} ({', '.join(bets)})" for other, bets in own.items() if bets)
    return [HINT, f"Bets that need another game, shown by --game: {elsewhere}."]
