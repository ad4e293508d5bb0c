"""Published figures of the catalogue's games, held against the exact values."""

from fractions import Fraction
from functools import cache

import pytest

from exact.analysis.odds.laws import Odds, Study
from exact.analysis.published.claims import read_terms
from exact.analysis.published.comparison import CheckedClaim, check_claims
from exact.analysis.published.verdicts import with_verdict
from exact.errors import ClaimError
from exact.game.catalogue import game_names, load_game
from exact.game.claim import Claim
from exact.game.shoe import Shoe
from tests.published.figures import Figure, figures

GAME = load_game("punto-banco")


@cache
def _odds(game: str, decks: str) -> Odds:
    chosen = load_game(game)
    shoe = Shoe.infinite_deck() if decks == "inf" else Shoe.decks(int(decks))
    names = dict.fromkeys([*chosen.main, *(claim.bet for claim in chosen.claims)])
    return Study(chosen.rules, tuple(map(chosen.named, names))).odds(shoe)


def _settled(claim: Claim, game: str = "punto-banco", decks: str = "8") -> CheckedClaim:
    shoe = Shoe.infinite_deck() if decks == "inf" else Shoe.decks(int(decks))
    item, = check_claims([claim], _odds(game, decks).bets, shoe)
    return with_verdict(load_game(game), item, decks, shoe, {shoe: {law.bet: law for law in _odds(game, decks).bets}})


Key = tuple[str, Fraction, Fraction, str]


def _key(decks: object, printed: str, source: str) -> Key:
    """A figure by its shoe, its number with the worth of its last digit as printed, and the site."""
    reading = read_terms(Claim("", "edge", printed)).readings[0]
    return str(decks), reading.value, reading.unit, source.partition("/")[0]


@cache
def _recorded() -> dict[Key, tuple[Figure, ...]]:
    """The published record: what is said of each figure of a site."""
    found: dict[Key, tuple[Figure, ...]] = {}
    for figure in figures("bets", "variants"):
        if "ask" not in figure.data:
            continue
        decks = "inf" if figure.data["decks"] in (0, "infinite", "inf") else figure.data["decks"]
        key = _key(decks, figure.data["printed"], figure.data["source"])
        found[key] = (*found.get(key, ()), figure)
    return found


def test_the_games_of_the_bundles_have_claims_and_some_are_wrong_in_print() -> None:
    for name in ("punto-banco", "punto-banco-6", "ez-baccarat", "no-commission", "russian-page"):
        game = load_game(name)
        claims = [claim for claim in game.claims if claim.is_for(str(game.decks))]
        assert len(claims) > 6, name
        assert all(claim.source and claim.decks for claim in claims), name
        judged = check_claims(claims, _odds(name, str(game.decks)).bets, game.shoe())
        assert len(judged) == len(claims), name
        assert {item.agrees for item in judged} == {True, False}, name


CATALOGUE = [name for name in game_names() if load_game(name).claims]


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_verdict_is_that_of_the_published_record(name: str) -> None:
    """A figure is right where the record has it right; where it is wrong, the reason is the one of the record."""
    game, found = load_game(name), 0
    for claim in game.claims:
        decks = claim.decks or str(game.decks)
        recorded = _recorded().get(_key(decks, claim.printed, claim.source), ())
        settled = _settled(claim, name, decks)
        found += bool(recorded)
        assert settled.agrees == (settled.standing == "right") == (not claim.finding), claim
        assert settled.verdict.startswith("right for" if settled.agrees else f"wrong for {_decks(decks)}: "), claim
        assert "no match" not in settled.standing, claim
        assert claim.finding in settled.verdict, claim
        assert {figure.data.get("why", "") for figure in recorded} <= {claim.finding}, claim
        assert recorded or not claim.finding, claim
    assert found >= len(game.claims) / 2 or not any(claim.source for claim in game.claims)


def _decks(number: str) -> str:
    return "the infinite shoe" if number == "inf" else f"{number} deck{'s' * (number != '1')}"


@pytest.mark.parametrize(("bet", "quantity", "printed", "agrees", "verdict"), [
    ("banker", "edge", "1.06%", True, "right for 8 decks, 5 % commission."),
    ("banker", "edge", "1.17%", False, "wrong as claimed: it is per resolved bet (ties left out), not per bet made"),
    ("banker", "edge", "1.17% (ties excluded)", True,
     "right for 8 decks, 5 % commission, per resolved bet (ties left out)."),
    ("banker", "probability", "45.87%", False,
     'wrong for 8 decks: it is the figure of 5 or 6 decks; 8 decks give "Banker wins" 45.8597 %.'),
    ("player", "count", "2,230,518,282,592,260", False, "wrong in the last digits: artefacts of a spreadsheet"),
    ("banker", "edge", "1.96%", False,
     "wrong: no shoe and no convention gives it; nearest Player 1.2351 % (8 decks, off by 0.7249 percentage points),"
     " Banker, 5 % commission 1.0579 % (8 decks, off by 0.9021 percentage points)."),
    ("tie", "odds", "9.51", True, "right for 8 decks"),
    ("tie", "probability", "1 in 10.5", True, "right for 8 decks"),
])
def test_verdicts(bet: str, quantity: str, printed: str, agrees: bool, verdict: str) -> None:
    item = _settled(Claim(bet, quantity, printed, "8"))
    assert item.agrees == agrees
    assert item.verdict.startswith(verdict)


def test_a_figure_per_resolved_bet_stands_beside_that_value() -> None:
    item = _settled(Claim("banker", "edge", "1.17% (ties excluded)", "8"))
    assert item.exact == _odds("punto-banco", "8").bet("banker").edge_resolved
    assert item.off is not None
    assert abs(item.off) < 1


def test_the_units_of_a_figure_of_fifteen_digits_are_those_that_it_prints() -> None:
    item = _settled(Claim("player", "count", "2,230,518,282,592,260", "8"))
    assert item.off == 4


@pytest.mark.parametrize(("quantity", "printed"), [("edge", "some"), ("count", "1.06 %"), ("std_dev", "8:1")])
def test_a_figure_that_is_none_of_its_quantity(quantity: str, printed: str) -> None:
    with pytest.raises(ClaimError, match="claim 'banker"):
        check_claims([Claim("banker", quantity, printed)], _odds("punto-banco", "8").bets, Shoe.decks(8))
