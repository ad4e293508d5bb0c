"""Batch evaluation against the memoised walk, which shares no arithmetic with it, on any shoes and tableaux."""

from hypothesis import given, settings
from hypothesis import strategies as st

from exact.engine.brute_force import Walk
from exact.engine.coup.compile import compile_joint
from exact.engine.coup.polynomial import falling
from exact.engine.evaluate.batch import Batch
from exact.game.bets import OUTCOMES
from exact.game.rules import STANDARD, STOOD, Square

BATCH = Batch(compile_joint(STANDARD, (OUTCOMES,)))
WALK = Walk(STANDARD)
SMALL = st.lists(st.integers(0, 3), min_size=10, max_size=10)
LARGE = st.lists(st.one_of(st.integers(0, 50), st.integers(0, 400), st.just(0)), min_size=10, max_size=10)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.one_of(SMALL, LARGE), min_size=1, max_size=4))
def test_batch_equals_walk(shoes):
    found = BATCH.counts(shoes)
    assert found.short == tuple(i for i, shoe in enumerate(shoes) if sum(shoe) < 6)
    for i, shoe in enumerate(shoes):
        if i not in found.short:
            WALK.memo.clear()
            assert tuple(found.counts[i].tolist()) == WALK.outcomes(shoe)
            assert found.of[i] == falling(sum(shoe), 6)


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 7), st.integers(0, STOOD), st.sampled_from([0, 1]), st.lists(SMALL, min_size=1, max_size=3))
def test_batch_equals_walk_for_any_tableau(total, against, draw, shoes):
    rules = STANDARD.with_square(Square("Banker", total, against, STANDARD.player_draws[0] * draw))
    batch, walk = Batch(compile_joint(rules, (OUTCOMES,))), Walk(rules)
    for shoe, row in zip(shoes, batch.counts(shoes).counts.tolist(), strict=True):
        assert tuple(row) == (walk.outcomes(shoe) if sum(shoe) >= 6 else (0, 0, 0))
