"""The joint law of running count and coup: against every sub-shoe of tiny shoes, and the figures for eight decks."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from exact.analysis.counting.law import Counted, CountLaw, made, square
from exact.analysis.counting.tags import CountError, Tags, parse_tags
from exact.analysis.counting.trigger import Divisor, parse_trigger
from exact.analysis.odds.laws import bet_law
from exact.engine.brute_force import Walk
from exact.errors import ShoeExhaustedError, UsageError
from exact.game.bets import Bet
from exact.game.catalogue import load_game
from exact.game.definition import GameDefinition
from exact.game.shoe import Shoe
from tests.oracles.brute_counting import ev, sub_shoes

KINDS = [0, 17, 17, 30, 33, 35, 35, 40]  # A 5 5 8 9 9 9 J, in suits
TINY = Shoe.of({"Ac": 1, "5d": 2, "8h": 1, "9d": 1, "9s": 2, "Jc": 1})


@pytest.fixture(scope="module")
def game() -> GameDefinition:
    return load_game("punto-banco")


def by_enumeration(game: GameDefinition, bet: Bet, tags: Tags, size: int) -> dict[Fraction, tuple[int, Fraction]]:
    """Running count -> number of sub-shoes, and their EVs added up."""
    found: dict[Fraction, tuple[int, Fraction]] = {}
    full = sum(tags.tags[kind] for kind in KINDS)
    for left, ways in sub_shoes(KINDS, size):
        count = tags.start + full - sum(tags.tags[kind] for kind in left)
        shoes, total = found.get(count, (0, Fraction(0)))
        found[count] = shoes + ways, total + ways * ev(game.rules, bet, left)
    return found


@pytest.mark.parametrize(("name", "text", "size"), [
    ("banker", "5=-1 9=2", 6), ("banker", "5=-1 9=2", 7), ("banker", "A=1/2 5=-3 8=1 9=0.5", 7), ("banker", "A=0", 7),
    ("banker", "9d=1 9s=-2 0=1", 7), ("dragon-7", "A=1/2 5=-3 8=1 9=0.5", 6),
    ("dragon-7", "5=1 8=1", 7), ("dragon-7", "A-0=2", 7)])
def test_equals_the_enumeration_of_every_sub_shoe(game: GameDefinition, name: str, text: str, size: int) -> None:
    bet, tags = game.named(name), parse_tags(text, Fraction(3, 2))
    law = Counted(game.rules, TINY, tags).law(bet, size)
    want = by_enumeration(game, bet, tags, size)
    got = {count: (shoes, Fraction(result * law.of, law.results_of))
           for count, shoes, result in zip(law.running_counts, law.shoes, law.results, strict=True)}
    assert got == want


@pytest.mark.parametrize(("name", "tags"), [("tie", "4-7=-1 8,9=2"), ("lucky-6", "6=-3 7-9=1")])
def test_all_counts_together_give_the_full_shoe(game: GameDefinition, name: str, tags: str) -> None:
    shoe, bet = Shoe.decks(1).remove("9c", "4d"), game.named(name)
    want = bet_law(game.rules, bet, shoe)
    counted = Counted(game.rules, shoe, parse_tags(tags))
    depths = [6, 7, 25, 26, 40, 50]
    laws = zip(counted.laws(bet, depths, made), counted.laws(bet, depths), counted.laws(bet, depths, square),
               strict=True)  # side by side: each needs longer blocks than the one before
    for n, (bets, law, squared) in zip(depths, laws, strict=True):
        assert law.mean == want.ev
        assert sum(law.shoes) == comb(50, n) == law.of
        assert bets.mean == 1
        assert squared.mean == want.variance + want.ev**2


def test_ten_tags_together_give_the_full_shoe(game: GameDefinition) -> None:
    tags = parse_tags("0=1 A=-1 2=2 3=-2 4=3 5=-3 6=4 7=-4 8=5 9=0")
    law = Counted(game.rules, Shoe.decks(1), tags).law(game.named("player"), 17)
    assert law.mean == bet_law(game.rules, game.named("player"), Shoe.decks(1)).ev


def test_a_bet_whose_polynomial_is_split_by_suits(game: GameDefinition, tmp_path: Path) -> None:
    path = tmp_path / "red.toml"
    path.write_text('[reds]\ntitle = "All of one colour"\nlines = [{ event = "yes", when = { both.one_colour = true },'
                    ' pays = 22 }, { event = "no", pays = -1 }]\n')
    bet = load_game("punto-banco", [str(path)]).named("reds")
    counted = Counted(game.rules, TINY, parse_tags("8=1 9=2"))
    law = counted.law(bet, 7)
    want = by_enumeration(game, bet, counted.tags, 7)
    assert {count: Fraction(result * law.of, law.results_of) for count, result in zip(
        law.running_counts, law.results, strict=True)} == {count: total for count, (_, total) in want.items()}


@pytest.mark.parametrize(("left", "probability", "mean"), [
    (26, "0.387499", "0.128444"), (52, "0.300099", "0.085810"), (104, "0.189550", "0.054151"),
    (208, "0.057028", "0.029861")])
def test_dragon_7_in_eight_decks(game: GameDefinition, left: int, probability: str, mean: str) -> None:
    law = Counted(game.rules, Shoe.decks(8), parse_tags("4-7=-1 8-9=2")).law(game.named("dragon-7"), left)
    reached, gain = law.when(parse_trigger("4"))
    assert f"{float(reached):.6f}" == probability
    assert f"{float(gain / reached):.6f}" == mean
    assert f"{float(law.mean):.6f}" == "-0.076113"


def test_five_tags_merge_into_the_same_law_as_the_walk_gives(game: GameDefinition) -> None:
    """Every value its own tag: each running count is one composition, and the walk knows its EV."""
    shoe = Shoe.of({"0": 3, "A": 1, "4": 2, "6": 1, "9": 2})
    tags = parse_tags("0=1 A=4 4=8 6=24 9=48")
    law = Counted(game.rules, shoe, tags).law(game.named("banker"), 7)
    walk = Walk(game.rules)
    for count, shoes, result in zip(law.running_counts, law.shoes, law.results, strict=True):
        left, counts = 3 + 4 + 16 + 24 + 96 - count, [0] * 10
        for value, tag, most in ((9, 48, 2), (6, 24, 1), (4, 8, 2), (1, 4, 1), (0, 1, 3)):
            counts[value] = min(int(left) // tag, most)
            left -= counts[value] * tag
        assert left == 0
        player, banker, _ = walk.outcomes(counts)
        want = Fraction(19 * banker - 20 * player, 20 * 7 * 6 * 5 * 4 * 3 * 2)
        assert Fraction(result, shoes) * Fraction(law.of, law.results_of) == want


def test_best_trigger_is_the_best_of_all(game: GameDefinition) -> None:
    law = Counted(game.rules, Shoe.decks(2), parse_tags("4-7=-1 8-9=2")).law(game.named("dragon-7"), 40)
    best = law.best()
    assert best is not None
    gains = {(count, relation): law.when(parse_trigger(f"rc{relation}{count}"))[1]
             for count in law.running_counts for relation in (">=", "<=")}
    assert best.gain == max(gains.values()) == gains[best.running_count, ">="]
    assert best.probability == law.when(parse_trigger(f"rc>={best.running_count}"))[0]


def test_when_agrees_with_the_trigger_count_by_count(game: GameDefinition) -> None:
    law = Counted(game.rules, Shoe.decks(1), parse_tags("4-7=-1 8-9=2", 1)).law(game.named("tie"), 30)
    for text in ("2", ">2", "<=-1", "<1/2", "rc>=3", "rc<-2", "99", "<=-99"):
        for divisor in Divisor:
            trigger = parse_trigger(text, divisor)
            reached = [i for i, count in enumerate(law.running_counts) if trigger.reached(count, 30)]
            assert law.when(trigger) == (Fraction(sum(law.shoes[i] for i in reached), law.of),
                                         Fraction(sum(law.results[i] for i in reached), law.results_of))


def test_a_trigger_that_is_never_reached(game: GameDefinition) -> None:
    law: CountLaw = Counted(game.rules, Shoe.decks(1), parse_tags("9=1")).law(game.named("tie"), 20)
    assert law.when(parse_trigger("100")) == (0, 0)


def test_bad_shoes_depths_and_tags_are_refused(game: GameDefinition) -> None:
    tags, tie = parse_tags("9=1"), game.named("tie")
    with pytest.raises(CountError, match="infinite shoe"):
        Counted(game.rules, Shoe.infinite_deck(), tags)
    with pytest.raises(ShoeExhaustedError, match="may need 6"):
        Counted(game.rules, Shoe.of({"9": 5}), tags)
    for n in (5, 53, -1):
        with pytest.raises(UsageError, match=f"`cards_left` {n}: must be from 6 .* to 52"):
            Counted(game.rules, Shoe.decks(1), tags).law(tie, n)
    with pytest.raises(CountError, match="has 13,344,040,449 terms"):
        Counted(game.rules, Shoe.decks(8), parse_tags("9=1000000 8=3"))
    with pytest.raises(CountError, match="different tags"):
        Counted(game.rules, Shoe.of({"9": 20}), parse_tags("9h=1"))
