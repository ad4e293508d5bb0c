"""What one coup tells about the next, with what bets on it are worth: the questions of `exact.analysis.shoe.sequence`,
asked in words."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

from exact.analysis.odds.dealt import coup_winner, read_coup
from exact.analysis.odds.laws import Odds, Study
from exact.analysis.shoe import sequence
from exact.analysis.shoe.events import WINNER, Event, EventQuery, read_condition, read_history
from exact.analysis.shoe.sequence import MOST_EXACT, ManyCoups, Next, TwoCoups, many_coups, second_coups
from exact.display import Answer
from exact.errors import UsageError
from exact.game.bets import Bet
from exact.game.definition import GameDefinition
from exact.game.shoe import Shoe
from exact.progress import Progress, quiet
from exact.values import SEED, SHOES, Estimate


@dataclass(frozen=True)
class SuccessiveCoups(Answer):
    """Two successive coups: their joint law, and that of the first with each of some bets on the second."""

    law: TwoCoups
    bets: tuple[TwoCoups, ...]

    def __repr__(self) -> str:
        return repr(self.law)


@dataclass(frozen=True)
class AfterHistory(Answer):
    """The next coup after a history, and what some bets on it are worth; `of_cards` where what is known of the past is
    the cards of one coup."""

    history: str
    law: Next
    bets: tuple[Next, ...]
    of_cards: bool = False

    def __repr__(self) -> str:
        said = ", ".join(f"{name} {float(p):.6g}" for name, p in self.law.probabilities.items() if p is not None)
        return f"<after {self.history}: {said or 'impossible'}>"


@dataclass(frozen=True)
class SimulatedNext(Answer):
    """How often a history too long for an exact law was seen in dealt shoes, and what followed it; `odds` are those
    with nothing known."""

    history: str
    happened: Estimate
    law: tuple[Estimate, ...]
    odds: Odds

    def __repr__(self) -> str:
        return f"<simulated, after {self.history}: {self.happened.n:,} shoes, seed {self.happened.seed}>"


def successive_coups(game: GameDefinition, shoe: Shoe, bets: Sequence[Bet] = (), first: str = WINNER.name,
                     second: str = WINNER.name) -> SuccessiveCoups:
    """Two coups, each looked at by a bet, a fact or who wins, with bets on the second; raises as `second_coups`."""
    one, other = EventQuery.of(game, first, "first"), EventQuery.of(game, second, "second")
    law, *staked = second_coups(game.rules, shoe, one, (other, *map(EventQuery.of_bet, bets)))
    return SuccessiveCoups(law, tuple(staked))


def three_coups(game: GameDefinition, shoe: Shoe, first: str = WINNER.name, progress: Progress = quiet) -> ManyCoups:
    """Three coups, looked at in one way; raises as `many_coups`."""
    return many_coups(game.rules, shoe, 3, EventQuery.of(game, first, "first"), progress)


def next_coup(game: GameDefinition, shoe: Shoe, bets: Sequence[Bet] = (), *, after: str | None = None,
              given: str | None = None, after_cards: str | None = None, second: str = WINNER.name, shoes: int = SHOES,
              seed: int = SEED, executor: Executor | None = None, progress: Progress = quiet
              ) -> AfterHistory | SimulatedNext:
    """The coup after a history such as `"BBP"`, after one of which a condition is `given`, or after the cards of one.

    A history of more than three coups is simulated, and then what bets are worth is not told. Raises UsageError where
    not one of them is given, and for a `second` that is not simulated; the errors of their readers.
    """
    if sum(one is not None for one in (after, given, after_cards)) != 1:
        raise UsageError("after what: give `after`, `given` or `after_cards`, one of them")
    rules = game.rules
    query = EventQuery.of(game, second, "second")
    if after_cards is not None:
        coup = read_coup(after_cards, rules)
        law, *staked = sequence.after_cards(rules, shoe, coup.values(), (query, *map(EventQuery.of_bet, bets)))
        return AfterHistory(f"{after_cards} ({coup_winner(coup, rules).word})", law, tuple(staked), of_cards=True)
    past = (read_condition(rules, given),) if given is not None else read_history(after or "")
    if len(past) > MOST_EXACT and not shoe.infinite:
        if query is not WINNER:
            raise UsageError(f"`second` after a history of {len(past)} coups: the winner of the next coup alone is"
                             f" simulated; leave it out, or give a history of at most {MOST_EXACT}")
        return _simulated(game, shoe, past, shoes, seed, executor, progress)
    law, *staked = sequence.after(rules, shoe, past, (query, *map(EventQuery.of_bet, bets)), progress)
    return AfterHistory(_name(past), law, tuple(staked))


def _name(past: Sequence[Event]) -> str:
    return "".join(event.name for event in past)


def _simulated(game: GameDefinition, shoe: Shoe, past: Sequence[Event], shoes: int, seed: int,
               executor: Executor | None, progress: Progress) -> SimulatedNext:
    from exact.analysis.shoe.simulate import simulate_history
    results = [result for event in past for result in event.results]
    happened, law = simulate_history(game.rules, shoe, results, shoes, seed, executor, progress)
    return SimulatedNext(_name(past), happened, law, Study(game.rules, ()).odds(shoe))
