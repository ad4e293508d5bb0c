"""The probability report of a game: what `exact report` shows, as a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from exact.analysis.odds.compare import Compared
from exact.analysis.odds.laws import BetLaw, Odds, Slip, Study, covariance_matrix
from exact.analysis.removal.effects import Effect, no_removal, weighted_sum
from exact.errors import BetError
from exact.game.bets import Bet
from exact.game.cards import CardSet, union
from exact.game.definition import GameDefinition
from exact.game.rules import Rules
from exact.game.shoe import Shoe
from exact.report.caveats import bet_notes, doubt_data, edge_notes, law_notes, mark_of, with_caveats
from exact.report.cells import short_number
from exact.report.document import Block, Bullets, Column, Heading, Paragraph, Table
from exact.report.numbers import Root, rational, root

DECKS = (*range(1, 13), None)
"""The deck table: 1 to 12 decks, and the infinite shoe."""
MOST_COVARIED = 6
"""Covariances are shown for at most so many bets; `--stakes` gives those of any slip."""
COLUMNS = 5
"""Bets side by side in one table."""

OUTCOME_NAMES = {"player": "Player", "banker": "Banker", "tie": "Tie"}


# ---------------------------------------------------------------------------------------------------------------
# outcomes and bets of one shoe

def outcome_table(odds: Odds, infinite: bool | None = None) -> Table:
    """The three outcomes; `infinite` where it is known how the cards are drawn."""
    drawn = {None: "", True: "with replacement", False: "without replacement"}[infinite]
    return Table(f"Outcomes: {_sequences(odds.length, drawn)} out of {odds.of:,}{_times(odds.scale)}",
                 (Column("outcome"), Column("sequences", "count"), Column("probability", "probability"),
                  Column("1 in", "one in")),
                 tuple((OUTCOME_NAMES[name], count, Fraction(count, odds.of), Fraction(count, odds.of))
                       for name, count in odds.outcomes), key="outcomes", of=odds.of)


def _sequences(length: int, drawn: str = "") -> str:
    cards = f"{length} card{'s' * (length != 1)}"
    return f"ordered sequences of {cards} {drawn}," if drawn else f"ordered sequences of {cards}"


def _times(scale: int) -> str:
    """What counts of a game with chance moves are multiplied by."""
    return f" (all counts times {scale}, the common denominator of the draw probabilities)" if scale > 1 else ""


def line_table(law: BetLaw) -> Table:
    rows = tuple((line.event, line.pays, law.counts[i], law.probability(i), law.probability(i), law.contribution(i))
                 for i, line in enumerate(law.bet.lines))
    sequences = f"{_sequences(law.length)} out of {law.of:,}{_times(law.scale)}"
    return Table(f"{law.bet.title}: pay lines, per unit staked, {sequences}",
                 (Column("event"), Column("pays", "number"), Column("sequences", "count"),
                  Column("probability", "probability"), Column("1 in", "one in"),
                  Column("contribution", "probability")),
                 (*rows, ("all", "", sum(law.counts), Fraction(sum(law.counts), law.of), "", law.ev)),
                 (*law.bet.notes, *([law.bet.doubt.why] if law.bet.doubt else [])), key=f"lines of {law.bet.name}",
                 of=law.of)


def pays_table(bet: Bet) -> Table:
    """What a bet pays, without a shoe."""
    return Table(f"{bet.title}: what it pays, net to 1", (Column("event"), Column("pays", "number")),
                 tuple((line.event, line.pays) for line in bet.lines), tuple(bet.notes), key=f"pays of {bet.name}")


def bets_table(game: GameDefinition, title: str, notes: tuple[str, ...] = ()) -> Table:
    """The bets of a game's own report with all that they pay."""
    return Table(title, (Column("bet"), Column("title"), Column("pays")),
                 tuple((name, bet.title, "; ".join(f"{line.event}: {line.pays}" for line in bet.lines))
                       for name in game.main for bet in [game.named(name)]), notes)


def summary_table(laws: Sequence[BetLaw]) -> Table:
    undefined = [law.bet.name for law in laws if law.edge_resolved is None]
    notes = ["House edge is the loss per unit of every bet made, pushes counted; the resolved edge leaves pushes out."]
    notes += law_notes(laws)
    notes += [f"{name}: no resolved edge, since every coup pushes." for name in undefined]
    table = Table("Bets: return and edge per unit staked",
                  (Column("bet"), Column("RTP", "percent"), Column("house edge, per bet made", "percent"),
                   Column("edge, per bet resolved", "percent"), Column("hit frequency", "percent"),
                   Column("standard deviation", "probability"), Column("variance", "probability")),
                  tuple((law.bet.name, law.rtp, law.house_edge, law.edge_resolved, law.hit_frequency,
                         Root(law.variance), law.variance) for law in laws), tuple(notes), key="bets")
    return with_caveats(table, [mark_of(law.bet.doubt) for law in laws], bet_notes(law.bet for law in laws))


