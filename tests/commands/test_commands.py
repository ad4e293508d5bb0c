"""What `odds`, `compare`, `games` and the command line itself answer, against the library called directly."""

import json
from fractions import Fraction

import pytest

from exact import __version__
from exact.analysis.odds.dealt import read_dealt
from exact.analysis.odds.laws import Study
from exact.cli import main
from exact.commands import COMMANDS
from exact.game.catalogue import game_names, load_game
from exact.game.rules import STANDARD
from exact.game.shoe import Shoe

MAIN = tuple(load_game("punto-banco").named(name) for name in ("player", "banker", "tie"))


@pytest.fixture
def run(capsys):
    def command(*arguments):
        assert main(list(arguments)) == 0
        return capsys.readouterr().out

    return command


def value(number):
    return Fraction(number["fraction"])


def assert_same(data, odds):
    """A shoe's odds in JSON are those of the library."""
    assert {x["name"]: value(x["probability"]) for x in data["outcomes"]} == {
        "player": odds.player, "banker": odds.banker, "tie": odds.tie}
    assert [int(x["count"]) for x in data["outcomes"]] == [count for _, count in odds.outcomes]
    assert {x["name"]: value(x["rtp"]) for x in data["bets"]} == {law.bet.name: law.rtp for law in odds.bets}


# odds

@pytest.mark.parametrize(("options", "shoe"), [
    ((), Shoe.decks(8)), (("--decks", "1"), Shoe.decks(1)), (("--decks", "inf"), Shoe.infinite_deck()),
    (("--decks", "6", "--remove", "9,9,K"), Shoe.decks(6).remove("9", "9", "K")),
    (("--shoe", "0=6"), Shoe.of({"0": 6})), (("--shoe", "9h=3 A=9"), Shoe.of({"9": 3, "A": 9})),
    (("--game", "russian-page"), Shoe.decks(6))])
def test_odds_of_a_shoe(run, options, shoe):
    data = json.loads(run("odds", *options, "--format", "json"))
    assert data["schema"] == "exact-odds/1"
    assert_same(data, Study(STANDARD, MAIN).odds(shoe))


@pytest.mark.parametrize("dealt", ["P9h B4 P2", "P=5", "P=5 B=3 P4", "P2 B3 P3 BK P9 B10", ""])
def test_odds_of_a_coup_in_progress_take_its_cards_out_of_the_shoe(run, dealt):
    data = json.loads(run("odds", "--dealt", dealt, "--format", "json"))
    known = read_dealt(dealt, STANDARD)
    shoe = Shoe.decks(8).remove(*(cards for _, cards in known.cards))
    assert_same(data, Study(STANDARD, MAIN, known).odds(shoe))


def test_odds_of_a_coup_in_progress_from_the_infinite_shoe(run):
    data = json.loads(run("odds", "--decks", "inf", "--dealt", "P9 B0 P0", "--format", "json"))
    assert {x["name"]: value(x["probability"]) for x in data["outcomes"]} == {
        "player": Fraction(12, 13), "banker": 0, "tie": Fraction(1, 13)}
    text = run("odds", "--decks", "inf", "--dealt", "P9 B0 P0")
    assert "52 cards are left" not in text
    assert "with replacement" in text


def test_the_tree_adds_up_in_json(run):
    data = json.loads(run("odds", "--dealt", "P2 B3 P3 BK", "--explain", "--format", "json"))
    tree = data["tree"]
    assert sum(value(branch["probability"]) for branch in tree["branches"]) == 1
    for name in ("player", "banker", "tie"):
        assert value(tree["outcomes"][name]) == sum(
            value(branch["probability"]) * value(branch["outcomes"][name]) for branch in tree["branches"])
    assert {x["name"]: value(x["probability"]) for x in data["outcomes"]} == {
        name: value(tree["outcomes"][name]) for name in ("player", "banker", "tie")}


