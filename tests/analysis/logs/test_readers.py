"""Every layout is read back as it was written; what is ambiguous or broken is refused by line, column and way out."""

import gzip
import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact.analysis.logs.columns import meaning, read_map
from exact.analysis.logs.reader import BadRow, LogReader
from exact.errors import LogError
from exact.game.cards import BY_KIND, BY_RANK, VALUES, parse_card
from exact.game.shoe import Shoe

RANKS, SUITS = "A23456789TJQK", "cdhs"
RANK_NAMES = dict(zip(RANKS, ["Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack",
                              "Queen", "King"], strict=True))
SUIT_NAMES = {"c": "Clubs", "d": "Diamonds", "h": "Hearts", "s": "Spades"}
SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def ten(rank):
    return "10" if rank == "T" else rank


NOTATIONS = {
    "9h": lambda r, s: r + s, "9H": lambda r, s: r + s.upper(), "10h": lambda r, s: ten(r) + s,
    "h9": lambda r, s: s + r, "S_K": lambda r, s: f"{s.upper()}_{ten(r)}", "10♠": lambda r, s: ten(r) + SIGNS[s],
    "Ten of Hearts": lambda r, s: f"{RANK_NAMES[r]} of {SUIT_NAMES[s]}",
    "rank": lambda r, _: r, "rank, 10": lambda r, _: ten(r), "value": lambda r, _: "0" if r in "TJQK" else r,
    "1-13": lambda r, _: str(RANKS.index(r) + 1),
}
WINNERS = {"B": "PBT", "Banker": ("Player", "Banker", "Tie"), "banker win": ("player win", "banker win", "tie"),
           "庄": "闲庄和", "庒": "闲庒和", "bankier": ("gracz", "bankier", "remis"),
           "банкир": ("игрок", "банкир", "ничья")}
HANDS = {"hands": ("player", "banker"), "cards": ("player_cards", "Banker Cards"), "闲": ("闲", "庄")}
SIX = {"p1": "p1 b1 p2 b2 p3 b3", "pcard1": "pcard1 pcard2 pcard3 bcard1 bcard2 bcard3",
       "Player 1": "Player_1 Player_2 Player_3 Banker_1 Banker_2 Banker_3",
       "third": "player_first_card player_second_card player_third_card b1 b2 b3"}
PLACES = {name: meaning(name) for names in SIX.values() for name in names.split()}

cards = st.tuples(st.sampled_from(RANKS), st.sampled_from(SUITS))
hand = st.lists(cards, min_size=2, max_size=3)
coups = st.lists(st.fixed_dictionaries({"player": hand, "banker": hand, "winner": st.integers(0, 2),
                                        "shoe": st.integers(1, 2)}), min_size=1, max_size=12)


def written(coup, notation, winners, columns, apart):
    """The cells of a coup by the name of their column."""
    write = NOTATIONS[notation]
    told = {"date": "2026-12-01", "shoe": str(coup["shoe"]), "winner": WINNERS[winners][coup["winner"]]}
    hands = {side: [write(*card) for card in coup[side]] for side in ("player", "banker")}
    if columns in HANDS:
        for name, side in zip(HANDS[columns], hands, strict=True):
            told[name] = apart(hands[side])
    else:
        for name in SIX[columns].split():
            side, place = PLACES[name].split("_")
            told[name] = dict(enumerate(hands[side], 1)).get(int(place), "")
    return told


def delimited(rows, order, delimiter):
    names = [list(rows[0])[i] for i in order]
    return "\n".join(delimiter.join(row[name] if delimiter not in row[name] else f'"{row[name]}"' for name in names)
                     for row in [dict(zip(names, names, strict=True)), *rows]) + "\n"


def as_json(rows, form):
    if form == "lines":
        return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    cells = [list(row.values()) for row in rows]
    if form == "lists":
        return json.dumps([list(rows[0]), *cells], ensure_ascii=False, indent=len(rows) % 3 or None)
    if form == "split":
        return json.dumps({"columns": list(rows[0]), "index": list(range(len(rows))), "data": cells},
                          indent=len(rows) % 3 or None)
    return json.dumps(rows if form == "list" else {"decks": 8, "about": {"by": "x"}, "games": rows}, indent=1)


