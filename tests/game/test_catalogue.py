"""The catalogue, and a user's own files of games and bets: what they may say, and every bad file named."""

from fractions import Fraction

import pytest

from exact.errors import BetError, ExactError, GameError
from exact.game.catalogue import DEFAULT_GAME, files_of_game, game_names, load_game
from exact.game.rules import STANDARD
from exact.game.shoe import Shoe
from exact.game.toml_file import read_toml

PAGES = ("polish-page", "russian-page", "russian-page-literal", "russian-page-no-five", "russian-page-shifted")


# what ships

@pytest.mark.parametrize("name", game_names())
def test_every_game_of_the_catalogue_reads_and_names_bets_and_readings_that_exist(name):
    game = load_game(name)
    assert game.name == name
    assert game.main
    for bet in game.main:
        assert game.named(bet).lines
    for reading in game.readings:
        assert load_game(reading).rules
    for pair in game.exclusive:
        assert all(game.named(bet).lines for bet in pair)


def test_punto_banco_comes_first_with_eight_decks_and_the_standard_tableau():
    assert game_names()[0] == DEFAULT_GAME == "punto-banco"
    game = load_game("punto-banco")
    assert (game.decks, game.rules, game.main) == (8, STANDARD, ("player", "banker", "tie"))
    assert game.shoe() == Shoe.decks(8)


@pytest.mark.parametrize("name", PAGES)
def test_page_games_list_what_the_page_leaves_unsaid(name):
    game = load_game(name)
    assert game.unsaid
    assert all(item.what and item.assumed for item in game.unsaid)
    assert game.source


def test_the_polish_page():
    game = load_game("polish-page")
    assert (game.decks, game.rules) == (8, STANDARD)
    assert {(claim.bet, claim.quantity, claim.printed) for claim in game.claims} == {
        ("banker", "rtp", "98.94 %"), ("player", "rtp", "98.76 %"), ("tie", "rtp", "85.64 %")}
    assert any("only eight" in item.assumed for item in game.unsaid)


@pytest.mark.parametrize(("name", "differences"), [
    ("russian-page", []),
    ("russian-page-literal", ["Banker on 6 against a third card 4, 5: draws (standard: stands)"]),
    ("russian-page-no-five", ["Banker on 5 against a third card 4, 5, 6, 7: stands (standard: draws)",
                              "Banker on 6 against a third card 4, 5: draws (standard: stands)"]),
    ("russian-page-shifted", ["Banker on 6 against a third card 6, 7: stands (standard: draws)"]),
])
def test_the_four_readings_of_the_russian_page(name, differences):
    game = load_game(name)
    assert game.decks == 6
    assert game.rules.differences() == differences


def test_the_russian_page_names_its_readings():
    assert load_game("russian-page").readings == (
        "russian-page-literal", "russian-page-no-five", "russian-page-shifted")


@pytest.mark.parametrize(("name", "net"), [
    ("player", [1, 0, -1]), ("banker", [Fraction(19, 20), 0, -1]), ("tie", [8, -1]), ("tie:9-to-1", [9, -1]),
    ("banker:4-percent", [Fraction(24, 25), 0, -1]), ("banker:no-commission", [1, 0, -1])])
def test_main_bets_and_their_variants(name, net):
    assert [line.pays for line in load_game("punto-banco").named(name).lines] == net


@pytest.mark.parametrize(("alias", "name"), [("punto", "player"), ("Banco", "banker"), ("egalite", "tie")])
def test_aliases(alias, name):
    game = load_game("punto-banco")
    assert game.named(alias).lines == game.named(name).lines


# pairs of bets

@pytest.mark.parametrize(("bets", "forbidden"), [
    (["player", "banker"], True), (["punto", "banker"], True), (["player", "banker:4-percent"], True),
    (["banco:no-commission", "PUNTO"], True), (["tie", "banker"], False), (["player"], False)])
def test_a_forbidden_pair_by_any_of_its_names(bets, forbidden):
    assert (load_game("polish-page").forbids(bets) is not None) == forbidden
    assert load_game("punto-banco").forbids(bets) is None


# a user's own game

