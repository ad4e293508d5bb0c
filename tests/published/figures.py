"""The published figures of `data/*.json`: what each one states, as an exact value, and whether it agrees.

Each figure keeps its words, its source and its printed form; `ask` says what it states:

    what   count, of, probability, probability_resolved, contribution, ev, edge, edge_resolved, rtp, std_dev, variance,
           break_even; ev_change and probability_change (on removal of the cards of `remove`); run (exactly `run` wins
           in a row, ties left out), doublings (one of `times` wins, ties left out); equal_commission, fair_commission
    of     `bet`, a bet of the catalogue or `outcome` (Player, Banker, Tie); `when`, an event; `slip`, bets with stakes
    lines  the pay lines that the event joins, counted from 0
    per    how many orders the print does not distinguish; `cards` the cards of its sequences, if more than the bet's
    dealt  what is known of the coup, as `--dealt` has it
    game, decks    where (punto banco unless said otherwise)

`unit` is percent where the print does not show the sign, or ten-millionths. `within`: the print is right to so much.
`verdict` is `agrees`, `corrected` (then `right` is the value at the printed precision or finer, `why` the reason, and
`as` what else would have to be asked, or how else rounded, to get the printed figure), or `not expressible` with its
`why`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from exact.analysis.odds.dealt import read_dealt
from exact.analysis.odds.laws import BetLaw, bet_law, slip
from exact.analysis.published.figures import COUNT, PERCENT, Printed, read_figure, root
from exact.engine.coup.polynomial import falling
from exact.game.bet_file import read_bet
from exact.game.bets import OUTCOMES, Bet
from exact.game.catalogue import load_game
from exact.game.definition import GameDefinition
from exact.game.shoe import Shoe, read_cards
from exact.report.numbers import Root, fixed, fixed_root

DATA = Path(__file__).parent / "data"
FILES = ("bets", "variants", "main_bets")


@cache
def entries(*files: str) -> tuple[dict[str, Any], ...]:
    texts = ((DATA / f"{name}.json").read_text(encoding="utf-8") for name in files or FILES)
    return tuple(entry for text in texts for entry in json.loads(text))


@dataclass(frozen=True)
class Figure:
    """A published figure with its place in the file."""

    entry: str
    number: int
    data: Mapping[str, Any]

    @property
    def name(self) -> str:
        decks = self.data["decks"]
        words = f"{self.entry}-{self.number}-{self.data['event']}-{self.data['quantity']}-{decks}d"
        return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")

    @property
    def verdict(self) -> str:
        return str(self.data["verdict"])

    @property
    def printed(self) -> Printed:
        """The reading of the printed figure that goes with what it states."""
        unit, readings = self.data.get("unit"), read_figure(self.data["printed"])
        scale = COUNT if self.data["quantity"] == "combinations" else unit if unit == PERCENT else readings[0].scale
        reading = next(one for one in readings if one.scale == scale)
        return replace(reading, per=10**7) if unit == "ten-millionths" else reading

    @property
    def decimals(self) -> int:
        return decimals_of(self.printed)

    def exact(self, **instead: Any) -> Fraction | Root:
        """The exact value of what it states; `instead` changes what is asked."""
        return answer(json.dumps({**self.data["ask"], **instead}, sort_keys=True))

    def shown(self, value: Fraction | Root, decimals: int | None = None) -> str:
        """A value in the unit of the page, at the printed precision unless another is given."""
        places, per = self.decimals if decimals is None else decimals, self.printed.per
        return (fixed_root(Root(value.square * per**2), places) if isinstance(value, Root) else
                fixed(value * per, places))

    def agrees(self, value: Fraction | Root) -> bool:
        """Whether the value rounds to the printed figure, or is within what the print is said to be right to."""
        number = root(value.square) if isinstance(value, Root) else value
        if "within" in self.data:
            return abs(number * self.printed.per - self.printed.value) <= Fraction(self.data["within"])
        return self.printed.rounds(number)


def decimals_of(printed: Printed) -> int:
    return len(str(printed.unit.denominator)) - 1


def figures(*files: str) -> Iterator[Figure]:
    """Every figure, or those of some of the files."""
    for entry in entries(*files):
        for number, data in enumerate(entry["figures"]):
            yield Figure(entry["name"], number, data)


def as_rounded(figure: Figure, how: str) -> Fraction:
    """What a page may have printed for a figure that it rounded in some other way."""
    instead = {key: value for key, value in figure.data.get("as", {}).items() if key != "round"}
    value = figure.exact(**instead)
    assert isinstance(value, Fraction)
    per = figure.printed.per
    if how in ("fifteen digits", "fifteen digits, cut"):
        unit = 10 ** (len(str(int(value))) - 15)
        return Fraction((int(value) if how.endswith("cut") else int(value) + unit // 2) // unit * unit)
    if how == "cut":
        return Fraction(int(value * per * 10**figure.decimals), per * 10**figure.decimals)
    if how == "from the printed probability":
        law = _law(json.dumps(figure.data["ask"]))
        return Fraction(fixed(law.probability(0), 6)) * (law.bet.lines[0].pays + 1) - 1
    return Fraction(fixed(value * per, int(how.removeprefix("to ").removesuffix(" decimals")))) / per


@cache
def answer(question: str) -> Fraction | Root:
    """The exact value that an `ask`, in JSON, asks for."""
    ask = json.loads(question)
    what = ask["what"]
    if "slip" in ask:
        game = game_of(ask)
        made = [(game.named(name), Fraction(stake)) for name, stake in ask["slip"].items()]
        return slip(game.rules, made, shoe_of(ask)).house_edge
    if what.endswith("_change"):
        what = what.removesuffix("_change")
        whole = {key: value for key, value in ask.items() if key != "remove"}
        removed, left = (answer(json.dumps({**one, "what": what}, sort_keys=True)) for one in (ask, whole))
        assert isinstance(removed, Fraction)
        assert isinstance(left, Fraction)
        return removed - left
    if what.endswith("_commission"):
        player, banker = (_law(json.dumps({**ask, "bet": name})).hit_frequency for name in ("player", "banker"))
        # (1 - c) b - p = p - b, or 0, for the probabilities b and p of Banker and Player.
        return (2 if what == "equal_commission" else 1) * (1 - player / banker)
    return _of_law(_law(question), ask)


def _of_law(law: BetLaw, ask: Mapping[str, Any]) -> Fraction | Root:
    what, lines = ask["what"], ask.get("lines", ())
    if what == "count":
        behind = falling(52 * ask["decks"] - law.length, ask.get("cards", law.length) - law.length)
        return Fraction(sum(law.counts[line] for line in lines) * behind, ask.get("per", 1))
    if what == "of":
        return Fraction(law.of, ask.get("per", 1))
    if what == "probability":
        return sum((law.probability(line) for line in lines), Fraction(0))
    if what == "contribution":
        return sum((law.contribution(line) for line in lines), Fraction(0))
    lost = sum((law.probability(i) for i, line in enumerate(law.bet.lines) if line.pays < 0), Fraction(0))
    won = law.hit_frequency / (law.hit_frequency + lost)
    if what == "run":
        return won**ask["run"] * (1 - won)
    if what == "doublings":
        return 1 - (1 - won)**ask["times"]
    resolved = law.edge_resolved
    assert resolved is not None
    return {"ev": law.ev, "edge": law.house_edge, "edge_resolved": resolved, "rtp": law.rtp, "variance": law.variance,
            "std_dev": Root(law.variance), "break_even": lost / law.hit_frequency, "probability_resolved": won}[what]


def game_of(ask: Mapping[str, Any]) -> GameDefinition:
    return _game(ask.get("game", "punto-banco"))


@cache
def _game(name: str) -> GameDefinition:
    own = DATA / f"{name}.toml"
    return load_game(str(own) if own.exists() else name, [str(DATA / "bets.toml")])


def shoe_of(ask: Mapping[str, Any]) -> Shoe:
    return Shoe.of(ask["decks"]).remove(*read_cards(ask.get("remove", "")))


def bet_of(ask: Mapping[str, Any]) -> Bet:
    game = game_of(ask)
    if "when" in ask:
        return read_bet("event", {"lines": [{"when": ask["when"], "pays": 1}, {"pays": -1}]}, game.rules.naturals)
    return OUTCOMES if ask["bet"] == "outcome" else game.named(ask["bet"])


def _law(question: str) -> BetLaw:
    """The law that a question is about; all questions about one law share it."""
    about = {"game", "bet", "when", "dealt", "decks", "remove"}
    return _law_of(json.dumps({key: value for key, value in json.loads(question).items() if key in about},
                              sort_keys=True))


@cache
def _law_of(where: str) -> BetLaw:
    ask = json.loads(where)
    game, shoe = game_of(ask), shoe_of(ask)
    if "dealt" not in ask:
        return bet_law(game.rules, bet_of(ask), shoe)
    known = read_dealt(ask["dealt"], game.rules)
    return bet_law(game.rules, bet_of(ask), shoe.remove(*(cards for _, cards in known.cards)), known)
