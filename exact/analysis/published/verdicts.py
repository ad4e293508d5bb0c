"""What the search for a figure's game found, in sentences that settle the question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import erfc, sqrt

from exact.analysis.odds.laws import BetLaw
from exact.analysis.published.claims import NAMES, claim_query
from exact.analysis.published.comparison import CheckedClaim
from exact.analysis.published.figures import (
    COUNT,
    DECIMAL,
    DIGITS15,
    DIGITS15_CUT,
    DIGITS15_WORKED,
    FRACTION,
    PADDED,
    PERCENT,
    SPREADSHEET_DIGITS,
    TRUNCATED,
    TWICE,
    decimal_text,
)
from exact.analysis.published.findings import EXCHANGED, GAME, MISPRINT, Explanation, Match, Nearest, SearchResult
from exact.analysis.published.measures import called, unpriced
from exact.analysis.published.search import explain_by_own_tableau, shoes_searched
from exact.game.bets import Bet
from exact.game.definition import GameDefinition
from exact.game.shoe import Shoe

THIS_SHOE = "this shoe"
_SPREADSHEET = f"which keeps {SPREADSHEET_DIGITS} significant digits and prints zeros for the rest"
_WRONG_DIGITS = {DIGITS15: f"artefacts of a spreadsheet, {_SPREADSHEET}",
                 DIGITS15_CUT: f"artefacts of a spreadsheet, {_SPREADSHEET}, cut off",
                 DIGITS15_WORKED: f"the sum or difference of counts of a spreadsheet, {_SPREADSHEET}"}
_LINEAR = (PERCENT, DECIMAL, COUNT, FRACTION)


# ---------------------------------------------------------------------------------------------------------------
# words for the parts

def shoes_in_words(*shoes: str) -> str:
    """Numbers of decks in words: `8 decks`, `4 to 8 decks`, `1, 6 or 7 decks`, `the infinite shoe`."""
    finite = sorted(int(shoe) for shoe in shoes if shoe.isdigit())
    others = [{"inf": "the infinite shoe"}.get(shoe, shoe) for shoe in shoes if not shoe.isdigit()]
    words = []
    if finite:
        if len(finite) > 2 and finite[-1] - finite[0] == len(finite) - 1:
            numbers = f"{finite[0]} to {finite[-1]}"
        else:
            numbers = " or ".join(filter(None, [", ".join(map(str, finite[:-1])), str(finite[-1])]))
        words.append(f"{numbers} deck{'s' * (finite != [1])}")
    return " or ".join(words + others)


def describe(match: Match) -> str:
    """How a number comes to be printed so, in a few words; empty for "rounded, per bet made, at the game's pays"."""
    mistake, manner = _mistake(match), match.measure.manner
    return ", ".join(filter(None, [match.pays, manner if manner not in mistake else "", _cycle(match),
                                   sampling(match.z), _rounding(match), mistake]))


def sampling(z: float | None) -> str:
    """By how much a simulated figure is off, for sampling error: standard errors, and the chance of so much."""
    if z is None:
        return ""
    p = erfc(abs(z) / sqrt(2))
    return f"z {_small(abs(z), 2)}, p {_small(p, 2 if p >= 0.01 else 4)}"


def _small(number: float, places: int) -> str:
    """A number that may be too small to be shown, behind its sign."""
    least = Fraction(1, 10**places)
    return f"< {decimal_text(least, places)}" if 0 < number < least else f"= {decimal_text(Fraction(number), places)}"


def _cycle(match: Match) -> str:
    """What a count counts."""
    return f"of {match.measure.of:,} {match.measure.cycle}" if match.measure.cycle else ""


def _mistake(match: Match) -> str:
    """What the figure is instead of what is claimed; for exchanged bets the one whose figure it is."""
    return "; ".join(f"the figure of {unpriced(match.bet)}" if words.endswith(EXCHANGED) else words
                     for words in match.mistakes)


def _rounding(match: Match) -> str:
    """How the number was rounded, where not to the nearest."""
    if match.rounding == PADDED:
        return f"rounded to {match.printed.without_zeros} and printed with a zero"
    if match.rounding == TWICE:
        return "rounded twice, first to more decimals"
    return {TRUNCATED: "truncated instead of rounded"}.get(
        match.rounding, match.rounding if match.wrong_digits or match.rounding.startswith("rounded half") else "")


def _manner(one: Explanation, shoe: str | None = None) -> str:
    """The variants, conventions and roundings that stand behind the figures, each once."""
    said = [(match.bet.title, describe(match)) for match in one.matches(shoe)]
    words = list(dict.fromkeys(how for _, how in said if how))
    if not words:
        return ""
    if len(words) > 1:
        return " (" + "; ".join(f"{bet}: {how}" for bet, how in said if how) + ")"
    if all(how for _, how in said):
        return f", {words[0]}"
    return f" ({' and '.join(dict.fromkeys(bet for bet, how in said if how))}: {words[0]})"


def _named(match: Match) -> str:
    """The bet, with its pays where they are not those of the game; or the event, of a chance or a count."""
    name = called(match.bet, match.measure)
    return match.pays if match.pays and name == match.bet.title else name


def _exact(match: Match) -> str:
    return f"{_named(match)} {match.printed.show(match.measure.value)}"


def _figures(result: SearchResult) -> str:
    return "it is the figure" if len(result.queries) == 1 else "these are the figures"


def _pays(best: Explanation) -> str:
    """The commission and the Tie's price, where a return of these bets is among the claims."""
    words: dict[str, None] = {}
    for match in best.matches():
        if match.measure.quantity in ("rtp", "edge", "ev", "variance", "std_dev"):
            for name, what in (("banker", "commission"), ("tie", "to 1")):
                if match.bet.name == name and what in match.bet.title:
                    words[match.bet.title.partition(", ")[2]] = None
    return "".join(f", {word}" for word in words if word)