def written(tmp_path, text, name="mine.toml"):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def test_a_game_that_extends_another(tmp_path):
    path = written(tmp_path, 'title = "Mine"\nextends = "punto-banco"\ndecks = 6\n'
                   "[rules]\nplayer_draws = [0, 1, 2, 3, 4]\n")
    game = load_game(path)
    assert (game.name, game.title, game.decks) == ("mine", "Mine", 6)
    assert game.rules.differences() == ["Player on 5: stands (standard: draws)"]


def test_a_game_of_an_infinite_shoe(tmp_path):
    assert load_game(written(tmp_path, 'extends = "punto-banco"\ndecks = "inf"\n')).shoe().infinite


def test_a_bet_of_the_games_own_and_one_that_uses_the_catalogues(tmp_path):
    game = load_game(written(tmp_path, '''
extends = "punto-banco"
main = ["mine", "cheap"]
[bets.mine]
lines = [{ event = "Tie", when = { winner = "tie" }, pays = 9.5 }, { event = "no", pays = -1 }]
[bets.cheap]
use = "banker"
commission = "4%"
'''))
    assert [line.pays for line in game.named("mine").lines] == [Fraction(19, 2), -1]
    assert game.named("cheap").lines[0].pays == Fraction(24, 25)


def test_toml_decimals_are_exact(tmp_path):
    path = tmp_path / "x.toml"
    path.write_text("a = 0.1\nb = 1_0.5\n")
    assert read_toml(path) == {"a": Fraction(1, 10), "b": Fraction(21, 2)}


# bad files

