"""The report as people and machines get it: one document, the contract's keys, and the same numbers in every format."""

import csv
import io
import json
import re
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction

import pytest

from exact.analysis.odds.laws import Study
from exact.cli import main
from exact.game.catalogue import load_game
from exact.game.rules import STANDARD
from exact.game.shoe import Shoe
from exact.report.numbers import fixed

GAMES = ("punto-banco", "polish-page", "russian-page")
ISSUES = {
    "punto-banco": (2292252566437888, 2230518282592256, 475627426473216, 4998398275503360),
    "polish-page": (2292252566437888, 2230518282592256, 475627426473216, 4998398275503360),
    "russian-page": (403095751234560, 392220492728832, 83552962932288, 878869206895680),
}


@pytest.fixture(scope="module")
def run():
    """Runs `exact` in this process, once for each command; gives its standard output."""
    done = {}

    def command(*arguments):
        if arguments not in done:
            out, err = io.StringIO(), io.StringIO()
            with redirect_stdout(out), redirect_stderr(err):
                assert main(list(arguments)) == 0, err.getvalue()
            done[arguments] = out.getvalue()
        return done[arguments]

    return command


@pytest.fixture(scope="module")
def data(run):
    return lambda *arguments: json.loads(run("report", *arguments, "--format", "json"))


def value(number):
    return Fraction(number["fraction"])


# the contract's keys

def keys(data):
    return list(data)


def test_the_keys_of_a_report(data):
    report = data()
    assert report["schema"] == "exact-report/1"
    assert keys(report)[0] == "schema"
    assert keys(report)[-1] == "provenance"
    assert {"schema", "game", "shoe", "outcomes", "bets", "decks", "removal", "provenance"} <= set(report)
    assert set(report["game"]) >= {"name", "title", "rules_hash"}
    assert set(report["shoe"]) >= {"decks", "cards", "composition", "removed"}
    assert set(report["provenance"]) >= {"version", "command", "rules_hash", "composition"}
    for outcome in report["outcomes"]:
        assert set(outcome) >= {"name", "count", "of", "probability"}
    for bet in report["bets"]:
        assert set(bet) >= {"name", "title", "of", "rtp", "house_edge", "edge_resolved", "hit_frequency", "variance",
                            "std_dev", "lines"}
        for line in bet["lines"]:
            assert set(line) >= {"event", "pays", "count", "probability", "contribution"}
    for row in report["decks"]:
        assert set(row) >= {"decks", "outcomes", "bets"}
    for effect in report["removal"]:
        assert set(effect) >= {"bet", "card", "ev_change"}


def every_number(data):
    if isinstance(data, dict):
        if "decimal" in data:
            yield data
        else:
            for inner in data.values():
                yield from every_number(inner)
    elif isinstance(data, list):
        for inner in data:
            yield from every_number(inner)


@pytest.mark.parametrize("game", GAMES)
def test_rationals_and_roots_have_the_form_of_the_contract(data, game):
    numbers = list(every_number(data("--game", game)))
    assert len(numbers) > 150
    for number in numbers:
        assert set(number) in ({"fraction", "decimal"}, {"square", "decimal"})
        exact = Fraction(number.get("fraction") or number["square"])
        shown = Fraction(number["decimal"])
        shown = shown**2 if "square" in number else shown
        assert abs(shown - exact) <= abs(exact) * Fraction(3, 10**15), number


def test_counts_are_strings_of_digits(data):
    report = data()
    for outcome in report["outcomes"]:
        assert outcome["count"].isdigit()
        assert outcome["of"].isdigit()
    for bet in report["bets"]:
        assert sum(int(line["count"]) for line in bet["lines"]) == int(bet["of"])
        assert sum(value(line["contribution"]) for line in bet["lines"]) == value(bet["rtp"]) - 1


# what it says

@pytest.mark.parametrize("game", GAMES)
def test_counts_of_the_three_games(data, game):
    banker, player, tie, of = ISSUES[game]
    assert {x["name"]: (int(x["count"]), int(x["of"])) for x in data("--game", game)["outcomes"]} == {
        "player": (player, of), "banker": (banker, of), "tie": (tie, of)}


