"""A bet of a game, ready to be asked."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from exact.analysis.bankroll.monitoring import MONITORED, MONITORING_LEVELS, POWER, Monitoring, monitoring
from exact.analysis.bankroll.sessions import COUPS, RESULT_QUANTILES, Session, read_range, session
from exact.analysis.counting.tags import KEEP
from exact.analysis.odds.laws import BetLaw, Study
from exact.analysis.removal.effects import BetRemoval, bet_removal
from exact.api.arguments import Asked, Depths, Tagged, When, as_tags, as_trigger
from exact.commands.progress import bar
from exact.display import Shown
from exact.game.bets import Bet
from exact.game.definition import GameDefinition
from exact.game.numbers import Number, Numbers, exact_number, probabilities, whole_numbers
from exact.game.procedure import Procedure
from exact.game.shoe import ShoeLike
from exact.progress import Progress
from exact.report.document import Table

if TYPE_CHECKING:
    from exact.analysis.counting.spread import Spread
    from exact.analysis.counting.study import CountSearch, CountStudy


class Wager(Shown, Asked):
    """A bet of a game: `Game("punto-banco").bet("dragon-7")`; `bet` is its pay table.

    Each question takes a shoe as `Shoe.of` does, by default the game's own; raises ShoeError, and
    UnknownCompositionError where the shoe is known too coarsely for the bet.
    """

    def __init__(self, definition: GameDefinition, bet: Bet) -> None:
        self.definition = definition
        self.bet = bet

    def __repr__(self) -> str:
        return f"<bet {self.bet.name} of {self.definition.name}: {self.bet.title!r}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Wager) and (self.definition, self.bet) == (other.definition, other.bet)

    def __hash__(self) -> int:
        return hash((self.definition.name, self.bet))

    @property
    def name(self) -> str:
        """As commands and files write it."""
        return self.bet.name

    @property
    def title(self) -> str:
        """For people."""
        return self.bet.title

    @property
    def table(self) -> Table:
        """What it pays; `law` says how often."""
        table: Table = self.bet.table
        return table

    def law(self, shoe: ShoeLike | None = None) -> BetLaw:
        """The exact law: the sequences in which each line pays, and all that follows from them.

        >>> law = Game("punto-banco").bet("tie").law(8)
        >>> law.rtp == 1 - law.house_edge == 1 + law.ev
        True
        """
        return Study(self.definition.rules, (self.bet,)).odds(self._shoe(shoe)).bets[0]

    def house_edge(self, shoe: ShoeLike | None = None) -> Fraction:
        """Loss per unit staked, per bet made: a push counts as a bet.

        >>> Game("punto-banco").bet("tie").house_edge(8)
        Fraction(103841353768, 723147898655)
        """
        return self.law(shoe).house_edge

    def ev(self, shoe: ShoeLike | None = None) -> Fraction:
        """Mean net result of a unit stake.

        >>> float(Game("punto-banco").bet("banker").ev(6))
        -0.010558...
        """
        return self.law(shoe).ev

    def rtp(self, shoe: ShoeLike | None = None) -> Fraction:
        """1 + EV of a unit stake.

        >>> float(Game("punto-banco").bet("player").rtp("inf"))
        0.98771...
        """
        return self.law(shoe).rtp

    def variance(self, shoe: ShoeLike | None = None) -> Fraction:
        """Of the net result of a unit stake.

        >>> float(Game("punto-banco").bet("banker").variance())
        0.86001...
        """
        return self.law(shoe).variance

    def hit_frequency(self, shoe: ShoeLike | None = None) -> Fraction:
        """The probability of a net win.

        >>> game = Game("punto-banco")
        >>> game.bet("tie").hit_frequency(6) == game.odds(6).tie
        True
        """
        return self.law(shoe).hit_frequency

    def effects(self, shoe: ShoeLike | None = None) -> BetRemoval:
        """The effects of removal: what one card less of each kind does to the EV. `plot` draws them.

        >>> effects = Game("punto-banco").bet("tie").effects(1)
        >>> float(effects["9"].ev_change), sum(one.present * one.ev_change for one in effects)
        (0.002775..., Fraction(0, 1))

        None on an infinite shoe, and on one with no card more than a coup may need.
        """
        return bet_removal(self.definition.rules, self.bet, self._shoe(shoe))

    def spread(self, shoe: ShoeLike | None = None) -> Spread:
        """How much the EV varies as a shoe is dealt, in closed form.

        >>> spread = Game("punto-banco").bet("dragon-7").spread(8)
        >>> float(spread.variance(52)) ** 0.5
        0.1507...

        Raises CountError, BetError for a bet that distinguishes too many cards or is not always offered.
        """
        from exact.analysis.counting.spread import spread
        return spread(self.definition.rules, self.bet, self._shoe(shoe))

    def count(self, tags: Tagged, trigger: When, shoe: ShoeLike | None = None, cards_left: Depths | None = None,
              curve: bool = False, perfect: int | None = None, per_shoe: bool = False, *, start: Number = 0,
              divisor: str = "exact", decks_left: str = "unseen", burn: str | int = Procedure.burn,
              cut: int | None = None, extra: int = Procedure.extra, extra_if_first: int = Procedure.extra_if_first,
              progress: Progress = bar) -> CountStudy:
        """What a counting system is worth at each depth and, with `per_shoe`, over a shoe: `exact count --tags`.

        `curve` adds the EV against the count, `perfect` perfect play from so many random sub-shoes.

        >>> count = Game("punto-banco").bet("dragon-7").count("4-7=-1 8,9=2", 4, cards_left=52)
        >>> depth = count.depths[0]
        >>> float(depth.trigger_probability), float(depth.ev_when_triggered)
        (0.3000..., 0.0858...)

        Raises CountError, UsageError, BetError, ShoeExhaustedError.
        """
        from exact.analysis.counting.study import count_bets
        left = self._shoe(shoe)
        return count_bets(self.definition.rules, (self.bet,), left, as_tags(tags, start),
                          as_trigger(trigger, divisor, decks_left), self._depths(cards_left, left), curve, perfect,
                          per_shoe, Procedure.of(left, burn, cut, extra, extra_if_first), progress)

    def search(self, level: int, shoe: ShoeLike | None = None, cards_left: Depths | None = None, keep: int = KEEP,
               tags: Tagged | None = None, per_shoe: bool = False, *, start: Number = 0, divisor: str = "exact",
               decks_left: str = "unseen", burn: str | int = Procedure.burn, cut: int | None = None,
               extra: int = Procedure.extra, extra_if_first: int = Procedure.extra_if_first, progress: Progress = bar
               ) -> CountSearch:
        """The best counts with tags from -level to level; `tags` are shown beside them: `exact count --search`.

        >>> print(Game("punto-banco").bet("dragon-7").search(1, 1, cards_left=26, keep=5).best.tags)
        2-7=-1 8-9=+1

        Raises CountError, UsageError, BetError.
        """
        from exact.analysis.counting.study import search_counts
        left = self._shoe(shoe)
        return search_counts(self.definition.rules, self.bet, left, level, self._depths(cards_left, left), keep,
                             None if tags is None else as_tags(tags, start), as_trigger(0, divisor, decks_left),
                             per_shoe, Procedure.of(left, burn, cut, extra, extra_if_first), progress)

    def session(self, coups: int | None = None, quantiles: Numbers | None = None, shoe: ShoeLike | None = None,
                at_least: Number | None = None, between: Numbers | None = None, exactly: int | None = None) -> Session:
        """The distribution of the result of n coups at flat stakes: `exact sessions`.

        >>> evening = Game("punto-banco").bet("banker").session(coups=100, quantiles="5%,50%")
        >>> float(evening.loss.low), evening.kind
        (0.5526..., 'exact')

        Raises UsageError.
        """
        return session(self.law(shoe), coups or COUPS,
                       RESULT_QUANTILES if quantiles is None else probabilities(quantiles, "quantiles"),
                       None if at_least is None else exact_number(at_least, "at_least"),
                       None if between is None else read_range(between), exactly)

    def monitor(self, coups: Numbers = MONITORED, levels: Numbers = MONITORING_LEVELS, measured: Number | None = None,
                against: Number | None = None, power: Number = POWER, shoe: ShoeLike | None = None) -> Monitoring:
        """Where the measured RTP of n coups must lie, whether `measured` does, and how many coups distinguish the RTP
        from another, `against`: `exact monitor`.

        >>> tie = Game("punto-banco").bet("tie")
        >>> tie.monitor(50_000, measured="98.1%").holds
        False
        >>> tie.monitor(1000, "99%", against="90%").others[0].coups
        54599

        Raises UsageError.
        """
        def rtp(value: Number | None, argument: str) -> dict[str, Fraction]:
            return {} if value is None else {self.name: exact_number(value, argument)}

        return monitoring([self.law(shoe)], whole_numbers(coups, "coups"), probabilities(levels, "levels"),
                          rtp(measured, "measured"), rtp(against, "against"), *probabilities(power, "power"))
