"""What people give and what it means: each argument is read at the door, in every question alike."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from fractions import Fraction
from inspect import isfunction
from io import BytesIO, TextIOBase
from typing import IO, TYPE_CHECKING, Any, BinaryIO, cast

from exact.analysis.counting.tags import Tags, parse_tags
from exact.analysis.counting.trigger import Divisor, Trigger, parse_trigger
from exact.analysis.odds.pay_lines import BetsLike, choose_bets
from exact.api.door import at_the_door
from exact.errors import LogError, UsageError, joined, quoted
from exact.files import opened
from exact.game.bets import Bet
from exact.game.coup import NOTHING_KNOWN, CoupInProgress
from exact.game.definition import GameDefinition
from exact.game.numbers import Number, exact_number
from exact.game.procedure import read_depths
from exact.game.shoe import Shoe, ShoeLike

if TYPE_CHECKING:
    from exact.analysis.logs.reader import LogReader

Tagged = str | Tags | Mapping[str, Number] | Iterable[Number]
"""A counting system: `"4-7=-1 8,9=2"`, a mapping of the same, or ten tags for A, 2 ... 9, 0 as text or as numbers."""
When = str | int | Fraction | Trigger
"""When a bet is made: a true count such as 4 or `"<=-3"`, or a running count `"rc>=7"`."""
PathLike = str | os.PathLike[str]
LogLike = PathLike | bytes | IO[Any] | Iterable[Any]
"""The name of a file, an open one or its bytes; its lines; coups as mappings or lists; or a frame of pandas."""
Depths = int | str | Iterable[int]
"""Numbers of cards left: 52, `"26,52"`, `"6-16"`, `[26, 52]`."""

Decks = int | str | Iterable[int | str]
"""Numbers of decks: 8, `"6,8,inf"`, `[6, 8]`."""


class Asked:
    """What all questions to a game have in common: each reads its arguments at the door."""

    definition: GameDefinition

    def __init_subclass__(cls) -> None:
        for name, question in list(vars(cls).items()):
            if isfunction(question) and not name.startswith("_"):
                setattr(cls, name, at_the_door(question))

    def _shoe(self, shoe: ShoeLike | None) -> Shoe:
        """The game's own fresh shoe, or whatever `Shoe.of` takes; raises ShoeError."""
        return self.definition.shoe() if shoe is None else Shoe.of(shoe)

    def _bets(self, bets: BetsLike, shoe: Shoe, known: CoupInProgress = NOTHING_KNOWN) -> tuple[Bet, ...]:
        """Raises as `choose_bets`; bets of `all` that the shoe does not determine are left out."""
        return choose_bets(self.definition, bets, shoe, known)[0]

    def _depths(self, cards_left: Depths | None, shoe: Shoe) -> tuple[int, ...] | None:
        """Raises UsageError."""
        return None if cards_left is None or shoe.infinite else read_depths(
            cards_left, self.definition.rules.most_cards, shoe.cards)

    @contextmanager
    def _log(self, log: LogLike, shoe: Shoe, columns: str | Mapping[str, str], cards: str | None
             ) -> Iterator[LogReader]:
        """The reader of a log; raises LogError."""
        from exact.analysis.logs.columns import read_map
        from exact.analysis.logs.reader import LogReader
        if isinstance(log, str | os.PathLike):
            name = str(log)
            found: AbstractContextManager[BinaryIO] = opened(name, LogError, "log")
        else:
            name, found = "lines", nullcontext(_stream(log))
        with found as file:
            yield LogReader(file, name, shoe, rules=self.definition.rules, given=read_map(columns), numbers=cards)


def _stream(log: bytes | IO[Any] | Iterable[Any]) -> BinaryIO:
    """A log that is in no file of its own as the bytes of one; raises LogError."""
    if isinstance(log, bytes):
        return BytesIO(log)
    if hasattr(log, "to_csv"):
        return BytesIO(log.to_csv(index=False).encode())
    if hasattr(log, "read") and not isinstance(log, TextIOBase):
        return cast("BinaryIO", log)
    rows = list(log) if isinstance(log, Iterable) else []
    if rows and all(isinstance(row, str) for row in rows):
        return BytesIO("\n".join(rows).encode())
    if rows and all(isinstance(row, Mapping | list | tuple) for row in rows):
        return BytesIO(json.dumps(rows, default=str).encode())
    raise LogError(f"`log` {quoted(log)}: give the name of a file, its lines, or coups such as {{'winner': 'banker'}}")


def as_tags(tags: Tagged, start: Number = 0) -> Tags:
    """A counting system; raises CountError, UsageError."""
    if isinstance(tags, Tags):
        return tags
    if isinstance(tags, Mapping):
        tags = " ".join(f"{cards}={exact_number(tag, 'tags')}" for cards, tag in tags.items())
    if not isinstance(tags, str | Iterable):
        raise UsageError(f"`tags` {quoted(tags)}: write KINDS=NUMBER, such as '4-7=-1 8,9=2', or ten numbers")
    if not isinstance(tags, str):
        tags = ",".join(str(exact_number(tag, "tags")) for tag in tags)
    return parse_tags(tags, exact_number(start, "start"))


def as_trigger(trigger: When, divisor: str = Divisor.EXACT.value, decks_left: str = "unseen") -> Trigger:
    """A trigger; raises CountError, UsageError."""
    if isinstance(trigger, Trigger):
        return trigger
    if isinstance(trigger, float):
        exact_number(trigger, "trigger")
    for argument, value, known in (("divisor", divisor, [each.value for each in Divisor]),
                                   ("decks_left", decks_left, ["unseen", "shoe"])):
        if value not in known:
            raise UsageError(f"`{argument}` {quoted(value)}: is {joined(known, 'or')}")
    return parse_trigger(str(trigger), Divisor(divisor), decks_left == "unseen")
