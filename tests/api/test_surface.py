"""The Python surface: every command has its one line of Python, with its names, its defaults and its numbers; what is
public has an example, and what it returns has a name."""

from __future__ import annotations

import inspect
import json
import typing
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any

import pytest

import exact
from exact import Game
from exact.cli import main
from exact.commands import COMMANDS
from exact.commands.parser import command_parser
from exact.display import Answer
from exact.report.display import SECTIONS, document_of

GAME = Game("punto-banco")
DRAGON = GAME.bet("dragon-7")
SMALL = "0=9 A=4 2=3 5=2 7=3 9=3"
SITE = "docs/examples/site.csv"
LOG = "docs/examples/table-7.csv"
SEEN = "docs/examples/shoe.txt"
NEW_BET = "docs/examples/new-bet.toml"
DEALT = "P9 B4 P2 B2 P6 BK"
COUNT = ("--bets", "dragon-7", "--tags", "4-7=-1 8,9=2", "--trigger", "4", "--cards-left", "26,52")
SHOES = ("--shoes", "300")

ASKED: dict[str, tuple[str, tuple[str, ...], Callable[[], Any]]] = {
    "odds": ("odds", ("--decks", "6"), lambda: GAME.odds(6)),
    "odds of a coup in progress": ("odds", ("--dealt", "P9 B4"), lambda: GAME.odds(dealt="P9 B4")),
    "odds of a shoe as dealt": ("odds", ("--seen", SEEN), lambda: GAME.seen(SEEN)),
    "in play": ("in-play", ("--dealt", DEALT), lambda: GAME.in_play(DEALT)),
    "given": ("in-play", ("--given", "third-card"), lambda: GAME.given("third-card")),
    "equilibrium": ("equilibrium", ("--decks", "inf", "--banker-sees", "total", "--commission", "5%"),
                    lambda: Game("chemin-de-fer-free").equilibrium("inf", banker_sees="total", commission="5%")),
    "formula": ("formula", ("--bets", "tie", "--solve", "pay"), lambda: GAME.formula("tie", solve="pay")),
    "design": ("design", ("--bet-file", NEW_BET, "--edge", "7%..8%", "--at", "6,8"),
               lambda: Game(bet_file=NEW_BET).design("main", "7%..8%", "6,8")),
    "compare": ("compare", ("punto-banco", "7-up", "--decks", "6"),
                lambda: exact.compare("punto-banco", "7-up", shoe=6)),
    "rules-diff": ("rules-diff", ("russian-page-literal",), lambda: exact.rules_diff("russian-page-literal")),
    "claims": ("claims", ("banker rtp 98.94%", "--decks", "8"), lambda: exact.claims("banker rtp 98.94%", shoe=8)),
    "claims of a site": ("claims", ("--file", SITE), lambda: exact.claims(file=SITE)),
    "removal": ("removal", ("--shoe", SMALL, "--bets", "tie", "--vector", "9,9,A"),
                lambda: GAME.removal(SMALL, "tie", "9,9,A")),
    "known": ("known", ("--shoe", SMALL,), lambda: GAME.known(shoe=SMALL)),
    "known sorts": ("known", ("--cards", "1,2", "--sort", "value"), lambda: GAME.known("1,2", sort="value")),
    "known burn card": ("known", ("--burn-card", "--decks", "1"), lambda: GAME.known(burn_card=True, shoe=1)),
    "next": ("next", ("--shoe", SMALL), lambda: GAME.two_coups(SMALL)),
    "three coups": ("next", ("--shoe", SMALL, "--coups", "3"), lambda: GAME.three_coups(SMALL)),
    "after": ("next", ("--after", "B"), lambda: GAME.after("B")),
    "after cards": ("next", ("--after-cards", "9 4 2 K 5 5"), lambda: GAME.after(after_cards="9 4 2 K 5 5")),
    "after, simulated": ("next", ("--after", "BBPB", *SHOES), lambda: GAME.after("BBPB", shoes=300)),
    "count": ("count", COUNT, lambda: DRAGON.count("4-7=-1 8,9=2", 4, cards_left="26,52")),
    "count over a shoe": ("count", (*COUNT, "--per-shoe", "--cut", "30", "--divisor", "floored"),
                          lambda: DRAGON.count([-0, 0, 0, -1, -1, -1, -1, 2, 2, 0], "4", cards_left=[26, 52],
                                               per_shoe=True, cut=30, divisor="floored")),
    "search": ("count", ("--bets", "dragon-7", "--decks", "1", "--search", "1", "--keep", "5", "--cards-left", "26"),
               lambda: DRAGON.search(1, 1, 26, keep=5)),
    "best": ("best", ("--decks", "1", "--cards-left", "6"), lambda: GAME.best(1, cards_left=6)),
    "sweep": ("sweep", ("--shoe", SMALL, "--histogram", "--cut", "8,10"),
              lambda: GAME.sweep(SMALL, histogram=True, cut=[8, 10])),
    "coups": ("coups", ("--shoe", SMALL, "--burn", "none", "--cut", "8"),
              lambda: GAME.coups(SMALL, burn="none", cut=8)),
    "events of a shoe": ("coups", ("--shoe", SMALL, "--events", "tie,banker", "--coups", "3"),
                         lambda: GAME.totals("tie,banker", 3, SMALL)),
    "coups, simulated": ("coups", SHOES, lambda: GAME.coups(shoes=300)),
    "streaks": ("streaks", ("--coups", "30", *SHOES), lambda: GAME.streaks(coups=30, shoes=300)),
    "sessions": ("sessions", ("--bets", "tie", "--coups", "60", "--quantiles", "5%,50%"),
                 lambda: GAME.bet("tie").session(60, "5%,50%")),
    "session of a slip": ("sessions", ("--stakes", "banker=10,tie=1", "--coups", "40", "--at-least", "5", "--between",
                                       "-5,5", "--exactly", "20"),
                          lambda: GAME.session({"banker": 10, "tie": 1}, 40, at_least=5, between="-5,5", exactly=20)),
    "stopped": ("sessions", ("--stakes", "player=2", "--bankroll", "10", "--target", "16", "--stop-loss", "6",
                             "--rebate", "10%", "--rolling", "1%"),
                lambda: GAME.stopped({"player": 2}, 10, 16, 6, rebate="10%", rolling="1%")),
    "simulate": ("simulate", SHOES, lambda: GAME.simulate(shoes=300)),
    "deal": ("simulate", ("--stakes", "player=2", "--bankroll", "10", "--target", "16", "--sessions", "500",
                          "--rebate", "10%"),
             lambda: GAME.deal({"player": 2}, 10, 16, sessions=500, rebate="10%")),
    "play": ("simulate", (*COUNT[:6], *SHOES), lambda: GAME.play("4-7=-1 8,9=2", 4, bets="dragon-7", shoes=300)),
    "play at depths": ("simulate", (*COUNT, "--coups", "900"),
                       lambda: GAME.play("4-7=-1 8,9=2", 4, bets="dragon-7", cards_left="26,52", coups=900)),
    "audit": ("audit", (LOG,), lambda: GAME.audit(LOG)),
    "audit explained": ("audit", (LOG, "--explain-faults"), lambda: GAME.audit(LOG, explain_faults=True)),
    "audit of counts": ("audit", ("--counts", "player=4463,banker=4587,tie=950"),
                        lambda: GAME.audit(counts={"player": 4463, "banker": 4587, "tie": 950})),
    "monitor": ("monitor", ("--bets", "tie", "--coups", "500", "--measured", "tie=85%", "--against", "tie=90%"),
                lambda: GAME.bet("tie").monitor(500, measured="85%", against="90%")),
    "verify": ("verify", (), exact.self_check),
    "report": ("report", ("--decks", "6", "--bets", "tie"), lambda: GAME.report(6, "tie")),
}
"""A command, its words, and the same in Python."""