def _closest(result: SearchResult) -> str:
    """The number of each bet that has no explanation, and of other bets that come nearer; nearest first."""
    of_claims = []
    for claim in filter(None, result.nearest):
        home = [one for one in claim if one.shoe == claim[0].shoe][:2]
        elsewhere = [f"among all shoes {_near(one)}" for one in claim if one.shoe != claim[0].shoe]
        of_claims.append(", ".join([*map(_near, sorted(home, key=lambda one: one.distance)), *elsewhere]))
    return "; nearest " + "; ".join(dict.fromkeys(of_claims)) if of_claims else ""


def _near(near: Nearest) -> str:
    off = near.printed.show(near.distance / near.printed.per)
    off = f"{off.removesuffix(' %')} percentage points" if near.printed.scale == PERCENT else off
    return (f"{near.name} {near.printed.show(near.value)} ({shoes_in_words(near.shoe)}"
            + (f", off by {off})" if near.printed.scale in _LINEAR and near.difference is not None else ")"))


# ---------------------------------------------------------------------------------------------------------------
# sentences

def verdict(result: SearchResult) -> str:
    """One sentence on all claims together (or a few, where something must be added); it begins with right exactly if
    they are, else with wrong."""
    return _verdict(result) + "".join(f" Of the same figure at {one.source} it is recorded: {one.finding}."
                                      for query in result.queries if len(result.queries) == 1 and not result.passes
                                      for one in query.recorded)


def _verdict(result: SearchResult) -> str:
    right = next((one for one in result.together if one.right and one.holds_for(result.stated)), None)
    if right is not None:
        return _right(result, right)
    alone = len(result.queries) == 1
    if alone and result.queries[0].claim.finding:
        return _recorded(result)
    if alone and result.queries[0].terms.coups is not None:
        return _outside(result)
    best = explanation_of(result)
    if best is None:
        return _apart(result) if any(result.each) and not alone else (
            f"wrong: no shoe and no convention gives it{_closest(result)}.")
    if best.right:
        return (f"wrong for {shoes_in_words(result.stated or '')}: {_figures(result)} of {shoes_in_words(*best.shoes)}"
                f"{_manner(best)}{_values(result)}.{_or(result)}")
    if best.wrong_digits:
        return _wrong_digits(result, best)
    return _wrong(result, best)


