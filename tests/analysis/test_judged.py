"""Published figures of the catalogue's games, held against the exact values."""

from functools import cache

import pytest

from exact.analysis.edges import Odds, Study
from exact.analysis.judged import Judged, judge
from exact.analysis.verdicts import settle
from exact.errors import ClaimError
from exact.game.catalogue import load_game
from exact.game.claimed import Claim
from exact.game.shoe import Shoe
from tests.published.figures import figures

GAME = load_game("punto-banco")


@cache
def _odds(game: str, decks: str) -> Odds:
    chosen = load_game(game)
    shoe = Shoe.infinite_deck() if decks == "inf" else Shoe.decks(int(decks))
    return Study(chosen.rules, tuple(map(chosen.named, chosen.main))).odds(shoe)


def _settled(claim: Claim, game: str = "punto-banco", decks: str = "8") -> Judged:
    shoe = Shoe.infinite_deck() if decks == "inf" else Shoe.decks(int(decks))
    item, = judge([claim], _odds(game, decks).bets)
    return settle(load_game(game), item, decks, shoe, {shoe: {law.bet: law for law in _odds(game, decks).bets}})


def _recorded() -> dict[tuple[str, str, str], set[str]]:
    """The verdicts of the published record, by number of decks, figure and source."""
    found: dict[tuple[str, str, str], set[str]] = {}
    for figure in figures():
        decks = "inf" if figure.data["decks"] in (0, "infinite", "inf") else str(figure.data["decks"])
        key = (decks, figure.data["value"].replace("–", "-"), figure.data["source"].partition("/")[0])
        found.setdefault(key, set()).add(figure.verdict)
    return found


def test_the_games_of_the_bundles_have_claims_and_some_are_wrong_in_print() -> None:
    for name in ("punto-banco", "punto-banco-6", "ez-baccarat", "no-commission", "russian-page"):
        game = load_game(name)
        claims = [claim for claim in game.claims if claim.is_for(str(game.decks))]
        assert len(claims) > 6, name
        assert all(claim.source and claim.decks for claim in claims), name
        judged = judge(claims, _odds(name, str(game.decks)).bets)
        assert len(judged) == len(claims), name
        assert {item.agrees for item in judged} == {True, False}, name


@pytest.mark.parametrize("name", ["punto-banco", "ez-baccarat", "no-commission", "7-up"])
def test_the_verdict_is_that_of_the_published_record(name: str) -> None:
    recorded, compared = _recorded(), 0
    for claim in load_game(name).claims:
        verdicts = recorded.get((str(claim.decks), claim.printed, claim.source), set())
        if len(verdicts) == 1:
            compared += 1
            settled = _settled(claim, name, str(claim.decks))
            assert (settled.standing == "right") == (verdicts == {"agrees"}), claim
            assert settled.verdict.startswith("right") or "infinite-deck" in settled.verdict or verdicts != {"agrees"}
    assert compared >= len(load_game(name).claims) / 2


@pytest.mark.parametrize(("bet", "quantity", "printed", "agrees", "verdict"), [
    ("banker", "edge", "1.06%", True, "right for 8 decks, 5 % commission."),
    ("banker", "edge", "1.17%", False, "right for 8 decks, 5 % commission, per resolved bet (ties left out), not"),
    ("banker", "probability", "45.87%", False, "wrong for 8 decks: it is the figure of 5 or 6 decks; 8 decks give"),
    ("player", "count", "2,230,518,282,592,260", False, "wrong in the last digits: artefacts of a spreadsheet"),
    ("banker", "edge", "1.96%", False, "matches no single bet: nearest Banker, 5 % commission 1.0579 %"),
    ("tie", "odds", "9.51", True, "right for 8 decks"),
    ("tie", "probability", "1 in 10.5", True, "right for 8 decks"),
])
def test_verdicts(bet: str, quantity: str, printed: str, agrees: bool, verdict: str) -> None:
    item = _settled(Claim(bet, quantity, printed, "8"))
    assert item.agrees == agrees
    assert item.verdict.startswith(verdict)


def test_a_figure_per_resolved_bet_stands_beside_that_value() -> None:
    item = _settled(Claim("banker", "edge", "1.17%", "8"))
    assert item.exact == _odds("punto-banco", "8").bet("banker").edge_resolved
    assert item.off is not None
    assert abs(item.off) < 1


def test_the_units_of_a_figure_of_fifteen_digits_are_those_that_it_prints() -> None:
    item = _settled(Claim("player", "count", "2,230,518,282,592,260", "8"))
    assert item.off == 4


@pytest.mark.parametrize(("quantity", "printed"), [("edge", "some"), ("count", "1.06 %"), ("std_dev", "8:1")])
def test_a_figure_that_is_none_of_its_quantity(quantity: str, printed: str) -> None:
    with pytest.raises(ClaimError, match="claim 'banker"):
        judge([Claim("banker", quantity, printed)], _odds("punto-banco", "8").bets)
