"""Questions about one coup: its odds, what bets on it return, and the course that it takes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from exact.analysis.design.pay_tables import SHOWN
from exact.analysis.odds.dealt import DealtShoe, SeenShoe, follow, read_dealt
from exact.analysis.odds.in_play import CoupInPlay, GivenOdds, given_odds, in_play
from exact.analysis.odds.laws import BetSlip, Odds, Study, slip
from exact.analysis.odds.pay_lines import BetsLike
from exact.api.arguments import Asked, Decks, LogLike, PathLike
from exact.commands.progress import bar
from exact.engine.coup.explain import Branch, explain
from exact.errors import UsageError
from exact.files import write_whole
from exact.game.cards import VALUES
from exact.game.coup import NOTHING_KNOWN, CoupInProgress
from exact.game.numbers import Number, deck_numbers, exact_number, interval
from exact.game.rules_toml import rules_toml
from exact.game.shoe import Shoe, ShoeLike
from exact.progress import Progress
from exact.values import Interval

if TYPE_CHECKING:
    from exact.analysis.design.pay_tables import Design
    from exact.analysis.equilibrium.study import SolvedGame
    from exact.analysis.odds.closed_form import Formulas


class OddsQuestions(Asked):
    """Odds, on any shoe, of a coup from its beginning or in progress."""

    def _known(self, dealt: str | None) -> CoupInProgress:
        return NOTHING_KNOWN if dealt is None else read_dealt(dealt, self.definition.rules)

    def odds(self, shoe: ShoeLike | None = None, bets: BetsLike = "main", dealt: str | None = None) -> Odds:
        """Who wins on a shoe (the game's own by default), and the laws of some bets: `exact odds`.

        `dealt` is a coup in progress, such as `"P9h B4 P2"`: its cards are taken out of the shoe.

        >>> game = Game("punto-banco")
        >>> game.odds(6).tie
        Fraction(145057227313, 1525814595305)
        >>> game.odds("0=9 A=1 2=2", dealt="P9 B4 P2").banker
        Traceback (most recent call last):
        exact.errors.IllegalRemovalError: card 9: not in the shoe, which has 12 cards: 0=9 A=1 2=2
        >>> game.odds(8, "dragon-7").bet("dragon-7").hit_frequency
        Fraction(19129247848, 848912750595)

        Raises ShoeError, DealError, BetError, UnknownCompositionError where the shoe is known too coarsely for a bet.
        """
        known = self._known(dealt)
        left = known.taken_from(self._shoe(shoe))
        return Study(self.definition.rules, self._bets(bets, left, known), known).odds(left)

    def explain(self, shoe: ShoeLike | None = None, dealt: str | None = None, depth: int = 2) -> Branch:
        """The tree of a coup, so many unknown cards deep: `exact odds --explain`.

        >>> tree = Game("punto-banco").explain(8, "P9 B4 P2 B2", depth=1)
        >>> tree.branches[0].text
        'Player draws 0: Player 1; Banker stands on 6'

        Raises as `odds`, and UsageError for the infinite shoe.
        """
        known = self._known(dealt)
        left = known.taken_from(self._shoe(shoe))
        if left.infinite:
            raise UsageError("`explain`: the tree follows the cards of a finite shoe; give a number of decks")
        return explain(self.definition.rules, known, left.counts(VALUES), depth)

    def seen(self, log: LogLike, shoe: ShoeLike | None = None, bets: BetsLike = "main", *,
             map: str | Mapping[str, str] = "", cards: str | None = None, keep_going: bool = False) -> SeenShoe:
        """The odds before each coup of a shoe as dealt, and now: `exact odds --seen`.

        The log is the name of a file, an open one, its lines or its coups; `map` as in `audit`.

        >>> seen = Game("punto-banco").seen(["9 4 2 K 5 5", "A 2 7 6"], 1)
        >>> [coup.winner for coup in seen.coups], seen.left.cards
        (['banker', 'tie'], 42)

        Raises DealError that names the line, LogError.
        """
        left = self._shoe(shoe)
        study = Study(self.definition.rules, self._bets(bets, left))
        with self._log(log, left, map, cards) as reader:
            return follow(DealtShoe(study, left, keep_going), reader)

    def in_play(self, dealt: str, shoe: ShoeLike | None = None, bets: BetsLike = "main") -> CoupInPlay:
        """The odds after each card of a coup, which `plot` draws: `exact in-play --dealt`.

        >>> coup = Game("punto-banco").in_play("P9 B4 P2")
        >>> [step.last for step in coup.steps], float(coup.steps[-1].odds.player)
        (['before the deal', 'P9', 'B4', 'P2'], 0.2896...)

        Raises DealError, CardError, IllegalRemovalError.
        """
        left = self._shoe(shoe)
        return in_play(self.definition.rules, left, dealt, self._bets(bets, left))

    def given(self, given: str, shoe: ShoeLike | None = None) -> GivenOdds:
        """The odds given `"player-total"`, `"both-totals"`, `"third-card"` or `"banker-third"`: `exact in-play
        --given`.

        >>> rows = Game("punto-banco").given("player-total").rows
        >>> rows[9].what, float(rows[9].odds.player)
        (('9',), 0.9054...)

        Raises UsageError.
        """
        return given_odds(self.definition.rules, self._shoe(shoe), given)

    def equilibrium(self, shoe: ShoeLike | None = None, player_sees: str | None = None, banker_sees: str | None = None,
                    commission: Number = "0", player: str | None = None, banker: str = "reply", effects: bool = False,
                    save: PathLike | None = None) -> SolvedGame:
        """The free decisions of the game, solved: `exact equilibrium`.

        `player` holds Player to choices, `"5=draw"`; `save` is a game file for the solution.

        >>> solved = Game("chemin-de-fer-free").equilibrium("inf", banker_sees="total")
        >>> solved.value, solved.player[0].draw, solved.unique
        (Fraction(-679568, 53094899), Fraction(9, 11), True)

        Raises RulesError for a game without free squares, UsageError, ShoeError.
        """
        from exact.analysis.equilibrium.study import equilibrium
        cards = self._shoe(shoe)
        found = equilibrium(self.definition.rules, cards, player_sees, banker_sees, commission, player, banker, effects)
        if save is not None:
            write_whole(Path(save), rules_toml(found.settled, self.definition.title, self.definition.decks).encode())
        return found

    def slip(self, stakes: Mapping[str, Number], shoe: ShoeLike | None = None) -> BetSlip:
        """The EV and variance of several bets on one coup: `exact report --stakes`.

        >>> Game("punto-banco").slip({"banker": 10, "tie": "0.5"}).staked
        Fraction(21, 2)

        Raises UsageError for a stake that is not above 0, BetError where the game forbids two of the bets.
        """
        if not stakes:
            raise UsageError("`stakes`: names no bet")
        staked = [(name, exact_number(stake, "stakes")) for name, stake in stakes.items()]
        return slip(self.definition.rules, self.definition.staked(staked), self._shoe(shoe))

    def formula(self, bets: BetsLike = "main", decks: int | str | None = None, solve: str | Iterable[str] = (),
                lines: bool = False, edge: Number | None = None) -> Formulas:
        """Odds, RTP and edge as formulas in the number of decks: `exact formula`.

        `decks` is where their values are shown (by default the game's own number), `"inf"` in the limit alone; `solve`
        asks for what gives a house `edge` (by default 0: what breaks even), `"commission"`, `"pay"` or `"pay:LINE"`, or
        for the edge where a line pushes, `"push"`; `lines` shows those of every pay line.

        >>> tie = Game("punto-banco").formula("tie", solve="pay")
        >>> tie.bets[0].house_edge.at(8), tie.solutions[0].fair.at(8)
        (Fraction(103841353768, 723147898655), Fraction(5889024543008, 619306544887))

        Raises UsageError for what cannot be solved, or for `bets` all.
        """
        from exact.analysis.odds.closed_form import formulas
        if bets == "all":
            raise UsageError("`bets` all: a formula for each of the catalogue is longer than anyone reads; name some")
        where = self.definition.decks if decks is None else None if decks == "inf" else int(decks)
        return formulas(self.definition, self._bets(bets, Shoe.infinite_deck()), where,
                        [solve] if isinstance(solve, str) else list(solve), lines,
                        None if edge is None else exact_number(edge, "edge"))

    def design(self, bets: str, edge: str | Interval, at: Decks | None = None, max_gain: Number | None = None,
               shown: int = SHOWN, save: PathLike | None = None, choose: int = 1, progress: Progress = bar) -> Design:
        """Every pay table of a bet with open pays whose house edge lies in an interval at each number of decks: `exact
        design`.

        `at` are numbers of decks such as `"6,8"` or `[6, 8]`, by default the game's own; `max_gain` the part of the
        stake per coup that counting may gain with 52 cards left. The table number `choose` is written to `save`.

        >>> found = Game("punto-banco", bet_file="docs/examples/new-bet.toml").design("golden-six", "7%..8%", [6, 8])
        >>> found.pay_tables[0].open, [float(edge) for edge in found.pay_tables[0].edges]
        ((Fraction(39, 1), Fraction(6, 1)), [0.0750..., 0.0745...])

        Raises BetError; UsageError for too many tables, or none: with the edges that can be reached.
        """
        from exact.analysis.design.chosen import saved
        from exact.analysis.design.pay_tables import design
        gain = None if max_gain is None else exact_number(max_gain, "max_gain")
        found = design(self.definition, bets, interval(edge, "edge"),
                       deck_numbers(at, "at", self.definition.decks), gain, shown, progress)
        if save is not None:
            saved(self.definition, found, choose, Path(save))
        return found
