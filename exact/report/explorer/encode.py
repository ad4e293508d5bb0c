"""Numbers, polynomials and automata as short texts, which the explorer's page reads back.

A number is one character if it is small and more if it is not, of an alphabet that needs no escape in JSON or HTML;
law.js reads what is written here, and docs/explorer.md has the form of each text.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from exact.engine.coup.automaton import Automaton, Choice, Draw
from exact.engine.coup.polynomial import Component, Polynomial, exponents, falling
from exact.game.cards import CardSet, Partition

ALPHABET = "".join(chr(code) for code in range(35, 127) if chr(code) not in "&<\\")[:88]
"""The first half ends a number, the second half says that it goes on."""
_BASE = len(ALPHABET) // 2
SAFE = 2**53
"""Whole numbers up to this size are exact in the numbers of a browser."""
MOST_DOUBLE = 10**4
"""Shoes of more cards are never counted in doubles: (10^4)_2 is far below 2^53, but no shoe is so large."""


def number(value: int) -> str:
    """A whole number >= 0: its low digit first, each higher one less 1, so that no two texts mean one number."""
    text = ""
    while value >= _BASE:
        value -= _BASE
        text += ALPHABET[_BASE + value % _BASE]
        value //= _BASE
    return text + ALPHABET[value]


def numbers(values: Iterable[int]) -> str:
    return "".join(map(number, values))


def signed(value: int) -> int:
    """A whole number as one >= 0: 0, -1, 1, -2 ... are 0, 1, 2, 3 ..."""
    return 2 * value if value >= 0 else -2 * value - 1


Multiset = tuple[int, ...]
"""The classes of its cards, in their order."""


def multisets(polynomial: Polynomial) -> dict[Multiset, list[tuple[int, int]]]:
    """The results of each multiset with their weights, in the order of a walk through the multisets."""
    rows: dict[Multiset, list[tuple[int, int]]] = {}
    for result, poly in enumerate(polynomial.weights):
        for monomial, weight in poly.items():
            powers = exponents(monomial, polynomial.classes)
            rows.setdefault(tuple(cls for cls, power in enumerate(powers) for _ in range(power)), []).append(
                (result, weight))
    return dict(sorted(rows.items()))


def polynomial_data(polynomial: Polynomial, results: Sequence[int], disjoint: int | None) -> dict[str, object] | None:
    """Some results of a polynomial, in the order of a walk through its multisets; None where they have no weights.

    `disjoint` is the scale of mixed strategies where no sequence counts for two results. `most` is the largest shoe
    whose counts are exact in doubles. Numbers of one meaning stand together, for the sake of compression.
    """
    places = {result: place for place, result in enumerate(results)}
    rows = {multiset: sorted((places[result], weight) for result, weight in row if result in places)
            for multiset, row in multisets(polynomial).items()}
    rows = {multiset: row for multiset, row in rows.items() if row}
    if not rows:
        return None
    shape: list[int] = []
    sizes: list[int] = []
    before: Multiset = ()
    for multiset, row in rows.items():
        shared = next((i for i, (a, b) in enumerate(zip(before, multiset, strict=False)) if a != b), len(before))
        for depth in range(shared, len(multiset)):
            shape.append(depth * polynomial.classes + multiset[depth])
            sizes.append(len(row) if depth == len(multiset) - 1 else 0)
        before = multiset
    bound = disjoint if disjoint is not None else _bound(rows)
    return {"classes": polynomial.classes, "length": polynomial.length, "results": len(results),
            "most": most_cards(bound, polynomial.length), "shape": numbers(shape), "sizes": numbers(sizes),
            "steps": numbers(place - last - 1 for row in rows.values()
                             for last, place in zip([-1, *(place for place, _ in row)],
                                                    (place for place, _ in row), strict=False)),
            "weights": numbers(signed(weight) for row in rows.values() for _, weight in row)}


def _bound(rows: Mapping[Multiset, Sequence[tuple[int, int]]]) -> int:
    """No sum of terms of one result passes this many times the sequences of all cards: each weight beside the ways to
    order its multiset, the worst for each number of cards used (docs/explorer.md)."""
    worst: dict[int, int] = {}
    for multiset, row in rows.items():
        orders = math.factorial(len(multiset))
        for times in Counter(multiset).values():
            orders //= math.factorial(times)
        ratio = max(-(-abs(weight) // orders) for _, weight in row)
        worst[len(multiset)] = max(worst.get(len(multiset), 0), ratio)
    return sum(worst.values())


def most_cards(bound: int, length: int) -> int:
    """The most cards N for which `bound` times N (N-1) ... (N-length+1) is at most 2^53."""
    low, high = 0, MOST_DOUBLE
    while low < high:
        middle = (low + high + 1) // 2
        if bound * falling(middle, length) <= SAFE:
            low = middle
        else:
            high = middle - 1
    return low


def namings_data(component: Component, partition: Partition) -> str:
    """For each naming of a polynomial's classes: the class that most classes of card belong to, and the others."""
    texts = []
    for naming in component.classes:
        of = [_place(cls, naming) for cls in partition.classes]
        common = Counter(of).most_common(1)[0][0]
        others = [(i, cls) for i, cls in enumerate(of) if cls != common]
        steps = [(i - last - 1, cls) for last, (i, cls) in zip([-1, *(i for i, _ in others)], others, strict=False)]
        texts.append(numbers([common, len(others), *(value for step in steps for value in step)]))
    return "".join(texts)


def _place(cards: CardSet, among: Sequence[CardSet]) -> int:
    return next(i for i, cls in enumerate(among) if cards <= cls)


def automaton_data(automaton: Automaton, keys: Mapping[object, int]) -> str:
    """The states, first to last: an end is 0, its result and (with mixed strategies) its weight; a choice is 1, its
    position and the steps back to what follows if the hand draws and if it stands; the rest are draws."""
    texts = []
    for place, state in enumerate(automaton.states):
        if isinstance(state, Choice):
            texts.append(numbers([1, state.position, place - state.draws, place - state.stands]))
        elif isinstance(state, Draw):
            back = [place - then for then in state.then]
            texts.append(min((_dense(state.position, back), _sparse(state.position, back)), key=len))
        else:
            texts.append(numbers([0, keys[state.key]] + [state.weight] * (automaton.scale > 1)))
    return "".join(texts)


def _dense(position: int, back: Sequence[int]) -> str:
    """2 and twice the position; for each class the place of its step among those named so far, or past them a new
    step."""
    named: list[int] = []
    values = [2 + 2 * position]
    for step in back:
        if step in named:
            values.append(named.index(step))
        else:
            values.append(len(named) + step - 1)
            named.append(step)
    return numbers(values)


def _sparse(position: int, back: Sequence[int]) -> str:
    """3 and twice the position; the step of most classes, and how many others there are, with theirs."""
    common = Counter(back).most_common(1)[0][0]
    others = [i for i, step in enumerate(back) if step != common]
    steps = [value for last, i in zip([-1, *others], others, strict=False) for value in (i - last - 1, back[i])]
    return numbers([3 + 2 * position, common, len(others), *steps])
