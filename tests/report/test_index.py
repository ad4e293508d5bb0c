"""The page that leads to the bundles says what they say."""

import json
import re
import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from exact.cli import main
from exact.report.caveats import NEGATIVE
from exact.report.document import Block, Document, Heading, Table
from exact.report.formats import FORMATS
from exact.report.numbers import fixed
from exact.report.pages.index import bundles_in, index_blocks

REPORTS = Path(__file__).parents[2] / "reports"


def blocks(repository: bool = True) -> tuple[Block, ...]:
    return index_blocks(bundles_in(REPORTS), "exact report --check {}".format, repository)


def html() -> str:
    return FORMATS["html"].write(Document("Baccarat, exactly", "exact-index/1", blocks()))


def test_the_page_in_the_repository_is_what_its_bundles_say(tmp_path: Path) -> None:
    for shelf in bundles_in(REPORTS):
        (tmp_path / shelf.name).mkdir()
        for name in ("manifest.json", "report.json"):
            (tmp_path / shelf.name / name).write_bytes((REPORTS / shelf.name / name).read_bytes())
    assert main(["index", str(tmp_path), "--repository"]) == 0
    assert (tmp_path / "index.html").read_bytes() == (REPORTS / "index.html").read_bytes()


def test_house_edges_of_every_report_stand_on_it() -> None:
    page = (REPORTS / "index.html").read_text()
    words = re.sub("<[^>]*>", "", page)
    for shelf in bundles_in(REPORTS):
        assert f'href="{shelf.name}/report.html"' in page
        for bet in shelf.data["bets"]:
            if "house_edge" in bet:
                assert f"{fixed(Fraction(bet['house_edge']['fraction']) * 100, 4)} %" in words


def test_every_link_leads_to_something_in_the_repository() -> None:
    page = html()
    links = re.findall('href="([^"]*)"', page)
    assert {"../docs/published-figures.md", "../docs/mathematics.md", "sweeps/index.html", "atlas/report.html",
            "punto-banco-8/report.html#lines-of-banker", "atlas/report.html#figures"} <= set(links)
    for link in dict.fromkeys(links):
        path, _, anchor = link.partition("#")
        text = (REPORTS / path).read_text() if path else page
        assert not anchor or f'id="{anchor}"' in text


def test_its_commands_run_where_it_says(tmp_path: Path) -> None:
    page = (REPORTS / "index.html").read_text()
    assert "in the root of the repository" in page
    assert "exact report --check reports/punto-banco-8<" in page
    shutil.copytree(REPORTS / "punto-banco-8", tmp_path / "punto-banco-8")
    assert main(["index", str(tmp_path)]) == 0
    mine = (tmp_path / "index.html").read_text()
    assert "in the folder of this page" in mine
    assert "exact report --check punto-banco-8<" in mine
    assert "<code>exact index .</code>" in mine
    assert "docs/" not in mine
    assert "reports/build" not in mine


def test_why_to_believe_it_stands_before_the_tables() -> None:
    kinds = [block.text if isinstance(block, Heading) else type(block).__name__
             for block in blocks()]
    assert kinds.index("Why believe it") < kinds.index("Table")


def test_links_are_quoted_and_titles_escaped(tmp_path: Path) -> None:
    folder = tmp_path / "a <b> 'c'"
    folder.mkdir()
    source = REPORTS / "polish-page"
    manifest = json.loads((source / "manifest.json").read_text()) | {"title": "<script>x</script>"}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    (folder / "report.json").write_bytes((source / "report.json").read_bytes())
    assert main(["index", str(tmp_path)]) == 0
    page = (tmp_path / "index.html").read_text()
    assert "<script" not in page
    assert 'href="a%20%3Cb%3E%20%27c%27/report.html"' in page


def test_punto_banco_comes_first() -> None:
    names = [shelf.name for shelf in bundles_in(REPORTS)]
    text = "\n".join(str(block) for block in blocks())
    places = [found.start() for name in ("punto-banco-8/", "polish-page/") if (found := re.search(name, text))]
    assert {"punto-banco-8", "polish-page"} <= set(names)
    assert places == sorted(places)


def test_a_negative_edge_is_explained() -> None:
    tables = {table.key: table for table in blocks() if isinstance(table, Table)}
    assert NEGATIVE in tables["edges"].notes
    assert NEGATIVE not in tables["decks"].notes  # there is none


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    try:
        status = main(["index", *words])
    except SystemExit as stop:
        status = int(stop.code or 0)
    out, err = capsys.readouterr()
    return status, out, err


@pytest.mark.parametrize(("words", "fault"), [
    ("", "FOLDER"), ("a b", "'b': not expected here"), ("--repositry a", "did you mean --repository?"),
    ("nowhere", "folder 'nowhere': is not there; name a folder of bundles"), ("file", "folder 'file': is a file"),
    (".", "folder '.': holds no bundle and no sweep; exact report --output ./NAME writes a bundle"),
    ("broken", "file 'broken/b/report.json': is not JSON; make the bundle again, or move 'b' away"),
    ("other", "is not of the report that the manifest beside it names")])
def test_what_is_wrong_and_the_way_out(words: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                       capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    for name, data in (("broken", "{"), ("other", '{"schema": "exact-games/1"}')):
        (tmp_path / name / "b").mkdir(parents=True)
        (tmp_path / name / "b" / "manifest.json").write_bytes((REPORTS / "atlas" / "manifest.json").read_bytes())
        (tmp_path / name / "b" / "report.json").write_text(data)
    status, out, err = run(capsys, *words.split())
    assert (status, out) == (2, "")
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert fault in err
    assert not list(tmp_path.rglob("index.html"))


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "-h")
    assert status == 0
    assert "usage: exact index" in out
    assert "examples:" in out
