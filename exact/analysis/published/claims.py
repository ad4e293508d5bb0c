"""Which game explains a published figure: the search.

Every claim is compared with every number that may be printed about its bet, for 1 to 12 decks and the infinite shoe:
standard tableau first, then pay variants, other games of the catalogue, slips of reading, and misprinted tableaux.
All values are exact, so "agrees" is decided without tolerance. `exact.analysis.published.verdicts` puts the
outcome in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product

from exact.analysis.odds.laws import BetLaw, Study, partition_of
from exact.analysis.published.claim_text import VARIANT_COST, Asked, Variant, catalogue_games, exchanged
from exact.analysis.published.figures import CUT, DIGITS15, PADDED, Printed
from exact.analysis.published.findings import Explanation, Findings, Fit, Nearest, World
from exact.analysis.published.measures import (
    MADE,
    MISTAKABLE,
    NAMES,
    SCALES,
    Measure,
    called,
    denied,
    measures,
    worked_from_rounded,
)
from exact.analysis.published.misprints import known_slips
from exact.game.bets import Bet
from exact.game.cards import VALUES
from exact.game.coup import FIRST_FOUR
from exact.game.definition import GameDefinition
from exact.game.rules import STANDARD, Rules
from exact.game.shoe import Shoe

MOST_DECKS = 12
TRUNCATED_COST, DIGITS15_COST, PADDED_COST, MIXED_COST = 2, 1, 3, 2
GAME_COST, DENIED_COST, ROUNDED_INPUTS_COST, MISTAKEN_COST, EXCHANGED_COST, MISPRINT_COST = 16, 25, 30, 40, 40, 80
_VARIANTS_TRIED = 4


def shoes_searched() -> dict[str, Shoe]:
    """1 to 12 decks and the infinite shoe, by name."""
    return {**{str(decks): Shoe.decks(decks) for decks in range(1, MOST_DECKS + 1)}, "inf": Shoe.infinite_deck()}


def explain(game: GameDefinition, asked: Sequence[Asked], stated: str | None = None,
            shoes: Mapping[str, Shoe] | None = None) -> Findings:
    """Search for what explains the claims.

    `stated` is the shoe that the page names (the number of decks, or inf); `shoes` replaces the fresh shoes searched.
    """
    searched = dict(shoes or shoes_searched())
    if stated is not None and stated not in searched:
        searched[stated] = Shoe.decks(int(stated))
    known = tuple(asked) if shoes else tuple(_with_finding(game, one, stated) for one in asked)
    search = _Search(game, known, searched, stated)
    return _found(search, ([search.standard], search.other_games, search.with_slips, search.misprints))


def _with_finding(game: GameDefinition, asked: Asked, stated: str | None) -> Asked:
    """A claim with the reason that the game has recorded for the same figure of the same shoe, if it has."""
    claim = asked.claim
    same = (one.finding for one in game.claims if (one.bet, one.quantity) == (claim.bet, claim.quantity)
            and one.printed == claim.printed and (stated is None or one.is_for(stated)))
    finding = claim.finding or next(filter(None, same), "")
    return replace(asked, claim=replace(claim, finding=finding))


def explain_here(game: GameDefinition, asked: Asked, stated: str | None, shoes: Mapping[str, Shoe],
                 laws: Mapping[Shoe, Mapping[Bet, BetLaw]]) -> Findings:
    """Search for what explains a claim by the tableau of the game alone; `laws` are those of some shoes that are at
    hand already."""
    search = _Search(game, (asked,), shoes, stated, laws)
    return _found(search, ([search.standard],))


def _found(search: _Search, stages: Sequence[Sequence[World]]) -> Findings:
    """What the stages find, up to the first that explains all claims together."""
    asked, stated = search.asked, search.stated
    together: list[Explanation] = []
    each: list[list[Explanation]] = [[] for _ in asked]
    for stage, worlds in enumerate(stages):
        for world in worlds:
            per_shoe = search.fits(world, slips=stage == 2)
            # A recorded reason needs no other game beside it, nor a mistake.
            settled = [stage > 0 and bool(one.claim.finding) for one in asked]
            together += () if any(settled) else search.together(world, per_shoe)
            for i, found in enumerate(each):
                found += () if settled[i] else search.alone(world, per_shoe, i)
        if together:  # what comes later is less simple
            break
    nearest = tuple(() if any(one.standard and (stated is None or stated in one.shoes) for one in found)
                    else tuple(search.nearest(i))
                    for i, found in enumerate(each))
    return Findings(asked, search.sort(together), tuple(map(search.sort, each)), nearest, stated)


_Fits = dict[str, list[list[Fit]]]
"""For each shoe, for each claim, every fit."""


@dataclass(frozen=True)
class _Search:
    game: GameDefinition
    asked: tuple[Asked, ...]
    shoes: Mapping[str, Shoe]
    stated: str | None
    at_hand: Mapping[Shoe, Mapping[Bet, BetLaw]] = field(default_factory=dict)

    @property
    def standard(self) -> World:
        rules = self.game.rules
        title = "standard tableau" if rules == STANDARD else f"the tableau of {self.game.name}"
        return World(title, "standard", rules, 0)

    with_slips = property(lambda self: [self.standard])

    @cached_property
    def other_games(self) -> list[World]:
        """The rules of the other games of the catalogue, each once; readings of misprinted pages are misprints."""
        known = {self.game.rules, *(slip.rules for slip in known_slips())}
        worlds = []
        for other in catalogue_games():
            if other.rules not in known:
                known.add(other.rules)
                worlds.append(World(other.title, "game", other.rules, GAME_COST))
        return worlds

    @property
    def misprints(self) -> list[World]:
        return [World(slip.title, "misprint", slip.rules, MISPRINT_COST, slip) for slip in known_slips()]

    def sort(self, found: Iterable[Explanation]) -> tuple[Explanation, ...]:
        """Simplest first; of equally simple ones that of the stated shoe, of eight decks, of the most shoes."""
        return tuple(sorted(found, key=lambda one: (one.cost, self.stated not in one.shoes if self.stated else False,
                                                    "8" not in one.shoes, -len(one.shoes))))

    # the numbers

    @cached_property
    def bets(self) -> dict[Bet, Bet]:
        """Every bet and variant in question, with one that stands for all of its conditions."""
        shapes: dict[object, Bet] = {}
        chosen = [variant.bet for asked in self.asked for variant in asked.variants]
        chosen += [other.bet for asked in self.asked for other in exchanged(self.game, asked)]
        chosen += self.main
        return {bet: shapes.setdefault((tuple(line.when for line in bet.lines), bet.offered), bet) for bet in chosen}

    @cached_property
    def main(self) -> list[Bet]:
        return [self.game.named(name) for name in self.game.main]

    def laws(self, world: World, shoe: Shoe, bets: Iterable[Bet]) -> dict[Bet, BetLaw]:
        """The laws of some bets; under a misprint only of those that point values or the first four cards decide."""
        slip = world.slip
        chosen = list(bets)
        shapes = dict.fromkeys(self.bets[bet] for bet in chosen)
        if slip is not None:
            shapes = dict.fromkeys(bet for bet in shapes if bet.positions <= frozenset(FIRST_FOUR)
                                   or _by_values(bet))
        by_shape: dict[Bet, BetLaw] = {}
        main = [self.bets[bet] for bet in self.main]
        # The main bets are always counted together, so that they are compiled once for all questions.
        for part in (main if any(bet in shapes for bet in main) else [], [bet for bet in shapes if bet not in main]):
            at_hand = self.at_hand.get(shoe, {}) if world.kind == "standard" else {}
            if all(bet in at_hand for bet in part):
                by_shape |= {bet: at_hand[bet] for bet in part}
            else:
                settled = tuple(slip.bet(bet) if slip else bet for bet in part)
                by_shape |= zip(part, _laws(world.rules, settled, shoe), strict=True)
        return {bet: replace(by_shape[self.bets[bet]], bet=bet) for bet in chosen if self.bets[bet] in by_shape}

    # the fits

    def fits(self, world: World, slips: bool) -> _Fits:
        """Every fit of every claim under some rules, shoe by shoe; with `slips` those that involve a mistake.

        Other houses' pays are tried with the tableau of the game alone, not on top of another.
        """
        found: _Fits = {}
        bets = dict.fromkeys(variant.bet for asked in self.asked for variant in
                             (*asked.variants, *(exchanged(self.game, asked) if slips else ()))
                             if world.kind == "standard" or not variant.cost)
        for name, shoe in self.shoes.items():
            laws = self.laws(world, shoe, bets)
            found[name] = [list(self.fits_of(asked, laws, slips)) for asked in self.asked]
        return found

    def fits_of(self, asked: Asked, laws: Mapping[Bet, BetLaw], slips: bool) -> Iterator[Fit]:
        for variant in asked.variants:
            if variant.bet in laws:
                yield from _fits(asked, variant, laws[variant.bet], slips)
        for other in exchanged(self.game, asked) if slips else ():
            if other.bet in laws:
                for fit in _fits(asked, other, laws[other.bet], slips=False):
                    yield replace(fit, cost=fit.cost + EXCHANGED_COST, taken_for=f"the figure of {other.bet.title}")

    def alone(self, world: World, per_shoe: _Fits, claim: int) -> list[Explanation]:
        """The explanations of one claim, the shoes that share one together."""
        return self.group(world, ((shoe, (fit,), fit.cost) for shoe, fits in per_shoe.items()
                                  for fit in _cheapest(fits[claim])))

    def together(self, world: World, per_shoe: _Fits) -> list[Explanation]:
        """The explanations of all claims by one game."""
        return self.group(world, ((shoe, *choice) for shoe, fits in per_shoe.items() if all(fits)
                                  for choice in self.choices(fits)))

    def choices(self, fits: Sequence[Sequence[Fit]]) -> Iterator[tuple[tuple[Fit, ...], int]]:
        """For each choice of a pay variant for each bet, the simplest fits of all claims."""
        names = dict.fromkeys(asked.name for asked in self.asked)
        able: list[list[Variant | None]] = []
        for name in names:
            claims = [i for i, asked in enumerate(self.asked) if asked.name == name]
            common = [variant for variant in dict.fromkeys(fit.variant for fit in fits[claims[0]])
                      if all(any(fit.variant == variant for fit in fits[i]) for i in claims)]
            able.append([*sorted(common, key=lambda variant: variant.cost)[:_VARIANTS_TRIED]])
        for choice in product(*able):
            chosen = dict(zip(names, choice, strict=True))
            able_fits = [[fit for fit in fits[i] if fit.variant == chosen[asked.name]]
                         for i, asked in enumerate(self.asked)]
            simplest = _simplest(able_fits)
            whole = [[fit for fit in claim if not fit.cut] for claim in able_fits]
            if any(fit.cut for fit in simplest[0]) and all(whole):
                yield _simplest(whole)  # less simple perhaps, and right in every digit
            yield simplest

    def group(self, world: World, found: Iterable[tuple[str, tuple[Fit, ...], int]]) -> list[Explanation]:
        """Shoes with the same explanation together. A page that states its shoe is not explained by another shoe with
        other pays, rules, lost digits or mistakes on top; nor is any by another game under another convention, or cut
        off."""
        groups: dict[tuple[tuple[str, ...], ...], dict[str, tuple[Fit, ...]]] = {}
        costs: dict[tuple[tuple[str, ...], ...], int] = {}
        for shoe, fits, cost in found:
            if world.kind == "game" and cost:
                continue
            if world.kind == "misprint" and any(fit.how == PADDED for fit in fits):
                continue
            key = tuple(fit.key for fit in fits)
            groups.setdefault(key, {}).setdefault(shoe, fits)
            costs[key] = min(cost, costs.get(key, cost))
        found_here = [Explanation(world, by_shoe, costs[key] + world.cost) for key, by_shoe in groups.items()]
        return [one for one in found_here if self.stated is None or self.stated in one.shoes
                or (one.cost < VARIANT_COST and not one.cut)]

    # the nearest

    def nearest(self, claim: int) -> Iterator[Nearest]:
        """The number of the bet that the claim names at the shoe that the page states (else the game's own); for a main
        bet, of others that are nearer; and, where no shoe is stated, the nearest of all shoes."""
        asked = self.asked[claim]
        names = list(dict.fromkeys(variant.bet for variant in asked.variants if not variant.cost))
        others = [bet for bet in self.main if bet not in names] if any(bet in self.main for bet in names) else []
        home = self.stated or ("inf" if self.game.decks is None else str(self.game.decks))
        shoes = {name: shoe for name, shoe in self.shoes.items() if name == home} or self.shoes
        own = sorted((one for bet in names for one in self.closest(asked, bet, shoes)), key=_distance)
        yield from own
        yield from sorted((one for bet in others for one in self.closest(asked, bet, shoes)
                           if own and _distance(one) < _distance(own[0])), key=_distance)
        if self.stated is None and len(shoes) < len(self.shoes) and own:
            anywhere = min((one for bet in names for one in self.closest(asked, bet, self.shoes)), key=_distance)
            if _distance(anywhere) < _distance(own[0]):
                yield anywhere

    def closest(self, asked: Asked, bet: Bet, shoes: Mapping[str, Shoe]) -> list[Nearest]:
        """The number of a bet, per bet made, that is nearest to a claim among some shoes; none if it has no form."""
        bets = dict.fromkeys([*(variant.bet for each in self.asked for variant in each.variants), bet])
        # As the first stage asks for them, so that their laws are at hand.
        laws = ((name, self.laws(self.standard, shoe, bets)[bet]) for name, shoe in shoes.items())
        candidates = [Nearest(bet.title, name, called(bet, measure), measure.value, printed, difference)
                      for name, law in laws for measure in measures(law, (asked.claim.quantity,))
                      if measure.convention == MADE
                      for printed in _scaled(asked, measure)
                      if (difference := printed.difference(measure.value)) is not None]
        return [min(candidates, key=lambda one: abs(one.difference) / (one.printed.unit or 1))] if candidates else []


def _distance(one: Nearest) -> Fraction:
    return abs(one.difference)


@lru_cache(maxsize=8192)
def _laws(rules: Rules, bets: tuple[Bet, ...], shoe: Shoe) -> tuple[BetLaw, ...]:
    """Remembered, because the claims of a site ask for the same laws again and again."""
    return Study(rules, bets).odds(shoe).bets


@lru_cache(maxsize=1024)
def _by_values(bet: Bet) -> bool:
    return partition_of(bet) == VALUES


def _fits(asked: Asked, variant: Variant, law: BetLaw, slips: bool) -> Iterator[Fit]:
    """The ways in which a law gives the figure of a claim."""
    quantity = asked.claim.quantity
    neutral = not law.push_frequency
    sources = list(measures(law, MISTAKABLE if slips and quantity in MISTAKABLE else (quantity,)))
    if slips:
        sources += (measure for measure in worked_from_rounded(law) if measure.quantity == quantity)
    for measure in sources:
        mistaken = measure.quantity != quantity
        for printed in _scaled(asked, measure):
            how = printed.agrees(measure.value)
            if how is None or (slips and how == PADDED):
                continue
            other = f"{measure.convention}, not {asked.per}" if denied(asked.per, measure, neutral) else ""
            if other and not slips:
                continue
            if variant.cost and measure.cost + _rounding_cost(how):
                continue  # another house's pays under another convention, or cut off: that explains almost anything
            cost = variant.cost + measure.cost + _rounding_cost(how) + DENIED_COST * bool(other)
            cost += MISTAKEN_COST * mistaken + ROUNDED_INPUTS_COST * bool(measure.slip)
            taken = f"the {NAMES[measure.quantity]}, not the {NAMES[quantity]}" if mistaken else ""
            yield Fit(variant, measure, printed, how, cost, neutral, "; ".join(filter(None, (taken, other))))


def _scaled(asked: Asked, measure: Measure) -> Iterator[Printed]:
    """The readings of a claim's figure whose scale its quantity can have, and that could come near the value."""
    scales = SCALES[asked.claim.quantity]
    return (printed for printed in asked.readings if printed.scale in scales and measure.quantity in SCALES)


def _rounding_cost(how: str) -> int:
    return 0 if how not in CUT else {DIGITS15: DIGITS15_COST, PADDED: PADDED_COST}.get(how, TRUNCATED_COST)


def _cheapest(fits: Iterable[Fit]) -> list[Fit]:
    """One fit for each way of explaining a claim."""
    best: dict[tuple[str, ...], Fit] = {}
    for fit in sorted(fits, key=lambda fit: fit.cost):
        best.setdefault(fit.key, fit)
    return list(best.values())


def _simplest(fits: Sequence[Sequence[Fit]]) -> tuple[tuple[Fit, ...], int]:
    """One fit for each claim, preferring one convention for all of them; and what they cost together."""
    conventions = dict.fromkeys(fit.measure.convention for claim in fits for fit in claim)
    best: tuple[tuple[Fit, ...], int] | None = None
    for leading in conventions:
        chosen = tuple(min(claim, key=lambda fit: (fit.measure.convention != leading, fit.cost)) for claim in fits)
        cost = _cost_together(chosen)
        if best is None or cost < best[1]:
            best = chosen, cost
    assert best is not None
    return best


def _cost_together(fits: Sequence[Fit]) -> int:
    """A convention shared by several claims, and a variant shared by several claims, count once."""
    conventions = {fit.measure.convention: fit.measure.cost for fit in fits if not fit.neutral}
    variants = {fit.variant: fit.variant.cost for fit in fits}
    own = sum(fit.cost - fit.variant.cost - (0 if fit.neutral else fit.measure.cost) for fit in fits)
    return own + sum(conventions.values()) + sum(variants.values()) + MIXED_COST * max(len(conventions) - 1, 0)
