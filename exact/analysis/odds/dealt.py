"""Coups in progress and shoes as dealt: what is known, checked against the rules card by card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from exact.analysis.logs.cells import dealt_cards
from exact.analysis.logs.reader import BadRow, DealtRow, LogReader
from exact.analysis.odds.laws import Odds, Study
from exact.display import Answer
from exact.errors import CardError, DealError, ExactError, IllegalRemovalError, LogError, plural
from exact.game.bets import Bet
from exact.game.cards import CardSet, parse_card, point_value
from exact.game.coup import BANKER, NOTHING_KNOWN, PLAYER, CoupInProgress, Outcome, Position, winner
from exact.game.rules import Rules
from exact.game.shoe import Shoe

HANDS = {"P": "Player", "B": "Banker"}


@dataclass
class DealtCoup:
    """A coup as it is dealt; refuses every card that the rules do not allow next."""

    rules: Rules
    cards: dict[Position, CardSet] = field(default_factory=dict)
    totals: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.printed = dict(self.rules.printed)

    def hand(self, letter: str) -> tuple[Position, ...]:
        return PLAYER if letter == "P" else BANKER

    def accounted(self, position: Position) -> bool:
        """Whether a position has a card, or a total that stands for it."""
        letter = position.name[0]
        return (position in self.cards or position in self.printed
                or (letter in self.totals and position in self.hand(letter)[:2]))

    def total(self, letter: str) -> int | None:
        """A hand's two-card total, if it is known."""
        if letter in self.totals:
            return self.totals[letter]
        cards = [self.cards.get(position, self.printed.get(position)) for position in self.hand(letter)[:2]]
        if any(card is None for card in cards):
            return None
        return sum(card.points for card in cards if card is not None) % 10

    def hand_numbers(self) -> tuple[int | None, int | None]:
        """Both two-card hands as the rules number them; raises DealError where a square is of two cards that are not
        known."""
        found: list[int | None] = []
        for letter, number in (("P", self.rules.player_hand), ("B", self.rules.banker_hand)):
            cards = [self.cards.get(position, self.printed.get(position)) for position in self.hand(letter)[:2]]
            points = [card.points for card in cards if card is not None]
            total = self.total(letter)
            if total is not None and len(points) < 2 and any(
                    (square.hand[0], square.total) == (letter, total) for square in self.rules.by_hand):
                raise DealError(f"{letter}={total}: some square is of two cards that make it; give the cards")
            found.append(number(*points) if len(points) == 2 else total)
        return found[0], found[1]

    def next(self) -> list[Position]:
        """The positions that the next card may go to; none when the coup is over."""
        for position in (Position.P1, Position.B1, Position.P2, Position.B2):
            if not self.accounted(position):
                return [position]
        player, banker = self.hand_numbers()
        if player is None or banker is None or Position.B3 in self.cards:
            return []
        _, draws = self._banker_may(player, banker)
        drawing = Position.P3 not in self.cards and any(
            course.player_draws for course in self.rules.courses(player, banker))
        return [Position.P3] * drawing + [Position.B3] * draws

    def _banker_may(self, player: int, banker: int) -> tuple[bool, bool]:
        """Whether Banker may stand, and may draw, as the coup stands: against Player's third card, or with none."""
        third = self.cards.get(Position.P3)
        chances = [course.banker_draw(third.points if third else None) for course in self.rules.courses(player, banker)
                   if course.player_draws == (third is not None)]
        return any(draw < 1 for draw in chances), any(draw > 0 for draw in chances)

    def may_end(self) -> bool:
        """Whether the coup can be over as it stands."""
        if not all(self.accounted(position) for position in (Position.P1, Position.B1, Position.P2, Position.B2)):
            return False
        return Position.B3 in self.cards or self._banker_may(*(number or 0 for number in self.hand_numbers()))[0]

    def put(self, letter: str | None, card: CardSet) -> None:
        """The next card, to a hand if it is named; raises DealError."""
        text = str(card)
        places = self.next()
        chosen = next((place for place in places if letter in (None, place.name[0])), None)
        if chosen is None:
            raise DealError(f"card {letter or ''}{text}: {self.why_not(letter, places)}")
        if len({point_value(kind) for kind in card}) > 1:
            raise DealError(f"card {text}: its value is not known; give a rank")
        self.cards[chosen] = card
        hand = chosen.name[0]
        total = self.total_of_cards(hand)
        if chosen in (Position.P2, Position.B2) and self.totals.get(hand, total) != total:
            raise DealError(f"card {letter or ''}{text}: {HANDS[hand]}'s cards make {total},"
                            f" not the {self.totals[hand]} given")

    def total_of_cards(self, letter: str) -> int:
        return sum(self.cards[position].points for position in self.hand(letter)[:2] if position in self.cards) % 10

    def put_total(self, letter: str, total: int) -> None:
        if letter in self.totals:
            raise DealError(f"{letter}={total}: {HANDS[letter]}'s total is given twice")
        if self.total(letter) is not None:
            raise DealError(f"{letter}={total}: {HANDS[letter]}'s first two cards are given already")
        if any(position in self.cards for position in (Position.P3, Position.B3)):
            raise DealError(f"{letter}={total}: comes after a third card; a two-card total stands before it")
        self.totals[letter] = total

    def why_not(self, letter: str | None, places: Sequence[Position]) -> str:
        """Why a card cannot come next."""
        player, banker = self.total("P"), self.total("B")
        if places:
            expected = places[0]
            if expected in (Position.P3, Position.B3) and player is not None and banker is not None:
                if expected is Position.P3:
                    return f"Player draws on {player}, so Player's third card comes first"
                return self._stands(letter or "P", player, banker)
            return (f"out of turn; {HANDS[expected.name[0]]}'s card {expected.name[1]} comes next"
                    " (P, B, P, B, then third cards)")
        ender = self.rules.natural_hand(player, banker) if player is not None and banker is not None else None
        if ender:
            return f"{ender} has a natural {player if ender == 'Player' else banker}, which ends the coup"
        return self._stands(letter or "B", player or 0, banker or 0)

    def _stands(self, letter: str, player: int, banker: int) -> str:
        if letter == "P" and Position.P3 in self.cards:
            return "Player has three cards already"
        if letter == "P":
            return f"Player stands on {player}"
        if Position.B3 in self.cards:
            return "Banker has three cards already, and the coup is over"
        against = (f"against a third card {self.cards[Position.P3].points}" if Position.P3 in self.cards
                   else "after Player stood")
        return f"Banker stands on {banker} {against}"

    def known(self) -> CoupInProgress:
        return CoupInProgress(tuple(sorted(self.cards.items())), self.totals.get("P"), self.totals.get("B"))