def test_a_shoe_as_dealt(run, tmp_path):
    path = tmp_path / "shoe.txt"
    path.write_text("\ufeff# first coups\n9h 4c Ks 2d\n\nP2 B3 P3 BK P9 B8  # a comment\n", encoding="utf-8")
    data = json.loads(run("odds", "--decks", "1", "--seen", str(path), "--format", "json"))
    assert [(coup["coup"], coup["cards_left"], coup["winner"]) for coup in data["coups"]] == [
        (1, 52, "player"), (2, 48, "player")]
    shoe = Shoe.decks(1)
    study = Study(STANDARD, MAIN)
    assert_same(data["coups"][0], study.odds(shoe))
    shoe = shoe.remove("9h", "4c", "Ks", "2d")
    assert_same(data["coups"][1], study.odds(shoe))
    assert_same(data["next"], study.odds(shoe.remove("2", "3", "3", "K", "9", "8")))


def test_a_shoe_dealt_to_the_end_has_no_next_coup(run, tmp_path):
    path = tmp_path / "shoe.txt"
    path.write_text("0 0 0 0 0 0\n")
    data = json.loads(run("odds", "--shoe", "0=8", "--seen", str(path), "--format", "json"))
    assert data["next"] is None
    assert len(data["coups"]) == 1


# compare

def test_games_side_by_side(run):
    names = ["russian-page", "russian-page-literal", "russian-page-no-five", "russian-page-shifted"]
    data = json.loads(run("compare", *names, "--format", "json"))
    assert [row["name"] for row in data["games"]] == names
    counts = {row["name"]: [int(x["count"]) for x in row["outcomes"]] for row in data["games"]}
    assert counts["russian-page-literal"] == [393102357435648, 402531275473920, 83235573986112]
    base = data["games"][0]
    for row in data["games"]:
        for x, first in zip(row["outcomes"], base["outcomes"], strict=True):
            assert value(x["change"]) == value(x["probability"]) - value(first["probability"])
        for x, first in zip(row["bets"], base["bets"], strict=True):
            assert value(x["edge_change"]) == value(x["house_edge"]) - value(first["house_edge"])


def test_games_side_by_side_on_one_shoe(run):
    data = json.loads(run("compare", "punto-banco", "russian-page", "--decks", "4", "--format", "json"))
    assert {row["cards"] for row in data["games"]} == {208}
    assert data["games"][0]["outcomes"] == data["games"][1]["outcomes"]


# games

def test_every_game_is_listed(run):
    data = json.loads(run("games", "--format", "json"))
    assert [game["name"] for game in data["games"]] == list(game_names())
    text = run("games")
    assert all(name in text for name in game_names())


def test_one_game_in_full(run):
    data = json.loads(run("games", "russian-page-no-five", "--format", "json"))["game"]
    game = load_game("russian-page-no-five")
    assert data["decks"] == 6
    assert data["rules"] == game.rules.differences()
    assert data["rules_hash"] == game.rules.hash
    assert [item["what"] for item in data["unsaid"]] == [item.what for item in game.unsaid]


# the command line itself

@pytest.mark.parametrize("arguments", [(), ("-h",), ("--help",)])
def test_the_overview_names_every_command(run, arguments):
    text = run(*arguments)
    assert all(f"  {name} " in text for name in COMMANDS)


def test_the_version(run):
    assert run("--version") == f"exact {__version__}\n"


@pytest.mark.parametrize("command", ["report", "odds", "compare", "games"])
def test_help_has_examples(command, capsys):
    with pytest.raises(SystemExit) as stop:
        main([command, "-h"])
    assert stop.value.code == 0
    assert f"examples:\n  exact {command}" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["report", "odds", "games"])
def test_the_same_command_gives_the_same_bytes(run, command):
    assert run(command, "--format", "json") == run(command, "--format", "json")


def test_the_path_of_the_output_is_not_in_the_provenance(tmp_path, capsys):
    for option in (["--output", str(tmp_path / "a.json")], [f"--output={tmp_path / 'b.json'}"]):
        assert main(["games", *option, "--format", "json"]) == 0
    capsys.readouterr()
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()
    assert str(tmp_path) not in (tmp_path / "a.json").read_text()
