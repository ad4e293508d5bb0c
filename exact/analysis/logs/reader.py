"""The one reader of logs: a file in any layout that people have, as coups with their cards, as results, or as counts.

    with opened("table-7.csv", LogError, "log") as file:
        reader = LogReader(file, "table-7.csv", shoe)
        for row in reader: ...

What the columns mean is told by their names (docs/audit.md); `layout` says what was understood. A row that cannot be
read is a `BadRow`, whose error names line, column, value and the way out, and reading goes on behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, islice
from typing import Any, BinaryIO, NamedTuple, TypeVar

from exact.analysis.logs.cells import (
    CARD_NUMBERS,
    Column,
    burned,
    card_reader,
    dealt_cards,
    level,
    read_count,
    read_cut,
    read_net,
    read_total,
    read_winner,
    tagged,
    tokens,
)
from exact.analysis.logs.columns import COUNTS, DEALT, HANDS, NET, RESULTS, SIDES, TOTALS, Layout, understand
from exact.analysis.logs.json_rows import GROUP
from exact.analysis.logs.lines import LogFile
from exact.analysis.logs.sources import open_source, result_codes
from exact.errors import LogError, joined, plural
from exact.game.cards import BY_KIND, CardSet, Partition
from exact.game.coup import Outcome, winner
from exact.game.rules import STANDARD, Rules
from exact.game.shoe import Shoe

T = TypeVar("T")
SAMPLE = 100
"""Rows that are looked at before the first is given, to tell how the log writes its cards."""


@dataclass(slots=True)
class Row:
    """A row that was read: cards as classes of the log's partition; what the row does not say is None."""

    line: int
    shoe: str
    coup: str
    player: tuple[int, ...]
    banker: tuple[int, ...]
    winner: int | None
    totals: tuple[int | None, int | None]
    nets: tuple[Fraction | None, ...]
    burned: tuple[int, ...]
    unseen: int
    cut: bool


@dataclass(frozen=True)
class BadRow:
    """A row that cannot be read, with the error that says where and why."""

    line: int
    error: LogError


@dataclass(frozen=True)
class DealtRow:
    """A coup as dealt, perhaps not to its end: the cards in the order of dealing, each with the letter of its hand if
    the log gives it; and the cards that were shown as they were burned before it."""

    line: int
    cards: tuple[tuple[str | None, CardSet], ...]
    burned: tuple[CardSet, ...] = ()


class ResultRow(NamedTuple):
    """Some results of a shoe as bytes (0 Player, 1 Banker, 2 tie), and how the totals contradict the winner, if so."""

    shoe: str
    results: bytes
    contradiction: str = ""


@dataclass(frozen=True)
class Understood:
    """What was understood of a log: whether it holds cards, results or counts, how finely it knows its cards, each
    column that is read with what it means, and the columns that are passed over."""

    holds: str
    partition: Partition
    columns: tuple[tuple[str, str], ...]
    ignored: tuple[str, ...]


