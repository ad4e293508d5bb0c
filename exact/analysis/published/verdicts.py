"""What the search for a figure's game found, in sentences that settle the question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from exact.analysis.odds.laws import BetLaw
from exact.analysis.published.claim_text import ask
from exact.analysis.published.claims import MOST_DECKS, explain_here, shoes_searched
from exact.analysis.published.comparison import Judged
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
from exact.analysis.published.findings import Explanation, Findings, Fit, Nearest
from exact.analysis.published.measures import MADE, NAMES, RESOLVED, called
from exact.game.bets import Bet
from exact.game.definition import GameDefinition
from exact.game.shoe import Shoe

THIS_SHOE = "this shoe"
_PHRASES = {RESOLVED: "per resolved bet (ties left out), not per bet made"}


def shoes_in_words(shoes: Sequence[str]) -> str:
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


def describe(fit: Fit) -> str:
    """How a number comes to be printed so, in a few words; empty for "rounded, per bet made, at the game's pays"."""
    convention = "" if fit.measure.convention == MADE else _PHRASES.get(fit.measure.convention, fit.measure.convention)
    return ", ".join(filter(None, [fit.variant.title, convention, _how(fit), fit.slip]))


def _how(fit: Fit) -> str:
    """How the number was rounded, where not to the nearest."""
    if fit.how == PADDED:
        return f"rounded to {fit.printed.without_zeros} and printed with a zero"
    return {"exact": "", "rounded": "", TRUNCATED: "truncated instead of rounded"}.get(fit.how, fit.how)


def verdict(findings: Findings) -> str:
    """One sentence on all claims together (two where something must be added); it begins with right or wrong.

    Where the reason of a wrong figure is recorded it is given, with the exact value.
    """
    best = next((one for one in findings.together if one.standard), None)
    cut = _cut_off(findings)
    recorded = any(asked.claim.finding for asked in findings.asked)
    if recorded and len(findings.asked) == 1 and not _passes(findings):
        return _recorded(findings, cut)
    if cut is not None:
        return _wrong_digits(findings, cut, best)
    if recorded and best is None:
        return _apart(findings)
    others = [one for one in findings.together if one is not best]
    if best is not None:
        return _right(findings, best)
    game = next((one for one in others if one.right), None)
    if game is not None:
        return (f"wrong for the tableau of this game{_closest(findings)}. Another game gives it: "
                f"{game.world.title} ({shoes_in_words(game.shoes)}{_manner(game)}).")
    if len(findings.asked) > 1 and any(map(_rightly, findings.each)):
        return _apart(findings)
    if findings.together:
        return _wrong(findings, findings.together[0])
    if any(findings.each):
        return _apart(findings)
    return f"wrong: no shoe and no convention gives it{_closest(findings)}."


def claim_verdict(findings: Findings, claim: int) -> str:
    """The same for one of the claims alone."""
    return verdict(_alone(findings, claim))


def _alone(findings: Findings, claim: int) -> Findings:
    found = findings.each[claim]
    return Findings((findings.asked[claim],), found, (found,), (findings.nearest[claim],), findings.stated)


def _passes(findings: Findings) -> bool:
    """Whether the first claim is right by the tableau of the game, for the stated shoe if there is one."""
    return any(one.standard and (findings.stated is None or findings.stated in one.shoes) for one in findings.each[0])


def _recorded(findings: Findings, cut: Explanation | None) -> str:
    """The recorded reason of a figure that is wrong, and what it should be."""
    shoe = findings.stated
    if cut is not None:
        fit = cut.one(shoe)[0]
        exact = f"; exact: {fit.printed.show(fit.measure.value)} ({called(fit.variant.bet, fit.measure)})"
    else:
        exact = "".join(f"; exact: {one.printed.show(one.value)} ({one.name})" for one in findings.nearest[0][:1])
    where = f" for {shoes_in_words([shoe])}" if shoe is not None else ""
    return f"wrong{where}: {findings.asked[0].claim.finding}{exact}."


def _rightly(found: Sequence[Explanation]) -> bool:
    return any(one.standard for one in found)


def _right(findings: Findings, best: Explanation) -> str:
    stated = findings.stated
    if stated is not None and stated not in best.shoes:
        alike = next((one for one in findings.together if one.standard and stated in one.shoes), None)
        if alike is None:
            return (f"wrong for {shoes_in_words([stated])}: {_figures(findings)} of {shoes_in_words(best.shoes)}"
                    f"{_manner(best)}{_values(findings, stated)}.")
        best = alike
    sentence = f"right for {shoes_in_words([stated] if stated in best.shoes and stated else best.shoes)}"
    infinite = ": an infinite-deck figure" if best.shoes == ("inf",) and stated is None else ""
    sentence += _pays(best) + _manner(best) + f"{infinite}."
    if len(best.shoes) > 1 and stated is None:
        every = len(best.shoes) == MOST_DECKS + 1
        sentence += (f" {'The figure has' if len(findings.asked) == 1 else 'The figures have'} too few digits to tell "
                     f"{'any number of decks from another' if every else 'which of these'}.")
    return sentence


def _cut_off(findings: Findings) -> Explanation | None:
    """The explanation by which the figures are those of the shoe in question and wrong in their last digits; None where
    they are right for it."""
    stated = findings.stated
    fitting = [one for one in findings.together if stated is None or stated in one.shoes]
    return None if any(one.standard for one in fitting) else next((one for one in fitting if one.cut), None)


def _wrong_digits(findings: Findings, cut: Explanation, other: Explanation | None) -> str:
    """Figures cut off, or with the zeros that a spreadsheet leaves: never "right"."""
    shoe = next(name for name in (findings.stated, "8", cut.shoes[0]) if name is not None and name in cut.fits)
    fits = zip(findings.asked, cut.fits[shoe], strict=True)
    reasons = {fit: asked.claim.finding or _CUT_HOW.get(fit.how) or _how(fit) for asked, fit in fits if fit.cut}
    ways = " and ".join(dict.fromkeys(reasons.values()))
    exact = ", ".join(f"{_named(fit)} {fit.printed.show(fit.measure.value)}" for fit in reasons)
    alike = f" (alike for {shoes_in_words(cut.shoes)})" if findings.stated is None and len(cut.shoes) > 1 else ""
    rest = (f" Rounded, {_figures(findings)} of {shoes_in_words(other.shoes)}{_manner(other)}."
            if other is not None else "")
    return f"wrong in the last digits: {ways}; exact for {shoes_in_words([shoe])}{alike}: {exact}.{rest}"


_SPREADSHEET = f"which keeps {SPREADSHEET_DIGITS} significant digits and prints zeros for the rest"
_CUT_HOW = {DIGITS15: f"artefacts of a spreadsheet, {_SPREADSHEET}",
            DIGITS15_CUT: f"artefacts of a spreadsheet, {_SPREADSHEET}, cut off",
            DIGITS15_WORKED: f"the sum or difference of counts of a spreadsheet, {_SPREADSHEET}"}


def _figures(findings: Findings) -> str:
    return "it is the figure" if len(findings.asked) == 1 else "these are the figures"


def _values(findings: Findings, stated: str) -> str:
    """What the stated shoe gives instead, where it is known to be near."""
    near = [f"{one.name} {one.printed.show(one.value)}"
            for found in findings.nearest for one in found[:1] if one.shoe == stated]
    give = "gives" if stated in ("1", "inf") else "give"
    return f"; {shoes_in_words([stated])} {give} {', '.join(near)}" if near else ""


def _pays(best: Explanation) -> str:
    """The commission and the Tie's price, where a return of these bets is among the claims."""
    words: dict[str, None] = {}
    for fit in best.one():
        if fit.measure.quantity in ("rtp", "edge", "ev", "variance", "std_dev") and not fit.variant.title:
            for name, what in (("banker", "commission"), ("tie", "to 1")):
                if fit.variant.bet.name == name and what in fit.variant.bet.title:
                    words[fit.variant.bet.title.partition(", ")[2]] = None
    return "".join(f", {word}" for word in words if word)


