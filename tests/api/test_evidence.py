"""Logs and figures from Python: whatever holds coups is a log, and what does not is refused in words."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pandas
import pytest

import exact
from exact.errors import ExactError

COUPS = [{"shoe": 1, "player": ["9h", "9d"], "banker": ["7s", "2d"], "winner": "banker"},
         {"shoe": 1, "player": ["4h", "Kd"], "banker": ["7s", "Qd"], "winner": "banker"}]
TEXT = "shoe,player,banker,winner\n1,9h 9d,7s 2d,banker\n1,4h Kd,7s Qd,banker\n"
GAME = exact.Game("punto-banco")


@pytest.mark.parametrize("log", [
    TEXT.encode(), TEXT.splitlines(), (line for line in TEXT.splitlines()), io.BytesIO(TEXT.encode()),
    io.StringIO(TEXT), COUPS, [list(COUPS[0]), *([*coup.values()] for coup in COUPS)], pandas.DataFrame(COUPS)])
def test_whatever_holds_coups_is_a_log(log: Any) -> None:
    found = GAME.audit(log)
    assert (found.fault_count, found.kinds) == (1, {"missing third card": 1})


def test_a_file_and_its_name_are_the_same_log(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text(TEXT)
    with path.open("rb") as file:
        assert GAME.audit(file).kinds == GAME.audit(path).kinds == GAME.audit(str(path)).kinds


@pytest.mark.parametrize(("arguments", "says"), [
    ({"log": []}, "`log` []: give the name of a file"), ({"log": [1, 2]}, "`log` [1, 2]: give"),
    ({"log": 5}, "`log` 5: give"), ({"log": b""}, "empty"), ({"log": ""}, "log"), ({"log": [[1, 2]]}, "is not a coup"),
    ({"counts": "player=1"}, "`counts` 'player=1': give names with numbers"), ({"counts": (1, 2)}, "`counts` (1, 2)"),
    ({"counts": {"player": 0.5, "banker": 1, "tie": 1}}, "a float is not exact"), ({}, "give a log, or numbers"),
    ({"log": ["PB"], "counts": {"player": 1, "banker": 1, "tie": 1}}, "give a log, or numbers"),
    ({"log": ["s,w", "1,B"], "map": {"winnr": "w"}}, "'winnr' is none of"),
    ({"log": ["s,w", "1,B"], "map": {"winner": "x"}}, "no such column; the log has s, w")])
def test_what_holds_none_is_refused_in_words(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(ExactError) as caught:
        GAME.audit(**arguments)
    assert says in str(caught.value)


def test_a_map_is_a_mapping_or_the_text_of_one() -> None:
    one, other = (GAME.audit(["s,w", "1,B", "2,P"], map=given)
                  for given in ({"winner": "w", "shoe": "s"}, "winner=w,shoe=s"))
    assert str(one) == str(other)


@pytest.mark.parametrize("figures", [(["banker rtp 98.94%"],), (3,), (None, "banker rtp 98.94%")])
def test_a_claim_is_a_text(figures: Any) -> None:
    with pytest.raises(ExactError, match="write a text"):
        exact.claims(*figures)
