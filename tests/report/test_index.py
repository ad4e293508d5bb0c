"""The page that leads to the bundles says what they say."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from exact.report.formats.html import write_html
from exact.report.index import bundles_in, index_document, main
from exact.report.model import Heading
from exact.report.numbers import fixed

REPORTS = Path(__file__).parents[2] / "reports"


def test_the_page_in_the_repository_is_what_its_bundles_say(tmp_path: Path) -> None:
    for shelf in bundles_in(REPORTS):
        (tmp_path / shelf.name).mkdir()
        for name in ("manifest.json", "report.json"):
            (tmp_path / shelf.name / name).write_bytes((REPORTS / shelf.name / name).read_bytes())
    assert main([str(tmp_path), "--repository"]) == 0
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
    page = write_html(index_document(bundles_in(REPORTS)), 6)
    links = re.findall('href="([^"]*)"', page)
    assert {"../docs/published-figures.md", "../docs/mathematics.md", "sweeps/index.html", "atlas/report.html",
            "punto-banco-8/report.html#lines-of-banker", "atlas/report.html#figures"} <= set(links)
    for link in dict.fromkeys(links):
        path, _, anchor = link.partition("#")
        text = (REPORTS / path).read_text() if path else page
        assert not anchor or f'id="{anchor}"' in text


def test_its_commands_run_where_it_says(tmp_path: Path) -> None:
    page = write_html(index_document(bundles_in(REPORTS)), 6)
    assert "in the root of the repository" in page
    assert "exact report --check reports/punto-banco-8<" in page
    mine = write_html(index_document(bundles_in(REPORTS), str(tmp_path / "my reports")), 6)
    assert f"exact report --check &#x27;{tmp_path}/my reports/punto-banco-8&#x27;<" in mine
    assert "docs/" not in mine


def test_why_to_believe_it_stands_before_the_tables() -> None:
    kinds = [block.text if isinstance(block, Heading) else type(block).__name__
             for block in index_document(bundles_in(REPORTS)).blocks]
    assert kinds.index("Why believe it") < kinds.index("Table")


def test_links_are_quoted_and_titles_escaped(tmp_path: Path) -> None:
    folder = tmp_path / "a <b> 'c'"
    folder.mkdir()
    source = REPORTS / "polish-page"
    manifest = json.loads((source / "manifest.json").read_text()) | {"title": "<script>x</script>"}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    (folder / "report.json").write_bytes((source / "report.json").read_bytes())
    assert main([str(tmp_path)]) == 0
    page = (tmp_path / "index.html").read_text()
    assert "<script" not in page
    assert 'href="a%20%3Cb%3E%20%27c%27/report.html"' in page


def test_punto_banco_comes_first() -> None:
    names = [shelf.name for shelf in bundles_in(REPORTS)]
    text = "\n".join(str(block) for block in index_document(bundles_in(REPORTS)).blocks)
    places = [found.start() for name in ("punto-banco-8/", "polish-page/") if (found := re.search(name, text))]
    assert {"punto-banco-8", "polish-page"} <= set(names)
    assert places == sorted(places)


@pytest.mark.parametrize("words", [[], ["nowhere"], ["a", "b"]])
def test_a_folder_without_bundles_is_refused(words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                             capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    assert capsys.readouterr().err.startswith("error: ")


def test_an_empty_folder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    assert "holds no bundle" in capsys.readouterr().err
