"""The page as a file: its size and policy, its words in every language, and what the command refuses."""

import gzip
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from exact.cli import main
from exact.report.explorer.page import LANGUAGES, SCRIPTS, _text, script, words
from tests.report.explorer.pages import from_npm

REPOSITORY = Path(__file__).parents[3]
FORMS = {"en": {"one", "other"}, "pl": {"one", "few", "many", "other"}, "ru": {"one", "few", "many", "other"}}


def test_the_usual_page_is_small_and_soon_written(tmp_path: Path) -> None:
    began = time.process_time()
    assert main(["explorer", "--output", str(tmp_path / "page.html")]) == 0
    assert time.process_time() - began < 10  # twice what it may take where nothing else runs
    page = (tmp_path / "page.html").read_bytes()
    assert len(page) < 1_500_000
    assert len(gzip.compress(page, 9, mtime=0)) < 250_000


def test_the_page_of_the_repository_is_as_small() -> None:
    page = (REPOSITORY / "reports/explorer.html").read_bytes()
    assert len(page) < 1_500_000
    assert len(gzip.compress(page, 9, mtime=0)) < 250_000
    for part in (script(), _text("explorer.css")):
        assert part in page.decode()  # made anew (reports/build) where the script or the style has changed


def test_the_policy_lets_nothing_in_or_out() -> None:
    page = (REPOSITORY / "reports/explorer.html").read_text(encoding="utf-8")
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    rules = dict(rule.strip().split(" ", 1) for rule in policy[1].split(";"))
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    assert all(re.fullmatch(r"'sha256-[\w+/]+=*'", rules[name]) for name in ("script-src", "style-src"))
    assert not re.search(r"\b(?:src|href)=", page.split('id="data"')[0])


def forms_of(text: Any) -> list[str]:
    return list(text.values()) if isinstance(text, dict) else [text]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_said_in_every_language(language: str) -> None:
    spoken = words()
    english, own = spoken["en"], spoken[language]
    assert list(own) == list(english)
    for key, text in own.items():
        if key == "texts":
            continue
        assert isinstance(text, dict) == isinstance(english[key], dict), key
        if isinstance(text, dict):
            assert set(text) == FORMS[language], key
        names = {name for form in forms_of(english[key]) for name in re.findall(r"\{(\w+)\}", form)}
        assert {name for form in forms_of(text) for name in re.findall(r"\{(\w+)\}", form)} == names, key


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_title_and_event_of_the_catalogue_is_translated(language: str) -> None:
    data = re.search(r'id="data">(.*?)</script>', (REPOSITORY / "reports/explorer.html").read_text(encoding="utf-8"))
    assert data is not None
    texts = words()[language]["texts"]
    said = {text for bet in re.findall(r'"title":"((?:[^"\\]|\\.)*)"', data[1].split('"counts"')[0]) for text in [bet]}
    missing = {text for text in said if text not in texts and re.sub(r"\d+(\.\d+)?", "#", text) not in texts}
    assert not missing


def test_no_module_of_the_script_is_long_or_left_out() -> None:
    folder = REPOSITORY / "exact/report/explorer"
    assert {path.stem for path in folder.glob("*.js")} == set(SCRIPTS)
    for name in SCRIPTS:
        assert _text(f"{name}.js").count("\n") <= 400, name


def test_the_types_of_the_script_agree(tmp_path: Path) -> None:
    """By the TypeScript compiler, which reads them from the comments."""
    compiler = from_npm("typescript@5", tmp_path) / ".bin/tsc"
    done = subprocess.run([compiler, "--allowJs", "--checkJs", "--noEmit", "--strict", "--target", "es2023",
                           "--module", "esnext", *(REPOSITORY / "exact/report/explorer").glob("*.js")],
                          capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize(("options", "named"), [
    (["--decks", "inf"], "--decks"), (["--decks", "0"], "--decks"), (["--decks", "101"], "--decks"),
    (["--bets", "nobody"], "nobody"), (["--bets", ","], "--bets"), (["--also", "no-such-game"], "no-such-game"),
    (["--output", "page.csv"], "--output")])
def test_what_is_refused_is_named(options: list[str], named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                  capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit, match="2"):
        sys.exit(main(["explorer", *options]))
    said = capsys.readouterr().err.strip()
    assert said.startswith("error:")
    assert named in said
    assert not list(tmp_path.iterdir())