def read(data, numbers=None, given=None):
    data = data.encode() if isinstance(data, str) else data
    return LogReader(io.BytesIO(data), "log", Shoe.decks(8), numbers=numbers, given=given)


LEVELS = {"rank": BY_RANK, "rank, 10": BY_RANK, "value": VALUES, "1-13": BY_RANK}


def same(reader, wanted, notation):
    """Every coup as it was written, as finely as its notation can tell."""
    level = LEVELS.get(notation, BY_KIND)
    rows = list(reader)
    assert not [row for row in rows if isinstance(row, BadRow)], rows
    assert level.refines(reader.partition)
    for row, coup in zip(rows, wanted, strict=True):
        assert (row.winner, row.shoe) == (coup["winner"], str(coup["shoe"]))
        for side in ("player", "banker"):
            kinds = [parse_card(rank + suit) for rank, suit in coup[side]]
            assert list(getattr(row, side)) == [reader.partition.find(kind) for kind in kinds]


@settings(max_examples=150, deadline=None)
@given(coups, st.sampled_from(sorted(NOTATIONS)), st.sampled_from(sorted(WINNERS)),
       st.sampled_from(sorted([*HANDS, *SIX])), st.sampled_from([",", ";", "\t", "|"]), st.booleans(),
       st.sampled_from([" ", ",", ", ", "list"]), st.randoms())
def test_a_table_is_read_back(coups, notation, winners, columns, delimiter, packed, between, rng):
    def apart(hand):
        if notation == "Ten of Hearts":
            return ", ".join(hand)
        return "['" + "', '".join(hand) + "']" if between == "list" else between.join(hand)

    rows = [written(coup, notation, winners, columns, apart) for coup in coups]
    order = list(range(len(rows[0])))
    rng.shuffle(order)
    data = delimited(rows, order, delimiter).encode()
    reader = read(gzip.compress(data) if packed else data, "1-13" if notation == "1-13" else None)
    assert reader.understood.ignored == ("date",)
    same(reader, coups, notation)


@settings(max_examples=80, deadline=None)
@given(coups, st.sampled_from(sorted(NOTATIONS)), st.sampled_from(sorted(WINNERS)), st.sampled_from(sorted(HANDS)),
       st.sampled_from(["lines", "list", "object", "lists", "split"]), st.booleans())
def test_json_is_read_back(coups, notation, winners, columns, form, inner):
    rows = [written(coup, notation, winners, columns, list) for coup in coups]
    if inner and form not in ("lists", "split"):
        rows = [{"id": i, **{name: value for name, value in row.items() if not isinstance(value, list)},
                 "hands": {name: value for name, value in row.items() if isinstance(value, list)}}
                for i, row in enumerate(rows)]
    same(read(as_json(rows, form), "1-13" if notation == "1-13" else None), coups, notation)


@settings(max_examples=60, deadline=None)
@given(coups, st.sampled_from(sorted({*NOTATIONS} - {"Ten of Hearts"})), st.sampled_from(sorted(WINNERS)),
       st.sampled_from(["p1", "pcard1"]), st.sampled_from([" ", "   ", "columns"]))
