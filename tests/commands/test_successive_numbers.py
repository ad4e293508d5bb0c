"""`next`, `streaks`, `known`, `in-play` and `coups` for machines: CSV has one unit, exact values, and errors apart."""

import csv
import io
from fractions import Fraction

import pytest

from exact.analysis.shoe.events import WINNER
from exact.analysis.shoe.sequence import two_coups
from exact.cli import main
from exact.game.rules import STANDARD
from exact.game.shoe import Shoe

DECK = Shoe.decks(1)


@pytest.fixture
def run(capsys):
    def command(*arguments):
        assert main(list(arguments)) == 0
        return capsys.readouterr().out

    return command


def in_cells(text):
    """CSV of several tables as {(table, row, quantity): row}."""
    return {(row["table"], row["row"], row["quantity"]): row for row in csv.DictReader(io.StringIO(text))}


def exact(text):
    """A fraction, or the square of a root."""
    return Fraction(text.removeprefix("-").removeprefix("sqrt(").removesuffix(")"))


def test_changes_and_correlations_in_csv_are_not_scaled(run):
    cells = in_cells(run("next", "--decks", "1", "--format", "csv"))
    law, names = two_coups(STANDARD, DECK), ("Player", "Banker", "Tie")
    assert WINNER.names == tuple(map(str.lower, names))
    for i, first in enumerate(names):
        for j, then in enumerate(names):
            change = cells["conditional", f"{then} after {first}", "change"]
            assert Fraction(change["fraction"]) == law.change(i, j)
            found = cells["conditional", f"{then} after {first}", "correlation"]
            square, negative = law.correlation(i, j)
            assert found["fraction"] == f"{'-' * negative}sqrt({square})"
            assert float(found["decimal"]) == pytest.approx((-1)**negative * float(square)**0.5, rel=1e-15)


@pytest.mark.parametrize("options", [(), ("--after", "B"), ("--coups", "3", "--shoe", "0=14 6=2 8=2"),
                                     ("--after-cards", "9 4 2 2 6 K"), ("--given", "player.natural = true")], ids=str)
def test_no_name_in_csv_has_a_unit_and_each_decimal_is_its_fraction(run, options):
    text = run("next", "--decks", "1", *options, "--format", "csv") if "--shoe" not in options else run(
        "next", *options, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert "million" not in text
    assert "10^" not in text
    for row in rows:
        for name, fraction in row.items():
            if name.endswith("fraction") and fraction:
                decimal = float(row[name.removesuffix("_fraction") if name != "fraction" else "decimal"])
                value = float(exact(fraction))
                assert abs(decimal) == pytest.approx(value**0.5 if "sqrt" in fraction else abs(value), rel=1e-15)


def test_a_person_reads_the_unit_below_the_table(run):
    for options in ((), ("--after", "B"), ("--after-cards", "9 4 2 2 6 K")):
        assert "in units of 10^-7" in run("next", "--decks", "1", *options)


@pytest.mark.parametrize(("coups", "shown"), [(20, "4"), (4, "4"), (1, "1"), (9, "8")])
def test_the_law_of_the_longest_run_sums_to_one(run, coups, shown):
    cells = in_cells(run("streaks", "--decks", "1", "--coups", str(coups), "--longest", shown, "--exact-only",
                         "--format", "csv"))
    law = {row: Fraction(cell["fraction"]) for (table, row, _), cell in cells.items()
           if table.startswith("The longest")}
    assert sum(law.values()) == 1
    assert ("longer" in law) == (coups > int(shown))


SIMULATED = {
    ("next", "--shoe", "0=30 9=20 5=20", "--after", "BPBTB"): ["SIMULATED frequency"],
    ("streaks", "--decks", "1", "--coups", "6"): ["SIMULATED at least one",
                                                   "SIMULATED mean number of this length or longer"],
    ("coups", "--decks", "1"): ["SIMULATED frequency"],
}


@pytest.mark.parametrize(("command", "names"), SIMULATED.items(), ids=lambda x: x[0])
def test_a_simulated_number_is_four_numbers_in_csv(run, command, names):
    options = (*command, "--shoes", "500", "--seed", "3")
    text = run(*options, "--format", "csv")
    assert "±" not in text
    rows = list(csv.DictReader(io.StringIO(text)))
    if "quantity" not in rows[0]:  # one table
        rows = [{"quantity": name.replace("_", " "), "decimal": value} for row in rows for name, value in row.items()]
    cells = {}
    for row in rows:
        cells.setdefault(row["quantity"].casefold(), []).append(row["decimal"])
    for name in map(str.casefold, names):
        means, errors = (list(map(float, cells[key])) for key in (name, f"{name} standard error"))
        assert len(means) == len(errors) >= 3
        assert all(0 <= error < 1 for error in errors)
        assert set(cells[f"{name} shoes"]) == {"500"}
        assert set(cells[f"{name} seed"]) == {"3"}
    assert "±" in run(*options)
