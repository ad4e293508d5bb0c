"""The counting section of the whole report: its numbers, and that it says what it leaves out."""

from fractions import Fraction

import pytest

from exact.analysis.odds.laws import Study
from exact.game.catalogue import load_game
from exact.game.shoe import Shoe
from exact.report.document import Document, Figure, Paragraph
from exact.report.plots import Lines
from exact.report.sections.countability import CountingStudy, counting_data, counting_of, counting_section

GAME = load_game("punto-banco")
NAMES = ("banker", "dragon-7")
SHOE = Shoe.of({"0": 24, "1": 6, "2": 6, "3": 6, "4": 6, "5": 6, "6": 6, "7": 6, "8": 6, "9": 6})


@pytest.fixture(scope="module")
def study() -> CountingStudy:
    return counting_of(GAME.rules, tuple(map(GAME.named, NAMES)), SHOE)


def section(study: CountingStudy) -> Document:
    return Document("t", "s/1", tuple(counting_section(study)))


def words(study: CountingStudy) -> list[str]:
    return [block.text for block in section(study).blocks if isinstance(block, Paragraph)]


def test_tables_and_figures(study: CountingStudy) -> None:
    found = section(study)
    assert [table.slug for table in found.tables] == ["ev-spread", "counting-gain", "ev-by-count"]
    assert [figure.slug for figure in found.figures] == ["spread-of-ev", "gain-by-cards-left", "ev-against-count"]
    for item in study.found:
        for law in item.laws:
            assert law.mean == Study(GAME.rules, (item.bet,)).odds(SHOE).bets[0].ev
    assert [row["bet"] for row in counting_data(study)] == list(NAMES)


def test_gains_are_drawn_at_every_depth_at_which_the_table_has_digits_of_them(study: CountingStudy) -> None:
    figure = next(block for block in section(study).figures if block.key == "gain-by-cards-left")
    assert isinstance(figure.plot, Lines)
    assert figure.plot.x == study.depths
    for curve, item in zip(figure.plot.curves, study.counted, strict=True):
        gains = [item.gains[n] * 10**7 for n in study.depths]
        assert list(curve.values) == [gain if gain >= Fraction(1, 100) else None for gain in gains]


@pytest.mark.parametrize(("shoe", "reason"), [
    (Shoe.infinite_deck(), "infinite"), (Shoe.of({"0": 6}), "has 6 cards"),
    (Shoe.of({"0": 8, "9": 4}), "has 12 cards")])
def test_where_there_is_nothing_to_count_the_section_says_why(shoe: Shoe, reason: str) -> None:
    found = counting_of(GAME.rules, (GAME.named("tie"),), shoe)
    assert section(found).tables == section(found).figures == []
    assert [text for text in words(found) if reason in text]


def test_too_many_bets_are_not_counted_and_the_section_says_so() -> None:
    bets = tuple(map(GAME.named, ("player", "banker", "tie", "dragon-7", "panda-8", "big")))
    found = counting_of(GAME.rules, bets, SHOE)
    assert found.found == ()
    assert words(found) == ["None: the report is of 6 bets, and at most 5 are counted in one; name those that"
                            " matter."]


def test_a_bet_that_is_left_out_is_named_with_its_reason() -> None:
    bets = (GAME.named("tie"), GAME.named("insurance-6"))
    found = counting_of(GAME.rules, bets, Shoe.of({str(n): 4 for n in range(10)}))
    assert [item.bet.name for item in found.found] == ["tie"]
    assert [text for text in words(found) if text.startswith("Left out: bet insurance-6: not offered")]
    said = next(block for block in counting_section(found) if isinstance(block, Figure)).alt
    assert "tie" in said
    assert "insurance" not in said


def test_one_depth_makes_no_curve() -> None:
    found = counting_of(GAME.rules, (GAME.named("tie"),), Shoe.of({"0": 9, "4": 5, "9": 5}))
    assert found.depths == (13,)
    assert section(found).figures == []
    assert [table.slug for table in section(found).tables] == ["ev-spread", "counting-gain"]
    assert any(text.startswith("No picture of the spread of the EV") for text in words(found))