def explanation_of(result: SearchResult) -> Explanation | None:
    """What explains wrong claims: lost digits on the shoe asked about, else the simplest; None where there is nothing,
    or where each claim has a simpler reason of its own."""
    if not result.together or (any(query.claim.finding for query in result.queries) and len(result.queries) > 1):
        return None
    best = next((one for one in result.together if one.wrong_digits and one.holds_for(result.stated)),
                result.together[0])
    if not best.wrong_digits and all(result.each) and sum(found[0].cost for found in result.each) < best.cost:
        return None
    return best


def claim_verdict(result: SearchResult, claim: int) -> str:
    """The same for one of the claims alone."""
    return verdict(result.alone(claim))


def cause(result: SearchResult, claim: int) -> str | None:
    """Why one of the claims is wrong, in a few words; None where it is right, or nothing is known."""
    if result.right(claim):
        return None
    query, near = result.queries[claim], result.nearest[claim]
    if query.claim.finding:
        return query.claim.finding
    if query.terms.coups is not None:
        return f"outside sampling error: {sampling(near[0].z)}" if near else None
    alone = result.alone(claim)
    best, place = (explanation_of(alone), 0) if result.passes or explanation_of(result) is None else (
        explanation_of(result), claim)
    if best is None:
        return None
    match = best.matches(result.stated)[place]
    shared = [words for words in match.mistakes if words.endswith(EXCHANGED)]
    where = [] if best.holds_for(result.stated) else [f"the figure of {shoes_in_words(*best.shoes)}"]
    rules = [best.candidate.title] if best.candidate.kind in (GAME, MISPRINT) else []
    return ", ".join(filter(None, [*where, *rules, *shared, describe(match)])) or None


def standing(result: SearchResult, claim: int) -> str:
    """One word for a table: right, wrong (and it is known how), other shoe, other game, no match."""
    found = result.each[claim]
    if result.right(claim):
        return "right"
    best = explanation_of(result.alone(claim))
    if result.queries[claim].claim.finding or (best is not None and best.wrong_digits):
        return "wrong"
    if best is not None and best.right:
        return "other shoe"
    if best is not None and best.candidate.kind == GAME:
        return "other game"
    return "wrong" if found or result.queries[claim].terms.coups is not None else "no match"


def with_verdict(game: GameDefinition, item: CheckedClaim, name: str | None, shoe: Shoe,
                 laws: Mapping[Shoe, Mapping[Bet, BetLaw]]) -> CheckedClaim:
    """A checked claim with its verdict for a shoe, by the tableau and the pays of the game alone: first on that shoe,
    and where it is not right there, on all the others.

    `name` is the number of decks as text, inf, or None for another composition. `laws` are those of some shoes that
    are at hand already.
    """
    query, here = claim_query(game, item.claim, elsewhere=False), {name or THIS_SHOE: shoe}
    result = explain_by_own_tableau(game, query, name, here, laws)
    if name is not None and standing(result, 0) != "right":
        result = explain_by_own_tableau(game, query, name, {**shoes_searched(), **here}, laws)
    return replace(item, standing=standing(result, 0), verdict=claim_verdict(result, 0))


def _recorded(result: SearchResult) -> str:
    """The recorded reason of a page's figure that is wrong, and what it should be."""
    where = f" for {shoes_in_words(result.stated)}" if result.stated is not None else ""
    exact = result.exact(0)
    number = f"; exact: {exact[3].show(exact[2].value)} ({exact[1]})" if exact is not None else ""
    return f"wrong{where}: {result.queries[0].claim.finding}{number}."


def _outside(result: SearchResult) -> str:
    """A simulated figure beyond sampling error: no misprint is looked for behind it."""
    near = result.nearest[0][0]
    return (f"wrong: outside sampling error of n = {result.queries[0].terms.coups:,}, {sampling(near.z)}; exact for "
            f"{shoes_in_words(near.shoe)}: {near.name} {near.printed.show(near.value)}.")


def _right(result: SearchResult, best: Explanation) -> str:
    stated = result.stated
    shoes = [stated] if stated else best.shoes
    sentence = f"right for {shoes_in_words(*shoes)}{_pays(best)}{_manner(best, stated)}"
    if stated is None and len(best.shoes) > 1:
        every = len(best.shoes) == len(shoes_searched())
        return (f"{sentence}. {'The figure has' if len(result.queries) == 1 else 'The figures have'} too few digits to "
                f"tell {'any number of decks from another' if every else 'which of these'}.")
    return f"{sentence}{': an infinite-deck figure' if stated is None and best.shoes == ('inf',) else ''}."


