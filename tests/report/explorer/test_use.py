"""What a person does on the page: cards, coups, logs, counts, stakes, links, and what is refused."""

import html
import json
import shlex
import subprocess
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from exact import Game, Shoe
from exact.analysis.counting.published import published_counts
from exact.cli import main
from exact.game.cards import parse_card
from exact.game.catalogue import load_game
from tests.report.browser import CHROMIUM, FLAGS, NEEDS_BROWSER, load, requests
from tests.report.explorer.pages import compared, counted, page_bets, shown, visit, write_page

pytestmark = NEEDS_BROWSER
GAME = load_game("punto-banco")
REPOSITORY = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_page(tmp_path_factory.mktemp("use") / "page.html")


@pytest.fixture
def fresh(browser: Any, page: str) -> Any:
    """The page as it opens, in English."""
    load(browser, "about:blank", 1280)
    load(browser, page + "#lang=en", 1280)
    yield browser
    assert browser.get_log("browser") == []
    assert requests(browser) == []


def do(browser: Any, script: str, *given: Any) -> Any:
    """Runs some JavaScript, and lets the page finish what it does behind it."""
    found = browser.execute_script("const byId = (id) => document.getElementById(id);" + script, *given)
    time.sleep(0.15)
    return found


def keys(browser: Any, *typed: str) -> None:
    for key in typed:
        browser.execute_script("document.body.dispatchEvent(new KeyboardEvent('keydown',"
                               " {key: arguments[0], bubbles: true}))", key)


def text(browser: Any, name: str) -> str:
    return str(do(browser, "return byId(arguments[0]).textContent", name))


def fill(browser: Any, name: str, value: str, event: str = "input") -> None:
    do(browser, "const field = byId(arguments[0]); field.closest('details')?.setAttribute('open', '');"
       " field.value = arguments[1]; field.dispatchEvent(new Event(arguments[2], {bubbles: true}))", name, value, event)


def paste(browser: Any, pasted: str) -> None:
    fill(browser, "paste", pasted)
    do(browser, "byId('add').click()")


def dump(address: str, folder: Path) -> str:
    return subprocess.run([str(CHROMIUM), *FLAGS, f"--user-data-dir={folder}", "--dump-dom", address],
                          capture_output=True, text=True, check=True, timeout=120).stdout


def test_the_numbers_are_there_after_load(page: str, tmp_path: Path) -> None:
    dom = dump(page + "#shoe=0:112,A:30,2:31,3:32,4:29,5:32,6:27,7:32,8:32,9:28", tmp_path)
    shoe = Shoe.of([("0", 112), ("A", 30), ("2", 31), ("3", 32), ("4", 29), ("5", 32), ("6", 27), ("7", 32), ("8", 32),
                    ("9", 28)])
    expected = counted(GAME, page_bets(GAME, False), shoe)
    for name, (ev, hits, of) in expected["bets"].items():
        wanted = f'data-bet="{html.escape(name)}" data-ev="{ev}" data-hits="{hits}" data-of="{of}"' if ev else name
        assert wanted in dom, name
    for name, (count, of) in expected["outcomes"].items():
        assert f'data-outcome="{name}" data-count="{count}" data-of="{of}"' in dom


def test_cards_are_typed_taken_back_and_put_back(fresh: Any) -> None:
    keys(fresh, "9", "k", "0", "A")
    assert shown(fresh)["bets"]["banker"] == counted(GAME, page_bets(GAME, False), Shoe.decks(8).remove(
        "9", "K", "0", "A"))["bets"]["banker"]
    before = shown(fresh)
    keys(fresh, "Backspace")
    do(fresh, "byId('undo').click(); byId('undo').click(); byId('redo').click(); byId('redo').click();"
       " byId('redo').click()")
    assert shown(fresh) == before
    do(fresh, "byId('reset').click()")
    compared(shown(fresh), counted(GAME, page_bets(GAME, False), Shoe.decks(8)), "a new shoe")
    do(fresh, "byId('undo').click()")
    assert shown(fresh) == before


