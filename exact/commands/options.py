"""Options that commands share, what they mean together, and how a result leaves the program."""

from __future__ import annotations

import argparse
import io
import os
import shlex
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from exact.errors import (
    CardError,
    IllegalRemovalError,
    ShoeError,
    UsageError,
)
from exact.files import write_whole
from exact.game.bets import Bet
from exact.game.cards import CardSet
from exact.game.catalogue import DEFAULT_GAME, load_game
from exact.game.coup import NOTHING_KNOWN, CoupInProgress
from exact.game.definition import GameDefinition
from exact.game.pays import read_number
from exact.game.shoe import MOST_DECKS, Shoe, read_cards
from exact.report.document import Block, Document, Paragraph
from exact.report.formats import FORMATS, SHEETS, USUAL_ENDINGS
from exact.report.numbers import DIGITS
from exact.report.question import Question as Question
from exact.report.question import title_of as title_of
from exact.version import __version__

MOST_DIGITS = 60
NARROWEST, WIDEST = 40, 1000
"""Columns of text."""


def add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", default=DEFAULT_GAME, metavar="NAME|FILE.toml",
                        help="a game of the catalogue (exact games lists them) or a file, - for stdin "
                        "(default %(default)s)")


def add_decks(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--decks", type=deck_number, metavar="N|inf", help="a fresh shoe (default: the game's own)")


def add_shoe(parser: argparse.ArgumentParser) -> None:
    add_decks(parser)
    parser.add_argument("--shoe", metavar="SPEC", help="a composition, such as '0=128 A=32 2=32', by point value, rank "
                        "(T J Q K) or card (9h=7), or a JSON or TOML file of such pairs, - for stdin; kinds not named "
                        "are 0")
    parser.add_argument("--remove", metavar="CARDS", default="",
                        help="cards out of the shoe, such as 9,9,K or '9=4 K' or 9h,Kd")


class BetNames(argparse.Action):
    """Names of bets, gathered from options that may be given again: a second one adds to the first."""

    def __call__(self, parser: argparse.ArgumentParser, namespace: argparse.Namespace,  # noqa: ARG002
                 values: Any, option_string: str | None = None) -> None:  # noqa: ARG002
        before = getattr(namespace, "_bets_given", None)
        namespace._bets_given = values if before is None else f"{before},{values}"
        setattr(namespace, self.dest, namespace._bets_given)


def add_bets(parser: argparse.ArgumentParser) -> None:
    add_bet_names(parser)
    add_bet_tables(parser)


def add_bet_names(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bets", default="main", metavar="NAME,..|all|main", action=BetNames,
                        help="which bets (default %(default)s); may be given again")


def add_bet_tables(parser: argparse.ArgumentParser) -> None:
    """Bets of the user's own, and what the pays of bets depend on."""
    add_bet_file(parser)
    parser.add_argument("--stake", type=money, metavar="MONEY",
                        help="the sum staked, for commissions that are rounded or have a minimum")


def add_stakes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--stakes", metavar="NAME=MONEY,..",
                        help="the result of a slip of bets of one coup, such as banker=10,tie=1")


def add_bet_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bet-file", action="append", default=[], metavar="FILE.toml",
                        help="further bets, declared by you, - for stdin; may be given again")


def add_question(parser: argparse.ArgumentParser) -> None:
    """A game, a shoe and some bets."""
    add_game(parser)
    add_shoe(parser)
    add_bets(parser)


def add_output(parser: argparse.ArgumentParser, *lines: str) -> None:
    """Where the answer goes and in which form, after a command's own options; `lines` are its examples."""
    parser.add_argument("--format", choices=(*FORMATS, *SHEETS), default="text",
                        help="default: what the ending of --output says, else %(default)s")
    parser.add_argument("--output", metavar="PATH", help="write there instead of to stdout (which is also"
                        f" -); an ending ({USUAL_ENDINGS}) says the format")
    parser.add_argument("--width", type=number(NARROWEST, WIDEST, "a number of columns"), metavar="N",
                        help="columns of text (default: those of the terminal; 80 where it goes elsewhere)")
    parser.add_argument("--digits", type=number(0, MOST_DIGITS, "a number of decimals"), default=DIGITS, metavar="N",
                        help="decimals of a probability (default %(default)s); percentages print two fewer")
    examples(parser, *lines)


def examples(parser: argparse.ArgumentParser, *lines: str) -> None:
    """The examples under a command's help."""
    parser.epilog = "examples:\n" + "\n".join(f"  {line}" for line in lines)


