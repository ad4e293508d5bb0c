"""`next`, `streaks`, `known`, `in-play` and `coups`: their answers against the library, their words, and bad input."""

import csv
import io
import json
import re
import shlex
from fractions import Fraction

import pytest

from exact.analysis.odds.in_play import given_odds
from exact.analysis.odds.laws import Study
from exact.analysis.removal.known_cards import known_cards, read_groups
from exact.analysis.shoe.coups import cards_per_coup, coups_per_shoe
from exact.analysis.shoe.events import WINNER, EventQuery, read_history
from exact.analysis.shoe.sequence import after, two_coups
from exact.analysis.shoe.streaks import fresh_streaks
from exact.cli import main
from exact.game.catalogue import load_game
from exact.game.procedure import Procedure
from exact.game.rules import STANDARD
from exact.game.shoe import Shoe

PUNTO = load_game("punto-banco")
DECK = Shoe.decks(1)


@pytest.fixture
def run(capsys):
    def command(*arguments):
        assert main(list(arguments)) == 0
        return capsys.readouterr().out

    return command


@pytest.fixture
def ask(run):
    return lambda *arguments: json.loads(run(*arguments, "--format", "json"))


def value(number):
    return None if number is None else Fraction(number["fraction"])


def test_next_prints_the_joint_law_and_what_changes(ask):
    data = ask("next", "--decks", "1")
    law = two_coups(STANDARD, DECK)
    assert data["schema"] == "exact-next/1"
    names = WINNER.names
    assert {(x["first"], x["second"]): value(x["probability"]) for x in data["joint"]} == {
        (names[i], names[j]): law.probability(i, j) for i in range(3) for j in range(3)}
    for x in data["conditional"]:
        i, j = names.index(x["given"]), names.index(x["then"])
        assert (value(x["probability"]), value(x["change"])) == (law.conditional(i, j), law.change(i, j))
    for x in data["correlations"]:
        square, negative = law.correlation(names.index(x["first"]), names.index(x["second"]))
        assert Fraction(x["correlation"]["square"]) == square
        assert x["correlation"]["decimal"].startswith("-") == negative
    assert sum(int(x["count"]) for x in data["joint"]) == int(data["of"])
    assert len(data["bets"]) == 9


def test_next_says_in_words_how_little_it_is(run):
    text = run("next")
    line = text.replace("\n", " ")
    assert "no result makes a bet worth making: the best is Banker, 5 % commission after Player, at -1.057640 %" in line
    assert "In words: no result of the first coup moves a probability of the second by more than 0.00179 percentage" \
        " points (Tie after Tie: down from 0.095156 to 0.095138)" in line
    assert "The EV of a bet moves by at most 0.0161 % of the stake;" in line
    assert "out of 22,886,198,049,512,024,212,768,054,272,000." in line
    assert all(len(line) <= 100 for line in text.splitlines())
    assert "says nothing" in run("next", "--decks", "inf")


def test_next_says_when_a_bet_wins_with_nothing_known_too(run):
    """Where every card but a few is a ten, the Tie wins anyway; elsewhere a history alone may make a bet win."""
    text = " ".join(run("next", "--shoe", "0=28 9=2").split())
    assert "the best is Tie, 8 to 1 after Player, which wins +" in text
    assert "but with nothing known Tie, 8 to 1 wins too, +" in text
    assert "worth making" not in text
    text = " ".join(run("next", "--shoe", "2=6 8=2 9=5").split())
    assert "which wins +57.734573 % of the stake, while with nothing known no bet wins." in text


def test_a_history_may_have_blanks(ask):
    one, other = ask("next", "--decks", "1", "--after", " b T "), ask("next", "--decks", "1", "--after", "BT")
    assert one["history"] == other["history"] == "BT"
    assert {**one, "provenance": 0} == {**other, "provenance": 0}