def test_the_page_follows_a_coup_and_says_that_bets_are_closed(fresh: Any) -> None:
    do(fresh, "document.querySelector('[name=follow][value=coup]').click()")
    keys(fresh, "9", "2", "K", "3")
    assert "Player wins, 9 to 5" in text(fresh, "next")
    keys(fresh, "2", "3", "3")
    assert "Bets are closed" in text(fresh, "beside")
    assert "Banker’s card 2" in text(fresh, "next")
    keys(fresh, "3")  # 5 to 6: the Player hand draws
    assert "Player’s card 3" in text(fresh, "next")
    keys(fresh, "b", "4")
    assert "not Banker’s turn" in text(fresh, "problem")
    keys(fresh, "6")  # a six to the Player hand: Banker draws on 6
    assert "Banker’s card 3" in text(fresh, "next")
    keys(fresh, "0")
    assert "Coup 2: Banker wins, 1 to 6" in text(fresh, "next")
    assert "bet" in text(fresh, "best").lower()


def test_hands_may_be_named_or_dealt_one_after_the_other(fresh: Any) -> None:
    keys(fresh, "B", "9", "B", "0", "P", "3", "P", "4")
    assert "Banker wins, 7 to 9" in text(fresh, "next")
    do(fresh, "document.querySelector('[name=follow][value=coup]').click(); byId('order').value = 'hands';"
       " byId('order').dispatchEvent(new Event('change'))")
    keys(fresh, "3", "4", "9", "0")
    assert "Coup 2: Banker wins, 7 to 9" in text(fresh, "next")


GOOD = "#decks=6&seen=9,K,4"
NONSENSE = [
    "#shoe=A:-1", "#shoe=A:1000000000,2:3", "#shoe=A:99999999999999999999", "#shoe=X:4", "#shoe=A:3,1:4,9:10", "#shoe=",
    "#shoe=A:5", "#shoe=A:6.5", "#shoe=A", "#shoe=A:1e3", "#shoe=<script>alert(1)</script>:8", "#shoe=9h:8,9:8",
    "#seen=Z", "#seen=9h9h", "#seen=P9,P8,P7,P6", "#seen=" + "9," * 40, "#seen=-", "#seen=P-", "#seen=B-", "#decks=0",
    "#decks=-3", "#decks=1e9", "#decks=101", "#decks=six", "#game=poker", "#lang=xx", "#colour=red",
    "#lang=constructor", "#lang=__proto__",
    "#shoe=A:9&shoe=A:9", "#%", "#%E0%A4%A", "#seen=%00", "#=", "#__proto__=1", "#constructor", "#toString=9",
    "#seen=constructor", "#shoe=__proto__:3", "#seen=" + "A," * 120_000, "#shoe=0:5,A:0", "#shoe=0:5200,A:1",
    "#seen=9,\u202e9", "#javascript:alert(1)", "#shoe=%3Cimg src=x onerror=alert(1)%3E:6"]


def test_an_address_with_nonsense_is_one_sentence_and_the_last_good_state_is_kept(fresh: Any) -> None:
    good = visit(fresh, [GOOD])[0]
    for address, now in zip(NONSENSE, visit(fresh, NONSENSE), strict=True):
        said = now.pop("problem")
        assert said, address
        assert len(said) < 150, said
        assert "undefined" not in said, said
        assert {**now, "problem": ""} == good, address
    time.sleep(0.5)
    assert do(fresh, "return location.hash") == GOOD


def test_a_page_that_opens_with_nonsense_shows_a_fresh_shoe(browser: Any, page: str) -> None:
    load(browser, "about:blank", 390)
    load(browser, page + "#shoe=A:-1", 390)
    now = shown(browser)
    assert now.pop("problem")
    compared({**now, "problem": ""}, counted(GAME, page_bets(GAME, False), Shoe.decks(8)), "a fresh shoe")
    assert browser.get_log("browser") == []


PASTES = ["", "9 K hello", "9=500", "9=-1", "9=1e9", "8h 8h 8h 8h 8h 8h 8h", "P9 P9 P9 P9", "9 9 9\n4", "P-",
          "player,banker\n9 K,4 5 2\n", "player,banker\n", "player,banker\n9 X,4 5\n", "p1,b1\n9,4\n", "\ufeff\n\n",
          "<script>alert(1)</script>", "9,K" * 50_000, '"\n"', "constructor", "9 K 4 5\n9 K 4",
          "page,bet\nrules,banker\n", "shoe,coup,result\n1,1,P\n"]


def test_a_paste_with_impossible_cards_is_one_sentence_and_nothing_is_taken(fresh: Any) -> None:
    good = visit(fresh, [GOOD])[0]
    for pasted in PASTES:
        paste(fresh, pasted)
        now = shown(fresh)
        said = now.pop("problem")
        assert said, pasted
        assert len(said) < 150, said
        assert {**now, "problem": ""} == good, pasted


