"""What a report leaves out it says in one line, with the reason."""

from exact.analysis.odds.in_play import given_odds
from exact.analysis.odds.laws import Study
from exact.game.catalogue import load_game
from exact.game.shoe import Shoe
from exact.report.document import Block, Paragraph
from exact.report.sections.par import through_table
from exact.report.sections.together import MOST_COVARIED, covariance_blocks, covariances

GAME = load_game("punto-banco")
SHOE = Shoe.of({"0": 6, "5": 6, "1": 2})


def blocks(*names: str) -> list[Block]:
    study = Study(GAME.rules, tuple(map(GAME.named, names)))
    return list(covariance_blocks(covariances(study, study.odds(Shoe.decks(8)), Shoe.decks(8))))


def test_covariances_of_too_many_bets() -> None:
    names = ("player", "banker", "tie", "dragon-7", "panda-8", "big", "small")
    assert len(names) == MOST_COVARIED + 1
    assert blocks(*names) == [
        Paragraph("No covariances: 7 bets are too many pairs, the most is 6; name those of one slip.")]


def test_one_bet_has_no_covariance_and_needs_no_reason() -> None:
    assert blocks("tie") == []


def test_totals_that_a_shoe_cannot_give() -> None:
    by_total = [(int(row.what[0]), row.odds) for row in given_odds(GAME.rules, SHOE, "player-total").rows if row.odds]
    table = through_table(by_total, Study(GAME.rules, ()).odds(SHOE))
    assert [row[0] for row in table.rows] == ["not seen yet", "0", "1", "2", "5", "6"]
    assert table.notes == ("Not of this shoe: 3, 4, 7, 8, 9.",)
