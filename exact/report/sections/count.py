"""What `exact count` shows: the figures of a count as tables and as data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from exact.analysis.counting.depths import DepthFigures
from exact.analysis.counting.law import Best, CountLaw
from exact.analysis.counting.per_shoe import ShoeFigures
from exact.analysis.counting.search import ScoredTags
from exact.analysis.counting.spread import Spread
from exact.analysis.counting.study import BestTrigger, CountSearch, CountStudy
from exact.analysis.counting.tags import Tags
from exact.analysis.counting.trigger import Trigger
from exact.game.bets import Bet
from exact.game.cards import VALUES, Partition
from exact.report.document import Block, Cell, Column, Heading, Paragraph, Section, Table
from exact.report.numbers import Percentage, Root, rational, root
from exact.report.phrases import Part, Phrase
from exact.report.uncertain import estimate_data
from exact.values import Estimate

SHOWN = 10
"""Counts of a search in its table."""
APPROXIMATE = "approximate"


def _tags_data(tags: Tags) -> dict[str, str]:
    """The tag of each point value, or of each set of equal cards where suits or ranks matter."""
    by_value = all(len({tags.tags[kind] for kind in cls}) == 1 for cls in VALUES.classes)
    classes = VALUES.classes if by_value else Partition.by(tags.tags).classes
    return {str(cls): str(tags.of(cls)) for cls in classes}


def _signed_root(pair: tuple[int, Fraction]) -> Root:
    """A correlation from its sign and its square."""
    return Root(pair[1], pair[0] < 0)


def count_words(tags: Tags, trigger: Trigger) -> Paragraph:
    return Paragraph(f"Count: {tags}{'' if tags.balanced else ' (unbalanced)'}. Bet at {trigger}"
                     + ("." if trigger.running else f", decks left {trigger.divisor.value}."))


def count_section(found: CountStudy) -> Section:
    """A count of some bets, of which the first is the one counted."""
    tags, trigger = found.tags, found.trigger
    blocks: list[Block] = [count_words(tags, trigger)]
    how = f"{found.procedure}; {trigger.decks_left}"
    data = []
    for one in found.bets:
        blocks += [Heading(one.bet.title), _depth_table(one.bet, trigger, one.depths),
                   _quality_table(one.bet, trigger, one.depths),
                   *(_curve_table(one.bet, trigger, law) for law in one.curves)]
        mine: dict[str, Any] = {"bet": one.bet.name, "depths": _depths_data(one.depths)}
        if one.curves:
            mine["curves"] = [_curve_data(trigger, law) for law in one.curves]
        if one.perfect:
            blocks.append(_perfect_table(one.bet, one.depths, one.perfect))
            mine["perfect_play"] = [{"cards_left": item.cards_left, "gain_per_coup": estimate_data(gain)}
                                    for item, gain in zip(one.depths, one.perfect, strict=True)]
        if one.shoe is not None:
            blocks.append(_shoe_table(one.bet, one.shoe, how, one.best))
            mine["per_shoe"] = _shoe_data(one.shoe, how, one.best)
        data.append(mine)
    return blocks, {"bet": found.bets[0].bet.name, "tags": _tags_data(tags), "start": str(tags.start),
                    "trigger": str(trigger), "divisor": trigger.divisor.value, **data[0], "also": data[1:]}


# ---------------------------------------------------------------------------------------------------------------
# depths

def _depth_table(bet: Bet, trigger: Trigger, figures: Sequence[DepthFigures]) -> Table:
    always = bet.offered is None
    notes = []
    if any(item.ev_when_triggered is None for item in figures):
        notes.append("n/a: no count reaches the trigger at this depth.")
    if not always:
        notes.append("Not offered on every coup: bet made is the probability that the trigger is reached and the bet"
                     " offered; the EV is that of a bet made; net per coup, all counts, is for a bet whenever it is"
                     " offered.")
    return Table(f"{bet.title}: {trigger}",
                 (Column("cards left", "count"), Column("trigger reached", "probability"),
                  *(() if always else (Column("bet made", "probability"),)),
                  Column("EV when reached" if always else "EV of a bet made", "percent"),
                  Column("gain per coup dealt", "percent"),
                  Column("EV, all counts" if always else "net per coup, all counts", "percent")),
                 tuple((item.cards_left, item.trigger_probability, *(() if always else (item.bet_probability,)),
                        item.ev_when_triggered, item.gain, item.mean_ev) for item in figures),
                 tuple(notes), key=f"depths of {bet.name}")


def _quality_table(bet: Bet, trigger: Trigger, figures: Sequence[DepthFigures]) -> Table:
    """The best trigger of each depth, as a count of the trigger's kind, and what the depth offers."""
    rows: list[tuple[Cell, ...]] = []
    for item in figures:
        best = item.best
        true = (Phrase(f"{_relation(best)} ", (trigger.value(best.running_count, item.cards_left), "signed number"))
                if best else "none")
        rows.append((item.cards_left, true, best.probability if best else None, best.gain if best else Fraction(0),
                     None if item.normal_gain is None else Fraction(item.normal_gain),
                     None if item.ev_variance is None else Root(item.ev_variance),
                     None if item.correlation is None else _signed_root(item.correlation)))
    notes = ["perfect play~ is an estimate: it takes the EV of a sub-shoe to be normally distributed; all other columns"
             " are exact."]
    if any(item.best is None for item in figures):
        notes.append("none: no trigger gains at this depth, so that none is reached.")
    for reason in dict.fromkeys(reason for item in figures for reason in item.missing):
        where = ", ".join(str(item.cards_left) for item in figures if reason in item.missing)
        notes.append(f"n/a with {where} cards left: {reason}.")
    count = "running count" if trigger.running else "true count"
    return Table(f"{bet.title}: the best trigger of each depth, and the spread of the EV",
                 (Column("cards left", "count"), Column(count), Column("reached", "probability"),
                  Column("gain per coup", "percent"), Column("perfect play~", "percent", rounded=True),
                  Column("SD of EV", "probability"), Column("betting correlation", "probability")),
                 tuple(rows), tuple(notes), key=f"quality of {bet.name}")