def test_next_after_a_history_in_any_order(ask):
    one, other = ask("next", "--decks", "1", "--after", "bt"), ask("next", "--decks", "1", "--after", "TB")
    assert [x["probability"] for x in one["conditional"]] == [x["probability"] for x in other["conditional"]]
    (law,) = after(STANDARD, DECK, read_history("BT"))
    assert value(one["history_probability"]) == law.history
    assert [value(x["change"]) for x in one["conditional"]] == [law.change(j) for j in range(3)]


def test_next_given_a_condition_and_other_things_asked(ask):
    data = ask("next", "--decks", "1", "--given", "player.natural = true, winner = [\"player\", \"tie\"]")
    event = EventQuery.of_event(STANDARD, {"player.natural": True, "winner": ["player", "tie"]}, "x")
    law = two_coups(STANDARD, DECK, event, WINNER)
    assert [value(x["probability"]) for x in data["conditional"]] == [law.conditional(0, j) for j in range(3)]
    data = ask("next", "--decks", "1", "--first", "both.cards", "--second", "banker.natural", "--bets", "player")
    assert {x["first"] for x in data["joint"]} == {"4", "5", "6"}
    assert sum(value(x["probability"]) for x in data["joint"]) == 1


def test_next_after_known_cards_is_the_shoe_without_them(ask):
    data = ask("next", "--decks", "1", "--after-cards", "9 4 2 2 6 K")
    odds = Study(STANDARD, ()).odds(DECK.remove("9", "4", "2", "2", "6", "K"))
    assert [value(x["probability"]) for x in data["conditional"]] == [odds.player, odds.banker, odds.tie]


def test_three_coups_and_an_impossible_history(ask, run):
    data = ask("next", "--shoe", "0=14 6=2 8=2", "--coups", "3")
    assert sum(value(x["probability"]) for x in data["joint"]) == 1
    assert len(data["joint"]) == 27
    assert "is impossible in this shoe" in run("next", "--shoe", "0=30", "--after", "BB")
    assert ask("next", "--shoe", "0=30", "--after", "BB")["conditional"][0]["probability"] is None


def test_a_simulated_number_says_so(ask, run):
    options = ("next", "--shoe", "0=30 9=20 5=20", "--after", "BPBTB", "--shoes", "2000", "--seed", "3")
    data = ask(*options)
    assert all(x["probability"]["n"] == 2000 and x["probability"]["seed"] == 3 for x in data["conditional"])
    assert data == ask(*options)
    text = run(*options)
    assert "SIMULATED" in text
    assert "standard errors" not in text  # how large a change is beside them depends on the shoe


def test_streaks(ask, run):
    options = ("streaks", "--decks", "1", "--coups", "8", "--longest", "3", "--ties", "ignore", "--side", "player")
    data = ask(*options, "--shoes", "500")
    streaks = fresh_streaks(STANDARD, DECK, "player", "ignore", 8)
    assert [value(x["at_least"]) for x in data["runs"]] == [streaks.at_least(k) for k in (1, 2, 3)]
    assert [value(x["expected"]) for x in data["runs"]] == [streaks.expected(k) for k in (1, 2, 3)]
    assert data["runs"][0]["simulated_at_least"]["n"] == 500
    assert sum(value(x["probability"]) for x in data["longest"]) == 1
    text = run(*options, "--exact-only")
    assert "a tie is passed over" in text
    assert "SIMULATED" not in text


def test_among_decisions_a_tie_is_passed_over(ask, run):
    options = ("streaks", "--decks", "1", "--decisions", "6", "--exact-only")
    assert "Convention: a tie is passed over" in run(*options)
    data = ask(*options)
    assert (data["ties"], data["convention"]) == ("ignore", "a tie is passed over, and is not counted among the coups")
    assert ask(*options, "--ties", "ignore")["runs"] == data["runs"]
    assert ask("streaks", "--decks", "1", "--exact-only")["ties"] == "break"


@pytest.mark.parametrize("count", ["--coups", "--decisions"])
def test_no_more_runs_are_shown_than_there_are_coups(ask, count):
    data = ask("streaks", "--decks", "1", count, "3", "--shoes", "100")
    assert [x["length"] for x in data["runs"]] == [1, 2, 3]
    assert [x["length"] for x in data["longest"]] == [0, 1, 2, 3]
    assert len(ask("streaks", "--decks", "1", count, "12", "--exact-only")["runs"]) == 10


