"""Which deviation from the rules explains the faults of a log: the one that makes most of them vanish."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from exact.analysis.audit.checks import Draw, draw_fault
from exact.analysis.published.misprints import known_misprints
from exact.game.deviations import DeviatingRules, deviations
from exact.game.rules import STANDARD, Rules

MOST_SHOWN = 5


@dataclass(frozen=True)
class FaultExplanation:
    """A deviation under which fewer coups break the rules: `remaining` still do, some perhaps that did not before."""

    deviation: DeviatingRules
    remaining: int


@dataclass(frozen=True)
class Explained:
    """The coups whose draws break the rules, and the deviations that explain most of them, the best first."""

    faults: int
    explanations: tuple[FaultExplanation, ...]


def explain_faults(rules: Rules, draws: Mapping[Draw, int]) -> Explained:
    """Every deviation of the list is tried on the draws that occurred; of equally good ones the simplest comes first,
    and of those that no draw of the log distinguishes only that one."""
    def broken(some: Rules) -> dict[Draw, int]:
        return {draw: times for draw, times in draws.items() if draw_fault(some, *draw)}

    faults = sum(broken(rules).values())
    found: dict[frozenset[Draw], FaultExplanation] = {}
    for deviation in _candidates(rules):
        left = broken(deviation.rules)
        remaining = sum(left.values())
        if remaining < faults:
            found.setdefault(frozenset(left), FaultExplanation(deviation, remaining))
    best = sorted(found.values(), key=lambda one: one.remaining)
    return Explained(faults, tuple(best[:MOST_SHOWN]))


def _candidates(rules: Rules) -> Iterator[DeviatingRules]:
    yield from deviations(rules)
    if rules == STANDARD:
        yield from (DeviatingRules(one.title, one.rules) for one in known_misprints()
                    if not one.ten_beats_nine and not one.rules.printed)
