"""The options of `count` and `simulate` that say how a shoe is dealt and counted."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from exact.analysis.counting.procedure import BY_FIRST_CARD, NO_BURN, Procedure
from exact.analysis.counting.tags import CountError, Tags, parse_number, parse_tags
from exact.analysis.counting.trigger import Divisor, Trigger, parse_trigger
from exact.commands.options import whole_number
from exact.errors import UsageError


def add_count(parser: argparse.ArgumentParser) -> None:
    """The counting system and the trigger."""
    parser.add_argument("--tags", metavar="TAGS",
                        help="what is added to the running count for each card dealt, such as "
                        "'4-7=-1 8,9=2' (kinds without a tag count 0; 0 is any ten-valued card), or ten numbers for "
                        "A,2,...,9,0")
    parser.add_argument("--start", metavar="COUNT", default="0",
                        help="the running count of a fresh shoe, for unbalanced counts (default %(default)s)")
    parser.add_argument("--trigger", metavar="TRIGGER",
                        help="when a bet is made: a true count such as 4 (or more) or '<=-3', or a running count "
                        "'rc>=7'")
    parser.add_argument("--divisor", choices=[divisor.value for divisor in Divisor], default=Divisor.EXACT.value,
                        help="decks left that divide the running count: exact, or rounded down to half or whole decks, "
                        "but never to none (default %(default)s)")


def read_tags(arguments: argparse.Namespace) -> Tags:
    """Raises CountError."""
    return parse_tags(arguments.tags, parse_number(arguments.start, "--start"))


def read_trigger(arguments: argparse.Namespace) -> Trigger:
    """Raises CountError."""
    return parse_trigger(arguments.trigger, Divisor(arguments.divisor))


_OPTION_OF = {"level": "--search", "cut card": "--cut", "coups after the cut card": "--after, --when-first", "burn":
              "--burn", "seed": "--seed", "cards left": "--cards-left", "perfect play": "--perfect"}


@contextmanager
def options_named() -> Iterator[None]:
    """Errors of a count or a procedure, with the option that they are about."""
    try:
        yield
    except (CountError, UsageError) as error:
        text = str(error)
        if text.startswith(("tags ", "trigger ")):
            raise CountError(f"--{text}") from None
        option = next((option for words, option in _OPTION_OF.items() if text.startswith((f"{words} ", f"{words}:"))),
                      None)
        if option is None:
            raise
        raise type(error)(f"{option}: {text}") from None


def refuse_unused(arguments: argparse.Namespace, parser_defaults: Mapping[str, Any], needs: str) -> None:
    """Raises UsageError for an option that would change nothing without the options in `needs`."""
    for name, default in parser_defaults.items():
        if getattr(arguments, name) != default:
            raise UsageError(f"--{name.replace('_', '-')}: needs {needs}, without which it would change nothing")


COUNT_ALONE = {"start": "0", "divisor": Divisor.EXACT.value}
PROCEDURE_ALONE = {"burn": BY_FIRST_CARD, "cut": 14, "after": 1, "when_first": 0, "decks_left": "unseen"}
"""Defaults of the options of a count and of a procedure, for `refuse_unused`."""


def add_procedure(parser: argparse.ArgumentParser) -> None:
    """The burn, the cut card, and what follows it."""
    parser.add_argument("--burn", type=_burn, default=BY_FIRST_CARD, metavar="none|first-card|N",
                        help="cards burned face down: none, as many as the points of the first card, which is shown "
                        "(ten for a ten-valued card), or N (default %(default)s)")
    parser.add_argument("--cut", type=lambda text: whole_number(text, 1, 10**6, "a number of cards"), default=14,
                        metavar="N", help="cards behind the cut card (default %(default)s)")
    parser.add_argument("--after", type=_few, default=1, metavar="N",
                        help="coups after the one in which the cut card comes out (default %(default)s)")
    parser.add_argument("--when-first", type=_few, default=0, metavar="N",
                        help="coups after the one at whose start the cut card comes out (default %(default)s)")
    parser.add_argument("--decks-left", choices=("unseen", "shoe"), default="unseen",
                        help="what the counter divides by: all unseen cards, with those burned, or the cards still "
                        "in the shoe (default %(default)s)")


def _burn(text: str) -> str | int:
    if text in (NO_BURN, BY_FIRST_CARD):
        return text
    return whole_number(text, 0, 52, "none, first-card, or a number of cards")


def _few(text: str) -> int:
    return whole_number(text, 0, 2, "a number of coups")


def read_procedure(arguments: argparse.Namespace) -> Procedure:
    """Raises UsageError for a cut card too near to the end."""
    return Procedure(arguments.burn, arguments.cut, arguments.after, arguments.when_first,
                     arguments.decks_left == "unseen")