def read_dealt(text: str, rules: Rules) -> CoupInProgress:
    """A half-dealt coup such as `P9h B4 P2`, or `P=5 B=3 P4` with two-card totals in place of their cards.

    Cards stand in the order of dealing: Player, Banker, Player, Banker, Player's third, Banker's third. Raises
    DealError for a card out of turn or against the rules, CardError for what is no card.
    """
    table = DealtCoup(rules)
    try:
        for token in text.replace(",", " ").split():
            letter, rest = token[0].upper(), token[1:]
            if letter not in HANDS or not rest:
                raise DealError(f"{token!r}: write P or B before a card, as in P9h B4, or a total, as in P=5")
            if rest[0] != "=":
                table.put(letter, parse_card(rest))
            elif rest.isascii() and rest[1:].isdigit() and len(rest) == 2:
                table.put_total(letter, int(rest[1:]))
            else:
                raise DealError(f"{token!r}: a two-card total is 0 to 9, as in {letter}=5")
    except (CardError, DealError) as error:
        raise type(error)(f"`dealt` {text!r}: {error}") from None
    return table.known()


def read_coup(line: str, rules: Rules) -> dict[Position, CardSet]:
    """A finished coup, cards in the order of dealing (a hand's letter before a card is optional).

    Raises DealError where a card is missing, too many, or against the rules.
    """
    return _finished(_laid(dealt_cards(line), rules))


def _laid(cards: Sequence[tuple[str | None, CardSet]], rules: Rules) -> DealtCoup:
    table = DealtCoup(rules)
    for letter, card in cards:
        table.put(letter, card)
    return table


def _finished(table: DealtCoup) -> dict[Position, CardSet]:
    if not table.may_end():
        missing = ", or ".join(f"{HANDS[place.name[0]]}'s card {place.name[1]}" for place in table.next())
        raise DealError(f"the coup is not over: {missing} is missing")
    return table.cards


def coup_winner(cards: dict[Position, CardSet], rules: Rules) -> Outcome:
    """Who won a finished coup."""
    all_cards = dict(rules.printed) | cards
    player, banker = (sum(all_cards[position].points for position in hand if position in all_cards) % 10
                      for hand in (PLAYER, BANKER))
    return winner(player, banker)


@dataclass(frozen=True)
class SeenCoup:
    """A coup of a shoe as dealt: the cards left before it, the odds then, and who won; None if it is still to come."""

    cards_left: int
    odds: Odds
    winner: str | None = None


