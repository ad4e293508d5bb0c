"""What the columns of a log mean, told by their names in the words that logs use; what is ambiguous is asked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from exact.analysis.logs.cells import is_card
from exact.errors import LogError, joined, listed
from exact.game.coup import OUTCOME_WORDS, Outcome

NET = "net:"
SIDES = {Outcome.PLAYER: "player", Outcome.BANKER: "banker"}
HANDS = tuple(tuple(f"{side}_{i}" for i in (1, 2, 3)) for side in SIDES.values())
TOTALS = tuple(f"{side}_total" for side in SIDES.values())
COUNTS = ("player_wins", "banker_wins", "ties")
MEANINGS = {
    "shoe": "the shoe: a new value is a fresh one", "coup": "the coup, shown and never used",
    **{side: f"{side.capitalize()}'s cards" for side in SIDES.values()},
    **{name: f"{name[:-2].capitalize()}'s {which} card" for hand in HANDS
       for name, which in zip(hand, ("first", "second", "third"), strict=True)},
    **{name: f"{name[:-6].capitalize()}'s final total" for name in TOTALS},
    "winner": "who won", "player_wins": "a number of wins of Player", "banker_wins": "a number of wins of Banker",
    "ties": "a number of ties", "burn": "cards burned before the coup", "cut": "whether the cut card came out",
}
"""What a column can mean, and how that is told."""
ITEM = "each value"
"""The column of a list of bare values."""

RESULTS, DEALT = "a line of results", "a line of cards in the order of dealing"
"""The only column of a log of bare lines."""

_WORDS = {
    "shoe": "shoe shoe_no shoe_number shoe_id shoeid shoenumber shoe_num shoe_index shoe_nr 靴 靴号 靴次 靴數 but"
            " башмак",
    "coup": "coup coup_no coup_id round round_no round_id roundid round_number game_no game_id hand_no hand_number 局"
            " 局号 局次 局數",
    "winner": "winner result outcome results outcomes winners sequence winning_hand win wins_by"
              " result_text wynik wygrany результат победитель resultado"
              " game_result hand_result round_result"
              f" résultat resultat ergebnis 结果 結果 结局 赢家 {ITEM.replace(' ', '_')}",
    "burn": "burn burned burnt burn_cards", "cut": "cut cut_card cutcard",
}
_EXACT = {word: role for role, words in _WORDS.items() for word in words.split()}
_OF_SIDE = {word: outcome for outcome, words in OUTCOME_WORDS.items() for word in words}
_SIDE = "|".join(sorted(map(re.escape, _OF_SIDE), key=len, reverse=True))
_KINDS = {"cards": "cards? hands? card_list 牌 手牌",
          "total": "totals? points? pts scores? values? sum 点 点数 點 點數",
          "wins": "wins? won counts? win_count 胜 赢 次数"}
_KIND = {kind: "|".join(sorted(words.split(), key=len, reverse=True)) for kind, words in _KINDS.items()}
_ANY = "|".join(f"(?P<{kind}{{0}}>{words})" for kind, words in _KIND.items())
_NAME = re.compile(rf"(?:(?:{_ANY.format('_before')})_?)?(?P<side>{_SIDE})"
                   rf"(?:_?(?:{_ANY.format('')}))?_?(?P<place>[123])?(?:_(?P<last>cards?))?")
_PLACES = {"first": "1", "second": "2", "third": "3"}


def meaning(name: str) -> str | None:
    """What a column means by its name: one of MEANINGS, or `net:BET`; None for what is not understood.

    >>> [meaning(name) for name in ("pcard1", "Player Cards", "hands.banker", "B3", "庄点数", "shoeId", "cancelled")]
    ['player_1', 'player', 'banker', 'banker_3', 'banker_total', 'shoe', None]
    """
    if name.strip().lower().startswith(NET):
        return NET + name.strip()[len(NET):].strip().lower()
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.strip())
    plain = re.sub(r"[^\w]+", "_", spaced.casefold()).strip("_")
    plain = "_".join(_PLACES.get(word, word) for word in plain.split("_"))
    if plain in MEANINGS or plain in _EXACT:
        return plain if plain in MEANINGS else _EXACT[plain]
    match = _NAME.fullmatch(plain)
    if match is None:
        return None
    outcome = _OF_SIDE[match["side"]]
    kinds = {kind for kind in _KINDS if match[kind] or match[f"{kind}_before"]}
    if len(kinds) > 1 or (match["place"] and kinds - {"cards"}):
        return None
    if outcome is Outcome.TIE:
        return None if match["place"] or kinds - {"wins"} else "ties"
    side = SIDES[outcome]
    if match["place"]:
        return f"{side}_{match['place']}"
    return {"total": f"{side}_total", "wins": f"{side}_wins"}.get(next(iter(kinds), ""), side)


@dataclass(frozen=True)
class Layout:
    """What was understood of a log: `reads` is cards, results or counts; `places` has the place of the column of each
    meaning."""

    names: tuple[str, ...]
    places: Mapping[str, int]
    reads: str

    @property
    def nets(self) -> tuple[str, ...]:
        """The columns of net results."""
        return tuple(role for role in self.places if role.startswith(NET))

    @property
    def understood(self) -> tuple[tuple[str, str], ...]:
        """Each column that is read, in the order of the log, with what it means."""
        return tuple((self.names[place], MEANINGS.get(role, f"the net result on a unit on {role.removeprefix(NET)}"))
                     for role, place in sorted(self.places.items(), key=lambda pair: pair[1]))

    @property
    def ignored(self) -> tuple[str, ...]:
        return tuple(name for place, name in enumerate(self.names) if place not in self.places.values())


def names_columns(words: Sequence[str]) -> bool:
    """Whether words are those of a header, as `p1 b1 p2 b2`, though they might be cards behind letters of hands."""
    if any(meaning(word) and not is_card(word[1:]) for word in words):
        return True
    try:
        return bool(understand(words, {}, "").places)
    except LogError:
        return False


def read_map(given: str | Mapping[str, str]) -> dict[str, str]:
    """`player_1=pcard1,winner=result`, or the same as a mapping: what each named column means; raises LogError."""
    found: dict[str, str] = {}
    items = (filter(None, given.split(",")) if isinstance(given, str) else
             [f"{role}={column}" for role, column in given.items()])
    for item in items:
        role, equals, column = (part.strip() for part in item.partition("="))
        if role not in MEANINGS and not role.startswith(NET):
            raise LogError(f"`map` {item[:60]!r}: {role!r} is none of {', '.join(MEANINGS)}, net:BET; write"
                           " MEANING=COLUMN pairs, such as winner=result")
        if not equals or not column or role in found:
            raise LogError(f"`map` {item[:60]!r}: write each MEANING=COLUMN once, such as winner=result")
        found[role] = column
    return found


def understand(names: Sequence[str], given: Mapping[str, str], where: str) -> Layout:
    """The layout of a log with these columns; `given` says what some mean. Raises LogError where that is not clear."""
    small = [name.strip().casefold() for name in names]
    places: dict[str, int] = {}
    for role, column in given.items():
        if column.casefold() not in small:
            raise LogError(f"`map` {role}={column}: no such column; the log has {_named(names)}")
        places[role] = small.index(column.casefold())
    taken = set(places.values())
    for place, name in enumerate(names):
        told = meaning(name)
        if told is None or told in given or place in taken:
            continue
        if told in places:
            other = names[places[told]]
            raise LogError(f"{where}: column {name!r} stands twice" if other == name else
                           f"{where}: columns {other!r} and {name!r} both seem to be {MEANINGS.get(told, told)}; say"
                           f" which by `map`, as in {told}={other}")
        places[told] = place
    reads = _reads(places)
    if reads is None:
        missing = [role for hand in HANDS for role in hand[:2] if role not in places]
        some = f" ({joined(missing)} missing)" if len(missing) < 4 else ""
        raise LogError(f"{where}: no columns for the cards{some}, nor for the winner; name them player and banker, or"
                       " p1, p2, p3, b1, b2, b3, or winner, or say which they are by `map`, as in winner=COLUMN (here: "
                       f"{_named(names)})")
    hands, cards = {*SIDES.values()} & set(places), {role for hand in HANDS for role in hand} & set(places)
    if reads == "cards" and len(hands) == 2 and len(cards) >= 4:
        raise LogError(f"{where}: both {_named(names[places[role]] for role in sorted(hands))} and"
                       f" {_named(names[places[role]] for role in sorted(cards))} seem to be the cards; leave one of"
                       " the two out of the log, or give the first another meaning by `map`")
    return Layout(tuple(names), {role: place for role, place in places.items() if _used(role, reads, hands)}, reads)


def _named(names: Iterable[str]) -> str:
    return listed(name[:60] for name in names)[:200]


def _reads(places: dict[str, int]) -> str | None:
    """What a log with columns of such meanings holds; bare `player, banker, tie` without a winner are counts."""
    whole = all(side in places for side in SIDES.values())
    if "ties" in places and "winner" not in places:
        for side in SIDES.values():
            if side in places and f"{side}_wins" not in places:
                places[f"{side}_wins"] = places.pop(side)
        whole = False
    if whole or all(role in places for hand in HANDS for role in hand[:2]):
        return "cards"
    if all(role in places for role in COUNTS):
        return "counts"
    return "results" if "winner" in places or all(total in places for total in TOTALS) else None


def _used(role: str, reads: str, hands: set[str]) -> bool:
    """Whether a log that holds such things has a use for a column."""
    if role.startswith(NET):
        return reads == "cards"
    by_reads = {"cards": {"burn", "cut", "winner", *TOTALS, *(SIDES.values() if len(hands) == 2 else
                                                               (role for hand in HANDS for role in hand))},
                "results": {"winner", *TOTALS}, "counts": set(COUNTS)}
    return role in {"shoe", "coup"} | by_reads[reads]
