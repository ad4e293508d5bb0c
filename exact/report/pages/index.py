"""The page that leads to a folder of bundles.

Its commands run in that folder, wherever it lies; the page of the repository also leads to the rest of the repository,
and its commands run in the root of that. It reads nothing but the bundles' own files, so it says what they say.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any

from exact.errors import UsageError, plural
from exact.report.bundle import MANIFEST, read_manifest
from exact.report.caveats import assumed_notes, doubt_notes, doubt_of, edge_notes, mark_of, with_caveats
from exact.report.document import (
    Block,
    Bullets,
    Column,
    Command,
    Heading,
    Link,
    Links,
    Paragraph,
    Table,
    slug_of,
)
from exact.report.quantities import LAW

DATA = "report.json"
EXPLORER = Link("The explorer", "explorer.html",
                "click the cards that are out, and see what every bet is worth now, exactly")
GROUNDS = (
    Link("The mathematics", "../docs/mathematics.md", "what is counted and how, with proofs"),
    Link("Published figures", "../docs/published-figures.md", "beside the exact values, each with a verdict"),
)
FURTHER = (
    Link("Every sub-shoe", "sweeps/index.html", "the law of the EV by cards left, and the value of perfect play"),
    Link("How to", "../docs/how-to.md", "the commands, by question"),
)
"""The rest of the repository, from the page."""


@dataclass(frozen=True)
class BundleOnPage:
    """A bundle of the folder: its name there, its manifest and its data."""

    name: str
    manifest: Mapping[str, Any]
    data: Mapping[str, Any]

    @property
    def title(self) -> str:
        return str(self.manifest["title"])

    @property
    def place(self) -> tuple[bool, bool, bool, str]:
        """Where it stands: punto banco first, on its own shoe before others, the atlas next."""
        own = not self.is_atlas and self.data["game"]["name"] == "punto-banco"
        return not own, not self.name.startswith("punto-banco"), not self.is_atlas, self.name

    @property
    def is_atlas(self) -> bool:
        return str(self.manifest["report"]).startswith("exact-atlas/")


def bundles_in(folder: Path) -> tuple[BundleOnPage, ...]:
    """The bundles in a folder by name; raises UsageError if one cannot be read."""
    try:
        names = sorted(path.name for path in folder.iterdir() if (path / MANIFEST).is_file())
    except OSError as error:
        raise UsageError(f"folder {str(folder)!r}: {error.strerror or error}; make it readable") from None
    return tuple(_read(folder, name) for name in names)


def _read(folder: Path, name: str) -> BundleOnPage:
    """A bundle with its data; raises UsageError where these cannot be read or are not of one report."""
    manifest, path = read_manifest(folder / name), folder / name / DATA
    again = f"make the bundle again, or move {name!r} away"
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"file {str(path)!r}: {error.strerror or error}; {again}") from None
    except (ValueError, RecursionError):
        raise UsageError(f"file {str(path)!r}: is not JSON; {again}") from None
    if not isinstance(data, dict) or not (data.get("schema") == manifest.get("report") and manifest.get("title")):
        raise UsageError(f"file {str(path)!r}: is not of the report that the manifest beside it names; {again}")
    return BundleOnPage(name, manifest, data)


def index_blocks(bundles: Sequence[BundleOnPage], check: Callable[[str], str], repository: bool = True
                 ) -> tuple[Block, ...]:
    """The page; that of the repository has its commands for the root, any other for the folder that it lies in.

    `check` gives the command that makes the bundle of a name again and compares it.
    """
    bundles = sorted(bundles, key=lambda bundle: bundle.place)
    reports = [bundle for bundle in bundles if not bundle.is_atlas]
    atlases = [bundle for bundle in bundles if bundle.is_atlas]
    blocks: list[Block] = [
        Paragraph("Probabilities, returns and house edges of baccarat, computed exactly for rules and pay tables as"
                  " declared: every figure is a count of ordered card sequences over the number of all of them,"
                  " rounded once. Nothing here is simulated. Where the published rules leave a draw or a pay in doubt,"
                  " the column caveat says so."),
        *((Links((EXPLORER,)),) if repository else ()),
        Heading("Why believe it"), Bullets((
            "Three independent ways to count agree; exact verify compares them on your machine.",
            "Each report gives its exact fractions, under each table the command that makes it again, and published"
            " figures beside the exact ones with a verdict.",
            f"Each folder can be made again and compared byte for byte, in"
            f" {'the root of the repository' if repository else 'the folder of this page'}:")),
        Command(check(bundles[0].name))]
    if repository:
        blocks.append(Links(GROUNDS))
    blocks += [Heading("House edge of the main bets"), _by_decks(reports), _marked(_main_table(reports), reports)]
    blocks += [Heading("Reports"), Links((*_links(bundles), *(FURTHER if repository else ())))]
    for bundle in atlases:
        blocks += [Heading("House edge of every bet, by number of decks"), _marked(_edges(bundle, reports), [bundle])]
    return tuple(blocks)


def _fraction(value: Mapping[str, str] | None) -> Fraction | None:
    return None if value is None else Fraction(value["fraction"])


def _main_table(reports: Sequence[BundleOnPage]) -> Table:
    """The bets of each report."""
    keys = ("house_edge", "edge_resolved", "rtp", "hit_frequency")
    every = [(bundle, bet) for bundle in reports for bet in bundle.data["bets"]]
    return Table("Each report's bets, per unit staked",
                 (Column("game"), Column("decks"), Column("bet"), *LAW.columns(*keys)),
                 tuple((bundle.data["game"]["name"], _decks(bundle.data["shoe"]["decks"]), bet["title"],
                        *(_fraction(bet[key]) for key in keys)) for bundle, bet in every),
                 ("A push counts as a bet made, and not as a bet resolved.",
                  *edge_notes(_fraction(bet["house_edge"]) for _, bet in every)), key="main",
                 addresses=tuple(_address(bundle, bet) for bundle, bet in every))


def _decks(decks: int | str) -> str:
    return "infinite" if decks == "inf" else str(decks)


def _address(bundle: BundleOnPage, bet: Mapping[str, Any]) -> str:
    """The pay table of a bet in its report."""
    name = bet["name"]
    return f"{bundle.name}/report.html#{slug_of(f'lines of {name}')}"


def _by_decks(reports: Sequence[BundleOnPage]) -> Table:
    """The first report's bets on every shoe of its deck table."""
    first = next((bundle for bundle in reports if bundle.data["game"]["name"] == "punto-banco"), reports[0])
    names = [bet["name"] for bet in first.data["decks"][0]["bets"]]
    edges = [[_fraction(bet["house_edge"]) for bet in row["bets"]] for row in first.data["decks"]]
    shoes = [_decks(row["decks"]) for row in first.data["decks"]]
    return Table(f"{first.data['game']['name']}: house edge by number of decks, per bet made",
                 (Column("decks"), *(Column(name, "percent") for name in names)),
                 tuple((shoe, *row) for shoe, row in zip(shoes, edges, strict=True)), edge_notes(chain(*edges)),
                 key="decks")


