"""Stop rules, systems and rebates: against the classical formula, all sequences, value iteration and each other."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from exact.analysis.bankroll import chain
from exact.analysis.bankroll.play import NOTHING, Programme, StopRules
from exact.analysis.bankroll.sessions import binomial, session
from exact.analysis.bankroll.slips import dealt_plays, play, slip_law
from exact.analysis.bankroll.stopping import stopped_play
from exact.analysis.bankroll.systems import FLAT, System, read_system
from exact.analysis.odds.laws import BetLaw, bet_law, slip
from exact.errors import UsageError
from exact.game.bets import ALWAYS, Bet, Line
from exact.game.catalogue import load_game
from exact.game.shoe import Shoe

GAME = load_game("punto-banco")
SHOE = Shoe.decks(8)
LAWS = {name: bet_law(GAME.rules, GAME.named(name), SHOE) for name in GAME.main}
STAKES = [(GAME.named("banker"), Fraction(10)), (GAME.named("tie"), Fraction(1))]


def made_up(nets):
    """A law with so many sequences of each net result."""
    lines = tuple(Line(str(net), ALWAYS, Fraction(net)) for net in nets)
    return BetLaw(Bet("made up", "made up", lines), tuple(nets.values()), sum(nets.values()), 6)


FAIR = made_up({1: 1, -1: 1})


def stopped(law, bankroll, target=None, coups=None, stop_loss=None, drawdown=None, system=FLAT, programme=NOTHING):
    rules = StopRules(*(None if x is None else Fraction(x) for x in (bankroll, target, stop_loss)), coups,
                      None if drawdown is None else Fraction(drawdown))
    lost = sum((-line.pays * Fraction(n, law.of) for line, n in zip(law.bet.lines, law.counts, strict=True)
                if line.pays < 0), Fraction(0))
    return stopped_play(law, Fraction(1), lost, rules, system, programme)


def by_sequences(law, bankroll, target, coups, system=FLAT):
    """The law of the money after so many coups, over all sequences of results, played one by one."""
    totals = {}
    outcomes = [(line.pays, Fraction(n, law.of)) for line, n in zip(law.bet.lines, law.counts, strict=True)]
    for chosen in itertools.product(outcomes, repeat=coups):
        money, state, lost = Fraction(bankroll), system.start, Fraction(0)
        for net, _ in chosen:
            stake = system.stake(state, money, 1)
            if (target is not None and money >= target) or money < stake:
                break
            money += net * stake
            lost += max(-net, 0) * stake
            state = system.after(state, stake, net)
        p = math.prod(p for _, p in chosen)
        totals[money] = totals.get(money, 0) + p
    return totals


def ends(found):
    return [found.chance(end) for end in ("target", "stop_loss", "ruin", "drawdown", "neither")]


def money_of(found):
    totals = {}
    for _, money, p in found.money:
        assert p.exact
        totals[money] = totals.get(money, 0) + p.low
    return totals


# ---------------------------------------------------------------------------------------------------------------
# slips

def test_a_slip_has_the_mean_and_variance_of_its_joint_law():
    law, known = slip_law(GAME.rules, STAKES, SHOE), slip(GAME.rules, STAKES, SHOE)
    assert (law.ev, law.variance) == (known.ev, known.variance)
    assert [line.pays for line in law.bet.lines] == [Fraction(17, 2), 8, -11]


def test_what_is_asked_of_a_session_agrees_with_its_law():
    one = session(LAWS["banker"], 30, (), Fraction(0), (Fraction(0), Fraction(0)), 12)
    at_least, between, wins, of_resolved = one.asked
    assert at_least.chance.low == 1 - one.loss.low
    assert between.chance == one.even
    p = LAWS["banker"].hit_frequency
    assert wins.chance.low == math.comb(30, 12) * p**12 * (1 - p)**18
    won = p / (1 - LAWS["banker"].push_frequency)
    assert of_resolved.chance.low == math.comb(30, 12) * won**12 * (1 - won)**18


def test_exactly_493_of_1000_decisions():
    p = LAWS["player"].hit_frequency / (1 - LAWS["player"].push_frequency)
    assert abs(float(binomial(1000, 493, p).low) - math.exp(
        math.lgamma(1001) - math.lgamma(494) - math.lgamma(508) + 493 * math.log(p) + 507 * math.log(1 - p))) < 1e-12


def test_a_chance_far_below_all_floats_is_not_zero():
    found = binomial(10**6, 10**6, LAWS["player"].hit_frequency)
    assert 0 < found.low <= found.high < Fraction(1, 10**300)
    assert found.high / found.low < 1 + Fraction(1, 10**12)


# ---------------------------------------------------------------------------------------------------------------
# stop rules

@pytest.mark.parametrize(("bankroll", "target"), [(1, 2), (3, 10), (20, 40)])
def test_a_fair_game_is_ruined_by_the_classical_formula(bankroll, target):
    found = stopped(FAIR, bankroll, target)
    assert found.chance("target").low == Fraction(bankroll, target)
    assert found.expected_coups.low == bankroll * (target - bankroll)


def test_player_with_pushes_is_ruined_by_the_classical_formula():
    law = LAWS["player"]
    q = Fraction(law.counts[-1], law.counts[0])
    found = stopped(law, 20, 40)
    assert found.kind == "exact"
    assert found.chance("target").low == (1 - q**20) / (1 - q**40)
    assert found.result.low == 40 * found.chance("target").low - 20


@pytest.mark.parametrize("name", ["player", "banker"])
@pytest.mark.parametrize("coups", [1, 4, 7])
def test_tiny_bankrolls_are_those_of_all_sequences(name, coups):
    found = stopped(LAWS[name], 2, 4, coups)
    assert found.kind == "exact"
    assert money_of(found) == by_sequences(LAWS[name], 2, 4, coups)
    assert sum(p.low for p in ends(found)) == 1


@pytest.mark.parametrize(("bankroll", "target"), [(5, 10), (10, 30)])
def test_banker_on_twentieths_agrees_with_value_iteration(bankroll, target):
    law, size = LAWS["banker"], target * 20
    chances = [(int(line.pays * 20), n / law.of) for line, n in zip(law.bet.lines, law.counts, strict=True)]
    values = np.zeros(size + 20)
    values[size:] = 1
    while True:
        before = values[20:size].copy()
        values[20:size] = sum(p * values[20 + net:size + net] for net, p in chances)
        if np.max(np.abs(values[20:size] - before)) < 1e-17:
            break
    found = stopped(law, bankroll, target)
    assert found.kind == "bounded"
    assert abs(found.chance("target").low - Fraction(float(values[bankroll * 20]))) < Fraction(1, 10**12)
    assert found.chance("target").high - found.chance("target").low < Fraction(1, 10**20)


def test_bounds_hold_the_exact_solution_and_the_exact_steps(monkeypatch):
    law = made_up({2: 3, 1: 2, -1: 6})
    sure = [stopped(law, 12, 30), stopped(law, 12, 30, 25)]
    monkeypatch.setattr(chain, "EXACT_STATES", 0)
    monkeypatch.setattr(chain, "EXACT_WORK", 0)
    for exact, bounded in zip(sure, [stopped(law, 12, 30), stopped(law, 12, 30, 25)], strict=True):
        assert (exact.kind, bounded.kind) == ("exact", "bounded")
        for a, b in zip([*ends(exact), exact.expected_coups], [*ends(bounded), bounded.expected_coups], strict=True):
            assert a.low in b
            assert b.high - b.low < Fraction(1, 10**14)


def test_with_a_long_horizon_the_end_is_that_without_one():
    law = LAWS["banker"]
    forever, long = stopped(law, 5, 10), stopped(law, 5, 10, 1500)
    assert all(abs(a.low - b.low) < Fraction(1, 10**12) for a, b in zip(ends(forever), ends(long), strict=True))
    assert sum(p.low for p in ends(forever)) <= 1 <= sum(p.high for p in ends(forever))


def test_a_chance_of_the_target_below_all_floats_is_not_zero():
    law = made_up({1: 1, -1: 99})
    found = stopped(law, 50, 260)
    q = Fraction(99)
    truth = (1 - q**50) / (1 - q**260)
    assert truth < Fraction(1, 10**300)
    assert 0 < found.chance("target").low <= truth <= found.chance("target").high
    assert found.chance("target").high < truth * (1 + Fraction(1, 10**6))


def test_quantiles_of_the_duration_are_those_of_the_steps():
    durations = stopped(FAIR, 1, 2).durations
    assert [coups for _, coups in durations] == [1, 1, 1]
    assert dict(stopped(FAIR, 2, 4).durations)[Fraction(1, 2)] == 2


def test_a_fall_from_the_highest_point():
    found = stopped(FAIR, 2, None, 3, drawdown=2)
    # Falls of two in three coups: --x, +-- and nothing else (-+- falls one).
    assert found.chance("drawdown").low + found.chance("ruin").low == Fraction(3, 8)


def test_a_stop_loss_is_the_ruin_of_a_smaller_purse():
    small, large = stopped(LAWS["player"], 5, 10), stopped(LAWS["player"], 50, 55, stop_loss=5)
    assert large.chance("stop_loss") == small.chance("ruin")
    assert large.chance("target") == small.chance("target")


# ---------------------------------------------------------------------------------------------------------------
# systems

MARTINGALE = System("martingale", (1, 2, 4), None, 1, stays=False)
SYSTEMS = {"martingale": MARTINGALE, "d'Alembert": System("d'Alembert", (1, 2, 3), -1, 1),
           "labouchere": System("labouchere", line=(1, 1)), "tenth": System("tenth", share=Fraction(1, 2)),
           "limit": System("limit", (1, 2, 4, 8), None, 1, limit=3)}


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("bet", ["player", "banker"])
def test_a_system_is_that_of_all_sequences(name, bet):
    found = stopped(LAWS[bet], 6, 9, 5, system=SYSTEMS[name])
    assert money_of(found) == by_sequences(LAWS[bet], 6, 9, 5, SYSTEMS[name])


def test_no_system_changes_the_loss_per_unit_staked():
    for system in SYSTEMS.values():
        found = stopped(LAWS["player"], 6, 9, 6, system=system)
        mean = sum(money * p for money, p in money_of(found).items())
        assert mean - 6 == found.turnover.low * LAWS["player"].ev == found.result.low


def test_a_system_is_read_from_its_file(tmp_path):
    path = tmp_path / "martingale.toml"
    path.write_text('title = "martingale"\nstakes = [1, 2, 4]\nloss = 1\ntop = "first"\n')
    assert read_system(path) == MARTINGALE


@pytest.mark.parametrize(("text", "message"), [
    ("stakes = [1, 0]", "write whole numbers"), ("stake = [1]", "'stake' is unknown"), ("title = 'x'", "one of them"),
    ("stakes = [1]\nwin = 'up'", "`win` is"), ("proportional = '150%'", "at most 100%")])
def test_a_faulty_system_is_told(tmp_path, text, message):
    path = tmp_path / "system.toml"
    path.write_text(text)
    with pytest.raises(UsageError, match=message):
        read_system(path)


# ---------------------------------------------------------------------------------------------------------------
# what is given back

@pytest.mark.parametrize("name", ["player", "banker"])
def test_after_one_coup_a_rebate_adds_its_share_of_the_chance_of_a_loss(name):
    law = LAWS[name]
    found = stopped(law, 1, None, 1, programme=Programme(rebate=Fraction(1, 10)))
    assert found.ev.low == law.ev + Fraction(1, 10) * Fraction(law.counts[-1], law.of)


def test_a_fair_rebate_makes_the_ev_zero():
    found = stopped(LAWS["player"], 10, None, 8)
    fair = found.fair_rebate.low
    assert stopped(LAWS["player"], 10, None, 8, programme=Programme(rebate=fair)).ev.low == 0


def test_rolling_chips_give_back_a_share_of_what_is_lost():
    law = LAWS["banker"]
    found = stopped(law, 3, None, 2, programme=Programme(rolling=Fraction(12, 1000)))
    assert found.ev.low == 2 * (law.ev + Fraction(12, 1000) * Fraction(law.counts[-1], law.of))


# ---------------------------------------------------------------------------------------------------------------
# dealt

@pytest.mark.parametrize("system", [FLAT, MARTINGALE, SYSTEMS["tenth"], SYSTEMS["limit"]], ids=lambda one: one.title)
def test_dealt_plays_are_within_four_standard_errors(system):
    stakes, rules = [(GAME.named("banker"), Fraction(1))], StopRules(Fraction(8), Fraction(11), Fraction(5), 30)
    terms = Programme(Fraction(1, 10), Fraction(2))
    known = play(GAME.rules, stakes, SHOE, rules, system, terms)
    dealt = dealt_plays(GAME.rules, stakes, SHOE, rules, system, terms, sessions=100_000)
    for end, share in dealt.ends:
        assert abs(share.off(known.chance(end).low)) < 4, end
    for share, truth in ((dealt.coups, known.expected_coups), (dealt.result, known.result), (dealt.ev, known.ev)):
        assert abs(share.off(truth.low)) < 4


# ---------------------------------------------------------------------------------------------------------------
# bad input

@pytest.mark.parametrize(("given", "message"), [
    ({"bankroll": 20, "target": 10}, "`target` 10: is to be above"),
    ({"bankroll": 20}, "unbounded"),
    ({"bankroll": "1/2", "target": 2}, "does not pay for the first bet"),
    ({"bankroll": 20, "target": 40, "stop_loss": 30}, "`stop_loss` 30"),
    ({"bankroll": 20, "target": 40, "drawdown": -1}, "`drawdown` -1")])
def test_rules_that_contradict_each_other_are_refused(given, message):
    with pytest.raises(UsageError, match=message):
        stopped(FAIR, **given)


def test_a_rebate_over_all_of_the_loss_is_refused():
    with pytest.raises(UsageError, match="`rebate` 3/2: from 0% to 100%"):
        stopped(FAIR, 2, 4, programme=Programme(rebate=Fraction(3, 2)))


def test_a_play_that_never_ends_is_told():
    with pytest.raises(UsageError, match="never ends"):
        stopped(made_up({0: 1}), 2, 4)


def test_stakes_are_multiples_of_the_smallest_chip():
    with pytest.raises(UsageError, match="`chip` 5: the stake 1 on tie is no multiple"):
        play(GAME.rules, STAKES, SHOE, StopRules(Fraction(100), None, None, 5), chip=Fraction(5))