def outcomes_data(odds: Odds) -> list[dict[str, Any]]:
    return [{"name": name, "count": str(count), "of": str(odds.of), "probability": rational(Fraction(count, odds.of))}
            for name, count in odds.outcomes]


def bet_data(law: BetLaw) -> dict[str, Any]:
    return {"name": law.bet.name, "title": law.bet.title, "of": str(law.of), "rtp": rational(law.rtp),
            "house_edge": rational(law.house_edge), "edge_resolved": rational(law.edge_resolved),
            "hit_frequency": rational(law.hit_frequency), "variance": rational(law.variance),
            "std_dev": root(Root(law.variance)), "doubt": doubt_data(law.bet.doubt),
            "lines": [{"event": line.event, "pays": rational(line.pays), "count": str(law.counts[i]),
                       "probability": rational(law.probability(i)), "contribution": rational(law.contribution(i))}
                      for i, line in enumerate(law.bet.lines)]}


# ---------------------------------------------------------------------------------------------------------------
# rules, readings

def rules_blocks(game: GameDefinition) -> Iterator[Block]:
    yield Heading("Rules")
    differences = game.rules.differences()
    if differences:
        yield Paragraph("What differs from the standard tableau:")
        yield Bullets(tuple(differences))
    else:
        yield Paragraph("Third cards: the standard tableau.")
    if game.exclusive:
        pairs = "; ".join(" and ".join(sorted(pair)) for pair in game.exclusive)
        yield Paragraph(f"Not to be bet together: {pairs}.")
    if game.notes:
        yield Bullets(game.notes)
    if game.unsaid:
        yield Table("What the page leaves unsaid, and what is assumed here",
                    (Column("unsaid"), Column("assumed")), tuple((item.what, item.assumed) for item in game.unsaid))


def comparison_tables(compared: Sequence[Compared]) -> Iterator[Table]:
    """Games side by side, and what each differs from the first by."""
    names = tuple(item.game.name for item in compared)
    yield Table("Games", (Column("game"), Column("cards", "count"), Column("third cards")),
                tuple((item.game.name, None if item.shoe.infinite else item.shoe.cards, str(item.game.rules))
                      for item in compared), key="games")
    bets = [law.bet.name for law in compared[0].odds.bets]
    yield Table("What each bet pays, net to 1", (Column("bet"), Column("game"), Column("pays")),
                tuple((law.bet.name, item.game.name,
                       "; ".join(f"{line.event}: {short_number(line.pays)}" for line in law.bet.lines))
                       for i in range(len(bets)) for item in compared for law in [item.odds.bets[i]]),
                bet_notes(law.bet for item in compared for law in item.odds.bets), key="pays")
    base = names[0]
    values = [[item.odds.player, item.odds.banker, item.odds.tie,
               *(value for law in item.odds.bets for value in (law.rtp, law.house_edge))] for item in compared]
    titles = [*OUTCOME_NAMES.values(), *(f"{what} {name}" for name in bets for what in ("RTP", "edge"))]
    parts = [("Probabilities of the outcomes", "outcomes", range(3))]
    parts += [(_told("RTP, and house edge per bet made", told), f"bets {told}".strip(),
               range(3 + 2 * shown.start, 3 + 2 * shown.stop)) for shown, told in _side_by_side(bets, 3)]
    for title, key, part in parts:
        yield Table(title, (Column("game"), *(Column(titles[i], "percent") for i in part)),
                    tuple((name, *(row[i] for i in part)) for name, row in zip(names, values, strict=True)),
                    edge_notes(row[i] for i in part[1::2] for row in values) if key != "outcomes" else (),
                    key=f"{key} compared")
        yield Table(f"{title}: change from {base}, in points of percent",
                    (Column("game"), *(Column(titles[i], "signed percent") for i in part)),
                    tuple((name, *(row[i] - values[0][i] for i in part))
                          for name, row in list(zip(names, values, strict=True))[1:]), key=f"change of {key}")


