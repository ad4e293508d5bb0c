"""Which game explains a published figure: the search.

Every claim is compared with every number that may be printed about its bet, for 1 to 12 decks and the infinite shoe:
standard tableau first, then pay variants, other games of the catalogue, mistakes of reading, and misprinted tableaux.
All values are exact, so "agrees" is decided without tolerance. `exact.analysis.published.verdicts` puts the
outcome in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import product

from exact.analysis.odds.laws import BetLaw, Study, partition_of
from exact.analysis.published.claims import ClaimQuery, exchanged
from exact.analysis.published.figures import DIGITS15, DIGITS15_CUT, DIGITS15_WORKED, PADDED, TRUNCATED
from exact.analysis.published.findings import Candidate, Explanation, Match, Nearest, SearchResult
from exact.analysis.published.measures import (
    MADE,
    MISTAKABLE,
    NAMES,
    called,
    denied,
    measures,
    worked_from_rounded,
)
from exact.analysis.published.misprints import known_misprints
from exact.analysis.published.pay_variants import VARIANT_COST, Variant, catalogue_games
from exact.game.bets import Bet
from exact.game.cards import VALUES
from exact.game.coup import FIRST_FOUR
from exact.game.definition import GameDefinition
from exact.game.rules import STANDARD, Rules
from exact.game.shoe import Shoe

DECKS_SEARCHED = range(1, 13)
ROUNDING_COSTS = {TRUNCATED: 2, DIGITS15_CUT: 2, DIGITS15_WORKED: 2, DIGITS15: 1, PADDED: 3}
MIXED_COST = 2
GAME_COST, DENIED_COST, ROUNDED_INPUTS_COST, MISTAKEN_COST, EXCHANGED_COST, MISPRINT_COST = 16, 25, 30, 40, 40, 80
_VARIANTS_TRIED = 4

_Matches = dict[str, list[list[Match]]]
"""For each shoe, for each claim, every match."""


def shoes_searched() -> dict[str, Shoe]:
    """1 to 12 decks and the infinite shoe, by name."""
    return {**{str(decks): Shoe.decks(decks) for decks in DECKS_SEARCHED}, "inf": Shoe.infinite_deck()}


def explain(game: GameDefinition, queries: Sequence[ClaimQuery], stated: str | None = None,
            shoes: Mapping[str, Shoe] | None = None) -> SearchResult:
    """Search for what explains the claims.

    `stated` is the shoe that the page names (the number of decks, or inf); `shoes` replaces the fresh shoes searched.
    """
    searched = dict(shoes or shoes_searched())
    if stated is not None and stated not in searched:
        searched[stated] = Shoe.decks(int(stated))
    known = tuple(queries) if shoes else tuple(_with_finding(game, one, stated) for one in queries)
    search = ExplanationSearch(game, known, searched, stated)
    return search.run(([search.standard], False), (search.other_games, False), ([search.standard], True),
                      (search.misprints, False))


def explain_by_own_tableau(game: GameDefinition, query: ClaimQuery, stated: str | None, shoes: Mapping[str, Shoe],
                           laws: Mapping[Shoe, Mapping[Bet, BetLaw]]) -> SearchResult:
    """Search for what explains a claim by the tableau of the game alone; `laws` are those of some shoes that are at
    hand already."""
    search = ExplanationSearch(game, (query,), shoes, stated, laws)
    return search.run(([search.standard], False))


def _with_finding(game: GameDefinition, query: ClaimQuery, stated: str | None) -> ClaimQuery:
    """A claim with the reason that the game has recorded for the same figure of the same shoe, if it has."""
    claim = query.claim
    same = (one.finding for one in game.claims if (one.bet, one.quantity) == (claim.bet, claim.quantity)
            and one.printed == claim.printed and (stated is None or one.is_for(stated)))
    return replace(query, claim=replace(claim, finding=claim.finding or next(filter(None, same), "")))


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

    def run(self, *stages: tuple[Sequence[Candidate], bool]) -> SearchResult:
        """What the stages find, up to the first that explains all claims together.

        A stage is some candidates, and whether matches that involve a mistake are looked for.
        """
        together: list[Explanation] = []
        each: list[list[Explanation]] = [[] for _ in self.queries]
        for stage, (candidates, mistaken) in enumerate(stages):
            # A recorded reason needs no other game beside it, nor a mistake.
            settled = [stage > 0 and bool(one.claim.finding) for one in self.queries]
            for candidate in candidates:
                by_shoe = self.matches(candidate, mistaken)
                together += () if any(settled) else self.together(candidate, by_shoe)
                for i, found in enumerate(each):
                    found += () if settled[i] else self.alone(candidate, by_shoe, i)
            if together:  # what comes later is less simple
                break
        nearest = tuple(() if any(one.standard and one.holds_for(self.stated) for one in found)
                        else tuple(self.nearest(self.queries[i])) for i, found in enumerate(each))
        return SearchResult(self.queries, self.sorted(together), tuple(map(self.sorted, each)), nearest, self.stated)

    # candidates

    @property
    def standard(self) -> Candidate:
        rules = self.game.rules
        title = "standard tableau" if rules == STANDARD else f"the tableau of {self.game.name}"
        return Candidate(title, "standard", rules, 0)

    @property
    def other_games(self) -> list[Candidate]:
        """The rules of the other games of the catalogue, each once; readings of misprinted pages are misprints."""
        known = {self.game.rules, *(misprint.rules for misprint in known_misprints())}
        found: dict[Rules, Candidate] = {}
        for other in catalogue_games():
            if other.rules not in known:
                found.setdefault(other.rules, Candidate(other.title, "game", other.rules, GAME_COST))
        return list(found.values())

    @property
    def misprints(self) -> list[Candidate]:
        return [Candidate(one.title, "misprint", one.rules, MISPRINT_COST, one) for one in known_misprints()]

    # the numbers

    @cached_property
    def main(self) -> list[Bet]:
        return [self.game.named(name) for name in self.game.main]

    @cached_property
    def shapes(self) -> dict[Bet, Bet]:
        """Every bet and variant in question, with one that stands for all of its conditions."""
        shapes: dict[object, Bet] = {}
        chosen = [variant.bet for one in self.queries for variant in (*one.variants, *exchanged(self.game, one))]
        return {bet: shapes.setdefault((tuple(line.when for line in bet.lines), bet.offered), bet)
                for bet in (*chosen, *self.main)}

    def laws(self, candidate: Candidate, shoe: Shoe, bets: Iterable[Bet]) -> dict[Bet, BetLaw]:
        """The laws of some bets; under a misprint only of those that point values or the first four cards decide."""
        misprint = candidate.misprint
        chosen = list(bets)
        shapes = [bet for bet in dict.fromkeys(self.shapes[bet] for bet in chosen)
                  if misprint is None or bet.positions <= frozenset(FIRST_FOUR) or _by_values(bet)]
        main = [self.shapes[bet] for bet in self.main]
        at_hand = self.at_hand.get(shoe, {}) if candidate.kind == "standard" else {}
        by_shape: dict[Bet, BetLaw] = {}
        # The main bets are always counted together, so that they are compiled once for all questions.
        for part in (main if any(bet in shapes for bet in main) else [], [bet for bet in shapes if bet not in main]):
            if all(bet in at_hand for bet in part):
                by_shape |= {bet: at_hand[bet] for bet in part}
            else:
                settled = tuple(misprint.bet(bet) if misprint else bet for bet in part)
                by_shape |= zip(part, _laws(candidate.rules, settled, shoe), strict=True)
        return {bet: replace(by_shape[self.shapes[bet]], bet=bet) for bet in chosen if self.shapes[bet] in by_shape}

    # matches

    def matches(self, candidate: Candidate, mistaken: bool) -> _Matches:
        """Every match of every claim under some rules, shoe by shoe; if `mistaken`, those that involve a mistake.

        Other houses' pays are tried with the tableau of the game alone, not on top of another.
        """
        bets = dict.fromkeys(variant.bet for one in self.queries for variant in
                             (*one.variants, *(exchanged(self.game, one) if mistaken else ()))
                             if candidate.kind == "standard" or not variant.cost)
        found: _Matches = {}
        for name, shoe in self.shoes.items():
            laws = self.laws(candidate, shoe, bets)
            found[name] = [list(self.matches_of(one, laws, mistaken)) for one in self.queries]
        return found

    def matches_of(self, query: ClaimQuery, laws: Mapping[Bet, BetLaw], mistaken: bool) -> Iterator[Match]:
        """The matches of one claim with the laws of its bet, and, if `mistaken`, of the bet on the other hand."""
        for variant in query.variants:
            if variant.bet in laws:
                yield from _matches(query, variant, laws[variant.bet], mistaken)
        for other in exchanged(self.game, query) if mistaken else ():
            if other.bet in laws:
                for match in _matches(query, other, laws[other.bet], mistaken=False):
                    yield replace(match, cost=match.cost + EXCHANGED_COST, taken_for=f"the figure of {other.bet.title}")

    # explanations

    def alone(self, candidate: Candidate, by_shoe: _Matches, claim: int) -> list[Explanation]:
        """The explanations of one claim, the shoes that share one together."""
        return self.grouped(candidate, ((shoe, (match,), match.cost) for shoe, matches in by_shoe.items()
                                        for match in _cheapest(matches[claim])))

    def together(self, candidate: Candidate, by_shoe: _Matches) -> list[Explanation]:
        """The explanations of all claims by one game."""
        return self.grouped(candidate, ((shoe, *choice) for shoe, matches in by_shoe.items() if all(matches)
                                        for choice in self.choices(matches)))

    def choices(self, matches: Sequence[Sequence[Match]]) -> Iterator[tuple[tuple[Match, ...], int]]:
        """For each choice of a pay variant for each bet, the simplest matches of all claims, and their cost."""
        names = dict.fromkeys(one.name for one in self.queries)
        tried: list[list[Variant]] = []
        for name in names:
            claims = [i for i, one in enumerate(self.queries) if one.name == name]
            common = [variant for variant in dict.fromkeys(match.variant for match in matches[claims[0]])
                      if all(any(match.variant == variant for match in matches[i]) for i in claims)]
            tried.append(sorted(common, key=lambda variant: variant.cost)[:_VARIANTS_TRIED])
        for choice in product(*tried):
            chosen = dict(zip(names, choice, strict=True))
            able = [[match for match in matches[i] if match.variant == chosen[one.name]]
                    for i, one in enumerate(self.queries)]
            simplest = _simplest(able)
            whole = [[match for match in claim if not match.wrong_digits] for claim in able]
            if any(match.wrong_digits for match in simplest[0]) and all(whole):
                yield _simplest(whole)  # less simple perhaps, and right in every digit
            yield simplest

    def grouped(self, candidate: Candidate, found: Iterable[tuple[str, tuple[Match, ...], int]]) -> list[Explanation]:
        """Shoes with the same explanation together. A page that states its shoe is not explained by another shoe with
        other pays, rules, lost digits or mistakes on top; nor is any by another game under another convention, or cut
        off."""
        groups: dict[tuple[tuple[str, ...], ...], dict[str, tuple[Match, ...]]] = {}
        costs: dict[tuple[tuple[str, ...], ...], int] = {}
        for shoe, matches, cost in found:
            if candidate.kind == "game" and cost:
                continue
            if candidate.kind == "misprint" and any(match.rounding == PADDED for match in matches):
                continue
            key = tuple(match.key for match in matches)
            groups.setdefault(key, {}).setdefault(shoe, matches)
            costs[key] = min(cost, costs.get(key, cost))
        explanations = [Explanation(candidate, by_shoe, costs[key] + candidate.cost) for key, by_shoe in groups.items()]
        return [one for one in explanations
                if one.holds_for(self.stated) or (one.cost < VARIANT_COST and not one.wrong_digits)]

    def sorted(self, found: Iterable[Explanation]) -> tuple[Explanation, ...]:
        """Simplest first; of equally simple ones that of the stated shoe, of eight decks, of the most shoes."""
        return tuple(sorted(found, key=lambda one: (one.cost, not one.holds_for(self.stated), "8" not in one.shoes,
                                                    -len(one.shoes))))

    # the nearest

    def nearest(self, query: ClaimQuery) -> Iterator[Nearest]:
        """The number of the bet that the claim names at the shoe that the page states (else the game's own); for a main
        bet, of others that are nearer; and, where no shoe is stated, the nearest of all shoes."""
        names = list(dict.fromkeys(variant.bet for variant in query.variants if not variant.cost))
        others = [bet for bet in self.main if bet not in names] if any(bet in self.main for bet in names) else []
        home = self.stated or ("inf" if self.game.decks is None else str(self.game.decks))
        shoes = {name: shoe for name, shoe in self.shoes.items() if name == home} or self.shoes

        def closest(bets: Iterable[Bet], among: Mapping[str, Shoe]) -> list[Nearest]:
            return sorted((one for bet in bets for one in self.closest(query, bet, among)),
                          key=lambda one: one.distance)

        own = closest(names, shoes)
        if not own:
            return
        yield from own
        yield from (one for one in closest(others, shoes) if one.distance < own[0].distance)
        if self.stated is None and len(shoes) < len(self.shoes):
            yield from (one for one in closest(names, self.shoes)[:1] if one.distance < own[0].distance)

    def closest(self, query: ClaimQuery, bet: Bet, shoes: Mapping[str, Shoe]) -> list[Nearest]:
        """The number of a bet, per bet made, that is nearest to a claim among some shoes; none if it has no form."""
        bets = dict.fromkeys([*(variant.bet for one in self.queries for variant in one.variants), bet])
        # As the first stage asks for them, so that their laws are at hand.
        laws = ((name, self.laws(self.standard, shoe, bets)[bet]) for name, shoe in shoes.items())
        candidates = [Nearest(bet.title, name, called(bet, measure), measure.value, printed, difference)
                      for name, law in laws for measure in measures(law, (query.claim.quantity,))
                      if measure.convention == MADE for printed in query.scaled
                      if (difference := printed.difference(measure.value)) is not None]
        return [min(candidates, key=lambda one: one.distance / (one.printed.unit or 1))] if candidates else []


@lru_cache(maxsize=8192)
def _laws(rules: Rules, bets: tuple[Bet, ...], shoe: Shoe) -> tuple[BetLaw, ...]:
    """Remembered, because the claims of a site ask for the same laws again and again."""
    return Study(rules, bets).odds(shoe).bets


@lru_cache(maxsize=1024)
def _by_values(bet: Bet) -> bool:
    return partition_of(bet) == VALUES


def _matches(query: ClaimQuery, variant: Variant, law: BetLaw, mistaken: bool) -> Iterator[Match]:
    """The ways in which a law gives the figure of a claim."""
    quantity = query.claim.quantity
    neutral = not law.push_frequency
    sources = list(measures(law, MISTAKABLE if mistaken and quantity in MISTAKABLE else (quantity,)))
    if mistaken:
        sources += (measure for measure in worked_from_rounded(law) if measure.quantity == quantity)
    for measure in sources:
        other = denied(query.convention, measure, neutral)
        if other and not mistaken:
            continue
        for printed in query.scaled:
            rounding = printed.rounding(measure.value)
            if rounding is None or (mistaken and rounding == PADDED):
                continue
            manner = measure.cost + ROUNDING_COSTS.get(rounding, 0)
            if variant.cost and manner:
                continue  # another house's pays under another convention, or cut off: that explains almost anything
            swapped = measure.quantity != quantity
            cost = (variant.cost + manner + DENIED_COST * other + MISTAKEN_COST * swapped
                    + ROUNDED_INPUTS_COST * bool(measure.mistake))
            taken_for = [f"the {NAMES[measure.quantity]}, not the {NAMES[quantity]}"] if swapped else []
            taken_for += [f"{measure.convention}, not {query.convention}"] if other else []
            yield Match(variant, measure, printed, rounding, cost, neutral, "; ".join(taken_for))


def _cheapest(matches: Iterable[Match]) -> list[Match]:
    """One match for each way of explaining a claim."""
    best: dict[tuple[str, ...], Match] = {}
    for match in sorted(matches, key=lambda match: match.cost):
        best.setdefault(match.key, match)
    return list(best.values())


def _simplest(matches: Sequence[Sequence[Match]]) -> tuple[tuple[Match, ...], int]:
    """One match for each claim, preferring one convention for all of them; and what they cost together."""
    def led_by(leading: str) -> tuple[tuple[Match, ...], int]:
        chosen = tuple(min(claim, key=lambda match: (match.measure.convention != leading, match.cost))
                       for claim in matches)
        return chosen, _cost_together(chosen)

    return min(map(led_by, dict.fromkeys(match.measure.convention for claim in matches for match in claim)),
               key=lambda found: found[1])


def _cost_together(matches: Sequence[Match]) -> int:
    """A convention shared by several claims, and a variant shared by several claims, count once."""
    conventions = {match.measure.convention: match.measure.cost for match in matches if not match.neutral}
    variants = {match.variant: match.variant.cost for match in matches}
    own = sum(match.cost - match.variant.cost - (0 if match.neutral else match.measure.cost) for match in matches)
    return own + sum(conventions.values()) + sum(variants.values()) + MIXED_COST * max(len(conventions) - 1, 0)
