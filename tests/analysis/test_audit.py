"""The audit: clean logs raise nothing, every planted fault is found in its row, and the sums are exact."""

import io
import math
import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from exact.analysis.audit.audit import AS_THE_LOG_SAYS, BLOCK, Auditor, audit
from exact.analysis.audit.checks import Settlement
from exact.analysis.logs.reader import LogReader
from exact.analysis.odds.laws import Study
from exact.errors import BetError, LogError, ShoeError, UsageError
from exact.game.bet_catalogue import catalogue_bets
from exact.game.bet_file import read_bet
from exact.game.cards import BY_KIND, BY_RANK, KINDS, VALUES
from exact.game.catalogue import load_game
from exact.game.shoe import Shoe
from tests.oracles import log_dealer as dealer

GAME = load_game("punto-banco")


def bet(name, when, pays, offered=None):
    table = {"lines": [{"event": name, "when": when, "pays": pays}, {"event": "else", "pays": -1}]}
    return read_bet(name, table | ({"offered": offered} if offered else {}), GAME.rules.naturals)


MAIN = [GAME.named(name) for name in GAME.main]
PAIRS = [bet("pair", {"player": {"pair": True}}, 11), bet("perfect", {"banker": {"suited_pair": True}}, 25),
         bet("seven", {"winner": "banker", "banker": {"total": 7, "cards": 3}}, 40),
         bet("third", {"player": {"total": 6}}, 3, offered={"player": {"natural": False}})]


def run(data, bets=MAIN, shoe=None, keep_going=False, on_evs=None, game=GAME, **options):
    data = data if isinstance(data, bytes) else data.encode()
    shoe = shoe or Shoe.decks(8)
    reader = LogReader(io.BufferedReader(io.BytesIO(data)), "log.csv", shoe)
    auditor = Auditor(game.rules, shoe, bets, [game.named(name) for name in reader.net_bets], reader.partition,
                      on_evs=on_evs, **options)
    return audit(reader, auditor, keep_going)


def test_a_clean_log_raises_nothing():
    found = run(dealer.text(dealer.rows(10_000, seed=3)), MAIN + PAIRS)
    assert (found.rows, found.judged, found.fault_count, found.skipped) == (10_000, 10_000, 0, 0)
    assert found.partition == BY_KIND
    assert sum(found.outcomes.observed) == 10_000


def by_hand(lines, bets, decks):
    """Expected and observed by Fractions and the coup polynomial, one coup after another."""
    shoe, name = None, None
    sums = {one: [Fraction(0)] * 3 for one in bets}
    outcomes = [Fraction(0)] * 6
    for row in lines:
        if row[0] != name:
            shoe, name = Shoe.decks(decks), row[0]
        shown = [token for token in row[8].split() if not token.startswith("+")]
        shoe = shoe.remove(*shown)
        odds = Study(GAME.rules, tuple(bets)).odds(shoe)
        coup = {0: row[2].split()[0], 1: row[3].split()[0], 2: row[2].split()[1], 3: row[3].split()[1]}
        coup |= {4: row[2].split()[2]} if len(row[2].split()) > 2 else {}
        coup |= {5: row[3].split()[2]} if len(row[3].split()) > 2 else {}
        kinds = {position: 4 * dealer.RANKS.index(card[0]) + dealer.SUITS.index(card[1])
                 for position, card in coup.items()}
        for one, law in zip(bets, odds.bets, strict=True):
            line = one.result(kinds)
            if line is not None:
                sums[one][0] += one.lines[line].pays
                sums[one][1] += law.ev
                sums[one][2] += law.variance
        p, b = odds.player, odds.banker
        for i, part in enumerate((p, b, odds.tie, p * (1 - p), b * (1 - b), -p * b)):
            outcomes[i] += part
        shoe = shoe.remove(*coup.values())
    return sums, outcomes