def _manner(one: Explanation) -> str:
    """The variants, conventions and roundings that stand behind the figures, each once."""
    words = dict.fromkeys(filter(None, map(describe, one.one())))
    if not words:
        return ""
    if len(words) == 1 and len(one.one()) > 1 and not all(map(describe, one.one())):
        bets = dict.fromkeys(_short(fit) for fit in one.one() if describe(fit))
        return f" ({' and '.join(bets)}: {next(iter(words))})"
    if len(words) == 1:
        return f", {next(iter(words))}"
    return " (" + "; ".join(f"{_short(fit)}: {describe(fit)}"
                            for fit in one.one() if describe(fit)) + ")"


def _apart(findings: Findings) -> str:
    """Where no one game gives all the figures: what each is alone."""
    parts = [f"{asked.text}: {claim_verdict(findings, i).rstrip('.')}" for i, asked in enumerate(findings.asked)]
    return "wrong as a set: no one game gives all of these. " + "; ".join(parts) + "."


def _wrong(findings: Findings, best: Explanation) -> str:
    """Mistakes and misprints: never "right"."""
    where = shoes_in_words(best.shoes)
    exact = ", ".join(f"{_named(fit)} {fit.printed.show(fit.measure.value)}" for fit in best.one(findings.stated))
    if best.world.kind == "misprint":
        return (f"wrong: nothing of the standard tableau gives it{_closest(findings)}. "
                f"A misprint would give it, and it is no more than that: {best.world.title} ({exact}, "
                f"{where}{_manner(best)}).")
    slips = dict.fromkeys(filter(None, (fit.slip for fit in best.one())))
    truth = [f"{near.name} has {NAMES[asked.claim.quantity]} {near.printed.show(near.value)} "
             f"({shoes_in_words([near.shoe])})"
             for asked, fit, found in zip(findings.asked, best.one(), findings.nearest, strict=True) if fit.slip
             for near in found[:1]]
    return f"wrong as claimed: it is {' and '.join(slips)} ({exact}; {where}). {'; '.join(truth)}."


