"""How shoes are dealt: the same options with the same meaning and defaults in every command that deals them."""

from __future__ import annotations

import json
from argparse import Action
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from exact.cli import COMMANDS, main
from exact.commands.dealing_options import DEALING, PROCEDURE
from exact.commands.parser import command_parser, joined
from exact.errors import UsageError
from exact.game.procedure import read_depths
from tests.oracles import log_dealer as dealer

DEALERS = ("coups", "count", "simulate", "streaks")


def actions(command: str) -> dict[str, Action]:
    return {name: action for action in command_parser(command)._actions
            for name in action.option_strings}


@pytest.mark.parametrize("option", PROCEDURE)
def test_the_procedure_has_one_set_of_options(option: str) -> None:
    found = [actions(command)[option] for command in DEALERS]
    assert len({(action.help, action.default, action.metavar, action.dest) for action in found}) == 1
    for command in COMMANDS:
        if option != "--cut" and option in actions(command):
            assert actions(command)[option].help == found[0].help, command


@pytest.mark.parametrize("option", DEALING)
def test_simulations_have_one_set_of_options(option: str) -> None:
    found = [actions(command)[option] for command in ("coups", "next", "simulate", "streaks")]
    assert len({(action.default, action.metavar) for action in found}) == 1


WAYS = [("first-card", 14, 1, 1), ("none", 14, 1, 1), ("20", 30, 0, 1), ("first-card", 0, 1, 1), ("none", 14, 2, 3),
        ("20", 16, 3, 0)]
"""Burn, cut card, coups after it, and coups from that on in which it comes first."""


def words_of(way: tuple[str, int, int, int]) -> list[str]:
    return [word for option, value in zip(PROCEDURE, way, strict=True) for word in (option, str(value))]


Ask = Callable[..., Any]


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Ask:
    """The JSON that a command prints."""
    def asked(*words: str, status: int = 0) -> Any:
        assert main([*words, "--format", "json"]) == status
        return json.loads(capsys.readouterr().out)

    return asked


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_every_command_gives_the_same_number_of_coups(way: tuple[str, int, int, int], ask: Ask) -> None:
    """Simulated ones the same number from the same shoes, that of `count` within the error of the renewal law."""
    dealt = (*words_of(way), "--shoes", "20000", "--seed", "3")
    count = ask("count", "--bets", "tie", "--tags", "9=1", "--trigger", "1", "--cards-left", "52", "--per-shoe",
                *words_of(way))
    found = [ask("coups", *dealt)["mean_coups"], ask("simulate", *dealt)["coups_per_shoe"],
             ask("streaks", "--coups", "20", "--longest", "2", *dealt)["simulated_coups_per_shoe"]]
    assert found[0] == found[1] == found[2]
    mean, error = (float(found[0][key]) for key in ("mean", "standard_error"))
    assert abs(float(count["per_shoe"]["coups_per_shoe"]["decimal"]) - mean) < 4 * error + 0.003


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_the_exact_law_the_machine_and_logs_have_the_same_coups(way: tuple[str, int, int, int], ask: Ask,
                                                                tmp_path: Path) -> None:
    """Logs are dealt by a dealer that shares nothing; each coup more than the procedure allows is a fault."""
    shoe, cards, shoes = ("--shoe", "0=40 8=30"), ["0"] * 40 + ["8"] * 30, 400
    dealt = (*shoe, *words_of(way), "--shoes", "20000", "--seed", "3")
    law = ask("coups", *shoe, *words_of(way))
    assert law["kind"] == "exact"
    exact = float(law["mean_coups"]["decimal"])
    simulated = ask("simulate", *dealt)["coups_per_shoe"]
    assert simulated == ask("streaks", "--coups", "5", "--longest", "2", *dealt)["simulated_coups_per_shoe"]
    error = float(simulated["standard_error"])
    assert abs(float(simulated["mean"]) - exact) < 4 * error

    burn, cut, extra, extra_if_first = way
    burned = int(burn) if burn.isdigit() else burn
    rows, longer = (list(dealer.shoes(cards, range(shoes), 5, burned, cut, extra + more, extra_if_first + more))
                    for more in (0, 1))
    assert abs(len(rows) / shoes - exact) < 4 * error * sqrt(20_000 / shoes)
    placed = tuple(word for pair in zip(PROCEDURE[1:], map(str, way[1:]), strict=True) for word in pair)
    bare = dealer.write(tmp_path / "log.csv", [[*row[:9], ""] for row in rows])
    assert ask("audit", str(bare), *shoe, *placed)["fault_kinds"] == {}
    more = dealer.write(tmp_path / "longer.csv", [[*row[:9], ""] for row in longer])
    found = ask("audit", str(more), *shoe, *placed, status=int(len(longer) > len(rows)))
    assert found["fault_kinds"].get("coup after the cut card", 0) == len(longer) - len(rows)


@pytest.mark.parametrize("command", ["coups", "simulate", "streaks"])
def test_a_cut_card_lies_on_top_of_a_shoe_that_is_too_small_for_it(command: str, capsys: pytest.CaptureFixture[str]
                                                                 ) -> None:
    words = [command, "--shoe", "0=12", "--burn", "none", "--format", "json"]
    assert main([*words, *([] if command == "coups" else ["--shoes", "10"])]) == 0
    assert "cut card 12 from the end" in json.loads(capsys.readouterr().out)["procedure"]
    assert main([*words, "--cut", "13"]) == 2
    assert "--cut 13: the shoe has 12 cards" in capsys.readouterr().err


def test_cards_left_are_read_in_one_way() -> None:
    assert read_depths("8", 6, 52) == (8,)
    assert read_depths("10, 8", 6, 52) == (8, 10)
    assert read_depths("8-10,9,52", 6, 52) == (8, 9, 10, 52)
    for text in ("", "8-", "-8", "8..10", "5", "53", "10-8", "6-53", "8,x", "1" * 13):
        with pytest.raises(UsageError, match="`cards_left`"):
            read_depths(text, 6, 52)


def test_negative_values_are_joined_to_their_options() -> None:
    assert joined(["--tags", "-1,1", "--full", "--cut", "3"]) == ["--tags=-1,1", "--full", "--cut", "3"]
    assert joined(["--start", "-.5", "-h", "--tags=-1", "-2"]) == ["--start=-.5", "-h", "--tags=-1", "-2"]
