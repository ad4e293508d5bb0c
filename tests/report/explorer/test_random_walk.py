"""A person who clicks at random: address, bars and numbers stay together; nothing on the console, nothing asked for."""

import random
from typing import Any
from urllib.parse import parse_qsl, unquote

import pytest

from exact.analysis.odds.dealt import DealtCoup
from exact.game.cards import parse_card
from exact.game.catalogue import load_game
from exact.game.coup import FIRST_FOUR, CoupInProgress
from exact.game.shoe import Shoe
from tests.report.browser import NEEDS_BROWSER, requests
from tests.report.explorer.pages import READ, compared, counted, page_bets, write_page

pytestmark = NEEDS_BROWSER
GAME = load_game("punto-banco")

ACT = """
const [acts, done] = arguments;
const byId = (id) => document.getElementById(id), change = (element, type) =>
  element.dispatchEvent(new Event(type, {bubbles: true}));
const pick = (all, part) => all[Math.floor(part * all.length)];
for (const [what, part, text] of acts) {
  if (what === 'card') pick([...document.querySelectorAll('[data-card].key')], part).click();
  else if (what === 'type') document.body.dispatchEvent(new KeyboardEvent('keydown', {key: text, bubbles: true}));
  else if (what === 'choose') { const each = pick([...document.querySelectorAll(text)], part); each.checked = true;
    change(each, 'change'); }
  else if (what === 'paste') { byId('paste').value = text; byId('add').click(); }
  else if (what === 'decks') { byId('decks').value = text; change(byId('decks'), 'change'); }
  else if (what === 'language') { byId('language').value = text; change(byId('language'), 'change'); }
  else if (what === 'bet') pick([...document.querySelectorAll('tbody th.bet button')], part).click();
  else if (what === 'sort') pick([...document.querySelectorAll('thead button')], part).click();
  else if (what === 'apply') {
    const field = pick([...document.querySelectorAll('#fields input')], part);
    if (field) { field.value = text; byId('apply').click(); }
  }
  else if (what === 'open') document.querySelectorAll('details').forEach((each) => { each.open = part > 0.5; });
  else byId(what).click();
}
setTimeout(() => done(null), 450);
"""
STATE = READ + """
const keys = [...document.querySelectorAll('.key')].map((key) => [key.dataset.card, key.children[2].textContent]);
return {...read(), keys, hash: location.hash, left: document.getElementById('left').textContent};
"""


OFTEN = {"card": 40, "type": 20, "undo": 10, "redo": 6, "choose": 6, "paste": 5, "reset": 0.6, "decks": 0.6,
         "language": 2, "bet": 2, "sort": 2, "apply": 1, "open": 1}


def acts(rng: random.Random, number: int) -> list[tuple[str, float, str]]:
    """Things that a person may do, most of them cards."""
    found = []
    for _ in range(number):
        what = rng.choices(list(OFTEN), list(OFTEN.values()))[0]
        text = {"type": rng.choice([*"A234567890TJQKchPB", "Backspace", "Escape"]),
                "choose": rng.choice(["[name=level]", "[name=follow]"]),
                "paste": rng.choice(["9 K 4", "9,9", "0=3 A", "P9 B4", "5 5 5 5 5 5", "xyz", "9=-1", "9h Kd", ""]),
                "decks": rng.choice(["1", "6", "8", "0", "2"]), "language": rng.choice(["en", "pl", "ru"]),
                "apply": rng.choice(["3", "0", "40", "-1"])}.get(what, "")
        found.append((what, rng.random(), text))
    return found


def position_of(hash_: str) -> tuple[Shoe, CoupInProgress]:
    """The shoe and the coup of an address, read by Python."""
    given = dict(parse_qsl(unquote(hash_).lstrip("#"), keep_blank_values=True))
    pairs = [pair.partition(":") for pair in given.get("shoe", "").split(",")]
    shoe = (Shoe.of([(name, int(count)) for name, _, count in pairs]) if "shoe" in given
            else Shoe.decks(int(given.get("decks", 8))))
    table = DealtCoup(GAME.rules)
    for item in filter(None, given.get("seen", "").split(",")):
        hand, card = (item[0], item[1:]) if item[0] in "PB" else ("", item)
        shoe = shoe.remove(card)
        if hand:
            place = next((each for each in FIRST_FOUR if each.name[0] == hand and each not in table.cards), None)
            if place is not None and not set(FIRST_FOUR) <= set(table.cards):
                table.cards[place] = parse_card(card)  # in any order, as a table shows them
            else:
                table.put(hand, parse_card(card))
            if not table.next():
                table = DealtCoup(GAME.rules)
    return shoe, table.known()


def check_walk(browser: Any, address: str, seed: int, batches: int, each: int) -> None:
    rng = random.Random(seed)
    bets = page_bets(GAME, False)
    browser.get(address)
    browser.set_script_timeout(60)
    for batch in range(batches):
        browser.execute_async_script(ACT, acts(rng, each))
        now = browser.execute_script(STATE)
        shoe, known = position_of(now["hash"])
        where = f"batch {batch}: {now['hash']}"
        counts = {card: int(number) for card, number in now["keys"] if number != "?"}
        assert all(shoe[card] == count for card, count in counts.items()), where
        if all(number != "?" for _, number in now["keys"]):
            assert sum(counts.values()) == len(shoe), where
        if len(shoe) >= GAME.rules.most_cards - len(known.cards):
            compared({**now, "problem": ""}, counted(GAME, bets, shoe, known), where)
        else:
            assert all(value == [None, None, None] for value in now["bets"].values()), where
        if batch % 3 == 2:
            browser.refresh()
            again = browser.execute_script(STATE)
            assert {**again, "problem": "", "keys": 0} == {**now, "problem": "", "keys": 0}, where
    assert browser.get_log("browser") == []
    assert requests(browser) == []


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_page(tmp_path_factory.mktemp("walk") / "page.html")


def test_random_walk(browser: Any, page: str) -> None:
    check_walk(browser, page, 1, 9, 25)