WITH_TABLES = {"games": exact.games, "bets": exact.bets}
"""Commands whose twin is a collection that shows itself as their table."""
WRITES = {"atlas": exact.atlas, "index": exact.index, "explorer": Game.explorer}
"""Commands whose twin makes the document by the command itself."""

NO_QUESTION = {"completion"}
"""Commands that ask nothing of a game."""
TWINS: dict[str, list[Callable[..., Any]]] = {
    "report": [Game.report], "explorer": [Game.explorer], "odds": [Game.odds, Game.explain, Game.seen],
    "in-play": [Game.in_play, Game.given], "design": [Game.design], "equilibrium": [Game.equilibrium],
    "games": [exact.games], "bets": [exact.bets], "formula": [Game.formula], "compare": [exact.compare],
    "rules-diff": [exact.rules_diff], "claims": [exact.claims], "removal": [Game.removal], "known": [Game.known],
    "next": [Game.two_coups, Game.three_coups, Game.after], "count": [exact.Wager.count, exact.Wager.search],
    "best": [Game.best], "sweep": [Game.sweep], "coups": [Game.coups, Game.totals], "streaks": [Game.streaks],
    "sessions": [exact.Wager.session, Game.session, Game.stopped],
    "simulate": [Game.deal, Game.simulate, Game.play], "audit": [Game.audit],
    "monitor": [exact.Wager.monitor], "verify": [exact.self_check], "atlas": [exact.atlas], "index": [exact.index]}