@pytest.mark.parametrize("command", ["next", "streaks", "known", "in-play", "coups"])
def test_what_the_help_gives_as_an_example_is_accepted(command, run, capsys):
    """Values of options in quotes, and the examples below the options, with a small shoe for a quick answer."""
    with pytest.raises(SystemExit):
        main([command, "--help"])
    words = " ".join(capsys.readouterr().out.split())
    options, lines = words.split(" examples: ")
    small = ("--shoe", "K=14 2=3 4=3 5=3 6=3 8=2 9=2")
    for option, text in re.findall(r"(--[a-z-]+) [A-Z]+ (?:(?! --[a-z]).)*?'([^']+)'", options):
        if option in ("--given", "--dealt", "--after-cards"):
            assert run(command, option, text, *small)
    for line in lines.split("exact ")[1:]:
        line = re.sub("--shoes [0-9]+", "--shoes 100", re.sub("--decks [0-9]+", "", line))
        line = re.sub("--coups 60", "--coups 5", line)
        assert run(*shlex.split(line), *(() if "--shoe " in line else small))


def test_known(ask):
    data = ask("known", "--decks", "1", "--cards", "1,2", "--groups", "6-9", "--bets", "main")
    bets = tuple(map(PUNTO.named, PUNTO.main))
    found = known_cards(STANDARD, DECK, bets, dict.fromkeys((1, 2), read_groups("6-9")))
    assert value(data["gain"]) == found.gain
    assert [x["known"] for x in data["sights"]] == [["6-9", "6-9"], ["6-9", "0-5"], ["0-5", "6-9"], ["0-5", "0-5"]]
    assert [value(x["evs"]["tie"]) for x in data["sights"]] == [sight.evs[2] for sight in found.sights]
    each = ask("known", "--decks", "1")
    assert [x["card"] for x in each["cards"]] == [1, 2, 3, 4, 5, 6]
    sorts = ask("known", "--decks", "1", "--cards", "1", "--sort", "value", "--top", "2")
    assert sorts["searched"] == 511
    assert len(sorts["sorts"]) == 2
    assert value(ask("known", "--decks", "1", "--burn-card")["frequency"]) >= 0
    few = ask("known", "--shoe", "9=16 0=20", "--sort", "value")
    assert [(x["group"], x["rest"]) for x in few["sorts"]] == [("0", "9")]


def test_in_play(ask, run, tmp_path):
    table = run("in-play", "--given", "both-totals", "--decks", "1", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(table)))
    cells = given_odds(STANDARD, DECK, "both-totals").rows
    assert [Fraction(row["banker_fraction"]) for row in rows] == [cell.outcomes[1] for cell in cells]
    data = ask("in-play", "--given", "player-total", "--decks", "1")
    rows = given_odds(STANDARD, DECK, "player-total").rows
    assert value(data["rows"][4]["outcomes"]["player"]) == rows[4].outcomes[0]
    for table in ("third-card", "banker-third"):
        assert ask("in-play", "--given", table, "--decks", "1")["rows"]
    picture = tmp_path / "coup.svg"
    text = run("in-play", "--dealt", "P9 B4 P2 B2 P6 BK", "--plot", str(picture))
    assert "P" * 40 in text
    first = picture.read_bytes()
    assert first.startswith(b"<?xml")
    run("in-play", "--dealt", "P9 B4 P2 B2 P6 BK", "--plot", str(picture))
    assert picture.read_bytes() == first


@pytest.mark.parametrize("output", [["--output", "/no/such/folder/x.txt"], ["--output", ""]], ids=str)
def test_no_picture_is_written_where_the_result_cannot_be(output, tmp_path, capsys):
    for old in (b"", b"a picture"):
        picture = tmp_path / "coup.svg"
        if old:
            picture.write_bytes(old)
        assert main(["in-play", "--dealt", "P9", "--plot", str(picture), *output]) == 2
        assert [path.read_bytes() for path in tmp_path.iterdir()] == [old] * bool(old)
    assert "--output" in capsys.readouterr().err