def test_the_deck_table_has_one_to_twelve_decks_and_the_infinite_shoe(data):
    rows = data()["decks"]
    assert [row["decks"] for row in rows] == [*range(1, 13), "inf"]
    main = tuple(load_game("punto-banco").named(name) for name in ("player", "banker", "tie"))
    for row in rows:
        shoe = Shoe.infinite_deck() if row["decks"] == "inf" else Shoe.decks(row["decks"])
        odds = Study(STANDARD, main).odds(shoe)
        assert [value(x["probability"]) for x in row["outcomes"]] == [odds.player, odds.banker, odds.tie]
        assert [value(bet["house_edge"]) for bet in row["bets"]] == [law.house_edge for law in odds.bets]
    assert int(rows[-1]["outcomes"][0]["of"]) == 13**6


def test_removal_has_thirty_effects_whose_weighted_sum_vanishes(data):
    removal = data("--decks", "6")["removal"]
    assert len(removal) == 30
    for bet in ("player", "banker", "tie"):
        effects = {row["card"]: value(row["ev_change"]) for row in removal if row["bet"] == bet}
        assert 16 * effects.pop("0") + 4 * sum(effects.values()) == 0


@pytest.mark.parametrize("shoe", [("--shoe", "9=6"), ("--decks", "inf")])
def test_no_removal_and_the_reason_in_text(data, run, shoe):
    assert data(*shoe)["removal"] == []
    assert re.search(r"^None: .*(six|6|infinite)", run("report", *shoe), re.MULTILINE)


def test_what_does_not_exist_is_null_empty_or_not_defined(data, run):
    shoe = ("--shoe", "0=6")
    bets = {bet["name"]: bet for bet in data(*shoe)["bets"]}
    assert bets["player"]["edge_resolved"] is None
    assert bets["tie"]["edge_resolved"] is not None
    text = run("report", *shoe)
    assert "n/a" in text
    assert "player: no resolved edge, since every coup pushes." in text
    assert re.search(r"Player +0 +0\.000000 +never", text)
    rows = list(csv.reader(io.StringIO(run("report", *shoe, "--format", "csv"))))
    assert [row[3:5] for row in rows if row[1] == "player" and "resolved" in row[2]] == [["", ""]]


def test_the_polish_page_agrees_with_its_three_figures(data, run):
    claims = data("--game", "polish-page")["claims"]
    assert [(claim["bet"], claim["printed"], claim["agrees"]) for claim in claims] == [
        ("banker", "98.94 %", True), ("player", "98.76 %", True), ("tie", "85.64 %", True)]
    text = run("report", "--game", "polish-page")
    assert text.count(" right\n") == 3
    assert "only eight give 85.64 % for the Tie" in " ".join(text.split())


def test_only_eight_decks_give_the_polish_pages_tie(data):
    rtp = {row["decks"]: next(value(bet["rtp"]) for bet in row["bets"] if bet["name"] == "tie")
           for row in data()["decks"]}
    assert [decks for decks, number in rtp.items() if fixed(number * 100, 2) == "85.64"] == [8]


def test_the_russian_readings_stand_side_by_side(data, run):
    readings = data("--game", "russian-page")["readings"]
    assert [row["name"] for row in readings] == ["russian-page", "russian-page-literal", "russian-page-no-five",
                                                 "russian-page-shifted"]
    text = " ".join(run("report", "--game", "russian-page").split())
    for item in load_game("russian-page").unsaid:
        assert item.what.split()[0] in text


def test_rules_that_differ_are_listed(run):
    text = run("report", "--game", "russian-page-literal")
    assert "- Banker on 6 against a third card 4, 5: draws (standard: stands)" in text


# one document in every format

