"""Claims as people write them: which bet, under which pays, what quantity, what figure; on a line.

    banker rtp 98.94%        banker edge 1.17% (ties included)        tie 9:1 edge 4.80%
    banker 4% edge 0.60%     dragon-7 probability 1 in 44             player count 2,230,518,282,592,256
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from exact.analysis.published.figures import Printed, read_figure
from exact.analysis.published.measures import MADE, RESOLVED, SCALES
from exact.analysis.published.pay_variants import Variant, bet_variants
from exact.errors import ClaimError
from exact.game.claim import QUANTITIES, Claim
from exact.game.definition import GameDefinition

_WORDS_OF = {
    "rtp": r"rtp|return to player|return|payback",
    "edge": r"house[ -]edge|edge|house advantage|advantage",
    "std_dev": r"std_dev|std\.? ?dev\.?|standard deviation|s\.?d\.?",
    "variance": r"variance",
    "probability": r"probability|prob\.?|chance|frequency|hit frequency",
    "count": r"count|combinations|ways|sequences",
    "odds": r"odds",
    "ev": r"ev|expectation|expected value|expected result",
}
_CLAIM = {quantity: re.compile(rf"(?P<bet>.+?)\s+(?:{words})\s*[:=]?\s+(?P<figure>.+)", re.I)
          for quantity, words in _WORDS_OF.items()}
_CONVENTIONS = {convention: re.compile(rf"\s*[,(]?\s*(?:{words})\s*\)?\s*$", re.I) for convention, words in (
    (MADE, r"per bet made|(?:with )?ties included|per bet placed"),
    (RESOLVED, r"per resolved bet|per bet resolved|ties (?:excluded|left out)|without ties|ex ties"),
)}


@dataclass(frozen=True)
class ClaimQuery:
    """A claim that was understood: its bet in every variant to be tried, and every reading of its figure.

    `convention` is the one that the page states, empty where it states none.
    """

    claim: Claim
    name: str
    variants: tuple[Variant, ...]
    readings: tuple[Printed, ...]
    convention: str = ""

    @property
    def text(self) -> str:
        return f"{self.claim.bet} {self.claim.quantity} {self.claim.printed}"

    @cached_property
    def scaled(self) -> tuple[Printed, ...]:
        """The readings on a scale on which the quantity is printed."""
        return tuple(printed for printed in self.readings if printed.scale in SCALES[self.claim.quantity])


def parse_claim(text: str) -> Claim:
    """`BET QUANTITY FIGURE`; raises ClaimError that says the form."""
    words = " ".join(text.split())
    found = [(match.start("figure"), quantity, match) for quantity, pattern in _CLAIM.items()
             if (match := pattern.fullmatch(words))]
    if not found:
        raise ClaimError(f"claim {text[:80]!r}: write BET QUANTITY FIGURE, such as 'banker rtp 98.94%'; the quantities "
                         f"are {', '.join(_CLAIM)}")
    _, quantity, match = min(found, key=lambda item: item[0])
    return Claim(match["bet"], quantity, match["figure"])


def read_printed(claim: Claim) -> tuple[tuple[Printed, ...], str]:
    """The readings of the figure of a claim, and the convention that it states; raises ClaimError that quotes it."""
    figure, stated = claim.printed, ""
    for convention, pattern in _CONVENTIONS.items():
        if pattern.search(figure):
            figure, stated = pattern.sub("", figure), convention
    try:
        return read_figure(figure), stated
    except ClaimError as error:
        raise ClaimError(f"claim '{claim.bet} {claim.quantity} {claim.printed[:40]}': {error}") from None


def claim_query(game: GameDefinition, claim: Claim, variants: bool = True) -> ClaimQuery:
    """A claim made ready for the search, with the bet in every variant to be tried or as the game pays it alone.

    Raises ClaimError or BetError that quotes it.
    """
    if claim.quantity not in QUANTITIES:
        raise ClaimError(f"claim {claim.bet!r} {claim.quantity!r}: the quantity is one of {', '.join(QUANTITIES)}")
    name, tried = bet_variants(game, claim.bet) if variants else (claim.bet, (Variant(game.named(claim.bet), "", 0),))
    return ClaimQuery(claim, name, tried, *read_printed(claim))


def claim_queries(game: GameDefinition, claims: Sequence[Claim]) -> tuple[ClaimQuery, ...]:
    """All claims of a set; raises ClaimError for an empty one."""
    if not claims:
        raise ClaimError("`claims`: none given; write some, such as 'banker rtp 98.94%', or name a `file` of them")
    return tuple(claim_query(game, claim) for claim in claims)


_OTHER_HAND = {"player": "banker", "banker": "player"}


def exchanged(game: GameDefinition, query: ClaimQuery) -> tuple[Variant, ...]:
    """The bet on the other hand, as the game pays it; none where there is no such bet."""
    name = query.name.partition(":")[0]
    other = "".join(_OTHER_HAND.get(word, word) for word in re.split(r"(player|banker)", name))
    return () if other == name or other not in game.bet_names() else (Variant(game.named(other), "", 0),)