def test_a_table_apart_by_spaces_is_read_back(coups, notation, winners, columns, apart):
    rows = [{name: cell or "-" for name, cell in written(coup, notation, winners, columns, None).items()}
            for coup in coups]
    lines = [list(rows[0]), *(list(row.values()) for row in rows)]
    if apart == " " and any(" " in cell for line in lines for cell in line):
        apart = "  "
    widths = [max(map(len, column)) if apart == "columns" else 0 for column in zip(*lines, strict=True)]
    text = "\n".join((apart if apart != "columns" else "  ").join(
        cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in lines)
    if any(" " in cell for line in lines for cell in line):  # a name of two words shows that two spaces part the cells
        text = text.replace("date", "the date" if apart != "columns" else "a day", 1)
    same(read(text, "1-13" if notation == "1-13" else None), coups, notation)


@pytest.mark.parametrize(("text", "wanted"), [
    ('[[["9h","4d","2c"],["Kc","2d","3s"],"player"],[["9h","9d"],["Kc","2d"],"P"]]', [(3, 3, 0), (2, 2, 0)]),
    ('[["9h","4c","Kd","2d"],\n ["9h","4c","Kd","2s","5d"]]', [(2, 2, None), (2, 3, None)]),
])
def test_lists_of_hands_or_of_cards_in_the_order_of_dealing_are_coups(text, wanted):
    assert [(len(row.player), len(row.banker), row.winner) for row in read(text)] == wanted


def test_blank_lines_of_one_column_hold_nothing():
    assert [bytes(row.results) for row in read("winner\nB\nP\n\nT\n").result_rows()] == [bytes([1, 0, 2])]


def test_lists_of_results_are_shoes():
    rows = list(read('[["P","B","T"],["B","B","P"]]').result_rows())
    assert [(row.shoe, list(row.results)) for row in rows] == [("1", [0, 1, 2]), ("2", [1, 1, 0])]


@pytest.mark.parametrize(("text", "says"), [
    ("shoe winner\n1 B\n1\n1 B\n", "row 3: 1 columns where the header names 2; spaces cannot show an empty cell"),
    ('[["shoe","winner"],[1,"B"],[1,"P",3]]', "a list with a value for each name (there are 2)"),
    ('[["x","y"],[1,2]]', "['x', 'y'] is not a coup"),
    ("[" * 5000, "too deep to hold coups"), ('[{"winner": ' + "[" * 5000, "too deep to hold coups"),
    ("PBTX\nBP\n", "line 1: 'PBTX' is none of player, banker, tie (P, B, T), nor a row of such letters: 'X' at"),
    ("PBBTP\n9h 4c Ks 2d\n", "line 2: '9h 4c Ks 2d' is none of player, banker, tie"),
])
def test_cells_that_no_name_stands_over_are_refused(text, says):
    try:
        said = [str(row.error) for row in read(text).result_rows() if isinstance(row, BadRow)]
    except LogError as error:
        said = [str(error)]
    assert says in said[0]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.integers(0, 2), min_size=2, max_size=90), min_size=1, max_size=8),
       st.sampled_from(["PBT", "pbt", "闲庄和"]), st.sampled_from(["", " ", ","]))
def test_results_are_read_back(shoes, letters, between):
    text = "".join(between.join(letters[code] for code in shoe) + "\n" for shoe in shoes)
    rows = list(read(text).result_rows())
    assert [(row.shoe, list(row.results)) for row in rows] == [(str(i), shoe) for i, shoe in enumerate(shoes, 1)]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 3), st.integers(0, 2)), min_size=1, max_size=30),
       st.sampled_from(sorted(WINNERS)))
def test_a_table_of_winners_is_read_back(coups, winners):
    text = "shoe,result\n" + "".join(f"{shoe},{WINNERS[winners][code]}\n" for shoe, code in coups)
    rows = list(read(text).result_rows())
    assert [(row.shoe, code) for row in rows for code in row.results] == [(str(s), c) for s, c in coups]


def test_a_row_may_hold_the_results_of_a_shoe():
    text = "shoe,date,results\n7,x,PBBT\n8,x,BP\n"
    assert [(row.shoe, list(row.results)) for row in read(text).result_rows()] == [("7", [0, 1, 1, 2]), ("8", [1, 0])]
    (row,) = read('{"results": ["B", "P", "T"]}').result_rows()
    assert list(row.results) == [1, 0, 2]
    rows = list(read("results\nPB\nPB\n").result_rows())
    assert len({row.shoe for row in rows}) == 2