def whole_number(text: str, low: int, high: int, what: str) -> int:
    """A whole number of an option; raises ArgumentTypeError that says the range."""
    if not (text.isascii() and text.lstrip("-").isdigit() and len(text) <= 18 and low <= int(text) <= high):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not {what} from {low:,} to {high:,}")
    return int(text)


def number(low: int, high: int, what: str) -> Callable[[str], int]:
    """The type of an option that takes a whole number of something."""
    return lambda text: whole_number(text, low, high, what)


def deck_number(text: str) -> int | str:
    if text == "inf":
        return text
    try:
        return whole_number(text, 1, MOST_DECKS, "a number of decks")
    except argparse.ArgumentTypeError as error:
        raise argparse.ArgumentTypeError(f"{error}, nor inf") from None


def money(text: str) -> Fraction:
    try:
        amount = read_number(text, "stake")
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if not 0 < amount <= 10**12:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a sum of money above 0")
    return amount


def read_game(arguments: argparse.Namespace) -> GameDefinition:
    return load_game(arguments.game, getattr(arguments, "bet_file", ()), getattr(arguments, "stake", None))


def read_question(arguments: argparse.Namespace) -> Question:
    """Raises an ExactError for options that do not go together, or that name what is not there."""
    game = read_game(arguments)
    shoe, decks, removed = read_shoe_options(arguments, game)
    dealt = getattr(arguments, "dealt", None)
    if dealt is not None:
        from exact.analysis.odds.dealt import read_dealt
    known = NOTHING_KNOWN if dealt is None else read_dealt(dealt, game.rules)
    question = Question(game, shoe, decks, removed, known=known)
    if hasattr(arguments, "bets"):
        bets, unknown = choose_bets(arguments.bets, game, question.left, known)
        question = replace(question, bets=bets, unknown=unknown)
    return question


def read_shoe_options(arguments: argparse.Namespace, game: GameDefinition
                      ) -> tuple[Shoe, int | None, tuple[CardSet, ...]]:
    """The shoe after removal, its number of decks if it began as a fresh one, and the cards removed."""
    if arguments.shoe is not None and arguments.decks is not None:
        raise ShoeError("--shoe with --decks: a shoe is either a composition or a number of decks; give one of them")
    decks = read_decks(arguments, game) if arguments.shoe is None else None
    shoe = Shoe.fresh(decks) if arguments.shoe is None else Shoe.of(arguments.shoe)
    removed, left = _without(shoe, arguments.remove)
    return left, decks, removed


def read_decks(arguments: argparse.Namespace, game: GameDefinition) -> int | None:
    """The number of decks, the game's own by default; None is the infinite shoe."""
    return None if arguments.decks == "inf" else int(arguments.decks or 0) or game.decks


def _without(shoe: Shoe, cards: str) -> tuple[tuple[CardSet, ...], Shoe]:
    """The cards of `--remove`, and the shoe without them."""
    try:
        removed = read_cards(cards)
        return removed, shoe.remove(*removed)
    except (CardError, ShoeError) as error:
        raise IllegalRemovalError(f"--remove {cards!r}: {error}") from None


def choose_bets(names: str, game: GameDefinition, shoe: Shoe, known: CoupInProgress = NOTHING_KNOWN
                ) -> tuple[tuple[Bet, ...], tuple[str, ...]]:
    """The bets of `--bets`, and, for `all`, the names of those that the shoe does not determine (noted on stderr).

    The doubts of bets that are named are noted there too.
    Raises BetError for a bet of the game's own or of a bet file that can never pay.
    """
    from exact.analysis.odds import pay_lines
    bets, left_out = pay_lines.choose_bets(game, names, shoe, known)
    for name, why in left_out.items():
        print(f"note: bet {name}: {why}", file=sys.stderr)
    named = "all" not in [name.strip() for name in names.split(",")]
    note_doubts(bets if named else ())
    return bets, tuple(left_out)


def note_doubts(bets: Iterable[Bet]) -> None:
    """What print leaves in doubt of bets: whatever a command tells of them, its user has to know."""
    for bet in bets:
        if bet.doubt:
            print(f"note: bet {bet.name} ({bet.doubt.edge}): {bet.doubt.why}", file=sys.stderr)


# ---------------------------------------------------------------------------------------------------------------
# output

UNRECORDED = {"--output": 1, "--check": 1, "--force": 0, "--index": 1}
"""Options that say where a result goes and lies, not what it is, with the number of their values."""


FORM = {"--full": 0, "--table": 1, "--format": 1}
"""Options that say how much of a report is shown, and how."""


