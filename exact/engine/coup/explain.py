"""A number explained: the memoised walk laid out as a tree of what may happen and what it leads to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from exact.display import Answer
from exact.engine.brute_force import CountVector, Ending, Walk
from exact.engine.coup.polynomial import falling
from exact.game.coup import FIRST_FOUR, CoupInProgress, Position, winner
from exact.game.rules import Rules


@dataclass(frozen=True)
class Branch(Answer):
    """A step of a coup and what it leads to.

    `text` says what happens; `probability` is given the step above it; `outcomes` are those behind it (Player, Banker,
    Tie); `branches` are the next steps, none where the coup is decided or the tree is cut.
    """

    text: str
    probability: Fraction
    outcomes: tuple[Fraction, Fraction, Fraction]
    branches: tuple[Branch, ...]

    def __repr__(self) -> str:
        return f"<{self.text}: probability {float(self.probability):.6g}, {len(self.branches)} ways on>"

    @staticmethod
    def of(text: str, probability: Fraction, counts: Sequence[int], branches: Sequence[Branch] = ()) -> Branch:
        """A branch by the counts of the outcomes behind it."""
        player, banker, tie = (Fraction(count, sum(counts)) for count in counts)
        return Branch(text, probability, (player, banker, tie), tuple(branches))


def explain(rules: Rules, known: CoupInProgress, shoe: Sequence[int], depth: int = 2) -> Branch:
    """The tree of a coup in progress, `depth` unknown cards deep; every probability is exact."""
    return _Explainer(Walk(rules, known)).first_four(Position.P1, 0, 0, tuple(shoe), depth, "the coup", Fraction(1))


class _Explainer:
    """Follows the walk. A state is both totals and the shoe; `text` and `probability` are of the step that led to it,
    `depth` the number of unknown cards that are still to be shown."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk

    def first_four(self, position: Position, player: int, banker: int, shoe: CountVector, depth: int, text: str,
                   probability: Fraction) -> Branch:
        if position not in FIRST_FOUR:
            return self.third_cards(player, banker, shoe, depth, text, probability)
        after = Position(position + 1)
        steps = list(self.walk.steps(position, player, banker, shoe))
        if position in self.walk.fixed:
            _, _, p, b, rest = steps[0]
            return self.first_four(after, p, b, rest, depth, text, probability)
        counts = self.walk.deal(position, player, banker, shoe)
        branches = []
        for value, count, p, b, rest in steps if depth else ():
            ways = count * sum(self.walk.deal(after, p, b, rest))
            if ways:
                branches.append(self.first_four(after, p, b, rest, depth - 1,
                                                f"{position.words} {value}: Player {p % 10}, Banker {b % 10}",
                                                Fraction(ways, sum(counts))))
        return Branch.of(text, probability, counts, branches)

    def third_cards(self, player: int, banker: int, shoe: CountVector, depth: int, text: str,
                    probability: Fraction) -> Branch:
        counts = self.walk.deal(Position.P3, player, banker, shoe)
        if self.walk.rules.natural_hand(player, banker):
            return Branch.of(f"{text}; a natural ends the coup", probability, counts)
        unknown = Position.P3 not in self.walk.fixed
        endings = [ending for ending in self.walk.endings[player, banker] if any(ending[2:])]
        branches = [branch for ending in endings if depth or not unknown or ending[0] is None
                    for branch in self.banker(ending, banker, shoe, sum(counts), depth)]
        # Where Player may draw and the tree ends here, the courses in which Player stands are not the whole.
        cut = not depth and (len(branches) == 1 or (unknown and any(ending[0] is not None for ending in endings)))
        return Branch.of(text, probability, counts, () if cut else branches)

    def banker(self, ending: Ending, banker: int, shoe: CountVector, of: int, depth: int) -> Iterator[Branch]:
        """Banker stands and draws, after Player stood or drew a card; `of` counts all that may happen."""
        third, player, stands, draws = ending
        banker %= 10
        room = sum(position not in self.walk.fixed for position in (Position.P3, Position.B3))
        text, count = "Player stands", 1
        if third is not None:
            text = f"Player draws {third}: Player {player}"
            held = next(((n, rest) for value, n, rest in self.walk.cards(Position.P3, shoe) if value == third), None)
            if held is None:
                return
            if Position.P3 not in self.walk.fixed:
                room, depth = room - 1, depth - 1
            count, shoe = held
        if stands:
            ways = [0, 0, 0]
            ways[winner(player, banker)] = count * stands * falling(sum(shoe), room)
            yield Branch.of(f"{text}; Banker stands on {banker}", Fraction(sum(ways), of), ways)
        if draws:
            used = Position.B3 not in self.walk.fixed
            behind = count * draws * falling(sum(shoe) - used, room - used)
            ways = [0, 0, 0]
            inner = []
            for value, held_of_it, _ in self.walk.cards(Position.B3, shoe):
                total = (banker + value) % 10
                ways[winner(player, total)] += behind * held_of_it
                one = [int(outcome == winner(player, total)) for outcome in range(3)]
                inner.append((f"Banker draws {value}: Banker {total}", behind * held_of_it, one))
            yield Branch.of(f"{text}; Banker draws on {banker}", Fraction(sum(ways), of), ways, [
                Branch.of(words, Fraction(part, sum(ways)), one) for words, part, one in inner] if depth > 0 else ())
