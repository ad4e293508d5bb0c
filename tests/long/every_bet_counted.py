"""Every bet of the catalogue under one count: the sum over all counts is the EV of the full shoe, at two depths.

    python -m tests.long.every_bet_counted
"""

import time

from exact.analysis.counting.law import Counted, made
from exact.analysis.counting.tags import parse_tags
from exact.analysis.odds.laws import bet_law
from exact.errors import BetError
from exact.game.catalogue import load_game
from exact.game.shoe import Shoe


def main() -> None:
    game, shoe = load_game("punto-banco"), Shoe.decks(2)
    for name in game.bet_names():
        bet, start = game.named(name), time.perf_counter()
        try:
            counted = Counted(game.rules, shoe, parse_tags("4-7=-1 8,9=2"))
            for n in (20, 52):
                law = counted.law(bet, n)
                share = counted.law(bet, n, made).mean
                assert law.mean == bet_law(game.rules, bet, shoe).ev * share, name
            print(f"holds: {name} ({time.perf_counter() - start:.2f} s)", flush=True)
        except BetError as error:
            print(f"refused: {error}", flush=True)


if __name__ == "__main__":
    main()
