"""A game with free squares, solved on a shoe: what each side does at each node, and what it costs to do otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from exact.analysis.equilibrium.solve import Equilibrium, Payoff, all_found, best, nash, zero_sum
from exact.display import Answer
from exact.engine.decisions import DecisionForm, decision_form
from exact.errors import RulesError, UsageError, quoted
from exact.game.cards import VALUES
from exact.game.numbers import Number, exact_number
from exact.game.rules import STANDARD, STOOD, Place, Rules, Square
from exact.game.shoe import Shoe


@dataclass(frozen=True)
class DecisionNode:
    """A node with the probability of drawing there, and what the side loses of its EV by the other choice.

    Where it mixes or either will do `margin` is 0; both are None where the shoe never comes to the node. `tableau` is
    what punto banco has there.
    """

    node: str
    draw: Fraction | None
    margin: Fraction | None
    tableau: Fraction


@dataclass(frozen=True)
class CardGone:
    """What a card less does to the value: with every mixture kept, and with both sides adapted."""

    card: int
    present: int
    kept: Fraction
    adapted: Fraction


@dataclass(frozen=True)
class SolvedGame(Answer):
    """A game with free squares, solved: probabilities of the outcomes, EVs per coup at even stakes, nodes.

    `kind` is what it is a solution of; `unique` says whether it is the only one (None: not known); `others` are further
    equilibria where there is commission, as Player's and Banker's mixtures.
    """

    rules: Rules
    outcomes: tuple[Fraction, Fraction, Fraction]
    commission: Fraction
    player: tuple[DecisionNode, ...]
    banker: tuple[DecisionNode, ...]
    unique: bool | None
    kind: str
    others: int = 0
    effects: tuple[CardGone, ...] = ()

    def __repr__(self) -> str:
        return f"<{self.kind}: value {float(self.value):.6g}>"

    @property
    def value(self) -> Fraction:
        """P(Player) - P(Banker)."""
        return self.outcomes[0] - self.outcomes[1]

    player_ev = value

    @property
    def house(self) -> Fraction:
        """The commission on what Banker wins."""
        return self.commission * self.outcomes[1]

    @property
    def banker_ev(self) -> Fraction:
        return -self.value - self.house

    @property
    def settled(self) -> Rules:
        """The rules in which every choice is made as it is here (as in the tableau where a node is never reached)."""
        rules = replace(self.rules, free=frozenset(), player_sees="total", banker_sees="total", by_hand=tuple(
            square for square in self.rules.by_hand if not square.free))
        chosen: dict[Place, dict[tuple[int, int] | None, Fraction]] = {place: {} for place in self.rules.free}
        for hand, nodes in (("Player", self.player), ("Banker", self.banker)):
            for node in nodes:
                if node.draw is not None:
                    total, against, cards = read_node(node.node, hand)
                    chosen.setdefault((hand, total, against), {})[cards] = node.draw
        apart = []
        for place, draws in chosen.items():
            usual = next(iter(draws.values())) if len(set(draws.values())) == 1 else _tableau(*place[1:])
            rules = rules.with_square(Square(*place, usual)) if place in self.rules.free else rules
            apart += [Square(*place, draw, cards) for cards, draw in draws.items()
                      if cards and (draw != usual or place not in self.rules.free)]
        return replace(rules, by_hand=tuple(sorted((*rules.by_hand, *apart), key=repr)))


def read_node(name: str, hand: str) -> tuple[int, int | None, tuple[int, int] | None]:
    """A node's total, what it is against, and its two cards if they matter: `06/stood`, `4/1`, `5`."""
    own, _, column = name.partition("/")
    cards = (int(own[0]), int(own[1])) if len(own) == 2 else None
    against = None if hand == "Player" else STOOD if column == "stood" else int(column)
    return sum(map(int, own)) % 10, against, cards


def _tableau(total: int, against: int | None) -> Fraction:
    return next(square.draw for square in STANDARD.squares if (square.total, square.against) == (total, against))


def equilibrium(rules: Rules, shoe: Shoe, player_sees: str | None = None, banker_sees: str | None = None,
                commission: Number = 0, player: str | None = None, banker: str = "reply", effects: bool = False
                ) -> SolvedGame:
    """Solve a game on a shoe. Raises UsageError, RulesError for a game without free squares, ShoeExhaustedError."""
    rate = exact_number(commission, "commission")
    if not 0 <= rate < 1:
        raise UsageError(f"`commission` {quoted(str(commission))}: is a share from 0 to below 1, such as 5%")
    if not any(square.free for square in rules.squares):
        raise RulesError("rules: no square is free, so that there is nothing to solve; the game chemin-de-fer-free has"
                         " free squares, and draw = \"free\" makes one")
    for name, value in (("player_sees", player_sees), ("banker_sees", banker_sees)):
        if value not in (None, "total", "hand"):
            raise UsageError(f"`{name}` {quoted(value)}: is total or hand")
    if banker not in ("reply", "tableau"):
        raise UsageError(f"`banker` {quoted(banker)}: is reply or tableau")
    rules = replace(rules, player_sees=player_sees or rules.player_sees, banker_sees=banker_sees or rules.banker_sees)
    form = decision_form(rules, shoe)
    fixed = _fixed(player, form)
    solution = _solve(rules, form, rate, fixed, banker)
    if effects:
        if shoe.infinite or shoe.cards <= rules.most_cards:
            raise UsageError("`effects`: a card can be missed in a finite shoe of more than six cards")
        solution = replace(solution, effects=tuple(_effects(solution, shoe, rate, fixed, banker)))
    return solution


