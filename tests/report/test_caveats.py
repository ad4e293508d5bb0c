"""A bet whose pays or events the published rules leave in doubt is marked wherever its edge stands."""

import json
import re
from typing import Any

import pytest

from exact.analysis.atlas import atlas
from exact.analysis.odds.compare import compare
from exact.analysis.odds.laws import Study
from exact.cli import main
from exact.game.bet_catalogue import catalogue_bets
from exact.game.bets import DOUBTS, LIMITED
from exact.game.catalogue import load_game
from exact.report.caveats import NEGATIVE
from exact.report.document import Table
from exact.report.pages.index import BundleOnPage, index_blocks
from exact.report.sections.atlas import atlas_blocks, atlas_data
from exact.report.sections.compare import comparison_tables
from exact.report.sections.decks import deck_tables
from exact.report.sections.odds import bet_data, line_table, summary_table

GAME = load_game("punto-banco")
AT_MOST = ("royal-match-player", "royal-match-banker", "super-lucky-7")
UNCERTAIN = ("player-suited-pair", "banker-suited-pair", "bellagio-match-player", "bellagio-match-banker", "all-red",
             "all-black", "over-9-5", "under-9-5", "dai-bacc-kill", "bahamian-player", "perfect-pair:200-to-1")


@pytest.mark.parametrize(("names", "edge"), [(AT_MOST, "at most"), (UNCERTAIN, "uncertain")])
def test_bets_that_print_leaves_in_doubt(names: tuple[str, ...], edge: str) -> None:
    for name in names:
        doubt = GAME.named(name).doubt
        assert doubt is not None
        assert doubt.edge == edge


def test_a_doubt_of_the_catalogue_is_data_and_no_note() -> None:
    told = re.compile("upper bound|could not be read|cannot belong|misprint|unclear|no printed line", re.I)
    for name, table in catalogue_bets().items():
        assert not told.search(" ".join(table.get("notes", ()))), name


def test_a_variant_has_the_doubt_of_its_bet_unless_it_says_otherwise() -> None:
    assert GAME.named("player-odd").doubt is not None
    assert GAME.named("player-odd:ebet").doubt is None


def _columns(table: Table) -> list[str]:
    return [column.title for column in table.columns]


def test_report_tables_mark_it_and_say_why() -> None:
    study = Study(GAME.rules, (GAME.named("player"), GAME.named("royal-match-player")))
    laws = study.odds(GAME.shoe()).bets
    table = summary_table(laws)
    assert _columns(table)[:2] == ["bet", "caveat"]
    assert [row[:2] for row in table.rows] == [("player", ""), ("royal-match-player", "at most")]
    why = "royal-match-player (at most): Only the pay of a suited king and queen could be read; the unsuited pair loses"
    assert any(note.startswith(why) for note in table.notes)
    assert f"at most: {DOUBTS['at most']}." in table.notes
    assert "caveat" not in _columns(summary_table(laws[:1]))
    assert "could be read" in " ".join(line_table(laws[1]).notes)
    assert bet_data(laws[1])["doubt"]["edge"] == "at most"
    assert bet_data(laws[0])["doubt"] is None
    *_, decks = deck_tables([(8, study.odds(GAME.shoe()))])
    assert any(note.startswith(why) for note in decks.notes)


@pytest.fixture(scope="module")
def document() -> tuple[tuple[Any, ...], dict[str, Any]]:
    entries = atlas(GAME, ("player", "royal-match-player", "player-suited-pair"))
    games = [item for name in ("polish-page", "bahamian") for other in [load_game(name)]
             for item in compare([other], other.main, [other.shoe()])]
    return atlas_blocks(entries, games), atlas_data(entries, games)


def test_the_atlas_marks_it(document: tuple[tuple[Any, ...], dict[str, Any]]) -> None:
    blocks, data = document
    tables = {block.key: block for block in blocks if isinstance(block, Table)}
    for key in ("edges", "figures"):
        assert [row[1] for row in tables[key].rows] == ["", "at most", "uncertain"]
    assert {row[0]: row[1] for row in tables["countable"].rows}["player-suited-pair"] == "uncertain"
    assert [row[1] for row in tables["games"].rows] == ["assumed"] * 3 + ["uncertain"] * 2 + ["assumed"]
    assert "Of 2 bets the published rules leave the pays or the event in doubt" in blocks[0].text
    assert [bet["doubt"] and bet["doubt"]["edge"] for bet in data["bets"]] == [None, "at most", "uncertain"]


