"""Claims as people write them: which bet, under which pays, what quantity, what figure; on a line.

    banker rtp 98.94%        banker edge 1.17% (ties included)        tie 9:1 edge 4.80%
    banker 4% edge 0.60%     dragon-7 probability 1 in 44             player count 2,230,518,282,592,256
    lucky-7 line 'three cards' probability 0.0075                     banker probability 45.90% n=100000
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from exact.analysis.published.figures import (
    COUNT,
    DECIMAL,
    FRACTION,
    IN_FAVOUR,
    ONE_IN,
    PERCENT,
    RATIO,
    TO_ONE,
    Printed,
    read_figure,
)
from exact.analysis.published.pay_variants import Variant, bet_variants
from exact.errors import ClaimError
from exact.game.bets import Bet
from exact.game.claim import QUANTITIES, Claim
from exact.game.definition import GameDefinition

MADE, RESOLVED = "per bet made", "per resolved bet"
_PLAIN = (PERCENT, DECIMAL, FRACTION)
SCALES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("rtp", "edge", "ev", "contribution"), _PLAIN),
    "probability": (*_PLAIN, ONE_IN),
    "odds": (TO_ONE, RATIO, IN_FAVOUR, ONE_IN),
    "count": (COUNT,),
    "std_dev": (DECIMAL, FRACTION),
    "variance": (DECIMAL, FRACTION),
}
"""The scales on which each quantity is printed."""
OF_LINES = ("probability", "count", "odds", "ev", "contribution")
NAMES = {"rtp": "RTP", "edge": "house edge", "ev": "expected result", "contribution": "contribution to the EV",
         "probability": "probability", "count": "count", "odds": "odds", "std_dev": "standard deviation",
         "variance": "variance"}
_MOST_COUPS = 10**15
_WORDS_OF = {
    "rtp": r"rtp|return to player|return|payback",
    "edge": r"house[ -]edge|edge|house advantage|advantage",
    "std_dev": r"std_dev|std\.? ?dev\.?|standard deviation|s\.?d\.?",
    "variance": r"variance",
    "probability": r"probability|prob\.?|chance|frequency|hit frequency",
    "count": r"count|combinations|ways|sequences",
    "odds": r"odds",
    "contribution": r"contribution",
    "ev": r"ev|expectation|expected value|expected result",
}
_CLAIM = {quantity: re.compile(rf"(?P<bet>.+?)\s+(?:{words})\s*[:=]?\s+(?P<figure>.+)", re.I)
          for quantity, words in _WORDS_OF.items()}
_CONVENTIONS = {convention: re.compile(rf"\s*[,(]?\s*(?:{words})\s*\)?\s*$", re.I) for convention, words in (
    (MADE, r"per bet made|(?:with )?ties included|per bet placed"),
    (RESOLVED, r"per resolved bet|per bet resolved|ties (?:excluded|left out)|without ties|ex ties"),
)}
_COUPS = re.compile(r"\s*[,(]?\s*n\s*=\s*(?P<coups>\d[\d,.' ]*?)\s*\)?\s*$", re.I)
_LINE = re.compile(r"(?P<bet>.+?)\s+line\s+(?P<mark>['\"]?)(?P<line>.+?)(?P=mark)", re.I)
_QUOTED = re.compile(r"(?<=line )('[^']*'|\"[^\"]*\")", re.I)


@dataclass(frozen=True)
class Terms:
    """What a claim says: a quantity of a bet or (if not empty) of one of its lines, under a convention, and the figure
    in every way in which it can be read.

    `stated` says whether the convention is said, or only taken. `coups` is the size of the sample that the figure was
    simulated with, None for one that was worked out.
    """

    bet: str
    line: str
    quantity: str
    convention: str
    stated: bool
    coups: int | None
    readings: tuple[Printed, ...]

    @property
    def form(self) -> Printed:
        """How the quantity is shown where the figure has none of its forms."""
        scale = SCALES[self.quantity][0] if self.quantity in ("odds", "count") else DECIMAL
        return Printed(scale, Fraction(0), Fraction(1, 1 if scale == COUNT else 10**4))

    @cached_property
    def scaled(self) -> tuple[Printed, ...]:
        """The readings on a scale on which the quantity is printed. A number without a sign is no percentage unless it
        is too large for anything else, and no "1 in N"; a 0, and a 1 that could be a whole, are meant as they stand."""
        return tuple(replace(one, unit=Fraction(0)) if self._is_meant_exactly(one) else one for one in self.readings
                     if one.scale in SCALES[self.quantity] and not (
                         one.bare and (one.scale == ONE_IN or (one.scale == PERCENT and abs(one.value) <= 1))))

    def _is_meant_exactly(self, printed: Printed) -> bool:
        return printed.unit == 1 and PERCENT in SCALES[self.quantity] and (
            not printed.value or (printed.scale == DECIMAL and printed.per == 1 and abs(printed.value) == 1))


@dataclass(frozen=True)
class ClaimQuery:
    """A claim that was understood: its terms, the bets that it may be about as the game (or the claim) says that they
    pay, and those bets as other houses pay them.

    `name` is the bet's, or `any`; `recorded` are the same figures of pages whose reason the game has recorded.
    """

    claim: Claim
    name: str
    terms: Terms
    bets: tuple[Bet, ...]
    elsewhere: tuple[Variant, ...] = ()
    recorded: tuple[Claim, ...] = ()

    @property
    def text(self) -> str:
        return f"{self.claim.bet} {self.claim.quantity} {self.claim.printed}"


def parse_claim(text: str) -> Claim:
    """`BET QUANTITY FIGURE`; raises ClaimError that says the form."""
    words = " ".join(text.split())
    masked = _QUOTED.sub(lambda quoted: "_" * len(quoted[0]), words)
    found = [(match.start("figure"), quantity, match) for quantity, pattern in _CLAIM.items()
             if (match := pattern.fullmatch(masked))]
    if not found:
        raise ClaimError(f"claim {text[:80]!r}: write BET QUANTITY FIGURE, such as 'banker rtp 98.94%'; the quantities "
                         f"are {', '.join(_CLAIM)}")
    _, quantity, match = min(found, key=lambda item: item[0])
    return Claim(words[slice(*match.span("bet"))], quantity, match["figure"])


def read_terms(claim: Claim) -> Terms:
    """What a claim says; raises ClaimError that quotes it."""
    about = f"claim '{claim.bet} {claim.quantity} {claim.printed[:40]}'"
    if claim.quantity not in QUANTITIES:
        raise ClaimError(f"claim {claim.bet!r} {claim.quantity!r}: the quantity is one of {', '.join(QUANTITIES)}")
    figure, stated, coups = claim.printed, "", None
    if sample := _COUPS.search(figure):
        coups = int(re.sub(r"\D", "", sample["coups"])[:20])
        figure = figure[:sample.start()]
        if not 1 <= coups <= _MOST_COUPS or claim.quantity in ("std_dev", "variance"):
            raise ClaimError(f"{about}: n is a number of coups from 1 to {_MOST_COUPS:,}, for a mean, a probability,"
                             " odds or a count")
    for convention, pattern in _CONVENTIONS.items():
        if pattern.search(figure):
            figure, stated = pattern.sub("", figure), convention
    named = _LINE.fullmatch(claim.bet)
    try:
        readings = read_figure(figure)
    except ClaimError as error:
        raise ClaimError(f"{about}: {error}") from None
    return Terms(named["bet"] if named else claim.bet, named["line"] if named else "", claim.quantity, stated or MADE,
                 bool(stated), coups, readings)


def claim_query(game: GameDefinition, claim: Claim, elsewhere: bool = True) -> ClaimQuery:
    """A claim made ready for the search, with the bet as other houses pay it or as the game does alone.

    Raises ClaimError or BetError that quotes it.
    """
    terms = read_terms(claim)
    name, own, others = bet_variants(game, terms.bet)
    if terms.line:
        named_line(own[0], terms.line)
        if claim.quantity not in OF_LINES:
            raise ClaimError(f"claim {claim.bet!r}: a line has a {', '.join(OF_LINES)}, and no "
                             f"{NAMES[claim.quantity]} of its own")
    same = tuple(one for one in game.claims if one.finding and one.source != claim.source
                 and (one.bet, one.quantity, one.printed) == (claim.bet, claim.quantity, claim.printed))
    return ClaimQuery(claim, name, terms, own, others if elsewhere else (), same)


def claim_queries(game: GameDefinition, claims: Sequence[Claim]) -> tuple[ClaimQuery, ...]:
    """All claims of a set; raises ClaimError for an empty one."""
    if not claims:
        raise ClaimError("`claims`: none given; write some, such as 'banker rtp 98.94%', or name a `file` of them")
    return tuple(claim_query(game, claim) for claim in claims)


def named_line(bet: Bet, words: str) -> int:
    """The place of the pay line that a claim names by its event or by words of it; raises ClaimError that lists the
    lines."""
    events = [line.event for line in bet.lines]
    exact = [i for i, event in enumerate(events) if event.casefold() == words.casefold()]
    found = exact or [i for i, event in enumerate(events) if _words(words) <= _words(event)]
    if len(found) != 1:
        raise ClaimError(f"line {words[:60]!r}: {'several lines' if found else 'no line'} of {bet.name} "
                         f"{'have' if found else 'has'} these words; its lines are "
                         + ", ".join(repr(event) for event in events))
    return found[0]


def _words(text: str) -> set[str]:
    """The words of an event, without the plural's s."""
    return {word.rstrip("s") for word in "".join(c if c.isalnum() else " " for c in text.casefold()).split()}
