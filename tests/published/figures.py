"""The published figures of `bets.json`: what each one states, as an exact value, and whether it agrees.

Each figure keeps its words, its source and its printed form; `ask` says what it states:

    bet    a bet of the catalogue, or `outcome` (Player, Banker, Tie), or `slip`, bets with their stakes
    what   count, of, probability, probability_resolved, contribution, ev, edge, edge_resolved, rtp, std_dev, variance,
           break_even, ev_change and probability_change (on removal of the cards of `remove`)
    lines  the pay lines that the event joins, counted from 0
    per    how many orders the print does not tell apart; `cards` the cards of its sequences, if more than the bet's
    given  the two-card totals that are known
    game, decks    where (punto banco unless said otherwise)

`unit` says whether it is printed in percent. `verdict` is `agrees`, `corrected` (then `right` is the value at the
printed precision, `why` the reason, and `as` what else would have to be asked, or how else rounded, to get the printed
figure), or `not expressible` with its `why`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from exact.analysis.odds.laws import BetLaw, bet_law, slip
from exact.engine.coup.polynomial import falling
from exact.game.bets import OUTCOMES
from exact.game.catalogue import load_game
from exact.game.coup import NOTHING_KNOWN, CoupInProgress
from exact.game.definition import GameDefinition
from exact.game.shoe import Shoe, read_cards
from exact.report.numbers import Root, fixed, fixed_root

HERE = Path(__file__).parent
FILES = ("bets.json", "variants.json")


@cache
def entries() -> tuple[dict[str, Any], ...]:
    return tuple(entry for name in FILES for entry in json.loads((HERE / name).read_text(encoding="utf-8")))


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
    def printed(self) -> tuple[Fraction, int]:
        """The printed number, in the unit of the page, and its decimals."""
        return read_printed(self.data["value"])

    @property
    def factor(self) -> int:
        return 100 if self.data["unit"] == "percent" else 1

    def exact(self, **instead: Any) -> Fraction | Root:
        """The exact value of what it states, in the unit of the page; `instead` changes what is asked."""
        value = answer(json.dumps({**self.data["ask"], **instead}, sort_keys=True))
        if isinstance(value, Root):
            return Root(value.square * self.factor**2)
        return value * self.factor

    def shown(self, value: Fraction | Root) -> str:
        """A value at the printed precision."""
        decimals = self.printed[1]
        return fixed_root(value, decimals) if isinstance(value, Root) else fixed(value, decimals)

    def agrees(self, value: Fraction | Root) -> bool:
        """Whether the value rounds to the printed figure; either way if it lies half between two."""
        number, decimals = self.printed
        half = Fraction(1, 2 * 10**decimals)
        if isinstance(value, Root):
            return (number - half) ** 2 <= value.square <= (number + half) ** 2
        return abs(number - value) <= half


def figures() -> Iterator[Figure]:
    for entry in entries():
        for number, data in enumerate(entry["figures"]):
            yield Figure(entry["name"], number, data)


def read_printed(text: str) -> tuple[Fraction, int]:
    """The number in a printed text, with its sign (a dash before it counts) and decimals."""
    match = re.search(r"([-–−]\s*)?(\d[\d,]*(?:\.\d+)?)", text)
    assert match, text
    digits = match[2].replace(",", "")
    value = Fraction(digits)
    return (-value if match[1] else value), len(digits.partition(".")[2])


def as_rounded(figure: Figure, how: str) -> Fraction:
    """What a page may have printed for a figure that it rounded in some other way."""
    instead = {key: value for key, value in figure.data.get("as", {}).items() if key != "round"}
    value = figure.exact(**instead)
    assert isinstance(value, Fraction)
    decimals = figure.printed[1]
    if how in ("fifteen digits", "fifteen digits, cut"):
        unit = 10 ** (len(str(int(value))) - 15)
        return Fraction((int(value) if how.endswith("cut") else int(value) + unit // 2) // unit * unit)
    if how == "cut":
        return Fraction(int(value * 10**decimals), 10**decimals)
    if how == "from the printed probability":
        law = _law("punto-banco", figure.data["ask"]["decks"], figure.data["ask"]["bet"])
        return Fraction(fixed(law.probability(0), 6)) * (law.bet.lines[0].pays + 1) - 1
    places = int(how.removeprefix("to ").removesuffix(" decimals"))
    return Fraction(fixed(value, places))


@cache
def answer(question: str) -> Fraction | Root:
    """The exact value that an `ask`, in JSON, asks for."""
    ask = json.loads(question)
    if "slip" in ask:
        game = _game(ask.get("game", "punto-banco"))
        made = [(game.named(name), Fraction(stake)) for name, stake in ask["slip"].items()]
        return slip(game.rules, made, Shoe.decks(ask["decks"])).edge
    where = ask.get("game", "punto-banco"), ask["decks"], ask["bet"], *ask.get("given", {}).items()
    law = _law(*where)
    what, lines = ask["what"], ask.get("lines", ())
    if what == "ev_change":
        return _law(*where, remove=ask["remove"]).ev - law.ev
    if what == "probability_change":
        return _law(*where, remove=ask["remove"]).probability(lines[0]) - law.probability(lines[0])
    if what == "count":
        behind = falling(52 * ask["decks"] - law.length, ask.get("cards", law.length) - law.length)
        return Fraction(sum(law.counts[line] for line in lines) * behind, ask.get("per", 1))
    if what == "of":
        return Fraction(law.of, ask.get("per", 1))
    if what == "probability":
        return sum((law.probability(line) for line in lines), Fraction(0))
    if what == "contribution":
        return sum((law.contribution(line) for line in lines), Fraction(0))
    return _of_bet(law, what)


def _of_bet(law: BetLaw, what: str) -> Fraction | Root:
    lost = sum((law.probability(i) for i, line in enumerate(law.bet.lines) if line.pays < 0), Fraction(0))
    resolved = law.edge_resolved
    assert resolved is not None
    return {"ev": law.ev, "edge": law.house_edge, "edge_resolved": resolved, "rtp": law.rtp, "variance": law.variance,
            "std_dev": Root(law.variance), "break_even": lost / law.hit_frequency,
            "probability_resolved": law.hit_frequency / (law.hit_frequency + lost)}[what]


@cache
def _game(name: str) -> GameDefinition:
    return load_game(name, [str(HERE / "bets.toml")])


@cache
def _law(game_name: str, decks: int | str, bet_name: str, *given: tuple[str, int], remove: str = "") -> BetLaw:
    game = _game(game_name)
    shoe = Shoe.infinite_deck() if isinstance(decks, str) else Shoe.decks(decks)
    totals = dict(given)
    known = (CoupInProgress(player_total=totals.get("player"), banker_total=totals.get("banker")) if given
             else NOTHING_KNOWN)
    bet = OUTCOMES if bet_name == "outcome" else game.named(bet_name)
    return bet_law(game.rules, bet, shoe.remove(*read_cards(remove)), known)
