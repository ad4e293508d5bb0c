"""What the search for a figure's game found, in sentences that settle the question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from exact.analysis.odds.laws import BetLaw
from exact.analysis.published.claims import claim_query
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
)
from exact.analysis.published.findings import Explanation, Match, Nearest, SearchResult
from exact.analysis.published.measures import MADE, NAMES, RESOLVED, called
from exact.analysis.published.search import explain_by_own_tableau, shoes_searched
from exact.game.bets import Bet
from exact.game.definition import GameDefinition
from exact.game.shoe import Shoe

THIS_SHOE = "this shoe"
_PHRASES = {MADE: "", RESOLVED: "per resolved bet (ties left out), not per bet made"}
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
    convention = _PHRASES.get(match.measure.convention, match.measure.convention)
    return ", ".join(filter(None, [match.variant.title, convention, _rounding(match), match.mistake]))


def _rounding(match: Match) -> str:
    """How the number was rounded, where not to the nearest."""
    if match.rounding == PADDED:
        return f"rounded to {match.printed.without_zeros} and printed with a zero"
    return {"exact": "", "rounded": "", TRUNCATED: "truncated instead of rounded"}.get(match.rounding, match.rounding)


def _manner(one: Explanation) -> str:
    """The variants, conventions and roundings that stand behind the figures, each once."""
    said = [(_short(match), describe(match)) for match in one.matches()]
    words = list(dict.fromkeys(how for _, how in said if how))
    if not words:
        return ""
    if len(words) > 1:
        return " (" + "; ".join(f"{bet}: {how}" for bet, how in said if how) + ")"
    if all(how for _, how in said):
        return f", {words[0]}"
    return f" ({' and '.join(dict.fromkeys(bet for bet, how in said if how))}: {words[0]})"


def _short(match: Match) -> str:
    return match.variant.bet.title.partition(",")[0]


def _named(match: Match) -> str:
    """The bet, with its pays where they are not those of the game; or the event, of a chance or a count."""
    name = called(match.variant.bet, match.measure)
    if name != match.variant.bet.title:
        return name
    return f"{_short(match)} ({match.variant.title})" if match.variant.title else _short(match)


def _exact(match: Match) -> str:
    return f"{_named(match)} {match.printed.show(match.measure.value)}"


def _figures(result: SearchResult) -> str:
    return "it is the figure" if len(result.queries) == 1 else "these are the figures"


def _pays(best: Explanation) -> str:
    """The commission and the Tie's price, where a return of these bets is among the claims."""
    words: dict[str, None] = {}
    for match in best.matches():
        if match.measure.quantity in ("rtp", "edge", "ev", "variance", "std_dev") and not match.variant.title:
            for name, what in (("banker", "commission"), ("tie", "to 1")):
                if match.variant.bet.name == name and what in match.variant.bet.title:
                    words[match.variant.bet.title.partition(", ")[2]] = None
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
            + (f", off by {off})" if near.printed.scale in _LINEAR else ")"))


# ---------------------------------------------------------------------------------------------------------------
# sentences

def verdict(result: SearchResult) -> str:
    """One sentence on all claims together (two where something must be added); it begins with right or wrong.

    Where the reason of a wrong figure is recorded it is given, with the exact value.
    """
    best = next((one for one in result.together if one.standard), None)
    wrong_digits = _wrong_digits_of(result)
    recorded = any(query.claim.finding for query in result.queries)
    if recorded and len(result.queries) == 1 and not result.right(0):
        return _recorded(result, wrong_digits)
    if wrong_digits is not None:
        return _wrong_digits(result, wrong_digits, best)
    if recorded and best is None:
        return _apart(result)
    if best is not None:
        return _right(result, best)
    game = next((one for one in result.together if one.right), None)
    if game is not None:
        return (f"wrong for the tableau of this game{_closest(result)}. Another game gives it: "
                f"{game.candidate.title} ({shoes_in_words(*game.shoes)}{_manner(game)}).")
    if len(result.queries) > 1 and any(one.standard for found in result.each for one in found):
        return _apart(result)
    if result.together:
        return _wrong(result, result.together[0])
    if any(result.each):
        return _apart(result)
    return f"wrong: no shoe and no convention gives it{_closest(result)}."


def claim_verdict(result: SearchResult, claim: int) -> str:
    """The same for one of the claims alone."""
    return verdict(result.alone(claim))


def standing(result: SearchResult, claim: int) -> str:
    """One word for a table: right, wrong (and it is known how), other shoe, other game, no match."""
    found = result.each[claim]
    if result.right(claim):
        return "right"
    if result.queries[claim].claim.finding or _wrong_digits_of(result.alone(claim)) is not None:
        return "wrong"
    if any(one.right for one in found):
        return "other shoe" if any(one.standard for one in found) else "other game"
    return "wrong" if found else "no match"


