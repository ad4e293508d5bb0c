"""Claims as people write them."""

from fractions import Fraction

import pytest

from exact.analysis.published.claim_files import read_claims
from exact.analysis.published.claims import claim_query, parse_claim, read_terms
from exact.errors import BetError, ClaimError
from exact.game.catalogue import load_game
from exact.game.claim import Claim

GAME = load_game("punto-banco")


@pytest.mark.parametrize(("text", "claim"), [
    ("banker rtp 98.94%", ("banker", "rtp", "98.94%")),
    ("banker house edge 1.06 %", ("banker", "edge", "1.06 %")),
    ("player standard deviation: 0.95", ("player", "std_dev", "0.95")),
    ("tie 9:1 edge 4.80%", ("tie 9:1", "edge", "4.80%")),
    ("tie odds 9.5 to 1", ("tie", "odds", "9.5 to 1")),
    ("banker return 98.94", ("banker", "rtp", "98.94")),
    ("lucky-7 line 'the count of cards' probability 0.0075", ("lucky-7 line 'the count of cards'", "probability",
                                                              "0.0075")),
    ("ox-6 contribution 0.87", ("ox-6", "contribution", "0.87")),
    ("banker probability 45.90% n=100000", ("banker", "probability", "45.90% n=100000")),
])
def test_claims_are_read(text, claim):
    assert parse_claim(text) == Claim(*claim)


@pytest.mark.parametrize("text", ["banker", "banker rtp", "rtp 98.94%", "banker colour 3", ""])
def test_a_claim_without_a_part_says_the_form(text):
    with pytest.raises(ClaimError, match="BET QUANTITY FIGURE"):
        parse_claim(text)


def pays(text):
    query = claim_query(GAME, parse_claim(text))
    return {max(line.pays for line in bet.lines) for bet in (*query.bets, *(one.bet for one in query.elsewhere))}


def test_commissions_and_prices_are_tried():
    assert {1, Fraction(49, 50), Fraction(39, 40), Fraction(24, 25), Fraction(19, 20)} <= pays("banker rtp 98%")
    assert {8, 9} <= pays("tie rtp 85%")


@pytest.mark.parametrize("figure", ["45% n=0", "45% n=10000000000000000"])
def test_a_sample_has_a_size(figure):
    with pytest.raises(ClaimError, match="n is a number of coups"):
        read_terms(Claim("banker", "probability", figure))


@pytest.mark.parametrize(("words", "says"), [("four", "no line"), ("player", "several lines")])
def test_a_line_is_named_by_its_words(words, says):
    with pytest.raises(ClaimError, match=f"{says} of lucky-7.*its lines are 'Player wins with a two-card 7'"):
        claim_query(GAME, Claim(f"lucky-7 line '{words}'", "probability", "1%"))


def test_a_line_has_no_edge_of_its_own():
    with pytest.raises(ClaimError, match="no house edge of its own"):
        claim_query(GAME, Claim("lucky-7 line 'two cards'", "edge", "1%"))


def test_a_price_that_is_said_is_the_only_one_tried():
    assert pays("tie 9 to 1 edge 4.84%") == {9}
    assert pays("banker 4% edge 0.60%") == {Fraction(24, 25)}


def test_an_unknown_bet_is_named():
    with pytest.raises(BetError, match="did you mean 'banker'"):
        claim_query(GAME, parse_claim("bankr rtp 98%"))


def test_an_unreadable_figure_is_quoted_with_its_claim():
    with pytest.raises(ClaimError, match=r"claim 'banker rtp many'.*forms that can"):
        claim_query(GAME, Claim("banker", "rtp", "many"))


CSV = "\ufeffpage;bet;quantity;printed;decks\r\nrules;banker;rtp;98,94 %;8\r\n\r\nfaq;tie;edge;14.1%;\r\n"
TOML = '[[claims]]\npage = "rules"\nbet = "banker"\nquantity = "rtp"\nprinted = "98.94 %"\ndecks = 8\n'


def test_files_of_claims(tmp_path):
    (tmp_path / "a.csv").write_text(CSV, encoding="utf-8")
    (tmp_path / "a.toml").write_text(TOML, encoding="utf-8")
    rules, faq = read_claims(tmp_path / "a.csv")
    assert (rules.page, rules.stated) == ("rules", "8")
    assert rules.claims == (Claim("banker", "rtp", "98,94 %", "8", "rules"),)
    assert (faq.page, faq.stated) == ("faq", None)
    (tmp_path / "b.csv").write_text("bet,quantity,printed,n\nbanker,rtp,98.9%,100000\ntie,rtp,85.6%,\n")
    simulated, worked_out = read_claims(tmp_path / "b.csv")[0].claims
    assert (read_terms(simulated).coups, read_terms(worked_out).coups) == (100_000, None)
    assert read_claims(tmp_path / "a.toml")[0].claims == (Claim("banker", "rtp", "98.94 %", "8", "rules"),)


@pytest.mark.parametrize(("name", "data", "words"), [
    ("a.csv", b"bet,quantity\nbanker,rtp\n", "the columns are"),
    ("a.csv", b"", "the columns are"),
    ("a.csv", b"bet,quantity,printed\n", "no claims"),
    ("a.csv", b"bet,quantity,printed\nbanker,rtp,\n", "line 2: no printed"),
    ("a.csv", b"bet,quantity,printed\nbanker,rtp\n", "line 2: has not 3 columns"),
    ("a.csv", b"bet,quantity,printed\nbanker,rtp,1%,9,9\n", "line 2: has not 3 columns"),
    ("a.csv", b"bet,quantity,printed,decks\nbanker,rtp,1%,x\n", "decks 'x'"),
    ("a.csv", b"bet,quantity,printed\nbanker,rtp,1\xff%\n", "not text in UTF-8"),
    ("a.csv", b"bet,quantity,printed,n\nbanker,rtp,1%,1e5\n", "line 2: n '1e5'"),
    ("a.toml", b"claims = 3\n", r"no \[\[claims\]\]"),
    ("a.toml", b"[[claims]]\nbet = 1.5\n", "claim 1: no quantity"),
    ("a.toml", b"[[claims]]\nbett = 'x'\n", "unknown key 'bett'"),
    ("a.toml", b"[[", "not TOML"),
])
def test_bad_files_are_named(tmp_path, name, data, words):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(ClaimError, match=words) as error:
        read_claims(tmp_path / name)
    assert name in str(error.value)