def _or(result: SearchResult) -> str:
    """What else explains figures of another shoe, on the shoe asked about."""
    other = next((one for one in result.together if one.holds_for(result.stated)), None)
    return "" if other is None else f" Or, for {shoes_in_words(result.stated or '')}{_manner(other, result.stated)}."


def _values(result: SearchResult) -> str:
    """What the stated shoe gives instead."""
    near = [f"{found[0].name} {found[0].printed.show(found[0].value)}"
            for i, found in enumerate(result.nearest) if found and not result.right(i)]
    give = "gives" if result.stated in ("1", "inf") else "give"
    return f"; {shoes_in_words(result.stated or '')} {give} {', '.join(near)}" if near else ""


def _wrong_digits(result: SearchResult, found: Explanation) -> str:
    """Figures cut off, or with the zeros that a spreadsheet leaves."""
    shoe = found.shoe_shown(result.stated)
    reasons = {match: _WRONG_DIGITS.get(match.rounding) or _rounding(match)
               for match in found.by_shoe[shoe] if match.wrong_digits}
    ways = " and ".join(dict.fromkeys(reasons.values()))
    alike = f" (alike for {shoes_in_words(*found.shoes)})" if result.stated is None and len(found.shoes) > 1 else ""
    other = next((one for one in result.together if one.right), None)
    rest = f" Rounded, {_figures(result)} of {shoes_in_words(*other.shoes)}{_manner(other)}." if other else ""
    return (f"wrong in the last digits: {ways}; exact for {shoes_in_words(shoe)}{alike}: "
            f"{', '.join(map(_exact, reasons))}.{rest}")


def _apart(result: SearchResult) -> str:
    """Where no one game gives all the figures: what each is alone."""
    parts = [f"{query.text}: {claim_verdict(result, i).rstrip('.')}" for i, query in enumerate(result.queries)]
    return "wrong as a set: no one game gives all of these. " + "; ".join(parts) + "."


def _wrong(result: SearchResult, best: Explanation) -> str:
    """Figures of other pays, other games, mistakes and misprints."""
    matches, where = best.matches(result.stated), shoes_in_words(*best.shoes)
    exact = ", ".join(map(_exact, matches))
    if best.candidate.kind == GAME:
        return (f"wrong for the tableau of this game{_closest(result)}. Another game gives it: "
                f"{best.candidate.title} ({where}{_manner(best)}).")
    if best.candidate.kind == MISPRINT:
        return (f"wrong: nothing of the standard tableau gives it{_closest(result)}. "
                f"A misprint would give it, and it is no more than that: {best.candidate.title} ({exact}, "
                f"{where}{_manner(best)}).")
    truth = [f"{near[0].name} has {NAMES[query.terms.quantity]} {near[0].printed.show(near[0].value)} "
             f"({shoes_in_words(near[0].shoe)})"
             for query, match, near in zip(result.queries, matches, result.nearest, strict=True)
             if match.departures and near]
    mistakes = dict.fromkeys(words for match in matches for words in match.mistakes)
    if not mistakes:
        own = dict.fromkeys(query.bets[0].title for query, match in zip(result.queries, matches, strict=True)
                            if match.pays)
        paid = dict.fromkeys(match.pays for match in matches if match.pays)
        exact = ", ".join(match.printed.show(match.measure.value) for match in matches if match.pays)
        return (f"wrong for {' and '.join(own)}: {_figures(result)} of {' and '.join(paid)} ({exact}; {where})"
                f"{''.join(f'; {one}' for one in truth)}.")
    only = len(result.queries) == 1
    said = [_mistake(matches[0])] if only else [f"the figures with {words}" if words.endswith(EXCHANGED) else words
                                                for words in mistakes]
    return (f"wrong as claimed: {'it is' if only else 'these are'} {' and '.join(said)} ({exact}; {where}). "
            f"{'; '.join(truth)}.")
