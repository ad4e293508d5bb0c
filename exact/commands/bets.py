"""`exact bets`: the catalogue of bets with what each pays and its house edge, or one bet in full."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable

from exact.analysis.odds.laws import BetLaw, Study, partition_of
from exact.analysis.odds.pay_lines import Overlap, examine, require_payable
from exact.commands.options import add_game, add_output, answer, deck_number, emit, examples, money, read_game
from exact.game.bets import Bet
from exact.game.catalogue import DEFAULT_GAME, game_names, load_game
from exact.game.definition import GameDefinition
from exact.game.shoe import Shoe
from exact.report.caveats import bet_notes, doubt_data, law_notes, mark_of, with_caveats
from exact.report.cells import short_number
from exact.report.document import Block, Bullets, Column, Document, Paragraph, Table
from exact.report.numbers import rational
from exact.report.sections.probability import bet_data, line_table, summary_table

MOST_CLASSES_NAMED = 20
COLUMNS = (Column("name"), Column("title"), Column("pays to 1"), Column("house edge", "percent"))


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="one bet in full: its lines, variants and readings")
    add_game(parser)
    parser.add_argument("--decks", type=deck_number, default=8, metavar="N|inf",
                        help="a fresh shoe (default %(default)s)")
    parser.add_argument("--bet-file", action="append", default=[], metavar="FILE.toml",
                        help="further bets, declared by you; may be given again")
    parser.add_argument("--stake", type=money, metavar="MONEY",
                        help="the sum staked, for commissions that are rounded or have a minimum")
    add_output(parser)
    examples(parser, "exact bets", "exact bets dragon-7", "exact bets lucky-6:macau --decks 6",
             "exact bets --game 7-up", "exact bets both-seven --bet-file docs/examples/bets.toml")


def run(arguments: argparse.Namespace) -> int:
    game = read_game(arguments)
    shoe = Shoe.infinite_deck() if arguments.decks == "inf" else Shoe.decks(arguments.decks)
    require_payable(game, [game.named(name) for name in ([arguments.name] if arguments.name else game.tables)])
    where = "the infinite shoe" if shoe.infinite else f"{arguments.decks} deck{'s' * (arguments.decks != 1)}"
    document = _one if arguments.name else _all
    emit(document(arguments, game, shoe, where), arguments)
    return 0


def pays(bet: Bet) -> str:
    """What a bet pays to 1, each winning net result once: `40`, `1, 0.5`."""
    return ", ".join(short_number(net) for net in dict.fromkeys(line.pays for line in bet.lines) if net > 0)


def _all(arguments: argparse.Namespace, game: GameDefinition, shoe: Shoe, where: str) -> Document:
    names = game.bet_names()
    bets = tuple(dict.fromkeys(game.named(name) for name in names))
    laws = {law.bet: law for law in Study(game.rules, bets).odds(shoe).bets}
    rows = tuple((bet.name, bet.title, pays(bet), laws[bet].house_edge, str(len(game.variants(bet.name)) or ""))
                 for bet in bets)
    notes = [f"{game.bare_title}: the edge is the loss per unit of every bet made, with {where}.",
             "exact bets NAME shows one in full, with its variants; exact report --bets NAME,.. its figures."]
    notes += law_notes(laws.values())
    if game.name == DEFAULT_GAME:
        elsewhere = [f"{other} ({', '.join(own)})" for other in game_names() if (own := _own(other))]
        notes.append(f"Bets that need another game, shown by --game: {'; '.join(elsewhere)}.")
    table = with_caveats(Table(f"Bets, house edge with {where}", (*COLUMNS, Column("variants")), rows, tuple(notes),
                               key="bets"), [mark_of(bet.doubt) for bet in bets], bet_notes(bets))
    data = [{"name": bet.name, "title": bet.title, "aliases": list(bet.aliases),
             "variants": list(game.variants(bet.name)), "pays": [rational(line.pays) for line in bet.lines],
             "house_edge": rational(laws[bet].house_edge), "rtp": rational(laws[bet].rtp),
             "doubt": doubt_data(bet.doubt)} for bet in bets]
    return answer(arguments, None, "Bets", "exact-bets/1", (table,),
                  {"game": game.name, "decks": arguments.decks, "bets": data}, rules_hash=game.rules.hash)


def _own(name: str) -> list[str]:
    """The bets that a game of the catalogue declares itself, beyond Player, Banker and Tie."""
    return [bet for bet in load_game(name).tables if bet not in ("player", "banker", "tie")]


def _one(arguments: argparse.Namespace, game: GameDefinition, shoe: Shoe, where: str) -> Document:
    bet = game.named(arguments.name)
    others = tuple(game.named(name) for name in game.variants(arguments.name))
    found = {law.bet: law for law in Study(game.rules, tuple(dict.fromkeys((bet, *others)))).odds(shoe).bets}
    law, examination = found[bet], examine(game.rules, bet)
    for warning in examination.warnings():
        print(f"warning: {warning}", file=sys.stderr)
    facts = [f"Named {game.canonical(arguments.name)}" + (f", also {', '.join(bet.aliases)}." if bet.aliases else "."),
             f"{game.bare_title}; all figures with {where}.", _looks_at(law)]
    if bet.offered is not None:
        facts.append("Offered in some coups only; its figures are those of the coups in which it is.")
    facts += [f"Warning: {warning}." for warning in examination.warnings()]
    blocks: list[Block] = [Paragraph(bet.title), Bullets(tuple(facts)), line_table(law), summary_table((law,))]
    if examination.overlaps is None:
        blocks.append(Paragraph("Which coups two lines describe is not shown: the lines together tell too many classes"
                                " of card apart."))
    elif examination.overlaps:
        blocks.append(_overlap_table(bet, examination.overlaps))
    if others:
        variants = Table("Variants", COLUMNS, tuple(
            (other.name, other.title, pays(other), found[other].house_edge) for other in others),
            law_notes(found[other] for other in others))
        blocks.append(with_caveats(variants, [mark_of(other.doubt) for other in others], bet_notes(others)))
    data = {**bet_data(law), "aliases": list(bet.aliases), "notes": list(bet.notes),
            "variants": [{"name": other.name, "house_edge": rational(found[other].house_edge),
                          "doubt": doubt_data(other.doubt)} for other in others],
            "classes": list(partition_of(bet).names), "never": [i + 1 for i in examination.never],
            "overlaps": None if examination.overlaps is None else
            [{"lines": [o.first + 1, o.second + 1], "probability": rational(o.probability)}
             for o in examination.overlaps]}
    return answer(arguments, None, f"Bet {bet.name}", "exact-bet/1", blocks,
                  {"game": game.name, "decks": arguments.decks, "bet": data}, rules_hash=game.rules.hash)


def _looks_at(law: BetLaw) -> str:
    names = partition_of(law.bet).names
    shown = _joined(names) if len(names) <= MOST_CLASSES_NAMED else f"{_joined(names[:6])}, ..."
    return f"Looks at up to {law.length} cards, and tells {len(names)} classes of them apart: {shown}."


def _joined(names: Iterable[str]) -> str:
    return ", ".join(names)


def _overlap_table(bet: Bet, overlaps: Iterable[Overlap]) -> Table:
    def event(i: int) -> str:
        return f"{i + 1} {bet.lines[i].event}"

    rows = tuple((event(o.first), event(o.second), o.probability) for o in overlaps)
    return Table("Coups that two lines describe: the earlier line takes them",
                 (Column("line"), Column("also met by line"), Column("probability, 8 decks", "probability")), rows,
                 key="overlaps")