def _perfect_table(bet: Bet, figures: Sequence[DepthFigures], perfect: Sequence[Estimate]) -> Table:
    """The best that this count can gain at each depth beside perfect play from random sub-shoes."""
    rows = []
    notes = [f"Perfect play is simulated: {perfect[0].n:,} random sub-shoes at each depth, each with its own EV, seed"
             f" {perfect[0].seed}."]
    if not all(gain.mean for gain in perfect):
        notes.append("n/a: none of these sub-shoes has an EV above 0.")
    for item, gain in zip(figures, perfect, strict=True):
        best = item.best.gain if item.best else Fraction(0)
        mean = gain.mean or 0.0
        rows.append((item.cards_left, best, Fraction(mean), Fraction(gain.standard_error or 0),
                     best / Fraction(mean) if mean else None))
    return Table(f"{bet.title}: the count beside perfect play, gain per coup",
                 (Column("cards left", "count"), Column("count, best trigger", "percent"),
                  Column("perfect play", "percent", rounded=True),
                  Column("standard error", "percent", rounded=True),
                  Column("count of perfect play", "percent", rounded=True)), tuple(rows),
                 tuple(notes), key=f"perfect play of {bet.name}")


def _relation(best: Best) -> str:
    return ">=" if best.upwards else "<="


def _depths_data(figures: Iterable[DepthFigures]) -> list[dict[str, Any]]:
    return [{"cards_left": item.cards_left, "trigger_probability": rational(item.trigger_probability),
             "bet_probability": rational(item.bet_probability),
             "ev_when_triggered": rational(item.ev_when_triggered), "gain_per_coup": rational(item.gain),
             "mean_ev": rational(item.mean_ev),
             "ev_std_dev": None if item.ev_variance is None else root(Root(item.ev_variance)),
             "betting_correlation": None if item.correlation is None else root(_signed_root(item.correlation)),
             "best": None if item.best is None else {
                 "running_count": str(item.best.running_count), "relation": _relation(item.best),
                 "probability": rational(item.best.probability), "gain_per_coup": rational(item.best.gain)},
             "perfect_play_normal": _approximate(item.normal_gain)} for item in figures]


def _approximate(value: float | None) -> dict[str, str] | None:
    """A number that is not exact, marked as such."""
    return None if value is None else {"kind": APPROXIMATE, "decimal": f"{value:.9g}"}


def _curve_table(bet: Bet, trigger: Trigger, law: CountLaw) -> Table:
    """EV against the count, with probabilities."""
    rows = tuple((str(count), trigger.value(count, law.cards_left), probability, ev,
                  "bet" if trigger.reached(count, law.cards_left) else "")
                 for count, probability, ev in law.curve)
    return Table(f"{bet.title}: EV against the count with {law.cards_left} cards left",
                 (Column("running count"), Column("compared", "number"), Column("probability", "probability"),
                  Column("EV" if bet.offered is None else "net per coup dealt", "percent"), Column("trigger")), rows,
                 key=f"curve of {bet.name} at {law.cards_left}")