"""The public functions that ask what a command asks."""

OUTSIDE = {"format", "output", "digits", "width", "table", "check", "index", "evs", "all_faults", "repository", "plot",
           "name", "remove", "help"}
"""Options that say how an answer is shown or kept, and `remove`, which is `Shoe.remove`."""
OF_THE_GAME = {"game", "bet_file", "stake"}
"""Arguments of `Game`."""
ELSEWHERE = {"odds": {"explain": "Game.explain", "seen": "Game.seen"}, "in-play": {"dealt": "", "given": ""},
             "next": {"coups": "three_coups"}}
"""Options that are methods, or have a longer name in Python."""


@cache
def answered(question: str) -> Any:
    """The answer in Python, asked once."""
    return ASKED[question][2]()


def asked(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> Any:
    main([*words, "--format", "json"])
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("question", ASKED)
def test_a_line_of_python_gives_the_numbers_of_the_command(question: str, capsys: pytest.CaptureFixture[str]) -> None:
    command, words, _ = ASKED[question]
    answer = answered(question)
    data = json.loads(json.dumps(dict(answer.data) if isinstance(answer, exact.Document) else answer.to_dict()))
    printed = asked((command, *words), capsys)
    assert data
    assert data == {key: printed[key] for key in data}
    assert len(set(printed) - set(data)) <= 6, "the rest says what was asked: schema, game, shoe, bets, provenance"


def test_every_command_has_a_twin() -> None:
    assert set(TWINS) == set(COMMANDS) - NO_QUESTION
    assert {command for command, _, _ in ASKED.values()} | set(WITH_TABLES) | set(WRITES) == set(TWINS)


@pytest.mark.parametrize("command", WITH_TABLES)
def test_a_collection_shows_the_table_of_its_command(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    rows = asked((command,), capsys)[command]
    assert [row["name"] for row in rows] == list(WITH_TABLES[command]()) == [
        record["name"] for record in WITH_TABLES[command]().to_records()]


def parameters(command: str) -> dict[str, inspect.Parameter]:
    found: dict[str, inspect.Parameter] = {}
    for function in TWINS[command]:
        found |= inspect.signature(function).parameters
    return found


def options(command: str) -> Iterator[tuple[str, Any, Any]]:
    for action in command_parser(command)._actions:
        if action.dest not in OUTSIDE | OF_THE_GAME and action.default != "==SUPPRESS==":
            yield action.dest, action.default, action


@pytest.mark.parametrize("command", TWINS)
def test_an_option_has_its_name_and_its_default_in_python(command: str) -> None:
    mine = parameters(command)
    for dest, default, action in options(command):
        name = {"decks": "shoe", "log": "log"}.get(dest, dest)
        if command in ("bets", "formula", "explorer") and dest == "decks":
            name = "decks"
        renamed = ELSEWHERE.get(command, {}).get(dest)
        if renamed is not None:
            assert not renamed or renamed in mine or hasattr(Game, renamed.removeprefix("Game."))
            continue
        if command in ("sessions", "monitor", "count") and dest == "bets":
            continue  # a bet is asked itself
        name = {"claims": "figures", "file": "table" if command == "rules-diff" else "file", "vector": "vector"}.get(
            name, name)
        assert name in mine, f"{command}: {dest}"
        there = mine[name].default
        if there is inspect.Parameter.empty or action.required or not action.option_strings:
            continue
        assert plain(there) == plain(default), f"{command}: {dest}"


def plain(default: Any) -> Any:
    """A default as a text, whatever reads it: nothing, lists and numbers."""
    if default is None or default is False or default in ("", [], ()):
        return None
    if isinstance(default, tuple | list):
        return ",".join(map(plain, default))
    if isinstance(default, str) and "%" in default:
        return ",".join(plain(Fraction(item.strip("%")) / 100) for item in default.split(","))
    return str(default)


# ---------------------------------------------------------------------------------------------------------------
# what is public

FUNCTIONS = [exact.games, exact.bets, exact.compare, exact.rules_diff, exact.claims, exact.atlas, exact.index,
             exact.self_check]
METHODS = {f"{cls.__name__}.{name}": member for cls in (Game, exact.Wager) for name, member in inspect.getmembers(cls)
           if not name.startswith("_") and callable(member) and member.__module__.startswith("exact.api")}
PUBLIC = {function.__name__: function for function in FUNCTIONS} | METHODS


@pytest.mark.parametrize("name", PUBLIC)
def test_what_is_public_has_an_example(name: str) -> None:
    assert ">>> " in (PUBLIC[name].__doc__ or "")


def returned(hint: Any) -> Iterator[type]:
    if isinstance(hint, UnionType) or typing.get_origin(hint):
        for inner in typing.get_args(hint):
            yield from returned(inner)
    elif isinstance(hint, type) and hint.__module__.startswith("exact."):
        yield hint


@pytest.mark.parametrize("name", PUBLIC)
def test_what_is_returned_is_exported(name: str) -> None:
    words = PUBLIC[name].__annotations__["return"]
    hint = eval(words, {**vars(exact), **{each: getattr(exact, each) for each in exact.__all__}, "Path": Path,
                        "Fraction": Fraction})
    assert all(getattr(exact, cls.__name__, None) is cls for cls in returned(hint))


def test_every_name_that_is_exported_is_there() -> None:
    assert len(exact.__all__) == len(set(exact.__all__))
    for name in exact.__all__:
        assert getattr(exact, name).__doc__ or name in ("__version__", "Progress")
    assert dir(exact) == sorted(exact.__all__)


def test_every_kind_of_answer_shows_itself() -> None:
    kinds: set[str] = set()
    for question in ASKED:
        answer = answered(question)
        if isinstance(answer, exact.Document):
            continue
        kinds.add(type(answer).__name__)
        line = repr(answer)
        assert (line[0], line[-1]) == ("<", ">")
        assert "\n" not in line
        assert "mask" not in line
        assert len(line) < 160
        assert "<table" in answer._repr_html_()
        assert document_of(answer).title == line[1:-1]
    assert {cls.__name__ for cls in subclasses(Answer)} - {"Atlas"} <= kinds | set(SECTIONS)
    assert kinds <= set(SECTIONS)


def subclasses(cls: type) -> Iterator[type]:
    for inner in cls.__subclasses__():
        yield inner
        yield from subclasses(inner)
