"""Bad input: exit status 2, one `error:` line on stderr, nothing on stdout, no traceback, no file left behind."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import exact
from exact.cli import main

STANDARD_ROWS = "\n".join(f"{total} = []" for total in range(8))
FILES = {
    "empty.toml": b"",
    "binary.toml": b"\xff\xfe\x00\x01",
    "binary.json": b"\xff\xfe\x00\x01",
    "binary.txt": b"\xff\xfe\x00\x01",
    "not.toml": b"title = \n",
    "misspelt.toml": b'extends = "punto-banco"\nrule = 1\n',
    "misspelt-rules.toml": b'extends = "punto-banco"\n[rules]\nplayer_draw = [1]\n',
    "missing-row.toml": b"[rules]\nnaturals = [8, 9]\nplayer_draws = [0]\n[rules.banker_draws]\n" + (
        STANDARD_ROWS[:-7] + "\n").encode(),
    "duplicate.toml": b'extends = "punto-banco"\ndecks = 6\ndecks = 8\n',
    "overlap.toml": b'extends = "punto-banco"\n[rules.banker_draws]\n5 = [4, 4]\n',
    "range.toml": b'extends = "punto-banco"\n[rules.banker_draws]\n5 = [11]\n',
    "decks-nan.toml": b'extends = "punto-banco"\ndecks = nan\n',
    "giant.toml": b'extends = "punto-banco"\ndecks = 0x' + b"f" * 5000 + b"\n",
    "itself.toml": b'extends = "itself.toml"\n',
    "claims.toml": b'extends = "punto-banco"\nclaims = [{ bet = "tie", quantity = "moment", printed = "1" }]\n',
    "figure.toml": b'extends = "punto-banco"\nclaims = [{ bet = "tie", quantity = "rtp", printed = "98 pears" }]\n',
    "main.toml": b'extends = "punto-banco"\nmain = ["nosuch"]\n',
    "readings.toml": b'extends = "punto-banco"\nreadings = ["nosuch"]\n',
    "bets-number.toml": b"bets = 3\n",
    "bet-number.toml": b"mine = 3\n",
    "bet-lines.toml": b'[mine]\ntitle = "x"\n',
    "bet-typo.toml": b'[mine]\nlines = [{ when = { winer = "tie" }, pays = 1 }, { pays = -1 }]\n',
    "bet-tie.toml": b'[tie]\nlines = [{ pays = -1 }]\n',
    "bet-giant.toml": b"[mine]\nlines = [{ pays = 0x" + b"f" * 5000 + b" }]\n",
    "bet-variants.toml": b"[mine]\nvariants = 3\nlines = [{ when = { winner = \"tie\" }, pays = 9 }, { pays = -1 }]\n",
    "bet-superscript.toml": '[mine]\nlines = [{ when = { player.total = "²-5" }, pays = 1 }, { pays = -1 }]\n'.encode(),
    "bet-suits.toml": b'[mine]\nlines = [{ when = { player.one_suit = true }, pays = 1 }, { pays = -1 }]\n',
    "twice.json": b'{"A": 4, "1": 4}',
    "fraction.json": b'{"A": 6.5}',
    "list.json": b"[1, 2]",
    "five.json": b'{"A": 5}',
    "short.txt": b"9 4 K\n9 4 7 7\n",
    "natural.txt": b"# a shoe\n\n9 4 K 2 5\n",
    "stands.txt": b"2 3 3 K 8 5\n",
    "gone.txt": b"9h 4c Ks 2d\n9h 4d Kh 2c\n",
    "words.txt": b"Player wins\n",
    "twice-a-line.txt": b"9 4 K 2 9 4 K 2\n",
}

BAD = {
    # games, bets, formats
    "an unknown game": ("report --game nosuch", "not in the catalogue"),
    "no game": ("report --game=", "not in the catalogue"),
    "a missing game file": ("report --game none.toml", "none.toml"),
    "a folder for a game": ("report --game folder.toml", "folder.toml"),
    "an unknown bet": ("report --bets dragn", "bet 'dragn': unknown"),
    "no bet": ("report --bets ,", "names no bet"),
    "an unknown variant": ("report --bets tie:10-to-1", "no such variant"),
    "an unknown format": ("report --format pdf", "--format"),
    "an unknown command": ("reprot", "did you mean 'report'?"),
    "an unknown option": ("report --deck 8", "--deck"),
    "an option without its value": ("report --decks", "--decks"),
    "too many digits": ("report --digits 61", "--digits"),
    "negative digits": ("report --digits -1", "--digits"),
    "digits that are none": ("report --digits six", "--digits"),
    # decks
    "decks 0": ("report --decks 0", "'0' is not a number of decks"),
    "decks -1": ("report --decks -1", "'-1' is not a number of decks"),
    "decks 1.5": ("report --decks 1.5", "'1.5' is not a number of decks"),
    "decks nan": ("report --decks nan", "'nan' is not a number of decks"),
    "decks beyond a milliard": ("report --decks 1000000001", "from 1 to 1,000,000,000"),
    "decks with a power": ("report --decks 1e9", "'1e9' is not"),
    "decks in Arabic-Indic": ("report --decks ٨", "is not a number of decks"),
    "decks of a thousand digits": ("report --decks " + "9" * 1000, "is not a number of decks"),
    # shoes
    "shoe with decks": ("report --shoe A=10 --decks 1", "--shoe with --decks"),
    "five cards": ("report --shoe A=5", "shoe of 5 cards"),
    "no cards": ("report --shoe A=0", "shoe of 0 cards"),
    "five cards after removal": ("report --shoe A=6 --remove A", "shoe of 5 cards"),
    "a negative count": ("report --shoe A=-1", "A=-1"),
    "a fractional count": ("report --shoe A=6.5", "A=6.5"),
    "a count that is none": ("report --shoe A=x", "A=x"),
    "no count": ("report --shoe A=", "A="),
    "no kind": ("report --shoe =6", "card ''"),
    "no card": ("report --shoe 11=6", "card '11'"),
    "a kind twice": ("report --shoe 'A=10 A=10'", "name the same cards"),
    "a kind under two names": ("report --shoe '1=10 A=10'", "name the same cards"),
    "a kind inside another": ("report --shoe '0=10 K=10'", "name the same cards"),
    "a card inside a rank": ("report --shoe '9=10 9h=1'", "name the same cards"),
    "a missing shoe file": ("report --shoe none.json", "none.json"),
    "a folder for a shoe": ("report --shoe folder.toml", "folder.toml"),
    "a shoe file without end": ("report --shoe /dev/zero", "larger than"),
    # removal
    "a card that is not there": ("report --decks 1 --remove 9,9,9,9,9", "card 9: not in the shoe"),
    "a card in full that is not there": ("report --decks 1 --remove 9h,9h", "card 9h: not in the shoe"),
    "a card that is none": ("report --remove 11", "card '11'"),
    "removal from the infinite shoe": ("report --decks inf --remove 9", "infinite shoe"),
    # suits
    "suits of a shoe by value": ("report --shoe 0=100,9=50 --bet-file bet-suits.toml --bets mine", "not distinguished"),
    "suits after removal by rank": ("report --decks 1 --remove 9 --bet-file bet-suits.toml --bets mine",
                                    "not distinguished"),
    "suits of a dealt card": ("odds --dealt P9 --bet-file bet-suits.toml --bets mine", "suit"),
    # slips
    "a forbidden pair": ("report --game polish-page --stakes player=1,banker=1", "forbids banker and player"),
    "a forbidden pair under aliases": ("report --game polish-page --stakes punto=1,banco=1", "forbids"),
    "a forbidden pair under a variant": ("report --game polish-page --stakes player=1,banker:4-percent=1", "forbids"),
    "a bet twice": ("report --stakes tie=1,tie=2", "names a bet twice"),
    "a bet twice under an alias": ("report --stakes player=1,punto=2", "names a bet twice"),
    "no stake": ("report --stakes tie", "NAME=NUMBER"),
    "a stake of nought": ("report --stakes tie=0", "a stake is above 0"),
    "a negative stake": ("report --stakes tie=-1", "a stake is above 0"),
    "a stake of nan": ("report --stakes tie=nan", "'nan' is not a number"),
    "a stake over nought": ("report --stakes tie=1/0", "'1/0' is not a number"),
    "a stake on nothing known": ("report --stakes dragn=1", "bet 'dragn': unknown"),
    "money of nought": ("report --stake 0", "--stake"),
    "money of nan": ("report --stake nan", "--stake"),
    # coups in progress
    "a third card after a natural": ("odds --dealt 'P9 B4 PK B2 P5'", "natural 9"),
    "Banker draws when the table says stand": ("odds --dealt 'P2 B3 P3 BK P8 B5'", "Banker stands on 3"),
    "cards out of turn": ("odds --dealt 'P2 P3'", "out of turn"),
    "a dealt card that is none": ("odds --dealt P11", "card '11'"),
    "a dealt card that is not there": ("odds --decks 1 --dealt 'P9h B9h'", "card 9h: not in the shoe"),
    "a total of ten": ("odds --dealt P=10", "two-card total"),
    "a superscript total": ("odds --dealt P=²", "two-card total"),
    "a total that the shoe cannot make": ("odds --shoe 0=100 --dealt P=5", "cannot come from this shoe"),
    "too few cards behind a deal": ("odds --shoe A=5 --dealt 'PA'", "shoe of 4 cards"),
    "a deal with a shoe as dealt": ("odds --dealt P9 --seen short.txt", "--seen with --dealt"),
    "the tree of the infinite shoe": ("odds --decks inf --explain", "finite shoe"),
    "a tree too deep": ("odds --explain --depth 9", "--depth"),
    # shoes as dealt
    "a missing shoe as dealt": ("odds --seen none.txt", "none.txt"),
    "a folder as dealt": ("odds --seen folder.toml", "folder.toml"),
    "a shoe as dealt without end": ("odds --seen /dev/zero", "longer than"),
    "a binary shoe as dealt": ("odds --seen binary.txt", "is UTF-16; save the log as UTF-8"),
    "a coup that is not over": ("odds --seen short.txt", "line 1: the coup is not over"),
    "a coup after a natural": ("odds --seen natural.txt", "line 3: card 5: Player has a natural 9"),
    "a coup against the table": ("odds --seen stands.txt", "line 1: card 5: Banker stands on 3"),
    "a card dealt twice": ("odds --decks 1 --seen gone.txt", "line 2: card 9h: not in the shoe"),
    "words": ("odds --seen words.txt", "holds results"),
    "two coups in a line": ("odds --seen twice-a-line.txt", "line 1:"),
    "as dealt from the infinite shoe": ("odds --decks inf --seen gone.txt", "line 1: card 9h: an infinite shoe"),
    # comparison, games
    "one game alone": ("compare punto-banco", "two games or more"),
    "no game at all": ("compare", "GAME"),
    "a game that is not there": ("compare punto-banco nosuch", "not in the catalogue"),
    "a bet that is not there": ("compare punto-banco polish-page --bets dragn", "bet 'dragn': unknown"),
    "a game in full that is not there": ("games nosuch", "not in the catalogue"),
    # output
    "a folder that does not exist": ("report --output none/x.txt", "--output 'none/x.txt'"),
    "a folder for output": ("odds --output folder.toml", "names a folder"),
    "output under a file": ("report --output empty.toml/x.txt", "--output 'empty.toml/x.txt'"),
    "output in a folder of /proc": ("report --output /proc/x.txt", "--output '/proc/x.txt'"),
    "output with too long a name": ("report --output " + "x" * 300, "--output"),
    # files
    **{f"game {name}": (f"report --game {name}.toml", fault) for name, fault in {
        "empty": "empty", "binary": "not text in UTF-8", "not": "line 1", "misspelt": "rule: unknown key",
        "misspelt-rules": "rules.player_draw: unknown key", "missing-row": "missing row 7", "duplicate": "line 3",
        "overlap": "4 stands twice", "range": "11 is not a third card", "decks-nan": "decks: nan",
        "giant": "more than 40 digits", "itself": "extends itself", "claims": "quantity 'moment'",
        "figure": "'98 pears'", "main": "bet 'nosuch'", "readings": "game 'nosuch'"}.items()},
    **{f"bet file {name}": (f"report --bets mine --bet-file {name}.toml", fault) for name, fault in {
        "bets-number": "bets holds a table", "bet-number": "'mine' is not a bet", "bet-lines": "has no lines",
        "bet-typo": "did you mean 'winner'?", "bet-tie": "exists already", "bet-giant": "more than 40 digits",
        "bet-superscript": "is impossible", "empty": "empty", "binary": "not text in UTF-8"}.items()},
    "bet file with bad variants": ("report --bets mine:x --bet-file bet-variants.toml", "variants holds a table"),
    **{f"shoe file {name}": (f"report --shoe {name}.json", fault) for name, fault in {
        "binary": "not text in UTF-8", "twice": "name the same cards", "fraction": "count is a whole number",
        "list": "one object of pairs", "five": "shoe of 5 cards"}.items()},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder of bad files, the same for every case: none of them may change it."""
    path = tmp_path_factory.mktemp("bad")
    for name, data in FILES.items():
        (path / name).write_bytes(data)
    (path / "folder.toml").mkdir()
    return path