def test_a_winner_that_the_totals_contradict_is_told_at_its_line():
    reader = read("winner,player total,banker total\nB,3,6\nP,2,5\nT,1,1\n,9,1\n")
    found = [(reader.file.line, row.contradiction) for row in reader.result_rows() if row.contradiction]
    assert found == [(3, "2 to 5 is a win of Banker, and the log says a win of Player")]
    assert b"".join(row.results for row in read("winner,p_total,b_total\nB,3,6\n,9,1\n").result_rows()) == b"\1\0"


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(*[st.integers(0, 99)] * 3), min_size=1, max_size=10))
def test_counts_are_read_back(counts):
    text = "date,ties,player wins,Banker Wins\n" + "".join(f"d,{t},{p},{b}\n" for p, b, t in counts)
    assert list(read(text).count_rows()) == counts


def test_parquet_is_read_through_pandas():
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    file = io.BytesIO()
    pandas.DataFrame({"player_cards": [["9h", "4d"], ["Ks", "2c", "3c"]], "banker_cards": [["7s", "2d"], ["Qh", "9s"]],
                      "player_total": [3, None], "winner": ["B", "B"]}).to_parquet(file)
    file.seek(0)
    rows = list(LogReader(file, "log.parquet", Shoe.decks(8)))
    assert [(len(row.player), row.totals, row.winner) for row in rows] == [(2, (3, None), 1), (3, (None, None), 1)]


def test_parquet_without_the_extra_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(LogError, match=r"needs pandas and pyarrow.*or save the log as CSV"):
        read(b"PAR1\x00\x00")


def test_a_shoe_that_holds_its_coups_is_unfolded():
    shoes = [{"shoeId": name, "rounds": [{"player": ["K", "4"], "banker": ["7", "T"], "winner": "B"}] * 2}
             for name in ("a", "b")]
    for text in (json.dumps(shoes), "".join(json.dumps(shoe) + "\n" for shoe in shoes)):
        assert [row.shoe for row in read(text)] == ["a", "a", "b", "b"]
    unnamed = json.dumps({"shoes": [{"games": shoe["rounds"]} for shoe in shoes]}, indent=2)
    assert next(iter(read(unnamed))).line > 1
    assert len({row.shoe for row in read(unnamed)}) == 2


def test_cards_as_objects_of_rank_and_suit():
    row = {"player": [{"rank": "10", "suit": "hearts"}, {"rank": "K", "suit": "S"}],
           "banker": [{"rank": "A", "suit": "clubs"}, {"rank": "7", "suit": "d"}]}
    (found,) = read(json.dumps([row]))
    assert [str(BY_KIND.classes[card]) for card in found.player + found.banker] == ["Th", "Ks", "Ac", "7d"]


# what is ambiguous is asked

TENS = "player,banker\n" + "10 5,9 4\n3 2 10,10 7\n8 1,6 10\n" * 12


def test_whether_a_ten_is_a_rank_or_any_ten_valued_card_is_asked():
    with pytest.raises(LogError, match="`cards` ranks or `cards` values"):
        read(TENS)
    assert (read(TENS, "ranks").partition, read(TENS, "values").partition) == (BY_RANK, VALUES)


def test_cards_numbered_to_thirteen_are_asked_about():
    (bad, _) = list(read("player,banker\n13 5,9 4\n3 2,9 7\n"))
    assert "give `cards` 1-13" in str(bad.error)
    (row,) = list(read("player,banker\n13 1,10 4\n", "1-13"))
    assert [str(BY_RANK.classes[card]) for card in row.player + row.banker] == ["K", "A", "T", "4"]


def test_two_columns_of_one_meaning_are_asked_about():
    text = "p1,p2,b1,b2,winner,result\n9,8,2,3,P,B\n"
    with pytest.raises(LogError, match="'winner' and 'result' both seem to be who won; say which by `map`"):
        read(text)
    reader = read(text, given=read_map("winner=result"))
    assert (next(iter(reader)).winner, reader.understood.ignored) == (1, ("winner",))


