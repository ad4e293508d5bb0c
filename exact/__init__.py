"""Exact combinatorial analysis of baccarat: every number is a rational, or says how it is bounded or sampled.

    >>> from exact import Game
    >>> game = Game("punto-banco")
    >>> game.bet("tie").house_edge(6)
    Fraction(220299549488, 1525814595305)

The names of `__all__` are stable (docs/api.md); they are imported where they are first used, so that a plain report
starts at once.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from exact.display import Display, show_by
from exact.version import __version__

if TYPE_CHECKING:
    from exact.analysis.atlas import Atlas, AtlasEntry
    from exact.analysis.audit.audit import Audit
    from exact.analysis.audit.checks import Fault
    from exact.analysis.audit.martingale import BetTest, OutcomeTest
    from exact.analysis.audit.results import ResultsAudit
    from exact.analysis.bankroll.dealt_play import DealtPlays
    from exact.analysis.bankroll.monitoring import Distinguished, Monitoring, RtpInterval
    from exact.analysis.bankroll.sessions import Session, SessionEvent
    from exact.analysis.bankroll.stopping import StoppedPlay
    from exact.analysis.counting.depths import DepthFigures
    from exact.analysis.counting.law import CountLaw
    from exact.analysis.counting.per_shoe import ShoeFigures
    from exact.analysis.counting.search import ScoredTags
    from exact.analysis.counting.spread import Spread
    from exact.analysis.counting.study import CountedBet, CountSearch, CountStudy
    from exact.analysis.counting.tags import Tags
    from exact.analysis.counting.trigger import Trigger
    from exact.analysis.design.pay_tables import Design, PayTable
    from exact.analysis.equilibrium.study import CardGone, DecisionNode, SolvedGame
    from exact.analysis.odds.closed_form import BetForm, Comparison, Form, Formulas, Solution
    from exact.analysis.odds.compare import ComparedGame, GamesCompared
    from exact.analysis.odds.dealt import SeenCoup, SeenShoe
    from exact.analysis.odds.in_play import CoupInPlay, Given, GivenOdds, Step
    from exact.analysis.odds.laws import BetLaw, BetSlip, Odds
    from exact.analysis.published.findings import SearchResult
    from exact.analysis.published.pages import CheckedPages
    from exact.analysis.removal.effects import BetRemoval, RemovalEffect
    from exact.analysis.removal.known_cards import BestSorts, Knowledge, KnownSingly, Sight, Sort
    from exact.analysis.removal.several import BetWithout, RemovalFigures
    from exact.analysis.removal.vectors import CardPair, EffectsOfTwo, SeveralRemoved
    from exact.analysis.rules_diff import RuleEffect, RulesDiff
    from exact.analysis.shoe.coups import CardsPerCoup, CoupFigures, CoupsPerShoe
    from exact.analysis.shoe.perfect_play import BestShoes, BetSweep, PerfectPlay, SweptDepth
    from exact.analysis.shoe.sequence import ManyCoups, Next, TwoCoups
    from exact.analysis.shoe.shoe_totals import EventTotal, ShoeTotals
    from exact.analysis.shoe.simulate import CountedPlay, CountedShoes, CoupsAtDepth, DealtBet, DealtShoes
    from exact.analysis.shoe.streaks import DealtStreaks, StreakFigures, Streaks
    from exact.analysis.shoe.successive import AfterHistory, SimulatedNext, SuccessiveCoups
    from exact.analysis.verify import CheckResult, SelfCheck, self_check
    from exact.api.catalogue import atlas, claims, compare, index, rules_diff
    from exact.api.game import Bets, Game, Games, bets, games
    from exact.api.wager import Wager
    from exact.engine.coup.explain import Branch
    from exact.errors import ExactError
    from exact.game.bets import Bet, Line
    from exact.game.cards import CardSet
    from exact.game.claim import Claim
    from exact.game.procedure import Procedure
    from exact.game.rules import Rules
    from exact.game.shoe import Shoe
    from exact.progress import Progress
    from exact.report.document import Document, Table
    from exact.values import Estimate, Interval

_HOMES = {
    "api.game": "Bets Game Games bets games", "api.wager": "Wager",
    "api.catalogue": "atlas claims compare index rules_diff", "analysis.verify": "CheckResult SelfCheck self_check",
    "game.shoe": "Shoe", "game.rules": "Rules", "game.bets": "Bet Line", "game.cards": "CardSet", "game.claim": "Claim",
    "game.procedure": "Procedure", "errors": "ExactError", "values": "Estimate Interval", "progress": "Progress",
    "report.document": "Document Table", "engine.coup.explain": "Branch",
    "analysis.odds.laws": "BetLaw BetSlip Odds", "analysis.odds.dealt": "SeenCoup SeenShoe",
    "analysis.odds.in_play": "CoupInPlay Given GivenOdds Step",
    "analysis.design.pay_tables": "Design PayTable",
    "analysis.odds.closed_form": "BetForm Comparison Form Formulas Solution",
    "analysis.odds.compare": "ComparedGame GamesCompared",
    "analysis.removal.effects": "BetRemoval RemovalEffect",
    "analysis.removal.several": "BetWithout RemovalFigures",
    "analysis.removal.vectors": "CardPair EffectsOfTwo SeveralRemoved",
    "analysis.removal.known_cards": "BestSorts Knowledge KnownSingly Sight Sort",
    "analysis.counting.tags": "Tags", "analysis.counting.trigger": "Trigger",
    "analysis.counting.study": "CountedBet CountSearch CountStudy", "analysis.counting.depths": "DepthFigures",
    "analysis.counting.law": "CountLaw", "analysis.counting.per_shoe": "ShoeFigures",
    "analysis.counting.search": "ScoredTags", "analysis.counting.spread": "Spread",
    "analysis.shoe.sequence": "ManyCoups Next TwoCoups",
    "analysis.shoe.successive": "AfterHistory SimulatedNext SuccessiveCoups",
    "analysis.shoe.shoe_totals": "EventTotal ShoeTotals",
    "analysis.shoe.coups": "CardsPerCoup CoupFigures CoupsPerShoe",
    "analysis.shoe.streaks": "DealtStreaks StreakFigures Streaks",
    "analysis.shoe.simulate": "CountedPlay CountedShoes CoupsAtDepth DealtBet DealtShoes",
    "analysis.shoe.perfect_play": "BestShoes BetSweep PerfectPlay SweptDepth",
    "analysis.bankroll.sessions": "Session SessionEvent", "analysis.bankroll.stopping": "StoppedPlay",
    "analysis.bankroll.dealt_play": "DealtPlays",
    "analysis.bankroll.monitoring": "Distinguished Monitoring RtpInterval",
    "analysis.published.pages": "CheckedPages", "analysis.published.findings": "SearchResult",
    "analysis.audit.audit": "Audit", "analysis.audit.checks": "Fault", "analysis.audit.results": "ResultsAudit",
    "analysis.audit.martingale": "BetTest OutcomeTest", "analysis.rules_diff": "RuleEffect RulesDiff",
    "analysis.equilibrium.study": "CardGone DecisionNode SolvedGame", "analysis.atlas": "Atlas AtlasEntry",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = [*sorted(_HOME_OF), "__version__"]


def _display() -> Display:
    from exact.report import display
    return display


show_by(_display)


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'exact' has no attribute {name!r}")
    return getattr(import_module(f"exact.{_HOME_OF[name]}"), name)
