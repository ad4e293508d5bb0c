"""The order of the house: who may import whom, and what may stand where.

Imports inside functions and for type checkers count as all others do: a module that names another in its types cannot
be understood without it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import exact

ROOT = Path(exact.__file__).parent
LAYERS = ({"errors", "files", "values", "progress", "display", "version", "workers"}, {"game"}, {"engine"},
          {"analysis"}, {"report"}, {"commands"}, {"cli", "api", "verify"})
"""The parts of the package from the lowest to the highest; the package itself stands above all."""
ENTRY_POINTS = {"exact.report.__main__"}
"""What `python -m` starts, and hands on to the command line."""
LOOK_UP = {"exact", "exact.commands.parser", "exact.report.display", "exact.report.formats"}
"""Where modules are imported by name: what is exported, the commands, the sections of answers, the formats."""
MOST_LINES = 400
OPTION = re.compile(r"(?<![\w-])--[a-z]")
NO_OPTIONS = {"exact.report.formats.html", "exact.errors"}
"""Here such words are properties of a page, or show what becomes of an argument's name."""
READERS = {"exact.game.rules", "exact.game.rules_file", "exact.game.squares"}
"""The rules and their squares, and the reader of files that makes them."""
INDEPENDENT = {"exact.analysis.verify"}
"""Reads the third-card table on its own, as a check on the rules."""


@cache
def paths() -> dict[str, Path]:
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = ("exact", *path.relative_to(ROOT).with_suffix("").parts)
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def modules() -> dict[str, ast.Module]:
    return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in paths().items()}


@cache
def imports(name: str) -> frozenset[str]:
    """The modules of the package that a module imports, anywhere in it, and the packages that they lie in: these run
    first. The package itself, which hands on what the others have, is imported by whoever imports any of it."""
    found = set()
    for node in ast.walk(modules()[name]):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name in modules()}
        elif isinstance(node, ast.ImportFrom) and node.module in modules():
            inner = {f"{node.module}.{alias.name}": node.module for alias in node.names}
            found |= {each if each in modules() else module for each, module in inner.items()}
    parents = {".".join(parts[:n]) for parts in (other.split(".") for other in found) for n in range(2, len(parts))}
    return frozenset(found | parents) - {name}


def layer(name: str) -> int:
    part = name.split(".")[1] if "." in name else None
    return next((i for i, parts in enumerate(LAYERS) if part in parts), len(LAYERS))


def texts(name: str) -> Iterator[str]:
    """Every text of a module, docstrings among them."""
    for node in ast.walk(modules()[name]):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_no_module_imports_itself_over_others() -> None:
    left = {name: set(imports(name)) for name in modules()}
    while free := {name for name, needs in left.items() if not needs & set(left)}:
        left = {name: needs for name, needs in left.items() if name not in free}
    assert not left


def test_imports_are_written_so_that_these_tests_see_them() -> None:
    """No import is relative, and modules are looked up by name in the four tables of names alone."""
    found = {name for name, tree in modules().items() for node in ast.walk(tree)
             if isinstance(node, ast.Call) and _name(node.func) in ("import_module", "__import__")}
    assert found == LOOK_UP
    assert not [name for name, tree in modules().items() for node in ast.walk(tree)
                if isinstance(node, ast.ImportFrom) and node.level]


def test_every_part_of_the_package_has_its_layer() -> None:
    parts = {name.split(".")[1] for name in modules() if "." in name}
    assert parts - {"__main__"} == set().union(*LAYERS)


@pytest.mark.parametrize("name", [name for name in paths() if name not in ENTRY_POINTS])
def test_imports_lead_down_or_stay_in_a_layer(name: str) -> None:
    assert not [other for other in imports(name) if layer(other) > layer(name)]


def test_no_option_is_named_below_the_commands() -> None:
    below = [name for name in modules() if layer(name) < layer("exact.commands")]
    assert {name for name in below for text in texts(name) if OPTION.search(text)} == NO_OPTIONS


def test_modules_are_short() -> None:
    assert not {name for name, path in paths().items()
                if len(path.read_text(encoding="utf-8").splitlines()) > MOST_LINES}


def test_the_rules_alone_read_the_third_card_table() -> None:
    assert {name for name, tree in modules().items() if any(map(_decides_a_course, ast.walk(tree)))} == {
        *READERS, *INDEPENDENT}


@pytest.mark.parametrize(("line", "decides"), [
    ("rules.banker_draws[total][third]", True), ("rows = rules.banker_draws", True), ("rules.player_draws[5]", True),
    ("player_total >= 8", True), ("7 < total", True), ("banker in (8, 9)", True), ("totals[0] > 7", True),
    ("max(player, banker) >= 8", True), ("total(cards) in {8, 9}", True), ("(player + card) % 10 >= 8", True),
    ("table = rules.player_draws", True), ("course.player_draws", False), ("cards == 8", False),
    ("total == banker", False)])
def test_what_decides_a_course_is_seen(line: str, decides: bool) -> None:
    assert any(map(_decides_a_course, ast.walk(ast.parse(line)))) is decides


def _decides_a_course(node: ast.AST) -> bool:
    """Whether a square of the table is read, or a hand's total compared with that of a natural."""
    if isinstance(node, ast.Attribute):
        return node.attr == "banker_draws" or (node.attr == "player_draws" and _name(node.value).endswith("rules"))
    if isinstance(node, ast.Subscript):
        return _name(node.value) in ("player_draws", "banker_draws")
    return isinstance(node, ast.Compare) and _compares_total(node)


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _compares_total(node: ast.Compare) -> bool:
    sides = [node.left, *node.comparators]
    natural = any(isinstance(part, ast.Constant) and part.value in (7, 8, 9) for side in sides
                  for part in [side, *ast.iter_child_nodes(side)])
    return natural and any(re.search("total|^player$|^banker$", _name(part)) for side in sides
                           for part in ast.walk(side) if isinstance(part, ast.expr))
