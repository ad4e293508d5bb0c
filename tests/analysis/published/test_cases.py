"""Every case of a published figure that people asked about, with the verdict that it must get."""

import json
from pathlib import Path

import pytest

from exact.analysis.published.claims import claim_queries, parse_claim
from exact.analysis.published.search import ExplanationSearch, explain, shoes_searched
from exact.analysis.published.verdicts import claim_verdict, verdict
from exact.game.catalogue import load_game
from exact.game.definition import GameDefinition
from exact.game.shoe import Shoe

DATA = json.loads((Path(__file__).parents[2] / "published" / "data" / "user_claims.json").read_text(encoding="utf-8"))


COMMONEST = 3
"""For a bet of a case's own so many misprints are compiled, the commonest; the main bets go through all of them."""
SEARCHED_IN_FULL = "UC-018-printed"
"""The one case of a bet of its own that goes through all of them as well."""


def findings(case):
    standard = load_game("punto-banco")
    game = GameDefinition(**{**standard.__dict__, "tables": {**standard.tables, **case["bets"]}})
    shoes = {"the shoe given": Shoe.of(case["shoe"])} if case["shoe"] else None
    if case["bets"] and not case["shoe"]:  # for bets of the case's own, a few shoes are enough and quicker
        shoes = {name: shoe for name, shoe in shoes_searched().items() if name in ("1", "6", "8", "inf")}
    return explain(game, claim_queries(game, [parse_claim(text) for text in case["claims"]]), case["stated"], shoes)


@pytest.mark.parametrize("case", DATA["asked"], ids=[case["id"] for case in DATA["asked"]])
def test_user_case(case, monkeypatch):
    if case["bets"] and case["id"] != SEARCHED_IN_FULL:
        full = ExplanationSearch.misprints
        monkeypatch.setattr(ExplanationSearch, "misprints", lambda search: full(search)[:COMMONEST])
    found = findings(case)
    said = verdict(found)
    about = DATA["cases"][case["case"]]["status_basis"]
    for words in case["verdict_says"]:
        assert words in said, about
    for words in case["verdict_never_says"]:
        assert words not in said, about
    for claim, words in case["claims_say"].items():
        assert words in claim_verdict(found, int(claim)), about
    assert found.passes is case["passes"], said
    misprinted = [one for one in found.together if one.candidate.kind == "misprint"]
    assert not any(one.right for one in misprinted), "a misprint alone is never right"


def test_each_case_stands_in_one_list():
    """A case is asked here, tested elsewhere (perhaps as well), or has no figure that could be tested."""
    asked = {case["case"] for case in DATA["asked"]}
    assert asked == set(DATA["cases"])
    assert not asked & set(DATA["without_figure"])
    tests = {name: (Path(__file__).parents[1] / name).read_text(encoding="utf-8").casefold().replace("_", "-")
             for name in ("test_sessions.py", "test_rules_diff.py", "test_audit.py")}
    for case, where in DATA["tested_elsewhere"].items():
        name = where.removeprefix("also ").partition(":")[0]
        assert case.casefold() in tests[name], f"{case} is not in {name}"