STANDARD_ROWS = "\n".join(f"{t} = []" for t in range(8))
BAD_GAMES = {
    "empty": ("", "empty"),
    "only spaces": (" \n", "empty"),
    "binary": (b"\xff\xfe\x00\x01", "not text in UTF-8"),
    "a nul": (b'title = "a\x00"', "not TOML"),
    "no TOML": ("title = \n", "line 1"),
    "a duplicate key": ('extends = "punto-banco"\ndecks = 6\ndecks = 8\n', "line 3"),
    "a duplicate row": ('extends = "punto-banco"\n[rules.banker_draws]\n5 = [4]\n5 = [5]\n', "line 4"),
    "a misspelt key": ('extends = "punto-banco"\ndeck = 6\n', "deck: unknown key; did you mean 'decks'?"),
    "no rules": ('title = "x"\n', "rules: missing"),
    "rules no table": ('rules = 7\n', "rules: is not a table"),
    "a missing row": (f'[rules]\nnaturals = [8, 9]\nplayer_draws = [0]\n[rules.banker_draws]\n{STANDARD_ROWS[:-7]}\n',
                      "rules.banker_draws: missing row 7"),
    "a misspelt rules key": ('extends = "punto-banco"\n[rules]\nnatural = [8, 9]\n', "rules.natural: unknown key"),
    "a value out of range": ('extends = "punto-banco"\n[rules]\nplayer_draws = [0, 10]\n', "player_draws: 10 is not"),
    "an overlap": ('extends = "punto-banco"\n[rules.banker_draws]\n5 = [4, 4]\n',
                   "rules.banker_draws.5: 4 stands twice"),
    "decks 0": ('extends = "punto-banco"\ndecks = 0\n', "decks: 0 is not a number of decks"),
    "decks -1": ('extends = "punto-banco"\ndecks = -1\n', "decks: -1 is not"),
    "decks 1.5": ('extends = "punto-banco"\ndecks = 1.5\n', "decks: 1.5 is not"),
    "decks nan": ('extends = "punto-banco"\ndecks = nan\n', "decks: nan is not"),
    "decks true": ('extends = "punto-banco"\ndecks = true\n', "decks: true is not"),
    "decks in a text": ('extends = "punto-banco"\ndecks = "8"\n', "decks: '8' is not"),
    "too many decks": ('extends = "punto-banco"\ndecks = 1_000_000_001\n', "decks: 1000000001 is not"),
    "a giant integer": (f'extends = "punto-banco"\ndecks = 0x{"f" * 5000}\n', "more than 40 digits"),
    "a giant decimal integer": (f'extends = "punto-banco"\ndecks = {"9" * 5000}\n', "not TOML"),
    "an unknown parent": ('extends = "punto-blanco"\n', "did you mean 'punto-banco'?"),
    "a parent that is no text": ("extends = 3\n", "extends = 3 is not the name of a game"),
    "a title that is no text": ('extends = "punto-banco"\ntitle = 3\n', "title: 3 is not a text"),
    "a bet named twice": ('extends = "punto-banco"\nmain = ["tie", "tie"]\n', "main: names something twice"),
    "main no list": ('extends = "punto-banco"\nmain = "tie"\n', "main: is not a list"),
    "a pair of three": ('extends = "punto-banco"\nexclusive = [["a", "b", "c"]]\n', "exclusive: is a list of pairs"),
    "a claim without a figure": ('extends = "punto-banco"\nclaims = [{ bet = "tie" }]\n',
                               "claims: is a list of tables"),
    "a claim for no shoe": ('extends = "punto-banco"\nclaims = [{ bet = "tie", quantity = "rtp", printed = "1", '
                            'decks = 0 }]\n', "claims, decks: 0 is not a number of decks"),
    "a claim from nowhere": ('extends = "punto-banco"\nclaims = [{ bet = "tie", quantity = "rtp", printed = "1", '
                             'source = "" }]\n', "claims, source: '' is not a text"),
    "a claim wrong for no reason": ('extends = "punto-banco"\nclaims = [{ bet = "tie", quantity = "ev", printed = "1", '
                                    'finding = "" }]\n', "claims, finding: '' is not a text"),
    "a claim of nothing known": ('extends = "punto-banco"\n'
                                 'claims = [{ bet = "tie", quantity = "bet", printed = "1" }]\n',
                                 "quantity 'bet' is none of rtp, edge, ev, probability"),
    "a bet that is no table": ('extends = "punto-banco"\nbets = { mine = 3 }\n', "bets: holds a table for each bet"),
    "a bet without lines": ('extends = "punto-banco"\n[bets.mine]\ntitle = "x"\n', "bet mine: has no lines"),
    "a bet with a bad name": ('extends = "punto-banco"\n[bets."my bet"]\ntitle = "x"\n',
                            "bet name 'my bet' must be of"),
    "a bet that uses nothing": ('extends = "punto-banco"\n[bets.mine]\nuse = 3\n', "bet 3: a bet is named by a text"),
    "nested arrays": ("a = " + "[" * 100_000, "nested too deeply"),
    "dotted keys without end": (".".join(["a"] * 3_000) + " = 1", "nested too deeply"),
}


@pytest.mark.parametrize(("text", "fault"), BAD_GAMES.values(), ids=BAD_GAMES)
def test_a_bad_game_file_is_refused_with_the_fault(tmp_path, text, fault):
    with pytest.raises(ExactError) as caught:
        load_game(written(tmp_path, text))
    assert fault in str(caught.value)


@pytest.mark.parametrize("name", ["nosuch", "", "Punto-Banco", "../games/punto-banco"])
def test_a_game_that_is_not_in_the_catalogue(name):
    with pytest.raises(GameError, match=r"not in the catalogue.*`exact\.games\(\)` lists it"):
        load_game(name)


def test_missing_files_and_folders(tmp_path):
    (tmp_path / "folder.toml").mkdir()
    for name in ("none.toml", "folder.toml"):
        with pytest.raises(GameError, match=name):
            load_game(str(tmp_path / name))


def test_a_file_too_large_for_a_game(tmp_path):
    with pytest.raises(GameError, match="larger than 2,000,000 bytes"):
        load_game(written(tmp_path, b"#" * 2_000_001))