def kept_words(arguments: argparse.Namespace, without: Mapping[str, int] = UNRECORDED) -> list[str]:
    """The words of the command that say what is asked: without where the result goes."""
    words = iter(arguments.argv)
    kept = [arguments.command]
    for word in words:
        name, equals, _ = word.partition("=")
        if name not in without:
            kept.append(word)
        elif not equals and without[name]:
            next(words, None)
    return kept


def given_of(arguments: argparse.Namespace, *options: str) -> list[str]:
    """Those of some options that the command line gives."""
    return [name for name in (word.partition("=")[0] for word in arguments.argv) if name in options]


def refuse_idle(arguments: argparse.Namespace, why: str, *options: str) -> None:
    """Raises UsageError for the first of some options that the command line gives and that would change nothing."""
    for name in given_of(arguments, *options):
        raise UsageError(f"{name}: {why}")


def answer(arguments: argparse.Namespace, question: Question | None, title: str, schema: str,
           blocks: Iterable[Block], data: Mapping[str, Any], about: str = "", **made_from: Any) -> Document:
    """The document of an answer; its provenance says what is needed to make the same bytes again: no clock, no path.

    With a question the title begins with its game and shoe, the blocks with a line on the shoe, which `about`
    continues, and the data with both. `made_from` joins the provenance, or is all of it where there is no question.
    """
    if question is not None:
        title = f"{question.title}: {title}"
        blocks = (Paragraph(f"Shoe: {question.shoe_words()}. {about}".rstrip()), *blocks)
        data = {"game": question.game_data(), "shoe": question.shoe_data(), **data}
        made_from = {"rules_hash": question.game.rules.hash, **made_from, "composition": question.shoe.counts()}
    command = shlex.join(["exact", *kept_words(arguments)])
    return Document(title, schema, tuple(blocks), data, {"version": __version__, "command": command, **made_from},
                    getattr(arguments, "index", None) or "")


def emit(document: Document, arguments: argparse.Namespace, holds: bool = True) -> int:
    """Write a document in the format asked for, to stdout or whole to a file.

    The exit status: 0, or 1 where what the document checks does not hold.
    """
    if arguments.format in SHEETS:
        if arguments.output is None:
            raise UsageError(f"--format {arguments.format}: is no text to print; name a file, as in --output"
                             f" sheet{SHEETS[arguments.format].ending}")
        write_whole(Path(arguments.output), SHEETS[arguments.format].write_bytes(document, arguments.digits))
        print(f"wrote {arguments.output}", file=sys.stderr)
    else:
        emit_text(_written(document, arguments), arguments)
    return 0 if holds else 1


def _written(document: Document, arguments: argparse.Namespace) -> str:
    """In its format; a text as wide as the terminal that shows it, with its main lines bold there."""
    layout: dict[str, Any] = {}
    if arguments.format == "text":
        shown = arguments.output is None and sys.stdout.isatty()
        if arguments.width or shown:
            layout["width"] = max(arguments.width or shutil.get_terminal_size().columns, NARROWEST)
        layout["bold"] = shown and not os.environ.get("NO_COLOR")
    return FORMATS[arguments.format].write(document, arguments.digits, **layout)


def emit_text(text: str, arguments: argparse.Namespace) -> None:
    """Write a text to stdout or whole to a file."""
    if arguments.output is None:
        if isinstance(sys.stdout, io.TextIOWrapper):  # the same bytes everywhere, whatever the terminal's encoding
            sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
        sys.stdout.write(text)
    else:
        write_whole(Path(arguments.output), text.encode("utf-8", "backslashreplace"))
        print(f"wrote {arguments.output}", file=sys.stderr)


def named_numbers(text: str | None, argument: str) -> list[tuple[str, Fraction]]:
    """`banker=10,tie=1` as pairs, none of None; raises UsageError, and BetError for what is no number."""
    pairs = [] if text is None else [item.partition("=") for item in text.split(",")]
    for name, equals, value in pairs:
        if not (name.strip() and equals and value.strip()):
            raise UsageError(f"`{argument}` {text!r}: write NAME=NUMBER pairs, such as banker=10,tie=1")
    return [(name.strip(), read_number(value.strip(), f"`{argument}`, {name.strip()}")) for name, _, value in pairs]


def reply(arguments: argparse.Namespace, question: Question | None, title: str, schema: str,
          blocks: Iterable[Block], data: Mapping[str, Any], about: str = "", holds: bool = True, **made_from: Any
          ) -> int:
    """Write an answer (see `answer`); the exit status, 1 where what it checks does not hold."""
    return emit(answer(arguments, question, title, schema, blocks, data, about, **made_from), arguments, holds)
