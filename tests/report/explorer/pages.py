"""Explorer pages for the tests, random positions, and what a page shows beside what Python counts."""

import random
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from exact.analysis.odds.dealt import DealtCoup
from exact.analysis.odds.laws import Study
from exact.cli import main
from exact.game.bets import Bet
from exact.game.cards import BY_KIND, BY_RANK, VALUES, Partition, parse_card
from exact.game.coup import CoupInProgress
from exact.game.definition import GameDefinition
from exact.game.shoe import Shoe
from exact.report.explorer.data import bet_names, usual_bets

READ = """
const read = () => ({
  bets: Object.fromEntries([...document.querySelectorAll('tr[data-bet]')].map((row) =>
    [row.dataset.bet, [row.dataset.ev ?? null, row.dataset.hits ?? null, row.dataset.of ?? null]])),
  outcomes: Object.fromEntries([...document.querySelectorAll('[data-outcome]')].map((each) =>
    [each.dataset.outcome, [each.dataset.count ?? null, each.dataset.of ?? null]])),
  problem: document.getElementById('problem').textContent});
"""
VISIT = READ + """
const [addresses, done] = arguments, found = [];
const next = () => {
  if (!addresses.length) return done(found);
  const address = addresses.shift(), seen = () => { found.push(read()); next(); };
  if (address === (location.hash || '#')) return seen();
  addEventListener('hashchange', seen, {once: true});  // behind the page's own, which was there first
  location.hash = address;
};
next();
"""


def from_npm(package: str, folder: Path) -> Path:
    """The folder of packages that has one of npm, fetched for a test; the test is skipped where it cannot be had."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip(f"no npm on this machine, which fetches {package}")
    try:
        subprocess.run([npm, "install", "--prefix", str(folder), "--no-audit", "--no-fund", "--ignore-scripts",
                        package], check=True, capture_output=True, timeout=90)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        pytest.skip(f"npm cannot fetch {package}: {error}")
    return folder / "node_modules"


def write_page(path: Path, *words: str) -> str:
    """The address of a page that `exact explorer` writes."""
    assert main(["explorer", *words, "--output", str(path)]) == 0
    return path.as_uri()


def visit(browser: Any, addresses: Sequence[str]) -> list[dict[str, Any]]:
    """What the page shows at each of some addresses, one after the other in one page."""
    browser.set_script_timeout(120)
    found: list[dict[str, Any]] = browser.execute_async_script(VISIT, list(addresses))
    return found


def shown(browser: Any) -> dict[str, Any]:
    """What the page shows now."""
    found: dict[str, Any] = browser.execute_script(READ + "return read();")
    return found


def page_bets(game: GameDefinition, all_bets: bool) -> tuple[Bet, ...]:
    return tuple(map(game.named, bet_names(game))) if all_bets else usual_bets(game)[0]


def counted(game: GameDefinition, bets: tuple[Bet, ...], shoe: Shoe, known: CoupInProgress | None = None
            ) -> dict[str, Any]:
    """What a page must show for a shoe, from Python's laws of bet by bet."""
    study = Study(game.rules, bets, known) if known else Study(game.rules, bets)
    values: dict[str, Any] = {}
    for group in study.groups:
        for bet, law in group.laws_where_offered(shoe):
            if law is None:
                values[bet.name] = [None, None, None]
            elif bet.name == "outcome":
                outcomes = {name: [str(count), str(law.of)]
                            for name, count in zip(("player", "banker", "tie"), law.counts, strict=True)}
            else:
                hits = sum(count for line, count in zip(bet.lines, law.counts, strict=True) if line.pays > 0)
                ev = law.ev
                values[bet.name] = [f"{ev.numerator}/{ev.denominator}", str(hits), str(law.of)]
    return {"bets": values, "outcomes": outcomes, "problem": ""}


def random_counts(seed: random.Random, partition: Partition, cards: int) -> list[int]:
    """So many cards spread over some classes, now and then with classes that are missing or crowded."""
    weights = [seed.choice([0, 0, 1, 1, 1, 3]) if seed.random() < 0.5 else 1 for _ in partition.classes]
    if not any(weights):
        weights[0] = 1
    counts = [0] * len(partition)
    for i in seed.choices(range(len(partition)), weights, k=cards):
        counts[i] += 1
    return counts


def random_shoes(seed: int, number: int, levels: Sequence[Partition]) -> Iterator[tuple[str, Shoe]]:
    """Addresses and their shoes, from 6 cards to eight decks and to the edges of 2^53 and beyond."""
    rng = random.Random(seed)
    edges = [6, 7, 12, 364, 365, 382, 383, 408, 409, 415, 416, 417, 457, 458, 459, 460, 1553, 1554, 5200]
    for i in range(number):
        cards = edges[i] if i < len(edges) else rng.randint(6, 60) if i % 4 == 0 else rng.randint(6, 416)
        partition = rng.choice(levels)
        counts = random_counts(rng, partition, cards)
        pairs = [(name, count) for name, count in zip(partition.names, counts, strict=True) if count]
        rng.shuffle(pairs)
        yield "#shoe=" + ",".join(f"{name}:{count}" for name, count in pairs), Shoe.of(pairs)


def dealt_text(cards: Sequence[tuple[str, str]]) -> str:
    return ",".join(hand + card for hand, card in cards)


def random_coups(seed: int, number: int, game: GameDefinition, suits: bool = False
                 ) -> Iterator[tuple[str, Shoe, CoupInProgress]]:
    """Addresses of coups in progress, with the shoe that is left and what is known of the coup."""
    rng = random.Random(seed)
    while number:
        partition = BY_KIND if suits else rng.choice([VALUES, BY_RANK])
        cards = rng.choice([rng.randint(12, 60), rng.randint(60, 416)])
        pairs = [(name, count) for name, count in
                 zip(partition.names, random_counts(rng, partition, cards), strict=True) if count]
        shoe, table, given = Shoe.of(pairs), DealtCoup(game.rules), []
        for _ in range(rng.randint(1, 5)):
            places = table.next()
            if not places or (table.may_end() and rng.random() < 0.3):
                break
            card = rng.choice([name for name, count in shoe.counts().items() if count])
            hand = places[0].name[0]
            table.put(hand, parse_card(card))
            shoe = shoe.remove(card)
            given.append((hand, card))
        if table.next() and not (table.may_end() and len(table.next()) == 0):
            number -= 1
            yield (f"#shoe={','.join(f'{name}:{count}' for name, count in pairs)}&seen={dealt_text(given)}", shoe,
                   table.known())


def compared(found: dict[str, Any], expected: dict[str, Any], where: str) -> None:
    """One page beside Python: equal texts, for fractions are in lowest terms on both sides."""
    assert found["problem"] == "", where
    assert found["outcomes"] == expected["outcomes"], where
    for name, value in expected["bets"].items():
        assert found["bets"][name] == value, (where, name)
