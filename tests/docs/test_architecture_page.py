"""docs/architecture.md, the glossary and the links between all pages: what they name is there, and is as they say."""

from __future__ import annotations

import inspect
import re
import sys
import tomllib
from collections.abc import Collection
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

import exact
from exact.analysis.odds.laws import bet_law
from exact.cli import main
from exact.game import facts
from exact.game.bet_file import read_bet
from exact.game.catalogue import load_game
from exact.game.shoe import Shoe

ROOT = Path(exact.__file__).parents[1]
PAGE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
PATH = re.compile(r"`(exact/[\w/.]+|tests/[\w/.]+|docs/[\w/.-]+)`")
Call = tuple[str, str]


def fenced(kind: str) -> str:
    found = re.search(rf"(?s)```{kind}\n(.*?)```", PAGE)
    assert found, kind
    return found[1]


def steps(kind: str) -> list[tuple[int, Call]]:
    """The lines of a drawn path: the number in front, and the file with the function."""
    found = re.findall(r"(?m)^ *(\d*)[ >-]* +(exact/\S+) +(\S+)", fenced(kind))
    return [(int(number or 0), (file, function)) for number, file, function in found]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_links_to_and_names_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for link in re.findall(r"\]\((?!https?:|mailto:)([^)#]*)(?:#[^)]*)?\)", text):
        assert (page.parent / link).exists(), link
    for name in PATH.findall(text):
        assert (ROOT / name).exists() or "NAME" in name, name


def test_readme_leads_to_the_house_and_the_glossary() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "(docs/glossary.md)" in readme
    assert "(docs/architecture.md)" in readme


def test_every_room_of_the_house_is_on_the_page() -> None:
    rooms = PAGE.partition("## The rooms")[2].partition("## Where is")[0]
    for package in ("game", "engine", "analysis", "report"):
        listed = re.search(rf"(?s)`exact/{package}`(.*?)(?:`exact/|\Z)", rooms)
        assert listed
        inside = {path.name for path in (ROOT / "exact" / package).iterdir() if not path.name.startswith("__")}
        missing = {name for name in inside if f"`{name}`" not in listed[1] and f"`{name}/`" not in listed[1]}
        assert missing <= {"kernels.py"}, package


def test_every_word_of_the_glossary_is_used_where_it_lives() -> None:
    rows = re.findall(r"(?m)^\| (\*\*.*?) \| (.*?) \| (.*?) \|$", (ROOT / "docs/glossary.md").read_text())
    assert len(rows) > 50
    for word, meaning, home in rows:
        assert meaning.count(". ") <= 2, word
        files = PATH.findall(home)
        assert files, word
        for file in files:
            names = [name for name in re.findall(r"[\w-]+", word.lower()) if len(name) > 1]
            text = (ROOT / file).read_text(encoding="utf-8").lower()
            assert any(re.sub("s$|ing$", "", name) in text for name in names), f"{word} in {file}"


@cache
def called(code: CodeType) -> Call | None:
    """A function of the package, by its file and name."""
    inside = code.co_filename.startswith(str(ROOT / "exact")) and "<" not in code.co_name
    return (str(Path(code.co_filename).relative_to(ROOT)), code.co_qualname) if inside else None


def calls_of(wanted: Collection[Call], *words: str) -> list[tuple[Call, list[Call]]]:
    """Every call of some functions while a command runs, with those that it stands in, the nearest first."""
    found = []

    def watch(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and (call := called(frame.f_code)) in wanted and call:
            outer, above = frame.f_back, []
            while outer is not None:
                if name := called(outer.f_code):
                    above.append(name)
                outer = outer.f_back
            found.append((call, above))

    sys.setprofile(watch)
    try:
        assert main(list(words)) == 0
    finally:
        sys.setprofile(None)
    return found


def test_the_path_of_a_number_is_as_it_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    from exact.analysis.odds.laws import _groups
    from exact.engine.coup.compile import compile_joint
    _groups.cache_clear()
    compile_joint.cache_clear()
    drawn, beside = [call for _, call in steps("path")], steps("beside")
    calls = calls_of({*drawn, *(call for _, call in beside)}, "odds", "--decks", "6", "--bets", "banker")
    assert capsys.readouterr().out
    assert len(drawn) <= 15
    for place, call in enumerate(drawn):
        above = drawn[:place][::-1]
        assert any(found == call and outer == above for found, outer in calls), call
    assert len(beside) == 7
    for number, call in beside:
        assert any(found == call and (not number or drawn[number - 1] in outer) for found, outer in calls), call


def test_the_new_fact_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """The recipe followed: the line is put into the source of the facts, and the bet file asks for it."""
    source = inspect.getsource(facts._hand_facts)
    before, mark, after = source.partition(f'        Fact(f"{"{hand}"}.two_card_total"')
    assert mark
    names = dict(vars(facts))
    exec(before + fenced("fact") + mark + after, names)
    monkeypatch.setattr(facts, "_hand_facts", names["_hand_facts"])
    game = load_game("punto-banco")
    declared = tomllib.loads(fenced("toml"))["bets"]["even-start"]
    bet = read_bet("even-start", declared, game.rules.naturals)
    law = bet_law(game.rules, bet, Shoe.decks(8))
    odd, even = 5 * 32, 5 * 32 + 96
    assert law.probability(1) == Fraction(2 * odd * even, 416 * 415)