def test_the_index_marks_it(document: tuple[tuple[Any, ...], dict[str, Any]]) -> None:
    number = {"fraction": "1/2", "decimal": "0.5"}
    bet = {"name": "tie", "title": "Tie", "house_edge": number, "edge_resolved": number, "rtp": number,
           "hit_frequency": number, "doubt": None}
    report = {"game": {"name": "polish-page"}, "shoe": {"decks": 8}, "bets": [bet],
              "decks": [{"decks": 8, "bets": [bet]}], "unsaid": [{"what": "the decks", "assumed": "eight"}]}
    shelves = (BundleOnPage("polish-page", {"title": "P", "report": "exact-report/1"}, report),
               BundleOnPage("atlas", {"title": "A", "report": "exact-atlas/1"}, document[1]))
    tables = {table.key: table for table in index_blocks(shelves, str) if isinstance(table, Table)}
    assert [row[1] for row in tables["main"].rows] == ["assumed"]
    assert [row[1] for row in tables["edges"].rows] == ["", "at most", "uncertain"]
    assert any("could be read" in note for note in tables["edges"].notes)


def test_the_list_of_bets_marks_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bets", "player-odd", "--format", "json"]) == 0
    bet = json.loads(capsys.readouterr().out)["bet"]
    assert bet["doubt"]["edge"] == "uncertain"
    assert [one["doubt"] for one in bet["variants"]] == [None]


def test_two_tables_of_one_bet_stand_once_in_the_atlas() -> None:
    entries = atlas(GAME, ("no-commission-banker", "banker-by-total:half-on-6", "banker-by-total:half-on-5"))
    assert [entry.bet.name for entry in entries] == ["no-commission-banker", "banker-by-total:half-on-5"]


def test_a_command_that_names_a_bet_in_doubt_notes_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "--bets", "royal-match-player,tie"]) == 0
    said = capsys.readouterr()
    assert said.err == ("note: bet royal-match-player (at most): Only the pay of a suited king and queen could be read;"
                        " the unsuited pair loses here.\n")
    assert "at most" in said.out


def test_a_negative_edge_is_explained_wherever_it_stands(capsys: pytest.CaptureFixture[str]) -> None:
    study = Study(GAME.rules, (GAME.named("player"), GAME.named("lucky-bonus")))
    odds = study.odds(GAME.shoe())
    entries = atlas(GAME, ("player", "lucky-bonus"))
    games = compare([GAME], ["lucky-bonus"], [GAME.shoe()])
    tables = [summary_table(odds.bets), *list(deck_tables([(8, odds)]))[1:], *comparison_tables(games)][:4]
    blocks = atlas_blocks(entries, games)
    tables += [block for block in blocks if isinstance(block, Table) and block.key in ("edges", "figures", "games")]
    for table in tables:
        shows_edge = any("edge" in f"{table.title} {column.title}" for column in table.columns)
        assert (NEGATIVE in table.notes) == shows_edge, table.title
    assert NEGATIVE not in summary_table(odds.bets[:1]).notes
    for words in (["bets"], ["formula", "--bets", "lucky-bonus", "--decks", "8"]):
        assert main(words) == 0
        assert NEGATIVE in " ".join(capsys.readouterr().out.split())


def test_what_the_house_limits_is_marked_with_the_edge() -> None:
    bet = GAME.named("lucky-bonus")
    assert bet.doubt is not None
    assert bet.doubt.edge == LIMITED
    table = summary_table(Study(GAME.rules, (bet,)).odds(GAME.shoe()).bets)
    assert table.rows[0][1] == "limited"
    assert any(note.endswith("(limited): The house limits this bet to a tenth of the Banker bet; alone it favours the"
                             " bettor.") for note in table.notes)
    assert not any("limits" in note for name in catalogue_bets() for note in GAME.named(name).notes)
