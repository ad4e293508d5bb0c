"""Questions about what was printed and dealt, and the reports that a game hands on."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import redirect_stdout
from io import StringIO
from typing import TYPE_CHECKING

from exact.analysis.odds.pay_lines import BetsLike
from exact.api.arguments import Asked
from exact.commands.destination import check_place
from exact.commands.parser import command_module, command_parser, parsed
from exact.commands.progress import bar
from exact.errors import LogError, UsageError
from exact.files import opened
from exact.game.bets import Bet
from exact.game.numbers import Number, exact_number
from exact.game.procedure import NO_BURN, Procedure
from exact.game.shoe import Shoe, ShoeLike
from exact.progress import Progress
from exact.report.document import Document

if TYPE_CHECKING:
    from exact.analysis.audit.audit import Audit

PathLike = str | os.PathLike[str]


class EvidenceQuestions(Asked):
    """Logs audited, and reports."""

    _words: tuple[str, ...] | None
    """How the command line names the game; None where it cannot."""

    def audit(self, log: PathLike, shoe: ShoeLike | None = None, bets: BetsLike = "main", *, cut: int | None = None,
              extra: int = Procedure.extra, extra_if_first: int = Procedure.extra_if_first, keep_going: bool = False,
              progress: Progress = bar) -> Audit:
        """A log of dealt coups against the rules and against exact expectation: `exact audit`.

        >>> audit = Game("punto-banco").audit("docs/examples/table-7.csv")
        >>> audit.fault_count, audit.shoes
        (0, 1)

        Raises LogError that names the row, ShoeError.
        """
        from exact.analysis.audit.audit import Auditor, audit
        from exact.analysis.audit.log import LogReader
        left, game = self._shoe(shoe), self.definition
        with opened(str(log), LogError, "log") as file:
            reader = LogReader(file, str(log), left)
            auditor = Auditor(game.rules, left, self._bets(bets, left), [game.named(name) for name in reader.net_bets],
                              reader.partition, Procedure(NO_BURN, cut or 0, extra, extra_if_first))
            return audit(reader, auditor, keep_going, progress)

    def report(self, shoe: ShoeLike | None = None, bets: BetsLike = "main", stakes: Mapping[str, Number] | None = None,
               full: bool = False, output: PathLike | None = None, force: bool = False) -> Document:
        """The probability report, all of it if `full`: `exact report`.

        With `output` it is written too: one file in the format that the ending says, or a folder, a bundle of the
        whole report in every format, with figures; `force` into a folder that holds other files.

        >>> report = Game("punto-banco").report(6)
        >>> report.tables[0].title, report.data["bets"][0]["name"]
        ('Outcomes: ...', 'player')

        Raises UsageError for a game that is in no file and for a place that cannot be written; as `odds`.
        """
        if self._words is None:
            raise UsageError(f"`report` of {self.definition!r}: a report says the command that makes it again; give the"
                             " game by the name of its file")
        words = [*self._words, *_shoe_words(shoe), "--bets", _bet_words(bets)]
        if stakes:
            words += ["--stakes", ",".join(f"{name}={exact_number(stake, 'stakes')}"
                                           for name, stake in stakes.items())]
        return made("report", [*words, *["--full"] * full], output, force)


def made(command: str, words: list[str], output: PathLike | None = None, force: bool = False) -> Document:
    """The document of a command that can write a bundle; it is written too if a place is given."""
    arguments = parsed(command_parser(command), command, words)
    module = command_module(command)
    if output is not None:
        written = parsed(command_parser(command), command, [*words, *["--force"] * force, "--output", str(output)])
        check_place(written)
        with redirect_stdout(StringIO()):
            module.run(written)
    document: Document = module.build(arguments, full=getattr(arguments, "full", True))
    return document


def _shoe_words(shoe: ShoeLike | None) -> list[str]:
    if shoe is None:
        return []
    found = Shoe.of(shoe)
    decks = found.cards // 52
    if found.infinite:
        return ["--decks", "inf"]
    if decks and found == Shoe.decks(decks):
        return ["--decks", str(decks)]
    return ["--shoe", " ".join(f"{name}={count}" for name, count in found.counts().items() if count)]


def _bet_words(bets: BetsLike) -> str:
    given = [bets] if isinstance(bets, str | Bet) else list(bets)
    return ",".join(bet.name if isinstance(bet, Bet) else bet for bet in given)