def _short(fit: Fit) -> str:
    return fit.variant.bet.title.partition(",")[0]


def _named(fit: Fit) -> str:
    """The bet, with its pays where they are not those of the game; or the event, of a chance or a count."""
    name = called(fit.variant.bet, fit.measure)
    if name != fit.variant.bet.title:
        return name
    return f"{_short(fit)} ({fit.variant.title})" if fit.variant.title else _short(fit)


def _closest(findings: Findings) -> str:
    """The number of each bet that has no explanation, and of other bets that come nearer; nearest first."""
    per_claim = []
    for claim in findings.nearest:
        home = [one for one in claim if one.shoe == claim[0].shoe]
        elsewhere = [f"among all shoes {_near(one)}" for one in claim if one.shoe != claim[0].shoe]
        nearest = sorted(home[:2], key=lambda one: abs(one.difference))
        per_claim += [", ".join([*map(_near, nearest), *elsewhere])] if home else []
    return "; nearest " + "; ".join(dict.fromkeys(per_claim)) if per_claim else ""


def _near(near: Nearest) -> str:
    off = near.printed.show(abs(near.difference) / near.printed.per)
    off = f"{off.removesuffix(' %')} percentage points" if near.printed.scale == PERCENT else off
    return (f"{near.name} {near.printed.show(near.value)} ({shoes_in_words([near.shoe])}"
            + (f", off by {off})" if near.printed.scale in _LINEAR else ")"))


_LINEAR = (PERCENT, DECIMAL, COUNT, FRACTION)


def standing(findings: Findings, claim: int) -> str:
    """One word for a table: right, wrong (and it is known how), other shoe, other game, no match."""
    found = findings.each[claim]
    alone = _alone(findings, claim)
    if _passes(alone):
        return "right"
    if findings.asked[claim].claim.finding or _cut_off(alone) is not None:
        return "wrong"
    if any(one.right for one in found):
        return "other shoe" if any(one.standard for one in found) else "other game"
    return "wrong" if found else "no match"


def settle(game: GameDefinition, item: Judged, name: str | None, shoe: Shoe,
           laws: Mapping[Shoe, Mapping[Bet, BetLaw]]) -> Judged:
    """A judged claim with its verdict for a shoe, by the tableau and the pays of the game alone: first on that shoe,
    and where it is not right there, on all the others.

    `name` is the number of decks as text, inf, or None for another composition. `laws` are those of some shoes that
    are at hand already.
    """
    asked, here = ask(game, item.claim, variants=False), {name or THIS_SHOE: shoe}
    found = explain_here(game, asked, name, here, laws)
    if name is not None and standing(found, 0) != "right":
        found = explain_here(game, asked, name, {**shoes_searched(), **here}, laws)
    return replace(item, standing=standing(found, 0), verdict=claim_verdict(found, 0))
