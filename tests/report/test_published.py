"""What a report says of the figures in print."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from exact.analysis.odds.laws import Study
from exact.analysis.published.comparison import CheckedClaim, check_claims
from exact.analysis.published.verdicts import with_verdict
from exact.cli import main
from exact.game.catalogue import load_game
from exact.game.shoe import Shoe
from exact.report.document import Paragraph, Table
from exact.report.plots import Misses
from exact.report.sections.published import CLAIMS_IN_SHORT, claims_blocks, claims_data, claims_figure, claims_section


def judged(name: str, decks: str) -> tuple[CheckedClaim, ...]:
    game, shoe = load_game(name), Shoe.decks(int(decks))
    odds = Study(game.rules, tuple(map(game.named, game.main))).odds(shoe)
    found = check_claims([claim for claim in game.claims if claim.is_for(decks)], odds.bets, shoe)
    return tuple(with_verdict(game, item, decks, shoe, {}) for item in found)


def test_the_short_report_counts_many_figures_and_the_whole_one_lists_them() -> None:
    found = judged("punto-banco-6", "6")
    assert [block for block in claims_blocks(found) if isinstance(block, Paragraph)] == [Paragraph(
        "Of 10 published figures for this game and shoe, 9 are right; the whole report shows each with its verdict and"
        " its source.")]
    table, elsewhere, further = claims_section(load_game("punto-banco-6"), found)
    assert isinstance(table, Table)
    assert [column.title for column in table.columns][-2:] == ["verdict", "printed at"]
    assert [row[2] for row in table.rows if not str(row[4]).startswith("right")] == ["44.6276%"]
    assert isinstance(elsewhere, Paragraph)
    assert "14 for 8 decks" in elsewhere.text
    assert "6 decks" not in elsewhere.text
    assert isinstance(further, Paragraph)
    assert further.text.startswith("That a figure is wrong, and the exact value, are computed")
    figure, = claims_figure(found)
    assert figure.alt.startswith("A point for each of 10 published figures")
    assert figure.alt.endswith("beyond half a unit: player, probability: 44.6276%.")


def test_few_figures_stand_in_the_short_report_too() -> None:
    found = judged("tie-9-to-1", "8")
    assert len(found) <= CLAIMS_IN_SHORT
    table, = claims_blocks(found)
    assert isinstance(table, Table)


@pytest.mark.parametrize(("name", "sentences"), [
    ("chemin-de-fer", ["None is recorded for this game."]),
    ("three-card-baccarat", ["None is recorded for these bets on this shoe.",
                             "A figure is compared only on the shoe that it is printed for. Of other shoes: 4 for 1"
                             " deck; the same report on one of these compares them."])])
def test_a_report_without_a_figure_says_why(name: str, sentences: list[str]) -> None:
    assert list(claims_section(load_game(name), ())) == list(map(Paragraph, sentences))


def test_figures_in_json_have_shoe_source_and_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "--game", "tie-9-to-1", "--full", "--format", "json"]) == 0
    first, second = json.loads(capsys.readouterr().out)["claims"]
    assert (first["decks"], first["source"], first["agrees"], first["standing"]) == (
        "8", "playbaccaratonline.net", True, "right")
    assert (second["agrees"], second["standing"]) == (False, "wrong")
    assert second["finding"] == "rounded to 4.8 and printed with a zero"
    assert second["finding"] in second["verdict"]


def test_the_figures_of_a_game_are_searched_page_by_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["claims", "--game", "tie-9-to-1", "--format", "json"]) == 1
    pages = json.loads(capsys.readouterr().out)["pages"]
    assert [(page["page"], page["stated"], page["passes"]) for page in pages] == [
        ("playbaccaratonline.net", "8", True), ("casinoexploit.com", "8", False)]


@pytest.mark.parametrize(("name", "decks"), [("punto-banco", "8"), ("ez-baccarat", "8")])
def test_right_is_counted_in_one_way(name: str, decks: str) -> None:
    """In the sentence, the table, the figure and its words, and JSON; a figure per resolved bet among them."""
    found = judged(name, decks)
    right = [item for item in found if item.verdict.startswith("right")]
    sentence, = claims_blocks(found)
    assert isinstance(sentence, Paragraph)
    assert f" {len(right)} are right" in sentence.text
    assert [item["agrees"] for item in claims_data(found)] == [item in right for item in found]
    assert [item["standing"] == "right" for item in claims_data(found)] == [item in right for item in found]
    figure, = claims_figure(found)
    assert figure.alt.count("; ") == len(found) - len(right)
    assert isinstance(figure.plot, Misses)
    assert sum(abs(unit) <= Fraction(1, 2) for unit in figure.plot.units) == len(right)


def test_a_reason_does_not_make_a_right_figure_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "punto-banco"\nclaims = [{ bet = "tie", quantity = "edge", printed = "14.36%",'
                    ' finding = "a misprint" }]\n')
    assert main(["report", "--game", str(path), "--full", "--format", "json"]) == 0
    claim, = json.loads(capsys.readouterr().out)["claims"]
    assert (claim["standing"], claim["verdict"]) == ("right", "right for 8 decks, 8 to 1.")