def _curve_data(trigger: Trigger, law: CountLaw) -> dict[str, Any]:
    return {"cards_left": law.cards_left,
            "counts": [{"running_count": str(count), "compared": str(trigger.value(count, law.cards_left)),
                        "probability": rational(probability), "ev": rational(ev)}
                       for count, probability, ev in law.curve]}


# ---------------------------------------------------------------------------------------------------------------
# the whole shoe

def _shown(value: float | None, style: str = "") -> Cell:
    return None if value is None else Percentage(value) if style == "percent" else Fraction(value)


def _shoe_table(bet: Bet, figures: ShoeFigures, procedure: str, best: BestTrigger | None) -> Table:
    """Figures per shoe; the procedure makes them approximate."""
    why: tuple[str, ...] = ()
    if not figures.bets:
        why = ("n/a: no bet is ever made.",)
    elif figures.units <= 0:
        why = ("n/a: N0 and the Kelly fraction do not exist, as these bets win nothing on average.",)
    kind = "running" if best and best[0].running else "true"
    at_best: tuple[Part, ...] = (f"{best[0].relation} ", (best[0].threshold, "signed number")) if best else (
        "none gains",)
    rows: tuple[tuple[str, Cell], ...] = (
        ("coups per shoe", _shown(figures.coups)),
        ("bets per shoe", _shown(figures.bets)),
        ("bets per coup", _shown(figures.bet_frequency, "percent")),
        ("EV of a bet made", _shown(figures.mean_ev, "percent")),
        ("units won per shoe", _shown(figures.units)),
        (Phrase(f"units won per shoe, at the best {kind} count (", *at_best, ")"), _shown(best[1] if best else 0.0)),
        ("units won per 100 coups", _shown(figures.units_per_100)),
        ("standard deviation per shoe", _shown(figures.deviation)),
        ("N0, shoes", _shown(figures.n0)),
        ("desirability index", _shown(figures.desirability)),
        ("desirability index, full-shoe variance", _shown(figures.desirability_flat)),
        ("Kelly fraction", _shown(figures.kelly, "percent")))
    return Table(f"{bet.title}: a whole shoe, flat bets of one unit ({APPROXIMATE})",
                 (Column("quantity"), Column("value", "probability", rounded=True)), rows,
                 (f"Procedure: {procedure}.",
                  f"These figures are {APPROXIMATE}: they take the cards left where a coup starts to be a random"
                  " sub-shoe of their number. How many cards the coups before it used depends on these cards, and so on"
                  " the count: bets per coup come out too low in few decks (by up to 2 % with one deck, 0.3 % with"
                  " eight, in the counts tried). exact simulate checks them.",
                  "N0: shoes after which the expected win is one standard deviation. Desirability index: 1000 x win /"
                  " standard deviation per coup dealt.", *why), key=f"shoe of {bet.name}")


def _shoe_data(figures: ShoeFigures, procedure: str, best: BestTrigger | None) -> dict[str, Any]:
    return {"procedure": procedure, "kind": APPROXIMATE,
            **{name: _approximate(value) for name, value in (
                ("coups_per_shoe", figures.coups), ("bets_per_shoe", figures.bets),
                ("bet_frequency", figures.bet_frequency), ("mean_ev", figures.mean_ev),
                ("units_per_shoe", figures.units),
                ("std_dev_per_shoe", figures.deviation), ("n0_shoes", figures.n0),
                ("desirability_index", figures.desirability), ("desirability_index_flat", figures.desirability_flat),
                ("kelly_fraction", figures.kelly))},
            "best_trigger": None if best is None else {"trigger": str(best[0]),
                                                       "units_per_shoe": _approximate(best[1])}}


# ---------------------------------------------------------------------------------------------------------------
# the best counts

