"""Names of tables and columns tell what is in them, without counting."""

import csv
import io
import re

import pytest

from exact.cli import main
from exact.report.document import Column


def names_of(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    assert main([*words, "--format", "csv"]) == 0
    return list(dict.fromkeys(row["table"] for row in csv.DictReader(io.StringIO(capsys.readouterr().out))))


@pytest.mark.parametrize("words", [
    ("compare", "punto-banco", "no-commission"),
    ("report", "--game", "russian-page"),
    ("report", "--bets", "main,ez-banker,small,big,insurance-6,four-cards", "--decks", "1")])
def test_no_two_tables_share_a_name(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "--format", "markdown"]) == 0
    captions = re.findall(r"(?m)^\*\*(.*)\*\*$", capsys.readouterr().out)
    assert len(set(captions)) == len(captions)
    names = names_of(capsys, *words)
    assert len(names) >= 6
    assert not any(re.search(r"[ -]\d+$", name) for name in names if not name.startswith("lines of"))


def test_parts_of_a_wide_table_are_named_by_their_bets(capsys: pytest.CaptureFixture[str]) -> None:
    names = names_of(capsys, "report", "--bets", "main,small,big,four-cards", "--decks", "1")
    assert {"edges by decks player to big", "edges by decks four-cards", "removal player to big",
            "removal four-cards"} <= set(names)
    assert {"edges by decks", "removal"} <= set(names_of(capsys, "report", "--decks", "1"))


def test_names_of_columns_are_plain_and_say_a_unit_that_people_are_not_shown() -> None:
    assert [Column(title).name for title in ("in shoe, each", "P(EV > 0)", "house edge, per bet made", "RTP")] == [
        "in_shoe_each", "p_ev_>_0", "house_edge_per_bet_made", "rtp"]
    assert Column("player", "per 10^7").name == "player_per_unit_staked"


def test_a_removal_table_in_csv_says_its_unit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "--table", "removal", "--format", "csv"]) == 0
    head, first, *_ = csv.reader(io.StringIO(capsys.readouterr().out))
    assert head[:4] == ["card", "in_shoe_each", "player_per_unit_staked", "player_per_unit_staked_fraction"]
    assert abs(float(first[2])) < 1e-3