def test_a_small_shoe_and_a_card_that_is_gone(fresh: Any) -> None:
    assert visit(fresh, ["#shoe=0:3,9:3"])[0]["problem"] == ""
    keys(fresh, "8")
    assert "8 is not in the shoe any more" in shown(fresh)["problem"]
    keys(fresh, "9")
    assert "the shoe is over" in text(fresh, "best")
    assert shown(fresh)["bets"]["player"] == [None, None, None]


LOG = "coup,player,banker\n1,9 K,4 5\n2,7 K,6 2\n3,A 2 4,4 3\n4,2 3 6,3 3 K\n5,T 8,J 9\n"
COUPS = [(("9", "K"), ("4", "5")), (("7", "K"), ("6", "2")), (("A", "2", "4"), ("4", "3")),
         (("2", "3", "6"), ("3", "3", "K")), (("T", "8"), ("J", "9"))]


def test_a_log_is_stepped_through_and_flat_bets_are_summed(fresh: Any) -> None:
    paste(fresh, LOG)
    fill(fresh, "threshold", "-1.06")
    shoe, banker = Shoe.decks(8), Game("punto-banco").bet("banker")
    won, bet_on = Fraction(0), 0
    for at, (player_hand, banker_hand) in enumerate(COUPS):
        compared(shown(fresh), counted(GAME, page_bets(GAME, False), shoe), f"before coup {at + 1}")
        ev = -banker.house_edge(shoe)
        totals = [sum(parse_card(card).points for card in hand) % 10 for hand in (player_hand, banker_hand)]
        if ev > Fraction(-106, 10_000):
            bet_on += 1
            won += 0 if totals[0] == totals[1] else Fraction(19, 20) if totals[1] > totals[0] else -1
        shoe = shoe.remove(*player_hand, *banker_hand)
        do(fresh, "byId('log-forward').click()")
    compared(shown(fresh), counted(GAME, page_bets(GAME, False), shoe), "behind the last coup")
    assert 0 < bet_on < 5
    row = do(fresh, "const row = document.querySelector('[data-flat=banker]');"
             " return [row.dataset.won, row.children[1].textContent]")
    assert row == [f"{won.numerator}/{won.denominator}", str(bet_on)]
    do(fresh, "byId('log-back').click()")
    assert "4 of 5" in text(fresh, "log-at")
    assert "10 J 8 9" in text(fresh, "log-next")
    do(fresh, "byId('log-first').click()")
    compared(shown(fresh), counted(GAME, page_bets(GAME, False), Shoe.decks(8)), "back at the first coup")


def test_what_is_saved_is_read_by_the_commands_and_by_the_page(fresh: Any, tmp_path: Path,
                                                               capsys: pytest.CaptureFixture[str]) -> None:
    paste(fresh, LOG)
    do(fresh, "byId('log-last').click()")
    last = shown(fresh)
    fresh.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    do(fresh, "byId('save-seen').click()")
    do(fresh, "byId('save-audit').click()")
    seen, csv = tmp_path / "shoe.txt", tmp_path / "log.csv"
    for _ in range(50):
        if seen.exists() and csv.exists():
            break
        time.sleep(0.1)
    capsys.readouterr()
    assert main(["odds", "--seen", str(seen), "--format", "json"]) == 0
    assert main(["audit", str(csv), "--format", "json"]) == 0
    for saved in (seen, csv):
        visit(fresh, ["#"])
        paste(fresh, saved.read_text())
        do(fresh, "byId('log-last').click()")
        assert shown(fresh) == last


@pytest.mark.parametrize("address", ["#", "#decks=6&seen=9,K,4", "#shoe=0:30,A:9,5:7&seen=PA,B0", "#seen=P9,B2,P5,B4"])
def test_the_command_beside_it_gives_the_same_numbers(fresh: Any, address: str,
                                                      capsys: pytest.CaptureFixture[str]) -> None:
    now = visit(fresh, [address])[0] if address != "#" else shown(fresh)
    do(fresh, "byId('linking').open = true")
    capsys.readouterr()
    words = shlex.split(text(fresh, "command"))
    assert main([*words[1:], "--format", "json"]) == 0
    odds = json.loads(capsys.readouterr().out)
    assert {each["name"]: [each["count"], each["of"]] for each in odds["outcomes"]} == now["outcomes"]
    for bet in odds["bets"]:
        ev = Fraction(bet["rtp"]["fraction"]) - 1
        assert now["bets"][bet["name"]][0] == f"{ev.numerator}/{ev.denominator}"


