"""A bundle of a user's own game holds the files that it was made from, and is made again from them anywhere."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from exact.cli import main
from exact.commands.given import given_files
from exact.errors import ExactError

GAME = """extends = "{parent}"
main = ["mine"]
[bets.mine]
title = "Mine"
lines = [{{ event = "Tie on 6", when = {{ winner = "tie", player.total = 6 }}, pays = 40 }}]
otherwise = "lose"
"""
BETS = """[other]
title = "Other"
lines = [{ event = "Tie on 7", when = { winner = "tie", player.total = 7 }, pays = 40 }]
otherwise = "lose"
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A game that extends another file, and a bet file of the same name in another folder."""
    place = tmp_path / "house"
    (place / "base").mkdir(parents=True)
    (place / "bets").mkdir()
    (place / "game.toml").write_text(GAME.format(parent="base/base.toml"))
    (place / "base" / "base.toml").write_text('extends = "punto-banco"\ndecks = 1\n')
    (place / "bets" / "game.toml").write_text(BETS)
    (place / "shoe.json").write_text('{"0": 16, "A": 4, "9": 3}')
    return place


def test_each_file_has_a_place_and_no_path_stays_in_the_words(house: Path) -> None:
    given = given_files(["--game", str(house / "game.toml"), f"--bet-file={house / 'bets' / 'game.toml'}", "--bets",
                         "mine", "--shoe", str(house / "shoe.json"), "--decks", "6"])
    assert given.words == ("--game", "given/game.toml", "--bet-file=given/2/game.toml", "--bets", "mine", "--shoe",
                           "given/shoe.json", "--decks", "6")
    assert {place: data.decode() for place, data in given.files.items()} == {
        "given/game.toml": GAME.format(parent="base/base.toml"), "given/2/game.toml": BETS,
        "given/base/base.toml": (house / "base" / "base.toml").read_text(),
        "given/shoe.json": (house / "shoe.json").read_text()}


def test_a_file_named_twice_has_one_place(house: Path) -> None:
    path = str(house / "bets" / "game.toml")
    given = given_files(["--bet-file", path, "--bet-file", path])
    assert given.words == ("--bet-file", "given/game.toml", "--bet-file", "given/game.toml")
    assert len(given.files) == 1


@pytest.mark.parametrize("words", [[], ["--game", "polish-page"], ["--shoe", "0=16 A=4", "--bets", "tie"]])
def test_the_catalogue_and_a_shoe_in_words_are_no_files(words: list[str]) -> None:
    assert given_files(words) == type(given_files([]))(tuple(words), {})


def test_what_no_bundle_can_hold(house: Path) -> None:
    (house / "game.toml").write_text(GAME.format(parent=house / "base" / "base.toml"))
    with pytest.raises(ExactError, match="by its place on this machine"):
        given_files(["--game", str(house / "game.toml")])
    for path, fault in ((house, "no plain file"), (house / "none.toml", "no such file")):
        with pytest.raises(ExactError, match=fault):
            given_files(["--bet-file", str(path)])


def test_a_bundle_is_made_again_by_its_recipient(house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                 capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(house)
    words = ["report", "--game", str(house / "game.toml"), "--bet-file", "bets/game.toml", "--bets", "mine,other"]
    assert main([*words, "--output", "made"]) == 0
    sent = tmp_path / "elsewhere" / "bundle"
    shutil.move(house / "made", sent)
    shutil.rmtree(house / "base")
    monkeypatch.chdir(tmp_path)
    texts = [path.read_text() for path in sent.rglob("*") if path.suffix not in (".pdf", ".svg") and path.is_file()]
    assert not any(str(tmp_path) in text for text in texts)
    manifest = json.loads((sent / "manifest.json").read_text())
    copy = sent / "given" / "2" / "game.toml"
    assert manifest["sha256"]["given/2/game.toml"] == hashlib.sha256(copy.read_bytes()).hexdigest()
    capsys.readouterr()
    assert main(["report", "--check", str(sent)]) == 0
    capsys.readouterr()
    table = f"{manifest['command'].removesuffix(' --full')} --table bets"
    assert f"<code>{table}</code>" in (sent / "report.html").read_text()
    monkeypatch.chdir(sent)
    assert main([*table.split()[1:], "--format", "csv"]) == 0
    assert capsys.readouterr().out == (sent / "tables" / "bets.csv").read_text()
    copy.write_text(BETS.replace("40", "41"))
    assert main(["report", "--check", ".", "--format", "json"]) == 1
    assert json.loads(capsys.readouterr().out)["differences"] == [
        {"file": "given/2/game.toml", "what": "is not the file that the bundle was made from"}]
