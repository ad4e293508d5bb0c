"""Options that say how shoes are dealt and counted, in every command that has them."""

from __future__ import annotations

import argparse

from exact.analysis.counting.tags import Tags, parse_number, parse_tags
from exact.analysis.counting.trigger import Divisor, Trigger, parse_trigger
from exact.commands.options import number, whole_number
from exact.game.procedure import BY_FIRST_CARD, MOST_BURNED, MOST_CUT, MOST_EXTRA, NO_BURN, Procedure, read_depths
from exact.game.rules import Rules
from exact.game.shoe import Shoe
from exact.values import MOST_DEALT, MOST_SEED, SEED, SHOES

PROCEDURE = ("--burn", "--cut", "--extra", "--extra-if-first")
DEALING = ("--shoes", "--seed", "--processes")


# ---------------------------------------------------------------------------------------------------------------
# shoes

def add_procedure(parser: argparse.ArgumentParser) -> None:
    """The burn, the cut card, and what follows it."""
    standard = Procedure()
    parser.add_argument("--burn", type=_burn, default=standard.burn, metavar="none|first-card|N",
                        help="cards burned face down: none, as many as the points of the first card, which is shown "
                        "(ten for a ten-valued card), or N (default %(default)s)")
    add_cut(parser, f"{standard.cut}, or all of a smaller shoe")


def add_cut(parser: argparse.ArgumentParser, usual: str) -> None:
    """The cut card and what follows it; `usual` says where it lies by default."""
    standard = Procedure()
    parser.add_argument("--cut", type=number(0, MOST_CUT, "a number of cards"), metavar="N",
                        help=f"cards behind the cut card (default {usual})")
    parser.add_argument("--extra", type=number(0, MOST_EXTRA, "a number of coups"), default=standard.extra,
                        metavar="N", help="coups after the one in which the cut card comes out (default %(default)s)")
    parser.add_argument("--extra-if-first", type=number(0, MOST_EXTRA, "a number of coups"),
                        default=standard.extra_if_first, metavar="N",
                        help="when it comes out as the first card of a coup, coups dealt from that one on (default "
                        "%(default)s: that coup is the last)")


def _burn(text: str) -> str | int:
    if text in (NO_BURN, BY_FIRST_CARD):
        return text
    return whole_number(text, 0, MOST_BURNED, "none, first-card, or a number of cards")


def read_procedure(arguments: argparse.Namespace, shoe: Shoe) -> Procedure:
    """The procedure for a shoe; where nothing is said, the cut card lies on top of one that is too small for it."""
    return Procedure.of(shoe, arguments.burn, arguments.cut, arguments.extra, arguments.extra_if_first)


def add_dealing(parser: argparse.ArgumentParser) -> None:
    """How many shoes are dealt at random."""
    parser.add_argument("--shoes", type=number(1, MOST_DEALT, "a number of shoes"), default=SHOES, metavar="N",
                        help=f"shoes to deal, where there is no exact law (default {SHOES:,})")
    parser.add_argument("--seed", type=number(0, MOST_SEED, "a seed"), default=SEED, metavar="N",
                        help="the same seed gives the same figures, for any number of processes (default %(default)s)")
    add_processes(parser)


def add_processes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--processes", type=number(1, 4096, "a number of processes"), metavar="N",
                        help="parts worked on side by side (default: one for each core)")


# ---------------------------------------------------------------------------------------------------------------
# counts

COUNT = ("--tags", "--start", "--trigger", "--divisor", "--decks-left")


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
    parser.add_argument("--decks-left", choices=("unseen", "shoe"), default="unseen",
                        help="what they are the decks of: all unseen cards, with those burned, or the cards still in "
                        "the shoe (default %(default)s)")


def read_tags(arguments: argparse.Namespace) -> Tags:
    """Raises CountError."""
    return parse_tags(arguments.tags, parse_number(arguments.start, "`start`"))


def read_trigger(arguments: argparse.Namespace, trigger: str | None = None) -> Trigger:
    """The trigger given, or one of the same kind of count; raises CountError."""
    return parse_trigger(trigger or arguments.trigger, Divisor(arguments.divisor), arguments.decks_left == "unseen")


# ---------------------------------------------------------------------------------------------------------------
# depths

def add_cards_left(parser: argparse.ArgumentParser, usual: str) -> None:
    """Depths; `usual` says what is done without them."""
    parser.add_argument("--cards-left", metavar="N,..|LO-HI", help=f"how many cards are left in the shoe ({usual})")


def read_cards_left(arguments: argparse.Namespace, rules: Rules, shoe: Shoe) -> tuple[int, ...] | None:
    """The depths of `--cards-left`, if it is given; raises UsageError."""
    return (None if arguments.cards_left is None or shoe.infinite
            else read_depths(arguments.cards_left, rules.most_cards, shoe.cards))