def words(command):
    import shlex
    return shlex.split(command)


@pytest.mark.parametrize(("command", "fault"), BAD.values(), ids=BAD)
def test_bad_input_is_one_line_and_status_two(command, fault, folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    before = sorted(os.listdir(folder))
    try:
        status = main(words(command))
    except SystemExit as stop:
        status = stop.code
    out, err = capsys.readouterr()
    assert status == 2
    assert out == ""
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    assert fault in err
    assert sorted(os.listdir(folder)) == before


@pytest.mark.parametrize("command", ["report --game nosuch", "report --decks 0", "odds --dealt P=²",
                                     "report --bet-file bets-number.toml"])
def test_as_a_process(command, folder):
    done = subprocess.run([sys.executable, "-m", "exact", *words(command)], cwd=folder, capture_output=True, text=True,
                          timeout=60, env=environment(), check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1


def environment(**more):
    return os.environ | {"PYTHONPATH": str(Path(exact.__file__).parent.parent)} | more


def run(*arguments, **how):
    return subprocess.run([sys.executable, "-m", *arguments], capture_output=True, timeout=60, check=False, **how)


# what works although it may look odd

def test_a_milliard_of_decks_works(capsys):
    assert main(["odds", "--decks", "1000000000", "--format", "json"]) == 0
    assert '"count"' in capsys.readouterr().out


def test_output_is_utf_8_whatever_the_terminal_says():
    done = run("exact", "odds", "--dealt", "P5 B4", "--explain", env=environment(PYTHONIOENCODING="ascii"))
    assert done.returncode == 0, done.stderr
    assert "·" in done.stdout.decode("utf-8")


def test_report_as_a_module_is_the_report(capsys):
    assert main(["report", "--decks", "6"]) == 0
    assert run("exact.report", "--decks", "6", env=environment()).stdout.decode() == capsys.readouterr().out


def test_a_reader_that_goes_away_is_no_error():
    shell = f"{sys.executable} -m exact report | head -1"
    done = subprocess.run(shell, shell=True, capture_output=True, text=True, timeout=60, env=environment(), check=False)
    assert "Traceback" not in done.stderr


# files appear whole or not at all

def test_output_goes_to_the_file_and_says_so_on_stderr(tmp_path, capsys):
    path = tmp_path / "report.txt"
    assert main(["report", "--output", str(path)]) == 0
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"wrote {path}\n")
    assert main(["report"]) == 0
    assert path.read_text() == capsys.readouterr().out
    assert os.listdir(tmp_path) == ["report.txt"]


def test_a_failing_report_leaves_the_old_file_as_it_was(tmp_path, capsys):
    path = tmp_path / "report.txt"
    path.write_text("old")
    assert main(["report", "--shoe", "A=5", "--output", str(path)]) == 2
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["report.txt"]
    assert "shoe of 5 cards" in capsys.readouterr().err


def test_a_file_that_cannot_be_moved_into_place_leaves_nothing(tmp_path, monkeypatch, capsys):
    def refuse(self, target):  # noqa: ARG001
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "replace", refuse)
    assert main(["report", "--output", str(tmp_path / "report.txt")]) == 2
    assert "Permission denied" in capsys.readouterr().err
    assert os.listdir(tmp_path) == []


def test_a_read_only_file_is_not_replaced(tmp_path, monkeypatch, capsys):
    path = tmp_path / "report.txt"
    path.write_text("old")
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write anywhere
    assert main(["report", "--output", str(path)]) == 2
    assert "Permission denied" in capsys.readouterr().err
    assert path.read_text() == "old"


def test_output_follows_a_link(tmp_path):
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    target.write_text("old")
    link.symlink_to(target)
    assert main(["games", "--output", str(link)]) == 0
    assert link.is_symlink()
    assert target.read_text() != "old"


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True)
    assert main(["games", "--output", str(pipe)]) == 0
    assert "punto-banco" in reader.communicate(timeout=30)[0]
    assert pipe.is_fifo()