def test_expected_and_variance_are_exact():
    lines = list(dealer.rows(60, seed=5, decks=2))
    found = run(dealer.text(lines), MAIN + PAIRS, Shoe.decks(2))
    sums, outcomes = by_hand(lines, MAIN + PAIRS, 2)
    assert [one.bet for one in found.bets] == MAIN + PAIRS
    for test in found.bets:
        assert [test.observed, test.expected, test.variance] == sums[test.bet], test.bet.name
    assert list(found.outcomes.expected + found.outcomes.covariances) == outcomes
    o, e, (a, b, c) = found.outcomes.observed, found.outcomes.expected, found.outcomes.covariances
    x, y = o[0] - e[0], o[1] - e[1]
    inverse = [[b / (a * b - c * c), -c / (a * b - c * c)], [-c / (a * b - c * c), a / (a * b - c * c)]]
    assert found.outcomes.quadratic_form == (x * inverse[0][0] + y * inverse[1][0]) * x + (
        x * inverse[0][1] + y * inverse[1][1]) * y


def test_the_evs_before_each_coup_are_exact():
    lines = list(dealer.rows(12, seed=8))
    blocks = []
    run(dealer.text(lines), MAIN, on_evs=blocks.append)
    shoe = Shoe.decks(8).remove(lines[0][8].split()[0])
    for i, row in enumerate(lines):
        odds = Study(GAME.rules, tuple(MAIN)).odds(shoe)
        assert [Fraction(*evs[i]) for evs in blocks[0].evs] == [law.ev for law in odds.bets]
        assert blocks[0].rows[i] == (i + 2, "1", str(i + 1), shoe.cards)
        shoe = shoe.remove(*row[2].split(), *row[3].split())


def kinds_of(player, banker):
    """A coup as the kind of card at each position, from its two hands in words."""
    return {position: 4 * dealer.RANKS.index(card[0]) + dealer.SUITS.index(card[1])
            for hand, positions in ((player, (0, 2, 4)), (banker, (1, 3, 5)))
            for position, card in zip(positions, hand.split(), strict=False)}


def every_bet():
    """Every bet of the catalogue whose pays depend on the cards alone."""
    for name, table in catalogue_bets().items():
        for variant in ("", *(f":{one}" for one in table.get("variants", {}))):
            try:
                yield GAME.named(name + variant)
            except BetError:
                continue


EVERY_BET = list(every_bet())
LEAST_OF_BETS = 100


def test_the_line_of_every_bet_is_the_one_that_the_bet_itself_gives():
    """Every bet of the catalogue on coups as dealt, and on coups of two suits and of one colour, which are rare."""
    rng = random.Random(17)
    coups = [kinds_of(row[2], row[3]) for row in dealer.rows(150, seed=17, decks=2)]
    for suits in (("c",), ("h", "d"), ("c", "s")):
        for _ in range(60):
            shoe = [rank + suit for rank in dealer.RANKS for suit in suits] * 8
            rng.shuffle(shoe)
            coups.append(kinds_of(*map(" ".join, dealer.deal(shoe))))
    home = {kind: BY_KIND.of_kind(kind) for kind in KINDS}
    table = np.array([[home.get(coup.get(position), -1) for position in range(6)] for coup in coups], dtype=np.int8)
    assert len(EVERY_BET) > LEAST_OF_BETS
    for one in EVERY_BET:
        assert Settlement(one, BY_KIND).lines(table) == [one.result(coup) for coup in coups], one.name


@pytest.mark.parametrize(("player", "banker", "red", "black"), [
    ("2c 3c 4c", "7c Kc", -1, 24), ("2h 3d 4h", "7d Kh", 22, -1), ("2h 3c 4h", "7d Kh", -1, -1),
    ("9h 9c", "7d Kd", -1, -1), ("9s 9c", "7s Ks", -1, 24)])
