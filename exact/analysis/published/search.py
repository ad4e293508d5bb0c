"""What explains a published figure: the search.

A claim is right if the number that it says, in the game asked about, rounds to its figure. The search asks that first;
for what is not right it goes on to what a figure may be instead, in steps from the simplest on, each with its price:
lost digits, other shoes and other pays; other numbers of the same bets, or of bets exchanged with them; other games;
known misprints of the table; bets changed in one place; tables changed in one square. A step is taken only while
something is left to explain. All values are exact, so "agrees" is decided without tolerance.
`exact.analysis.published.verdicts` puts the outcome in words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from exact.analysis.odds.laws import BetLaw
from exact.analysis.published.claims import ClaimQuery, named_line
from exact.analysis.published.figures import PADDED
from exact.analysis.published.findings import (
    GAME,
    MISPRINT,
    STANDARD,
    Candidate,
    Explanation,
    Match,
    Nearest,
    SearchResult,
    exchange,
)
from exact.analysis.published.laws import by_values, has_laws_by_square, laws_by_square, laws_of, unpaid
from exact.analysis.published.matching import cheapest, choices, matches, right_matches, slips, z_score
from exact.analysis.published.measures import (
    RETURNS,
    Departure,
    called,
    mistaken,
    said,
    simulated,
    under_other_conventions,
)
from exact.analysis.published.misprints import changed_squares, known_misprints
from exact.analysis.published.pay_variants import (
    Variant,
    catalogue_games,
    other_hand,
    with_another_pay,
    without_card_condition,
)
from exact.errors import ClaimError
from exact.game.bets import Bet
from exact.game.coup import FIRST_FOUR
from exact.game.definition import GameDefinition
from exact.game.rules import STANDARD as STANDARD_RULES
from exact.game.rules import Rules
from exact.game.shoe import Shoe

DECKS_SEARCHED = range(1, 13)
UNEQUAL_STAKES = (2, 3, 4, 5, 10)
"""How many times the other one of two stakes may be, where the claim does not say that there are two."""
PAYS_COST, GAME_COST, EXCHANGED_COST, CHANGED_COST, MISPRINT_COST, REPRICED_COST = 10, 16, 40, 60, 80, 90
FEWEST_DIGITS, FEWEST_TO_COMBINE = 4, 3
"""Other tables, and the bets of other claims, are tried for figures of so many digits: one or another of them gives any
shorter figure."""

_Matches = dict[str, list[list[Match]]]
"""For each shoe, for each claim, every match."""
_Look = Callable[[ClaimQuery, Candidate, Shoe], Iterator[Match]]
"""A way of looking for matches of a claim under some rules on a shoe."""


def shoes_searched() -> dict[str, Shoe]:
    """1 to 12 decks and the infinite shoe, by name."""
    return {**{str(decks): Shoe.decks(decks) for decks in DECKS_SEARCHED}, "inf": Shoe.infinite_deck()}


def explain(game: GameDefinition, queries: Sequence[ClaimQuery], stated: str | None = None,
            shoes: Mapping[str, Shoe] | None = None) -> SearchResult:
    """Search for what explains the claims.

    `stated` is the shoe that the page names (the number of decks, or inf); `shoes` replaces the fresh shoes searched.
    """
    return _search(game, queries, stated, shoes or shoes_searched(), {}).run(far=True)


def explain_by_own_tableau(game: GameDefinition, query: ClaimQuery, stated: str | None, shoes: Mapping[str, Shoe],
                           laws: Mapping[Shoe, Mapping[Bet, BetLaw]]) -> SearchResult:
    """Search for what explains a claim by the tableau of the game alone; `laws` are those of some shoes that are at
    hand already."""
    return _search(game, (query,), stated, shoes, laws).run(far=False)


def _search(game: GameDefinition, queries: Sequence[ClaimQuery], stated: str | None, shoes: Mapping[str, Shoe],
            laws: Mapping[Shoe, Mapping[Bet, BetLaw]]) -> ExplanationSearch:
    named = {} if stated is None or stated in shoes else {stated: Shoe.decks(int(stated))}
    return ExplanationSearch(game, tuple(queries), {**shoes, **named}, stated, laws)


@dataclass(frozen=True)
class ExplanationSearch:
    """The search for the game behind some claims, on some shoes: `stated` is the one that the page names.

    `at_hand` are laws of some bets under the tableau of the game that are known already.
    """

    game: GameDefinition
    queries: tuple[ClaimQuery, ...]
    shoes: Mapping[str, Shoe]
    stated: str | None
    at_hand: Mapping[Shoe, Mapping[Bet, BetLaw]] = field(default_factory=dict)

    def run(self, far: bool) -> SearchResult:
        """What the steps find until nothing is left to explain; unless `far`, by the own tableau alone."""
        together: list[Explanation] = []
        each: list[list[Explanation]] = [[] for _ in self.queries]
        several = len(self.queries) > 1
        own: _Matches = {shoe: [[] for _ in self.queries] for shoe in self.shoes}
        for candidates, look, shoes in self.steps(far):
            open_claims = [i for i, found in enumerate(each) if self.is_open(i, found, look)]
            if not open_claims and (together or not several or look in (self.at_length, self.repriced)):
                break
            for candidate in candidates():
                by_shoe = self.all_matches(candidate, look, shoes, own, open_claims)
                for i in open_claims:
                    each[i] += self.alone(candidate, by_shoe, i)
                together += self.together(candidate, by_shoe)
        if not several:
            together = each[0]
        return SearchResult(self.queries, self.sorted(together), tuple(map(self.sorted, each)),
                            tuple(tuple(self.nearest(query)) for query in self.queries), self.stated)

    def is_open(self, claim: int, found: Sequence[Explanation], look: _Look) -> bool:
        """Whether a step looks at a claim: until it is explained (on the shoe asked about, before other numbers are
        looked at); a simulated figure is right or has no explanation."""
        if self.queries[claim].terms.coups is not None:
            return look == self.as_said and not found
        return not any(one.holds_for(self.stated) or look != self.instead for one in found)

    # steps

    def steps(self, far: bool) -> Iterator[tuple[Callable[[], Sequence[Candidate]], _Look, Mapping[str, Shoe]]]:
        """Candidates, what is looked for under them, and the shoes on which it is."""
        home = {name: self.shoes[name] for name in [self.home] if name in self.shoes} or dict(self.shoes)
        named = home if self.stated is not None else self.shoes
        yield self.standard, self.as_said, named
        yield self.standard, self.nearly, self.shoes
        yield self.standard, self.instead, named
        if far:
            yield self.standard, self.loosened, home
            yield self.other_games, self.as_said, named
            yield self.misprints, self.at_length, named
            yield self.squares, self.at_length, home
            yield self.standard, self.repriced, home

    @property
    def home(self) -> str:
        """The shoe asked about: the stated one, else the game's own."""
        return self.stated or ("inf" if self.game.decks is None else str(self.game.decks))

    def standard(self) -> Sequence[Candidate]:
        rules = self.game.rules
        title = "standard tableau" if rules == STANDARD_RULES else f"the tableau of {self.game.name}"
        return [Candidate(title, STANDARD, rules, 0)]

    def other_games(self) -> Sequence[Candidate]:
        """The rules of the other games of the catalogue, each once; readings of misprinted pages are misprints."""
        known = {self.game.rules, *(misprint.rules for misprint in known_misprints())}
        found: dict[Rules, Candidate] = {}
        for other in catalogue_games():
            if other.rules not in known:
                found.setdefault(other.rules, Candidate(other.title, GAME, other.rules, GAME_COST))
        return list(found.values())

    def misprints(self) -> Sequence[Candidate]:
        return [Candidate(one.title, MISPRINT, one.rules, MISPRINT_COST, one) for one in known_misprints()]

    def squares(self) -> Sequence[Candidate]:
        rules = self.game.rules
        return [Candidate(title, MISPRINT, rules.with_square(square), MISPRINT_COST + 1, square=square)
                for title, square in changed_squares(rules) if has_laws_by_square(rules)]

    # the numbers

    @cached_property
    def main(self) -> list[Bet]:
        return [self.game.named(name) for name in self.game.main]

    def law(self, candidate: Candidate, shoe: Shoe, bet: Bet) -> BetLaw | None:
        """The law of a bet; under a misprint only of one that point values or the first four cards decide."""
        rules, own = candidate.rules, self.game.rules
        early = bet.positions <= frozenset(FIRST_FOUR) and rules.printed == own.printed
        if candidate.kind == STANDARD or early:  # no table changes what the first four cards decide
            if bet in self.at_hand.get(shoe, {}):
                return self.at_hand[shoe][bet]
            rules = own
        elif candidate.kind == MISPRINT:
            if not by_values(bet):
                return None
            if candidate.square is not None and candidate.square.against is not None:
                by_square = laws_by_square(own, unpaid(bet), shoe)
                return replace(by_square[candidate.square.total, candidate.square.against], bet=bet)
            if candidate.misprint is not None and candidate.misprint.ten_beats_nine:
                settled = candidate.misprint.bet(bet)
                return replace(laws_of(rules, (unpaid(settled),), shoe)[0], bet=bet)
        main = tuple(dict.fromkeys(map(unpaid, self.main)))
        wanted = unpaid(bet)
        group = main if wanted in main else (wanted,)
        return replace(laws_of(rules, group, shoe)[group.index(wanted)], bet=bet)

    # ways of looking

    def as_said(self, query: ClaimQuery, candidate: Candidate, shoe: Shoe) -> Iterator[Match]:
        """The number that a claim says, rounded to its figure."""
        for bet in query.bets:
            if law := self.law(candidate, shoe, bet):
                yield from right_matches(bet, law, query.terms, shoe)

    def at_length(self, query: ClaimQuery, candidate: Candidate, shoe: Shoe) -> Iterator[Match]:
        """As `cut`, for figures of some length about bets that look further than the first four cards."""
        if _digits(query) >= FEWEST_DIGITS and not all(bet.positions <= frozenset(FIRST_FOUR) for bet in query.bets):
            yield from (match for match in self.cut(query, candidate, shoe) if match.rounding != PADDED)

    def nearly(self, query: ClaimQuery, candidate: Candidate, shoe: Shoe) -> Iterator[Match]:
        """The same number with lost digits, and that of the bet as other houses pay it."""
        if self.stated is not None and shoe != self.shoes[self.stated]:
            yield from self.as_said(query, candidate, shoe)
            return
        if query.terms.coups is None:
            yield from self.cut(query, candidate, shoe)
            yield from self.as_paid(query, candidate, shoe, query.elsewhere, PAYS_COST)

    def cut(self, query: ClaimQuery, candidate: Candidate, shoe: Shoe) -> Iterator[Match]:
        """The number that a claim says, rounded to its figure, or that but for lost digits."""
        for bet in query.bets:
            if law := self.law(candidate, shoe, bet):
                yield from matches(bet, said(law, query.terms, shoe), query.terms.scaled, digits=True)

    def as_paid(self, query: ClaimQuery, candidate: Candidate, shoe: Shoe, variants: Iterable[Variant],
                cost: int) -> Iterator[Match]:
        """The number that a claim says, of other bets than its own, rounded to its figure."""
        for variant in variants:
            if _names_line(query, variant.bet) and (law := self.law(candidate, shoe, variant.bet)):
                for match in matches(variant.bet, said(law, query.terms, shoe), query.terms.scaled):
                    yield replace(match, departures=(Departure(variant.title, cost),), pays=variant.title)

    def instead(self, query: ClaimQuery, candidate: Candidate, shoe: Shoe) -> Iterator[Match]:
        """Other numbers of the bet, other readings of the figure, and the numbers of bets exchanged with it."""
        terms = query.terms
        misread = list(slips(terms))
        for bet in query.bets:
            if law := self.law(candidate, shoe, bet):
                for printed, slip in misread:
                    for match in matches(bet, said(law, terms, shoe), [printed]):
                        yield replace(match, departures=(slip,))
                yield from matches(bet, mistaken(law, terms, shoe), terms.scaled, digits=True)
        for bet, other in self.exchanged(query):
            if _names_line(query, other) and (law := self.law(candidate, shoe, other)):
                departure = Departure(exchange(bet, other), EXCHANGED_COST)
                for match in matches(other, [*said(law, terms, shoe), *under_other_conventions(law, terms)],
                                     terms.scaled, digits=True):
                    yield replace(match, departures=(departure, *match.departures))

    def exchanged(self, query: ClaimQuery) -> Iterator[tuple[Bet, Bet]]:
        """A claim's bet and others that may stand in its place: that of the other hand, the main bets for one of them,
        and the bets of the other claims."""
        for bet in query.bets if len(query.bets) == 1 else ():
            others = [other_hand(self.game, bet.name), *(self.main if bet in self.main else ()),
                      *(one.bets[0] for one in self.queries if _digits(query) >= FEWEST_TO_COMBINE)]
            yield from ((bet, other) for other in dict.fromkeys(others) if other is not None and other.name != bet.name)

    def loosened(self, query: ClaimQuery, candidate: Candidate, shoe: Shoe) -> Iterator[Match]:
        """The number of the bet without a condition on the number of cards, and that of stakes on two bets."""
        for bet in query.bets if len(query.bets) == 1 else ():
            yield from self.as_paid(query, candidate, shoe, without_card_condition(bet), CHANGED_COST)
            yield from self.mixed(query, candidate, shoe, bet)

    def repriced(self, query: ClaimQuery, candidate: Candidate, shoe: Shoe) -> Iterator[Match]:
        """The number of the bet with one pay changed."""
        for bet in query.bets if len(query.bets) == 1 else ():
            yield from self.as_paid(query, candidate, shoe, with_another_pay(bet), REPRICED_COST)

    def mixed(self, query: ClaimQuery, candidate: Candidate, shoe: Shoe, bet: Bet) -> Iterator[Match]:
        """Stakes on the bet and on one of the main bets or of those of the other claims: equal, or, for figures of some
        length, one some times the other."""
        digits = _digits(query)
        if query.terms.quantity not in RETURNS or query.terms.line or digits < FEWEST_TO_COMBINE:
            return
        stakes = [(1, 1), *(pair for n in UNEQUAL_STAKES * (digits >= FEWEST_DIGITS) for pair in ((n, 1), (1, n)))]
        for other in dict.fromkeys([*self.main, *(one.bets[0] for one in self.queries)]):
            laws = self.law(candidate, shoe, bet), self.law(candidate, shoe, other)
            if other.name != bet.name and laws[0] and laws[1]:
                first, second = (next(said(law, query.terms, shoe)) for law in laws if law)
                for one, two in stakes:
                    how = "equal stakes" if one == two else f"stakes of {one} to {two}"
                    departure = Departure(f"{how} on {bet.title} and {other.title}", CHANGED_COST + 1 + (one != two))
                    mixture = replace(first, value=(one * first.value + two * second.value) / (one + two),
                                      departures=(departure,))
                    yield from matches(bet, [mixture], query.terms.scaled)

    # matches

    def all_matches(self, candidate: Candidate, look: _Look, shoes: Mapping[str, Shoe], own: _Matches,
                open_claims: Sequence[int]) -> _Matches:
        """Every match of the claims under some rules, shoe by shoe; those of the game's own tableau add to what earlier
        steps found. A claim that is explained already is looked at only where all others match as well."""
        found: _Matches = {}
        for name, shoe in shoes.items():
            here = [list(one) for one in own[name]] if candidate.kind == STANDARD else [[] for _ in self.queries]
            for i in sorted(range(len(here)), key=lambda i: i not in open_claims):
                if i not in open_claims and not all(here[j] for j in open_claims):
                    break
                here[i] += look(self.queries[i], candidate, shoe)
                if not here[i] and i not in open_claims:
                    break
            found[name] = here
            if candidate.kind == STANDARD:
                own[name] = here
        return found

    # explanations

    def alone(self, candidate: Candidate, by_shoe: _Matches, claim: int) -> list[Explanation]:
        """The explanations of one claim, the shoes that share one together."""
        return self.grouped(candidate, ((shoe, (match,), match.cost) for shoe, matches in by_shoe.items()
                                        for match in cheapest(matches[claim])))

    def together(self, candidate: Candidate, by_shoe: _Matches) -> list[Explanation]:
        """The explanations of all claims by one game."""
        return self.grouped(candidate, ((shoe, *choice) for shoe, matches in by_shoe.items() if all(matches)
                                        for choice in choices(self.queries, matches)))

    def grouped(self, candidate: Candidate, found: Iterable[tuple[str, tuple[Match, ...], int]]) -> list[Explanation]:
        """Shoes with the same explanation together. A page that states its shoe is not explained by another shoe with
        anything on top but a convention; nor a misprint by one with lost zeros."""
        groups: dict[tuple[tuple[object, ...], ...], dict[str, tuple[Match, ...]]] = {}
        costs: dict[tuple[tuple[object, ...], ...], int] = {}
        for shoe, chosen, cost in found:
            key = tuple(match.key for match in chosen)
            groups.setdefault(key, {}).setdefault(shoe, chosen)
            costs[key] = cost
        explanations = [Explanation(candidate, by_shoe, costs[key] + candidate.cost) for key, by_shoe in groups.items()]
        return [one for one in explanations if one.holds_for(self.stated) or one.right]

    def sorted(self, found: Iterable[Explanation]) -> tuple[Explanation, ...]:
        """Simplest first; of equally simple ones that of the stated shoe, of eight decks, of the most shoes."""
        best: dict[object, Explanation] = {}
        for one in found:
            best.setdefault((one.candidate.title, tuple(match.key for match in one.matches()), one.shoes), one)
        return tuple(sorted(best.values(), key=lambda one: (one.cost, not one.holds_for(self.stated),
                                                            "8" not in one.shoes, -len(one.shoes))))

    # the nearest

    def nearest(self, query: ClaimQuery) -> Iterator[Nearest]:
        """The number of the bet that the claim names on the shoe asked about; for a main bet, of others that are
        nearer; and, where no shoe is stated, the nearest of all shoes."""
        others = [bet for bet in self.main if bet not in query.bets] if query.bets[0] in self.main else []
        shoes = {name: shoe for name, shoe in self.shoes.items() if name == self.home} or self.shoes

        def closest(bets: Iterable[Bet], among: Mapping[str, Shoe]) -> list[Nearest]:
            return sorted((one for bet in bets for name, shoe in among.items()
                           for one in self.closest(query, bet, name, shoe)), key=lambda one: one.distance)

        own = closest(query.bets, shoes)[:1]
        yield from own
        yield from (one for one in closest(others, shoes) if own and one.distance < own[0].distance)
        if self.stated is None and len(shoes) < len(self.shoes) and own and own[0].distance:
            yield from (one for one in closest(query.bets, self.shoes)[:1] if one.distance < own[0].distance)

    def closest(self, query: ClaimQuery, bet: Bet, name: str, shoe: Shoe) -> list[Nearest]:
        """The number of a bet that is nearest to a claim on a shoe; none if it has no form."""
        law = self.law(self.standard()[0], shoe, bet)
        if law is None or not _names_line(query, bet):
            return []
        terms = query.terms
        numbers = ([(one, 0.0) for one in said(law, terms, shoe)] if terms.coups is None else
                   [*simulated(law, terms, shoe)])
        own = [pair for pair in numbers if not pair[0].event] or numbers
        candidates = [Nearest(bet.title, name, called(bet, measure), measure, printed, difference,
                              z_score(float(difference), error * printed.per) if error else None)
                      for measure, error in own for printed in terms.scaled
                      if (difference := printed.difference(measure.value)) is not None
                      and (measure == own[0][0] or abs(difference) * 10 < measure.value)]  # a count in another cycle
        if not candidates:  # the figure is no form of the quantity, or the number has none
            return [Nearest(bet.title, name, called(bet, own[0][0]), own[0][0], terms.form, None)]
        return [min(candidates, key=lambda one: one.distance / (one.printed.unit or 1))]


def _digits(query: ClaimQuery) -> int:
    """How many significant digits a figure has."""
    return max((printed.digits for printed in query.terms.scaled), default=0)


def _names_line(query: ClaimQuery, bet: Bet) -> bool:
    """Whether a bet has the line that a claim names, if it names one."""
    try:
        return not query.terms.line or named_line(bet, query.terms.line) >= 0
    except ClaimError:
        return False
