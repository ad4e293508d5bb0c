"""Questions about what was printed and dealt, and the reports that a game hands on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from exact.analysis.odds.pay_lines import BetsLike
from exact.api.arguments import Asked, LogLike, PathLike
from exact.commands.destination import check_place
from exact.commands.parser import command_module, command_parser, parsed
from exact.commands.progress import bar
from exact.errors import UsageError
from exact.files import write_whole
from exact.game.bets import Bet
from exact.game.numbers import Number, exact_number
from exact.game.procedure import NO_BURN, Procedure
from exact.game.shoe import Shoe, ShoeLike
from exact.progress import Progress
from exact.report.document import Document

if TYPE_CHECKING:
    from exact.analysis.audit.audit import Audit
    from exact.analysis.audit.results import ResultsAudit


class EvidenceQuestions(Asked):
    """Logs audited, and reports."""

    _words: tuple[str, ...] | None
    """How the command line names the game; None where it cannot."""

    def audit(self, log: LogLike | None = None, shoe: ShoeLike | None = None, bets: BetsLike = "main", *,
              map: str | Mapping[str, str] = "", cards: str | None = None, counts: Mapping[str, Number] | None = None,
              cut: int | None = None, extra: int = Procedure.extra, extra_if_first: int = Procedure.extra_if_first,
              keep_going: bool = False, explain_faults: bool = False, progress: Progress = bar
              ) -> Audit | ResultsAudit:
        """A log of dealt coups against the rules and against exact expectation, or results alone against their exact
        law: `exact audit`.

        The log is the name of a file, an open one, its lines or its coups, or a frame of pandas; or, instead of it,
        `counts` of each result. `map` says what columns mean, such as `{"winner": "result"}`.

        >>> game = Game("punto-banco")
        >>> audit = game.audit("docs/examples/table-7.csv")
        >>> audit.fault_count, audit.shoes
        (0, 1)
        >>> game.audit(["BBPTB", "PPBPP"])
        <audit of results: 10 coups, 0 faults>
        >>> game.audit([{"player": ["9h", "9d"], "banker": ["7s", "2d"], "winner": "banker"}])
        <audit: 1 row, 1 shoe, 0 faults>
        >>> game.audit(counts={"player": 4463, "banker": 4587, "tie": 950}).outcomes[2].p_value
        0.97485...

        Raises LogError that names the row, ShoeError, UsageError.
        """
        from exact.analysis.audit.audit import Auditor, audit
        from exact.analysis.audit.results import judge_counts, judge_results, read_counts
        left, game = self._shoe(shoe), self.definition
        if (log is None) == (counts is None):
            raise UsageError("`log` or `counts`: give a log, or numbers of results such as {'player': 4463, 'banker':"
                             " 4587, 'tie': 950}")
        if log is None:
            assert counts is not None
            return judge_counts(game.rules, left, read_counts([(name, exact_number(number, "counts")) for name, number
                                                               in counts.items()]))
        with self._log(log, left, map, cards) as reader:
            if reader.reads != "cards":
                return judge_results(reader, game.rules, left, keep_going, progress)
            auditor = Auditor(game.rules, left, self._bets(bets, left), [game.named(name) for name in reader.net_bets],
                              reader.partition, Procedure(NO_BURN, cut or 0, extra, extra_if_first))
            return audit(reader, auditor, keep_going, progress, explain_faults)

    def report(self, shoe: ShoeLike | None = None, bets: BetsLike = "main", stakes: Mapping[str, Number] | None = None,
               full: bool = False, output: PathLike | None = None, force: bool = False, *, title: str | None = None,
               author: str | None = None, company: str | None = None, reference: str | None = None,
               version: str | None = None, date: str | None = None, jurisdiction: str | None = None) -> Document:
        """The probability report (PAR sheet), all of it if `full`: `exact report`. `title` to `jurisdiction` make a
        title block with lines to sign.

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
        said = {"title": title, "author": author, "company": company, "reference": reference, "version": version,
                "date": date, "jurisdiction": jurisdiction}
        words += [f"--{entry}={text}" for entry, text in said.items() if text is not None]
        return made("report", [*words, *["--full"] * full], output, force)

    def explorer(self, decks: int | None = None, bets: BetsLike | None = None, also: Iterable[str] = (),
                 output: PathLike | None = None) -> str:
        """A page on which anyone clicks cards away and sees what every bet is worth now: `exact explorer`.

        >>> page = Game("punto-banco").explorer(bets="main")
        >>> page[:15]
        '<!DOCTYPE html>'

        Raises UsageError for a game that is in no file; BetError, UsageError.
        """
        if self._words is None:
            raise UsageError(f"`explorer` of {self.definition!r}: the page says the command of its numbers; give the"
                             " game by the name of its file")
        words = [*self._words, *([] if decks is None else ["--decks", str(decks)]),
                 *([] if bets is None else ["--bets", _bet_words(bets)]),
                 *(word for name in also for word in ("--also", name)), "--output", str(output or "page.html")]
        with redirect_stderr(StringIO()):  # what its command leaves out, it says with the option that brings it back
            page: str = command_module("explorer").page(parsed(command_parser("explorer"), "explorer", words))
        if output is not None:
            write_whole(Path(output), page.encode())
        return page


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
    decks = decks_of(found)
    if decks is not None:
        return ["--decks", decks]
    return ["--shoe", " ".join(f"{name}={count}" for name, count in found.counts().items() if count)]


def decks_of(shoe: Shoe) -> str | None:
    """How many decks a fresh shoe has, or `inf`; None for any other shoe."""
    decks = shoe.cards // 52
    return "inf" if shoe.infinite else str(decks) if decks and shoe == Shoe.decks(decks) else None


def _bet_words(bets: BetsLike) -> str:
    given = [bets] if isinstance(bets, str | Bet) else list(bets)
    return ",".join(bet.name if isinstance(bet, Bet) else bet for bet in given)