def _side_by_side(names: Sequence[str], most: int = COLUMNS) -> list[tuple[range, str]]:
    """Columns that fit one table, and what tells it from the others: its first and last; nothing if it is alone."""
    parts = [range(start, min(start + most, len(names))) for start in range(0, len(names), most)]
    return [(part, "" if len(parts) == 1 else _first_to_last([names[i] for i in part])) for part in parts]


def _first_to_last(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"


def _told(title: str, apart: str) -> str:
    return f"{title}: {apart}" if apart else title


def compared_data(compared: Sequence[Compared]) -> list[dict[str, Any]]:
    base = compared[0].odds
    return [{"name": item.game.name, "title": item.game.title, "rules_hash": item.game.rules.hash,
             "rules": item.game.rules.differences(), "cards": None if item.shoe.infinite else item.shoe.cards,
             "composition": item.shoe.counts(),
             "outcomes": [{**data, "change": rational(getattr(item.odds, data["name"]) - getattr(base, data["name"]))}
                          for data in outcomes_data(item.odds)],
             "bets": [{"name": law.bet.name, "rtp": rational(law.rtp), "house_edge": rational(law.house_edge),
                       "edge_change": rational(law.house_edge - first.house_edge)}
                      for law, first in zip(item.odds.bets, base.bets, strict=True)]} for item in compared]


# ---------------------------------------------------------------------------------------------------------------
# decks

def deck_odds(study: Study) -> list[tuple[int | None, Odds]]:
    """The odds of fresh shoes of 1 to 12 decks, and of the infinite shoe (None)."""
    return [(decks, study.odds(Shoe.fresh(decks))) for decks in DECKS]


def deck_tables(by_decks: Sequence[tuple[int | None, Odds]]) -> Iterator[Table]:
    names = [("infinite" if decks is None else str(decks)) for decks, _ in by_decks]
    yield Table("Outcome probabilities by number of decks",
                (Column("decks"), *(Column(title, "probability") for title in OUTCOME_NAMES.values())),
                tuple((name, odds.player, odds.banker, odds.tie)
                      for name, (_, odds) in zip(names, by_decks, strict=True)), key="outcomes by decks")
    bets = [law.bet for law in by_decks[0][1].bets]
    for part, told in _side_by_side([bet.name for bet in bets]):
        yield Table(_told("House edge by number of decks, per bet made", told),
                    (Column("decks"), *(Column(bets[i].name, "percent") for i in part)),
                    tuple((name, *(odds.bets[i].house_edge for i in part))
                          for name, (_, odds) in zip(names, by_decks, strict=True)),
                    (*law_notes(odds.bets[i] for _, odds in by_decks for i in part),
                     *bet_notes(bets[i] for i in part)), key=f"edges by decks {told}".strip())


def decks_data(by_decks: Sequence[tuple[int | None, Odds]]) -> list[dict[str, Any]]:
    return [{"decks": "inf" if decks is None else decks, "outcomes": outcomes_data(odds),
             "bets": [{"name": law.bet.name, "rtp": rational(law.rtp), "house_edge": rational(law.house_edge)}
                      for law in odds.bets]} for decks, odds in by_decks]


# ---------------------------------------------------------------------------------------------------------------
# removal

def removal_blocks(rules: Rules, shoe: Shoe, effects: Mapping[Bet, tuple[Effect, ...]]) -> Iterator[Block]:
    reason = no_removal(rules, shoe)
    if reason:
        yield Paragraph(f"None: {reason}.")
        return
    alike: dict[tuple[tuple[CardSet, int], ...], list[Bet]] = {}
    for bet, found in effects.items():
        alike.setdefault(tuple((effect.cards, effect.present) for effect in found), []).append(bet)
    for classes, bets in alike.items():
        for columns, told in _side_by_side([bet.name for bet in bets]):
            part = [bets[i] for i in columns]
            apart = told or (_first_to_last([bet.name for bet in bets]) if len(alike) > 1 else "")
            rows: dict[tuple[int | Fraction | None, ...], list[int]] = {}
            for i, (_, present) in enumerate(classes):
                values: list[int | Fraction | None] = [present, *(effects[bet][i].ev_change for bet in part)]
                rows.setdefault(tuple(values) if len(classes) > 13 else (*values, i), []).append(i)
            yield Table(_told("Change of the EV when one card leaves the shoe, in units of 10^-7 of the stake", apart),
                        (Column("card"), Column("in shoe, each", "count"),
                         *(Column(bet.name, "per 10^7") for bet in part)),
                        tuple((_merged([classes[i][0] for i in members]), *values[:len(part) + 1])
                              for values, members in rows.items()), tuple(_undefined(part, effects)),
                        key=f"removal {apart}".strip())
    whole = {bet.name: total for bet, found in effects.items() if (total := weighted_sum(found)) is not None}
    if whole:
        named = "each bet" if len(whole) == len(effects) else "each bet that has them all"
        yield Paragraph(f"Weighted by the cards in the shoe, the effects on {named} add up to "
                        + ", ".join(map(str, dict.fromkeys(whole.values()))) + " exactly.")


def _undefined(bets: Sequence[Bet], effects: Mapping[Bet, tuple[Effect, ...]]) -> Iterator[str]:
    """Why some effects are not defined."""
    for bet in bets:
        lost = [effect.card for effect in effects[bet] if effect.ev_change is None]
        if lost:
            yield f"n/a: with one card less of {', '.join(lost)}, {bet.name} is never on offer and has no EV."


def _merged(classes: Sequence[CardSet]) -> str:
    names = str(union(classes))
    return names if len(classes) == 1 else f"any of {names}"


def removal_data(effects: Mapping[Bet, tuple[Effect, ...]]) -> list[dict[str, Any]]:
    return [{"bet": bet.name, "card": effect.card, "ev_change": rational(effect.ev_change)}
            for bet, found in effects.items() for effect in found]


# ---------------------------------------------------------------------------------------------------------------
# several bets at once

def covariances(study: Study, shoe: Shoe) -> tuple[list[tuple[Bet, Bet, Fraction]], str | None]:
    """Pairs of bets with their covariance, or why there are none; one bet has none, and needs no reason."""
    bets = study.bets
    if len(bets) > MOST_COVARIED:
        return [], f"{len(bets)} bets are too many pairs, the most is {MOST_COVARIED}; --stakes has those of a slip"
    if len(bets) < 2:
        return [], None
    try:
        matrix = covariance_matrix(study, shoe)
    except BetError as error:
        return [], str(error)
    return [(bets[i], bets[j], matrix[i][j]) for i in range(len(bets)) for j in range(i + 1, len(bets))], None


def covariance_blocks(found: Sequence[tuple[Bet, Bet, Fraction]], why: str | None, laws: Mapping[Bet, BetLaw]
                      ) -> tuple[Block, ...]:
    """The table of covariances, or a line on why there is none."""
    if why:
        return (Paragraph(f"No covariances: {why}."),)
    return (covariance_table(found, laws),) if found else ()


def covariance_table(found: Sequence[tuple[Bet, Bet, Fraction]], laws: Mapping[Bet, BetLaw]) -> Table:
    rows = tuple((f"{a.name} and {b.name}", covariance, correlation(laws[a], laws[b], covariance))
                 for a, b, covariance in found)
    sure = any(value is None for *_, value in rows)
    return Table("Covariance of the net results of unit stakes on two bets of one coup",
                 (Column("bets"), Column("covariance", "probability"), Column("correlation", "probability")), rows,
                 ("No correlation where a bet has one result for certain.",) if sure else (), key="covariance")


def correlation(first: BetLaw, second: BetLaw, covariance: Fraction) -> Root | None:
    """Of two net results; None where one of them does not vary."""
    spread = first.variance * second.variance
    return Root(covariance**2 / spread, covariance < 0) if spread else None


def covariance_data(found: Sequence[tuple[Bet, Bet, Fraction]], laws: Mapping[Bet, BetLaw]) -> list[dict[str, Any]]:
    return [{"first": a.name, "second": b.name, "covariance": rational(covariance),
             "correlation": root(of) if (of := correlation(laws[a], laws[b], covariance)) else None}
            for a, b, covariance in found]


def slip_table(slip: Slip) -> Table:
    stakes = ", ".join(f"{bet.name} {amount}" for bet, amount in slip.stakes)
    return Table(f"The slip {stakes}: one coup, in units of money",
                 (Column("quantity"), Column("value", "probability")),
                 (("staked", slip.staked), ("expected result", slip.ev), ("standard deviation", Root(slip.variance)),
                  ("loss per unit staked", slip.edge)), key="slip")


def slip_data(slip: Slip) -> dict[str, Any]:
    return {"stakes": [{"bet": bet.name, "stake": rational(amount)} for bet, amount in slip.stakes],
            "ev": rational(slip.ev), "edge": rational(slip.edge), "variance": rational(slip.variance),
            "std_dev": root(Root(slip.variance))}