def test_no_result_is_written_where_the_picture_cannot_be(tmp_path, capsys):
    (tmp_path / "x.svg").mkdir()
    for picture in (tmp_path / "x.svg", tmp_path / "none" / "y.svg"):
        result = tmp_path / "result.txt"
        assert main(["in-play", "--dealt", "P9", "--plot", str(picture), "--output", str(result)]) == 2
        assert capsys.readouterr().err.startswith(f"error: --plot {str(picture)!r}")
        assert [path.name for path in tmp_path.iterdir()] == ["x.svg"]


def test_coups(ask, run):
    data = ask("coups", "--shoe", "0=9 6=4 9=1", "--burn", "none", "--cut", "4")
    shoe = Shoe.of({"0": 9, "6": 4, "9": 1})
    law = coups_per_shoe(STANDARD, shoe, Procedure("none", 4))
    assert data["kind"] == "exact"
    assert value(data["mean_coups"]) == law.mean
    cards = cards_per_coup(STANDARD, shoe)
    assert [value(x["probability"]) for x in data["cards_per_coup"]] == [p for _, p in cards.law]
    assert ask("coups", "--cut", "416", "--shoes", "20")["coups"][0]["coups"] == 1
    assert ask("coups", "--shoe", "0=12", "--burn", "none")["coups"][0]["coups"] == 1  # the cut card is on top
    assert "SIMULATED" in run("coups", "--shoes", "200")
    burned = ask("coups", "--shoe", "0=9 6=9 8=9", "--cut", "5")
    shoe = Shoe.of({"0": 9, "6": 9, "8": 9})
    assert burned["kind"] == "exact"
    assert value(burned["mean_coups"]) == coups_per_shoe(STANDARD, shoe, Procedure(cut=5)).mean
    assert burned["procedure"] == str(Procedure(cut=5))
    assert "coups_bounded" not in ask("coups", "--decks", "inf")


def test_a_number_of_shoes_that_is_not_dealt_is_noted(capsys):
    """Whether a shoe has an exact law is not for the user to know beforehand."""
    assert main(["coups", "--shoe", "0=30", "--shoes", "300", "--cut", "9"]) == 0
    assert capsys.readouterr().err.startswith("note: --shoes: not used")
    assert main(["coups", "--decks", "1", "--shoes", "300"]) == 0
    assert capsys.readouterr().err == ""