HOSTILE = """</script><img src=x onerror='document.title=1'>{{data}}<!-- & \u2028"""
HOSTILE_TOML = f"""
[constructor]
title = "constructor"
lines = [{{ event = "valueOf", when = {{ player.total = 9 }}, pays = 5 }}]
otherwise = "lose"
[hostile]
title = '''{HOSTILE}'''
lines = [{{ event = '''{HOSTILE}''', when = {{ banker.total = 9 }}, pays = 5 }}]
otherwise = "lose"
[rounded]
title = "Rounded"
commission = {{ rate = "5%", unit = 0.25, rounding = "up" }}
lines = [{{ event = "9", when = {{ player.total = 9 }}, pays = 5 }}]
otherwise = "lose"
"""


@pytest.mark.parametrize("language", ["en", "pl"])
def test_names_of_files_and_bets_are_texts_and_the_command_has_all_options(
        browser: Any, tmp_path: Path, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bets <b>\"&$(touch pwned)';{{data}}.toml"
    file.write_text(HOSTILE_TOML, encoding="utf-8")
    address = write_page(tmp_path / "page.html", "--decks", "6", "--stake", "33.3", "--bet-file", str(file),
                         "--bets", "constructor,hostile,rounded")
    load(browser, address + f"#lang={language}", 1280)
    do(browser, "document.querySelectorAll('[data-bet] th button').forEach((each) => each.click());"
       " byId('linking').open = true; document.querySelectorAll('[data-bet] [type=checkbox]:not(:checked)').forEach("
       "(each) => each.click())")
    assert do(browser, "return [...document.querySelectorAll('[data-bet] th button')].map((each) => each.textContent)"
              ) == ["constructor", HOSTILE, "Rounded"]
    assert do(browser, "return document.querySelectorAll('main :is(img, b.x, script)').length") == 0
    words, now = shlex.split(text(browser, "command")), shown(browser)
    capsys.readouterr()
    assert main([*words[1:], "--format", "json"]) == 0
    for bet in json.loads(capsys.readouterr().out)["bets"]:
        ev = Fraction(bet["rtp"]["fraction"]) - 1
        assert now["bets"][bet["name"]][0] == f"{ev.numerator}/{ev.denominator}"
    assert browser.get_log("browser") == []


def test_a_second_log_is_counted_anew_and_a_log_stays_with_its_game(browser: Any, tmp_path: Path) -> None:
    load(browser, write_page(tmp_path / "page.html", "--bets", "main", "--also", "ez-baccarat"), 1280)
    paste(browser, "player,banker\n9 K,4 5\n7 K,6 2\n")
    fill(browser, "threshold", "-50")
    won = "return [...document.querySelectorAll('#flat [data-flat]')].map(({dataset}) => [dataset.flat, dataset.won])"
    assert ["tie", "7/1"] in do(browser, won)
    paste(browser, "player,banker\n9 K,4 4\n7 K,6 2\n7 K,9 9\n")
    assert ["tie", "-3/1"] in do(browser, won)
    fill(browser, "game", "1", "change")
    assert do(browser, "return byId('log').hidden")
    do(browser, "byId('undo').click()")
    assert not do(browser, "return byId('log').hidden")
    assert "3" in text(browser, "log-at")
    assert browser.get_log("browser") == []


def test_keys_of_other_letters_and_keys_that_are_held(fresh: Any) -> None:
    press = "document.body.dispatchEvent(new KeyboardEvent('keydown', {bubbles: true, ...arguments[0]}))"
    do(fresh, press, {"key": "\u043b", "code": "KeyK"})
    for repeat in (False, True, True):
        do(fresh, press, {"key": "9", "code": "Digit9", "repeat": repeat})
    assert text(fresh, "left").startswith("414")
    do(fresh, press, {"key": "\u044f", "code": "KeyZ", "ctrlKey": True})
    assert text(fresh, "left").startswith("415")
    assert do(fresh, "return document.querySelector('[data-card=\"0\"]').children[2].textContent") == "127"


def test_counts_with_published_and_own_tags(fresh: Any) -> None:
    cards = ["9", "K", "4", "9", "8", "7", "5", "4", "A"]
    visit(fresh, ["#seen=" + ",".join(cards)])
    do(fresh, "byId('counting').open = true")
    shoe, tags = Shoe.decks(8).remove(*cards), published_counts()[0].read()
    running = sum(tags.of(parse_card(card)) for card in cards)
    assert text(fresh, "running") == str(running).replace("-", "\u2212")
    assert text(fresh, "true-count") == f"{float(running * 52 / len(shoe)):.2f}".replace("-", "\u2212")
    fill(fresh, "tags", "1 0 0 0 0 0 0 0 0 -1/2")
    assert text(fresh, "running") == "0.50"
    fill(fresh, "tags", "nonsense")
    assert "are no tags" in text(fresh, "count-about")


def test_kelly_and_rebate(fresh: Any) -> None:
    address = "#shoe=0:2,A:1,2:9,3:9,4:9,6:4,7:4,8:4,9:4"
    visit(fresh, [address])
    fill(fresh, "rebate", "1.5")
    fill(fresh, "kelly", "1/2")
    shoe = Shoe.of([("0", 2), ("A", 1), ("2", 9), ("3", 9), ("4", 9), ("6", 4), ("7", 4), ("8", 4), ("9", 4)])
    odds = Game("punto-banco").odds(shoe)
    cells = {name: do(fresh, "return ['.evRebate', '.kelly'].map((cell) =>"
                      " document.querySelector(`[data-bet=${arguments[0]}] ${cell}`).textContent)", name)
             for name in ("player", "banker")}
    for name, nets in {"player": (1.0, -1.0, 0.0), "banker": (-1.0, 0.95, 0.0)}.items():
        chances = [float(odds.player), float(odds.banker), float(odds.tie)]
        gains = [net + 0.015 for net in nets]

        def slope(stake: float, chances: list[float] = chances, gains: list[float] = gains) -> float:
            return sum(p * net / (1 + stake * net) for p, net in zip(chances, gains, strict=True))

        low, high = 0.0, 1.0
        while high - low > 1e-9:
            low, high = ((low + high) / 2, high) if slope((low + high) / 2) > 0 else (low, (low + high) / 2)
        ev = sum(p * net for p, net in zip(chances, gains, strict=True))
        assert cells[name][0] == f"{ev:+.4%}".replace("-", "\u2212"), name
        assert cells[name][1] == f"{low / 2:.2%}", name
    assert any(cells[name][1] != "0.00%" for name in cells)
    assert "EV above 0" in do(fresh, "return document.querySelector('tr.good').textContent")


def test_effects_of_removal_at_this_shoe(fresh: Any) -> None:
    visit(fresh, ["#decks=2&seen=9,9,9,0,0,5"])
    titles = do(fresh, "return [...document.querySelectorAll('#effects .s1 title')].map((each) => each.textContent)")
    shoe, banker = Shoe.decks(2).remove("9", "9", "9", "0", "0", "5"), Game("punto-banco").bet("banker")
    for said in titles:
        card, value = said.split(" ")
        effect = banker.house_edge(shoe) - banker.house_edge(shoe.remove(card))
        assert value == f"{float(effect):.5%}".replace("-", "\u2212"), card
    assert len(titles) == 10


def test_bets_are_sorted_filtered_and_shown_exactly(fresh: Any) -> None:
    do(fresh, "document.querySelector('th[data-sort=ev] button').click()")
    rows = do(fresh, "return [...document.querySelectorAll('tr[data-bet]')].map((row) => row.dataset.ev)")
    evs = [Fraction(row) for row in rows]
    assert evs == sorted(evs, reverse=True)
    fill(fresh, "filter", "tiger")
    names = do(fresh, "return [...document.querySelectorAll('#bets tbody:not([hidden]) tr[data-bet]')].map(row =>"
               " row.dataset.bet)")
    assert set(names) == {"big-tiger", "small-tiger", "tiger-tie"}
    do(fresh, "document.querySelector('[data-bet=big-tiger] th button').click()")
    ev = shown(fresh)["bets"]["big-tiger"][0]
    assert do(fresh, "return document.querySelector('.more:not([hidden]) [data-copy]').dataset.copy") == ev


def test_the_shoe_is_edited_directly(fresh: Any) -> None:
    do(fresh, "byId('editing').open = true")
    do(fresh, "byId('fields').querySelector('[data-card=\"9\"]').value = '4'; byId('apply').click()")
    compared(shown(fresh), counted(GAME, page_bets(GAME, False), Shoe.decks(8).remove(*["9"] * 28)), "28 nines gone")
    before = shown(fresh)
    for value in ("-1", "", "1.5", "999999999"):
        do(fresh, "const field = byId('fields').querySelector('[data-card=\"9\"]'); field.value = arguments[0];"
           " byId('apply').click()", value)
        assert shown(fresh).pop("problem")
        assert {**shown(fresh), "problem": ""} == before


@pytest.mark.parametrize(("language", "player", "cards"), [
    ("en", "44.6247%", "416 cards left of 416"), ("pl", "44,6247%", "zostało 416 kart z 416"),
    ("ru", "44,6247\u00a0%", "осталось 416 карт из 416")])
def test_languages(fresh: Any, language: str, player: str, cards: str) -> None:
    fill(fresh, "language", language, "change")
    assert do(fresh, "return document.documentElement.lang") == language
    assert do(fresh, "return document.querySelector('[data-outcome=player] dd').textContent") == player
    assert text(fresh, "left") == cards
    time.sleep(0.5)
    assert do(fresh, "return location.hash") == f"#lang={language}"


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_answer_and_the_cards_are_in_the_first_screen(browser: Any, width: int, height: int) -> None:
    load(browser, "about:blank", width)
    for language in ("en", "pl", "ru"):
        load(browser, (REPOSITORY / "reports/explorer.html").as_uri() + f"#lang={language}", width)
        assert do(browser, "return document.documentElement.scrollWidth") <= width
        for name in ("outcomes", "best", "keys", "undo"):
            assert do(browser, "return byId(arguments[0]).getBoundingClientRect().bottom", name) <= height, name
        load(browser, "about:blank", width)


def test_nothing_jumps(fresh: Any) -> None:
    """Layout shifts, also those behind a click of a script, which the browser counts as nobody's."""
    fresh.execute_script("window.shifts = []; new PerformanceObserver((list) => shifts.push(...list.getEntries().map("
                         "(each) => each.value))).observe({type: 'layout-shift', buffered: true})")
    for card in ("9", "0", "5", "4", "A", "2"):
        do(fresh, "document.querySelector(`[data-card='${arguments[0]}']`).click()", card)
    do(fresh, "document.querySelector('[name=follow][value=coup]').click()")
    keys(fresh, "9", "2", "K", "3", "2", "3")
    time.sleep(0.3)
    assert sum(fresh.execute_script("return shifts")) < 0.05


def test_a_page_names_its_game_on_the_screen_and_in_print(fresh: Any) -> None:
    for medium in ("screen", "print"):
        fresh.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": medium})
        assert do(fresh, "return byId('game').checkVisibility() && byId('game').selectedOptions[0].textContent"
                  ) == "Punto banco"
    fresh.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_the_focus_is_seen_on_every_choice(fresh: Any) -> None:
    """Not clipped by the frame around it, nor in the colour of the choice."""
    do(fresh, "document.querySelector('[name=follow]').focus({focusVisible: true})")
    outline, width, offset, colour, ground = do(fresh, "const look = getComputedStyle(document.activeElement"
                                                ".parentElement); return [look.outlineStyle, look.outlineWidth,"
                                                " look.outlineOffset, look.outlineColor, look.backgroundColor]")
    assert (outline, width, offset) == ("solid", "2px", "-5px")
    assert colour != ground


def test_a_button_that_has_nothing_more_to_do_keeps_the_focus(fresh: Any) -> None:
    keys(fresh, "9")
    do(fresh, "byId('undo').focus(); byId('undo').click(); byId('undo').click()")
    assert do(fresh, "return [document.activeElement.id, byId('undo').ariaDisabled, byId('redo').ariaDisabled]"
              ) == ["undo", "true", None]
    assert text(fresh, "left").startswith("416")


def test_everything_is_reached_by_the_keyboard(fresh: Any) -> None:
    unreachable = do(fresh, """
        document.querySelectorAll('details').forEach((each) => { each.open = true; });
        return [...document.querySelectorAll('button, input, select, textarea, summary, a')].filter((each) =>
          each.checkVisibility() && !each.disabled && each.tabIndex < 0).map((each) => each.outerHTML)""")
    assert unreachable == []
