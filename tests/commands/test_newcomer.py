"""What a newcomer stumbled over: each of these once gave a wrong number, a vague error, or a page too wide."""

import csv
import io
import json

import pytest

from exact.cli import main


def run(capsys, *words):
    status = main(list(words))
    return status, *capsys.readouterr()


@pytest.mark.parametrize("words", [
    ("odds", "--dealt", "P9h B4d P2h B3d"), ("odds", "--shoe", "A=6")])
def test_all_bets_leave_out_those_that_are_never_offered(capsys, words):
    status, out, err = run(capsys, *words, "--bets", "all", "--format", "json")
    assert status == 0
    assert "player" in {bet["name"] for bet in json.loads(out)["bets"]}
    assert "note: bet insurance-6: is never offered here" in err


def test_counts_of_a_game_with_chance_moves_say_what_they_are_times(capsys):
    _, out, _ = run(capsys, "odds", "--game", "chemin-de-fer")
    assert "common denominator of the draw probabilities" in out.replace("\n", " ")


def test_a_decimal_is_a_probability(tmp_path, capsys):
    file = tmp_path / "g.toml"
    file.write_text('extends = "punto-banco"\n[rules]\nplayer_draws = [0, 1, 2, 3, 4, { on = 5, draw = 0.5 }]\n')
    assert run(capsys, "odds", "--game", str(file))[0] == 0


def test_every_fault_of_a_game_file_is_named_at_once(tmp_path, capsys):
    file = tmp_path / "g.toml"
    file.write_text('titel = "x"\ndeks = 4\n[rules]\nnaturals = [8, 10]\nplayer_draws = [11]\n'
                    "[rules.banker_draws]\n0 = [0, 0]\n")
    status, out, err = run(capsys, "games", str(file))
    assert (status, out, err.count("error:"), err.count("\n")) == (2, "", 1, 1)
    for fault in ("titel", "deks", "naturals: 10", "player_draws: 11", "banker_draws.0: 0 stands twice",
                  "missing rows"):
        assert fault in err


@pytest.mark.parametrize(("line", "fault"), [
    ('claims = [{ bet = "bankr", quantity = "rtp", printed = "98.94 %" }]', "claims: bet 'bankr'"),
    ('exclusive = [["bankr", "player"]]', "exclusive: bet 'bankr'"),
    ('exclusive = [["player", "player"]]', "exclusive: names something twice"),
    ('readings = ["nosuch"]', "readings: game 'nosuch'")])
def test_a_name_that_is_nobody_s_is_a_fault(tmp_path, capsys, line, fault):
    file = tmp_path / "g.toml"
    file.write_text(f'extends = "punto-banco"\n{line}\n')
    status, _, err = run(capsys, "games", str(file))
    assert status == 2
    assert fault in err


def test_errors_name_the_option_or_file_and_line(tmp_path, capsys):
    seen = tmp_path / "shoe.txt"
    seen.write_text("9 K K 4 2\n")
    for words, told in ((("odds", "--seen", str(seen)), f"--seen {str(seen)!r}, line 1"),
                        (("odds", "--decks", "1", "--remove", "9,9,9,9,9"), "--remove '9,9,9,9,9'"),
                        (("odds", "--dealt", "P9 P4"), "--dealt 'P9 P4'")):
        status, _, err = run(capsys, *words)
        assert status == 2
        assert told in err


@pytest.mark.parametrize("words", [
    ("report", "--decks", "1000000000"), ("report", "--digits", "20"), ("odds", "--bets", "dragon-7,panda-8,tie,player",
                                                                         "--digits", "40")])
def test_text_fits_a_hundred_columns(capsys, words):
    _, out, _ = run(capsys, *words)
    assert max(map(len, out.splitlines())) <= 100


def test_rows_of_the_covariance_table_are_told_apart_in_csv(capsys):
    _, out, _ = run(capsys, "report", "--format", "csv")
    rows = [row for row in csv.DictReader(io.StringIO(out)) if row["table"] == "covariance"]
    assert len({(row["row"], row["quantity"]) for row in rows}) == len(rows) == 6
    assert next(row["fraction"] for row in rows if row["decimal"].startswith("-0.9999")).startswith("-sqrt(")


def test_a_page_s_claims_are_judged_on_any_shoe(capsys):
    _, out, _ = run(capsys, "report", "--game", "polish-page", "--decks", "6", "--format", "json")
    verdicts = {claim["bet"]: claim["agrees"] for claim in json.loads(out)["claims"]}
    assert verdicts == {"banker": True, "player": True, "tie": False}


def test_only_eight_decks_give_the_page_s_tie(capsys):
    agreeing = []
    for decks in [*map(str, range(1, 13)), "inf"]:
        _, out, _ = run(capsys, "report", "--game", "polish-page", "--decks", decks, "--format", "json")
        if all(claim["agrees"] for claim in json.loads(out)["claims"]):
            agreeing.append(decks)
    assert agreeing == ["8"]


def test_a_bet_of_ones_own_is_computed_under_every_reading_of_a_page(tmp_path, capsys):
    bets = tmp_path / "bets.toml"
    bets.write_text('[mine]\ntitle = "Mine"\nlines = [{ when = { winner = "tie" }, pays = 3 }]\notherwise = "lose"\n')
    game = tmp_path / "page.toml"
    game.write_text('extends = "russian-page"\nreadings = ["russian-page-literal"]\nmain = ["banker", "own"]\n'
                    '[bets.own]\ntitle = "Own"\nlines = [{ when = { winner = "banker" }, pays = 1 }]\n'
                    'otherwise = "lose"\n')
    status, out, err = run(capsys, "report", "--game", str(game), "--bet-file", str(bets), "--bets", "main,mine",
                           "--format", "json")
    assert (status, err) == (0, "")
    first, second = json.loads(out)["readings"]
    edges = [{bet["name"]: bet["house_edge"]["fraction"] for bet in reading["bets"]} for reading in (first, second)]
    assert edges[0].keys() == edges[1].keys() == {"banker", "own", "mine"}
    assert all(edges[0][bet] != edges[1][bet] for bet in edges[0])