class LogReader:
    """Reads the beginning of a log at once, to tell its layout and how it writes its cards; then iterates over rows.

    `partition` is how finely the log knows its cards, never finer than the shoe that it starts from; `net_bets` names
    the bets of its `net:` columns; `reads` is cards, results or counts. `given` says what some columns mean, `numbers`
    what the numbers of its cards are (one of CARD_NUMBERS), `rules` which hand a fifth card belongs to where a line has
    the cards in the order of dealing. Of what is typed `sample` rows of 1 keep no answer waiting.

    Raises LogError for a log that is not understood.
    """

    def __init__(self, file: BinaryIO, name: str, shoe: Shoe, *, rules: Rules = STANDARD,
                 given: Mapping[str, str] | None = None, numbers: str | None = None, sample: int = SAMPLE) -> None:
        if numbers not in (None, *CARD_NUMBERS):
            raise LogError(f"`cards` {numbers!r}: is one of {', '.join(CARD_NUMBERS)}")
        self.file = LogFile(file, name)
        self.name = name
        self.rules = rules
        self.card_of = card_reader(numbers)
        source = open_source(self.file)
        bare = source.names[:1] in ([RESULTS], [DEALT])
        self.layout = (Layout(tuple(source.names), {}, "results" if source.names[0] == RESULTS else "cards") if bare
                       else understand(source.names, given or {}, self.file.where()))
        self.bare = bare
        self.reads = self.layout.reads
        self.net_bets = tuple(role.removeprefix(NET) for role in self.layout.nets)
        rows = source.rows()
        first = list(islice(((self.file.line, row) for row in rows), sample))
        self.sample = first
        self.later = rows
        cards = [place for role, place in self.layout.places.items() if role in _CARD_ROLES] or ([0] if bare else [])
        self.partition = BY_KIND if self.reads != "cards" else level(
            [[token for place in cards for token in _untagged(tokens(row[place]), bare)]
             for _, row in first if not isinstance(row, LogError)], numbers, shoe.determines, name)
        line = next((row for _, row in first if not isinstance(row, LogError)), [""])
        self.rows_expected = self.file.size // (1 + sum(len(cell) + 1 for cell in line))
        self._columns()

    def _columns(self) -> None:
        """What reads each column."""
        def column(role: str, read: Any) -> Column:
            place = self.layout.places.get(role, -1)
            return Column(place, self.layout.names[place] if place >= 0 else role, read, self.file.where)

        self.hands = [[column(role, self._card) for role in ((side,) if side in self.layout.places else hand)]
                      for side, hand in zip(SIDES.values(), HANDS, strict=True)]
        self.winner = column("winner", read_winner if self.reads == "cards" else result_codes)
        self.totals = [column(role, read_total) for role in TOTALS]
        self.nets = [column(role, read_net) for role in self.layout.nets]
        self.burn = column("burn", lambda text: burned(text, self._card))
        self.cut = column("cut", read_cut)
        self.shoe, self.coup = (column(role, str.strip) for role in ("shoe", "coup"))
        if self.shoe.place < 0 and GROUP in self.layout.names:
            self.shoe.place = self.layout.names.index(GROUP)
        self.counts = [column(role, read_count) for role in COUNTS]
        self.dealt = column("", self._dealt)

    # rows

    def _sampled(self) -> Iterator[list[str] | LogError]:
        """The rows that were read ahead, each at its own line."""
        read_to, sample, self.sample = self.file.line, self.sample, []
        for self.file.line, row in sample:
            yield row
        self.file.line = read_to

    def _each(self, read: Callable[[int, list[str]], T]) -> Iterator[T | BadRow]:
        """What `read` makes of every row; one that it cannot read is a `BadRow`."""
        file = self.file
        for cells in chain(self._sampled(), self.later):
            if isinstance(cells, LogError):
                yield BadRow(file.line, cells)
                continue
            try:
                made = read(file.line, cells)
            except LogError as error:
                yield BadRow(file.line, error)
            else:
                yield made

    def __iter__(self) -> Iterator[Row | BadRow]:
        """Every coup of a log of cards in turn."""
        return self._each(self._bare_row if self.bare else self._row)

    def _row(self, line: int, cells: list[str]) -> Row:
        cells.append("")  # the cell of every column that the log has not
        try:
            player, banker = [tuple([column[card] for column in hand for card in cells[column.place].split()])
                              for hand in self.hands]
        except LogError:  # cards that are not apart by spaces
            player, banker = [tuple([column[card] for column in hand for card in tokens(cells[column.place])])
                              for hand in self.hands]
        if not (2 <= len(player) <= 3 and 2 <= len(banker) <= 3):
            self._check_hand(player, self.hands[0][0].name)
            self._check_hand(banker, self.hands[1][0].name)
        first, second = self.totals
        shown, unseen = self.burn[cells[self.burn.place]]
        return Row(line, self.shoe[cells[self.shoe.place]], self.coup[cells[self.coup.place]], player, banker,
                   self.winner[cells[self.winner.place]], (first[cells[first.place]], second[cells[second.place]]),
                   tuple([column[cells[column.place]] for column in self.nets]), shown, unseen,
                   self.cut[cells[self.cut.place]])

    def _check_hand(self, cards: Sequence[int], column: str) -> None:
        if not 2 <= len(cards) <= 3:
            hint = "; a total is named by `map`, as in player_total=COLUMN" * (len(cards) == 1 and not self.bare)
            raise LogError(f"{self.file.where(column)}: {plural(len(cards), 'card')}; a hand has two or three{hint}")

    def _bare_row(self, line: int, cells: list[str]) -> Row:
        """A line of cards in the order of dealing: a fifth belongs to Player if he draws by the rules."""
        hands: dict[str, list[int]] = {"P": [], "B": []}
        dealt = self.dealt[cells[0]]
        for i, (letter, cards) in enumerate(dealt):
            hand = letter or "PB"[i % 2]
            if i == 4 and letter is None and len(dealt) == 5:
                points = [card.points for _, card in dealt[:4]]
                player, banker = self.rules.player_hand(*points[::2]), self.rules.banker_hand(*points[1::2])
                hand = "P" if any(course.player_draws for course in self.rules.courses(player, banker)) else "B"
            hands[hand].append(self._class(cards, str(cards)))
        for name, hand_cards in zip(("Player", "Banker"), hands.values(), strict=True):
            self._check_hand(hand_cards, f"{name}'s cards")
        return Row(line, "", "", tuple(hands["P"]), tuple(hands["B"]), None, (None, None), (), (), 0, False)

    def dealt_rows(self) -> Iterator[DealtRow | BadRow]:
        """Every coup as dealt, cards as they are written, the last perhaps not to its end."""
        hands = [[Column(column.place, column.name, self.card_of, self.file.where) for column in hand]
                 for hand in self.hands]
        burn = Column(self.burn.place, self.burn.name, lambda text: burned(text, self.card_of), self.file.where)

        def row(line: int, cells: list[str]) -> DealtRow:
            if self.bare:
                return DealtRow(line, self.dealt[cells[0]])
            cells.append("")
            player, banker = [[column[card] for column in hand for card in tokens(cells[column.place])]
                              for hand in hands]
            order = [(letter, cards[i]) for i in range(max(len(player), len(banker)))
                     for letter, cards in (("P", player), ("B", banker)) if i < len(cards)]
            return DealtRow(line, tuple(order), burn[cells[burn.place]][0])

        return self._each(row)

    def result_rows(self) -> Iterator[ResultRow | BadRow]:
        """Results: those of a line, or of successive rows of a shoe; a row with several is a shoe."""
        if self.bare:
            yield from self._bare_results()
            return
        known, by_totals = self.winner.place >= 0, self.layout.places.keys() >= set(TOTALS)
        name, waiting = "", bytearray()
        codes = [bytes([outcome]) for outcome in Outcome]
        for cells in chain(self._sampled(), self.later):
            try:
                if isinstance(cells, LogError):
                    raise cells
                cells.append("")
                shoe = self.shoe[cells[self.shoe.place]]
                won = self.winner[cells[self.winner.place]] if known else b""
                told = self._told(cells) if by_totals else None
                code = won or (b"" if told is None else codes[told])
                if not code:
                    raise LogError(f"{self.file.where(self.winner.name)}: empty; give player, banker or tie")
            except LogError as error:
                yield BadRow(self.file.line, error)
                continue
            if waiting and (shoe != name or len(waiting) >= TOGETHER):
                yield ResultRow(name, bytes(waiting))
                waiting.clear()
            name = shoe if len(code) == 1 or shoe else f"row {self.file.line}"
            waiting += code
            if told is not None and code != codes[told]:
                yield ResultRow(name, bytes(waiting), f"{self._said(cells)} is {won_words(told)}, and the log says"
                                f" {joined(map(won_words, code))}")
                waiting.clear()
        if waiting:
            yield ResultRow(name, bytes(waiting))

    def _told(self, cells: list[str]) -> Outcome | None:
        """Who won by the totals, where both are given."""
        player, banker = (column[cells[column.place]] for column in self.totals)
        return None if player is None or banker is None else winner(player, banker)

    def _said(self, cells: list[str]) -> str:
        return " to ".join(cells[column.place].strip() for column in self.totals)

    def _bare_results(self) -> Iterator[ResultRow | BadRow]:
        """A line a shoe; where the first lines have one result each, all lines are one shoe."""
        column = Column(0, "", result_codes, self.file.where)

        def alone(cells: list[str] | LogError) -> bool:
            try:
                return isinstance(cells, LogError) or len(result_codes(cells[0])) == 1
            except LogError:
                return True

        single = len(self.sample) > 1 and all(alone(cells) for _, cells in self.sample)
        number = 0

        def row(_line: int, cells: list[str]) -> ResultRow:
            nonlocal number
            number += not single and not cells[1]
            text = cells[0]
            if len(text) <= MOST_REMEMBERED:
                return ResultRow(str(number), column[text])
            try:
                return ResultRow(str(number), result_codes(text))
            except LogError as error:
                raise LogError(f"{self.file.where()}: {error}") from None

        return self._each(row)

    def count_rows(self) -> Iterator[tuple[int, int, int] | BadRow]:
        """The wins of Player and Banker and the ties of each row."""
        def row(_line: int, cells: list[str]) -> tuple[int, int, int]:
            player, banker, tie = (column[cells[column.place]] for column in self.counts)
            return player, banker, tie

        return self._each(row)

    # cells

    def _dealt(self, text: str) -> tuple[tuple[str | None, CardSet], ...]:
        every = dealt_cards(text, self.card_of)
        if len(every) > 6:
            raise LogError(f"{len(every)} cards; a coup has at most six, and each stands on a line of its own")
        return every

    def _card(self, token: str) -> int:
        return self._class(self.card_of(token), token)

    def _class(self, cards: CardSet, token: str) -> int:
        home = self.partition.find(cards)
        if home is None:
            what = "suit" if self.partition == BY_KIND else "rank"
            raise LogError(f"card {token!r} has no {what}, and the first row of the log has; give every card as finely"
                           " as the first")
        return home

    @property
    def understood(self) -> Understood:
        """What was understood of the log."""
        if self.bare:
            meaning = ("a shoe, who won each coup" if self.reads == "results"
                       else "Player, Banker, Player, Banker, then third cards")
            return Understood(self.reads, self.partition, ((self.layout.names[0], meaning),), ())
        return Understood(self.reads, self.partition, self.layout.understood,
                          tuple(name for name in self.layout.ignored if name != GROUP))


TOGETHER = 4096
"""Results of a shoe that are handed on together."""
MOST_REMEMBERED = 20
"""Characters of a line of results that may come again."""
_CARD_ROLES = {*SIDES.values(), *(role for hand in HANDS for role in hand), "burn"}


def won_words(outcome: int) -> str:
    return "a tie" if outcome == Outcome.TIE else f"a win of {Outcome(outcome).word.capitalize()}"


def _untagged(every: Sequence[str], bare: bool) -> list[str]:
    return [token[1:] if bare and tagged(token) else token for token in every if not token.startswith("+")]