BAD = [
    (("next", "--after", "BXP"), "'X' is not a result"),
    (("next", "--after", ""), "is empty"),
    (("next", "--after", " "), "is empty"),
    (("next", "--shoe", "0=11"), "2 coups may need 12"),
    (("next", "--shoe", "0=20", "--after", "BBP"), "4 coups may need 24"),
    (("next", "--shoe", "0=20", "--after", "BBPBB"), "6 coups may need 36"),
    (("next", "--after", "B", "--given", "winner = \"tie\""), "--after with --given"),
    (("next", "--after", "B", "--coups", "3"), "--after with --coups"),
    (("next", "--given", "winner"), "not a condition"),
    (("next", "--given", "player.luck = 3"), "unknown fact"),
    (("next", "--first", "player.luck"), "neither a bet nor a fact"),
    (("next", "--first", "nosuch-bet-at-all"), "unknown"),
    (("next", "--coups", "5"), "from 2 to 3"),
    (("next", "--after-cards", "9 4 2 2"), "is missing"),
    (("next", "--after-cards", "9 9 9 9", "--shoe", "0=20 9=3"), "not in the shoe"),
    (("next", "--after", "BBBB", "--second", "player.total"), "--second"),
    (("known", "--groups", "0-5/5-9"), "5 is in two groups"),
    (("known", "--groups", "0-4/6-9"), "5 is in no group"),
    (("known", "--cards", "1,1"), "named twice"),
    (("known", "--cards", "9"), "numbered 1 to 6"),
    (("known", "--cards", "x"), "card numbers"),
    (("known", "--burn-card", "--cards", "1"), "--burn-card with --cards"),
    (("known", "--sort", "value", "--groups", "6-9"), "--sort with --groups"),
    (("known", "--shoe", "0=5"), "may need 6"),
    (("in-play",), "give --dealt"),
    (("in-play", "--dealt", "P9 P4"), "out of turn"),
    (("in-play", "--given", "player-total", "--plot", "x.svg"), "--plot"),
    (("in-play", "--dealt", "P9", "--plot", "/no/such/folder/x.svg"), "folder"),
    (("streaks", "--coups", "0"), "from 1 to 1,000"),
    (("streaks", "--coups", "5", "--longest", "6"), "longer than"),
    (("in-play", "--dealt", "P9", "--plot", "/no/such/folder/x.svg"), "--plot '/no"),
    (("in-play", "--dealt", "P9", "--plot", "a.txt"), "ending .svg"),
    (("in-play", "--dealt", "P9", "--plot", "picture"), "ending .svg"),
    (("in-play", "--dealt", "P9", "--plot", ""), "ending .svg"),
    (("in-play", "--dealt", "P9", "--plot", "./a.svg", "--output", "a.svg"), "--output too"),
    (("in-play", "--given", "third-card", "--bets", "dragon-7"), "--bets: the tables of --given"),
    (("in-play", "--given", "third-card", "--stake=7"), "--stake: the tables of --given"),
    (("known", "--groups", ""), "a group is empty"),
    (("known", "--cards", ""), "card numbers"),
    (("known", "--burn-card", "--cards", ""), "--burn-card with --cards"),
    (("known", "--sort", "value", "--groups", ""), "--sort with --groups"),
    (("known", "--top", "5"), "--top"),
    (("known", "--sort", "value", "--shoe", "9=20"), "the shoe holds 9 alone"),
    (("known", "--sort", "value", "--shoe", "T=20 K=4"), "the shoe holds 0 alone"),
    (("next", "--coups", "3", "--bets", "dragon-7"), "--bets: three coups"),
    (("next", "--after", "BBBB", "--bets", "tie"), "--bets: after a history"),
    (("next", "--shoes", "100"), "--shoes: what is asked has an exact law"),
    (("next", "--after", "BB", "--seed", "3"), "--seed: what is asked has an exact law"),
    (("streaks", "--exact-only", "--seed", "3"), "--seed: nothing is dealt"),
    (("streaks", "--decks", "inf", "--shoes", "300"), "--shoes: the infinite shoe"),
    (("coups", "--decks", "inf", "--cut", "14"), "--cut: the infinite shoe"),
    (("streaks", "--shoes", "0"), "number of shoes"),
    (("streaks", "--exact-only", "--cut", "20"), "--cut: nothing is dealt"),
    (("streaks", "--decks", "inf", "--burn", "none"), "--burn: the infinite shoe"),
    (("streaks", "--decisions", "9", "--ties", "break"), "--decisions with --ties break"),
    (("streaks", "--decisions", "9", "--ties", "count"), "--decisions with --ties count"),
    (("coups", "--shoe", "0=5"), "may need 6"),
    (("coups", "--cut", "-1"), "number of cards"),
    (("coups", "--cut", "417"), "--cut 417: the shoe has 416 cards"),
    (("coups", "--extra", "10"), "from 0 to 9"),
    (("coups", "--burn", "all"), "none, first-card, or a number of cards"),
    (("coups", "--shoe", "0=12"), "the burn and a coup may need 17"),
    (("coups", "--shoe", "0=12", "--burn", "none", "--cut", "13"), "the shoe has 12"),
]


@pytest.mark.parametrize(("command", "fault"), BAD, ids=lambda x: " ".join(x) if isinstance(x, tuple) else "")
def test_bad_input_is_one_line_that_says_what_is_wrong(command, fault, capsys):
    try:
        status = main(list(command))
    except SystemExit as stop:
        status = stop.code
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    assert err.startswith("error: ")
    assert fault in err
    assert err.count("\n") == 1