@dataclass(frozen=True)
class SeenShoe(Answer):
    """A shoe as dealt: its coups, what is left of it, and the coup to come or in progress (what is known of it is
    `known`), where it still holds one; with the EVs of some bets. `passed` has the line and the fault of each row that
    was passed over."""

    bets: tuple[Bet, ...]
    coups: tuple[SeenCoup, ...]
    left: Shoe
    next: tuple[SeenCoup, ...]
    known: CoupInProgress = NOTHING_KNOWN
    passed: tuple[tuple[int, str], ...] = ()

    def __repr__(self) -> str:
        return f"<a shoe as dealt: {plural(len(self.coups), 'coup')}, {plural(self.left.cards, 'card')} left>"


class DealtShoe:
    """A shoe followed as it is dealt, coup by coup; `seen()` at any time says how it stands.

    A coup that is not over is in progress while no other row comes but one that goes on with it. Raises DealError that
    names the line of an unlawful coup; with `keep_going` it is noted instead, and what is known of its cards leaves the
    shoe.
    """

    def __init__(self, study: Study, shoe: Shoe, keep_going: bool = False) -> None:
        self.study = study
        self.shoe = shoe
        self.keep_going = keep_going
        self.coups: list[SeenCoup] = []
        self.passed: list[tuple[int, str]] = []
        self.waiting: tuple[DealtRow, DealtCoup] | None = None

    def feed(self, row: DealtRow | BadRow) -> None:
        """The next row."""
        waiting, self.waiting = self.waiting, None
        if waiting and not (isinstance(row, DealtRow) and row.burned == waiting[0].burned
                            and row.cards[:len(waiting[0].cards)] == waiting[0].cards):
            self._attempt(waiting[0], lambda: self._over(*waiting))
        if isinstance(row, BadRow):
            if not self.keep_going:
                raise DealError(str(row.error))
            self.passed.append((row.line, str(row.error)))
        else:
            self._attempt(row, lambda: self._coup(row))

    def _attempt(self, row: DealtRow, what: Callable[[], object]) -> None:
        try:
            what()
        except ExactError as error:
            if not self.keep_going:
                raise DealError(f"line {row.line}: {error}") from None
            self.passed.append((row.line, f"line {row.line}: {error}"))
            for cards in (*row.burned, *(cards for _, cards in row.cards)):
                with suppress(IllegalRemovalError):  # a card that the shoe cannot hold is part of the fault
                    self.shoe = self.shoe.remove(cards)

    def _over(self, row: DealtRow, table: DealtCoup) -> None:
        """Nothing more comes to a row that waited: a fault, unless it said no more than what was burned."""
        if row.cards:
            _finished(table)
        self.shoe = self.shoe.remove(*row.burned)

    def _coup(self, row: DealtRow) -> None:
        shoe = self.shoe.remove(*row.burned)
        odds, table = self.study.odds(shoe), _laid(row.cards, self.study.rules)
        left = shoe.remove(*table.cards.values())
        if not table.may_end():
            self.waiting = row, table
            return
        self.coups.append(SeenCoup(shoe.cards, odds, coup_winner(table.cards, self.study.rules).word))
        self.shoe = left

    def seen(self) -> SeenShoe:
        known = self.waiting[1].known() if self.waiting else NOTHING_KNOWN
        study = Study(self.study.rules, self.study.bets, known) if self.waiting else self.study
        left = known.taken_from(self.shoe.remove(*self.waiting[0].burned) if self.waiting else self.shoe)
        to_come = self.study.rules.most_cards - len(known.cards)
        coming = (SeenCoup(left.cards, study.odds(left)),) if left.cards >= to_come else ()
        return SeenShoe(self.study.bets, tuple(self.coups), left, coming, known, tuple(self.passed))


def follow(dealt: DealtShoe, reader: LogReader, after_each: Callable[[DealtShoe], None] | None = None) -> SeenShoe:
    """A log of one shoe, coup by coup; `after_each` is called after each of its rows.

    Raises LogError for a log without cards, DealError as DealtShoe.
    """
    if reader.reads != "cards":
        raise LogError(f"log {reader.name!r}: holds {reader.reads}, and the odds need the cards; an audit judges"
                       " results")
    for row in reader.dealt_rows():
        dealt.feed(row)
        if after_each is not None:
            after_each(dealt)
    return dealt.seen()


def dealt_words(known: CoupInProgress) -> str:
    """A coup in progress in words."""
    parts = [f"{HANDS[position.name[0]]} {cards}" for position, cards in known.cards]
    parts += [f"{name} {total} on two cards" for name, total in
              (("Player", known.player_total), ("Banker", known.banker_total)) if total is not None]
    return ", ".join(parts) or "nothing dealt"
