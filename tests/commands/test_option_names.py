"""One name, one meaning, one default for each option, read from the parsers of all commands."""

import argparse
from itertools import combinations

import pytest

from exact.commands.reference import taken

TAKEN = taken()
OF_EACH_COMMAND = {
    "--coups": "how many coups; each command asks about its own number of them",
    "--cards-left": "how many cards are left; what is done without it depends on the question",
    "--cards": "what is said of cards: in known which of the shoe they are, for a log how its numbers are meant",
    "--cut": "cards behind the cut card: one, or several in sweep; audit takes it from the log by default",
    "--dealt": "a coup as dealt, one in progress or one that is followed from its first card",
    "--edge": "the house edge that is wanted: one to solve for, or an interval to choose in",
    "--given": "what is known of a coup: one of four tables in in-play, any condition in next",
    "--save": "what was found, as a file that other commands read",
    "--output": "where the answer goes; the commands that can write a bundle say so",
}
"""Options whose help or default depends on the command, with the meaning that all of them share."""
EXCEPT = {("--bets", "explorer"): "a page shows more than the main bets where none is named",
          ("--game", "equilibrium"): "only a game with free squares can be solved"}


def meaning(action: argparse.Action) -> tuple[object, ...]:
    return action.metavar, repr(action.default), action.help, action.dest, action.nargs, repr(action.choices)


@pytest.mark.parametrize("name", sorted(set(TAKEN) - set(OF_EACH_COMMAND)))
def test_an_option_means_the_same_in_every_command(name: str) -> None:
    assert len({meaning(way) for command, way in TAKEN[name].items() if (name, command) not in EXCEPT}) == 1


@pytest.mark.parametrize("name", sorted(OF_EACH_COMMAND))
def test_what_depends_on_the_command_says_so(name: str) -> None:
    assert len(set(map(meaning, TAKEN[name].values()))) > 1


def test_no_two_options_mean_the_same() -> None:
    ways = {name: {(way.help, way.dest) for way in by_command.values()} for name, by_command in TAKEN.items()}
    for one, other in combinations(ways, 2):
        assert not {text for text, _ in ways[one]} & {text for text, _ in ways[other]}, (one, other)
        assert not {dest for _, dest in ways[one]} & {dest for _, dest in ways[other]}, (one, other)


@pytest.mark.parametrize("name", sorted(TAKEN))
def test_the_argument_is_called_like_the_option(name: str) -> None:
    """Python and the command line have one name for a thing; an error of the one is told as the other."""
    called = {"--search": "level"}.get(name, name.removeprefix("--").replace("-", "_"))
    assert {action.dest for action in TAKEN[name].values()} == {called}


@pytest.mark.parametrize("gone", ["--bet", "--cut-card", "--after-cut", "--when-first"])
def test_old_names_are_gone(gone: str) -> None:
    assert gone not in TAKEN
