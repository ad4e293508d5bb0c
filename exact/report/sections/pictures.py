"""The figures of the probability report, as exact values with words for those who cannot see them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from exact.analysis.odds.in_play import TOTALS
from exact.analysis.odds.laws import BetLaw, Odds
from exact.analysis.published.comparison import CheckedClaim
from exact.analysis.removal.effects import Effect
from exact.game.bets import Bet
from exact.game.cards import BY_RANK, RANKS, VALUES, CardSet
from exact.report.cells import show
from exact.report.document import Block, Figure, Paragraph
from exact.report.drawing.alt import a_card, course
from exact.report.plots import Bars, ByDecks, HeatMap, Misses, Panel, Shares

MOST_PANELS = 12
"""More bets than this are not drawn side by side; their tables hold them."""


def by_decks(title: str, y_title: str, laws: Sequence[tuple[int | None, Sequence[BetLaw]]],
             value: Callable[[BetLaw], Fraction], key: str) -> Figure:
    """A figure of each bet over the number of decks, None being the infinite shoe, its limit."""
    finite = [(decks, found) for decks, found in laws if decks is not None]
    limit = next((found for decks, found in laws if decks is None), None)
    panels = tuple(Panel(law.bet.name, tuple(value(found[i]) for _, found in finite),
                         value(limit[i]) if limit else None) for i, law in enumerate(finite[0][1]))
    places = [decks_words(decks) for decks, _ in finite]
    said = "; ".join(course(panel.title, places, panel.values, _percent)
                     + (f", {_percent(panel.limit)} in the limit" if panel.limit is not None else "")
                     for panel in panels)
    return Figure(title, f"A curve for each bet: {said}.",
                  ByDecks(y_title, tuple(decks for decks, _ in finite), panels, percent=True), key=key)


def decks_figure(laws: Sequence[tuple[int | None, Odds]]) -> Iterator[Block]:
    """RTP by number of decks, with the infinite shoe as the limit."""
    number = len(laws[0][1].bets)
    if number > MOST_PANELS:
        yield _not_drawn(number)
    elif number:
        yield by_decks("RTP by number of decks", "RTP, per cent", [(decks, odds.bets) for decks, odds in laws],
                       lambda law: law.rtp, "rtp-by-decks")


def _not_drawn(number: int) -> Paragraph:
    return Paragraph(f"No picture here: {number} bets, and at most {MOST_PANELS} are drawn side by side. The tables"
                     " below hold them all.")


def decks_words(decks: int | None) -> str:
    return "infinite" if decks is None else f"{decks} deck{'s' * (decks != 1)}"


def removal_figure(effects: Mapping[Bet, tuple[Effect, ...]]) -> Iterator[Block]:
    """The effect of removing a card of each rank, its suit left to chance."""
    shown = {bet: found for bet, found in effects.items() if found}
    if len(shown) > MOST_PANELS:
        yield _not_drawn(len(shown))
        return
    if not shown:  # the section says why there are none
        return
    tens = VALUES.classes[0]
    by_value = all(not effect.cards & tens or tens <= effect.cards for found in shown.values() for effect in found)
    classes = VALUES.classes if by_value else BY_RANK.classes
    names = [str(cards) for cards in classes]
    order = sorted(range(len(names)), key=lambda i: ("0" + RANKS).index(names[i]))
    panels = tuple(Panel(bet.name, tuple(_mean_effect(found, classes[i]) for i in order))
                   for bet, found in shown.items())
    said = "; ".join(_gains_and_losses(panel, [names[i] for i in order]) for panel in panels)
    yield Figure("Effect of removing one card on the EV of each bet",
                 f"A bar for each rank, up where the bettor gains: {said}.",
                 Bars("card removed", "change of EV,\n10\u207b\u2077 of the stake", tuple(names[i] for i in order),
                      panels, scale=10**7), key="effects-of-removal")


def _gains_and_losses(panel: Panel, names: Sequence[str]) -> str:
    """Without which cards a bet gains and loses most."""
    values = {value: name for name, value in zip(reversed(names), reversed(panel.values), strict=True)
              if isinstance(value, Fraction)}
    if not values:
        return f"{panel.title} has no EV without any of them"
    least, most = min(values), max(values)
    if least == most:
        return f"{panel.title} changes by {show(most, 'per 10^7', 6)} whichever rank goes"
    said = ([f"gains most without {a_card(values[most])}"] if most > 0 else []) + (
        [f"loses most without {a_card(values[least])}"] if least < 0 else [])
    return f"{panel.title} {' and '.join(said)}"


def _mean_effect(found: Sequence[Effect], cards: CardSet) -> Fraction | None:
    """The effect of a card of a rank, taken at random from those present; classes are taken as evenly filled."""
    weights = [(Fraction(effect.present * len(effect.cards & cards), len(effect.cards)),
                effect.ev_change) for effect in found if effect.cards & cards and effect.ev_change is not None]
    total = sum((weight for weight, _ in weights), Fraction(0))
    return sum((weight * change for weight, change in weights), Fraction(0)) / total if total else None


def totals_figure(table: Sequence[Sequence[Fraction]]) -> Figure:
    labels = tuple(map(str, TOTALS))
    most = max(((value, player, banker) for player, row in enumerate(table) for banker, value in enumerate(row)))
    return Figure("Player's final total against Banker's",
                  f"A square for each pair of totals with its probability; the likeliest is Player {most[1]}, Banker"
                  f" {most[2]} with {_percent(most[0])}.",
                  HeatMap("Banker's final total", "Player's final total", labels, labels, tuple(map(tuple, table)),
                          "probability, per cent"), key="final-totals")


def through_figure(by_total: Sequence[tuple[int, Odds]], before: Odds) -> Iterator[Figure]:
    if not by_total:
        return
    rows = [("not seen", before), *((str(total), odds) for total, odds in by_total)]
    first, last = by_total[0], by_total[-1]
    yield Figure("Odds through a coup: what Player's first two cards change",
                 f"A bar for each two-card total, divided into Player wins, Banker wins and tie: Player wins"
                 f" {_percent(first[1].player)} after {first[0]} and {_percent(last[1].player)} after {last[0]}.",
                 Shares("Player's two-card total", tuple(name for name, _ in rows),
                        ("Player wins", "Banker wins", "Tie"),
                        tuple((odds.player, odds.banker, odds.tie) for _, odds in rows)), key="odds-through-a-coup")


def claims_figure(judged: Sequence[CheckedClaim]) -> Iterator[Figure]:
    """Published figures against exact values, in units of their last digits."""
    shown = [(f"{item.claim.bet}, {item.claim.quantity}: {item.claim.printed}", item.off) for item in judged
             if item.off is not None]
    if not shown:
        return
    wrong = [name for name, units in shown if abs(units) * 2 > 1]
    yield Figure("Published figures against exact values",
                 f"A point for each of {len(shown)} published figures, by how many units of its last digit it is off; "
                 + (f"beyond half a unit: {'; '.join(wrong)}." if wrong else "all lie within half a unit."),
                 Misses(tuple(name for name, _ in shown), tuple(units for _, units in shown)),
                 key="published-and-exact")


def _percent(value: object) -> str:
    return show(value, "percent", 6) if isinstance(value, Fraction) else "n/a"
