"""The printed figures that are right, each judged as a claim on the shoe that it is printed for."""

from functools import cache

import pytest

from exact.analysis.odds.laws import BetLaw, bet_law
from exact.analysis.published.claims import claim_query
from exact.analysis.published.matching import right_matches
from exact.game.claim import Claim
from tests.published.figures import Figure, figures, game_of, shoe_of

QUANTITIES = {"count": "count", "probability": "probability", "probability_resolved": "probability", "edge": "edge",
              "contribution": "ev", "ev": "ev", "edge_resolved": "edge", "rtp": "rtp", "std_dev": "std_dev",
              "variance": "variance"}
ASKED = {"what", "bet", "game", "decks", "lines", "per", "cards"}


@cache
def law(game: str, bet: str, decks: int) -> BetLaw:
    ask = {"game": game, "bet": bet, "decks": decks}
    return bet_law(game_of(ask).rules, game_of(ask).named(bet), shoe_of(ask))


def claimed() -> dict[str, list[Figure]]:
    """The figures of bets that print states rightly, bet by bet."""
    found: dict[str, list[Figure]] = {}
    for figure in figures():
        ask = figure.data.get("ask", {})
        if (figure.verdict == "agrees" and set(ask) <= ASKED and ask["what"] in QUANTITIES
                and ask.get("bet", "outcome") != "outcome" and isinstance(ask.get("game", ""), str)
                and isinstance(ask["decks"], int) and not {"within", "unit"} & set(figure.data)):
            found.setdefault(ask["bet"], []).append(figure)
    return found


CLAIMED = claimed()


@pytest.mark.long
@pytest.mark.parametrize("bet", CLAIMED)
def test_what_is_right_in_print_is_right_as_a_claim(bet: str) -> None:
    """A figure of a line that loses or pushes is claimed as that line's; all others need no more than the bet."""
    for figure in CLAIMED[bet]:
        ask = figure.data["ask"]
        one = law(ask.get("game", "punto-banco"), bet, ask["decks"])
        lines = [one.bet.lines[line] for line in ask.get("lines", ())]
        said = f"{bet} line '{lines[0].event}'" if lines and all(line.pays <= 0 for line in lines) else bet
        printed = figure.data["printed"] + " (ties excluded)" * ask["what"].endswith("resolved")
        terms = claim_query(game_of(ask), Claim(said, QUANTITIES[ask["what"]], printed)).terms
        assert list(right_matches(one.bet, one, terms, shoe_of(ask))), figure.name


def test_hundreds_are_tried() -> None:
    assert sum(map(len, CLAIMED.values())) > 600
