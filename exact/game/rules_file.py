"""The `[rules]` of a game file, checked whole: every fault of the table is named at once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from exact.errors import CardError, RulesError, quoted
from exact.game.cards import CardSet, parse_card, point_value
from exact.game.coup import FIRST_FOUR, Position
from exact.game.rules import HALF, HANDS_OF, STOOD, Override, Place, Probability, Rules, Square


def read_rules(data: Mapping[str, Any], where: str = "rules", base: Rules | None = None) -> Rules:
    """The `[rules]` of a game file, checked whole: all faults are named at once.

    Keys: `naturals`, `player_draws`, `banker_draws` (a row for each total without a natural), `banker_reads`,
    `printed`, `deviations` (where Player's final total overrides Banker's table), `information` (what each hand sees of
    its own cards where it chooses: `player` and `banker`, `"total"` or `"hand"`).

    A square is a number (draws), `"stood"`, or `{ on = 9, draw = "1/2" }`; with `draw = "free"` the hand chooses, and
    with `hand = "06"` it is of these two cards alone. With `base`, keys and rows that are absent keep the parent's
    values. Raises RulesError.
    """
    return _Reader(where).rules(data, base)


KEYS = frozenset({"naturals", "player_draws", "banker_draws", "banker_reads", "printed", "deviations", "information"})
"""The keys of a `[rules]` table."""


class _Reader:
    """Collects every fault of a rules table, each with its key."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.faults: list[str] = []
        self.free: set[Place] = set()
        self.by_hand: list[Square] = []

    def rules(self, data: Mapping[str, Any], base: Rules | None) -> Rules:
        for key in data:
            if key not in KEYS:
                self.fault(key, f"unknown key; the keys are {', '.join(sorted(KEYS))}")
        for key in ("naturals", "player_draws", "banker_draws"):
            if base is None and key not in data:
                self.fault(key, "missing")
        naturals = (self.totals("naturals", data["naturals"]) if "naturals" in data
                    else base.naturals if base else frozenset())
        player = (self.row("player_draws", data["player_draws"]) if "player_draws" in data
                  else base.player_draws if base else ())
        banker = self.banker(data.get("banker_draws", {}), naturals, base)
        reads = data.get("banker_reads", base.banker_reads if base else "third card")
        if reads not in ("third card", "total"):
            self.fault("banker_reads", f'{quoted(reads)} is neither "third card" nor "total"')
        printed = self.printed(data["printed"]) if "printed" in data else base.printed if base else ()
        overrides = (self.overrides(data["deviations"]) if "deviations" in data
                     else base.overrides if base else ())
        for total in naturals:
            if player and player[total]:
                self.fault("player_draws", f"{total} is a natural, and a natural ends the coup")
        sees = self.information(data.get("information", {}), base)
        if base:
            new = {"Player"} if "player_draws" in data else set()
            rows = set(data.get("banker_draws", {})) if isinstance(data.get("banker_draws"), dict) else set()
            self.free |= {place for place in base.free if self.kept(place, new, rows)}
            self.by_hand += [square for square in base.by_hand if self.kept(square.place, new, rows)]
        if self.faults:
            raise RulesError("; ".join(self.faults))
        return Rules(naturals, player, banker, reads, printed, overrides, frozenset(self.free), *sees,
                     tuple(sorted(self.by_hand, key=repr)))

    def kept(self, place: Place, new: set[str], rows: set[str]) -> bool:
        """Whether a square of the parent stands in no row that is given anew."""
        return place[0] not in new if place[0] == "Player" else str(place[1]) not in rows

    def information(self, value: Any, base: Rules | None) -> tuple[str, str]:
        """What Player and Banker see of their own cards."""
        sees = {"player": base.player_sees if base else "total", "banker": base.banker_sees if base else "total"}
        if not isinstance(value, dict) or not set(value) <= set(sees):
            self.fault("information", f"{quoted(value)} is not a table such as"
                       " { player = \"total\", banker = \"hand\" }")
            return sees["player"], sees["banker"]
        for hand, given in value.items():
            if given not in ("total", "hand"):
                self.fault(f"information.{hand}", f'{quoted(given)} is neither "total" nor "hand"')
        found = sees | value
        return found["player"], found["banker"]

    def fault(self, key: str, what: str) -> None:
        self.faults.append(f"{self.where}.{key}: {what}")

    def total(self, key: str, value: Any, most: int = 9) -> int | None:
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
            self.fault(key, f"{quoted(value)} is not a total from 0 to 9")
            return None
        return value

    def totals(self, key: str, value: Any) -> frozenset[int]:
        if not isinstance(value, list):
            self.fault(key, f"{quoted(value)} is not a list of totals such as [8, 9]")
            return frozenset()
        found = [self.total(key, item) for item in value]
        totals = [total for total in found if total is not None]
        if len(set(totals)) < len(totals):
            self.fault(key, "a total stands twice")
        return frozenset(totals)

    def row(self, key: str, value: Any, own: int | None = None) -> tuple[Probability, ...]:
        """Eleven probabilities of drawing on Banker's total `own`, by third card and STOOD; ten by total for Player.

        Free squares and those of two cards are noted beside it.
        """
        player = own is None
        row = [Fraction(0)] * (10 if player else 11)
        if not isinstance(value, list):
            self.fault(key, f"{quoted(value)} is not a list of {'totals' if player else 'third cards'}")
            return tuple(row)
        seen = set()
        for item in value:
            given = item if isinstance(item, dict) else {"on": item, "draw": 1}
            if not {"on", "draw"} <= set(given) <= {"on", "draw", "hand"}:
                self.fault(key, f"{quoted(item)}: an optional square is {{ on = CARD, draw = PROBABILITY }}, and may"
                           ' name two cards, hand = "06"')
                continue
            on, free = given["on"], given["draw"] == "free"
            probability = HALF if free else self.probability(key, given["draw"])
            column = STOOD if on == "stood" and not player else self.column(key, on, player)
            cards = self.cards(key, given["hand"], column if own is None else own) if "hand" in given else None
            if (column, cards) in seen:
                self.fault(key, f"{quoted(on)} stands twice")
            if column is None or ("hand" in given and cards is None):
                continue
            seen.add((column, cards))
            square = Square("Player", column, None, probability, cards, free) if own is None else Square(
                "Banker", own, column, probability, cards, free)
            if cards is not None:
                self.by_hand.append(square)
                continue
            row[column] = probability
            if free:
                self.free.add(square.place)
        return tuple(row)

    def cards(self, key: str, value: Any, total: int | None) -> tuple[int, int] | None:
        """The values of two cards, as in `06`, that make a total."""
        low, high = sorted(map(int, value)) if isinstance(value, str) and re.fullmatch("[0-9]{2}", value) else (-1, -1)
        if total is None or (low, high) in HANDS_OF[total]:
            return None if total is None else (low, high)
        self.fault(key, f"hand = {quoted(value)} is not the values of two cards that make {total}, such as"
                   f' "{HANDS_OF[total][0][0]}{HANDS_OF[total][0][1]}"')
        return None

    def column(self, key: str, on: Any, totals: bool) -> int | None:
        if isinstance(on, bool) or not isinstance(on, int) or not 0 <= on <= 9:
            wanted = "a total from 0 to 9" if totals else "a third card from 0 to 9 or stood"
            self.fault(key, f"{quoted(on)} is not {wanted}")
            return None
        return on

    def probability(self, key: str, value: Any) -> Probability:
        try:
            if isinstance(value, bool) or not isinstance(value, (int, str, Fraction)):
                raise ValueError
            probability = Fraction(value) if len(str(value)) <= 40 else None
            if probability is None or not 0 <= probability <= 1 or "e" in str(value).lower():
                raise ValueError
        except (ValueError, ZeroDivisionError):
            self.fault(key, f"draw = {quoted(value)} is not a probability from 0 to 1, written 1, 0.5 or \"1/2\", nor"
                       ' "free"')
            return Fraction(0)
        return probability

    def banker(self, value: Any, naturals: frozenset[int], base: Rules | None) -> tuple[tuple[Probability, ...], ...]:
        if not isinstance(value, dict):
            self.fault("banker_draws", f"{quoted(value)} is not a table of rows such as 3 = [0, 1, \"stood\"]")
            value = {}
        rows = {}
        for key, items in value.items():
            if key not in {str(total) for total in range(10)}:
                self.fault(f"banker_draws.{key}", "a row is a total from 0 to 9")
            elif int(key) in naturals:
                self.fault(f"banker_draws.{key}", "a natural ends the coup: this row is never used")
            else:
                rows[int(key)] = self.row(f"banker_draws.{key}", items, int(key))
        missing = [total for total in range(10) if total not in rows and total not in naturals]
        if base is None and missing:
            self.fault("banker_draws", f"missing row{'s' * (len(missing) > 1)} {', '.join(map(str, missing))}")
        stands = (Fraction(0),) * 11
        return tuple(rows.get(total, base.banker_draws[total] if base and total not in naturals else stands)
                     for total in range(10))

    def printed(self, value: Any) -> tuple[tuple[Position, CardSet], ...]:
        """`printed = { P1 = "7" }`: a position and the rank printed on the layout."""
        if not isinstance(value, dict):
            self.fault("printed", f'{quoted(value)} is not a table such as {{ P1 = "7" }}')
            return ()
        found = []
        for key, card in value.items():
            if key not in {position.name for position in FIRST_FOUR}:
                self.fault(f"printed.{key}", "a printed card stands at P1, B1, P2 or B2")
                continue
            try:
                cards = parse_card(str(card))
            except CardError as error:
                self.fault(f"printed.{key}", str(error))
                continue
            if len({point_value(kind) for kind in cards}) == 1:
                found.append((Position[key], cards))
        return tuple(sorted(found))

    def overrides(self, value: Any) -> tuple[Override, ...]:
        """`[[rules.deviations]]`: `banker = "stands"` or `"draws"`, `player_total`, and if they matter `player_cards`
        and `banker_total`."""
        key, found = "deviations", []
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.fault(key, "is a list of tables such as { banker = \"stands\", player_total = [8, 9] }")
            return ()
        for item in value:
            known = {"banker", "player_total", "player_cards", "banker_total"}
            if not {"banker", "player_total"} <= set(item) <= known:
                self.fault(key, f"{quoted(item)}: needs banker and player_total, and may have player_cards and"
                           " banker_total")
                continue
            if item["banker"] not in ("stands", "draws"):
                self.fault(key, f'banker = {quoted(item["banker"])} is neither "stands" nor "draws"')
            cards = item.get("player_cards")
            if cards not in (None, 2, 3) or isinstance(cards, bool):
                self.fault(key, f"player_cards = {quoted(cards)} is neither 2 nor 3")
                cards = None
            against, own = (self.totals(f"{key}.{name}", item.get(name, list(range(10))))
                            for name in ("player_total", "banker_total"))
            if against and own:
                found.append(Override(item["banker"] == "draws", against, cards, own))
        return tuple(found)