def _effects(solution: SolvedGame, shoe: Shoe, rate: Fraction, fixed: Mapping[str, Fraction], banker: str
             ) -> Iterator[CardGone]:
    draws = [{node.node: node.draw or Fraction(0) for node in nodes} for nodes in (solution.player, solution.banker)]
    for card, present in enumerate(shoe.counts(VALUES)):
        if present:
            form = decision_form(solution.rules, shoe.remove(card))
            kept = form.wins(draws[0], draws[1])
            new = _solve(solution.rules, form, rate, fixed, banker)
            yield CardGone(card, present, kept[0] - kept[1] - solution.value, new.value - solution.value)


def _fixed(text: str | None, form: DecisionForm) -> dict[str, Fraction]:
    """`5=draw,14=1/3` by node; raises UsageError."""
    found: dict[str, Fraction] = {}
    for item in filter(None, (text or "").replace(",", " ").split()):
        node, _, how = item.partition("=")
        if node not in form.player or node in found:
            raise UsageError(f"`player` {quoted(item)}: is no node of Player, or stands twice; they are"
                             f" {', '.join(sorted(form.player)) or 'none'}")
        words = {"draw": Fraction(1), "stand": Fraction(0)}
        draw = words[how] if how in words else exact_number(how or "?", "player")
        if not 0 <= draw <= 1:
            raise UsageError(f"`player` {quoted(item)}: is draw, stand, or a probability such as 1/3")
        found[node] = draw
    return found


def _solve(rules: Rules, form: DecisionForm, rate: Fraction, fixed: Mapping[str, Fraction], banker: str) -> SolvedGame:
    """Of the nodes that are not fixed; those that the shoe never comes to stay out."""
    mine = [node for node in form.player if node not in fixed]
    theirs = [node for node in form.banker if form.reach[node]]
    dead = [node for node in form.banker if not form.reach[node]]

    def payoff(for_player: Fraction | int, for_banker: Fraction | int) -> Payoff:
        def worth(row: list[Fraction | int]) -> Fraction:
            return (for_player * Fraction(row[0]) + for_banker * Fraction(row[1])) / form.of

        zero: list[Fraction | int] = [0, 0]
        c = worth(form.constant) + sum((draw * worth(form.player[i]) for i, draw in fixed.items()), Fraction(0))
        e = tuple(worth(form.banker[j]) + sum((draw * worth(form.both.get((i, j), zero)) for i, draw in fixed.items()),
                                              Fraction(0)) for j in theirs)
        return Payoff(c, tuple(worth(form.player[i]) for i in mine), e,
                      tuple(tuple(worth(form.both.get((i, j), zero)) for i in mine) for j in theirs))

    player, bank = payoff(1, -1), payoff(-1, 1 - rate)
    kind, found = _found(player, bank, theirs, rate, banker)
    first = found[0]
    p = dict(zip(mine, first.player, strict=True)) | dict(fixed)
    q = dict(zip(theirs, first.banker, strict=True))
    wins = form.wins(p, q | dict.fromkeys(dead, Fraction(0)))
    gains = dict(zip(mine, player.player_gains(first.banker), strict=True))
    for i, draw in fixed.items():  # what another choice would have brought
        there = form.wins(p | {i: 1 - draw}, q | dict.fromkeys(dead, Fraction(0)))
        gains[i] = (there[0] - there[1] - wins[0] + wins[1]) / (1 - 2 * draw) if 2 * draw != 1 else Fraction(0)
    costs = dict(zip(theirs, bank.banker_gains(first.player), strict=True))
    return SolvedGame(rules, (*wins, 1 - wins[0] - wins[1]), rate,
                    tuple(_node(i, "Player", p.get(i), gains.get(i)) for i in sorted(form.player)),
                    tuple(_node(j, "Banker", q.get(j), costs.get(j)) for j in sorted(form.banker, key=_order)),
                    first.unique, kind, len(found) - 1)


def _found(player: Payoff, bank: Payoff, theirs: list[str], rate: Fraction, banker: str
           ) -> tuple[str, list[Equilibrium]]:
    if banker == "tableau":
        q = tuple(_tableau(*read_node(node, "Banker")[:2]) for node in theirs)
        gains = player.player_gains(q)
        return "Player's best reply to the tableau", [Equilibrium(best(gains), q, all(gains))]
    if not player.a:
        gains = bank.banker_gains(())
        return "Banker's best reply", [Equilibrium((), best(gains), all(gains))]
    if not rate:
        return "zero-sum equilibrium", [zero_sum(player, [True] * len(theirs))]
    found = list(nash(player, bank))
    if not found:
        raise UsageError("`commission`: no equilibrium has one mixed hand of Player at most; no others are"
                         " searched")
    known = all_found(player, bank)
    return "Nash equilibrium", [replace(one, unique=len(found) == 1 if known else None) for one in found]


def _node(name: str, hand: str, draw: Fraction | None, gain: Fraction | None) -> DecisionNode:
    """A gain against what is done is a cost of none: a side that is held to its choice may have a negative margin."""
    margin = None if draw is None or gain is None else Fraction(0) if 0 < draw < 1 else gain if draw else -gain
    total, against, _ = read_node(name, hand)
    return DecisionNode(name, draw, margin, _tableau(total, against))


def _order(node: str) -> tuple[int, str, int]:
    total, against, cards = read_node(node, "Banker")
    return total, f"{cards}", -1 if against == STOOD else against or 0