def search_section(found: CountSearch) -> Section:
    """The best counts of a level, with others beside them, and a whole shoe of each if that was asked for."""
    blocks: list[Block] = [Heading(f"The best counts of level {found.level}"), _search_table(found),
                           _best_by_depth_table(found), _effects_table(found.bet, found.spread)]
    data: dict[str, Any] = {"level": found.level, "removal": _effects_data(found.spread),
                            "counts": [_scored_data(item) for item in found.scored],
                            "others": [{"name": name, **_scored_data(item)} for name, item in found.named]}
    if found.over_shoe:
        how = f"{found.procedure}; {found.like.decks_left}"
        blocks.append(_over_shoe_table(found, how))
        data["per_shoe"] = {"divisor": found.like.divisor.value, "procedure": how, "counts": [
            {"name": name, "tags": _tags_data(tags), "trigger": None if best is None else str(best[0]),
             "units_per_shoe": _approximate(best[1] if best else 0.0)} for name, tags, best in found.over_shoe]}
    return blocks, {"bet": found.bet.name, "search": data}


def _search_table(found: CountSearch) -> Table:
    """The best counts by exact gain, with others for comparison."""
    best = found.scored[0]
    rows = [(str(place), item) for place, item in enumerate(found.scored[:SHOWN], 1)] + list(found.named)
    depths = ", ".join(str(depth.cards_left) for depth in best.depths)
    columns = (Column("rank"), Column("tags"), Column("betting correlation", "probability"),
               Column("gain, all depths", "percent"), Column("of the best", "percent"))
    return Table(f"{found.bet.title}: the best counts by exact gain per coup, added up over {depths} cards left",
                 columns, tuple((label, str(item.tags), Root(item.correlation_square, item.sign < 0), item.total,
                                 item.total / best.total if best.total else None) for label, item in rows),
                 ("Each count bets from the running count that is best at each depth.",
                  *(() if best.total else ("n/a: no count gains at these depths.",))),
                 key=f"search of {found.bet.name}")


def _best_by_depth_table(found: CountSearch) -> Table:
    return Table(f"{found.bet.title}: the best count at each depth",
                 (Column("cards left", "count"), Column("bet at running count"), Column("reached", "probability"),
                  Column("gain per coup", "percent"), Column("perfect play~", "percent", rounded=True)),
                 tuple((depth.cards_left,
                        f"{_relation(depth.best)} {depth.best.running_count}" if depth.best else "never",
                        depth.best.probability if depth.best else Fraction(0), depth.gain,
                        Fraction(found.spread.normal_gain(depth.cards_left)))
                       for depth in found.scored[0].depths), key=f"best of {found.bet.name}")


def _effects_table(bet: Bet, found: Spread) -> Table:
    """The effects of removal behind a search, and the optimal tags that they are."""
    largest = max(map(abs, found.optimal))
    return Table(f"{bet.title}: effects of removal of one card, and the optimal tags they are",
                 (Column("card"), Column("cards", "count"), Column("effect of removal", "signed percent"),
                  Column("optimal tag, largest 1", "probability")),
                 tuple((str(cards), count, effect, tag / largest) for (cards, count), effect, tag
                       in zip(found.classes, found.removal, found.optimal, strict=True)),
                 key=f"removal of {bet.name}")


def _over_shoe_table(found: CountSearch, procedure: str) -> Table:
    """Counts with the true count that is best over the whole shoe."""
    return Table(f"{found.bet.title}: the best true count of each over a whole shoe ({APPROXIMATE})",
                 (Column("rank"), Column("balanced tags"), Column("bet at true count"),
                  Column("units per shoe", "probability", rounded=True)),
                 tuple((name, str(tags),
                        Phrase(f"{best[0].relation} ", (best[0].threshold, "signed number")) if best else "never",
                        _shown(best[1] if best else 0.0)) for name, tags, best in found.over_shoe),
                 (f"Procedure: {procedure}.",), key=f"shoes of {found.bet.name}")


def _scored_data(item: ScoredTags) -> dict[str, Any]:
    return {"tags": _tags_data(item.tags), "betting_correlation": root(Root(item.correlation_square, item.sign < 0)),
            "gain": rational(item.total),
            "depths": [{"cards_left": depth.cards_left, "gain_per_coup": rational(depth.gain),
                        "running_count": None if depth.best is None else str(depth.best.running_count),
                        "relation": None if depth.best is None else _relation(depth.best),
                        "probability": None if depth.best is None else rational(depth.best.probability)}
                       for depth in item.depths]}


def _effects_data(found: Spread) -> list[dict[str, Any]]:
    return [{"card": str(cards), "cards": count, "effect": rational(effect), "optimal_tag": rational(tag)}
            for (cards, count), effect, tag in zip(found.classes, found.removal, found.optimal, strict=True)]