def _links(bundles: Sequence[BundleOnPage]) -> Iterator[Link]:
    for bundle in bundles:
        about = ("every bet and every game of the catalogue" if bundle.is_atlas else
                 ", ".join(bet["name"] for bet in bundle.data["bets"]))
        yield Link(bundle.title, f"{bundle.name}/report.html", about)


def _marked(table: Table, bundles: Sequence[BundleOnPage]) -> Table:
    """A table with a row for each bet of some bundles, and the caveats of these."""
    bets = [(bet["title"], doubt_of(bet.get("doubt")), bool(bundle.data.get("unsaid")))
            for bundle in bundles for bet in bundle.data["bets"]]
    marks = [mark_of(doubt, assumed) for _, doubt, assumed in bets]
    return with_caveats(table, marks, (*assumed_notes(marks), *doubt_notes((title, doubt) for title, doubt, _ in bets)))


def _edges(bundle: BundleOnPage, reports: Sequence[BundleOnPage]) -> Table:
    bets = bundle.data["bets"]
    told = {bet["name"]: _address(report, bet) for report in reversed(reports)
            if report.name.startswith("punto-banco") for bet in report.data["bets"]}
    decks = [row["decks"] for row in bets[0]["decks"]]
    edges = [[_fraction(row["house_edge"]) for row in bet["decks"]] for bet in bets]
    return Table("House edge per bet made, under the rules of punto banco",
                 (Column("bet"), *(Column("infinite" if n == "inf" else plural(n, "deck"), "percent")
                                   for n in decks)),
                 tuple((bet["title"], *row) for bet, row in zip(bets, edges, strict=True)), edge_notes(chain(*edges)),
                 key="edges", addresses=tuple(told.get(bet["name"], f"{bundle.name}/report.html#figures")
                                              for bet in bets))