def test_all_red_and_all_black_are_not_the_same(player, banker, red, black):
    bets = [GAME.named("all-red"), GAME.named("all-black")]
    assert [bet.result(kinds_of(player, banker)) for bet in bets] == [int(red < 0), int(black < 0)]
    header = ["player", "banker", "net:all-red", "net:all-black"]
    row = [player, banker, str(red), str(black)]
    found = run(dealer.text([row], header), bets)
    assert [test.observed for test in found.bets] == [red, black]
    assert not found.faults
    wrong = run(dealer.text([[player, banker, str(-red), str(black)]], header), bets)
    assert [fault.kind for fault in wrong.faults] == ["wrong payout"]


def test_blocks_join_without_a_seam():
    whole = list(dealer.rows(BLOCK + 300, seed=11))
    a = run(dealer.text(whole))
    assert a.judged == BLOCK + 300
    cut = next(i for i, row in enumerate(whole) if row[0] == "20" and row[1] == "1")
    parts = [run(dealer.text(part)) for part in (whole[:cut], whole[cut:])]
    for i in range(3):
        assert a.bets[i].expected == sum(part.bets[i].expected for part in parts)
        assert a.bets[i].variance == sum(part.bets[i].variance for part in parts)


# one planted fault of each kind

def plant(change, seed=21, where=bool, coups=300):
    lines = list(dealer.rows(coups, seed))
    place = next(i for i, row in enumerate(lines) if i > 40 and where(row))
    change(lines[place])
    return lines, place + 2


def cards(row, hand):
    return row[2 if hand == "player" else 3].split()


def natural(row):
    return max(dealer.total(cards(row, "player")[:2]), dealer.total(cards(row, "banker")[:2])) >= 8


def settle(row):
    """What the game said follows the cards, so that only the draw is wrong."""
    p, b = dealer.total(cards(row, "player")), dealer.total(cards(row, "banker"))
    row[4:7] = ["player" if p > b else "banker" if b > p else "tie", str(p), str(b)]
    row[7] = ""


def give(hand, card):
    def change(row):
        row[2 if hand == "player" else 3] += f" {card}"
        settle(row)
    return change


def take(hand):
    def change(row):
        row[2 if hand == "player" else 3] = " ".join(cards(row, hand)[:2])
        settle(row)
    return change


def stood(row):
    return not natural(row) and len(cards(row, "player")) == 2 and len(cards(row, "banker")) == 2


def put(place, value):
    def change(row):
        row[place] = value(row[place]) if callable(value) else value
    return change


