"""How long plays with stop rules take. Run it from the repository: `python benchmarks/money.py`."""

from __future__ import annotations

from time import perf_counter

from exact.api.game import Game

QUESTIONS: dict[str, dict[str, int]] = {
    "horizon of 1,000 coups, bankroll 100, target 200": {"bankroll": 100, "target": 200, "coups": 1000},
    "no horizon, bankroll 100, target 200": {"bankroll": 100, "target": 200}}


def main() -> None:
    game = Game("punto-banco")
    game.bet("banker").law()
    for words, given in QUESTIONS.items():
        for bet in ("player", "banker"):
            begin = perf_counter()
            play = game.stopped({bet: 1}, given["bankroll"], given["target"], coups=given.get("coups"))
            print(f"{bet:8} {words}: {perf_counter() - begin:.2f} s, {play!r}")


if __name__ == "__main__":
    main()