def test_games_that_extend_each_other(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    written(tmp_path, 'extends = "b.toml"\n', "a.toml")
    written(tmp_path, 'extends = "a.toml"\n', "b.toml")
    with pytest.raises(GameError, match=r"extends itself \(a.toml -> b.toml -> a.toml\)"):
        load_game("a.toml")


# bet files

LINES = 'lines = [{ event = "Tie", when = { winner = "tie" }, pays = 9 }, { event = "no", pays = -1 }]\n'


@pytest.mark.parametrize("text", [f"[mine]\n{LINES}", f"[bets.mine]\n{LINES}"], ids=["top level", "under bets"])
def test_bets_of_a_bet_file(tmp_path, text):
    game = load_game("punto-banco", [written(tmp_path, text)])
    assert [line.pays for line in game.named("mine").lines] == [9, -1]


BAD_BETS = {
    "no table": ("mine = 3\n", "'mine' is not a bet"),
    "bets no table": ("bets = 3\n", "bets holds a table for each bet"),
    "bets a list": ("bets = [1, 2]\n", "bets holds a table for each bet"),
    "a bet that exists": (f"[tie]\n{LINES}", "bet 'tie' exists already"),
    "a name with spaces": (f'["my tie"]\n{LINES}', "must be of letters, digits and - only"),
    "a name in Greek": (f'["Ω"]\n{LINES}', "must be of letters, digits and - only"),
    "no lines": ('[mine]\ntitle = "x"\n', "bet mine: has no lines"),
    "pays nan": ('[mine]\nlines = [{ when = { winner = "tie" }, pays = nan }, { pays = -1 }]\n', "line 1, pays: nan"),
    "pays infinite": ('[mine]\nlines = [{ when = { winner = "tie" }, pays = inf }, { pays = -1 }]\n',
                      "line 1, pays: inf"),
    "empty": ("", "empty"),
    "binary": (b"\x00\xff", "not text in UTF-8"),
}


@pytest.mark.parametrize(("text", "fault"), BAD_BETS.values(), ids=BAD_BETS)
def test_a_bad_bet_file_is_refused_with_the_fault(tmp_path, text, fault):
    with pytest.raises(ExactError) as caught:
        load_game("punto-banco", [written(tmp_path, text)])
    assert fault in str(caught.value)


@pytest.mark.parametrize(("name", "fault"), [
    ("mine:dear", "no such variant; mine has mine:half"),
    ("mine:half", "pays must list one number for each of the 2 lines"),
    ("tie:10-to-1", "no such variant; tie has tie:9-to-1"), ("dragon", "unknown"), ("bankr", "did you mean 'banker'?")])
def test_names_of_bets_that_are_refused(tmp_path, name, fault):
    path = written(tmp_path, f"[mine]\n{LINES}[mine.variants]\nhalf = {{ pays = [1] }}\n")
    with pytest.raises(BetError) as caught:
        load_game("punto-banco", [path]).named(name)
    assert fault in str(caught.value)


@pytest.mark.parametrize("variants", ["3", "[1]", "{ half = 3 }"])
def test_variants_that_are_no_tables(tmp_path, variants):
    path = written(tmp_path, f"[mine]\n{LINES}variants = {variants}\n")
    with pytest.raises(BetError, match="variants holds a table for each variant"):
        load_game("punto-banco", [path]).named("mine:half")


def test_a_game_keeps_the_claims_about_bets_that_it_does_not_change(tmp_path):
    parent = load_game("punto-banco")
    same = load_game("four-percent").claims
    assert same == tuple(claim for claim in parent.claims if claim.bet != "banker")
    assert load_game("russian-page").claims == parent.claims
    assert load_game("misprint-banker-6").claims == ()  # other rules
    mine = load_game(written(tmp_path, 'extends = "punto-banco"\nclaims = []\n'))
    assert mine.claims == ()


def test_a_reading_in_a_file_is_looked_for_beside_the_game(tmp_path):
    (tmp_path / "other.toml").write_text('extends = "punto-banco"\n')
    (tmp_path / "page.toml").write_text('extends = "punto-banco"\nreadings = ["other.toml", "polish-page"]\n')
    readings = load_game(str(tmp_path / "page.toml")).readings
    assert readings == (str(tmp_path / "other.toml"), "polish-page")
    assert [load_game(name).name for name in readings] == ["other", "polish-page"]
    assert files_of_game(str(tmp_path / "page.toml")) == (str(tmp_path / "page.toml"), str(tmp_path / "other.toml"))