PLANTED = {
    "Player draws on six or seven": (give("player", "2c"), stood, "illegal third card"),
    "Banker draws on seven": (give("banker", "2c"), lambda row: stood(row), "illegal third card"),
    "Player's third card is missing": (take("player"), lambda row: len(cards(row, "player")) == 3
                                       and len(cards(row, "banker")) == 2, "missing third card"),
    "Banker's third card is missing": (take("banker"), lambda row: len(cards(row, "banker")) == 3,
                                       "missing third card"),
    "a natural is not respected": (give("player", "2c"), natural, "natural not respected"),
    "the wrong winner": (put(4, lambda won: "tie" if won != "tie" else "banker"), bool, "wrong winner"),
    "a wrong total": (put(5, lambda total: str((int(total) + 1) % 10)), bool, "wrong total"),
    "a wrong payout": (put(7, "1"), lambda row: row[4] == "banker", "wrong payout"),
    "a payout where the bet lost": (put(7, "0.95"), lambda row: row[4] == "player", "wrong payout"),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found_in_its_row(name):
    change, where, kind = PLANTED[name]
    lines, row = plant(change, where=where)
    found = run(dealer.text(lines))
    assert [(fault.line, fault.kind) for fault in found.faults] == [(row, kind)]
    lawful = kind in ("wrong winner", "wrong total", "wrong payout")
    assert found.judged == len(lines) - (not lawful), "only a coup whose cards break the rules is left out"
    assert (sum(found.left_out), found.selected) == (not lawful, not lawful)


def test_ties_paid_as_losses_are_no_evidence_against_the_cards():
    """A coup that is paid wrongly stays: left out, the log would show no tie at all."""
    lines = list(dealer.rows(3000, seed=5))
    for row in lines:
        row[7] = "-1" if row[4] == "tie" else row[7]
    found = run(dealer.text(lines))
    ties = sum(row[4] == "tie" for row in lines)
    assert found.kinds == {"wrong payout": ties}
    assert (found.judged, found.outcomes.observed[2]) == (3000, ties)
    assert found.outcomes == run(dealer.text([[*row[:7], "", *row[8:]] for row in lines])).outcomes
    assert found.outcomes.p_of(2) > 0.05


def test_the_p_value_of_one_outcome_is_that_of_its_own_z():
    found = run(dealer.text(list(dealer.rows(500, seed=9)))).outcomes
    for outcome in range(3):
        variance = [*found.covariances[:2], sum(found.covariances[:2]) + 2 * found.covariances[2]][outcome]
        z = float(found.observed[outcome] - found.expected[outcome]) / math.sqrt(variance)
        assert math.isclose(found.p_of(outcome), math.erfc(abs(z) / math.sqrt(2)))


def test_a_ninth_seven_of_hearts_is_found_and_breaks_its_shoe():
    lines = list(dealer.rows(300, seed=21))
    sevens = [i for i, row in enumerate(lines) if row[0] == "1"]
    place = sevens[-3]
    seen = sum((row[2] + " " + row[3] + " " + row[8]).split().count("7h") for row in lines[:place] if row[0] == "1")
    lines[place][2], lines[place][3] = " ".join(["7h"] * 2), "7h 7h"
    for extra in range(8 - seen - 4 + 1):
        lines[place - 1 - extra][8] += " 7h"
    settle(lines[place])
    found = run(dealer.text(lines))
    assert found.faults[0].kind == "impossible card"
    assert "7h number 9 in a shoe that holds 8" in found.faults[0].text
    assert found.faults[0].line == place + 2
    assert found.skipped == 2, "the two coups after it in that shoe"


def test_more_cards_than_the_shoe_holds():
    lines = list(dealer.rows(70, seed=2))
    lines[30][8] = "+300"
    found = run(dealer.text(lines))
    assert found.faults[0].kind == "more cards than the shoe holds"
    assert found.faults[0].line == 32


def test_a_coup_after_the_cut_card():
    lines = list(dealer.rows(160, seed=4))
    place = next(i for i, row in enumerate(lines) if row[9])
    assert run(dealer.text(lines)).fault_count == 0, "one coup more is the rule"
    lines[place][9], lines[place - 1][9] = "", "yes"
    found = run(dealer.text(lines))
    assert [(fault.line, fault.kind) for fault in found.faults] == [(place + 3, "coup after the cut card")]
    assert run(dealer.text(lines), procedure=replace(AS_THE_LOG_SAYS, extra=2)).fault_count == 0


@pytest.mark.parametrize(("cut", "faults"), [(14, 0), (16, 0), (60, 3)])
def test_uc_134_the_cut_card_by_its_place(cut, faults):
    """House procedures put it before the last 14 or 16 cards; the dealer stops at 14."""
    lines = [[*row[:9], ""] for row in dealer.rows(80, seed=9) if row[0] == "1"]
    found = run(dealer.text(lines), procedure=replace(AS_THE_LOG_SAYS, cut=cut))
    assert (found.fault_count > 0) is (faults > 0)


def test_a_log_by_rank_and_one_by_point_value():
    lines = list(dealer.rows(200, seed=6))
    ranks = [[*row[:2], *(" ".join(card[0] for card in hand.split()) for hand in row[2:4]), *row[4:8],
              row[8].replace("c", "").replace("d", "").replace("h", "").replace("s", ""), row[9]] for row in lines]
    values = [[cell.translate(str.maketrans("TJQK", "0000")) if i in (2, 3, 8) else cell for i, cell in enumerate(row)]
              for row in ranks]
    by_kind, by_rank, by_value = (run(dealer.text(some), MAIN + PAIRS) for some in (lines, ranks, values))
    assert (by_kind.partition, by_rank.partition, by_value.partition) == (BY_KIND, BY_RANK, VALUES)
    assert by_rank.unknown == ("perfect",)
    assert by_value.unknown == ("pair", "perfect")
    assert by_kind.bets[:3] == by_rank.bets[:3] == by_value.bets[:3]
    assert by_kind.outcomes == by_value.outcomes


def test_what_was_paid_on_a_bet_that_the_log_cannot_tell_is_not_judged():
    """Two kings by rank may or may not be of one suit: neither a win nor a loss of Perfect Pair is a fault."""
    header = ["player", "banker", "net:perfect-pair", "net:player"]
    found = run(dealer.text([["K K 2", "7 K", "-1", "-1"], ["K K 2", "7 K", "25", "1"]], header))
    assert [(fault.line, fault.text.partition(":")[0]) for fault in found.faults] == [(3, "player")]
    assert found.unknown == ("net:perfect-pair",)


def test_a_coarse_shoe_makes_a_coarse_audit():
    shoe = Shoe.of({"0": 128, "A": 32, **{str(n): 32 for n in range(2, 10)}})
    assert run(dealer.text(dealer.rows(50, seed=6)), shoe=shoe).partition == VALUES


def test_six_columns_of_cards_and_no_other():
    header = ["p1", "p2", "p3", "b1", "b2", "b3"]
    lines = [[*f"{row[2]}   ".split(" ")[:3], *f"{row[3]}   ".split(" ")[:3]] for row in dealer.rows(70, seed=3)
             if row[0] == "1"]
    found = run(dealer.text(lines, header))
    assert (found.rows, found.shoes, found.fault_count) == (len(lines), 1, 0)


# bad input

GOOD = dealer.text(list(dealer.rows(20, seed=1)))


def broken(change):
    lines = GOOD.encode().split(b"\n")
    return change(lines) or b"\n".join(lines)


def at(place, old, new):
    def change(lines):
        assert old in lines[place]
        lines[place] = lines[place].replace(old, new, 1)
    return change


BAD = {
    "an unknown card": (at(3, GOOD.split("\n")[3].split(",")[2].split()[0].encode(), b"Zx"),
                        "row 4, column 'player'.*'Zx'"),
    "another encoding": (at(4, b",", b"\xe9,"), "row 5, column 'shoe'.*0xe9"),
    "too few columns": (at(5, b",", b""), "row 6: 9 columns where the header names 10"),
    "a total of 12": (lambda lines: lines.__setitem__(6, b",".join(
        [*lines[6].split(b",")[:5], b"12", *lines[6].split(b",")[6:]])), "row 7, column 'player_total'"),
    "a hand of one card": (lambda lines: lines.__setitem__(2, b",".join(
        [*lines[2].split(b",")[:2], b"9h", *lines[2].split(b",")[3:]])), "row 3, column 'player'.*two or three"),
    "an unknown winner": (lambda lines: lines.__setitem__(2, b",".join(
        [*lines[2].split(b",")[:4], b"dealer", *lines[2].split(b",")[5:]])), "row 3, column 'winner'"),
    "a payout in words": (lambda lines: lines.__setitem__(2, b",".join(
        [*lines[2].split(b",")[:7], b"lots", *lines[2].split(b",")[8:]])), "row 3, column 'net:banker'"),
    "a line without end": (lambda lines: lines.__setitem__(2, b"x" * 200_000), "row 3: longer than"),
    "unbalanced quotes": (at(2, b",", b',"'), "row 3: quotes"),
    "a last line cut off": (lambda lines: b"\n".join(lines)[:-12], "row 21.*cut off"),
    "a card without its suit": (lambda lines: lines.__setitem__(5, lines[5].replace(
        lines[5].split(b",")[2].split()[0], lines[5].split(b",")[2][:1], 1)), "row 6, column 'player'.*no suit"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_row_is_named_and_the_good_ones_are_not_lost(name):
    change, words = BAD[name]
    data = broken(change)
    with pytest.raises(LogError, match=words):
        run(data)
    found = run(data, keep_going=True)
    assert found.unreadable == 1
    assert found.rows == 19
    assert [fault.kind for fault in found.faults] == ["unreadable row"]
    assert found.judged == 19, "the cards of the lost row stay among the unseen: the laws of the rest are known"


@pytest.mark.parametrize(("header", "words"), [
    ("", "empty"), ("shoe,coup,date\n1,1,2026\n", "no columns for the cards, nor for the winner"),
    ("player,banker,player\n9 8,7 6,5 4\n", "'player' stands twice"),
    ("player,banker\n", "no rows"),
])
def test_bad_headers(header, words):
    with pytest.raises(LogError, match=words):
        run(header)


def test_utf_16_is_named():
    with pytest.raises(LogError, match="UTF-16"):
        run(GOOD.encode("utf-16"))


def test_bom_crlf_empty_lines_semicolons_and_quotes_are_fine():
    text = "\ufeff" + GOOD.replace("\n", "\r\n\r\n").replace(",", ";").replace("player", '"player"', 1)
    assert (run(text).rows, run(text).bets) == (20, run(GOOD).bets)


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n\n"])
@pytest.mark.parametrize("last", [True, False])
def test_every_end_of_line_is_read(end, last):
    lines = dealer.text(dealer.rows(3000, seed=1)).split("\n")[:-1]
    text = end.join(lines) + end * last
    found = run(text)
    assert (found.rows, found.fault_count, found.bets) == (3000, 0, run("\n".join(lines)).bets)


def test_a_bad_row_behind_a_carriage_return_is_named():
    with pytest.raises(LogError, match=r"row 4, column 'player'.*'Zx'"):
        run("player,banker\r9h 9c,2d 7s\r\r9h Zx,2d 7s\r")


@pytest.mark.parametrize(("written", "meant"), [("0,95", "0.95"), ("+0,950", "0.95"), (" ,95", "0.95"), ("-1,0", "-1"),
                                                ("19/20", "0.95")])
def test_a_decimal_comma_is_read(written, meant):
    header, hands = "player;banker;net:banker\n", "9h 9c;2d 7s;" if meant == "0.95" else "9h Kc;2d 6s;"
    assert run(f"{header}{hands}{written}\n").faults == run(f"{header}{hands}{meant}\n").faults == ()


def test_a_comma_that_may_part_thousands_is_refused():
    with pytest.raises(LogError, match="column 'net:banker'"):
        run("player;banker;net:banker\n9h 9c;2d 7s;1,250\n")


def test_no_audit_from_an_infinite_shoe_or_with_printed_cards():
    with pytest.raises(ShoeError, match="a number of `decks`"):
        run(GOOD, shoe=Shoe.infinite_deck())
    with pytest.raises(UsageError, match="printed"):
        run(GOOD, game=load_game("7-up"), bets=[])


# statistics

def test_p_values_of_fair_logs_are_uniform():
    found = [run(dealer.text(dealer.rows(210, seed)), MAIN + PAIRS[:1]) for seed in range(100, 180)]
    for name, p_values in {"outcomes": [one.outcomes.p_value for one in found],
                           **{MAIN[i].name: [one.bets[i].p_value for one in found] for i in range(2)}}.items():
        assert kolmogorov(p_values) < 1.63, f"{name}: beyond the 99 % bound"


def kolmogorov(p_values):
    ordered = sorted(p_values)
    n = len(ordered)
    return math.sqrt(n) * max(max((i + 1) / n - p, p - i / n) for i, p in enumerate(ordered))


def test_a_biased_game_is_found_by_its_z_score():
    """A game that turns every third Player win into a tie in the log's cards cannot look fair."""
    lines = [row for i, row in enumerate(dealer.rows(3000, seed=77)) if not (row[4] == "player" and i % 3 == 0)]
    found = run(dealer.text(lines))
    assert found.outcomes.p_value < 1e-6
    assert found.bets[0].z < -5