def test_columns_that_no_name_tells_are_mapped():
    text = "a,b,c,d,x\n9,8,2,3,P\n"
    with pytest.raises(LogError, match="no columns for the cards"):
        read(text)
    reader = read(text, given=read_map("player_1=a,banker_1=b,player_2=c,banker_2=d,winner=x"))
    assert [([BY_RANK.names[card] for card in row.player + row.banker], row.winner) for row in reader] == [
        (["9", "2", "8", "3"], 0)]


@pytest.mark.parametrize(("text", "words"), [("who=x", "'who' is none of shoe"), ("winner", "MEANING=COLUMN"),
                                             ("winner=a,winner=b", "once"), ("winner=nothing", "no such column")])
def test_bad_maps(text, words):
    with pytest.raises(LogError, match=words):
        read("player,banker\n9 8,2 3\n", given=read_map(text))


# bad input

GOOD = "player,banker,winner\n9 8,2 3,player\n"
BROKEN = {
    "a NUL byte": (GOOD.encode() + b"9 8,2\x003,player\n", "row 3, column 'banker', character 6: a NUL byte"),
    "seven cards": (b"9 8 2 3\n9 8 2 3 4 5 6\n", "line 2: 7 cards; a coup has at most six"),
    "four cards in a hand": (GOOD.encode() + b"9 8 2 3,2 3,player\n", "row 3, column 'player': 4 cards"),
    "another layout": (GOOD.encode() + b"9,8,2,3,player\n", "row 3: 5 columns where the header names 3"),
    "another notation": (GOOD.encode() + b"9x 8h,2 3,player\n", "row 3, column 'player': card '9x'"),
    "a result that is none": (b"PBBT\nPBXT\n", "line 2: 'PBXT' is none of .*: 'X' at character 3"),
    "no number of coups": (b"ties,player wins,banker wins\n1,2,3\n1,x,3\n", "row 3, column 'player wins': 'x'"),
    "an empty winner": (b"shoe,winner\n1,B\n1,\n", "row 3, column 'winner': empty"),
    "a list that is not closed": (b'[{"player": ["9", "8"], "banker": ["2", "3"]},\n', "not closed"),
    "an object that is cut off": (b'[{"player": ["9", "8"], "banker": ["2", "3"]},\n{"player": ["9"', "not closed"),
    "a comma that is missing": (b'[{"player": "9 8", "banker": "2 3"}\n{"player": "9 8"}]', "line 2, .*comma"),
    "a line that is no object": (b'{"player": "9 8", "banker": "2 3"}\n{"player" "9 8"}\n'
                                 b'{"player": "9 8", "banker": "2 3"}\n', "line 2, .*not an object of JSON"),
    "bytes in JSON": (b'[{"player": "9 8", "banker": "2 3"},\n{"player": "\xe9"}]', "not UTF-8"),
}


def everything(data):
    reader = read(data)
    return list({"cards": reader.__iter__, "results": reader.result_rows, "counts": reader.count_rows}[reader.reads]())


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_is_named_with_its_place(name):
    data, words = BROKEN[name]
    try:
        bad = [row.error for row in everything(data) if isinstance(row, BadRow)]
    except LogError as error:
        bad = [error]
    with pytest.raises(LogError, match=words):
        raise bad[0]


def test_reading_goes_on_behind_a_line_of_json_that_is_broken():
    rows = everything(BROKEN["a line that is no object"][0])
    assert [isinstance(row, BadRow) for row in rows] == [False, True, False]


@pytest.mark.parametrize(("data", "words"), [
    (GOOD.encode("utf-16"), "UTF-16"), (b"PK\x03\x04", "zip archive"), (b"[]", "no list of coups"), (b"", "empty"),
    (b"{}", "no list of coups"),
    (gzip.compress(GOOD.encode() * 999)[:-40], "cannot be read on")])
def test_files_that_are_no_logs(data, words):
    with pytest.raises(LogError, match=words):
        everything(data)
