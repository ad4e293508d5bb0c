"""The rules of axe-core on the page, in every language, scheme and width, with everything open."""

from pathlib import Path
from typing import Any

import pytest

from tests.report.browser import NEEDS_BROWSER, load
from tests.report.explorer.pages import from_npm, visit

pytestmark = NEEDS_BROWSER
PAGE = (Path(__file__).parents[3] / "reports/explorer.html").as_uri()
OPEN = """
document.querySelectorAll('details').forEach((each) => { each.open = true; });
document.querySelector('[data-bet=banker] th button').click();
document.querySelector('[name=level][value=kinds]').click();
"""
RUN = """
const done = arguments[arguments.length - 1];
axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}).then((found) =>
  done(found.violations.map(({id, impact, nodes}) => [id, impact, nodes.length, nodes[0].html.slice(0, 200)])));
"""


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    return (from_npm("axe-core@4", tmp_path_factory.mktemp("axe")) / "axe-core/axe.min.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("state", ["#", "#seen=P9h,B4d,P2c", "#shoe=A:-1"], ids=["fresh", "in a coup", "refused"])
@pytest.mark.parametrize(("language", "scheme", "width"), [
    ("en", "light", 1280), ("pl", "dark", 390), ("ru", "light", 390)])
def test_nothing_is_found(browser: Any, axe: str, language: str, scheme: str, width: int, state: str) -> None:
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia",
                            {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
    load(browser, "about:blank", width)
    load(browser, PAGE + f"#lang={language}", width)
    visit(browser, [state])
    browser.execute_script(OPEN)
    browser.execute_script(axe)
    browser.set_script_timeout(120)
    assert browser.execute_async_script(RUN) == []
