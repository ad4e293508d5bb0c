"""Ten million plays with stop rules and a rebate, inside four standard errors of what is computed.

Run it from the repository: `python tests/long/dealt_money.py`.
"""

from exact import Game

GAME = Game("punto-banco")
TERMS = {"bankroll": 8, "target": 11, "stop_loss": 5, "coups": 30, "rebate": "10%", "rebate_from": 2}


def main() -> None:
    known = GAME.stopped({"banker": 1}, **TERMS)
    dealt = GAME.deal({"banker": 1}, **TERMS, sessions=10_000_000)
    off = {end: share.off(known.chance(end).low) for end, share in dealt.ends}
    off |= {"coups": dealt.coups.off(known.expected_coups.low), "ev": dealt.ev.off(known.ev.low)}
    print({name: round(errors, 2) for name, errors in off.items()})
    assert all(abs(errors) < 4 for errors in off.values())


if __name__ == "__main__":
    main()