def with_verdict(game: GameDefinition, item: CheckedClaim, name: str | None, shoe: Shoe,
                 laws: Mapping[Shoe, Mapping[Bet, BetLaw]]) -> CheckedClaim:
    """A checked claim with its verdict for a shoe, by the tableau and the pays of the game alone: first on that shoe,
    and where it is not right there, on all the others.

    `name` is the number of decks as text, inf, or None for another composition. `laws` are those of some shoes that
    are at hand already.
    """
    query, here = claim_query(game, item.claim, variants=False), {name or THIS_SHOE: shoe}
    result = explain_by_own_tableau(game, query, name, here, laws)
    if name is not None and standing(result, 0) != "right":
        result = explain_by_own_tableau(game, query, name, {**shoes_searched(), **here}, laws)
    return replace(item, standing=standing(result, 0), verdict=claim_verdict(result, 0))


def _recorded(result: SearchResult, wrong_digits: Explanation | None) -> str:
    """The recorded reason of a figure that is wrong, and what it should be."""
    shoe = result.stated
    if wrong_digits is not None:
        match = wrong_digits.matches(shoe)[0]
        exact = [(match.printed.show(match.measure.value), called(match.variant.bet, match.measure))]
    else:
        exact = [(one.printed.show(one.value), one.name) for one in result.nearest[0][:1]]
    where = f" for {shoes_in_words(shoe)}" if shoe is not None else ""
    return (f"wrong{where}: {result.queries[0].claim.finding}"
            + "".join(f"; exact: {number} ({name})" for number, name in exact) + ".")


def _right(result: SearchResult, best: Explanation) -> str:
    stated = result.stated
    if stated is not None and stated not in best.shoes:
        alike = next((one for one in result.together if one.standard and stated in one.shoes), None)
        if alike is None:
            return (f"wrong for {shoes_in_words(stated)}: {_figures(result)} of {shoes_in_words(*best.shoes)}"
                    f"{_manner(best)}{_values(result, stated)}.")
        best = alike
    sentence = f"right for {shoes_in_words(*([stated] if stated else best.shoes))}{_pays(best)}{_manner(best)}"
    if stated is not None:
        return f"{sentence}."
    if len(best.shoes) > 1:
        every = len(best.shoes) == len(shoes_searched())
        return (f"{sentence}. {'The figure has' if len(result.queries) == 1 else 'The figures have'} too few digits to "
                f"tell {'any number of decks from another' if every else 'which of these'}.")
    return f"{sentence}{': an infinite-deck figure' if best.shoes == ('inf',) else ''}."


def _values(result: SearchResult, stated: str) -> str:
    """What the stated shoe gives instead, where it is known to be near."""
    near = [f"{one.name} {one.printed.show(one.value)}"
            for found in result.nearest for one in found[:1] if one.shoe == stated]
    give = "gives" if stated in ("1", "inf") else "give"
    return f"; {shoes_in_words(stated)} {give} {', '.join(near)}" if near else ""


def _wrong_digits_of(result: SearchResult) -> Explanation | None:
    """The explanation by which the figures are those of the shoe in question and wrong in their last digits; None where
    they are right for it."""
    fitting = [one for one in result.together if one.holds_for(result.stated)]
    return None if any(one.standard for one in fitting) else next((one for one in fitting if one.wrong_digits), None)


def _wrong_digits(result: SearchResult, found: Explanation, other: Explanation | None) -> str:
    """Figures cut off, or with the zeros that a spreadsheet leaves: never "right"."""
    shoe = found.shoe_shown(result.stated)
    reasons = {match: query.claim.finding or _WRONG_DIGITS.get(match.rounding) or _rounding(match)
               for query, match in zip(result.queries, found.by_shoe[shoe], strict=True) if match.wrong_digits}
    ways = " and ".join(dict.fromkeys(reasons.values()))
    alike = f" (alike for {shoes_in_words(*found.shoes)})" if result.stated is None and len(found.shoes) > 1 else ""
    rest = (f" Rounded, {_figures(result)} of {shoes_in_words(*other.shoes)}{_manner(other)}."
            if other is not None else "")
    return (f"wrong in the last digits: {ways}; exact for {shoes_in_words(shoe)}{alike}: "
            f"{', '.join(map(_exact, reasons))}.{rest}")


def _apart(result: SearchResult) -> str:
    """Where no one game gives all the figures: what each is alone."""
    parts = [f"{query.text}: {claim_verdict(result, i).rstrip('.')}" for i, query in enumerate(result.queries)]
    return "wrong as a set: no one game gives all of these. " + "; ".join(parts) + "."


def _wrong(result: SearchResult, best: Explanation) -> str:
    """Mistakes and misprints: never "right"."""
    exact, where = ", ".join(map(_exact, best.matches(result.stated))), shoes_in_words(*best.shoes)
    if best.candidate.kind == "misprint":
        return (f"wrong: nothing of the standard tableau gives it{_closest(result)}. "
                f"A misprint would give it, and it is no more than that: {best.candidate.title} ({exact}, "
                f"{where}{_manner(best)}).")
    mistakes = dict.fromkeys(match.mistake for match in best.matches() if match.mistake)
    truth = [f"{near.name} has {NAMES[query.claim.quantity]} {near.printed.show(near.value)} "
             f"({shoes_in_words(near.shoe)})"
             for query, match, found in zip(result.queries, best.matches(), result.nearest, strict=True)
             if match.mistake for near in found[:1]]
    return f"wrong as claimed: it is {' and '.join(mistakes)} ({exact}; {where}). {'; '.join(truth)}."
