"""The bet language: what it means, and that every fault is one line that names the bet, the line and the value."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from exact.errors import BetError, ExactError, GameError
from exact.game.bet_file import read_bet
from exact.game.bets import Bet
from exact.game.catalogue import load_game
from exact.game.coup import Position
from exact.game.pays import Commission, read_pay

NATURALS = frozenset({8, 9})
WIN = {"when": {"winner": "banker"}, "pays": 1}


def bet(*lines: Any, **keys: Any) -> Bet:
    return read_bet("b", {"lines": list(lines), "otherwise": "lose", **keys}, NATURALS)


def when(condition: Any) -> Bet:
    return bet({"when": condition, "pays": 1})


def nested(depth: int) -> dict[str, Any]:
    condition: dict[str, Any] = {"winner": "tie"}
    for _ in range(depth):
        condition = {"not": condition}
    return condition


@pytest.mark.parametrize(("pay", "net"), [
    (8, 8), (0.95, Fraction(19, 20)), ("19/20", Fraction(19, 20)), ("0.95", Fraction(19, 20)), ("push", 0),
    ("lose", -1),
    ("3 to 2", Fraction(3, 2)), ("3:2", Fraction(3, 2)), ("9 for 1", 8), ("143 to 5", Fraction(143, 5)), (-1, -1),
])
def test_pays(pay: Any, net: Fraction) -> None:
    assert read_pay(pay, "here") == net


@pytest.mark.parametrize("pay", ["1/0", "nan", "inf", float("nan"), float("inf"), 10**400, "1e400", 1e300, True, None,
                                 [], "", "8 to 0", "8 to", "to 1", "8 for -1", "eight",
                                 "95%", "1" * 61, 10**6 + 1])
def test_pays_refused(pay: Any) -> None:
    with pytest.raises(BetError, match=r"^bet b, line 1.*is (not a number|paid on no stake|beyond|a percentage)"):
        bet({"when": {"winner": "tie"}, "pays": pay})


REFUSED: dict[str, tuple[Callable[[], Bet], str]] = {
    "unknown fact": (lambda: when({"winer": "tie"}), "line 1: unknown fact 'winer'; did you mean 'winner'"),
    "unknown fact of a hand": (lambda: when({"player": {"totals": 7}}), "line 1: unknown fact 'player.totals'"),
    "value that cannot be": (lambda: when({"player": {"total": 10}}), "player.total = 10 is impossible"),
    "three-card total of one card": (lambda: when({"player": {"cards": 4}}),
                                     "player.cards = 4 is impossible; it is one of 2, 3"),
    "six and more": (lambda: when({"player": {"total": "6+"}}), "is one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9; a range is"
                     " written \"6-9\""),
    "six at least": (lambda: when({"both": {"total": ">= 6"}}), "a range is written \"6-18\""),
    "below two": (lambda: when({"margin": "<2"}), "a range is written \"0-1\""),
    "above eight": (lambda: when({"margin": ">8"}), "; write 9"),
    "four or five": (lambda: when({"winner": {"total": "4,5"}}), r"a list is written \[4, 5\]"),
    "a fact that no hand has": (lambda: when({"loser": {"totals": 5}}), "unknown fact 'player.totals'"),
    "either without a fact": (lambda: when({"either": 5}), "is followed by a fact"),
    "yes for a number": (lambda: when({"player": {"total": True}}), "player.total = true is impossible"),
    "empty list": (lambda: when({"winner": []}), "allows nothing"),
    "empty range": (lambda: when({"player": {"total": "9-3"}}), "holds no possible value"),
    "empty condition": (lambda: when({}), "a condition is a table"),
    "no table": (lambda: when("tie"), "a condition is a table"),
    "any of nothing": (lambda: when({"any": []}), "any takes a list of conditions"),
    "card that is none": (lambda: when({"player": {"card_1": "1x"}}), "not a card"),
    "red spades": (lambda: when({"player": {"card_1": "red spades"}}), "is no card at all"),
    "count without is": (lambda: when({"both": {"count": {"of": "9"}}}), "takes { of = CARDS, is = NUMBER }"),
    "seven of six": (lambda: when({"both": {"count": {"of": "9", "is": 7}}}), "both.count = 7 is impossible"),
    "only nothing": (lambda: when({"both": {"only": []}}), "is no card at all|not a card|allows nothing|names no card"),
    "fourth card": (lambda: when({"player": {"card_4": "9"}}), "unknown fact 'player.card_4'"),
    "scope alone": (lambda: when({"player": 7}), "player is followed by a fact"),
    "deep nesting": (lambda: when(nested(13)), "nested more than 12 deep"),
    "very deep nesting": (lambda: when(nested(900)), "nested more than 12 deep"),
    "contradiction": (lambda: when({"all": [{"player": {"total": 6}}, {"player": {"total": [7, 8]}}]}),
                      r"line 1 \(line 1\): can never pay: player.total cannot be both 6 and 7 or 8"),
    "same condition twice": (lambda: bet(WIN, {**WIN, "event": "again", "pays": 2}),
                             r"line 2 \(again\): can never pay: line 1 has the same `when`"),
    "never pays": (lambda: bet({"when": {"winner": "tie"}, "pays": "push"}),
                   "never pays: no line has a net result above 0"),
    "no lines": (lambda: bet(), "has no lines"),
    "too many lines": (lambda: bet(*[WIN] * 401), "has 401 lines; the most is 400"),
    "no otherwise": (lambda: read_bet("b", {"lines": [WIN]}, NATURALS), "line 1: is the last and has a `when`"),
    "line after the last": (lambda: bet({"pays": 1}), "line 1: has no `when`"),
    "otherwise with a condition": (lambda: bet(WIN, otherwise={"when": {}, "pays": 1}), "otherwise: has no `when`"),
    "unknown key": (lambda: bet(WIN, line=1), "unknown key 'line'"),
    "unknown key of a line": (lambda: bet({**WIN, "pay": 1}), "line 1: unknown key 'pay'"),
    "no pays": (lambda: bet({"when": {"winner": "tie"}}), "line 1: has no pays"),
    "commission above 1": (lambda: bet(WIN, commission=1.01), "commission: rate 1.01 is not between 0 and 1"),
    "commission below 0": (lambda: bet(WIN, commission="-5%"), "is not between 0 and 1"),
    "rounding without a stake": (lambda: bet(WIN, commission={"rate": "5%", "unit": 1}),
                                 "give stake = MONEY in the bet, or `stake`"),
    "minimum without a stake": (lambda: bet(WIN, commission={"rate": "5%", "minimum": 1}),
                                "depends on the money staked"),
    "unit of nothing": (lambda: bet(WIN, stake=10, commission={"rate": "5%", "unit": 0}), "a unit is above 0"),
    "direction": (lambda: bet(WIN, stake=10, commission={"rate": "5%", "rounding": "away"}),
                  "none of up, down, nearest"),
    "no rate": (lambda: bet(WIN, commission={"unit": 1}), "has no rate"),
    "stake of nothing": (lambda: bet(WIN, stake=0), "is not a sum of money above 0"),
    "title": (lambda: bet(WIN, title=""), "is not a text"),
    "a doubt of a text": (lambda: bet(WIN, doubt="x"), "doubt: 'x' is not a table"),
    "a doubt of the wrong kind": (lambda: bet(WIN, doubt={"edge": "low", "why": "x"}), "takes { edge = 'at most' or"),
    "a doubt without a reason": (lambda: bet(WIN, doubt={"edge": "at most", "why": " "}), "why: ' ' is not a text"),
    "notes": (lambda: bet(WIN, notes="x"), "is not a list of texts"),
    "no bet at all": (lambda: read_bet("b", [], NATURALS), "is not a table"),  # type: ignore[arg-type]  # bad on purpose
}


@pytest.mark.parametrize(("make", "message"), REFUSED.values(), ids=REFUSED)
def test_refused(make: Callable[[], Bet], message: str) -> None:
    with pytest.raises(BetError, match=message) as caught:
        make()
    assert str(caught.value).startswith("bet b")
    assert "\n" not in str(caught.value)


def test_otherwise_and_a_last_line_are_the_same() -> None:
    closed = read_bet("b", {"lines": [WIN, {"event": "Otherwise", "pays": "lose"}]}, NATURALS)
    assert bet(WIN) == closed
    assert bet(WIN, otherwise={"event": "All else", "pays": "push"}).lines[-1].event == "All else"


@pytest.mark.parametrize(("commission", "stake", "net"), [
    ({"rate": "5%"}, None, Fraction(95, 100)),
    ({"rate": 0.04}, None, Fraction(96, 100)),
    ({"rate": "5%", "unit": 0.25, "rounding": "up"}, 1, Fraction(75, 100)),
    ({"rate": "5%", "unit": 0.25, "rounding": "up"}, 5, Fraction(95, 100)),
    ({"rate": "5%", "unit": 0.25, "rounding": "up"}, 6, 1 - Fraction(50, 600)),
    ({"rate": "5%", "unit": 0.1}, 11, 1 - Fraction(6, 110)),
    ({"rate": "5%", "unit": 1, "rounding": "down"}, 19, Fraction(1)),
    ({"rate": "5%", "minimum": 1}, 10, Fraction(9, 10)),
])
def test_commission(commission: dict[str, Any], stake: int | None, net: Fraction) -> None:
    read = read_bet("b", {"lines": [WIN], "otherwise": "lose", "commission": commission}, NATURALS,
                    stake=Fraction(stake) if stake else None)
    assert read.lines[0].pays == net


def test_commission_halves_go_up_and_a_line_can_be_free() -> None:
    assert Commission(Fraction(1, 20), unit=Fraction(1)).net(Fraction(1), Fraction(10)) == 1 - Fraction(1, 10)
    free = bet({**WIN, "commission": False}, {"when": {"winner": "tie"}, "pays": 8}, commission="5%")
    assert [line.pays for line in free.lines] == [1, Fraction(76, 10), -1]


def test_only_is_that_no_other_card_is_there() -> None:
    only, none = when({"player": {"only": "red"}}), when({"player": {"count": {"of": "black", "is": 0}}})
    for third in (None, 1, 3):
        coup = {Position.P1: 1, Position.B1: 3, Position.P2: 6, Position.B2: 7}
        if third is not None:
            coup[Position.P3] = third
        assert only.result(coup) == none.result(coup) == (1 if third == 3 else 0)


# ---------------------------------------------------------------------------------------------------------------
# files

FILES: dict[str, tuple[str | bytes, str]] = {
    "extends itself": ('extends = "game.toml"', "extends itself"),
    "missing parent": ('extends = "nosuch"', "'nosuch': not in the catalogue"),
    "missing parent file": ('extends = "nosuch.toml"', "nosuch.toml'?: No such file"),
    "parent that is no name": ("extends = 7", "is not the name of a game"),
    "two bets of one name": ('extends = "punto-banco"\n[bets.x]\nlines = []\n[bets.x]\nlines = []', "not TOML"),
    "pays twice": ('extends = "punto-banco"\n[bets.x]\nlines = [{ pays = 1, pays = 2 }]', "not TOML"),
    "unknown key": ('extends = "punto-banco"\ndeck = 6', "deck: unknown key; did you mean 'decks'"),
    "no decks": ('extends = "punto-banco"\ndecks = 0', "0 is not a number of decks"),
    "bet that is unknown": ('extends = "punto-banco"\n[bets.x]\nuse = "nosuch"', "bet 'nosuch': unknown"),
    "bet that uses itself": ('extends = "punto-banco"\n[bets.x]\nuse = "x"', "bet 'x': unknown"),
    "bets in a circle": ('extends = "punto-banco"\n[bets.x]\nuse = "y"\n[bets.y]\nuse = "x"', "unknown"),
    "main bet that is unknown": ('extends = "punto-banco"\nmain = ["nosuch"]', "bet 'nosuch': unknown"),
    "variant that is unknown": ('extends = "punto-banco"\n[bets.y]\nuse = "tie:no"', "no such variant"),
    "empty": ("", "empty"),
    "ten megabytes": (b"# " + b"x" * 10_000_000, "larger than 2,000,000 bytes"),
    "deep brackets": (b"a = " + b"[" * 100_000, "nested too deeply"),
    "binary": (b"\xff\xfe\x00", "not text in UTF-8"),
    "huge number": (b"decks = " + b"9" * 5000, "not TOML"),
}


@pytest.mark.parametrize(("text", "message"), FILES.values(), ids=FILES)
def test_game_file_refused(text: str | bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(ExactError, match=message) as caught:
        load_game(str(path))
    assert "\n" not in str(caught.value)


def test_games_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('extends = "b.toml"')
    (tmp_path / "b.toml").write_text('extends = "a.toml"')
    with pytest.raises(GameError, match="extends itself"):
        load_game(str(tmp_path / "a.toml"))


def test_parent_file_is_looked_for_beside_the_child(tmp_path: Path) -> None:
    (tmp_path / "parent.toml").write_text('extends = "punto-banco"\ndecks = 3')
    (tmp_path / "child.toml").write_text('extends = "parent.toml"\ntitle = "Child"')
    assert load_game(str(tmp_path / "child.toml")).decks == 3


@pytest.mark.parametrize(("text", "message"), [
    ("[dragon-7]\nlines = []", "exists already"),
    ("[x]\nlines = 1", "has no lines"),
    ("x = 1", "is not a bet"),
    ('["x y"]\nlines = []', "letters, digits and - only"),
    ("bets = 1", "bets"),
])
def test_bet_file_refused(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "bets.toml"
    path.write_text(text)
    with pytest.raises(ExactError, match=message):
        load_game("punto-banco", [str(path)])
