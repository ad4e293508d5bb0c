"""`claims`, `rules-diff`, `audit`, `monitor` and `sessions` from outside: status, formats, bad input, files."""

import csv
import io
import json
import re
import resource
import subprocess
import sys
from decimal import Context, Decimal
from fractions import Fraction

import pytest

from exact.cli import main
from tests.oracles import log_dealer as dealer

SITE = "page,bet,quantity,printed,decks\nrules,banker,rtp,98.94%,8\nrules,tie,rtp,85.64%,8\nfaq,tie,edge,14.1%,8\n"


@pytest.fixture
def run(capsys):
    def command(*arguments, status=0):
        assert main(list(arguments)) == status
        return capsys.readouterr().out
    return command


@pytest.fixture
def refused(capsys):
    def command(*arguments):
        try:
            status = main(list(arguments))
        except SystemExit as stop:
            status = stop.code
        found = capsys.readouterr()
        assert status == 2
        assert not found.out
        assert found.err.startswith("error: ")
        assert found.err.count("\n") == 1
        return found.err
    return command


def test_three_figures_of_a_casino_page_are_settled_cold_in_under_five_seconds_of_the_processor():
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = subprocess.run([sys.executable, "-m", "exact", "claims", "banker rtp 98.94%", "player rtp 98.76%",
                            "tie rtp 85.64%"], capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 5
    assert found.returncode == 0
    assert "Verdict: right for 8 decks, 5 % commission, 8 to 1." in found.stdout


def test_98_41_for_an_eight_deck_table_is_no_bet_and_its_misprint_is_shown_below(run):
    text = " ".join(run("claims", "--decks", "8", "banker rtp 98.41%", status=1).split())
    assert "wrong: nothing of the standard tableau gives it; nearest Player 98.7649 % (8 decks, off by 0.3549" in text
    assert "Banker, 5 % commission 98.9421 %" in text
    assert text.index("nearest") < text.index("A misprint would give it") < text.index("98.4188 %")
    data = json.loads(run("claims", "--decks", "8", "banker rtp 98.41%", "--format", "json", status=1))
    assert data["schema"] == "exact-claims/1"
    assert {one["kind"] for one in data["explanations"]} == {"misprint"}
    assert not data["passes"]


def test_claims_in_json_are_exact(run):
    data = json.loads(run("claims", "tie rtp 85.64%", "banker std_dev 0.93", "--format", "json"))
    tie, deviation = data["explanations"][0]["figures"]
    assert Fraction(tie["exact"]["fraction"]) == 9 * Fraction(475627426473216, 4998398275503360)
    assert set(deviation["exact"]) == {"square", "decimal"}
    assert next(iter(data)) == "schema"
    assert list(data)[-1] == "provenance"


def test_the_claims_of_a_game_of_the_catalogue(run):
    assert "right for 8 decks" in run("claims", "--game", "polish-page")


def test_a_site_gives_a_table(run, tmp_path):
    path = tmp_path / "site.csv"
    path.write_text(SITE)
    text = run("claims", "--file", str(path), status=1)
    assert "right for 8 decks, 5 % commission, 8 to 1" in " ".join(text.split())
    data = json.loads(run("claims", "--file", str(path), "--format", "json", status=1))
    assert [page["passes"] for page in data["pages"]] == [True, False]
    assert "the infinite shoe" in data["pages"][1]["verdict"]
    rows = list(csv.DictReader(io.StringIO(run("claims", "--file", str(path), "--format", "csv", status=1))))
    assert rows


def test_a_shoe_given_is_the_only_one_searched(run):
    text = run("claims", "--decks", "8", "--remove", "9,9,K", "banker probability 45.85%")
    assert "8 decks without 9 9 K" in " ".join(text.split())


def test_rules_diff_names_the_misprint(run):
    data = json.loads(run("rules-diff", "russian-page-no-five", "--decks", "6", "--format", "json"))
    assert data["misprint"]["name"] == "no-row-five"
    assert len(data["differences"]) == 6
    assert data["sum"]["probabilities"] == data["together"]["probabilities"]
    assert "no square differs" in run("rules-diff", "punto-banco")


@pytest.fixture
def log(tmp_path):
    return dealer.write(tmp_path / "log.csv", list(dealer.rows(120, seed=31)))


def test_audit_of_a_clean_and_of_a_faulty_log(run, tmp_path, log):
    assert "0 faults" in run("audit", str(log), "--bets", "main,player-pair,banker-pair", "--cut", "14")
    lines = list(dealer.rows(120, seed=31))
    lines[77][4] = "tie" if lines[77][4] != "tie" else "banker"
    bad = dealer.write(tmp_path / "bad.csv", lines)
    assert "the first in row 79" in run("audit", str(bad), status=1)
    data = json.loads(run("audit", str(bad), "--format", "json", status=1))
    assert data["schema"] == "exact-audit/1"
    assert [(fault["row"], fault["kind"]) for fault in data["faults"]] == [(79, "wrong winner")]
    assert data["judged"] == 120


def test_one_of_a_thing_is_said_as_one(run, tmp_path):
    path = tmp_path / "one.csv"
    path.write_text("player,banker,winner\n9h 9c,2d 7s,tie\n")
    assert "1 coup in 1 shoe; 1 fault, the first in row 2" in run("audit", str(path), status=1)
    path.write_text("player,banker\n9h 9c,2d 7s\n")
    text = run("audit", str(path))
    assert "1 coup in 1 shoe; 0 faults" in text
    assert "1 coup is judged" in text


def test_a_p_value_is_never_printed_as_nothing(run, tmp_path):
    lines = [row for i, row in enumerate(dealer.rows(3000, seed=77)) if not (row[4] == "player" and i % 3 == 0)]
    text = run("audit", str(dealer.write(tmp_path / "biased.csv", lines)))
    assert "p < 0.0001" in text
    assert "0.0000 " not in text.partition("Bets at one unit")[2]


def test_a_bet_whose_law_is_slow_is_left_out_of_all_and_named(monkeypatch, capsys, log):
    monkeypatch.setattr("exact.analysis.audit.audit.SLOW_TERMS", 20_000)
    monkeypatch.setattr("exact.commands.audit.choose_bets", lambda _names, game, _shoe: (
        tuple(map(game.named, ["banker", "all-red"])), ()))
    assert main(["audit", str(log), "--bets", "all"]) == 0
    said = capsys.readouterr()
    assert "note: bets all-red: left out of all, for their laws take milliseconds a coup" in said.err
    assert "all-red" not in said.out
    assert main(["audit", str(log), "--bets", "banker,all-red"]) == 0
    said = capsys.readouterr()
    assert "so that a long log takes long" in said.err
    assert "all-red" in said.out


def test_the_evs_of_a_log_are_written_whole(run, tmp_path, log):
    run("audit", str(log), "--evs", str(tmp_path / "evs.csv"))
    rows = list(csv.DictReader((tmp_path / "evs.csv").open()))
    assert len(rows) == 120
    first = Fraction(rows[0]["banker_fraction"])
    assert abs(float(first) - float(rows[0]["banker"])) < 1e-12
    assert sorted(path.name for path in tmp_path.iterdir()) == ["evs.csv", "log.csv"]


def test_a_log_that_breaks_off_leaves_no_file_of_evs(refused, tmp_path, log):
    log.write_bytes(log.read_bytes() + b"1,2,3\n")
    message = refused("audit", str(log), "--evs", str(tmp_path / "evs.csv"))
    assert "row 122" in message
    assert [path.name for path in tmp_path.iterdir()] == ["log.csv"]


def test_keep_going_passes_over_bad_rows(run, log):
    log.write_bytes(log.read_bytes() + b"1,2,3\n")
    assert "unreadable row" in run("audit", str(log), "--keep-going", status=1)


def test_monitor_and_sessions(run):
    data = json.loads(run("monitor", "--bets", "banker", "--coups", "100000", "--measured", "banker=98.1%", "--against",
                          "banker=98.41%", "--format", "json", status=1))
    assert [one["inside"] for one in data["measured"]] == [False, True]
    assert data["tell_apart"][0]["coups"] > 100_000
    assert "inside" in run("monitor", "--bets", "banker", "--coups", "1000", "--measured", "banker=98.1%")
    data = json.loads(run("sessions", "--bets", "banker", "--coups", "20", "--quantiles", "50%", "--format", "json"))
    one = data["sessions"][0]
    assert one["kind"] == "exact"
    assert sum(Fraction(one[name]["fraction"]) for name in ("loss", "even", "profit")) == 1
    assert " to -1057" in run("sessions", "--bets", "banker", "--coups", "1000000", "--quantiles", "50%")


@pytest.mark.parametrize("form", ["text", "markdown", "html", "latex", "json", "csv"])
def test_fractions_of_many_thousand_digits_are_written_in_every_format(run, form):
    text = run("sessions", "--coups", "500", "--bets", "banker,tie", "--quantiles", "5%,50%,95%", "--format", form)
    assert "-5.4" in text or "-27/5" in text
    if form == "json":
        exact = [one["loss"] for one in json.loads(text)["sessions"] if one["kind"] == "exact"]
        assert exact
        for loss in exact:
            over, under = loss["fraction"].split("/")
            assert min(len(over), len(under)) > 4300
            assert Context(prec=18).divide(Decimal(over), Decimal(under)) == Decimal(loss["decimal"])


@pytest.mark.parametrize(("command", "words"), [
    (["claims"], "none given"), (["claims", "banker"], "BET QUANTITY FIGURE"),
    (["claims", "banker rtp many"], "forms that"), (["claims", "bankr rtp 98%"], "did you mean 'banker'"),
    (["claims", "banker rtp 98%", "--file", "x"], "either in the"),
    (["claims", "--file", "none.csv"], "none.csv"), (["claims", "banker rtp 98%", "--decks", "0"], "--decks"),
    (["rules-diff", "none.toml"], "none.toml"), (["rules-diff", "nosuch"], "not in the catalogue"),
    (["audit", "none.csv"], "none.csv"), (["audit", "none.csv", "--cut", "x"], "--cut"),
    (["monitor", "--coups", "0"], "--coups"), (["monitor", "--levels", "2"], "between 0 and 1"),
    (["monitor", "--measured", "tie=1"], "one number"),
    (["monitor", "--bets", "tie", "--coups", "9", "--against", "banker=1"], "not among"),
    (["monitor", "--coups", "9", "--against", "banker"], "NAME=NUMBER"), (["sessions", "--coups", "0"], "--coups"),
    (["sessions", "--quantiles", "50"], "between 0 and 1"), (["sessions", "--quantiles", "x"], "not a number"),
])
def test_bad_input(refused, command, words):
    assert words in refused(*command)


@pytest.mark.parametrize("command", [["claims", "--file", "/dev/zero"], ["audit", "/dev/zero"]])
def test_files_without_end(refused, command):
    assert "/dev/zero" in refused(*command)


def test_a_folder_is_no_log(refused, tmp_path):
    assert "log" in refused("audit", str(tmp_path))


def test_what_is_not_nought_is_never_printed_as_nought(run):
    text = run("count", "--bets", "tie", "--decks", "6", "--tags", "8-K=1", "--trigger", "rc>=140", "--per-shoe",
               "--cut", "52", "--cards-left", "52", "--digits", "4")
    shoe = text[text.index("coups per shoe"):text.index("Procedure")]
    assert shoe.count("< 0.0001") == 7
    assert " 0.0000" not in shoe
    assert "< 0.01 %" in shoe


@pytest.mark.parametrize("digits", ["3", "9"])
def test_digits_hold_in_tables_of_approximate_numbers(run, digits):
    for command in (("simulate", "--shoes", "50"), ("monitor", "--bets", "banker", "--coups", "1000"),
                    ("sessions", "--coups", "1000", "--bets", "tie")):
        text = run(*command, "--digits", digits)
        decimals = {len(number) for number in re.findall(r"(?<![\d,])-?\d+\.(\d+)\b", text.partition("Procedure")[0])}
        assert {int(digits), int(digits) - 2} & decimals, command
        assert not decimals & {4, 6, 8}, command


def test_an_interval_whose_ends_look_alike_is_one_number(run):
    assert " to " not in run("sessions", "--bets", "banker", "--coups", "1000").partition("P(loss)")[2]


def test_rules_diff_takes_the_decks_of_the_file_and_names_the_shoe(run, tmp_path):
    file = tmp_path / "house.toml"
    file.write_text('extends = "punto-banco"\ndecks = 6\n[rules]\nbanker_draws.6 = [6]\n')
    text = run("rules-diff", str(file))
    assert text.splitlines()[0] == "house.toml against the standard third-card table, six decks"
    data = json.loads(run("rules-diff", str(file), "--format", "json"))
    assert data["standard"]["outcomes"]["tie"]["count"] == "83552962932288"
    assert "eight decks" in run("rules-diff", str(file), "--decks", "8").splitlines()[0]


def test_formula_prints_returns_as_the_other_commands_do(run):
    assert "85.6404 %" in run("formula", "--bets", "tie", "--decks", "8")


def test_counts_take_the_place_of_a_log(run, refused):
    data = json.loads(run("audit", "--counts", "player=4463,banker=4587,tie=950", "--format", "json"))
    assert (data["reads"], data["rows"], data["fault_count"]) == ("results", 10_000, 0)
    assert "--cut: numbers of outcomes have no rows" in refused("audit", "--counts", "player=1,banker=1,tie=1", "--cut",
                                                                "14")
    assert "each of player, banker and tie" in refused("audit", "--counts", "player=1,banker=1")
    assert "give a log, or numbers of outcomes" in refused("audit")


def test_a_shoe_typed_line_by_line_is_answered_at_once():
    with subprocess.Popen([sys.executable, "-m", "exact", "odds", "--seen", "-"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True) as typed:
        answers = []
        for line in ("9h 4c Ks 2d", "Q 2 3"):
            print(line, file=typed.stdin, flush=True)
            answers.append(typed.stdout.readline())
        typed.stdin.close()
        rest = typed.stdout.read()
    assert answers[0].startswith("Coup 1: player; next: Player 44.")
    assert answers[1].startswith("Coup 2, Player Q, Banker 2, Player 3: Player ")
    assert "The last coup is in progress" in rest


def test_the_same_command_gives_the_same_bytes(run, log):
    for command in (["claims", "tie rtp 85.64%"], ["audit", str(log)], ["sessions"], ["rules-diff", "russian-page"]):
        assert run(*command, "--format", "json") == run(*command, "--format", "json")


def test_the_exact_number_beside_a_figure_is_that_of_the_shoe_that_the_page_states(run):
    pages = run("claims", "--game", "ez-baccarat", "--format", "csv", status=1)
    assert "0.02253382" in pages
    assert "0.02252958" not in pages, "the infinite shoe's, which the page does not speak of"


def test_a_recorded_reason_is_told_as_that_of_the_page_that_it_is_about(run):
    reason = "misprint for 1.06 %; exact: 1.0579 % (Banker, 5 % commission)"
    for words in (("--decks", "8", "banker edge 1.96%"), ("banker edge 1.96%",)):
        said = " ".join(run("claims", *words, "--format", "json", status=1).split())
        assert "Of the same figure at gamesproscasino.com it is recorded: misprint for 1.06 %." in said
        assert "A misprint would give it" not in said
    assert reason in " ".join(run("claims", "--game", "punto-banco", "--format", "json", status=1).split())
    assert reason in " ".join(run("report", "--full", "--format", "json").split())
