"""Every page of reports/ in a browser: no message on the console, no request, no sideways scroll on a phone."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

REPORTS = Path(__file__).parents[2] / "reports"
PAGES = sorted(path.relative_to(REPORTS).as_posix() for path in REPORTS.rglob("*.html"))
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
         "--force-prefers-reduced-motion")

pytestmark = pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="no chromium and chromedriver on this machine")


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed (extra browser)")
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('browser')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(executable_path=DRIVER))
    driver.get("about:blank")
    driver.get_log("performance")  # what the browser's own first page asked for
    yield driver
    driver.quit()


def test_there_are_pages() -> None:
    assert "index.html" in PAGES
    assert len(PAGES) > 5


@pytest.mark.parametrize("page", PAGES)
def test_page(page: str, browser: Any) -> None:
    address = (REPORTS / page).as_uri()
    for width in (390, 1280):
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600})
        browser.get(address)
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width
        assert browser.get_log("browser") == []
    asked = [entry["message"] for entry in browser.get_log("performance")
             if '"Network.requestWillBeSent"' in entry["message"]]
    assert asked
    assert not [message for message in asked if '"url":"file:' not in message and '"url":"data:' not in message]


def test_every_link_of_the_index_leads_somewhere(browser: Any) -> None:
    browser.get((REPORTS / "index.html").as_uri())
    links = browser.execute_script("return Array.from(document.links, a => a.getAttribute('href'))")
    assert len(links) > 8
    for link in links:
        if link.startswith("#"):
            assert browser.execute_script("return document.getElementById(arguments[0]) !== null", link[1:])
        else:
            assert (REPORTS / link).is_file()