@pytest.mark.parametrize("game", GAMES)
def test_text_and_markdown_show_the_values_of_the_json(data, run, game):
    report = data("--game", game)
    expected = {f"{int(x['count']):,}" for x in report["outcomes"]}
    expected |= {fixed(value(x["probability"]), 6) for x in report["outcomes"]}
    expected |= {f"{fixed(value(bet[name]) * 100, 4)} %" for bet in report["bets"] for name in ("rtp", "house_edge")}
    expected |= {fixed(value(row["ev_change"]) * 10**7, 2, sign=True, separators=True) for row in report["removal"]}
    expected |= {fixed(value(x["probability"]), 6) for row in report["decks"] for x in row["outcomes"]}
    for form in ("text", "markdown", "html"):
        shown = run("report", "--game", game, "--format", form)
        shown = re.sub("<[^>]*>", "", shown) if form == "html" else shown
        assert not [number for number in expected if number not in shown]


@pytest.mark.parametrize("game", GAMES)
def test_csv_has_the_fractions_of_the_json(data, run, game):
    report = data("--game", game)
    rows = list(csv.DictReader(io.StringIO(run("report", "--game", game, "--format", "csv"))))
    fractions = {Fraction(row["fraction"]) for row in rows if re.fullmatch(r"-?\d+(/\d+)?", row["fraction"])}
    expected = {value(x["probability"]) for x in report["outcomes"]} | {value(x["rtp"]) for x in report["bets"]} | {
        value(x["ev_change"]) for x in report["removal"]}
    assert expected <= fractions
    counts = {row["decimal"] for row in rows}
    assert {x["count"] for x in report["outcomes"]} <= counts


@pytest.mark.parametrize("arguments", [
    *[("report", "--game", game) for game in ("punto-banco", "polish-page", "russian-page", "russian-page-literal",
                                              "russian-page-no-five", "russian-page-shifted")],
    ("report", "--digits", "10"), ("report", "--decks", "1", "--remove", "9h,K"), ("report", "--decks", "1000"),
    ("report", "--stakes", "banker=10,tie=1"), ("odds", "--dealt", "P=5", "--explain"), ("games",),
    ("games", "russian-page-no-five"),
    ("compare", "polish-page", "russian-page", "russian-page-literal", "russian-page-no-five", "russian-page-shifted"),
], ids=" ".join)
def test_text_fits_a_hundred_columns(run, arguments):
    assert [line for line in run(*arguments).splitlines() if len(line) > 100] == []


def test_a_slip_in_the_report(data):
    stakes = data("--stakes", "banker=10,tie=1")["stakes"]
    of = 4998398275503360
    ev = Fraction(19, 2) * Fraction(ISSUES["punto-banco"][0], of) - 10 * Fraction(ISSUES["punto-banco"][1], of) + (
        8 * Fraction(ISSUES["punto-banco"][2], of) - (1 - Fraction(ISSUES["punto-banco"][2], of)))
    assert value(stakes["ev"]) == ev
    assert value(stakes["edge"]) == -ev / 11


def test_the_order_of_bets_is_that_asked_for_and_changes_nothing(data):
    first, second = data("--bets", "tie,banker"), data("--bets", "banker,tie")
    assert [bet["name"] for bet in first["bets"]] == ["tie", "banker"]
    assert sorted(first["bets"], key=str) == sorted(second["bets"], key=str)
    assert first["outcomes"] == second["outcomes"]


def test_the_command_in_the_provenance_is_the_one_that_was_run(data):
    assert data("--decks", "3")["provenance"]["command"] == "exact report --decks 3 --format json"


def test_claims_of_a_users_game_about_any_quantity(tmp_path, data, run):
    path = tmp_path / "mine.toml"
    path.write_text('''extends = "punto-banco"
claims = [
  { bet = "tie", quantity = "probability", printed = "9.52%" },
  { bet = "tie", quantity = "count", printed = "475,627,426,473,216" },
  { bet = "tie", quantity = "odds", printed = "9.51" },
  { bet = "player", quantity = "edge", printed = "1.36 % (ties excluded)" },
  { bet = "tie line 'no tie'", quantity = "probability", printed = "90.48 %" },
]
''')
    assert [claim["agrees"] for claim in data("--game", str(path))["claims"]] == [True] * 5
    assert "right, per resolved bet" in run("report", "--game", str(path))
